"""Libraries: rules as machine code that was made beforehand (`firstfire build`), and is shipped in wheels.

A library holds all entry points of one game for one kind of computer. It is used only if it is whole, was made for this
kind of computer, and of the very sources that lie here: each file is named by a digest of its bytes, and holds a
fingerprint of its sources. Nothing but ctypes is needed to call it.

    totem.v2.0f3c….so     for every processor of the level x86-64-v2

Of several libraries of a game, the first that fits is used, those of the highest level first.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import re
import struct
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import UnfitLibrary
from ..game import Game
from ..records.entry import FRACTION, NOTHING, WHOLE, BufferKind, Signature

if TYPE_CHECKING:
    from logging import Logger

    from ...errors import FirstfireError

PACKAGE = Path(__file__).parents[2]
SHIPPED = PACKAGE / "libraries"
NAMED = "FIRSTFIRE_LIBRARIES"  # the variable that names another folder
SOURCES = ("kernel", "players", "envs")  # the parts of the package that entry points are made of, beside the games
ABOUT, LEVEL = "firstfire_about", "firstfire_level"  # the symbols of what a library says of itself, and of the computer
SUFFIXES = {"linux": ".so", "macos": ".dylib", "windows": ".dll"}
DIGITS = 16  # of a digest, in a file's name
NAME = re.compile(rf"v(\d+)\.([0-9a-f]{{{DIGITS}}})")  # between the name of the game and the suffix
FOR = re.compile(rb'"game": "([^"]*)", "level": "[^"]*", "sources": "[^"]*", "target": "([^"]*)"')  # in what it says
SAID: dict[str, type] = {"game": str, "target": str, "level": str, "sources": str, "entries": dict}  # of itself


def log() -> Logger:
    """Where engines say how rules run. (Logging is loaded when something is said.)"""
    from logging import getLogger

    return getLogger("firstfire.engine")


def tell(error: FirstfireError) -> None:
    """Say on the log why rules run otherwise than they might; the terminal says it in the language of its user."""
    log().warning("%s", error, extra={"complaint": error})


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
        native: dict[BufferKind, Any] = {WHOLE: ctypes.c_int64, FRACTION: ctypes.c_double, NOTHING: None}
        result = native[signature.result]
        shape = ctypes.CFUNCTYPE(result, *(native.get(kind, ctypes.c_void_p) for _, kind in signature.arguments))
        return shape((symbol_of(self.game, name), self.handle))


@cache
def library_for(game: Game) -> Library | None:
    """The library of a game, if one is there and fits; where none does, each is told in a sentence, once."""
    if not is_as_shipped(game) or not has_libraries():
        return None
    folder = libraries_folder()
    refused = []
    for file in _files(game, folder):
        try:
            found = _opened(game, file)
        except UnfitLibrary as why:
            refused.append(why)
        else:
            log().info("%s: machine code of the library for %s, %s", game.name, this_target(), found.level)
            return found
    if not refused and game.folder.is_relative_to(PACKAGE):  # of other games, none is shipped
        refused = [_unfit(game, "missing", folder=folder)]
    for each in refused:
        tell(each)
    return None


def has_libraries() -> bool:
    """Whether there is a folder of libraries, or one is named: if it cannot be looked at, games say so."""
    return bool(os.environ.get(NAMED)) or os.path.isdir(SHIPPED)


def libraries_folder() -> Path:
    """Where libraries lie: in the package, or where FIRSTFIRE_LIBRARIES says."""
    named = os.environ.get(NAMED)
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


def _files(game: Game, folder: Path) -> list[Path]:
    """The files that may be libraries of a game, those of the highest level first."""
    if not os.path.isdir(folder):  # or it cannot be looked at
        return []
    suffix = SUFFIXES.get(this_target().partition("-")[0], ".so")
    return sorted(folder.glob(f"{game.name}.*{suffix}"), key=lambda file: (-_level(_middle(game, file)), file.name))


def _middle(game: Game, file: Path) -> str:
    """What stands in a file's name between the game and the suffix: level and digest."""
    return file.name.removeprefix(f"{game.name}.").removesuffix(file.suffix)


def _level(name: str) -> int:
    """The number of a level that a name begins with; 0, where it has none."""
    found = re.match(r"v(\d+)", name)
    return int(found[1]) if found else 0


def level_of(handle: ctypes.CDLL) -> int:
    """The level of this processor, as a library finds it out."""
    return int(getattr(handle, LEVEL)())


def _opened(game: Game, file: Path) -> Library:
    """A library that was looked at from all sides before it is used: what is damaged would end the process."""
    named = NAME.fullmatch(_middle(game, file))
    if named is None:
        raise _unfit(game, "name", file=file.name, example=f"{game.name}.v2.{'0' * DIGITS}{file.suffix}")
    try:
        if not file.is_file():
            raise OSError("no ordinary file")
        content = file.read_bytes()
        if digest_of(content) != named[2] or not _is_whole(content):
            raise _unfit(game, "damaged", file=file.name)
        if (made := FOR.search(content)) and made[2].decode() != this_target():  # systems say less of what they refuse
            raise _unfit(game, "foreign", file=file.name, other=made[1].decode(), target=made[2].decode())
        handle = ctypes.CDLL(str(file))
        about = _what_it_says(handle)
        missing = [name for name, kind in SAID.items() if not isinstance(about.get(name), kind)]
        if missing:
            raise _unfit(game, "silent", file=file.name, missing=", ".join(missing))
        if about["target"] != this_target() or about["game"] != game.key:
            raise _unfit(game, "foreign", file=file.name, other=about["game"], target=about["target"])
        if level_of(handle) < _level(about["level"]):
            raise _unfit(game, "processor", file=file.name)
    except (OSError, ValueError, AttributeError) as error:
        raise _unfit(game, "loading", file=file.name, reason=error) from None
    if about["sources"] != sources_of(game):
        raise _unfit(game, "sources", file=file.name)
    if lacking := [name for name in about["entries"] if not hasattr(handle, symbol_of(game, name))]:
        raise _unfit(game, "lacking", file=file.name, entry=", ".join(lacking))
    return Library(game, handle, about)


def _is_whole(content: bytes) -> bool:
    """Whether every segment of an ELF file lies within it: a system ends the process that touches one that does not."""
    if not content.startswith(b"\x7fELF"):
        return True
    try:
        (table,) = struct.unpack_from("<Q", content, 32)
        size, count = struct.unpack_from("<HH", content, 54)
        segments = [struct.unpack_from("<8xQ16xQ", content, table + number * size) for number in range(count)]
    except (struct.error, OverflowError):
        return False
    return all(begin + length <= len(content) for begin, length in segments)


def _what_it_says(handle: ctypes.CDLL) -> dict[str, Any]:
    """What a library says of itself; nothing, where that is no table of values."""
    said = json.loads(ctypes.c_char_p(ctypes.addressof(ctypes.c_char.in_dll(handle, ABOUT))).value or b"")
    return said if isinstance(said, dict) else {}


def _unfit(game: Game, why: str, **details: object) -> UnfitLibrary:
    """Why a library of a game is not used."""
    from ..presentation.complaints import complaint

    return complaint(UnfitLibrary, f"library_{why}", game=game.name, **details)


def digest_of(content: bytes) -> str:
    """The digest in the name of a library."""
    return hashlib.sha256(content).hexdigest()[:DIGITS]
