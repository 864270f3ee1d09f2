"""How fast a game runs here: random play, copies, resampling, one thread.

Everything is measured per second of process CPU time (machines are shared), as the median
of several runs.
"""

from __future__ import annotations

import ctypes
import statistics
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from random import Random
from time import process_time
from typing import Any

from ..kernel.engines.engine import Engine, engine_for
from ..kernel.game import Game
from ..kernel.positions.position import Position
from ..kernel.records.entry import AnyBox
from ..kernel.records.header import Header
from ..kernel.records.record import copy_of
from ..kernel.records.rng import seed_rng
from ..kernel.rule import generic
from ..kernel.rules.contract import resample
from ..kernel.rules.drive import Dice, copy_record
from ..table import Table

RUNS = 5


@dataclass(frozen=True)
class BenchResult:
    """What one benchmark found."""

    game: str
    players: int
    decisions_per_second: float
    games_per_second: float
    decisions_per_game: float
    copy_ns: float
    resample_ns: float
    state_bytes: int
    table_decisions_per_second: float
    interpreted_decisions_per_second: float
    runs: int

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)


@generic
def copies(s: Header, other: Header, times: int) -> int:
    """Copy a record to and fro."""
    for i in range(times):
        other.ply = i
        copy_record(s, other)
    return s.ply


@generic
def resamples(s: Header, view: Header, box: AnyBox, seat: int, times: int) -> int:
    """Deal the unknown of a view again and again."""
    for _ in range(times):
        resample(view, box, seat)
    return view.ply


def bench(
    game: Game, players: int, seconds: float = 5.0, *, options: Mapping[str, str] | None = None, seed: int = 1
) -> BenchResult:
    """Measure one game; `seconds` is shared out among the measurements."""
    engine = engine_for(game, interpreted=False)
    decisions, games = _random_play(engine, players, seconds * 0.5, options, seed)
    position = Position(game, players, seed, options=options, engine=engine)
    position.play_randomly(seed, 20)
    return BenchResult(
        game=game.name,
        players=players,
        decisions_per_second=decisions,
        games_per_second=games,
        decisions_per_game=decisions / games,
        copy_ns=_copy_ns(engine, position.s),
        resample_ns=_resample_ns(engine, position),
        state_bytes=ctypes.sizeof(game.state),
        table_decisions_per_second=_stepped(game, players, seconds * 0.2, options, interpreted=False),
        interpreted_decisions_per_second=_interpreted(game, players, seconds * 0.2, options),
        runs=RUNS,
    )


def _random_play(
    engine: Engine, players: int, seconds: float, options: Mapping[str, str] | None, seed: int
) -> tuple[float, float]:
    fresh = engine.fresh(players, options, quiet=True)
    box = engine.game.standard_box
    s, mask, dice = engine.game.state(), engine.mask(), Dice()
    points, wins = engine.row(), engine.row()

    def run(games: int, first: int) -> tuple[float, float]:
        start = process_time()
        made = engine.playouts(s, fresh, box, mask, dice, games, first, engine.game.max_plies, points, wins)
        taken = max(process_time() - start, 1e-9)
        return made / taken, games / taken

    run(1, seed)
    per_second = run(50, seed)[1]
    games = max(1, int(per_second * seconds / RUNS))
    found = [run(games, seed + 1000 * i) for i in range(RUNS)]
    return statistics.median(d for d, _ in found), statistics.median(g for _, g in found)


def _timed(times: int, run: Callable[[int], Any]) -> float:
    """Nanoseconds for one of `times`, the median of several runs."""
    run(10)
    found = []
    for _ in range(RUNS):
        start = process_time()
        run(times)
        found.append((process_time() - start) / times * 1e9)
    return statistics.median(found)


def _copy_ns(engine: Engine, s: Any) -> float:
    run = engine.entry(copies)
    return _timed(200_000, lambda times: run(copy_of(s), copy_of(s), times))


def _resample_ns(engine: Engine, position: Position) -> float:
    seat = position.player if not position.over else 0
    view = position.seen_by(seat)
    seed_rng(view, 5, 5)
    run = engine.entry(resamples)
    return _timed(20_000, lambda times: run(position.s, view, position.box, seat, times))


def _stepped(
    game: Game, players: int, seconds: float, options: Mapping[str, str] | None, *, interpreted: bool
) -> float:
    """Decisions per second when Python asks for the legal actions, chooses, and plays."""
    chance = Random(1)
    made, start = 0, process_time()
    while process_time() - start < seconds:
        table = Table.new(
            game, players, chance.getrandbits(32), options=options, interpreted=interpreted, history=False
        )
        numbers, play, state = table.numbers, table.play, table.state
        while not state.over:
            legal = numbers()
            play(legal[int(chance.random() * len(legal))])
            made += 1
    return made / (process_time() - start)


def _interpreted(game: Game, players: int, seconds: float, options: Mapping[str, str] | None) -> float:
    """Decisions per second of random play by plain Python rules."""
    engine = engine_for(game, interpreted=True)
    box, mask, dice = game.standard_box, engine.mask(), Dice()
    seed_rng(dice, 1, 1)
    made, seed, start = 0, 1, process_time()
    while process_time() - start < seconds:
        s = engine.new(players, seed, options=options, quiet=True)
        made += engine.playout(s, box, mask, dice, game.max_plies)
        seed += 1
    return made / (process_time() - start)


def table_of(results: list[BenchResult]) -> str:
    """The results as one printed table."""
    head = (
        "game", "players", "decisions/s", "games/s", "per game",
        "copy ns", "resample ns", "bytes", "table/s", "python/s",
    )  # fmt: skip
    rows = [head] + [
        (
            r.game, str(r.players), f"{r.decisions_per_second:,.0f}", f"{r.games_per_second:,.0f}",
            f"{r.decisions_per_game:.0f}", f"{r.copy_ns:.0f}", f"{r.resample_ns:.0f}", str(r.state_bytes),
            f"{r.table_decisions_per_second:,.0f}", f"{r.interpreted_decisions_per_second:,.0f}",
        )
        for r in results
    ]  # fmt: skip
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def progress(line: str) -> None:
    """A line for people who wait, not for pipes."""
    print(line, file=sys.stderr, flush=True)
