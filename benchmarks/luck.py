"""Luck and skill over many bot games: is mean luck 0, and how much of the results is luck?

    python benchmarks/luck.py totem [--seats 2] [--games 1000] [--players hunter,gatherer] [--estimate 64] [--jobs 2]
                                    [--seconds 400] [--out FILE]

Bots change seats from game to game. Each game is told twice, by estimators with other dice. Of two tellings the dice
are independent, so that their covariance over many games is the variance of luck (and of skill) without what the
dice add. One line of JSON for each game, so that a run that is cut short tells what it has.
"""

from __future__ import annotations

import argparse
import json
import sys
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev
from time import perf_counter

from firstfire import Table
from firstfire.players import player_named, tell_luck

TELLINGS = 2
Told = dict[str, list[list[float]]]


def told(task: tuple[str, int, int, tuple[str, ...], int]) -> Told:
    """Play a game and tell it twice: luck and skill of each player (not seat), and the results."""
    name, seats, seed, levels, estimate = task
    table = Table.new(name, players=seats, seed=seed)
    order = [(seat + seed) % seats for seat in range(seats)]  # who sits where
    bots = [player_named(levels[player % len(levels)], name, seed * 100 + player) for player in order]
    while (seat := table.player) is not None:
        table.play(bots[seat].choose(table.view(seat)))
    splits = [tell_luck(table, games=estimate, seed=seed * TELLINGS + i).split for i in range(TELLINGS)]
    seat_of = [order.index(player) for player in range(seats)]
    return {
        "luck": [[split[seat].luck for seat in seat_of] for split in splits],
        "skill": [[split[seat].skill for seat in seat_of] for split in splits],
        "par": [[split[seat].par for seat in seat_of] for split in splits],
        "result": [[splits[0][seat].result for seat in seat_of]],
    }


def covariance(a: list[float], b: list[float]) -> float:
    """Of two rows of numbers, without bias."""
    mean_a, mean_b = fmean(a), fmean(b)
    return sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True)) / (len(a) - 1)


def summary(name: str, levels: tuple[str, ...], games: list[Told]) -> dict[str, object]:
    """What many games say, for each player."""
    seats = len(games[0]["result"][0])
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
    return {"game": name, "seats": seats, "games": len(games), "players": rows}


def _error(row: list[float]) -> float:
    return stdev(row) / sqrt(len(row))


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
    parser.add_argument("--out", type=Path)
    words = parser.parse_args()
    levels = tuple(words.players.split(","))
    tasks = [(words.game, words.seats, words.seed + i, levels, words.estimate) for i in range(words.games)]
    found, start = [told(tasks[0])], perf_counter()  # the first one compiles what all need
    with get_context("spawn").Pool(words.jobs) as pool:
        for one in pool.imap_unordered(told, tasks[1:]):
            found.append(one)
            if perf_counter() - start > words.seconds:
                break
        pool.terminate()
    report = summary(words.game, levels, found)
    print(json.dumps(report, indent=1))
    if words.out is not None:
        words.out.write_text(json.dumps(report), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
