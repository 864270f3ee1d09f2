"""Linking: one shared library of an object file and of what it says of itself, by Zig (ziglang on PyPI)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import FirstfireError
from .targets import Target

MEMORY = "LIBRARY msvcrt.dll\nEXPORTS\nmemcpy\nmemmove\nmemset\n"
ABOUT = Path(__file__).with_name("about.c")


def linked(obj: bytes, about: dict[str, object], target: Target) -> bytes:
    """A shared library; the same bytes for the same parts, wherever it is linked."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "rules.o").write_bytes(obj)
        text = json.dumps(json.dumps(about, sort_keys=True))  # JSON within a C string
        (folder / "about.c").write_text(f"#define ABOUT {text}\n{ABOUT.read_text(encoding='utf-8')}", encoding="utf-8")
        made, more = folder / f"rules{target.suffix}", []
        if target.suffix == ".dll":  # all that is needed of Windows, instead of a C library that is compiled for it
            (folder / "memory.def").write_text(MEMORY, encoding="utf-8")
            zig("dlltool", "-m", "i386:x86-64", "-d", "memory.def", "-l", "memory.lib", folder=folder)
            more = ["-nostdlib", "memory.lib"]
        zig(
            "cc", "-target", target.linked_as, "-shared", "-O2", "-g0", "-s", "-fvisibility=hidden",
            *more, "-o", made.name, "about.c", "rules.o", folder=folder,
        )  # fmt: skip
        return made.read_bytes()


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
