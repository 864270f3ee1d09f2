"""Decisions: each decision point of a game once, as data; `legal` and `apply` are made from it.

    DECISIONS = Decisions(
        ACTIONS,
        Decision(Phase.SETUP, Choice("place", among=own_hand, take=place)),
        Decision(
            Phase.AFTER_WIN,
            Choice("attack", "pair", offer=offer_attacks, take=attack),
            Choice("pass", take=pass_attack),
            Choice("draw_pass", when=can_draw_pass, take=draw_and_pass),
        ),
        then=go_on,
    )
    RULES = {"legal": DECISIONS.legal, "apply": DECISIONS.apply, …}

A choice names its blocks of actions and the rule that carries one out (`take`). Which of them are legal says one of

- `when(s, box, slot, …)`: whether this action is legal (asked for every action of the block),
- `among(s, box, slot, …)`: the legal values of the block's last parameter as a set of bits,
- `options(s, box)`: the legal actions of the whole block as a set of bits,
- `offer(s, box, mask)`: a rule that marks them itself, for what the others cannot say fast enough,
- none of these: all are.

`Provided(rule, Choice(…), …)` asks once for several.

Rules get what their parameters are named after: the record `s`, the `box`, the number of the `action`, the parameters
of the block by name (`card`, `slot`), or a number given in the choice (`Choice(…, take=barter, copies=0)`). A number
given under the name of a parameter of the block says that only the actions with this value are meant
(`Choice("take", take=receive_wood, resource=Resource.WOOD)`).

A `Decision` is always put to the player. A `Question` is put only if there is a choice: its only answer is given at
once, as part of the action that asked it. A game that may begin with one calls `DECISIONS.settle` when its table is
laid.

What follows: `then(s, box)` after a `take` that returns nothing or true; `always(s, box)` after every action, `first`
before it. A choice may name its own, or None.

What nobody need be asked for: `Decision(phase, …, unasked=Unasked(when=has_nothing, take=pass_turn))`. After every
action such answers are given, one after the other, until somebody has something to decide.

The rules are written out as Python source and read like any other rule: they compile, run in the debugger
and stand in tracebacks (`print(DECISIONS.source)`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cached_property
from typing import Any

from .actions import Actions
from .bits import Mask
from .choices import Choice, Decision, Provided, Question, Rule, Unasked
from .decision_source import (
    Written,
    called,
    parameters,
    rule_from,
    variables,
    write_apply,
    write_legal,
    write_only_answer,
    write_settle,
)
from .header import Header

__all__ = ["Choice", "Decision", "Decisions", "Provided", "Question", "Unasked", "by_block"]


class Decisions:
    """All decision points of a game."""

    def __init__(
        self,
        actions: Actions,
        *decisions: Decision,
        anywhere: tuple[Choice, ...] = (),
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
        self.legal = self.made("legal", write_legal, None)
        if self.questions:
            self.only_answer = self.made("only_answer", write_only_answer, int)
        self.apply = self.made("apply", write_apply, None)
        if self.questions:
            self.settle = self.made("settle", write_settle, None)

    def rows(self) -> Iterator[tuple[IntEnum | None, Choice]]:
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

    def made(self, name: str, write: Callable[[Decisions], Written], answers: object) -> Rule:
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


def by_block(name: str, actions: Actions, *choices: Choice, otherwise: float = 0.0, **asked: Rule) -> Rule:
    """A rule of a record, a box and an action that asks another one for each block of actions: what a player likes,
    for example.

        prefer = by_block("prefer", ACTIONS, Choice("place", take=like_placing), Choice("pass", "eye", take=shrug))

    What many of them want to know may be given by name, as a rule of the record and the box: `aims=aims_of`.
    """
    takers = {block: choice for choice in choices for block in choice.blocks}
    if strange := sorted(takers.keys() - {block.name for block in actions.blocks}):
        raise TypeError(f"{name}: {', '.join(strange)} is no block of actions")
    written = Written([f"def {name}(s, box, action):"], variables(actions))
    for block in actions.blocks:
        first = actions.first(block.name)
        written.put(1, f"if action < {first + block.size}:  # {block.name}")
        choice = takers.get(block.name)
        if choice is None:
            written.put(2, f"return {otherwise}")
            continue
        known = {"s": "s", "box": "box", "action": "action"}
        known |= {key: called(written, answer, known, key) for key, answer in asked.items()}
        known |= {key: str(int(value)) for key, value in choice.given.items()} | parameters(first, block)
        written.put(2, f"return {called(written, choice.take, known, block.name)}")
    written.put(1, f"return {otherwise}")
    made = rule_from(written, name, choices[0].take.__module__)
    made.__annotations__ = {"s": Header, "box": Any, "action": int, "return": float}
    return made
