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

import linecache
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, partial
from inspect import get_annotations, signature
from math import prod
from typing import Any, TypeAlias

from .actions import Actions, Block
from .bits import Mask, allow, allow_set, lowest, popcount
from .header import Header
from .rule import is_rule, rule

Rule: TypeAlias = Callable[..., Any]

INHERIT: Any = object()  # the table's own `first` or `then`
LONGEST, PART = 20, 10  # `apply` of more blocks than that is written in parts of so many
SET_BITS = 63  # the longest row of values a set can tell
OWN = frozenset({"s", "box", "mask", "action", "phase", "goes_on", "answers", "only", "chosen"})  # names in the sources


class Choice:
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
        return f"Choice({', '.join(map(repr, self.blocks))}, take={self.take.__name__})"


class Provided:
    """Choices that share a condition: `Provided(may_play_cards, Choice(…), Choice(…))`; conditions may be nested,
    and numbers given to them by name."""

    def __init__(self, condition: Rule, *asked: Choice | Provided, **given: int) -> None:
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


Group: TypeAlias = tuple[list[str], dict[Choice, list[int]]]  # blocks, and how they are carried out at which phases


class Decision:
    """What is asked at a phase: the choices of the player to act."""

    def __init__(self, phase: IntEnum, *asked: Choice | Provided, unasked: Unasked | None = None) -> None:
        self.phase = phase
        self.asked = asked
        self.unasked = unasked

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All choices, whatever they are provided with."""
        return tuple(choice for item in self.asked for choice in _choices(item))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.phase.name}, {', '.join(map(repr, self.choices))})"


class Question(Decision):
    """A decision that is put only if it has several answers: an only one is given at once. What may be chosen
    anywhere is no answer."""

    def __init__(self, phase: IntEnum, *asked: Choice | Provided) -> None:
        super().__init__(phase, *asked)
        for choice in self.choices:
            if choice.offer is not None:
                raise TypeError(
                    f"question {phase.name}: answers are counted; offer {choice.blocks[0]} by when, among or options"
                )


def _choices(item: Choice | Provided) -> tuple[Choice, ...]:
    if isinstance(item, Choice):
        return (item,)
    return tuple(choice for inner in item.asked for choice in _choices(inner))


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
        offered = {name for _, choice in self._rows() for name in choice.blocks}
        if strange := sorted(offered - known):
            raise TypeError(f"the table of decisions offers {', '.join(strange)}, which is no block of actions")
        if unused := sorted(known - offered):
            raise TypeError(f"no decision offers the actions {', '.join(unused)}")
        self._refuse_two_ways()
        self._written: dict[str, _Written] = {}
        self.legal = self._made("legal", _write_legal, None)
        if self.questions:
            self.only_answer = self._made("only_answer", _write_only_answer, int)
        self.apply = self._made("apply", _write_apply, None)
        if self.questions:
            self.settle = self._made("settle", _write_settle, None)

    def _rows(self) -> Iterator[tuple[IntEnum | None, Choice]]:
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
        found = [name for at, choice in self._rows() if at is None or at == phase for name in choice.blocks]
        return tuple(sorted(found, key=self.actions.first))

    def _made(self, name: str, write: Callable[[Decisions], _Written], answers: object) -> Rule:
        written = self._written[name] = write(self)
        made = _rule_from(written, name, self._home)
        made.__annotations__ = {"s": Header, "box": Any, "mask": Mask, "return": answers}
        return made

    @property
    def source(self) -> str:
        """The rules as they are compiled."""
        return "\n\n".join(written.text for written in self._written.values())

    @cached_property
    def _home(self) -> str:
        return next(choice.take.__module__ for _, choice in self._rows()).rpartition(".")[0]


@dataclass
class _Written:
    """The source of a rule, and the rules it names."""

    lines: list[str]
    local: frozenset[str]  # the names of its own variables
    names: dict[str, Rule] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    def name(self, function: Rule) -> str:
        """The name of a rule in this source: its own, with a number if it is taken."""
        name, number = function.__name__, 1
        while name in self.local or self.names.setdefault(name, function) is not function:
            number += 1
            name = f"{function.__name__}_{number}"
        return name

    def put(self, depth: int, line: str) -> None:
        self.lines.append("    " * depth + line)


def _variables(actions: Actions) -> frozenset[str]:
    """Names that stand for values in the sources."""
    named = {name for block in actions.blocks for name in block.parameters}
    if taken := sorted(named & OWN):
        raise TypeError(
            f"a parameter of an action cannot be called {', '.join(taken)}: the rules made here use the name"
        )
    return OWN | named


def _rule_from(written: _Written, name: str, home: str) -> Rule:
    """The rule that a source defines. Debuggers and tracebacks find its lines."""
    where = f"<{name} of {home}>"
    linecache.cache[where] = (len(written.text), None, written.text.splitlines(keepends=True), where)
    space: dict[str, Any] = {"__name__": home, **written.names}
    exec(compile(written.text, where, "exec"), space)  # our own text, made of names of rules and numbers
    made: Rule = rule(space[name])
    return made


def by_block(name: str, actions: Actions, *choices: Choice, otherwise: float = 0.0, **asked: Rule) -> Rule:
    """A rule of a record, a box and an action that asks another one for each block of actions: what a player likes,
    for example.

        prefer = by_block("prefer", ACTIONS, Choice("place", take=like_placing), Choice("pass", "eye", take=shrug))

    What many of them want to know may be given by name, as a rule of the record and the box: `aims=aims_of`.
    """
    takers = {block: choice for choice in choices for block in choice.blocks}
    if strange := sorted(takers.keys() - {block.name for block in actions.blocks}):
        raise TypeError(f"{name}: {', '.join(strange)} is no block of actions")
    written = _Written([f"def {name}(s, box, action):"], _variables(actions))
    for block in actions.blocks:
        first = actions.first(block.name)
        written.put(1, f"if action < {first + block.size}:  # {block.name}")
        choice = takers.get(block.name)
        if choice is None:
            written.put(2, f"return {otherwise}")
            continue
        known = {"s": "s", "box": "box", "action": "action"}
        known |= {key: _called(written, answer, known, key) for key, answer in asked.items()}
        known |= {key: str(int(value)) for key, value in choice.given.items()} | _parameters(first, block)
        written.put(2, f"return {_called(written, choice.take, known, block.name)}")
    written.put(1, f"return {otherwise}")
    made = _rule_from(written, name, choices[0].take.__module__)
    made.__annotations__ = {"s": Header, "box": Any, "action": int, "return": float}
    return made


def _called(written: _Written, function: Rule, known: Mapping[str, str], what: str) -> str:
    """A call of a rule, its parameters filled by name."""
    wanted = list(signature(function).parameters)
    if missing := [name for name in wanted if name not in known]:
        had = ", ".join(known)
        raise TypeError(
            f"{what}: {function.__name__} wants {', '.join(missing)}; there is {had} (or give it in the choice)"
        )
    return f"{written.name(function)}({', '.join(known[name] for name in wanted)})"


# --- legal


def _write_legal(table: Decisions) -> _Written:
    written = _Written(["def legal(s, box, mask):"], _variables(table.actions))
    written.put(1, "phase = s.phase")
    _list_by_phase(written, table, table.decisions, _allowed)
    for choice in table.anywhere:
        _list(written, table.actions, choice, 1, _allowed)
    return written


def _write_only_answer(table: Decisions) -> _Written:
    """The number of the only answer to a question; -1 if there are several, or no question is asked."""
    written = _Written(["def only_answer(s, box):"], _variables(table.actions))
    for line in ("phase = s.phase", "answers = 0", "only = -1"):
        written.put(1, line)
    _list_by_phase(written, table, table.questions, _counted)
    written.put(1, "return only if answers == 1 and s.over == 0 else -1")
    return written


# How an action is listed, or those of a set: the lines for it.
Lines: TypeAlias = Callable[[_Written, str, str | None], list[str]]


def _allowed(written: _Written, number: str, chosen: str | None) -> list[str]:
    if chosen is None:
        return [f"{written.name(allow)}(mask, {number})"]
    return [f"{written.name(allow_set)}(mask, {number}, {chosen})"]


def _counted(written: _Written, number: str, chosen: str | None) -> list[str]:
    if chosen is None:
        return ["answers += 1", f"only = {number}"]
    return [
        f"chosen = {chosen}",
        "if chosen != 0:",
        f"    answers += {written.name(popcount)}(chosen)",
        f"    only = {number} + {written.name(lowest)}(chosen)",
    ]


def _list_by_phase(written: _Written, table: Decisions, decisions: Mapping[IntEnum, Decision], lines: Lines) -> None:
    """List the actions of each decision, in order of number."""
    begins = _common(table.actions, decisions, min)
    ends = _common(table.actions, decisions, max)
    _list_common(written, table.actions, begins, lines)
    word = "if"
    for phase, decision in decisions.items():
        if between := [item for item in decision.asked if item not in begins and item not in ends]:
            written.put(1, f"{word} phase == {int(phase)}:  # {phase.name}")
            _list_all(written, table.actions, between, 2, lines)
            word = "elif"
    _list_common(written, table.actions, {c: p for c, p in ends.items() if c not in begins}, lines)


def _list_common(written: _Written, actions: Actions, found: Mapping[Choice, list[IntEnum]], lines: Lines) -> None:
    for choice, phases in found.items():
        tests = " or ".join(f"phase == {int(phase)}" for phase in phases)
        written.put(1, f"if {tests}:  # {', '.join(phase.name for phase in phases)}")
        _list(written, actions, choice, 2, lines)


def _common(
    actions: Actions, decisions: Mapping[IntEnum, Decision], which: Callable[..., Choice]
) -> dict[Choice, list[IntEnum]]:
    """The choices with which several decisions begin (`min`) or end (`max`): they are listed once, before or behind
    all others. (Threads of a GPU meet there.)"""
    found: dict[Choice, list[IntEnum]] = {}
    for phase, decision in decisions.items():
        if len(decision.choices) > 1:
            outer = which(decision.choices, key=lambda choice: actions.first(choice.blocks[0]))
            found.setdefault(outer, []).append(phase)
    every = [choice for decision in decisions.values() for choice in decision.choices]
    plain = [item for decision in decisions.values() for item in decision.asked]
    return {
        choice: phases
        for choice, phases in found.items()
        if plain.count(choice) == every.count(choice) == len(phases) > 1
    }


def _list_all(
    written: _Written, actions: Actions, asked: Sequence[Choice | Provided], depth: int, lines: Lines
) -> None:
    for item in sorted(asked, key=lambda item: min(actions.first(choice.blocks[0]) for choice in _choices(item))):
        if isinstance(item, Choice):
            _list(written, actions, item, depth, lines)
        else:
            known = {"s": "s", "box": "box"} | {name: str(int(value)) for name, value in item.given.items()}
            condition = _called(written, item.condition, known, "provided")
            written.put(depth, f"if {condition}:")
            _list_all(written, actions, item.asked, depth + 1, lines)


def _list(written: _Written, actions: Actions, choice: Choice, depth: int, lines: Lines) -> None:
    """List the legal actions of a choice."""
    given = {name: str(int(value)) for name, value in choice.given.items()}
    if choice.offer is not None:
        known = {"s": "s", "box": "box", "mask": "mask"} | given
        written.put(depth, _called(written, choice.offer, known, f"choice {choice.blocks[0]}"))
        return
    for name in choice.blocks:
        block = next(block for block in actions.blocks if block.name == name)
        _list_block(written, actions.first(name), block, choice, depth, lines)


def _list_block(written: _Written, first: int, block: Block, choice: Choice, depth: int, lines: Lines) -> None:
    given = {name: str(int(value)) for name, value in choice.given.items()}
    fixed = {name: int(choice.given[name]) for name in block.parameters if name in choice.given}
    parameters = list(block.parameters)
    told = parameters[-1:] if choice.among is not None else parameters if choice.options is not None else []
    looped = [name for name in parameters[: len(parameters) - len(told)] if name not in fixed]
    option = choice.among or choice.options or choice.when
    wanted = set(signature(option).parameters) if option is not None else set()
    if choice.when is not None and not wanted & set(looped):  # the same answer for all of the block
        written.put(depth, f"if {_called(written, choice.when, {'s': 's', 'box': 'box'} | given, block.name)}:")
        depth, option = depth + 1, None
    for name in looped:
        written.put(depth, f"for {name} in range({len(block.parameters[name])}):")
        depth += 1
    number = _number(first, block, looped, fixed)
    known = {"s": "s", "box": "box"} | given | {name: name for name in looped}
    chosen = None
    if option is not None and option is not choice.when:
        what = "values of a last parameter" if option is choice.among else "actions of a block"
        if not told or set(told) & fixed.keys() or prod(len(block.parameters[name]) for name in told) > SET_BITS:
            raise TypeError(f"block {block.name}: a set tells the {what}, at most {SET_BITS} of them")
        chosen = _called(written, option, known, block.name)
    elif option is not None:
        written.put(depth, f"if {_called(written, option, known, block.name)}:")
        depth += 1
    for line in lines(written, number, chosen):
        written.put(depth, line)


def _number(first: int, block: Block, named: list[str], fixed: Mapping[str, int]) -> str:
    """The number of an action, from its parameters: those that are named, those that are fixed; others are 0."""
    parts = []
    stride = block.size
    for name, domain in block.parameters.items():
        stride //= len(domain)
        if name in named:
            parts.append(name if stride == 1 else f"{stride} * {name}")
        elif name in fixed:
            if not 0 <= fixed[name] < len(domain):
                raise TypeError(f"block {block.name}: {name} is 0 to {len(domain) - 1}, not {fixed[name]}")
            first += stride * fixed[name]
    return " + ".join([str(first)] * (first > 0 or not parts) + parts)


# --- apply


def _write_apply(table: Decisions) -> _Written:
    written = _Written(["def apply(s, box, action):"], _variables(table.actions))
    takes = _takes(table)
    depth = 1
    if table.questions:
        written.put(1, "while action >= 0:")
        depth = 2
    if any(len(choices) > 1 for choices in takes.values()) or len(_groups(table, takes)) > LONGEST:
        written.put(depth, "phase = s.phase")
    if table.then is not None:
        written.put(depth, "goes_on = True")
    shared = all(choice.first is INHERIT for _, choice in table._rows())
    if table.first is not None and shared:
        written.put(depth, _called(written, table.first, {"s": "s", "box": "box", "action": "action"}, "first"))
    first = None if shared else table.first
    groups = _groups(table, takes)
    if len(groups) <= LONGEST:
        _write_chain(written, table, groups, depth, first)
    else:
        _write_parts(written, table, groups, depth, first)
    if table.then is not None:
        written.put(depth, "if goes_on:")
        written.put(depth + 1, _called(written, table.then, {"s": "s", "box": "box"}, "then"))
    if table.always is not None:
        written.put(depth, _called(written, table.always, {"s": "s", "box": "box"}, "always"))
    _answer_unasked(written, table, depth)
    if table.questions:
        written.put(depth, f"action = {written.name(table.only_answer)}(s, box)")
    return written


def _write_settle(table: Decisions) -> _Written:
    """From a table just laid to the first decision."""
    written = _Written(["def settle(s, box):"], _variables(table.actions))
    if table.always is not None:
        written.put(1, _called(written, table.always, {"s": "s", "box": "box"}, "always"))
    written.put(1, f"action = {written.name(table.only_answer)}(s, box)")
    written.put(1, "if action >= 0:")
    written.put(2, f"{written.name(table.apply)}(s, box, action)")
    return written


def _write_chain(written: _Written, table: Decisions, groups: list[Group], depth: int, first: Rule | None) -> None:
    """Carry out an action, by its block."""
    for place, (names, choices) in enumerate(groups):
        end = table.actions.first(groups[place + 1][0][0]) if place + 1 < len(groups) else 0
        word = "if" if place == 0 else "elif"
        test = f"{word} action < {end}:" if end else "else:"
        written.put(depth, f"{test if len(groups) > 1 else 'if True:'}  # {', '.join(names)}")
        _take_by_phase(written, table, names, choices, depth + 1, first)


def _write_parts(written: _Written, table: Decisions, groups: list[Group], depth: int, first: Rule | None) -> None:
    """The same for many blocks, in several rules: one rule with all of them inside is slow to enter."""
    for start in range(0, len(groups), PART):
        part = groups[start : start + PART]
        name = f"apply_{start // PART + 1}"
        made = table._made(name, partial(_write_part, name=name, groups=part, first=first), None)
        call = f"{written.name(made)}(s, box, action, phase)"
        end = table.actions.first(groups[start + PART][0][0]) if start + PART < len(groups) else 0
        test = f"{'elif' if start else 'if'} action < {end}:" if end else "else:"
        written.put(depth, f"{test}  # {part[0][0][0]} to {part[-1][0][-1]}")
        written.put(depth + 1, f"goes_on = {call}" if table.then is not None else call)


def _write_part(table: Decisions, name: str, groups: list[Group], first: Rule | None) -> _Written:
    written = _Written([f"def {name}(s, box, action, phase):"], _variables(table.actions))
    if table.then is not None:
        written.put(1, "goes_on = True")
    _write_chain(written, table, groups, 1, first)
    if table.then is not None:
        written.put(1, "return goes_on")
    return written


def _answer_unasked(written: _Written, table: Decisions, depth: int) -> None:
    """Give the answers that nobody need be asked for, until there is something to decide."""
    answers: dict[Unasked, list[IntEnum]] = {}
    for phase, decision in table.decisions.items():
        if decision.unasked is not None:
            answers.setdefault(decision.unasked, []).append(phase)
    if not answers:
        return
    known = {"s": "s", "box": "box"}
    written.put(depth, "while s.over == 0:")
    written.put(depth + 1, "phase = s.phase")
    for place, (answer, phases) in enumerate(answers.items()):
        tests = " or ".join(f"phase == {int(phase)}" for phase in phases)
        names = ", ".join(phase.name for phase in phases)
        condition = f"{f'({tests})' if len(phases) > 1 else tests} and {_called(written, answer.when, known, names)}"
        written.put(depth + 1, f"{'if' if place == 0 else 'elif'} {condition}:  # {names}")
        written.put(depth + 2, _called(written, answer.take, known, names))
        if answer.then is not None:
            written.put(depth + 2, _called(written, answer.then, known, names))
    written.put(depth + 1, "else:")
    written.put(depth + 2, "break")


def _takes(table: Decisions) -> dict[str, dict[Choice, list[int]]]:
    """For each block, in order of number, the different ways to carry it out and the phases of each."""
    found: dict[str, dict[tuple[object, ...], tuple[Choice, list[int]]]] = {b.name: {} for b in table.actions.blocks}
    for phase, choice in table._rows():
        for name in choice.blocks:
            found[name].setdefault(choice.way, (choice, []))[1].append(-1 if phase is None else int(phase))
    return {name: dict(ways.values()) for name, ways in found.items()}


def _groups(table: Decisions, takes: Mapping[str, dict[Choice, list[int]]]) -> list[Group]:
    """Neighbouring blocks that are carried out by one call: they take no parameter but the action's number."""
    groups: list[Group] = []
    for name, choices in takes.items():
        plain = all(set(signature(choice.take).parameters) <= {"s", "box", "action"} for choice in choices)
        if groups and plain:
            before = groups[-1][1]
            if [(c.take, c.first, c.then, p) for c, p in before.items()] == [
                (c.take, c.first, c.then, p) for c, p in choices.items()
            ]:
                groups[-1][0].append(name)
                continue
        groups.append(([name], choices))
    return groups


