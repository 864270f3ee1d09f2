"""Games that lie in a folder and are not installed: `firstfire play ./river`.

A folder is a path that holds the package of a game (`__init__.py` with GAME, `components.toml`), or one in which one
such package lies, as `firstfire new-game` writes it.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

from ..errors import BadSetup, FirstfireError, UnknownGame
from ..kernel.game import Game
from ..kernel.presentation.complaints import complaint, quoted
from . import add_game, game, names

_FOLDERS: dict[str, Path] = {}  # the package of each game that was found in a folder, by its name


def game_at(wanted: str) -> Game:
    """A game by its name (`totem`, `totem@1`), or from the folder of one that is not installed."""
    if wanted.partition("@")[0] in names():
        return game(wanted)
    package = _package_at(Path(wanted))
    if package is None:
        if _is_path(wanted):
            raise complaint(UnknownGame, "folder", folder=wanted, games=", ".join(names()))
        return game(wanted)  # says what there is
    found = _imported(package)
    add_game(found)
    _FOLDERS[found.name] = package
    return found


def written(found: Game) -> str:
    """What another process finds a game by: its name and version, or its folder."""
    folder = _FOLDERS.get(found.name)
    return found.key if folder is None else str(folder)


def folder_of(name: str) -> Path | None:
    """The folder a game was found in; None for one that every command knows."""
    return _FOLDERS.get(name)


def _imported(package: Path) -> Game:
    if package.name in sys.modules and Path(sys.modules[package.name].__file__ or "").parent != package:
        raise complaint(BadSetup, "same_module", module=package, name=quoted(package.name))
    sys.path.insert(0, str(package.parent))
    try:
        found = getattr(import_module(package.name), "GAME", None)
    except FirstfireError:
        raise
    except Exception as error:  # whatever somebody's own code may do
        raise complaint(BadSetup, "not_imported", module=package, why=f"{type(error).__name__}: {error}") from error
    if not isinstance(found, Game):
        raise complaint(BadSetup, "no_game_in", package=package)
    return found


def _package_at(folder: Path) -> Path | None:
    try:
        here = folder.resolve()
        inside = [place for place in here.iterdir() if _is_package(place)] if here.is_dir() else []
        return here if _is_package(here) else inside[0] if len(inside) == 1 else None
    except (OSError, ValueError, RuntimeError):  # no path at all
        return None


def _is_package(folder: Path) -> bool:
    return (folder / "__init__.py").is_file() and (folder / "components.toml").is_file()


def _is_path(wanted: str) -> bool:
    return os.sep in wanted or "/" in wanted or wanted in (".", "..") or os.path.isdir(wanted)
