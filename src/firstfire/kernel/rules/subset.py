"""The subset of Python that compiles, read from the source of the rules before anything runs.

`problems_of(game.rules)` names whatever would not compile, each in one sentence with the rule, the file and the
line: helpers without `@rule`, lists and their kin, exceptions, functions of modules, recursion, and fields that a
record does not have, wherever the annotations tell which record it is. Where a rule's source cannot be found
(typed at a prompt) only the names it uses are looked at.
"""

from __future__ import annotations

import ast
import builtins
import dis
import linecache
import types
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from enum import IntEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from ..records.record import fields_of, is_record
from ..rule import CONTRACT, MACHINE, is_rule

Function = Callable[..., Any]

KERNEL = str(Path(__file__).parents[1])
LOAD_GLOBAL, LOAD_NAME = dis.opmap["LOAD_GLOBAL"], dis.opmap["LOAD_NAME"]
ROOMS = ("rules", "scene", "strategy")  # folders of a game: a file in one is named with the game it is of
BUILTINS = ("abs", "bool", "divmod", "enumerate", "float", "int", "len", "max", "min", "pow", "range", "round", "zip")
_WHOLE = "write numbers into a row of a record"
_REFUSED: dict[type[ast.AST], str] = {
    ast.List: f"makes a list: {_WHOLE}",
    ast.Dict: f"makes a dict: {_WHOLE}, at the place the key would name",
    ast.Set: f"makes a set: {_WHOLE}, or bits into a whole number",
    ast.ListComp: f"has a comprehension: {_WHOLE} in a loop",
    ast.SetComp: f"has a comprehension: {_WHOLE} in a loop",
    ast.DictComp: f"has a comprehension: {_WHOLE} in a loop",
    ast.GeneratorExp: "has a generator: add up or compare in a loop",
    ast.JoinedStr: "makes a text: rules know numbers only, sentences belong in words/*.toml",
    ast.Try: "has a try: rules raise nothing and catch nothing, ask beforehand",
    ast.TryStar: "has a try: rules raise nothing and catch nothing, ask beforehand",
    ast.With: "has a with: there is nothing to open in a rule",
    ast.Raise: "raises an exception: what must never be is a matter for check",
    ast.Assert: "has an assert: what must always hold is a matter for check",
    ast.Lambda: "has a lambda: write a rule of its own",
    ast.FunctionDef: "has a function inside: write a rule of its own",
    ast.AsyncFunctionDef: "has a function inside: write a rule of its own",
    ast.ClassDef: "has a class inside: records are declared in the module",
    ast.Yield: "yields: rules return one number or nothing",
    ast.YieldFrom: "yields: rules return one number or nothing",
    ast.Await: "waits for something: rules are plain functions",
    ast.Global: "writes a global name: what changes belongs in the record",
    ast.Nonlocal: "writes a name outside: what changes belongs in the record",
    ast.Import: "imports: import at the top of the module",
    ast.ImportFrom: "imports: import at the top of the module",
    ast.Delete: "deletes something: write zero instead",
    ast.Starred: "spreads with *: name each argument",
    ast.Slice: "takes a slice of a row: use its places one by one",
}


def place(function: Function, line: int = 0) -> str:
    """Where something is: the rule, its file and the line."""
    code = function.__code__
    return place_of(code, line or code.co_firstlineno)


def place_of_use(function: Function, name: str) -> str:
    """Where a rule first uses a global name."""
    found = (node for node in ast.walk(_definition(function) or ast.Module([], [])) if isinstance(node, ast.Name))
    return place(function, min((node.lineno for node in found if node.id == name), default=0))


def place_of(code: types.CodeType, line: int) -> str:
    """The rule that a code object is, its file and the line."""
    parts = Path(code.co_filename).parts
    return f"rule {code.co_name} ({'/'.join(parts[-3 if parts[-2:-1] and parts[-2] in ROOMS else -2 :])}, line {line})"


