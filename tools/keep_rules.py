"""Keep the rules of a game before they change (docs/how-to/change-a-rule.md).

    python tools/keep_rules.py totem           copies src/firstfire/games/totem to games/kept/totem_v1
    python tools/keep_rules.py totem --games   writes tests/kept/totem@1.json: whole games by today's rules

The copy is the whole package: rules, box, components, words, scene. Saved games and tables that were begun with that
version are opened by it for ever; it is not changed any more. The games are what the tests open with all later code:
make them once, when a version is new. Neither is ever overwritten.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from firstfire import Table, game
from firstfire.errors import BadSetup, FirstfireError
from firstfire.games import GAMES
from firstfire.kernel.game import Game
from firstfire.saves import save_text

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "src" / "firstfire" / "games" / "kept"
STORED = ROOT / "tests" / "kept"
IMPORTED = re.compile(r"^\s*(?:from|import) +(\.+|firstfire\.games)(\S*)", re.MULTILINE)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc")


class CannotKeep(Exception):
    """Something stands against it; the message says what."""


def keep_package(found: Game, folder: Path = KEPT) -> Path:
    """Copy a game's package to the kept ones; the new folder."""
    source, kept = found.folder, folder / f"{found.name}_v{found.rules_version}"
    if kept.exists():
        raise CannotKeep(f"{kept} is there already: raise the rules version of {found.name} for another change")
    for file in sorted(source.rglob("*.py")):
        if outside := outside_of(source, file):
            raise CannotKeep(f"{file} imports {outside}, which a copy would not find: import firstfire.kernel…")
    shutil.copytree(source, kept, ignore=LEFT_OUT)
    return kept


def outside_of(package: Path, file: Path) -> str:
    """The first thing that a file imports from outside its package: too many dots, or another game; "" for none."""
    floors = len(file.relative_to(package).parts)  # as many dots lead to the package itself
    for start, rest in IMPORTED.findall(file.read_text(encoding="utf-8")):
        if start == "firstfire.games" or len(start) > floors:
            return f"{start}{rest}"
    return ""


def keep_games(found: Game, folder: Path = STORED) -> Path:
    """Write whole games as files and logs hold them, one for each number of players and one with other options; the
    new file."""
    path = folder / f"{found.key}.json"
    if path.exists():
        raise CannotKeep(f"{path} is there already: whole games of a version are made once")
    folder.mkdir(exist_ok=True)
    games = [whole_game(found, seats, {}) for seats in found.seats]
    seats = found.seats[len(found.seats) > 1]
    if others := other_options(found, seats):
        games.append(whole_game(found, seats, others))
    rows = [json.dumps(each, ensure_ascii=False) for each in games]
    path.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    return path


def other_options(found: Game, seats: int) -> dict[str, str]:
    """Options that differ from what holds when nobody chooses, as many as go together."""
    chosen: dict[str, str] = {}
    for option in found.options:
        with suppress(BadSetup):
            if not option.people:  # else random players would give up
                found.check_seats(seats, {**chosen, option.name: option.values[-1]})
                chosen[option.name] = option.values[-1]
    return chosen


def whole_game(found: Game, seats: int, options: Mapping[str, str]) -> dict[str, Any]:
    """A game of random actions: its save, the seat and number of each action, and how it ended."""
    stream = random.Random(f"{found.key} {seats} {sorted(options)}")
    names = ["Ayla", "Brun", "Creb", "Durc", "Ebra", "Grod"][:seats]
    table = Table.new(found, seats, seed=stream.getrandbits(64), options=options, names=names, interpreted=True)
    while not table.over:
        table.play(stream.choice(table.numbers()))
    outcome = table.outcome()
    assert outcome is not None
    acts = [[table.seat_of(turn), number] for turn, number in enumerate(table.played())]
    ending = {"ending": outcome.ending, "scores": list(outcome.scores), "ranks": list(outcome.ranks)}
    return {"save": json.loads(save_text(table.to_save())), "acts": acts, **ending}


def main(arguments: Sequence[str] | None = None) -> int:
    """Keep what is asked for; says what to do next."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", action="store_true", help="whole games by today's rules, for the tests")
    wanted = parser.parse_args(arguments)
    try:
        found = game(wanted.game)
        kept = keep_games(found) if wanted.games else keep_package(found)
    except (CannotKeep, FirstfireError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{kept.relative_to(ROOT)} is kept.")
    if not wanted.games:
        print(f"Now raise rules_version of {found.name} to {found.rules_version + 1} and change its rules.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
