"""The games, by name and rules version. A game's package is imported when it is first asked for.

    totem                     the newest rules           games/totem/
    totem@1                   those of version 1         games/kept/totem_v1/, unless they are the newest

Saved games and stored tables name the version they were begun with, and are opened by its rules. Before
rules change, `python tools/keep_rules.py GAME` keeps a copy of the whole package
(docs/how-to/change-a-rule.md).
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from ..errors import RulesNotKept, UnknownGame
from ..kernel.game import Game

GAMES = ("totem", "honga", "neta_tanka", "doggerland", "prehistory")
HERE = Path(__file__).parent
_ADDED: dict[str, dict[int, Game]] = {}  # games from outside this package: name → version → game


def game(name: str) -> Game:
    """The game of that name by its newest rules, `game("totem")`, or by those of a version, `game("totem@1")`."""
    plain, _, version = name.partition("@")
    newest = _newest(plain)
    if version in ("", str(newest.rules_version)) and name != f"{plain}@":
        return newest
    if version not in map(str, versions(plain)):
        known = ", ".join(map(str, versions(plain)))
        raise RulesNotKept(f"rules version {version} of {plain} is not kept here; there are: {known}")
    return _ADDED[plain][int(version)] if plain in _ADDED else _found(f"kept.{plain}_v{version}")


def versions(name: str) -> tuple[int, ...]:
    """The rules versions of a game that can be played, the newest first."""
    newest = _newest(name)
    if name in _ADDED:
        return tuple(sorted(_ADDED[name], reverse=True))
    found = (re.fullmatch(rf"{name}_v(\d+)", folder.name) for folder in (HERE / "kept").glob(f"{name}_v*"))
    return tuple(sorted({newest.rules_version, *(int(match[1]) for match in found if match)}, reverse=True))


def _newest(name: str) -> Game:
    if name in _ADDED:
        return _ADDED[name][max(_ADDED[name])]
    if name not in GAMES and not _lies_here(name):
        known = ", ".join([*GAMES, *_ADDED])
        raise UnknownGame(f"there is no game called {name!r}; there are: {known}")
    return _found(name)


def _found(module: str) -> Game:
    found: Game = import_module(f".{module}", __name__).GAME
    return found


def _lies_here(name: str) -> bool:
    return name.isidentifier() and (HERE / name / "components.toml").exists()


def add_game(game: Game) -> None:
    """Put a game from outside this package on the shelf, for this process. One with the name of another and another
    rules version stands beside it: the highest version is the newest."""
    _ADDED.setdefault(game.name, {})[game.rules_version] = game


def names() -> tuple[str, ...]:
    """The names of all games."""
    return (*GAMES, *_ADDED)
