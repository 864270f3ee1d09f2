"""Wheels for every kind of computer, made on this one: `make wheels`.

    python tools/wheels.py dist             libraries of all games for all targets, and a wheel for each
    python tools/wheels.py dist --target linux-x86_64

A wheel without libraries (`make wheel`) is for all other computers: there Numba compiles the rules (extra `compile`).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from firstfire.build.commands import targets_named
from firstfire.build.making import Made, make
from firstfire.build.targets import TARGETS
from firstfire.games import GAMES

ROOT = Path(__file__).parent.parent
LIBRARIES = ROOT / "build" / "libraries"


def main() -> None:
    """Build libraries, then wheels."""
    parser = argparse.ArgumentParser(description="Make a wheel for every kind of computer.")
    parser.add_argument("out", type=Path, help="the folder of the wheels")
    parser.add_argument("--target", action="append", help="the computers (default: all)")
    arguments = parser.parse_args()
    targets = targets_named(arguments.target or [name for name, target in TARGETS.items() if target.tag])
    make(GAMES, targets, LIBRARIES, _told)
    for target in targets:
        wheel(target, arguments.out)
    for file in sorted(arguments.out.glob("firstfire-*.whl")):
        print(f"{file.stat().st_size / 1e6:6.2f} MB   {file}")


def _told(made: Made) -> None:
    print(f"{made.size / 1000:6.0f} kB   {made.file.relative_to(ROOT)}", flush=True)


def wheel(target: str, out: Path) -> None:
    """A wheel with the libraries of a target."""
    environment = {
        **os.environ, "FIRSTFIRE_WHEEL_TAG": TARGETS[target].tag, "FIRSTFIRE_WHEEL_LIBRARIES": str(LIBRARIES / target),
    }  # fmt: skip
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--no-build-isolation", "--wheel-dir", out, ROOT],
        env=environment, check=True,
    )  # fmt: skip


if __name__ == "__main__":
    main()
