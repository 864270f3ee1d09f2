"""Luck and skill over many bot games: is mean luck 0, and how much of the results is luck?

    python benchmarks/luck.py totem [--seats 2] [--games 1000] [--players hunter,gatherer] [--estimate 64] [--jobs 2]
                                    [--seed 1] [--seconds 400] [--rows FILE] [--out FILE]

Bots change seats from game to game. Each game is told twice, by estimators with other dice. Of two tellings the dice
are independent, so that their covariance over many games is the variance of luck (and of skill) without what the
dice add. `--rows` keeps a line of JSON for each game: a run that was cut short goes on where it stopped, and rows of
other seeds in the same file count too.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev
from time import perf_counter

from firstfire import Table
from firstfire.explain import tell_luck
from firstfire.players import player_named

TELLINGS = 2
Told = dict[str, list[list[float]]]
Task = tuple[str, int, int, tuple[str, ...], int]


def seating(seed: int, seats: int) -> list[int]:
    """Which player sits on each seat of the game with this seed."""
    return [(seat + seed) % seats for seat in range(seats)]


def told(task: Task) -> tuple[int, Told]:
    """Play a game and tell it twice: luck and skill of each player (not seat), and the results."""
    name, seats, seed, levels, estimate = task
    table = Table.new(name, players=seats, seed=seed)
    order = seating(seed, seats)
    bots = [player_named(levels[player % len(levels)], name, seed * 100 + player) for player in order]
    while (seat := table.player) is not None:
        table.play(bots[seat].choose(table.view(seat)))
    splits = [tell_luck(table, games=estimate, seed=seed * TELLINGS + i).split for i in range(TELLINGS)]
    seat_of = [order.index(player) for player in range(seats)]
    return seed, {
        "luck": [[split[seat].luck for seat in seat_of] for split in splits],
        "skill": [[split[seat].skill for seat in seat_of] for split in splits],
        "par": [[split[seat].par for seat in seat_of] for split in splits],
        "result": [[splits[0][seat].result for seat in seat_of]],
    }


def covariance(a: list[float], b: list[float]) -> float:
    """Of two rows of numbers, without bias."""
    mean_a, mean_b = fmean(a), fmean(b)
    return sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True)) / (len(a) - 1)


def summary(name: str, levels: tuple[str, ...], by_seed: dict[int, Told]) -> dict[str, object]:
    """What many games say: for each player, and the luck of whoever sat on the first seat."""
    games = list(by_seed.values())
    seats = len(games[0]["result"][0])
    first = [fmean(row[seating(seed, seats)[0]] for row in game["luck"]) for seed, game in by_seed.items()]
    rows = []
    for player in range(seats):
        luck, skill = (
            [[game[what][i][player] for game in games] for i in range(TELLINGS)] for what in ("luck", "skill")
        )
        result = [game["result"][0][player] for game in games]
        mean = [fmean(pair) for pair in zip(*luck, strict=True)]
        moves = [fmean(pair) for pair in zip(*skill, strict=True)]
        spread = covariance(result, result)
        rows.append(
            {
                "player": levels[player % len(levels)], "wins": fmean(result), "wins_error": _error(result),
                "luck": fmean(mean), "luck_error": _error(mean), "skill": fmean(moves), "skill_error": _error(moves),
                "variance": spread, "luck_share": covariance(luck[0], luck[1]) / spread if spread else 0.0,
                "skill_share": covariance(skill[0], skill[1]) / spread if spread else 0.0,
            }
        )  # fmt: skip
    seat = {"luck": fmean(first), "luck_error": _error(first)}
    return {"game": name, "seats": seats, "games": len(games), "players": rows, "first_seat": seat}


def _error(row: list[float]) -> float:
    return stdev(row) / sqrt(len(row))


def tell(tasks: Sequence[Task], found: dict[int, Told], jobs: int, seconds: float) -> Iterator[tuple[int, Told]]:
    """The games that were not told yet, as they are told, until the time is up."""
    left = [task for task in tasks if task[2] not in found]
    if not left:
        return
    start = perf_counter()
    yield told(left[0])  # the first one compiles what all need
    with get_context("spawn").Pool(jobs) as pool:
        for one in pool.imap_unordered(told, left[1:]):
            yield one
            if perf_counter() - start > seconds:
                break
        pool.terminate()


def kept(rows: Path | None) -> dict[int, Told]:
    """What an earlier run told, by seed."""
    if rows is None or not rows.exists():
        return {}
    lines = (json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines())
    return {line["seed"]: line["told"] for line in lines}


def main() -> int:
    """Play, tell, and say what came out."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", default="hunter,gatherer")
    parser.add_argument("--estimate", type=int, default=64, help="games of an estimate")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so many")
    parser.add_argument("--rows", type=Path, help="a line for each game; those there already are not played again")
    parser.add_argument("--out", type=Path)
    words = parser.parse_args()
    levels = tuple(words.players.split(","))
    tasks = [(words.game, words.seats, words.seed + i, levels, words.estimate) for i in range(words.games)]
    found = kept(words.rows)
    for seed, one in tell(tasks, found, words.jobs, words.seconds):
        found[seed] = one
        if words.rows is not None:
            with words.rows.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"seed": seed, "told": one}) + "\n")
    report = summary(words.game, levels, found)
    print(json.dumps(report, indent=1))
    if words.out is not None:
        words.out.write_text(json.dumps(report), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
