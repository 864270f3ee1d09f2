"""Linking: one shared library of an object file and of what it says of itself, by Zig (ziglang on PyPI)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import FirstfireError
from .targets import Target

MEMORY = "LIBRARY msvcrt.dll\nEXPORTS\nmemcpy\nmemmove\nmemset\n"
SMALL = ("-O2", "-g0", "-s", "-fvisibility=hidden")
ABOUT = Path(__file__).with_name("about.c")
STACK = 1 << 18  # bytes, of a module


def linked(obj: bytes, about: dict[str, object], symbols: Iterable[str], target: Target) -> bytes:
    """A shared library, or a module of WebAssembly, that offers symbols; the same bytes for the same parts."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "rules.o").write_bytes(obj)
        text = json.dumps(json.dumps(about, sort_keys=True))  # JSON within a C string
        (folder / "about.c").write_text(f"#define ABOUT {text}\n{ABOUT.read_text(encoding='utf-8')}", encoding="utf-8")
        made = folder / f"rules{target.suffix}"
        if target.suffix == ".wasm":
            _link_module(folder, made.name, symbols, target)
        else:
            _link_library(folder, made.name, target)
        return made.read_bytes()


def _link_library(folder: Path, made: str, target: Target) -> None:
    more = []
    if target.suffix == ".dll":  # all that is needed of Windows, instead of a C library that is compiled for it
        (folder / "memory.def").write_text(MEMORY, encoding="utf-8")
        zig("dlltool", "-m", "i386:x86-64", "-d", "memory.def", "-l", "memory.lib", folder=folder)
        more = ["-nostdlib", "memory.lib"]
    zig("cc", "-target", target.linked_as, "-shared", *SMALL, *more, "-o", made, "about.c", "rules.o", folder=folder)


def _link_module(folder: Path, made: str, symbols: Iterable[str], target: Target) -> None:
    """The stack lies below all data: one that overflows ends in a trap. Nothing is imported."""
    zig("cc", "-target", target.linked_as, *SMALL, "-c", "-o", "about.o", "about.c", folder=folder)
    offered = [f"--export={symbol}" for symbol in (*symbols, "__heap_base")]
    zig(
        "wasm-ld", "--no-entry", "--stack-first", "-z", f"stack-size={STACK}", "--strip-all", *offered,
        "-o", made, "about.o", "rules.o", folder=folder,
    )  # fmt: skip


def zig(*words: str, folder: Path) -> None:
    """Run Zig in a folder."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "ziglang", *words], cwd=folder, capture_output=True, text=True, check=False
        )
    except OSError as error:  # pragma: no cover - Python itself cannot be started
        raise FirstfireError(f"Zig cannot be run: {error}") from None
    if done.returncode:
        missing = "No module named ziglang" in done.stderr
        why = "it is not installed: pip install 'firstfire[build]'" if missing else done.stderr.strip()
        raise FirstfireError(f"Zig could not link: {why}")
