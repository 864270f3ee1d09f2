"""The table without a server, as one folder of files: `make static`.

    python tools/static_edition.py src/firstfire/static_edition
    python tools/static_edition.py FOLDER --work WORK --rules totem     # the rules of other games run as plain Python

It joins the page (`vite build --mode static`), Python (the npm package pyodide), the sources as archives, and the rules
as WebAssembly. What lies in `engine-…/` is named by its content, so that hosts and browsers may keep it for ever.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from firstfire.build.making import Made, make
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.engines.library import sources_of
from firstfire.offline.packing import pack
from firstfire.offline.standard_library import trimmed

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
PYODIDE = WEB / "node_modules" / "pyodide"
TARGET = "wasm"
LICENCES = "licences.txt"


def main() -> None:
    """Build the edition into a folder."""
    parser = argparse.ArgumentParser(description="Build the table without a server.")
    parser.add_argument("out", type=Path, help="the folder; what lies there is replaced")
    parser.add_argument("--work", type=Path, default=ROOT / "build", help="a folder for what it is made of")
    parser.add_argument("--rules", action="append", help="only these games' rules as WebAssembly (default: all)")
    arguments = parser.parse_args()
    work, out = arguments.work.resolve(), arguments.out
    modules = make_rules(arguments.rules or GAMES, work / "rules")
    join(make_page(work / "static"), make_engine(modules, work / "engine"), out)
    print(f"{sum(file.stat().st_size for file in files_in(out)) / 1e6:.1f} MB   {out}")


def make_page(folder: Path) -> Path:
    """The page, in a folder."""
    words = ["npx", "vite", "build", "--mode", "static", "--logLevel", "warn", "--outDir", str(folder), "--emptyOutDir"]
    subprocess.run(words, cwd=WEB, check=True)
    return folder


def make_rules(games: Sequence[str], folder: Path) -> dict[str, Path]:
    """The rules of games as WebAssembly; those whose sources are as they were stay."""
    old = [name for name in games if not _is_new(name, folder)]
    if old:
        make(old, [TARGET], folder, _told)
    return {name: _module(name, folder) for name in games}


def _is_new(name: str, folder: Path) -> bool:
    try:
        return _calling(name, folder)["sources"] == sources_of(find_game(name)) and _module(name, folder).is_file()
    except (OSError, ValueError, KeyError):
        return False


def _calling(name: str, folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / TARGET / f"{name}.json").read_text(encoding="utf-8"))
    return found


def _module(name: str, folder: Path) -> Path:
    return folder / TARGET / str(_calling(name, folder)["module"])


def _told(made: Made) -> None:
    print(f"{made.size / 1000:6.0f} kB   {made.file.name}", flush=True)


def make_engine(modules: Mapping[str, Path], folder: Path) -> Path:
    """Python, the sources and the rules, and `parts.json`, which says where each is; all of it in a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    index = pack(folder)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        shutil.copyfile(PYODIDE / name, folder / name)
    (folder / "python_stdlib.zip").write_bytes(trimmed((PYODIDE / "python_stdlib.zip").read_bytes()))
    for module in modules.values():
        shutil.copyfile(module, folder / module.name)
    subprocess.run(["node", "tools/engine.mjs", folder], cwd=WEB, check=True)
    lock = folder / "lock.json"
    first = ("pyodide.asm.wasm", "python_stdlib.zip", index["base"]["file"])
    parts = {
        "first": sum((folder / name).stat().st_size for name in first),
        "lock": json.loads(lock.read_text(encoding="utf-8")),
        "base": index["base"]["file"],
        "games": {name: part["file"] for name, part in index["games"].items()},
        "nets": {name: part["file"] for name, part in index["nets"].items()},
        "rules": {name: module.name for name, module in modules.items()},
    }
    (folder / "parts.json").write_text(json.dumps(parts), encoding="utf-8")
    for file in (folder / "index.json", lock):
        file.unlink()
    return folder


def join(static: Path, parts: Path, out: Path) -> None:
    """The page and its engine in one folder; the page learns the name of the engine, the service worker all names."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(static, out)
    engine = f"engine-{_digest(parts)}"
    shutil.copytree(parts, out / engine)
    page = out / "index.html"
    named = page.read_text(encoding="utf-8").replace('content="engine/"', f'content="{engine}/"')
    page.write_text(named, encoding="utf-8")
    (out / LICENCES).write_text((static / LICENCES).read_text(encoding="utf-8") + pythons_licence(), encoding="utf-8")
    worker = out / "sw.js"
    kept = sorted(file.relative_to(out).as_posix() for file in files_in(out) if _is_kept(file))
    code = worker.read_text(encoding="utf-8").replace("__EDITION__", json.dumps(_digest(out)))
    worker.write_text(code.replace("__FILES__", json.dumps(kept)), encoding="utf-8")


def pythons_licence(pyodide: Path = PYODIDE) -> str:
    """The licence of Python and its standard library, which Pyodide contains without the licence's text."""
    version = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]["python"]
    told = "Licence: PSF-2.0\n\nIts text: https://spdx.org/licenses/PSF-2.0.html"
    sources = f"Sources: https://github.com/python/cpython/tree/v{version}"
    return f"\n\n{'-' * 100}\n\npython {version}\n{told}\n{sources}\n"


def files_in(folder: Path) -> Iterator[Path]:
    """All files in a folder."""
    return (file for file in sorted(folder.rglob("*")) if file.is_file())


def _is_kept(file: Path) -> bool:
    """Whether a page without a network needs a file; .woff is for browsers that are too old for all this."""
    return file.name not in ("sw.js", LICENCES) and file.suffix != ".woff"


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for file in files_in(folder):
        digest.update(f"{file.relative_to(folder).as_posix()} {file.stat().st_size}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    main()
