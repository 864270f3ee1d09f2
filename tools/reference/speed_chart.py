"""The drawing of docs/reference/speed.md: decisions a second of our games and of other libraries.

1 thousand    1 million    1 billion
|             |            |
Totem             o    o       #    #         o one core   # GPU
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log10
from typing import Any

CHART = "docs/pictures/speed.svg"
LEFT, WIDTH, LINE, TOP = 190, 720, 26, 44
LOW, HIGH = 2, 10  # powers of ten at the edges
MARKS = {"thousand": 3, "million": 6, "billion": 9}
COLOURS = {"one core": "#c0392b", "batch, one core": "#e39b2d", "GPU": "#2457a6", "batch, GPU": "#2c7a4b"}

Row = tuple[str, Sequence[tuple[str, float, float]]]  # a name; the way, the least and the most decisions a second


def diagram(rows: Sequence[Row]) -> str:
    """A line for each name, a bar from the least to the most for each way."""
    height = TOP + LINE * len(rows) + 12
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">']
    parts.append(f'<rect width="{WIDTH}" height="{height}" fill="#fff"/><g font-size="12">')
    for place, (way, colour) in enumerate(COLOURS.items()):
        parts.append(_bar(LEFT + 130 * place, LEFT + 130 * place, 12, colour))
        parts.append(f'<text x="{LEFT + 130 * place + 10}" y="16">{way}</text>')
    for word, power in MARKS.items():
        x = _place(10**power)
        parts.append(f'<path d="M{x:.1f} {TOP - 6}V{height - 8}" stroke="#ccc"/>')
        parts.append(f'<text x="{x:.1f}" y="{TOP - 10}" text-anchor="middle" fill="#555">1 {word}</text>')
    for place, (name, ways) in enumerate(rows):
        y = TOP + LINE * place + LINE / 2
        parts.append(f'<text x="{LEFT - 10}" y="{y + 4:g}" text-anchor="end">{name}</text>')
        parts += [_bar(_place(least), _place(most), y, COLOURS[way]) for way, least, most in ways]
    return "".join(parts) + "</g></svg>\n"


def _place(decisions: float) -> float:
    return LEFT + (log10(decisions) - LOW) / (HIGH - LOW) * (WIDTH - LEFT - 20)


def _bar(start: float, end: float, y: float, colour: str) -> str:
    """A thick line with round ends: a dot where both are the same."""
    return f'<path d="M{start:.1f} {y:g}H{end:.1f}" stroke="{colour}" stroke-width="9" stroke-linecap="round"/>'


def rows_of(
    known: Mapping[str, Mapping[str, Any]],
    ways: Mapping[str, Mapping[str, str]],
    numbers: Callable[[str], Sequence[float]],
) -> list[Row]:
    """Our games in each way, then the other libraries."""
    ours: list[Row] = [
        (game, [(way, *_reach(numbers(cells[game]), 1e6)) for way, cells in ways.items()]) for game in ways["one core"]
    ]
    pgx = [number for row in known["pgx"]["rows"] for number in numbers(row[1])]
    others: list[Row] = [
        (row[0], [("one core", *_reach(numbers(row[1]), 1e3))]) for row in known["other_libraries"]["rows"]
    ]
    return [*ours, ("Pgx, chess to connect four", [("batch, GPU", *_reach(pgx, 1e6))]), *others]


def _reach(numbers: Sequence[float], unit: float) -> tuple[float, float]:
    return unit * min(numbers), unit * max(numbers)