def _take_by_phase(
    written: _Written,
    table: Decisions,
    names: list[str],
    choices: Mapping[Choice, list[int]],
    depth: int,
    first: Rule | None,
) -> None:
    """Carry out an action of a block, by its phase where phases differ."""
    block = next(block for block in table.actions.blocks if block.name == names[0])
    ways = sorted(choices.items(), key=lambda way: len(way[1]))  # the usual way is the last one, without a test
    for place, (choice, phases) in enumerate(ways):
        if len(ways) > 1:
            tests = " or ".join(f"phase == {phase}" for phase in phases)
            word = "if" if place == 0 else "elif"
            written.put(depth, f"{word} {tests}:" if place + 1 < len(ways) else "else:")
        _take(written, table, block, choice, depth + (len(ways) > 1), first)


def _take(written: _Written, table: Decisions, block: Block, choice: Choice, depth: int, first: Rule | None) -> None:
    """Carry out one action and what follows it."""
    around = {"s": "s", "box": "box", "action": "action"}
    first = first if choice.first is INHERIT else choice.first
    if first is not None:
        written.put(depth, _called(written, first, around, f"{block.name}: first"))
    known = around | _parameters(table.actions.first(block.name), block)
    known |= {name: str(int(value)) for name, value in choice.given.items()}
    call = _called(written, choice.take, known, f"choice {block.name}")
    answers = get_annotations(choice.take).get("return") in ("bool", bool)
    if choice.then is INHERIT:
        written.put(depth, f"goes_on = {call}" if answers and table.then is not None else call)
        return
    if choice.then is None:
        written.put(depth, call)
    else:
        follow = _called(written, choice.then, around, f"{block.name}: then")
        written.put(depth, f"if {call}:" if answers else call)
        written.put(depth + answers, follow)
    if table.then is not None:
        written.put(depth, "goes_on = False")


def _parameters(first: int, block: Block) -> dict[str, str]:
    """How the parameters of a block are read from the number of an action: the last one runs fastest."""
    if len(block.parameters) == 1:
        return dict.fromkeys(block.parameters, f"action - {first}" if first else "action")
    offset = f"(action - {first})" if first else "action"
    found = {}
    stride = block.size
    for place, (name, domain) in enumerate(block.parameters.items()):
        stride //= len(domain)
        value = offset if stride == 1 else f"{offset} // {stride}"
        found[name] = value if place == 0 else f"{value} % {len(domain)}"
    return found