def meant(name: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    """What a misspelt name was probably meant to be, as the end of a sentence."""
    close = get_close_matches(name, list(known), 1)
    return f" (is {close[0]} meant?)" if close else ""


def problems_of(rules: Mapping[str, Function]) -> list[str]:
    """Everything in the rules of a game that would not compile, one sentence each."""
    found: list[str] = []
    for function in rules_under(rules.values(), rules, found):
        if not function.__code__.co_filename.startswith(KERNEL):
            found += _problems_in(function)
    return list(dict.fromkeys(found))


def why_not_compiled(function: Function, rules: Mapping[str, Function], error: Exception) -> str:
    """Why the compiler gave up on a rule or on one that it calls, in a sentence; empty if only its own words help."""
    found = problems_of({"": function} | ({} if function in rules.values() else dict(rules)))
    if found:
        return found[0]
    if isinstance(error, KeyError) and error.args:  # what the compiler says of a field that a record does not have
        for rule in rules_under([function, *rules.values()], rules):
            for node in ast.walk(_definition(rule) or ast.Module([], [])):
                if isinstance(node, ast.Attribute) and node.attr == error.args[0]:
                    return f"{place(rule, node.lineno)} uses a field {node.attr}, which its record does not have"
    return ""


def rules_under(roots: Any, contract: Mapping[str, Function], circles: list[str] | None = None) -> Iterator[Function]:
    """The rules, and all that they call, each once; calls that go round in a circle are told in `circles`."""
    seen: set[Function] = set()
    open_: list[Function] = []

    def visit(function: Function) -> Iterator[Function]:
        function = contract[getattr(function, CONTRACT)] if hasattr(function, CONTRACT) else function
        if function in open_ and circles is not None:
            circles.append(circle([*open_[open_.index(function) :], function]))
        if function in seen:
            return
        seen.add(function)
        yield function
        if hasattr(function, MACHINE):
            return
        open_.append(function)
        for name in sorted(global_names(function.__code__)):
            value: Any = function.__globals__.get(name)
            if is_rule(value):
                yield from visit(value)
        open_.pop()

    for root in roots:
        yield from visit(root)


def circle(rules: list[Function]) -> str:
    """What is said of rules that call each other in a circle."""
    names = " → ".join(rule.__qualname__ for rule in rules)
    return f"rules must not recurse: {names}, and {place(rules[-1])} is called again"


@cache
def global_names(code: types.CodeType) -> frozenset[str]:
    """All globals a function (and the comprehensions inside it) looks up. (`dis.get_instructions` says the same, and
    takes a third of the time in which a game begins.)"""
    names, above = set(), 0
    for operation, argument in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        number = above | argument
        above = number << 8 if operation == dis.EXTENDED_ARG else 0
        if operation == LOAD_GLOBAL:
            names.add(code.co_names[number >> 1])  # the last bit says whether it is called
        elif operation == LOAD_NAME:
            names.add(code.co_names[number])
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= global_names(constant)
    return frozenset(names)


def refused_value(value: Any) -> str:
    """Why a rule cannot use a value it found in its module; empty if it can."""
    if is_rule(value) or type(value) in (bool, int, float) or isinstance(value, IntEnum):
        return ""
    if isinstance(value, type) and issubclass(value, IntEnum):
        return ""
    if type(value) is tuple:
        return next((why for entry in value if (why := refused_value(entry))), "")
    if isinstance(value, types.BuiltinFunctionType) and value.__module__ == "math":
        return ""
    if isinstance(value, types.FunctionType):
        return "a function without @rule: put @rule above it"
    if isinstance(value, types.ModuleType):
        return f"a module: import its rules by name (from {value.__name__.rpartition('.')[2]} import …)"
    return (
        f"a {type(value).__name__}: rules may use numbers, tuples of numbers, IntEnum classes, functions of math "
        "and other rules"
    )


# ─────────────────────────────────────────────────────────────────────────────────── one rule


def _problems_in(function: Function) -> Iterator[str]:
    definition: Any = _definition(function)
    nodes = [] if definition is None else [node for part in definition.body for node in _plain_nodes(part)]
    for name, why in _refused_names(function):
        yield f"{place_of_use(function, name)} uses {name}, {why}"
    if function.__code__.co_freevars:
        names = ", ".join(function.__code__.co_freevars)
        yield f"{place(function)} uses {names} of the function around it: rules stand by themselves in a module"
    for node in nodes:
        if refused := _refused(node):
            yield f"{place(function, node.lineno)} {refused}"
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and _returns_a_number(definition):
            said = f"returns a tuple, where {ast.unparse(definition.returns)} is promised: return one number"
            yield f"{place(function, node.lineno)} {said}"
    yield from _unknown_fields(function, nodes)


def _returns_a_number(definition: ast.FunctionDef) -> bool:
    return isinstance(definition.returns, ast.Name) and definition.returns.id in ("bool", "int", "float")


def _refused(node: Any) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        return "uses a text: rules know numbers only, sentences belong in words/*.toml"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return f"calls {ast.unparse(node.func)}: rules call other rules by their bare imported names"
    return next((why for kind, why in _REFUSED.items() if isinstance(node, kind)), "")


def _refused_names(function: Function) -> Iterator[tuple[str, str]]:
    for name in sorted(global_names(function.__code__)):
        if name in function.__globals__:
            why = refused_value(function.__globals__[name])
        elif not hasattr(builtins, name):
            why = f"which is nowhere defined{meant(name, function.__globals__)}"
        else:
            why = "" if name in BUILTINS else f"which does not compile; of Python's own there are {', '.join(BUILTINS)}"
        if why:
            yield name, why


class _Field(NamedTuple):
    """What an expression is, as far as the annotations tell: a record, or rows of them."""

    record: Any
    depth: int = 0  # how many indices lead to it


def _unknown_fields(function: Function, nodes: list[ast.AST]) -> Iterator[str]:
    known = _annotated(function)
    assigned = [
        (node.targets[0].id, node.value)
        for node in nodes
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
    ]
    for name, value in assigned:
        kinds = {_field(other, known) for also, other in assigned if also == name}
        if name not in known and len(kinds) == 1 and (kind := _field(value, known)) is not None:
            known[name] = kind
    for node in nodes:
        if not isinstance(node, ast.Attribute):
            continue
        home = function.__globals__.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(home, type) and issubclass(home, IntEnum) and node.attr not in home.__members__:
            unknown = f"{home.__name__}.{node.attr}, which is none of its names{meant(node.attr, home.__members__)}"
            yield f"{place(function, node.lineno)} uses {unknown}"
        of = _field(node.value, known)
        if of is not None and of.depth == 0 and node.attr not in fields_of(of.record):
            yield f"{place(function, node.lineno)} uses {no_field(of.record.__name__, node.attr, fields_of(of.record))}"


def no_field(record: str, name: str, fields: Mapping[str, object]) -> str:
    """What is said of a field that a record does not have."""
    return f"{record}.{name}, but {record} has no field {name}{meant(name, fields)}"


def _annotated(function: Function) -> dict[str, _Field]:
    try:
        hints = get_type_hints(function)
    except (NameError, TypeError):  # names that only a type checker imports
        return {}
    return {name: _Field(hint) for name, hint in hints.items() if is_record(hint) and name != "return"}


def _field(node: ast.AST, known: Mapping[str, _Field]) -> _Field | None:
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Subscript):
        row = _field(node.value, known)
        return None if row is None or row.depth == 0 else _Field(row.record, row.depth - 1)
    if isinstance(node, ast.Attribute):
        of = _field(node.value, known)
        layout = fields_of(of.record).get(node.attr) if of is not None and of.depth == 0 else None
        return _Field(layout.ctype, len(layout.shape)) if layout is not None and is_record(layout.ctype) else None
    return None


def _plain_nodes(node: ast.AST) -> Iterator[Any]:
    """A statement and everything in it, without docstrings, annotations and the inside of what is refused whole."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    yield node
    if isinstance(node, ast.Lambda | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.JoinedStr):
        return
    for name, child in ast.iter_fields(node):
        if name == "annotation":
            continue
        for part in child if isinstance(child, list) else [child]:
            if isinstance(part, ast.AST):
                yield from _plain_nodes(part)


def _definition(function: Function) -> ast.FunctionDef | None:
    """The source of a function, as a tree."""
    code = function.__code__
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    return _definitions(text).get((code.co_name, code.co_firstlineno))


@lru_cache(maxsize=256)
def _definitions(text: str) -> dict[tuple[str, int], ast.FunctionDef]:
    found = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found[node.name, first] = node
    return found
