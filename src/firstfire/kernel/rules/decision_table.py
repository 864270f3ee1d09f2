"""The table of decisions as data, checked; decision_source.py writes rules from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cached_property
from typing import Any

from ..records.bits import Mask
from ..records.header import Header
from .actions import Actions
from .decision_rows import Decision, DecisionChoice, Question, Rule
from .rule_source import Written, rule_from


class DecisionTable:
    """All decision points of a game, and the rules that were made from them."""

    legal: Rule
    apply: Rule
    only_answer: Rule  # where there are questions
    settle: Rule  # where there are questions

    def __init__(
        self,
        actions: Actions,
        *decisions: Decision,
        anywhere: tuple[DecisionChoice, ...] = (),
        first: Rule | None = None,
        then: Rule | None = None,
        always: Rule | None = None,
    ) -> None:
        self.actions = actions
        self.decisions = {decision.phase: decision for decision in decisions}
        self.anywhere = anywhere  # what may be chosen at every decision (giving up)
        self.first = first
        self.then = then
        self.always = always
        if len(self.decisions) < len(decisions):
            phases = [decision.phase for decision in decisions]
            twice = next(phase for phase in phases if phases.count(phase) > 1)
            raise TypeError(f"phase {twice.name} stands twice in the table of decisions")
        known = {block.name for block in actions.blocks}
        offered = {name for _, choice in self.rows() for name in choice.blocks}
        if strange := sorted(offered - known):
            raise TypeError(f"the table of decisions offers {', '.join(strange)}, which is no block of actions")
        if unused := sorted(known - offered):
            raise TypeError(f"no decision offers the actions {', '.join(unused)}")
        self._refuse_two_ways()
        self._written: dict[str, Written] = {}

    def rows(self) -> Iterator[tuple[IntEnum | None, DecisionChoice]]:
        """Every choice with its phase; None for what may be chosen anywhere."""
        for phase, decision in self.decisions.items():
            for choice in decision.choices:
                yield phase, choice
        for choice in self.anywhere:
            yield None, choice

    def _refuse_two_ways(self) -> None:
        """An action is carried out in one way at a phase."""
        for phase, decision in self.decisions.items():
            ways: dict[str, tuple[object, ...]] = {}
            for choice in decision.choices:
                for name in choice.blocks:
                    if ways.setdefault(name, choice.way) != choice.way:
                        raise TypeError(f"phase {phase.name} carries out {name} in two ways")

    @property
    def questions(self) -> dict[IntEnum, Decision]:
        """The decisions that are put only if there is a choice."""
        return {phase: decision for phase, decision in self.decisions.items() if isinstance(decision, Question)}

    def blocks_at(self, phase: int) -> tuple[str, ...]:
        """The blocks of actions that belong to a phase, in order of number."""
        found = [name for at, choice in self.rows() if at is None or at == phase for name in choice.blocks]
        return tuple(sorted(found, key=self.actions.first))

    def made(self, name: str, write: Callable[[DecisionTable], Written], answers: object) -> Rule:
        """Write a rule of this table, and read it."""
        written = self._written[name] = write(self)
        made = rule_from(written, name, self._home)
        made.__annotations__ = {"s": Header, "box": Any, "mask": Mask, "return": answers}
        return made

    @property
    def source(self) -> str:
        """The rules as they are compiled."""
        return "\n\n".join(written.text for written in self._written.values())

    @cached_property
    def _home(self) -> str:
        return next(choice.take.__module__ for _, choice in self.rows()).rpartition(".")[0]
