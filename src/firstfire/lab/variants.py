"""Variants of a strategy: a constant of a game's strategy changed, and a match against the rest.

    python -m firstfire.lab.variants totem KILL=0.7 --games 200
    python -m firstfire.lab.variants honga UNIT=0.5 CARD=1 --player search:200 --games 40
    python -m firstfire.lab.variants doggerland --bred bred.json --player search:100 --games 60

One player judges with the changed constants (or with those that `firstfire.lab.breeding` found, to two digits), the
others with those of the file; seats rotate. What wins clearly is then written into `strategy/` by hand.
"""

from __future__ import annotations

import argparse
import json
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import Any

from ..errors import BadSetup, FirstfireError
from ..games import game as find_game
from ..kernel.game import Game
from ..kernel.rule import RULE, is_rule
from ..players import Budget, Player, player_named
from ..view import View
from .arguments import read_options
from .match import play_game
from .statistics import wilson

Number = float | tuple[float, ...]  # a constant, or a row of them


def variant(game: Game, changes: Mapping[str, Number]) -> Game:
    """The game with other constants in its strategy (and in what of its habit reads them)."""
    modules = strategy_of(game)
    known = set().union(*(vars(module) for module in modules))
    for name, value in changes.items():
        if name not in known or not _fits(_constant(modules, name), value):
            what = (
                f"that is a row of {len(value)}" if isinstance(value, tuple) else f"that is a number (given: {value:g})"
            )
            raise BadSetup(f"the strategy of {game.name} has no constant {name!r} {what}")
    return remade(game, changes)


def _fits(before: Any, value: Number) -> bool:
    if isinstance(value, tuple):
        return isinstance(before, tuple) and len(before) == len(value)
    return isinstance(before, int | float)


def remade(
    game: Game, changes: Mapping[str, Any], code_of: Callable[[types.FunctionType], types.CodeType] | None = None,
    beside: Mapping[str, Any] | None = None,
) -> Game:  # fmt: skip
    """The game with its strategy made anew: other values under some names, other code where `code_of` says so, and
    names beside that this code may use."""
    modules = strategy_of(game)
    room: dict[Any, Any] = {}
    for module in modules:
        changed = {name: value for name, value in changes.items() if name in vars(module)}
        world = {**vars(module), **changed, **(beside or {})}
        for function in [value for value in vars(module).values() if _is_own_rule(value, module)]:
            code = function.__code__ if code_of is None else code_of(function)
            room[function] = types.FunctionType(
                code, world, function.__name__, function.__defaults__, function.__closure__
            )
            setattr(room[function], RULE, True)
        world.update({name: room[value] for name, value in world.items() if _is_own_rule(value, module)})
    for function in list(room.values()):  # what one of these modules takes from another
        world = function.__globals__
        taken = {name: value for name, value in world.items() if isinstance(value, types.FunctionType)}
        world.update({name: room[value] for name, value in taken.items() if value in room})
    return replace(game, rules={name: room.get(rule, rule) for name, rule in game.rules.items()})


def strategy_of(game: Game) -> set[types.ModuleType]:
    """The modules in which a game's strategy is written: those of its contract, and all of its folder `strategy`."""
    names = {game.rules[name].__module__ for name in ("prefer", "value", "habit")}
    folders = tuple(f"{name}." for name in {name.rpartition(".")[0] for name in names} if name.endswith(".strategy"))
    return {import_module(name) for name in names | {name for name in sys.modules if name.startswith(folders)}}


def _constant(modules: set[types.ModuleType], name: str) -> Any:
    return next(vars(module)[name] for module in modules if name in vars(module))


def _is_own_rule(value: Any, module: types.ModuleType) -> bool:
    return isinstance(value, types.FunctionType) and is_rule(value) and value.__module__ == module.__name__


@dataclass
class Judge:
    """A player who sees the game as a variant of it."""

    inner: Player
    game: Game
    name: str = "variant"

    def choose(self, view: View, budget: Budget | None = None) -> int:
        """What the inner player chooses with the variant's judgement."""
        seen = View(self.game, view.box, view.seat, view.state, view.numbers, (), None)
        return self.inner.choose(seen, budget)


def trial(
    name: str, changes: Mapping[str, Number], player: str, seats: int, games: int, seed: int = 1,
    options: Mapping[str, str] | None = None,
) -> float:  # fmt: skip
    """How many games of a match the variant wins, shared victories in part."""
    game = find_game(name)
    other = variant(game, changes)
    wins = 0.0
    for number in range(games):
        deal, turn = divmod(number, seats)
        players: list[Player] = [player_named(player, name, 1000 * (seed + deal) + i) for i in range(seats)]
        players[turn] = Judge(players[turn], other)
        position, _, _ = play_game(game, players, seed + deal, options)
        wins += position.shares()[turn]
    return wins


def main(words: Sequence[str] | None = None) -> int:
    """Try a variant from the command line."""
    parser = argparse.ArgumentParser(prog="python -m firstfire.lab.variants", description="Try other constants.")
    parser.add_argument("game")
    parser.add_argument("changes", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--bred", type=Path, metavar="FILE", help="what firstfire.lab.breeding found")
    parser.add_argument("--player", default="greedy", help="who plays on all seats (greedy, search:200, …)")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option of the game")
    arguments = parser.parse_args(words)
    try:
        changes = (bred(arguments.bred) if arguments.bred else {}) | settings(arguments.changes)
        if not changes or arguments.games < 1:
            raise BadSetup("name a change (NAME=VALUE) or a file of weights (--bred FILE), and at least one game")
        wins = trial(
            arguments.game, changes, arguments.player, arguments.seats, arguments.games, arguments.seed,
            read_options(arguments.option),
        )  # fmt: skip
    except FirstfireError as error:
        print(error, file=sys.stderr)
        return 2
    low, high = wilson(wins, arguments.games)
    told = " ".join([*([str(arguments.bred)] if arguments.bred else []), *arguments.changes])
    print(f"{arguments.game}, {told}: wins {wins / arguments.games:.1%} of {arguments.games} [{low:.1%} – {high:.1%}]")
    return 0


def bred(file: Path) -> dict[str, Number]:
    """What a file of `firstfire.lab.breeding` found, to two digits."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))["found"]
        told = {name: rounded(tuple(value) if isinstance(value, list) else value) for name, value in found.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadSetup(f"{file} holds no weights that were bred ({error!r})") from None
    if not all(isfinite(each) for value in told.values() for each in (value if isinstance(value, tuple) else (value,))):
        raise BadSetup(f"{file} holds weights that are no numbers")
    return told


def rounded(value: Number) -> Number:
    """A constant to two digits."""
    return tuple(float(f"{each:.2g}") for each in value) if isinstance(value, tuple) else float(f"{value:.2g}")


def settings(words: Sequence[str]) -> dict[str, float]:
    """What is written as NAME=VALUE."""
    found = {}
    for word in words:
        name, _, value = word.partition("=")
        try:
            found[name] = float(value)
        except ValueError:
            raise BadSetup(f"a change is written NAME=VALUE with a number, not {word!r}") from None
    return found


if __name__ == "__main__":
    sys.exit(main())
