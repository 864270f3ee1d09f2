"""Is the win curve right? What was foreseen in games of mixed levels against how they ended.

    python benchmarks/win_curve.py sample --jobs 16 --seconds 480 --out samples.json [GAME ...]

Every seat draws its level anew, from child to spirit. In each finished game ten positions are looked at, evenly spread,
with three pairs of eyes:

    value     the game's own `value`, which draws the curve of a replay
    rollouts  the estimator of an analysis (players/luck.py)
    hint      the search of a hint, from what the seat to act may know; a net leads it where there is one for so many

One process for each game compiles its rules and then forks. Games count in the order of their seeds, so that quick ones
are not preferred when the time is up.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from multiprocessing import TimeoutError as Late
from multiprocessing import get_context
from pathlib import Path
from random import Random as Stream
from time import monotonic
from typing import Any

from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.position import Position
from firstfire.lab.match import view_of
from firstfire.players import Budget, player_named
from firstfire.players.guided import GuidedSearch, farsighted, has_guide
from firstfire.players.ideas import by_merit
from firstfire.players.luck import Estimator

LOOKS_AT = 10  # positions of a game
ESTIMATE = 200  # games of an estimate, as at the table
LED, UNLED = 300, 1000  # simulations of a hint, with a net and without
LEVELS = {"child": 6, "gatherer": 6, "hunter": 8, "shaman": 6, "elder": 4, "spirit": 1}
CROWD = {**LEVELS, "elder": 1, "spirit": 0.25}  # with three and more players; games take longer
ALONE = {"child": 6, "gatherer": 6, "hunter": 8}  # the others take minutes
WORK = {"totem": 2, "honga": 2, "neta_tanka": 3, "doggerland": 6, "prehistory": 3}  # shares of the processors
MOST = 20_000  # games of one kind
SEATS = {1: 1, 2: 8, 3: 6, 4: 4}
Row = dict[str, Any]


def drawn(name: str, seed: int) -> tuple[list[str], int]:
    """The level of each seat in the game with a seed, and a seed for their thinking."""
    stream = Stream(f"{name} {seed}")
    counts = [seats for seats in SEATS if seats in find_game(name).seats]
    seats = stream.choices(counts, [SEATS[each] for each in counts])[0]
    levels = {1: ALONE, 2: LEVELS}.get(seats, CROWD)
    return stream.choices(list(levels), list(levels.values()), k=seats), stream.getrandbits(32)


def played(name: str, seed: int, levels: Sequence[str], luck: int) -> tuple[list[Position], list[float]]:
    """The positions of a game between these levels, and how it ended."""
    players = [player_named(level, name, luck + seat) for seat, level in enumerate(levels)]
    position, seen = Position(find_game(name), len(levels), seed, quiet=True), []
    while not position.over:
        seen.append(position.copy())
        position.step(players[position.player].choose(view_of(position)))
    return seen, position.shares()


def foreseen(position: Position, seed: int) -> Row:
    """What the three pairs of eyes see in a position."""
    view = view_of(position)
    seats = view.state.seats
    estimator = Estimator(position.engine, position.box, seats, games=ESTIMATE, seed=seed)
    led = has_guide(view.game, seats)
    budget = Budget(simulations=LED if led else UNLED)
    search = GuidedSearch(budget, seed, looking=True, changes=farsighted(view.game, seats))
    best = by_merit(view, search.consider(view))[0]
    rollouts = estimator.now(position.s)[0]
    return {"seat": view.seat, "led": led, "value": position.shares(), "rollouts": rollouts, "hint": best.win}


def sampled(task: tuple[str, int]) -> list[Row]:
    """What was foreseen at ten positions of a game, and how it ended."""
    name, seed = task
    positions, ended = played(name, seed, *drawn(name, seed))
    places = [int((part + 0.5) * len(positions) / LOOKS_AT) for part in range(LOOKS_AT)]
    return [
        {"seed": seed, "part": part, "ended": ended, **foreseen(positions[place], seed * LOOKS_AT + part)}
        for part, place in enumerate(places)
    ]


def prepare(name: str) -> None:
    """Have all that is needed compiled: with few players and with many, with a net and without."""
    counts = [seats for seats in SEATS if seats in find_game(name).seats and seats > 1]
    for seats in {counts[0], counts[-1]}:
        positions, _ = played(name, 1, ["child"] * seats, 1)
        foreseen(positions[0], 1)
        player_named("spirit", name, 1).choose(view_of(positions[0]))


def gather(name: str, jobs: int, end: float, first: int, folder: Path) -> None:
    """Sample games of one kind until the time is up."""
    start = monotonic()
    prepare(name)
    print(f"{name}: compiled after {monotonic() - start:.0f} s", flush=True)
    rows: list[Row] = []
    with get_context("fork").Pool(jobs) as pool:
        found = pool.imap(sampled, ((name, first + number) for number in range(MOST)))
        try:
            while True:
                rows += found.next(timeout=max(0.0, end - monotonic()))
        except Late:
            pool.terminate()
    _part(folder, name).write_text(json.dumps(rows), encoding="utf-8")


def sample(games: Sequence[str], jobs: int, seconds: float, first: int, out: Path) -> None:
    """Sample all games at once, each with its share of the processors."""
    end, context = monotonic() + seconds, get_context("spawn")
    processes = []
    for name in games:
        share = max(1, jobs * WORK[name] // sum(WORK[each] for each in games))
        processes.append(context.Process(target=gather, args=(name, share, end, first, out.parent)))
        processes[-1].start()
    for process in processes:
        process.join()
    rows = {}
    for name in games:
        part = _part(out.parent, name)
        rows[name] = json.loads(part.read_text(encoding="utf-8"))
        part.unlink()
        print(f"{name}: {len(rows[name]) // LOOKS_AT} games")
    out.write_text(json.dumps(rows), encoding="utf-8")


def _part(folder: Path, name: str) -> Path:
    return folder / f"{name}.part"


def main(words: Sequence[str] | None = None) -> int:
    """Sample."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=["sample"])
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args(words)
    sample(asked.games or GAMES, asked.jobs, asked.seconds, asked.seed, asked.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
