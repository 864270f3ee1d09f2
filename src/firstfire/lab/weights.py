"""The weights of a strategy as one row of numbers, and a game whose rules look them up while they run.

A module of a game's `strategy/` gives names to numbers (`HUNGER = 2.0`, or a tuple of them). All of them that are
fractions and not zero can be varied. In the variant made here every use of such a name is a look into a table
(kernel/compiling/weights.py): compiled once, it judges by whatever stands in the table.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ..errors import BadSetup
from ..kernel.compiling.weights import PLACES, weight
from ..kernel.game import Game
from .variants import Number, remade, strategy_of

LOOK = "weight_in_place"  # what the rules of the variant call


@dataclass(frozen=True)
class Weights:
    """The named numbers of a module: each name with its first place in a row, and the row."""

    game: Game
    module: types.ModuleType
    first: dict[str, int]
    row: tuple[float, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return _weights_again, (self.game, self.module.__name__, self.first, self.row)

    def labels(self) -> list[str]:
        """A name for each place: `HUNGER`, `WANTED[2]`."""
        found = []
        for name in self.first:
            value = getattr(self.module, name)
            found += [f"{name}[{i}]" for i in range(len(value))] if isinstance(value, tuple) else [name]
        return found

    def values(self, row: Any) -> dict[str, Number]:
        """A row by names, as the module would hold it."""
        found: dict[str, Number] = {}
        for name, first in self.first.items():
            value = getattr(self.module, name)
            size = len(value) if isinstance(value, tuple) else 0
            found[name] = tuple(map(float, row[first : first + size])) if size else float(row[first])
        return found

    def loose(self) -> Game:
        """The game with rules that look these weights up."""
        homes = {module.__name__: vars(module) for module in strategy_of(self.game)}

        def code_of(function: types.FunctionType) -> types.CodeType:
            around = homes[function.__module__]
            mine = {name for name in self.first if around.get(name) is getattr(self.module, name)}
            return looking_up(function, {name: self.first[name] for name in mine}, self)

        return remade(self.game, {}, code_of, {LOOK: weight})


def _weights_again(game: Game, module: str, first: dict[str, int], row: tuple[float, ...]) -> Weights:
    return Weights(game, import_module(module), first, row)


def weights_of(game: Game, name: str) -> Weights:
    """The weights that a module of a game's strategy names."""
    modules = {module.__name__.rpartition(".")[2]: module for module in strategy_of(game)}
    if name not in modules:
        raise BadSetup(f"the strategy of {game.name} has no module {name!r}; it has: {', '.join(sorted(modules))}")
    first: dict[str, int] = {}
    row: list[float] = []
    for label, value in _own_numbers(modules[name]).items():
        first[label] = len(row)
        row += value if isinstance(value, tuple) else (value,)
    if not row or len(row) > PLACES:
        raise BadSetup(f"{name} of {game.name} names {len(row)} fractions: one to {PLACES} can be bred")
    return Weights(game, modules[name], first, tuple(row))


def _own_numbers(module: types.ModuleType) -> dict[str, Number]:
    """The fractions and rows of fractions that a module itself defines, in the order of its file."""
    body = ast.parse(inspect.getsource(module)).body
    targets = [node.targets[0] for node in body if isinstance(node, ast.Assign)]
    named = {target.id: vars(module)[target.id] for target in targets if isinstance(target, ast.Name)}
    return {name: value for name, value in named.items() if _is_fraction(value) or _is_row(value)}


def _is_fraction(value: Any) -> bool:
    return type(value) is float


def _is_row(value: Any) -> bool:
    return type(value) is tuple and len(value) > 0 and all(map(_is_fraction, value))


def looking_up(function: types.FunctionType, first: dict[str, int], weights: Weights) -> types.CodeType:
    """The code of a rule in which some names are looked up; its own where it uses none of them."""
    if not first.keys() & set(function.__code__.co_names):
        return function.__code__
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    definition.returns = None
    for argument in definition.args.args:
        argument.annotation = None
    rows = {name for name in first if isinstance(getattr(weights.module, name), tuple)}
    changed = ast.fix_missing_locations(_Lookup(function, first, rows).visit(tree))
    ast.increment_lineno(changed, function.__code__.co_firstlineno - 1)
    made = compile(changed, function.__code__.co_filename, "exec")
    return next(code for code in made.co_consts if isinstance(code, types.CodeType))


class _Lookup(ast.NodeTransformer):
    """Puts a call in the place of a name, or of a place of a named row."""

    def __init__(self, function: types.FunctionType, first: dict[str, int], rows: set[str]) -> None:
        self.function, self.first, self.rows = function, first, rows

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """`WANTED[good]`."""
        if isinstance(node.value, ast.Name) and node.value.id in self.rows:
            place = ast.BinOp(ast.Constant(self.first[node.value.id]), ast.Add(), self.visit(node.slice))
            return ast.copy_location(_look(place), node)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """`HUNGER`."""
        if node.id in self.rows:
            raise BadSetup(f"{self.function.__name__} uses {node.id} otherwise than by place: it cannot be varied")
        if node.id in self.first:
            return ast.copy_location(_look(ast.Constant(self.first[node.id])), node)
        return node


def _look(place: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(LOOK, ast.Load()), [place], [])
