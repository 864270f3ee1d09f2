"""The sources as archives for a page: one for everything, one for each game.

    base.zip           kernel, players, rooms, views; the words of all; the shelf of all games
    game-totem.zip     one game: rules, scene, strategy, words, book, tutorial, puzzles
    net-totem.zip      its net, for who thinks
    index.json         which files there are, and how large

They are unpacked beside each other into a folder on Python's path. What only a server, a trainer or a compiler needs
stays outside; nets are packed flat, so that nothing needs NumPy.
"""

from __future__ import annotations

import ast
import hashlib
import json
import sys
import zipfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from .. import __version__
from ..games import GAMES
from ..games import game as find_game
from ..kernel.engines.library import sources_of
from ..players.policy.flat import flat_for
from ..players.policy.net import NET, PACKED
from ..players.policy.packed import packed
from .shelf import FILE, written_shelf

PACKAGE = Path(__file__).parents[1]
ENTRANCES = ("firstfire.offline", "firstfire.explain")  # what a page imports; all else follows from these
ABSENT = ("numpy", "numba", "llvmlite", "pydantic", "pydantic_core", "orjson", "sqlalchemy", "starlette", "uvicorn")
DATA = (".toml", ".md", ".json")
MOMENT = (1980, 1, 1, 0, 0, 0)  # of every file, so that the same sources give the same bytes
SMALLEST = 9  # of zlib


def pack(folder: Path) -> dict[str, Any]:
    """Write the archives into a folder; what index.json says."""
    folder.mkdir(parents=True, exist_ok=True)
    base = {**dict(_base_files()), **_made()}
    index: dict[str, Any] = {
        "version": __version__,
        "base": _archive(folder, "base", base),
        "games": {name: _archive(folder, f"game-{name}", dict(_game_files(name))) for name in GAMES},
        "nets": {name: _archive(folder, f"net-{name}", net) for name in GAMES if (net := dict(_net_file(name)))},
    }
    (folder / "index.json").write_text(json.dumps(index, indent=1) + "\n", encoding="utf-8")
    return index


def _archive(folder: Path, name: str, files: dict[str, bytes]) -> dict[str, Any]:
    """Write an archive, named by what is in it."""
    whole = folder / f"{name}.zip"
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=SMALLEST) as archive:
        for path, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path, MOMENT), content, zipfile.ZIP_DEFLATED, SMALLEST)
    digest = hashlib.sha256(whole.read_bytes()).hexdigest()[:16]
    named = whole.with_name(f"{name}.{digest}.zip")
    whole.replace(named)
    return {"file": named.name, "bytes": named.stat().st_size}


def _base_files() -> Iterator[tuple[str, bytes]]:
    """The modules that a page needs, and the words and tables of data beside them."""
    modules = _needed()
    for file in sorted(modules):
        yield _inside(file), file.read_bytes()
    for folder in sorted({file.parent for file in modules} | {PACKAGE / "languages"}):
        for data in ("words", "."):
            for file in sorted((folder / data).glob("*")):
                if file.suffix in DATA and file.is_file() and file != FILE:
                    yield _inside(file), file.read_bytes()


def _made() -> dict[str, bytes]:
    """What is made when it is packed: the shelf, and the fingerprints of the sources."""
    prints = {name: sources_of(find_game(name)) for name in GAMES}
    return {
        _inside(FILE): written_shelf(),
        _inside(PACKAGE / "sources.json"): json.dumps(prints, sort_keys=True).encode(),
    }


def _game_files(name: str) -> Iterator[tuple[str, bytes]]:
    game = find_game(name)
    for file in sorted(game.folder.rglob("*")):
        if file.suffix in (".py", *DATA):
            yield _inside(file), file.read_bytes()
    for path, _ in _net_file(name):
        yield path, b""  # that there is one is known without it


def _net_file(name: str) -> Iterator[tuple[str, bytes]]:
    game = find_game(name)
    net = game.folder / "strategy" / NET
    if net.exists():
        yield _inside(net.with_name(PACKED)), packed(flat_for(game, net, net.stat().st_mtime_ns))


def _inside(file: Path) -> str:
    return str(PurePosixPath("firstfire", *file.relative_to(PACKAGE).parts))


# ── which modules are needed ───────────────────────────────────────────────────────────


@cache
def _needed() -> frozenset[Path]:
    """The files of all modules that a page may come to, but those of games: found by following imports, also those
    inside functions."""
    found: set[Path] = set()
    waiting = [*ENTRANCES]
    for name in GAMES:
        folder = find_game(name).folder
        for file in folder.rglob("*.py"):
            parts = file.relative_to(PACKAGE).with_suffix("").parts
            waiting += _imports_of(".".join(("firstfire", *parts)).removesuffix(".__init__"), file)
    while waiting:
        name = waiting.pop()
        home = _file_of(name)
        if home is None or home in found or _is_elsewhere(home):
            continue
        found.add(home)
        waiting += _imports_of(name, home)
    return frozenset(found)


LEFT_OUT = (  # what is imported only where there is a server, a compiler, NumPy or a terminal
    "build", "envs", "lab", "train", "terminal", "authoring", "jobs", "kernel/gpu", "server/web", "server/operations",
    "server/notices", "server/commands.py", "offline/packing.py",
)  # fmt: skip


def _is_elsewhere(file: Path) -> bool:
    place = file.relative_to(PACKAGE).as_posix()
    parts = place.split("/")
    is_game = parts[0] == "games" and len(parts) > 2
    return is_game or any(place == out or place.startswith(f"{out}/") for out in LEFT_OUT) or _needs_absent(file)


def _needs_absent(file: Path) -> bool:
    """Whether a module cannot be loaded without what a page does not have."""
    tree = ast.parse(file.read_bytes())
    return any(name.partition(".")[0] in ABSENT for name in _top_imports(tree))


def _top_imports(tree: ast.Module) -> Iterator[str]:
    """The modules from outside that are imported as soon as a module is."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


def _imports_of(name: str, file: Path) -> Iterable[str]:
    """The modules of ours that a module imports, and the packages they lie in."""
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("firstfire"))
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(package, node)
            if base.startswith("firstfire"):
                yield from _with_packages(base)
                yield from (f"{base}.{alias.name}" for alias in node.names)
    yield from _with_packages(package)


def _absolute(package: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    above = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*above, *([node.module] if node.module else [])])


def _with_packages(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[:length]) for length in range(1, len(parts) + 1))


def _file_of(name: str) -> Path | None:
    parts = name.split(".")[1:]
    place = PACKAGE.joinpath(*parts)
    for file in (place / "__init__.py", place.with_suffix(".py") if parts else place / "__init__.py"):
        if file.is_file():
            return file
    return None


if __name__ == "__main__":
    print(json.dumps(pack(Path(sys.argv[1])), indent=1))
