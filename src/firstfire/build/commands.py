"""`firstfire build`: rules as libraries that need no compiler. `firstfire compile`: for this computer alone."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ..errors import BadSetup
from ..games import GAMES
from ..kernel.engines.library import this_target
from .targets import TARGETS

INTERRUPTED = 130  # what a command that Ctrl-C ends says to the shell


def add_commands(subparsers: Any) -> None:
    """Add them to a command line."""
    build = subparsers.add_parser(
        "build",
        help="compile rules into shared libraries for distribution",
        description="Compile the rules of games into shared libraries (or modules of WebAssembly), for any of these: "
        f"{', '.join(TARGETS)}. Firstfire uses those in the folder that FIRSTFIRE_LIBRARIES names. Needs the extra "
        "`build`.",
    )
    build.add_argument("games", nargs="*", metavar="GAME", help="the games (default: all that come with Firstfire)")
    build.add_argument(
        "--target", action="append", metavar="TARGET", help="the computers, or all (default: this one)"
    )  # fmt: skip
    build.add_argument(
        "--out", type=Path, default=Path("libraries"), metavar="FOLDER", help="the folder (default: libraries)"
    )
    build.set_defaults(command=run_build)
    beforehand = subparsers.add_parser(
        "compile",
        help="compile rules beforehand, for this computer",
        description="Compile the rules of games for this computer, so that bots and hints are at full strength from "
        "the first second. Several games are compiled side by side. Where a library holds the rules, nothing has to "
        "be done.",
    )
    beforehand.add_argument(
        "games", nargs="*", metavar="GAME", help="the games (default: all that come with Firstfire)"
    )
    beforehand.set_defaults(command=run_compile)


def run_build(arguments: argparse.Namespace) -> int:
    """`firstfire build`."""
    from .making import Made, make

    def told(made: Made) -> None:
        print(f"{made.game:<12} {made.size / 1000:>7.0f} kB   {made.file}", flush=True)

    try:
        make(arguments.games or GAMES, targets_named(arguments.target or [this_target()]), arguments.out, told)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def run_compile(arguments: argparse.Namespace) -> int:
    """`firstfire compile`."""
    from .compiling import compile_games

    try:
        compile_games(arguments.games or GAMES, sys.stdout)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def targets_named(names: list[str]) -> list[str]:
    """The targets of these names; `all` is every one."""
    if "all" in names:
        return list(TARGETS)
    if unknown := [name for name in names if name not in TARGETS]:
        raise BadSetup(f"no libraries can be built for {', '.join(unknown)}: the targets are {', '.join(TARGETS)}")
    return names
