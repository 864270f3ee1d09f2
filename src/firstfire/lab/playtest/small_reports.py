"""The reports of `compare` and `sweep`: as text, as data and as a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...kernel.game import Game
from .estimates import Estimate, paired
from .figures import Figures
from .findings import Finding
from .page import Cell, Page, claims, plots, table
from .plots import curve, histogram
from .recording import Number
from .speech import Amount, Count, Share, Speech
from .sweep import SweepRow, even_seats, unused


def told(speech: Speech, findings: Sequence[Finding]) -> list[str]:
    """Findings in words."""
    return [speech.say(f"finding.{finding.key}", **finding.values) for finding in findings]


def as_data(speech: Speech, findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Findings as plain data."""
    return [
        {
            "about": finding.about,
            "name": speech.component(finding.component) if finding.component else None,
            "id": finding.component[0][finding.component[1]] if finding.component else None,
            "sentence": sentence,
            "effect": finding.effect.as_dict(),
            "corrected_chance": finding.chance,
        }
        for finding, sentence in zip(findings, told(speech, findings), strict=True)
    ]


def compare_page(
    game: Game,
    speech: Speech,
    names: tuple[str, str],
    one: Figures,
    other: Figures,
    findings: Sequence[Finding],
    tests: int,
) -> str:
    """Two boxes side by side."""  # fmt: skip
    say = speech.say
    under = f"{names[0]} → {names[1]}"
    page = Page(speech.language, say("title.compare", game=speech.game_words.say("game.title")), under)
    page.section("differences", say("title.differences"))
    games = one.counts.games
    page.add(claims(told(speech, findings[:40]), say("finding.same", games=Count(games))))
    page.section("measures", say("title.measures"))
    page.say(say("text.compare", games=Count(games)))
    rows = []
    drawn = []
    for key, number, scale in (
        ("decisions", Number.PLIES, 1.0), ("rounds", Number.ROUNDS, 1.0), ("minutes", Number.TENTHS, 600.0),
        ("lead_changes", Number.LEAD_CHANGES, 1.0),
    ):  # fmt: skip
        a, b = one.of(number, scale), other.of(number, scale)
        if a.value or b.value:
            gap = paired(other.counts.column(number) / scale, one.counts.column(number) / scale)
            rows.append(_row(speech, say(f"label.{key}"), a, b, gap))
    for seat, (a, b) in enumerate(zip(one.by_seat, other.by_seat, strict=True), 1):
        gap = paired(other.counts.shares[:, seat - 1], one.counts.shares[:, seat - 1])
        rows.append(_row(speech, say("label.seat", number=Count(seat)), a, b, gap, percent=True))
    page.add(table([say(f"label.{key}") for key in ("thing", "before", "after", "difference", "interval")], rows))
    for title, figures in zip(("before", "after"), (one, other), strict=True):
        scores = figures.scores.ravel().astype(float)
        drawn.append(
            (
                f"{say('label.score')} · {say(f'label.{title}')}",
                histogram(scores, say("label.score"), speech.bar, speech.language),
            )
        )
    page.add(plots(drawn))
    page.section("method", say("title.method"))
    page.say(say("text.method", tests=Count(tests)))
    page.say(say("text.method_players"))
    del game
    return page.html()


def _row(speech: Speech, label: str, a: Estimate, b: Estimate, gap: Estimate, *, percent: bool = False) -> list[Cell]:
    """A measure with both boxes, and the difference, deal by deal, with its interval."""
    show = speech.percent if percent else speech.amount
    value, low, high = (
        speech.signed(100 * end) if percent else speech.amount(end, signed=True)
        for end in (gap.value, gap.low, gap.high)
    )
    return [
        Cell(label), Cell(show(a.value), a.value), Cell(show(b.value), b.value), Cell(value, gap.value),
        Cell(f"{low} – {high}", gap.low),
    ]  # fmt: skip


def sweep_sentences(speech: Speech, place: str, rows: Sequence[SweepRow]) -> list[str]:
    """Which value makes the seats even, or that no value makes any difference."""
    if unused(rows):
        games = Count(rows[0].figures.counts.games)
        return [speech.say("finding.value_unused", field=place, games=games)]
    best, alike = even_seats(rows)
    share = best.figures.by_seat[best.strongest]
    found = [
        speech.words.say(
            "finding.value_even", field=place, value=best.value, share=speech.percent(share.value),
            low=speech.percent(share.low), high=speech.percent(share.high),
            even=speech.percent(1 / best.figures.seats),
        )
    ]  # fmt: skip
    if alike:
        found.append(speech.words.say("finding.value_as_even", values=", ".join(map(str, alike))))
    else:
        found.append(speech.words.say("finding.value_only"))
    return found


def sweep_text(speech: Speech, place: str, rows: Sequence[SweepRow]) -> str:
    """A sweep as a table of text."""
    lines = [
        f"{place:<24} {'':2}"
        + "".join(f"{speech.say('label.seat', number=Count(i + 1)):>24}" for i in range(rows[0].figures.seats))
        + f"{speech.say('label.score'):>10}{speech.say('label.decisions'):>14}"
    ]
    for row in rows:
        seats = "".join(
            f"{f'{speech.percent(seat.value)} ({speech.plain(100 * seat.low)}–{speech.plain(100 * seat.high)})':>24}"
            for seat in row.figures.by_seat
        )
        length = row.figures.of(Number.PLIES)
        lines.append(
            f"{row.value:>24} {'':2}{seats}{speech.amount(row.score.value):>10}{speech.amount(length.value):>14}"
        )
    return "\n".join(lines)


def sweep_page(speech: Speech, place: str, rows: Sequence[SweepRow], sentences: Sequence[str]) -> str:
    """A sweep as a page with a curve for each seat."""
    say = speech.say
    games = rows[0].figures.counts.games
    title = speech.words.say("title.sweep", game=speech.game_words.say("game.title"), field=place)
    page = Page(speech.language, title, say("text.sweep", games=Count(games)))
    page.section("curve", say("title.curve"))
    if sentences:
        page.add(claims(sentences, ""))
    drawn = []
    seats = rows[0].figures.seats
    for seat in range(seats if seats > 1 else 0):
        points = []
        for row in rows:
            one = row.figures.by_seat[seat]
            span = f"{speech.percent(one.low)} – {speech.percent(one.high)}"
            tip = f"{place} = {row.value}: {speech.percent(one.value)} ({span})"
            points.append((float(row.value), one.value, one.low, one.high, tip))
        label = f"{say('label.seat', number=Count(seat + 1))} · {say('label.won')} (%)"
        drawn.append((label, curve(points, place, 1 / seats, speech.language)))
    page.add(plots(drawn))
    heads = [
        say("label.value"),
        *(say("label.seat", number=Count(i + 1)) for i in range(seats)),
        say("label.score"),
        say("label.decisions"),
    ]
    page.add(
        table(
            heads,
            [
                [
                    Cell(str(row.value), row.value),
                    *(Cell(speech.told(Share(seat.value)), seat.value) for seat in row.figures.by_seat),
                    Cell(speech.told(Amount(row.score.value)), row.score.value),
                    Cell(speech.told(Amount(row.figures.of(Number.PLIES).value)), row.figures.of(Number.PLIES).value),
                ]
                for row in rows
            ],
        )
    )
    return page.html()
