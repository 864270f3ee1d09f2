"""`firstfire new-game` and `firstfire check`."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from pathlib import Path
from typing import Any

from ..games.folders import game_at


def add_commands(subparsers: Any) -> None:
    """Add them to a command line."""
    new = subparsers.add_parser(
        "new-game",
        help="begin a game of your own",
        description="Write a small game of the shape all games have, to change piece by piece.",
    )
    new.add_argument("name", help="its name: small letters, digits and underscores")
    new.add_argument("--folder", type=Path, help="where it is written (default: a folder of its name, here)")
    new.set_defaults(command=run_new_game)
    check = subparsers.add_parser(
        "check",
        help="look for mistakes in a game",
        description="Run every checker on a game, strict play first, and print one report.",
    )
    check.add_argument("game", help="the game, or the folder of one that is not installed")
    check.add_argument("--quick", action="store_true", help="with the fewest players and no options")
    check.set_defaults(command=run_check)


def run_new_game(arguments: argparse.Namespace) -> int:
    """Write a new game, and say how to go on."""
    from .new_game import new_game

    folder = new_game(arguments.name, arguments.folder)
    there = f".{os.sep}{folder}" if not folder.is_absolute() and len(folder.parts) == 1 else str(folder)
    print(f"{arguments.name} lies in {folder}. Look at it: firstfire check {shlex.quote(there)}")
    print(f"Play it: firstfire play {shlex.quote(there)}")
    print(f"Let every command and the server find it: {sys.executable} -m pip install -e {shlex.quote(there)}")
    return 0


def run_check(arguments: argparse.Namespace) -> int:
    """Run every checker; 1 if any found something."""
    from .check_game import report

    return 1 if report(game_at(arguments.game), quick=arguments.quick) else 0
