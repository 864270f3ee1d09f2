"""Making libraries: games are compiled side by side, each in a process of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from ..errors import BadSetup
from ..games.folders import game_at
from ..kernel.compiling.specialise import cache_folder, ready_folder
from ..kernel.engines.library import ABOUT, LEVEL, digest_of, sources_of, symbol_of
from ..kernel.game import Game
from .calling import calling_of
from .entries import entry_points
from .files import make_folder, remove, write
from .header import write_header
from .linking import linked
from .modules import SAME_EVERYWHERE, module_of
from .objects import emitted, optimised
from .targets import TARGETS
from .workers import workers

HERE = Path(__file__).parent


class Made(NamedTuple):
    """A library that was made."""

    game: str
    file: Path
    size: int


def make(games: Sequence[str], targets: Sequence[str], out: Path, told: Callable[[Made], None]) -> None:
    """Make the libraries of some games for some targets, each in the folder of its target, with headers for C."""
    for needed in ("ziglang", "numba"):
        if find_spec(needed) is None:
            raise ModuleNotFoundError(f"No module named {needed!r}", name=needed)
    found = {name: game_at(name) for name in games}
    for target in targets:
        make_folder(out / target)
    os.environ.update(SAME_EVERYWHERE)  # of the processes that follow
    with workers() as pool:
        for done in as_completed([pool.submit(make_game, name, targets, out) for name in found]):
            for made in done.result():
                told(made)
    for game in found.values():
        for target in targets:
            write_header(game, out / target)


def make_game(name: str, targets: Sequence[str], out: Path) -> list[Made]:
    """Make the libraries of a game."""
    game = game_at(name)
    try:
        return _make(game, targets, out)
    except OSError as error:  # in a temporary folder or in the cache
        where = f": {error.filename}" if error.filename else ""
        raise BadSetup(f"{name} cannot be built: {error.strerror or error}{where}") from None


def _make(game: Game, targets: Sequence[str], out: Path) -> list[Made]:
    text = kept_module(game)
    wanted = [TARGETS[target] for target in targets]
    found = []
    for processor in dict.fromkeys(processor for target in wanted for processor in target.processors):
        code = optimised(text, processor)
        for target in wanted:
            if processor in target.processors:
                about = about_library(game, target.name, processor.level)
                symbols = [*(symbol_of(game, name) for name in entry_points()), ABOUT, LEVEL]
                library = linked(emitted(code, processor, target), about, symbols, target)
                folder = out / target.name
                found.append(_written(game, library, folder, processor.level, target.suffix))
    return found


def about_library(game: Game, target: str, level: str) -> dict[str, object]:
    """What a library says of itself."""
    entries = {name: function.__module__ for name, function in entry_points().items()}
    return {"game": game.key, "sources": sources_of(game), "target": target, "level": level, "entries": entries}


def kept_module(game: Game) -> str:
    """The module of a game; it is kept in the cache, since other targets are made of the same one."""
    ours = "".join((HERE / name).read_text(encoding="utf-8") for name in ("entries.py", "modules.py"))
    file = ready_folder(cache_folder(game.name, "module", sources_of(game), ours)) / "module.ll"
    if not file.exists():
        write(file, module_of(game).encode())
    return file.read_text(encoding="utf-8")


def _written(game: Game, library: bytes, folder: Path, level: str, suffix: str) -> Made:
    """Write a library under its name, in the place of an older one."""
    file = folder / f"{game.name}.{level}.{digest_of(library)}{suffix}"
    older = set(folder.glob(f"{game.name}.{level}.*{suffix}")) - {file}
    write(file, library)
    if suffix == ".wasm":
        calling = json.dumps({"module": file.name, **calling_of(game)}, separators=(",", ":"))
        write(folder / f"{game.name}.json", calling.encode())
    remove(older)
    return Made(game.name, file, len(library))
