"""`firstfire playtest`, `compare` and `sweep`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...errors import BadSetup
from ...games.folders import game_at
from ...kernel.game import Game
from ...kernel.presentation.languages import LANGUAGES
from ..arguments import read_options
from ..boxes import box_with, game_of_file, read_change, read_sweep
from .features import catalogue_of
from .figures import Figures
from .report import PlaytestReport, Results
from .run import compare, default_games, playtest
from .small_reports import as_data, compare_page, sweep_page, sweep_sentences, sweep_text, told
from .speech import Count, Speech
from .study import Runner, Study
from .sweep import even_seats, sweep
from .tables import polars, write_tables

OWN = "own"
OPTION = "option."


def add_playtest_commands(subparsers: Any, bar: Callable[[], Any]) -> None:
    """Add them to a command line; `bar` makes what shows how far it is."""
    test = subparsers.add_parser(
        "playtest",
        help="play a game many times and report on its balance",
        description="Play a game many times with bots on all seats and write a report on what stands out: length, "
        "seats, points, the course of a game, every card, tile, place and action.",
        epilog="Players: greedy and random are fast (thousands of games a second); the levels child to spirit "
        "think. If you name several, each plays its own games, and the report says how they differ.",
    )
    test.add_argument("game", help="the game, such as totem, or the folder of one that is not installed")
    _add_common(test, several=True)
    test.add_argument("--components", type=Path, metavar="FILE", help="your own components file")
    test.add_argument(
        "--data", type=Path, metavar="FOLDER", help="a folder for games, decisions and events as Parquet and CSV"
    )
    test.add_argument(
        "--give", action="append", default=[], metavar="FIELD+N",
        help="change a number of the state after set-up, such as trays.0.goods.1+2",
    )  # fmt: skip
    test.set_defaults(command=_command(run_playtest, bar))
    beside = subparsers.add_parser(
        "compare",
        help="play two boxes on the same deals and say what differs",
        description="Play two boxes on the same deals and say what differs, by how much, and how certain that is.",
        epilog="A box is a components file, `own` (the game's own box), or changes of the own box, such as "
        "barter.T31.points=9,barter.T31.fish=2; option.NAME=VALUE changes a rule option. All but files need --game.",
    )
    beside.add_argument("one", metavar="A", help="the first box")
    beside.add_argument("other", metavar="B", help="the second box")
    beside.add_argument("--game", help="the game (not needed with a file)")
    _add_common(beside)
    beside.set_defaults(command=_command(run_compare, bar))
    along = subparsers.add_parser(
        "sweep",
        help="change one number of a box from value to value and show the curve",
        description="Play the same deals with each value of one number of the box, without compiling again.",
        epilog="A field is written as the components file is: tray_start.fish=0..4, barter.T07.points=1,5,9; or "
        "give.FIELD=0..3 for something added to the state after set-up.",
    )
    along.add_argument("game", help="the game, such as totem, or the folder of one that is not installed")
    along.add_argument("field", metavar="FIELD=1..5", help="which number, and its values")
    along.add_argument("--even-seats", action="store_true", help="say which value makes the seats most even")
    along.add_argument("--components", type=Path, metavar="FILE", help="your own components file")
    _add_common(along)
    along.set_defaults(command=_command(run_sweep, bar))


def _add_common(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    parser.add_argument(
        "--seats", type=int, metavar="N", help="how many sit at the table (default: 2, or as few as the game takes)"
    )
    parser.add_argument(
        "--players", dest="levels", default="greedy", metavar="A,B,…" if several else "A",
        help="who plays, weakest first (greedy)" if several else "who plays (greedy)",
    )  # fmt: skip
    parser.add_argument("--games", type=int, metavar="N", help="games (1000; 40 with players who think)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first deal (1)")
    parser.add_argument("--jobs", type=int, default=None, metavar="N", help="processes (one for each core)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option of the game")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="a folder for results; a stopped run continues from there"
    )
    add_where(parser)
    parser.add_argument("--language", "--lang", dest="lang", choices=LANGUAGES, default="en", help="the language")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the file for the report")


def add_where(parser: argparse.ArgumentParser) -> None:
    """`--on`, wherever there are jobs."""
    parser.add_argument(
        "--on", metavar="CLUSTER",
        help="play on a Ray cluster: ray://HOST:10001, HOST:6379, or auto (the one this machine belongs to, else one "
        "that is started here); --jobs is then how many of its workers may be busy (all)",
    )  # fmt: skip


def _command(run: Callable[..., int], bar: Callable[[], Any]) -> Callable[[argparse.Namespace], int]:
    def command(arguments: argparse.Namespace) -> int:
        shown = bar()
        try:
            return run(arguments, Runner(arguments.keep, _workers(arguments.jobs), shown, arguments.on), shown.close)
        finally:
            shown.close()

    return command


def _workers(jobs: int | None) -> int | None:
    if jobs is not None and not 1 <= jobs <= 1024:
        raise BadSetup(f"--jobs is a whole number from 1 to 1024, not {jobs}")
    return jobs


def run_playtest(arguments: argparse.Namespace, runner: Runner, done: Callable[[], None]) -> int:
    """Play, find and tell."""
    game = game_at(arguments.game)
    _check_output(arguments.output)
    if arguments.data is not None:
        polars()
    levels = _levels(arguments)
    base = arguments.components
    box = game.standard_box if base is None else game.box_from(base)
    study = _study(game, box, arguments, runner, gifts=tuple(arguments.give))
    results = playtest(study, levels, _games(arguments, levels), base)
    done()
    report = PlaytestReport(results, arguments.lang)
    if arguments.output is not None:
        _write(arguments.output, report.html())
    if arguments.data is not None:
        write_tables(game, {level: figures.counts for level, figures in results.figures.items()}, arguments.data)
    print(_playtest_json(results, report) if arguments.json else _playtest_text(results, report))
    return 0


def _playtest_json(results: Results, report: PlaytestReport) -> str:
    figures = results.main
    return _json(
        {
            "game": results.study.game.key,
            "games": results.games,
            "seats": [seat.as_dict() for seat in figures.by_seat],
            "turns": [turn.as_dict() for turn in figures.by_turn],
            "changed": None if results.changed is None else as_data(report.speech, results.changed),
            "findings": as_data(report.speech, results.findings),
        }
    )


def _playtest_text(results: Results, report: PlaytestReport) -> str:
    speech = report.speech
    lines = [f"{report.page.title} · {report.page.under}"]
    if results.changed is not None:
        same = speech.say("finding.same", games=Count(results.games))
        lines += ["", speech.say("title.changed"), *_bullets(told(speech, results.changed[:8]) or [same])]
    none = speech.say("finding.none", tests=Count(results.tests))
    lines += ["", speech.say("title.conclusions"), *_bullets(told(speech, results.findings) or [none])]
    return "\n".join(lines)


def run_compare(arguments: argparse.Namespace, runner: Runner, done: Callable[[], None]) -> int:
    """Two boxes on the same deals."""
    _check_output(arguments.output)
    game = _game_of(arguments)
    level = _one_level(arguments)
    studies = [_boxed(game, text, arguments, runner) for text in (arguments.one, arguments.other)]
    one, other, findings, tests = compare(studies[0], studies[1], level, _games(arguments, [level]))
    done()
    speech = Speech(game, studies[1].box, catalogue_of(game), arguments.lang)
    if arguments.output is not None:
        names = (arguments.one, arguments.other)
        _write(arguments.output, compare_page(game, speech, names, one, other, findings, tests))
    if arguments.json:
        print(_json({"game": game.key, "games": one.counts.games, "tests": tests, "findings": as_data(speech, findings),
                     "seats": [_pair(one, other, seat) for seat in range(one.seats)]}))  # fmt: skip
        return 0
    same = speech.say("finding.same", games=Count(one.counts.games))
    title = speech.say("title.compare", game=speech.game_words.say("game.title"))
    print(
        "\n".join([f"{title} · {arguments.one} → {arguments.other}", *_bullets(told(speech, findings[:20]) or [same])])
    )
    return 0


def _pair(one: Figures, other: Figures, seat: int) -> dict[str, Any]:
    return {"before": one.by_seat[seat].as_dict(), "after": other.by_seat[seat].as_dict()}


def run_sweep(arguments: argparse.Namespace, runner: Runner, done: Callable[[], None]) -> int:
    """One number from value to value."""
    _check_output(arguments.output)
    game = game_at(arguments.game)
    place, values = read_sweep(arguments.field)
    level = _one_level(arguments)
    box = box_with(game, {}, arguments.components)
    study = _study(game, box, arguments, runner)
    if arguments.even_seats and study.seats < 2:
        raise BadSetup("--even-seats needs a game of two or more: --seats 2")
    rows = sweep(study, place, values, level, _games(arguments, [level]), arguments.components)
    done()
    speech = Speech(game, box, catalogue_of(game), arguments.lang)
    sentences = sweep_sentences(speech, place, rows) if arguments.even_seats else []
    if arguments.output is not None:
        _write(arguments.output, sweep_page(speech, place, rows, sentences))
    if arguments.json:
        data: dict[str, Any] = {"game": game.key, "field": place, "rows": [row.as_dict() for row in rows]}
        if arguments.even_seats:
            best, alike = even_seats(rows)
            data["even"] = {"value": best.value, "as_even": alike}
        print(_json(data))
        return 0
    print("\n".join([sweep_text(speech, place, rows), *sentences]))
    return 0


def _bullets(sentences: list[str]) -> list[str]:
    return [f"{number:>2}. {sentence}" for number, sentence in enumerate(sentences, 1)]


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False, default=float)


def _levels(arguments: argparse.Namespace) -> list[str]:
    names = [name.strip() for name in arguments.levels.split(",")]
    if not all(names):
        raise BadSetup(f"players are written one after the other with commas (greedy,hunter), not {arguments.levels!r}")
    return names


def _one_level(arguments: argparse.Namespace) -> str:
    names = _levels(arguments)
    if len(names) != 1:
        raise BadSetup(
            f"here all seats are played by one kind of player, such as --players greedy, not {arguments.levels!r}"
        )
    return names[0]


def _games(arguments: argparse.Namespace, levels: list[str]) -> int:
    return default_games(levels) if arguments.games is None else int(arguments.games)


def _study(game: Game, box: Any, arguments: argparse.Namespace, runner: Runner, **more: Any) -> Study:
    seats = arguments.seats if arguments.seats is not None else (2 if 2 in game.seats else min(game.seats))
    return Study(game, box, seats, read_options(arguments.option), seed=arguments.seed, runner=runner, **more)


def _game_of(arguments: argparse.Namespace) -> Game:
    if arguments.game is not None:
        return game_at(arguments.game)
    for text in (arguments.one, arguments.other):
        if text != OWN and "=" not in text:
            return game_of_file(Path(text))
    raise BadSetup("say which game it is: --game honga")


def _boxed(game: Game, text: str, arguments: argparse.Namespace, runner: Runner) -> Study:
    """One of the two that are compared."""
    if text == OWN:
        return _study(game, game.standard_box, arguments, runner)
    if "=" not in text or Path(text).exists():
        return _study(game, game.box_from(Path(text)), arguments, runner)
    changes = dict(read_change(part) for part in text.split(","))
    options = {place.removeprefix(OPTION): str(value) for place, value in changes.items() if place.startswith(OPTION)}
    places = {place: value for place, value in changes.items() if not place.startswith(OPTION)}
    found = _study(game, box_with(game, places), arguments, runner)
    return Study(game, found.box, found.seats, {**found.options, **options}, seed=found.seed, runner=runner)


def _check_output(path: Path | None) -> None:
    """Refuse before hours of work what could not be written after them."""
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise BadSetup(f"{path} cannot be written: {'it is a folder' if path.is_dir() else 'its folder is not there'}")


def _write(path: Path, page: str) -> None:
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise BadSetup(f"{path} cannot be written: {error.strerror or error}") from None
    print(f"→ {path}", file=sys.stderr)
