"""The command `firstfire`: games, play, replay, analyse, show, rules, bench, perft, and what other rooms add."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from . import __version__
from .errors import FirstfireError
from .games import game as find_game
from .games import names
from .games.folders import game_at
from .kernel.engines.engine import CompiledEngine, engine_for
from .kernel.positions.perft import Perft, PerftCase
from .kernel.presentation.complaints import error_sentence
from .kernel.presentation.languages import LANGUAGES
from .lab.arguments import read_options
from .terminal.announcing import announce_in
from .terminal.keeping import LATEST
from .terminal.page import forgive_letters

Command = Callable[[argparse.Namespace], int]
# The commands that stand here.
OWN = ("games", "play", "replay", "analyse", "show", "rules", "components", "bench", "perft")
OTHERS = ("lab", "authoring", "train", "server", "offline", "build")  # packages with commands, slow to load


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; wrong words get a helpful message and exit status 2."""
    forgive_letters()
    given = sys.argv[1:] if argv is None else argv
    arguments = build_parser(given[0] if given else "").parse_args(given)
    command: Command = arguments.command
    if "lang" in arguments:
        announce_in(arguments.lang)
    try:
        return command(arguments)
    except FirstfireError as error:
        print(f"firstfire: {_complained(error, arguments)}", file=sys.stderr)
        return error.exit_code
    except ModuleNotFoundError as error:
        if not (extra := extra_of(error.name or "")):
            raise
        print(f"firstfire: this needs {error.name}: pip install 'firstfire[{extra}]'", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0


def extra_of(module: str) -> str:
    """The smallest extra that brings a module, by what the installed package says of itself; none, where none does."""
    from importlib.metadata import PackageNotFoundError, requires

    brought: dict[str, set[str]] = {}
    with suppress(PackageNotFoundError):
        for line in requires("firstfire") or ():
            if found := re.match(r"""([\w.-]+)[^;]*;.*\bextra == ['"]([\w-]+)""", line):
                brought.setdefault(found[2], set()).add(found[1].lower().replace("-", "_"))
    holding = [extra for extra, names in brought.items() if module.partition(".")[0].lower() in names]
    return min(holding, key=lambda extra: len(brought[extra]), default="")


def _complained(error: FirstfireError, arguments: argparse.Namespace) -> str:
    """What went wrong, in the language that was asked for."""
    language, own = getattr(arguments, "lang", "en"), None
    with suppress(FirstfireError):
        name = getattr(arguments, "game", None)
        own = game_at(name).words(language) if name else None
    return error_sentence(error, language, own)


def build_parser(asked: str = "") -> argparse.ArgumentParser:
    """All commands and their words; those of other packages are left out where one of our own is asked for."""
    parser = argparse.ArgumentParser(prog="firstfire", description="Five Stone-Age board games on one table.")
    parser.add_argument("--version", action="version", version=f"firstfire {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    listing = commands.add_parser("games", help="list the games")
    listing.add_argument("--lang", choices=LANGUAGES, default="en", help="the language")
    listing.set_defaults(command=list_games)
    _add_play(commands)
    replay = commands.add_parser("replay", help="walk through a saved game")
    replay.add_argument("file", type=Path, help="a saved game")
    replay.add_argument("--lang", choices=LANGUAGES, default="en", help="the language")
    replay.set_defaults(command=replay_game)
    _add_analyse(commands)
    _add_show(commands)
    _add_rules(commands)
    _add_components(commands)
    _add_bench(commands)
    _add_perft(commands)
    for package in OTHERS if asked not in OWN else ():
        import_module(f".{package}.commands", __package__).add_commands(commands)
    return parser


def _add_play(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    play = commands.add_parser("play", help="play a game in the terminal")
    play.add_argument(
        "game", nargs="?", help="the game (see `firstfire games`), or the folder of one that is not installed"
    )
    play.add_argument(
        "--seats", type=int, metavar="N", help="how many sit at the table (default: 2, or as few as the game takes)"
    )
    play.add_argument("--people", type=int, help="how many of them are people at this keyboard (default 1)")
    play.add_argument(
        "--opponent",
        help="who sits in the other seats: greedy (default), random, child, gatherer, hunter, shaman, elder, spirit, "
        "search:1s, net (where the game has one), my_bot:MyBot (your own); none: nobody, a game alone",
    )
    play.add_argument("--seed", type=int, help="the same seed deals the same game")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option")
    play.add_argument("--components", type=Path, help="your own components file")
    play.add_argument("--lang", choices=LANGUAGES, default="en", help="the language")
    play.add_argument(
        "--save", "--file", dest="file", type=Path, metavar="FILE",
        help="where the game is saved (default: among your data files)",
    )  # fmt: skip
    play.add_argument(
        "--resume", nargs="?", type=Path, const=LATEST, metavar="FILE",
        help="go on with a saved game, against the same opponents (without a FILE: the one played last)",
    )  # fmt: skip
    play.add_argument(
        "--from", dest="position", metavar="POSITION",
        help="begin from a position as text (docs/reference/positions.md), such as 'totem@1 players=2 …'",
    )  # fmt: skip
    play.set_defaults(command=play_game)


def _add_analyse(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    analyse = commands.add_parser("analyse", help="analyse a finished game: luck, skill, turning points")
    analyse.add_argument("file", type=Path, help="a saved game that is over")
    analyse.add_argument(
        "--simulations", type=int, default=1000, metavar="N", help="simulations for each decision (1000)"
    )
    analyse.add_argument("--seed", type=int, default=0, help="the seed of the search and the estimator (0)")
    analyse.add_argument("--json", action="store_true", help="print the result as JSON")
    analyse.add_argument("--lang", choices=LANGUAGES, default="en", help="the language")
    analyse.set_defaults(command=analyse_game)


def _add_show(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    show = commands.add_parser("show", help="show a position or a saved game, and print it as text")
    show.add_argument(
        "position", nargs="+", help="a position as text ('totem@1 players=2 …', or totem 'seed=7'), or a saved game"
    )
    show.add_argument("--seat", type=int, help="as this seat sees it, from 0; -1: a spectator (default: who acts)")
    show.add_argument("--moves", action="store_true", help="list what may be played")
    show.add_argument("--text", action="store_true", help="print the position as text and nothing else")
    show.add_argument("--components", type=Path, help="your own components file")
    show.add_argument("--lang", choices=LANGUAGES, default="en", help="the language")
    show.set_defaults(command=show_position)


def _add_rules(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    rules = commands.add_parser("rules", help="read the rulebook of a game")
    rules.add_argument("game", nargs="?", help="the game (or the folder of one), or the id of a rule, such as TT-K6")
    rules.add_argument(
        "wanted", nargs="?", help="the id of a rule (TT-K6, R7), or a chapter by its key, number or title"
    )
    rules.add_argument("--lang", choices=LANGUAGES, default="en", help="the language")
    rules.add_argument("--search", metavar="WORD", help="find a word in the book (or in all books)")
    rules.set_defaults(command=read_rules)


def _add_components(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    words = "copy the components file of a game, to change it into that of your own box"
    components = commands.add_parser("components", help=words)
    components.add_argument("game", help="the game, such as totem, or the folder of one that is not installed")
    components.add_argument("--out", type=Path, metavar="FILE", help="where it is written (default: it is printed)")
    components.set_defaults(command=copy_components)


def _add_bench(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    bench = commands.add_parser("bench", help="measure the speed of a game")
    bench.add_argument("game", help="the game, such as totem, or the folder of one that is not installed")
    bench.add_argument(
        "--seats", type=int, metavar="N", help="how many sit at the table (default: every number the game takes)"
    )
    bench.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option")
    bench.add_argument("--seconds", type=float, default=5.0, help="how long to measure (default: 5)")
    bench.add_argument("--json", action="store_true", help="print the result as JSON")
    bench.set_defaults(command=bench_game)


def _add_perft(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    perft = commands.add_parser("perft", help="count sequences of actions")
    perft.add_argument("game", help="the game, such as totem, or the folder of one that is not installed")
    perft.add_argument(
        "--seats", type=int, metavar="N", help="how many sit at the table (default: as few as the game takes)"
    )
    perft.add_argument("--seed", type=int, default=1, help="the deal (default: 1)")
    perft.add_argument("--plies", type=int, default=0, help="random decisions before counting starts")
    perft.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option")
    perft.add_argument("--depth", type=int, default=2, help="actions in a sequence (default: 2)")
    perft.add_argument("--divide", action="store_true", help="the count below each first action")
    perft.set_defaults(command=count_sequences)


def list_games(arguments: argparse.Namespace) -> int:
    """`firstfire games`."""
    for name in names():
        try:
            game = find_game(name)
        except FirstfireError as error:
            print(f"{name:<12} {error_sentence(error, arguments.lang)}")
            continue
        words = game.words(arguments.lang)
        seats = f"{game.seats[0]}–{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        facts = f"{name:<12} {words.say('game.title'):<14} {seats:>5}   {words.say('game.length'):<23}"
        print(f"{facts} {game.credits.sentence(words.language)}".rstrip())
    return 0


def play_game(arguments: argparse.Namespace) -> int:
    """`firstfire play`: rules run as plain Python, so a game starts at once."""
    from .terminal.starting import start

    start(arguments, read_options(arguments.option)).run()
    return 0


def replay_game(arguments: argparse.Namespace) -> int:
    """`firstfire replay`."""
    from .terminal.keeping import find_save
    from .terminal.replay import watch

    watch(find_save(arguments.file), arguments.lang)
    return 0


def analyse_game(arguments: argparse.Namespace) -> int:
    """`firstfire analyse`."""
    from .terminal.analyse import analyse_save

    return analyse_save(arguments)


def show_position(arguments: argparse.Namespace) -> int:
    """`firstfire show`."""
    from .terminal.show import show

    return show(arguments)


def copy_components(arguments: argparse.Namespace) -> int:
    """`firstfire components`."""
    text = (game_at(arguments.game).folder / "components.toml").read_text(encoding="utf-8")
    if arguments.out is None:
        print(text, end="")
        return 0
    try:
        with arguments.out.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise FirstfireError(f"{arguments.out} exists already: name another file") from None
    except OSError as error:
        raise FirstfireError(f"{arguments.out} cannot be written: {error.strerror}") from None
    return 0


def read_rules(arguments: argparse.Namespace) -> int:
    """`firstfire rules`."""
    from .terminal.rules import show_rules

    return show_rules(arguments)


def bench_game(arguments: argparse.Namespace) -> int:
    """`firstfire bench`."""
    from .lab.bench import bench, progress, table_of

    game = game_at(arguments.game)
    options = read_options(arguments.option)
    if not 0 < arguments.seconds <= 3600:
        raise FirstfireError(f"--seconds must be more than 0 and at most 3600, not {arguments.seconds}")
    _announce_compiling(game.name)
    counts = [arguments.seats] if arguments.seats is not None else list(game.seats)
    results = []
    for players in counts:
        game.check_seats(players, options)
        progress(f"measuring {game.name} with {players} …")
        results.append(bench(game, players, arguments.seconds, options=options))
    if arguments.json:
        slowest = min(results, key=lambda result: result.decisions_per_second)
        more = {"all": [result.as_data() for result in results]} if len(results) > 1 else {}
        print(json.dumps({**slowest.as_data(), **more}, indent=1))
    else:
        print(table_of(results))
    return 0


def _announce_compiling(name: str) -> None:
    """Say on the error stream which part of the rules is being compiled (once, then cached)."""
    engine = engine_for(find_game(name), interpreted=False)
    if isinstance(engine, CompiledEngine):
        engine.heard = lambda entry: print(f"compiling {name}: {entry} …", file=sys.stderr, flush=True)


def count_sequences(arguments: argparse.Namespace) -> int:
    """`firstfire perft`."""
    game = game_at(arguments.game)
    _announce_compiling(game.name)
    players = arguments.seats if arguments.seats is not None else min(game.seats)
    if arguments.seed < 0 or arguments.plies < 0 or arguments.depth < 1:
        raise FirstfireError("--seed and --plies are 0 or more, --depth is 1 or more")
    case = PerftCase(players, arguments.seed, arguments.depth, None, arguments.plies, read_options(arguments.option))
    counter = Perft(game)
    s = counter.start(case)
    if arguments.divide:
        for text, count in counter.divide(s, case.depth):
            print(f"{count:>12}  {text}")
    print(case.line(counter.count(s, case.depth)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
