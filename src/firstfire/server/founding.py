"""Founding: new tables, the names at them, and what the lobby keeps of a table."""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import Any

from .describing import seat_rows, table_row
from .desk import NewTable
from .events import Event
from .store import TableRow
from .story import Setup, Story, begin_data

BOT_NAMES = ("Oru", "Tala", "Brek", "Suna", "Kesh", "Mirra", "Dova", "Anik", "Umbo", "Sefa", "Ragn", "Ilu")


def found(table: str, setup: Setup, plan: list[dict[str, Any]], now: float) -> NewTable:
    """A new table with its first events: who sits where. `plan` has for each seat its kind
    (person, bot, open), name, level and guests."""
    story = Story(table, setup)
    events: list[Event] = []

    def happen(kind: str, **data: Any) -> None:
        event = Event(story.count + 1, int(now * 1000), kind, data)
        story.fold(event)
        events.append(event)

    for seat, wish in enumerate(plan):
        if wish["kind"] == "bot" and not wish["guests"]:
            name = wish["name"] or bot_name(table, seat, story.names)
            happen("bot", seat=seat, level=wish["level"], name=name, standin=False)
        for guest in wish["guests"]:
            happen("sit", seat=seat, guest=guest, name=unlike(wish["name"], story.names))
    if not story.open_seats:
        happen("begin", **begin_data(story.game))
    return NewTable(table, setup, events, row_of(story))


def found_again(story: Story, table: str, seed: int, now: float) -> NewTable:
    """The rematch of a finished game: the same people, bots and options; everybody moves up one seat."""
    setup = replace(story.setup, seed=seed, seeded=False, created=int(now * 1000))
    setup = replace(setup, hints=story.hints, listed=story.listed, spectators=story.spectators)
    plan = [
        {"kind": chair.kind, "name": chair.name, "level": chair.level, "guests": sorted(chair.holders)}
        for chair in [*story.chairs[1:], story.chairs[0]]
    ]
    return found(table, setup, plan, now)


def row_of(story: Story) -> TableRow:
    """What the lobby keeps of a table."""
    seats = seat_rows(story, "en", mine=[], connected=set(), thinking=None)
    summary = table_row(story, "en", seats, mine=[], host=False)
    return TableRow(
        story.id, story.setup.as_data(), summary, story.state, story.listed, len(story.open_seats),
        story.setup.created, story.changed,
    )  # fmt: skip


def bot_name(table: str, seat: int, taken: list[str]) -> str:
    """A name for a bot, another one at each table and seat."""
    start = zlib.crc32(f"{table}/{seat}".encode())
    names = [BOT_NAMES[(start + i) % len(BOT_NAMES)] for i in range(len(BOT_NAMES))]
    return next((name for name in names if name not in taken), names[0])


def unlike(name: str, taken: list[str]) -> str:
    """The name, or the name with a number where somebody at the table has it already."""
    candidate, number = name, 2
    while candidate in taken:
        candidate, number = f"{name} {number}", number + 1
    return candidate
