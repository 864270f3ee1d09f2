"""`firstfire match`, `ladder` and `levels`; playtests have a package of their own.

`add_commands(subparsers)` adds them to an argument parser; each leaves `command`, a function of
the parsed arguments that returns the exit status: 0, or 2 with a message for wrong words.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import BadSetup, FirstfireError
from ..games.folders import game_at
from ..players.levels import NAMES
from .arguments import read_options
from .benchmark import Benchmark, run_benchmark
from .ladder import DEFAULT, Ladder, climb
from .levels import LevelReport, measure
from .match import Match, play_match
from .playtest.commands import add_playtest_commands, add_where
from .watching import JUDGE

WRONG = 2


def add_commands(subparsers: Any) -> None:
    """Add them to a command line."""
    match = subparsers.add_parser(
        "match",
        help="play a match between players",
        description="Play a match: seats rotate, every deal is played from every seat.",
        epilog="Players: random, greedy, child, gatherer, hunter, shaman, elder, spirit, search:2000, "
        "search:0.5s, search:0.5cpu (processor time, so that a busy machine does not matter), search:0.5s+threads=4, "
        "net, guided:400 (both where the game has a net), my_bot:MyBot (a class of yours in my_bot.py here), "
        "command:./my_agent (a program that speaks JSON), policy:net.onnx, policy:net.pt, "
        "openspiel:my_module:make_bot. Times in the report are processor time.",
    )
    match.add_argument("game", help="the game, such as totem, or the folder of one that is not installed")
    match.add_argument("--players", required=True, metavar="A,B,…", help="who plays, one name for each seat")
    match.add_argument("--games", type=int, default=100, metavar="N", help="how many games (100)")
    _add_common(match)
    _add_sequence(match)
    match.set_defaults(command=run_match)
    ladder = subparsers.add_parser(
        "ladder",
        help="rate the levels of a game",
        description="Rate players (Elo) by matches: each meets the next two on the list (--seats 3: its neighbours).",
    )
    ladder.add_argument("game", help="the game, such as totem, or the folder of one that is not installed")
    ladder.add_argument("--players", default=",".join(DEFAULT), metavar="A,B,…", help="who is rated, weakest first")
    ladder.add_argument("--games", type=int, default=40, metavar="N", help="games of each pair, or group (40)")
    ladder.add_argument("--seats", type=int, default=2, metavar="N", help="how many sit at the table (2)")
    _add_common(ladder)
    _add_sequence(ladder)
    ladder.set_defaults(command=run_ladder)
    levels = subparsers.add_parser(
        "levels",
        help="measure the levels of a game",
        description="Let each level play the one below, and count dominated moves and blunders: decisions that a long "
        "search judges to be costly.",
    )
    levels.add_argument("game", help="the game, such as totem, or the folder of one that is not installed")
    levels.add_argument("--levels", default=",".join(NAMES), metavar="A,B,…", help="which levels, weakest first")
    levels.add_argument("--games", type=int, default=40, metavar="N", help="games of each match (40)")
    levels.add_argument(
        "--watched", type=int, default=10, metavar="N", help="games of each level in which blunders are counted (10)"
    )
    levels.add_argument(
        "--share", type=float, default=0.1, metavar="X", help="share of the decisions that are judged (0.1)"
    )
    levels.add_argument(
        "--judge", type=int, default=JUDGE, metavar="N", help=f"simulations of the reference search ({JUDGE})"
    )
    _add_common(levels, options=False)
    levels.set_defaults(command=run_levels)
    benchmark = subparsers.add_parser(
        "benchmark",
        help="rate an agent by the frozen protocol",
        description="Rate an agent against five opponents of known rating, by a protocol that does not change.",
        epilog="Agents are written as players of `match` are. The whole protocol takes minutes to hours, as the agent "
        "thinks; --deals 5 is a first look.",
    )
    benchmark.add_argument("game", help="the game, such as totem")
    benchmark.add_argument("agent", help="the agent, such as my_bot:MyBot, policy:net.onnx or spirit")
    benchmark.add_argument("--deals", type=int, metavar="N", help="deals for each opponent (as the protocol says)")
    words = "also play N deals against an opponent that searches for the agent's weaknesses (0)"
    benchmark.add_argument("--exploit", type=int, default=0, metavar="N", help=words)
    benchmark.add_argument("--jobs", type=int, default=None, metavar="N", help="processes (one for each core)")
    benchmark.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="a folder for results; games found there are not played again"
    )
    benchmark.add_argument("--out", type=Path, metavar="FILE", help="write the result there, as JSON")
    benchmark.add_argument("--json", action="store_true", help="print the result as JSON")
    benchmark.set_defaults(command=run_benchmark_command)
    add_playtest_commands(subparsers, Bar)


def _add_common(parser: argparse.ArgumentParser, *, options: bool = True) -> None:
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first deal (1)")
    parser.add_argument("--jobs", type=int, default=None, metavar="N", help="processes (one for each core)")
    if options:
        words = "a rule option of the game"
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=words)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def _add_sequence(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--until-decided", action="store_true", help="stop as soon as the better player is clear")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="a folder for results; games found there are not played again"
    )
    add_where(parser)


def run_match(arguments: argparse.Namespace) -> int:
    """Play a match and print its report."""

    def play(progress: Callable[[int, int], None]) -> Match:
        return play_match(
            _known(arguments.game), _names(arguments.players), arguments.games, seed=arguments.seed,
            options=read_options(arguments.option), jobs=arguments.jobs, progress=progress,
            folder=arguments.keep, on=arguments.on, until_decided=arguments.until_decided,
        )  # fmt: skip

    return _report(play, arguments.json)


def run_ladder(arguments: argparse.Namespace) -> int:
    """Play a ladder and print its report."""

    def play(progress: Callable[[int, int], None]) -> Ladder:
        return climb(
            _known(arguments.game), players=_names(arguments.players), games=arguments.games, seed=arguments.seed,
            seats=arguments.seats, options=read_options(arguments.option), jobs=arguments.jobs, progress=progress,
            folder=arguments.keep, on=arguments.on, until_decided=arguments.until_decided,
        )  # fmt: skip

    return _report(play, arguments.json)


def run_levels(arguments: argparse.Namespace) -> int:
    """Measure the levels of a game and print the report."""

    def play(progress: Callable[[int, int], None]) -> LevelReport:
        return measure(
            _known(arguments.game), levels=_names(arguments.levels), games=arguments.games, watched=arguments.watched,
            share=arguments.share, simulations=arguments.judge, seed=arguments.seed, jobs=arguments.jobs,
            progress=progress,
        )  # fmt: skip

    return _report(play, arguments.json)


def run_benchmark_command(arguments: argparse.Namespace) -> int:
    """Rate an agent and print its report."""

    def play(progress: Callable[[int, int], None]) -> Benchmark:
        out: Path | None = arguments.out
        if out is not None and not out.parent.is_dir():
            raise BadSetup(f"there is no folder {out.parent} for the result")
        result = run_benchmark(
            arguments.game, arguments.agent, deals=arguments.deals, jobs=arguments.jobs, folder=arguments.keep,
            exploited=arguments.exploit, progress=progress,
        )  # fmt: skip
        if out is not None:
            out.write_text(json.dumps(result.as_dict(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return result

    return _report(play, arguments.json)


def _report(
    play: Callable[[Callable[[int, int], None]], Match | Ladder | LevelReport | Benchmark], as_json: bool
) -> int:
    bar = Bar()
    try:
        result = play(bar)
    except KeyboardInterrupt:
        print("firstfire: interrupted; --keep FOLDER keeps what was played", file=sys.stderr)
        return WRONG
    except FirstfireError as error:
        print(f"firstfire: {error}", file=sys.stderr)
        return WRONG
    finally:
        bar.close()
    print(json.dumps(result.as_dict(), indent=2, ensure_ascii=False) if as_json else result.table())
    return 0


def _known(wanted: str) -> str:
    """The name of a game that is known from now on, though it may lie in a folder."""
    found = game_at(wanted)
    return wanted if wanted.partition("@")[0] == found.name else found.name


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise BadSetup(f"players are written one after the other with commas (greedy,random), not {text!r}")
    return names


class Bar:
    """A progress bar on standard error, when a person is watching."""

    def __init__(self, width: int = 30) -> None:
        self._width = width
        self._open = False

    def __call__(self, done: int, total: int) -> None:
        """Draw how far it is."""
        if not sys.stderr.isatty():
            return
        filled = self._width * done // max(total, 1)
        line = f"[{'█' * filled}{'·' * (self._width - filled)}] {done}/{total}"
        print(f"\r{line}", end="", file=sys.stderr, flush=True)
        self._open = True

    def close(self) -> None:
        """End the line, finished or not: what comes next starts on its own."""
        if self._open:
            print(file=sys.stderr, flush=True)
        self._open = False
