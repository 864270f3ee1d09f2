"""Is the win curve right? What was foreseen in games of mixed levels against how they ended.

    python benchmarks/win_curve.py sample samples.json --jobs 16 --seconds 535 [--games totem honga]
    python benchmarks/win_curve.py fit samples.json [more.json ...] --made "18 November 2026, …"
    python benchmarks/win_curve.py judge fresh.json [more.json ...] --made "19 November 2026, …"

`sample` plays. Every seat draws its level anew, from child to spirit. In each finished game ten positions are looked
at, evenly spread, with three pairs of eyes:

    value     the game's own `value`, which draws the curve of a replay
    rollouts  the estimator of an analysis (explain/luck.py)
    hint      the search of a hint, from what the seat to act may know; a net leads it where there is one for so many

One process for each game compiles its rules and then forks. Games count in the order of their seeds, so that quick
ones are not preferred when the time is up.

`fit` finds the numbers that put these chances right (`strategy/calibration.toml` of each game) and says how right they
are (docs/reference/win-curve.json, from which `make references` makes the table of docs/reference/strength.md, and a
diagram). A game without samples keeps what it has. The error is that of games the numbers were not found on: each tenth
of them is judged by numbers from the others. What is kept comes from all of them.

`judge` leaves the numbers as they are: games that none of them was found on are added to the figures.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain
from multiprocessing import TimeoutError as Late
from multiprocessing import get_context
from pathlib import Path
from random import Random as Stream
from time import monotonic
from typing import Any

import numpy as np

from firstfire.explain.luck import Estimator
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.positions.position import Position
from firstfire.lab.calibration import Pair, bins, calibration_error
from firstfire.lab.match import view_of
from firstfire.players import Budget, player_named
from firstfire.players.chances import (
    FILE,
    LEAST,
    LED,
    ROLLOUTS,
    SEARCH,
    TINY,
    VALUE,
    Calibration,
    calibration_of,
    table_kind,
)
from firstfire.players.guided import farsighted, has_guide
from firstfire.players.ideas import by_merit
from firstfire.players.search import WITH_NET, Search

LOOKS_AT = 10  # positions of a game
ESTIMATE = 200  # games of an estimate, as at the table
WITH, WITHOUT = 300, 1000  # simulations of a hint, with a net and without
LEVELS = {"child": 6, "gatherer": 6, "hunter": 8, "shaman": 6, "elder": 4, "spirit": 1}
CROWD = {**LEVELS, "elder": 1, "spirit": 0.25}  # with three and more players; games take longer
WORK = {"totem": 2, "honga": 2, "neta_tanka": 3, "doggerland": 6, "prehistory": 3}  # shares of the processors
MOST = 20_000  # games of one kind
SEATS = {2: 8, 3: 6, 4: 4}
PARTS = 10  # of the games, each judged by numbers from the others
COLUMNS = ("value", "rollouts", "hint")  # of a sample
POWERS = [round(0.2 * 1.12**i, 2) for i in range(24)]  # what is tried: 0.2 to 2.7
FLOORS = [LEAST, 0.015, 0.02, 0.03, 0.05, 0.07]
MOVERS = [round(-0.8 + 0.1 * i, 1) for i in range(13)]
ROOT = Path(__file__).parents[1]
REPORT = ROOT / "docs/reference/win-curve.json"
SIDE, INNER = 180, 160  # of a diagram, in pixels
COLOURS = {VALUE: "#999999", ROLLOUTS: "#c0392b", SEARCH: "#2c7a4b", LED: "#2457a6"}
Row = dict[str, Any]


def drawn(name: str, seed: int, among: Sequence[str] = tuple(LEVELS)) -> tuple[list[str], int]:
    """The level of each seat in the game with a seed, and a seed for their thinking."""
    stream = Stream(f"{name} {seed}")
    counts = [seats for seats in SEATS if seats in find_game(name).seats]
    seats = stream.choices(counts, [SEATS[each] for each in counts])[0]
    levels = LEVELS if seats == 2 else CROWD
    return stream.choices(among, [levels[level] for level in among], k=seats), stream.getrandbits(32)


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
    budget = Budget(simulations=WITH if led else WITHOUT)
    search = Search(budget, seed, efforts=WITH_NET, looking=True, changes=farsighted(view.game, seats))
    best = by_merit(view, search.consider(view))[0]
    rollouts = estimator.now(position.s)[0]
    return {"seat": view.seat, "led": led, "value": position.shares(), "rollouts": rollouts, "hint": best.win}


def sampled(task: tuple[str, int, Sequence[str]]) -> list[Row]:
    """What was foreseen at ten positions of a game, and how it ended."""
    name, seed, among = task
    positions, ended = played(name, seed, *drawn(name, seed, among))
    places = [int((part + 0.5) * len(positions) / LOOKS_AT) for part in range(LOOKS_AT)]
    return [
        {"seed": seed, "part": part, "ended": ended, **foreseen(positions[place], seed * LOOKS_AT + part)}
        for part, place in enumerate(places)
    ]


def prepare(name: str) -> None:
    """Have all that is needed compiled: with few players and with many, with a net and without."""
    counts = [seats for seats in SEATS if seats in find_game(name).seats]
    for seats in {counts[0], counts[-1]}:
        positions, _ = played(name, 1, ["child"] * seats, 1)
        foreseen(positions[0], 1)
        player_named("spirit", name, 1).choose(view_of(positions[0]))


def gather(name: str, jobs: int, end: float, first: int, among: Sequence[str], folder: Path) -> None:
    """Sample games of one kind until the time is up."""
    start = monotonic()
    prepare(name)
    print(f"{name}: compiled after {monotonic() - start:.0f} s", flush=True)
    rows: list[Row] = []
    with get_context("fork").Pool(jobs) as pool:
        found = pool.imap(sampled, ((name, first + number, among) for number in range(MOST)))
        try:
            while True:
                rows += found.next(timeout=max(0.0, end - monotonic()))
        except Late:
            pool.terminate()
    _part(folder, name).write_text(json.dumps(rows), encoding="utf-8")


def sample(
    games: Sequence[str], jobs: int, seconds: float, first: int, out: Path, among: Sequence[str] = tuple(LEVELS)
) -> None:
    """Sample all games at once, each with its share of the processors."""
    end, context = monotonic() + seconds, get_context("spawn")
    processes = []
    for name in games:
        share = max(1, jobs * WORK[name] // sum(WORK[each] for each in games))
        processes.append(context.Process(target=gather, args=(name, share, end, first, among, out.parent)))
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


# ── how right they are ─────────────────────────────────────────────────────────────────


def eye_of(row: Row, column: str) -> str:
    """Whose eyes these were: a hint is led by a net or not."""
    return (LED if row["led"] else SEARCH) if column == "hint" else column


def told(row: Row, column: str, calibration: Calibration | None) -> list[Pair]:
    """What is told of a position, with how it ended: for every seat, of a hint for its own. (None: as foreseen.)"""
    seat = row["seat"] if column == "hint" else None
    shares = row[column] if calibration is None else calibration.of(row[column], seat)
    pairs = list(zip(shares, row["ended"], strict=True))
    return pairs if seat is None else [pairs[seat]]


class Rows:
    """Positions as arrays, by number of seats: so a calibration is tried on all of them at once."""

    def __init__(self, rows: Sequence[Row], column: str) -> None:
        self.is_hint = column == "hint"
        self.parts = []
        for seats in sorted({len(row["ended"]) for row in rows}):
            some = [row for row in rows if len(row["ended"]) == seats]
            shares, ended = (np.array([row[which] for row in some]) for which in (column, "ended"))
            mover = np.eye(seats)[[row["seat"] for row in some]] * self.is_hint
            self.parts.append((np.maximum(shares, TINY), ended, mover))

    def badness(self, calibration: Calibration) -> float:
        """The error of single chances (Brier) and that of ranges together."""
        said, ended = [], []
        for shares, results, mover in self.parts:
            weights = shares**calibration.power * np.exp(calibration.mover * mover)
            room = 1.0 - shares.shape[1] * calibration.floor
            told_ = calibration.floor + room * weights / weights.sum(axis=1, keepdims=True)
            chosen = mover > 0 if self.is_hint else np.ones_like(told_, dtype=bool)
            said.append(told_[chosen])
            ended.append(results[chosen])
        chances, results = np.concatenate(said), np.concatenate(ended)
        which = np.minimum((10 * chances).astype(int), 9)
        gaps = np.abs(np.bincount(which, chances - results, 10))
        return float(np.mean((chances - results) ** 2) + gaps.sum() / len(chances))


def best(rows: Sequence[Row], column: str) -> Calibration:
    """The numbers with the smallest errors."""
    badness = Rows(rows, column).badness
    others = [(LEAST, mover) for mover in MOVERS] if column == "hint" else [(floor, 0.0) for floor in FLOORS]
    return min((Calibration(power, *other) for power in POWERS for other in others), key=badness)


def crossed(rows: Sequence[Row], column: str) -> list[Pair]:
    """What is told of each part of the games by numbers that were found on all others."""
    parts = [[row for row in rows if row["seed"] % PARTS == part] for part in range(PARTS)]
    others = [[row for row in rows if row["seed"] % PARTS != part] for part in range(PARTS)]
    judged = ((some, best(other, column)) for some, other in zip(parts, others, strict=True) if some)
    return [pair for some, calibration in judged for row in some for pair in told(row, column, calibration)]


def figures(name: str, rows: Sequence[Row]) -> tuple[str, list[Row]]:
    """The numbers of a game as they are kept, and how right it foresees with each pair of eyes."""
    kept, seeds = ["# python benchmarks/win_curve.py fit"], dict[str, set[int]]()
    after, before = dict[str, list[Pair]](), dict[str, list[Pair]]()
    for column in COLUMNS:
        for eye, kind in sorted({(eye_of(row, column), table_kind(len(row["ended"]))) for row in rows}):
            some = [row for row in rows if (eye_of(row, column), table_kind(len(row["ended"]))) == (eye, kind)]
            numbers = asdict(best(some, column))
            kept += ["", f"[{eye}.{kind}]", *(f"{number} = {value:g}" for number, value in numbers.items())]
            after.setdefault(eye, []).extend(crossed(some, column))
            before.setdefault(eye, []).extend(pair for row in some for pair in told(row, column, None))
            seeds.setdefault(eye, set()).update(row["seed"] for row in some)
    found = [
        {
            "game": name, "eye": eye, "games": len(seeds[eye]), "before": round(calibration_error(before[eye]), 4),
            "error": round(calibration_error(pairs), 4), "before_bins": bins(before[eye]), "bins": bins(pairs),
        }
        for eye, pairs in after.items()
    ]  # fmt: skip
    return "\n".join(kept) + "\n", found


def toml_numbers(text: str) -> dict[str, Row]:
    """The numbers of a game as they are kept, by eye and kind of table."""
    return {f"{eye}.{kind}": row for eye, kinds in tomllib.loads(text).items() for kind, row in kinds.items()}


def keep(files: Sequence[Path], made: str) -> None:
    """Write the numbers of each game that was sampled, the figures and the diagram."""
    samples = samples_in(files)
    with get_context("fork").Pool() as pool:
        fitted = pool.starmap(figures, samples.items(), chunksize=1)
    report = json.loads(REPORT.read_text(encoding="utf-8"))
    for name, (numbers, found) in zip(samples, fitted, strict=True):
        (find_game(name).folder / "strategy" / FILE).write_text(numbers, encoding="utf-8")
        report = merged(report, name, toml_numbers(numbers), [{**row, "made": made} for row in found])
    write_report(report)


def samples_in(files: Sequence[Path]) -> dict[str, list[Row]]:
    """What was sampled, by game."""
    samples: dict[str, list[Row]] = {}
    for file in files:
        for name, rows in json.loads(file.read_text(encoding="utf-8")).items():
            samples.setdefault(name, []).extend(rows)
    return samples


def write_report(report: Row) -> None:
    """Write the figures and the diagram."""
    REPORT.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    (ROOT / "docs/pictures/win-curve.svg").write_text(diagram(report["figures"]), encoding="utf-8")


def merged(report: Row, name: str, numbers: Row, found: Sequence[Row]) -> Row:
    """A report in which one game has other numbers and figures."""
    others = [row for row in report["figures"] if row["game"] != name]
    return {
        "numbers": {**report["numbers"], name: numbers},
        "figures": sorted([*others, *found], key=lambda row: GAMES.index(row["game"])),
    }


def judge(files: Sequence[Path], made: str) -> None:
    """Add games to the figures, told by the numbers there are."""
    report = json.loads(REPORT.read_text(encoding="utf-8"))
    for name, rows in samples_in(files).items():
        found = [added(row, rows, made) if row["game"] == name else row for row in report["figures"]]
        report = {**report, "figures": found}
    write_report(report)


def added(row: Row, rows: Sequence[Row], made: str) -> Row:
    """A row of the figures with further games."""
    game, column = find_game(row["game"]), "hint" if row["eye"] in (SEARCH, LED) else row["eye"]
    some = [each for each in rows if eye_of(each, column) == row["eye"]]
    kept = [calibration_of(game, row["eye"], len(each["ended"])) for each in some]
    now = [pair for each, calibration in zip(some, kept, strict=True) for pair in told(each, column, calibration)]
    before = [pair for each in some for pair in told(each, column, None)]
    new = {"bins": together(row["bins"], bins(now)), "before_bins": together(row["before_bins"], bins(before))}
    return {
        **row, **new, "games": row["games"] + len({each["seed"] for each in some}), "made": f"{row['made']}; {made}",
        "error": error_of(new["bins"]), "before": error_of(new["before_bins"]),
    }  # fmt: skip


def together(*bars: Sequence[Sequence[float]]) -> list[tuple[float, float, int]]:
    """The bars of two diagrams as those of one."""
    found = []
    for tenth in range(10):
        some = [bar for bar in chain(*bars) if min(9, int(10 * bar[0])) == tenth]
        if count := int(sum(bar[2] for bar in some)):
            said, ended = (sum(bar[i] * bar[2] for bar in some) / count for i in range(2))
            found.append((round(said, 4), round(ended, 4), count))
    return found


def error_of(bars: Sequence[Sequence[float]]) -> float:
    """The expected calibration error that bars show."""
    return round(sum(abs(said - ended) * count for said, ended, count in bars) / sum(bar[2] for bar in bars), 4)


def diagram(found: Sequence[Row]) -> str:
    """Told against real, game by game: a drawing."""
    names = list(dict.fromkeys(row["game"] for row in found))
    width, height = SIDE * len(names), SIDE + 40
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">']
    parts.append(f'<rect width="{width}" height="{height}" fill="#fff"/>')
    for i, name in enumerate(names):
        title = find_game(name).words("en").say("game.title")
        parts.append(f'<g transform="translate({i * SIDE + 10} 24)" font-size="12"><text y="-8">{title}</text>')
        parts.append(f'<path d="M0 0h{INNER}v{INNER}h-{INNER}zM0 {INNER}L{INNER} 0" fill="none" stroke="#aaa"/>')
        for row in (row for row in found if row["game"] == name):
            points = " ".join(f"{INNER * said:.1f},{INNER * (1 - ended):.1f}" for said, ended, _ in row["bins"])
            parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[row["eye"]]}" stroke-width="2"/>')
        parts.append("</g>")
    for i, (eye, colour) in enumerate(COLOURS.items()):
        parts.append(f'<text x="{10 + 90 * i}" y="{height - 8}" font-size="12" fill="{colour}">{eye}</text>')
    return "".join(parts) + "</svg>\n"


def main(words: Sequence[str] | None = None) -> int:
    """Play and look, or find the numbers and say how right they are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="what", required=True)
    play = commands.add_parser("sample")
    play.add_argument("out", type=Path)
    play.add_argument("--games", nargs="*", default=list(GAMES))
    play.add_argument("--jobs", type=int, default=2)
    play.add_argument("--seconds", type=float, default=480)
    play.add_argument("--seed", type=int, default=1)
    play.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS), help="of those who play")
    for name in ("fit", "judge"):
        of_samples = commands.add_parser(name)
        of_samples.add_argument("samples", type=Path, nargs="+")
        of_samples.add_argument("--made", required=True, help="when, and on which machine, the games were played")
    asked = parser.parse_args(words)
    if asked.what == "sample":
        sample(asked.games, asked.jobs, asked.seconds, asked.seed, asked.out, asked.levels)
    else:
        {"fit": keep, "judge": judge}[asked.what](asked.samples, asked.made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
