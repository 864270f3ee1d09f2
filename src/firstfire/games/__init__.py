"""The games, by name. A game's package is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from ..errors import UnknownGame
from ..kernel.game import Game

GAMES = ("totem", "honga", "neta_tanka", "doggerland", "prehistory")
_ADDED: dict[str, Game] = {}


def game(name: str) -> Game:
    """The game of that name: `game("totem")`."""
    if name in _ADDED:
        return _ADDED[name]
    if name not in GAMES and not _lies_here(name):
        known = ", ".join([*GAMES, *_ADDED])
        raise UnknownGame(f"there is no game called {name!r}; there are: {known}")
    found: Game = import_module(f".{name}", __name__).GAME
    return found


def _lies_here(name: str) -> bool:
    return name.isidentifier() and (Path(__file__).parent / name / "components.toml").exists()


def add_game(game: Game) -> None:
    """Put a game from outside this package on the shelf, for this process."""
    _ADDED[game.name] = game


def names() -> tuple[str, ...]:
    """The names of all games."""
    return (*GAMES, *_ADDED)
