"""Keeping one branch of a tree: after an action was played, what grew under it goes on, and the rest makes room."""

from __future__ import annotations

from firstfire.kernel.drive import copy_record
from firstfire.kernel.rule import generic

from .nodes import Nodes, Plan, Stats


@generic
def prune(branch: int, plan: Plan, nodes: Nodes, stats: Stats) -> None:
    """Let a node be the root. It and those below it move to the front, in the order they stand in (a child stands
    behind its parent, wherever its siblings are); the others are gone."""
    nodes[0].mark = 0
    kept = 0
    for node in range(1, plan.used + 1):  # `mark` tells where each goes, 0: nowhere
        stays = node == branch or (node > branch and nodes[nodes[node].parent].mark != 0)
        if stays:
            kept += 1
        nodes[node].mark = kept if stays else 0
    nodes[branch].parent = 0
    nodes[branch].next = 0
    for node in range(branch, plan.used + 1):
        if nodes[node].mark != 0:
            nodes[node].parent = nodes[nodes[node].parent].mark
            nodes[node].child = nodes[nodes[node].child].mark
            nodes[node].next = nodes[nodes[node].next].mark
    for node in range(branch, plan.used + 1):
        if nodes[node].mark != 0:
            there = nodes[node].mark
            copy_record(nodes[there], nodes[node])
            copy_record(stats[there], stats[node])
            nodes[there].mark = 0
    plan.root = 1
    plan.used = kept
