"""The source of the rules that a table of decisions stands for: `legal`, `apply`, and what answers itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from functools import partial
from inspect import get_annotations, signature
from math import prod
from typing import TypeAlias

from ..records.bits import allow, allow_set, lowest, popcount
from .actions import Actions, Block
from .decision_rows import INHERIT, Decision, DecisionChoice, Provided, Rule, Unasked, choices_of
from .decision_table import DecisionTable
from .rule_source import Written, called, parameters, variables

LONGEST, PART = 20, 10  # `apply` of more blocks than that is written in parts of so many
SET_BITS = 63  # the longest row of values a set can tell

Group: TypeAlias = tuple[
    list[str], dict[DecisionChoice, list[int]]
]  # blocks, and how they are carried out at which phases


# --- legal


def write_legal(table: DecisionTable) -> Written:
    """`legal(s, box, mask)`: the choices of each phase."""
    written = Written(["def legal(s, box, mask):"], variables(table.actions))
    written.put(1, "phase = s.phase")
    _list_by_phase(written, table, table.decisions, _allowed)
    for choice in table.anywhere:
        _list(written, table.actions, choice, 1, _allowed)
    return written


def write_only_answer(table: DecisionTable) -> Written:
    """The number of the only answer to a question; -1 if there are several, or no question is asked."""
    written = Written(["def only_answer(s, box):"], variables(table.actions))
    for line in ("phase = s.phase", "answers = 0", "only = -1"):
        written.put(1, line)
    _list_by_phase(written, table, table.questions, _counted)
    written.put(1, "return only if answers == 1 and s.over == 0 else -1")
    return written


# How an action is listed, or those of a set: the lines for it.
Lines: TypeAlias = Callable[[Written, str, str | None], list[str]]


def _allowed(written: Written, number: str, chosen: str | None) -> list[str]:
    if chosen is None:
        return [f"{written.name(allow)}(mask, {number})"]
    return [f"{written.name(allow_set)}(mask, {number}, {chosen})"]


def _counted(written: Written, number: str, chosen: str | None) -> list[str]:
    if chosen is None:
        return ["answers += 1", f"only = {number}"]
    return [
        f"chosen = {chosen}",
        "if chosen != 0:",
        f"    answers += {written.name(popcount)}(chosen)",
        f"    only = {number} + {written.name(lowest)}(chosen)",
    ]


def _list_by_phase(written: Written, table: DecisionTable, decisions: Mapping[IntEnum, Decision], lines: Lines) -> None:
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


def _list_common(
    written: Written, actions: Actions, found: Mapping[DecisionChoice, list[IntEnum]], lines: Lines
) -> None:
    for choice, phases in found.items():
        tests = " or ".join(f"phase == {int(phase)}" for phase in phases)
        written.put(1, f"if {tests}:  # {', '.join(phase.name for phase in phases)}")
        _list(written, actions, choice, 2, lines)


def _common(
    actions: Actions, decisions: Mapping[IntEnum, Decision], which: Callable[..., DecisionChoice]
) -> dict[DecisionChoice, list[IntEnum]]:
    """The choices with which several decisions begin (`min`) or end (`max`): they are listed once, before or behind
    all others. (Threads of a GPU meet there.)"""
    found: dict[DecisionChoice, list[IntEnum]] = {}
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
    written: Written, actions: Actions, asked: Sequence[DecisionChoice | Provided], depth: int, lines: Lines
) -> None:
    for item in sorted(asked, key=lambda item: min(actions.first(choice.blocks[0]) for choice in choices_of(item))):
        if isinstance(item, DecisionChoice):
            _list(written, actions, item, depth, lines)
        else:
            known = {"s": "s", "box": "box"} | {name: str(int(value)) for name, value in item.given.items()}
            condition = called(written, item.condition, known, "provided")
            written.put(depth, f"if {condition}:")
            _list_all(written, actions, item.asked, depth + 1, lines)


def _list(written: Written, actions: Actions, choice: DecisionChoice, depth: int, lines: Lines) -> None:
    """List the legal actions of a choice."""
    given = {name: str(int(value)) for name, value in choice.given.items()}
    if choice.offer is not None:
        known = {"s": "s", "box": "box", "mask": "mask"} | given
        written.put(depth, called(written, choice.offer, known, f"choice {choice.blocks[0]}"))
        return
    for name in choice.blocks:
        block = next(block for block in actions.blocks if block.name == name)
        _list_block(written, actions.first(name), block, choice, depth, lines)


def _list_block(written: Written, first: int, block: Block, choice: DecisionChoice, depth: int, lines: Lines) -> None:
    given = {name: str(int(value)) for name, value in choice.given.items()}
    fixed = {name: int(choice.given[name]) for name in block.parameters if name in choice.given}
    parameters = list(block.parameters)
    told = parameters[-1:] if choice.among is not None else parameters if choice.options is not None else []
    looped = [name for name in parameters[: len(parameters) - len(told)] if name not in fixed]
    option = choice.among or choice.options or choice.when
    wanted = set(signature(option).parameters) if option is not None else set()
    if choice.when is not None and not wanted & set(looped):  # the same answer for all of the block
        written.put(depth, f"if {called(written, choice.when, {'s': 's', 'box': 'box'} | given, block.name)}:")
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
        chosen = called(written, option, known, block.name)
    elif option is not None:
        written.put(depth, f"if {called(written, option, known, block.name)}:")
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


def write_apply(table: DecisionTable) -> Written:
    """`apply(s, box, action)`: an action and all that follows it."""
    written = Written(["def apply(s, box, action):"], variables(table.actions))
    takes = _takes(table)
    depth = 1
    if table.questions:
        written.put(1, "while action >= 0:")
        depth = 2
    if any(len(choices) > 1 for choices in takes.values()) or len(_groups(table, takes)) > LONGEST:
        written.put(depth, "phase = s.phase")
    if table.then is not None:
        written.put(depth, "goes_on = True")
    shared = all(choice.first is INHERIT for _, choice in table.rows())
    if table.first is not None and shared:
        written.put(depth, called(written, table.first, {"s": "s", "box": "box", "action": "action"}, "first"))
    first = None if shared else table.first
    groups = _groups(table, takes)
    if len(groups) <= LONGEST:
        _write_chain(written, table, groups, depth, first)
    else:
        _write_parts(written, table, groups, depth, first)
    if table.then is not None:
        written.put(depth, "if goes_on:")
        written.put(depth + 1, called(written, table.then, {"s": "s", "box": "box"}, "then"))
    if table.always is not None:
        written.put(depth, called(written, table.always, {"s": "s", "box": "box"}, "always"))
    _answer_unasked(written, table, depth)
    if table.questions:
        written.put(depth, f"action = {written.name(table.only_answer)}(s, box)")
    return written


def write_settle(table: DecisionTable) -> Written:
    """From a table just laid to the first decision."""
    written = Written(["def settle(s, box):"], variables(table.actions))
    if table.always is not None:
        written.put(1, called(written, table.always, {"s": "s", "box": "box"}, "always"))
    written.put(1, f"action = {written.name(table.only_answer)}(s, box)")
    written.put(1, "if action >= 0:")
    written.put(2, f"{written.name(table.apply)}(s, box, action)")
    return written


def _write_chain(written: Written, table: DecisionTable, groups: list[Group], depth: int, first: Rule | None) -> None:
    """Carry out an action, by its block."""
    for place, (names, choices) in enumerate(groups):
        end = table.actions.first(groups[place + 1][0][0]) if place + 1 < len(groups) else 0
        word = "if" if place == 0 else "elif"
        test = f"{word} action < {end}:" if end else "else:"
        written.put(depth, f"{test if len(groups) > 1 else 'if True:'}  # {', '.join(names)}")
        _take_by_phase(written, table, names, choices, depth + 1, first)


def _write_parts(written: Written, table: DecisionTable, groups: list[Group], depth: int, first: Rule | None) -> None:
    """The same for many blocks, in several rules: one rule with all of them inside is slow to enter."""
    for start in range(0, len(groups), PART):
        part = groups[start : start + PART]
        name = f"apply_{start // PART + 1}"
        made = table.made(name, partial(_write_part, name=name, groups=part, first=first), None)
        call = f"{written.name(made)}(s, box, action, phase)"
        end = table.actions.first(groups[start + PART][0][0]) if start + PART < len(groups) else 0
        test = f"{'elif' if start else 'if'} action < {end}:" if end else "else:"
        written.put(depth, f"{test}  # {part[0][0][0]} to {part[-1][0][-1]}")
        written.put(depth + 1, f"goes_on = {call}" if table.then is not None else call)


def _write_part(table: DecisionTable, name: str, groups: list[Group], first: Rule | None) -> Written:
    written = Written([f"def {name}(s, box, action, phase):"], variables(table.actions))
    if table.then is not None:
        written.put(1, "goes_on = True")
    _write_chain(written, table, groups, 1, first)
    if table.then is not None:
        written.put(1, "return goes_on")
    return written


def _answer_unasked(written: Written, table: DecisionTable, depth: int) -> None:
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
        condition = f"{f'({tests})' if len(phases) > 1 else tests} and {called(written, answer.when, known, names)}"
        written.put(depth + 1, f"{'if' if place == 0 else 'elif'} {condition}:  # {names}")
        written.put(depth + 2, called(written, answer.take, known, names))
        if answer.then is not None:
            written.put(depth + 2, called(written, answer.then, known, names))
    written.put(depth + 1, "else:")
    written.put(depth + 2, "break")


def _takes(table: DecisionTable) -> dict[str, dict[DecisionChoice, list[int]]]:
    """For each block, in order of number, the different ways to carry it out and the phases of each."""
    found: dict[str, dict[tuple[object, ...], tuple[DecisionChoice, list[int]]]] = {
        b.name: {} for b in table.actions.blocks
    }
    for phase, choice in table.rows():
        for name in choice.blocks:
            found[name].setdefault(choice.way, (choice, []))[1].append(-1 if phase is None else int(phase))
    return {name: dict(ways.values()) for name, ways in found.items()}


def _groups(table: DecisionTable, takes: Mapping[str, dict[DecisionChoice, list[int]]]) -> list[Group]:
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
    written: Written,
    table: DecisionTable,
    names: list[str],
    choices: Mapping[DecisionChoice, list[int]],
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


def _take(
    written: Written, table: DecisionTable, block: Block, choice: DecisionChoice, depth: int, first: Rule | None
) -> None:
    """Carry out one action and what follows it."""
    around = {"s": "s", "box": "box", "action": "action"}
    first = first if choice.first is INHERIT else choice.first
    if first is not None:
        written.put(depth, called(written, first, around, f"{block.name}: first"))
    known = around | parameters(table.actions.first(block.name), block)
    known |= {name: str(int(value)) for name, value in choice.given.items()}
    call = called(written, choice.take, known, f"choice {block.name}")
    answers = get_annotations(choice.take).get("return") in ("bool", bool)
    if choice.then is INHERIT:
        written.put(depth, f"goes_on = {call}" if answers and table.then is not None else call)
        return
    if choice.then is None:
        written.put(depth, call)
    else:
        follow = called(written, choice.then, around, f"{block.name}: then")
        written.put(depth, f"if {call}:" if answers else call)
        written.put(depth + answers, follow)
    if table.then is not None:
        written.put(depth, "goes_on = False")
