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
of the block by name (`card`, `slot`), or a number given in the choice
(`DecisionChoice(…, take=barter, copies=0)`). A number given under the name of a parameter of the block says that only
the actions with this value are meant (`DecisionChoice("take", take=receive_wood, resource=Resource.WOOD)`).

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

from typing import Any

from ..records.header import Header
from .actions import Actions
from .decision_rows import Decision, DecisionChoice, Provided, Question, Rule, Unasked
from .decision_source import write_apply, write_legal, write_only_answer, write_settle
from .decision_table import DecisionTable
from .rule_source import Written, called, parameters, rule_from, variables

__all__ = ["Decision", "DecisionChoice", "Decisions", "Provided", "Question", "Unasked", "by_block"]


class Decisions(DecisionTable):
    """All decision points of a game, and the rules made from them."""

    def __init__(
        self,
        actions: Actions,
        *decisions: Decision,
        anywhere: tuple[DecisionChoice, ...] = (),
        first: Rule | None = None,
        then: Rule | None = None,
        always: Rule | None = None,
    ) -> None:
        super().__init__(actions, *decisions, anywhere=anywhere, first=first, then=then, always=always)
        self.legal = self.made("legal", write_legal, None)
        if self.questions:
            self.only_answer = self.made("only_answer", write_only_answer, int)
        self.apply = self.made("apply", write_apply, None)
        if self.questions:
            self.settle = self.made("settle", write_settle, None)


def by_block(name: str, actions: Actions, *choices: DecisionChoice, otherwise: float = 0.0, **asked: Rule) -> Rule:
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
