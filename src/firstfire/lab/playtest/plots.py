"""Plots as SVG, drawn by ourselves: bars, intervals, points. Hovering (or tapping) a mark tells its values.

No library: what a report needs are four kinds of plot; a plotting library would put megabytes of script into each page
(docs/explanation/dependencies.md). A mark carries its sentence as `data-tip`; without script, as `<title>`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...kernel.presentation.languages import format_number, format_percent

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 220, 46, 12, 12, 40


@dataclass(frozen=True)
class Scale:
    """From values to places on the paper."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The place of a value."""
        span = self.high - self.low or 1.0
        return self.start + (value - self.low) / span * (self.end - self.start)

    def ticks(self, about: int = 5) -> list[float]:
        """Round values along the scale."""
        span = (self.high - self.low) or 1.0
        step = 10 ** floor(log10(span / about))
        step *= next((factor for factor in (1, 2, 5, 10) if span / (step * factor) <= about), 10)
        first = ceil(self.low / step - 1e-9)
        last = floor(self.high / step + 1e-9)
        return [round(step * i, 10) for i in range(first, last + 1)]


def histogram(values: NDArray[Any], label: str, tip: Callable[[float, float, int, float], str], language: str) -> str:
    """How often values came up; `tip` tells a bar: its first and its last value, how many there are, what share."""
    if not len(values):
        return ""
    low, high = float(values.min()), float(values.max())
    whole = bool(np.all(values == np.floor(values)))
    bins = min(30, int(high - low) + 1) if whole else 24
    size = max(1, ceil((high - low + 1) / bins)) if whole else (high - low) / bins or 1.0
    edges = low + size * np.arange(int((high - low) / size) + 2)
    counts, _ = np.histogram(values, bins=edges)
    x, y = _frame(low, float(edges[-1]), 0, float(counts.max()))
    body = [_axis_x(x, label, language, middle=0.5 if whole and size == 1 else 0.0)]
    for i, count in enumerate(counts):
        if count:
            last = edges[i + 1] - (1 if whole else 0)
            told = tip(float(edges[i]), float(last), int(count), count / len(values))
            body.append(
                _rect(x(edges[i]) + 0.5, y(count), max(1.0, x(edges[i + 1]) - x(edges[i]) - 1), y(0) - y(count), told)
            )
    middle = float(np.median(values)) + (size / 2 if whole else 0)
    body.append(f'<line class="median" x1="{x(middle):.1f}" x2="{x(middle):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
    return _svg(body, label)


def intervals(rows: Sequence[tuple[str, float, float, float, str]], even: float | None, language: str) -> str:
    """A point and its interval for each row: label, value, low, high, what hovering tells."""
    if not rows:
        return ""
    marks = [value for row in rows for value in row[1:4]] + ([even] if even is not None else [])
    low, high = min(marks), max(marks)
    room = (high - low) * 0.08 or 0.02
    height = TOP + 30 * len(rows) + BOTTOM
    x = Scale(low - room, high + room, 120, WIDTH - RIGHT)
    body = [_axis_x(x, "", language, height, share=True)]
    if even is not None:
        body.append(f'<line class="even" x1="{x(even):.1f}" x2="{x(even):.1f}" y1="{TOP}" y2="{height - BOTTOM}"/>')
    for i, (label, value, least, most, tip) in enumerate(rows):
        y = TOP + 30 * i + 15
        body.append(f'<text class="row" x="112" y="{y + 4}">{escape(label)}</text>')
        body.append(_mark(f'<line class="span" x1="{x(least):.1f}" x2="{x(most):.1f}" y1="{y}" y2="{y}"/>'
                          f'<circle class="dot" cx="{x(value):.1f}" cy="{y}" r="5"/>', tip))  # fmt: skip
    return _svg(body, "", height)


def bars(rows: Sequence[tuple[str, float, str]]) -> str:
    """A bar for each row: label, value, and the value as it is told."""
    if not rows:
        return ""
    height = TOP + 26 * len(rows) + 8
    low, high = min(0.0, *(row[1] for row in rows)), max(0.0, *(row[1] for row in rows))
    x = Scale(low, high or 1.0, 190, WIDTH - 50)
    body = []
    for i, (label, value, told) in enumerate(rows):
        y = TOP + 26 * i
        start, end = sorted((x(0), x(value)))
        short = label if len(label) < 30 else label[:28] + "…"
        body.append(f'<text class="row" x="182" y="{y + 14}">{escape(short)}</text>')
        body.append(_rect(start, y + 2, max(1.0, end - start), 16, f"{label} · {told}"))
        body.append(f'<text class="figure" x="{end + 5:.1f}" y="{y + 14}">{escape(told)}</text>')
    return _svg(body, "", height)


def scatter(
    points: Sequence[tuple[float, float, str, bool]], across: str, up: str, language: str, width: int = WIDTH
) -> str:
    """A dot for each thing: how often, how much, what hovering tells, whether it is sure."""
    if not points:
        return ""
    ys = [point[1] for point in points]
    reach = max(abs(min(ys)), abs(max(ys)), 0.02) * 1.08
    height = 300
    x = Scale(0, max(point[0] for point in points) * 1.03, LEFT + 12, width - RIGHT)
    y = Scale(-reach, reach, height - BOTTOM, TOP)
    body = [_axis_x(x, across, language, height, share=True)]
    for tick in y.ticks():
        body.append(f'<line class="grid" x1="{LEFT + 12}" x2="{width - RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        shown = _written(100 * tick, language, "+.3g")
        body.append(f'<text class="tick" text-anchor="end" x="{LEFT + 8}" y="{y(tick) + 4:.1f}">{shown}</text>')
    turned = f'transform="translate(11 {height / 2 - 14}) rotate(-90)"'
    body.append(f'<text class="axis" {turned} text-anchor="middle">{escape(up)}</text>')
    for across_at, up_at, tip, sure in sorted(points, key=lambda point: point[3]):
        kind = "dot sure" if sure else "dot faint"
        body.append(
            _mark(f'<circle class="{kind}" cx="{x(across_at):.1f}" cy="{y(up_at):.1f}" r="{5 if sure else 3.5}"/>', tip)
        )
    return _svg(body, up, height, width)


def curve(points: Sequence[tuple[float, float, float, float, str]], across: str, even: float, language: str) -> str:
    """A line through values with their intervals: at, value, low, high, what hovering tells."""
    xs = [point[0] for point in points]
    marks = [value for point in points for value in point[1:4]] + [even]
    room = (max(marks) - min(marks)) * 0.08 or 0.02
    x = Scale(min(xs), max(xs), LEFT + 12, WIDTH - RIGHT - 8)
    y = Scale(min(marks) - room, max(marks) + room, HEIGHT - BOTTOM, TOP)
    body = [_axis_x(x, across, language)]
    for tick in y.ticks(4):
        body.append(f'<line class="grid" x1="{LEFT + 12}" x2="{WIDTH - RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        shown = _written(100 * tick, language)
        body.append(f'<text class="tick" text-anchor="end" x="{LEFT + 8}" y="{y(tick) + 4:.1f}">{shown}</text>')
    body.append(f'<line class="even" x1="{LEFT + 12}" x2="{WIDTH - RIGHT}" y1="{y(even):.1f}" y2="{y(even):.1f}"/>')
    body.append('<polyline class="line" points="' + " ".join(f"{x(p[0]):.1f},{y(p[1]):.1f}" for p in points) + '"/>')
    for at, value, low, high, tip in points:
        body.append(_mark(f'<line class="span" x1="{x(at):.1f}" x2="{x(at):.1f}" y1="{y(low):.1f}" y2="{y(high):.1f}"/>'
                          f'<circle class="dot" cx="{x(at):.1f}" cy="{y(value):.1f}" r="5"/>', tip))  # fmt: skip
    return _svg(body, across)


def _frame(low: float, high: float, least: float, most: float) -> tuple[Scale, Scale]:
    return Scale(low, high, LEFT - 30, WIDTH - RIGHT), Scale(least, most, HEIGHT - BOTTOM, TOP)


def _axis_x(
    x: Scale, label: str, language: str, height: int = HEIGHT, *, share: bool = False, middle: float = 0.0
) -> str:
    """The axis below; where a bar stands for one number, its name stands under the middle of it."""
    base = height - BOTTOM
    parts = [f'<line class="base" x1="{x.start:.1f}" x2="{x.end:.1f}" y1="{base}" y2="{base}"/>']
    for tick in x.ticks():
        if tick + middle > x.high or (middle and tick != int(tick)):
            continue
        shown = format_percent(tick, language, ".3g") if share else _written(tick, language, "g")
        at = x(tick + middle)
        parts.append(f'<text class="tick" text-anchor="middle" x="{at:.1f}" y="{base + 15}">{shown}</text>')
    centre = (x.start + x.end) / 2
    parts.append(f'<text class="axis" text-anchor="middle" x="{centre:.1f}" y="{base + 32}">{escape(label)}</text>')
    return "".join(parts)


def _written(value: float, language: str, spec: str = ".3g") -> str:
    return format_number(f"{value:{spec}}", language) if value else "0"


def _rect(x: float, y: float, width: float, height: float, tip: str) -> str:
    return _mark(f'<rect class="bar" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>', tip)


def _mark(shape: str, tip: str) -> str:
    return f'<g class="mark" data-tip="{escape(tip)}"><title>{escape(tip)}</title>{shape}</g>'


def _svg(body: Sequence[str], label: str, height: int = HEIGHT, width: int = WIDTH) -> str:
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">{"".join(body)}</svg>'
