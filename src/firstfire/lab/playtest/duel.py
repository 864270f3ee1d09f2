"""Skill and luck: one strong player among weaker ones, on each seat of every deal in turn.

What the same player makes of the same deal from every seat says how far the player decides, and how far the deal and
the seat do. (A game in which nobody can do better than anybody would show an even share here, and so would two players
who are equally good: the figure is about these two players, not about the game alone.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .estimates import Estimate, rate, share
from .study import Study


@dataclass(frozen=True)
class Duel:
    """What became of it."""

    strong: str
    weak: str
    seats: int
    deals: int
    wins: Estimate  # of the strong one
    always: Estimate  # deals that it won from every seat
    never: Estimate  # deals that it won from no seat


def play_duel(study: Study, strong: str, weak: str, deals: int) -> Duel:
    """The strong player on each seat of every deal."""
    shares = []
    for seat in range(study.seats):
        players = [weak] * study.seats
        players[seat] = strong
        shares.append(study.play_with(players, deals, detailed=0).shares[:, seat])
    table = np.stack(shares, axis=1)
    return Duel(
        strong, weak, study.seats, deals, share(table.mean(axis=1)),
        rate(float((table == 1).all(axis=1).sum()), deals), rate(float((table == 0).all(axis=1).sum()), deals),
    )  # fmt: skip
