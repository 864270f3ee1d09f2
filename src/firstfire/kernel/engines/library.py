"""Libraries: rules as machine code that was made beforehand (`firstfire build`), and is shipped in wheels.

A library holds all entry points of one game for one kind of computer. It is used only if it is whole, was made for this
kind of computer, and of the very sources that lie here: each file is named by a digest of its bytes, and holds a
fingerprint of its sources. Nothing but ctypes is needed to call it.

    totem.v2.0f3c….so     for every processor of the level x86-64-v2 (of several levels, the highest it has is taken)
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..game import Game
from ..records.entry import FRACTION, NOTHING, WHOLE, Kind, Signature

if TYPE_CHECKING:
    from logging import Logger

PACKAGE = Path(__file__).parents[2]
SHIPPED = PACKAGE / "libraries"
SOURCES = ("kernel", "players", "envs")  # the parts of the package that entry points are made of, beside the games
ABOUT, LEVEL = "firstfire_about", "firstfire_level"  # the symbols of what a library says of itself, and of the computer
SUFFIXES = {"linux": ".so", "macos": ".dylib", "windows": ".dll"}
DIGITS = 16  # of a digest, in a file's name


def log() -> Logger:
    """Where engines say how rules run. (Logging is loaded when something is said.)"""
    from logging import getLogger

    return getLogger("firstfire.engine")


class UnfitLibrary(Exception):
    """Why a library is not used."""


class Library:
    """The machine code of a game."""

    def __init__(self, game: Game, handle: ctypes.CDLL, about: dict[str, Any]) -> None:
        self.game = game
        self.level: str = about["level"]
        self.handle = handle
        self._entries: dict[str, str] = about["entries"]

    def function(self, function: Callable[..., Any], signature: Signature) -> Any:
        """The C function of an entry point; None if the library has none."""
        name, home = function.__name__, function.__module__
        if self._entries.get(name) != home or getattr(sys.modules[home], name) is not function:
            return None
        native: dict[Kind, Any] = {WHOLE: ctypes.c_int64, FRACTION: ctypes.c_double, NOTHING: None}
        result = native[signature.result]
        shape = ctypes.CFUNCTYPE(result, *(native.get(kind, ctypes.c_void_p) for _, kind in signature.arguments))
        return shape((symbol_of(self.game, name), self.handle))


@cache
def library_for(game: Game) -> Library | None:
    """The library of a game, if one is there and fits. What does not fit is told in a sentence, once."""
    folder = libraries_folder()
    if not folder.is_dir() or not is_as_shipped(game):
        return None
    try:
        found = _best(game, folder)
    except UnfitLibrary as why:
        log().warning("%s: %s. It is not used.", game.name, why)
        return None
    log().info("%s: machine code of the library for %s, %s", game.name, this_target(), found.level)
    return found


def libraries_folder() -> Path:
    """Where libraries lie: in the package, or where FIRSTFIRE_LIBRARIES says."""
    named = os.environ.get("FIRSTFIRE_LIBRARIES")
    return Path(named).absolute() if named else SHIPPED


def is_as_shipped(game: Game) -> bool:
    """Whether this is the game of its package, and none that was made from it (other rules under the same name)."""
    home = sys.modules.get(game.state.__module__.rpartition(".")[0])
    return getattr(home, "GAME", None) is game


def symbol_of(game: Game, name: str) -> str:
    """The symbol of an entry point in the library of a game."""
    return f"firstfire_{game.name}_{name}"


def sources_of(game: Game) -> str:
    """A fingerprint of all that the library of a game is made of, the same on every computer."""
    digest = hashlib.sha256()
    for root in (*(PACKAGE / part for part in SOURCES), game.folder):
        for file in sorted(_sources_in(root)):
            digest.update(f"{file.relative_to(root.parent).as_posix()}\n".encode())
            digest.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def _sources_in(root: Path) -> Iterator[Path]:
    yield from root.rglob("*.py")
    yield from root.glob("components.toml")


def this_target() -> str:
    """The kind of computer this is, as targets are named: linux-x86_64."""
    import platform

    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    machine = platform.machine().lower()
    return f"{system}-{ {'amd64': 'x86_64', 'arm64': 'aarch64'}.get(machine, machine) }"


def _best(game: Game, folder: Path) -> Library:
    """The library for this very processor."""
    suffix = SUFFIXES.get(this_target().partition("-")[0], ".so")
    found = {file.name.split(".")[1]: file for file in sorted(folder.glob(f"{game.name}.*.*{suffix}"))}
    if not found:
        raise UnfitLibrary(f"there is no library for it in {folder}")
    levels = sorted(found)
    plain = _opened(game, found[levels[0]])
    can = level_of(plain.handle)
    if can < _number(levels[0]):
        raise UnfitLibrary(f"the library {found[levels[0]].name} needs a newer processor")
    best = [level for level in levels if _number(level) <= can][-1]
    return plain if best == levels[0] else _opened(game, found[best])


def level_of(handle: ctypes.CDLL) -> int:
    """The level of this processor, as a library finds it out."""
    return int(getattr(handle, LEVEL)())


def _number(level: str) -> int:
    return int(level.removeprefix("v"))


def _opened(game: Game, file: Path) -> Library:
    """A library that was looked at from all sides before it is loaded: what is damaged would end the process."""
    name = f"the library {file.name}"
    try:
        if digest_of(file.read_bytes()) != file.name.split(".")[2]:
            raise UnfitLibrary(f"{name} is damaged")
        handle = ctypes.CDLL(str(file))
        about = json.loads(ctypes.c_char_p(ctypes.addressof(ctypes.c_char.in_dll(handle, ABOUT))).value or b"")
    except (OSError, ValueError, AttributeError) as error:
        raise UnfitLibrary(f"{name} cannot be loaded ({error})") from None
    if about["target"] != this_target() or about["game"] != game.key:
        raise UnfitLibrary(f"{name} was made for {about['game']} on {about['target']}")
    if about["sources"] != sources_of(game):
        raise UnfitLibrary(f"{name} was made of other sources than those that are here")
    return Library(game, handle, about)


def digest_of(content: bytes) -> str:
    """The digest in the name of a library."""
    return hashlib.sha256(content).hexdigest()[:DIGITS]
