"""The rows of a table of decisions: choices, what they are provided with, and the phases that ask for them.

`kernel/rules/decisions.py` says what each of them means.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias

from ..rule import is_rule

Rule: TypeAlias = Callable[..., Any]

INHERIT: Any = object()  # the table's own `first` or `then`


class DecisionChoice:
    """Actions of one or more blocks that may be chosen at a decision, and the rule that carries one out."""

    def __init__(
        self,
        *blocks: str,
        take: Rule,
        when: Rule | None = None,
        among: Rule | None = None,
        options: Rule | None = None,
        offer: Rule | None = None,
        first: Rule | None = INHERIT,
        then: Rule | None = INHERIT,
        **given: int,
    ) -> None:
        if not blocks:
            raise TypeError("a choice names the block of its actions: Choice('pass', take=pass_attack)")
        ways = {"when": when, "among": among, "options": options, "offer": offer}
        for name, function in {"take": take, "first": first, "then": then, **ways}.items():
            if function is not None and function is not INHERIT and not is_rule(function):
                raise TypeError(f"choice {blocks[0]}: {name} is a function marked with @rule, not {function!r}")
        if sum(option is not None for option in ways.values()) > 1:
            raise TypeError(f"choice {blocks[0]}: give one of when, among, options and offer")
        self.blocks = blocks
        self.take = take
        self.when = when
        self.among = among
        self.options = options
        self.offer = offer
        self.first = first
        self.then = then
        self.given = given

    @property
    def way(self) -> tuple[object, ...]:
        """How its actions are carried out."""
        return (self.take, self.first, self.then, tuple(sorted(self.given.items())))

    def __repr__(self) -> str:
        return f"DecisionChoice({', '.join(map(repr, self.blocks))}, take={self.take.__name__})"


class Provided:
    """Choices that share a condition: `Provided(may_play_cards, Choice(…), Choice(…))`; conditions may be nested,
    and numbers given to them by name."""

    def __init__(self, condition: Rule, *asked: DecisionChoice | Provided, **given: int) -> None:
        if not is_rule(condition):
            raise TypeError(f"a condition is a function marked with @rule, not {condition!r}")
        self.condition = condition
        self.asked = asked
        self.given = given


@dataclass(frozen=True)
class Unasked:
    """An answer that is given at once, without asking: while `when` holds at its phase, `take` and `then` are done."""

    when: Rule
    take: Rule
    then: Rule | None = None

    def __post_init__(self) -> None:
        for name, function in {"when": self.when, "take": self.take, "then": self.then}.items():
            if function is not None and not is_rule(function):
                raise TypeError(f"unasked: {name} is a function marked with @rule, not {function!r}")


class Decision:
    """What is asked at a phase: the choices of the player to act."""

    def __init__(self, phase: IntEnum, *asked: DecisionChoice | Provided, unasked: Unasked | None = None) -> None:
        self.phase = phase
        self.asked = asked
        self.unasked = unasked

    @property
    def choices(self) -> tuple[DecisionChoice, ...]:
        """All choices, whatever they are provided with."""
        return tuple(choice for item in self.asked for choice in choices_of(item))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.phase.name}, {', '.join(map(repr, self.choices))})"


class Question(Decision):
    """A decision that is put only if it has several answers: an only one is given at once. What may be chosen
    anywhere is no answer."""

    def __init__(self, phase: IntEnum, *asked: DecisionChoice | Provided) -> None:
        super().__init__(phase, *asked)
        for choice in self.choices:
            if choice.offer is not None:
                raise TypeError(
                    f"question {phase.name}: answers are counted; offer {choice.blocks[0]} by when, among or options"
                )


def choices_of(item: DecisionChoice | Provided) -> tuple[DecisionChoice, ...]:
    """The choices of a row, whatever they are provided with."""
    if isinstance(item, DecisionChoice):
        return (item,)
    return tuple(choice for inner in item.asked for choice in choices_of(inner))
