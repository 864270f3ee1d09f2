"""The games, by name and rules version. A game's package is imported when it is first asked for.

    totem                     the newest rules           games/totem/
    totem@1                   those of version 1         games/kept/totem_v1/, unless they are the newest

    river                     from another project       its entry point in the group `firstfire.games`

Saved games and stored tables name the version they were begun with, and are opened by its rules. Before
rules change, `python tools/keep_rules.py GAME` keeps a copy of the whole package
(docs/how-to/change-a-rule.md).
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BadSetup, RulesNotKept, UnknownGame
from ..kernel.game import Game
from ..kernel.presentation.complaints import complaint, quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES = ("totem", "honga", "neta_tanka", "doggerland", "prehistory")
HERE = Path(__file__).parent
LONGEST_NAME = 40  # characters; a file system may refuse even to look for longer ones
GROUP = "firstfire.games"  # entry points of other projects: river = "river:GAME"
_ADDED: dict[str, dict[int, Game]] = {}  # games from outside this package: name → version → game


def game(name: str) -> Game:
    """The game of that name by its newest rules, `game("totem")`, or by those of a version, `game("totem@1")`."""
    name = name if isinstance(name, str) else repr(name)
    plain, _, version = name.partition("@")
    newest = _newest(plain)
    if version in ("", str(newest.rules_version)) and name != f"{plain}@":
        return newest
    if version not in map(str, versions(plain)):
        known = ", ".join(map(str, versions(plain)))
        raise complaint(RulesNotKept, "version", version=version, game=plain, versions=known)
    return _ADDED[plain][int(version)] if plain in _ADDED else _found(f"kept.{plain}_v{version}")


def _pickled(found: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """How a game is pickled: by its key."""
    try:
        same = game(found.key) is found
    except UnknownGame:
        same = False
    if not same:
        raise BadSetup(f"{found.key} cannot be pickled: no game of that name is known here (add_game)")
    return game, (found.key,)


copyreg.pickle(Game, _pickled)


def versions(name: str) -> tuple[int, ...]:
    """The rules versions of a game that can be played, the newest first."""
    newest = _newest(name)
    if name in _ADDED:
        return tuple(sorted(_ADDED[name], reverse=True))
    found = (re.fullmatch(rf"{name}_v(\d+)", folder.name) for folder in (HERE / "kept").glob(f"{name}_v*"))
    return tuple(sorted({newest.rules_version, *(int(match[1]) for match in found if match)}, reverse=True))


def _newest(name: str) -> Game:
    if name not in _ADDED and name not in GAMES and name in _plugged():
        add_game(_load(name))
    if name in _ADDED:
        return _ADDED[name][max(_ADDED[name])]
    if name not in GAMES and not _lies_here(name):
        known = ", ".join(names())
        raise complaint(UnknownGame, "game", name=quoted(name), games=known)
    return _found(name)


@cache
def _plugged() -> dict[str, EntryPoint]:
    """The games that other installed projects bring, not loaded before somebody asks. Our own names stay ours."""
    from importlib.metadata import entry_points  # a quarter of what `import firstfire` would take

    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    return {name: entry for name, entry in found.items() if name not in GAMES}


def _load(name: str) -> Game:
    entry = _plugged()[name]
    brings = f"the game {name} of {entry.dist.name if entry.dist else entry.module} ({entry.value})"
    try:
        found = entry.load()
    except Exception as error:  # whatever another project's code may do
        raise BadSetup(f"{brings} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(found, Game) or found.name != name:
        raise BadSetup(f"{brings} is not a Game with the name {name!r}")
    return found


def _found(module: str) -> Game:
    found: Game = import_module(f".{module}", __name__).GAME
    return found


def _lies_here(name: str) -> bool:
    return len(name) <= LONGEST_NAME and name.isidentifier() and (HERE / name / "components.toml").exists()


def add_game(game: Game) -> None:
    """Put a game from outside this package on the shelf, for this process. One with the name of another and another
    rules version stands beside it: the highest version is the newest."""
    _ADDED.setdefault(game.name, {})[game.rules_version] = game


def names() -> tuple[str, ...]:
    """The names of all games: ours, those of other projects, those added."""
    return tuple(dict.fromkeys((*GAMES, *_plugged(), *_ADDED)))
