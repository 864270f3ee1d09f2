"""A long soak: thousands of random games of every game, with every checker.

    python -m firstfire.lab.soak [GAME ...] [--games N]

For every number of players and every option value: whole random games with all invariants checked
after each action; then, in a few games each, that legal means accepted, that secrets are kept, and
that interpreted and compiled rules agree.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from time import process_time

from ..errors import BadSetup
from ..games import game as find_game
from ..games import names
from ..kernel.checking import checkers, knowledge_checkers
from ..kernel.game import Game


def variants(game: Game) -> Iterator[tuple[int, dict[str, str]]]:
    """Every number of players with the defaults, then every other option value that fits it."""
    chosen: list[dict[str, str]] = [{}]
    chosen += [{option.name: value} for option in game.options for value in option.values[1:]]
    for options in chosen:
        for seats in game.seats:
            try:
                game.check_seats(seats, options)
            except BadSetup:
                continue
            yield seats, options


def soak(game: Game, seats: int, options: dict[str, str], games: int, walks: int) -> list[str]:
    """All checkers on one variant; what they found."""
    found = checkers.random_games(game, seats, games, options=options)
    for seed in range(walks):
        found += checkers.legal_is_accepted(game, seats, seed, options=options)
        found += knowledge_checkers.knowledge_is_sound(game, seats, seed, options=options)
        found += checkers.speeds_agree(game, seats, seed, options=options)
        found += checkers.copies_are_independent(game, seats, seed, options=options)
        found += checkers.positions_round_trip(game, seats, seed, options=options)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Soak and print one line per variant; status 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m firstfire.lab.soak", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(names()), metavar="GAME")
    parser.add_argument("--games", dest="count", type=int, default=10_000, help="random games of each variant (10000)")
    parser.add_argument("--walks", type=int, default=3, help="games looked at closely (3)")
    arguments = parser.parse_args(argv)
    status = 0
    for name in arguments.games:
        game = find_game(name)
        for seats, options in variants(game):
            started = process_time()
            found = soak(game, seats, options, arguments.count, arguments.walks)
            shown = " ".join(f"{option}={value}" for option, value in options.items())
            verdict = "no finding" if not found else f"{len(found)} FINDINGS"
            print(
                f"{name} {seats} {shown}: {arguments.count} games, {verdict}, {process_time() - started:.0f} s",
                flush=True,
            )
            for finding in found[:10]:
                print(f"  {finding}")
            status = status or bool(found)
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
