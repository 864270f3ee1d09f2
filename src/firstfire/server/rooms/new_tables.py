"""New tables, the names at them, and what the lobby keeps of a table."""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from ...errors import BadComponents
from ...games import game as find_game
from ...kernel.game import Game, box_hash
from ..protocol.refusals import bad_components, check_setup
from ..store.batch import TableRow
from ..store.events import Event
from ..store.story import Setup, Story, begin_data
from ..views.descriptions import results, seat_rows, table_row
from .traffic import NewTable

LONGEST_NAME = 24  # characters
BOT_NAMES = ("Oru", "Tala", "Brek", "Suna", "Kesh", "Mirra", "Dova", "Anik", "Umbo", "Sefa", "Ragn", "Ilu")


def found(
    table: str, setup: Setup, plan: list[dict[str, Any]], now: float, components: str | None = None
) -> NewTable:  # fmt: skip
    """A new table with its first events: who sits where. `plan` has for each seat its kind
    (person, bot, open), name, level and guests, and `away` where a bot is to play for them."""
    return begun(table, setup, plan, now, interpreted=True, components=components)


def begun(
    table: str, setup: Setup, plan: list[dict[str, Any]], now: float, *, interpreted: bool,
    opening: Sequence[int] | None = None, components: str | None = None,
) -> NewTable:  # fmt: skip
    """The same, by machine code where there is some. `opening`: what is played already,
    where another game goes on here. `components`: the file of who makes the table."""
    story = Story(table, setup, interpreted=interpreted)
    events: list[Event] = []

    def happen(kind: str, **data: Any) -> None:
        event = Event(story.count + 1, int(now * 1000), kind, data)
        story.fold(event)
        events.append(event)

    if components is not None:
        happen("own", text=components)
    for seat, wish in enumerate(plan):
        if wish["kind"] == "bot" and not wish["guests"]:
            name = wish["name"] or bot_name(table, seat, story.names)
            happen("bot", seat=seat, level=wish["level"], name=name, standin=False)
        for guest in wish["guests"]:
            happen("sit", seat=seat, guest=guest, name=unlike(wish["name"], story.names))
        if wish.get("away"):
            happen("bot", seat=seat, level=setup.standin, name=story.chairs[seat].name, standin=True)
    if not story.open_seats:
        happen("begin", **begin_data(story.game, setup.own_box), **({"continued": True} if opening is not None else {}))
    for action in opening or ():
        happen("act", seat=story.player, action=action, spent=0)
    return NewTable(table, setup, events, row_of(story), story)


def found_again(story: Story, table: str, seed: int, now: float, here: Collection[int]) -> NewTable:
    """The rematch of a finished game: the same people, bots and options (those that the newest rules have);
    everybody moves up one seat. Where a bot played for somebody who is not `here`, it does so again."""
    newest = find_game(story.setup.game)
    known = {option.name: option.values for option in newest.options}
    options = {name: value for name, value in story.setup.options.items() if value in known.get(name, ())}
    check_setup(newest, story.setup.players, options)
    rules = begin_data(newest) if story.components is None else own_rules(newest, story.components)
    setup = replace(story.setup, rules=rules, options=options)
    setup = replace(setup, seed=seed, seeded=False, created=int(now * 1000))
    setup = replace(setup, hints=story.hints, listed=story.listed, spectators=story.spectators)
    plan = [
        {
            "kind": chair.kind, "name": chair.name, "level": chair.level, "guests": sorted(chair.holders),
            "away": chair.standin and seat not in here,
        }
        for seat, chair in sorted(enumerate(story.chairs), key=lambda each: each[0] == 0)
    ]  # fmt: skip
    return found(table, setup, plan, now, story.components)


def own_rules(game: Game, components: str) -> dict[str, Any]:
    """By which rules and components a table is played that brings its own; refuses a file that does not fit."""
    try:
        return begin_data(game, box_hash(game.own_box(components)))
    except BadComponents as error:
        raise bad_components(error) from None


def row_of(story: Story) -> TableRow:
    """What the lobby keeps of a table."""
    seats = seat_rows(story, "en", mine=[], connected=set(), thinking=None)
    summary = table_row(story, "en", seats, mine=[], host=False)
    summary |= {"result": results(story), "events": story.count, "aside": asides(story)}
    state = story.state if story.archive is None else story.archive.state
    return TableRow(
        story.id, story.setup.as_data(), summary, state, story.listed, len(story.open_seats),
        story.setup.created, story.changed,
    )  # fmt: skip


def about_new(story: Story, who: str, language: str) -> dict[str, Any]:
    """A new table for who made it, and the keys of their seats: what `Room.about` says where nobody is there yet."""
    mine = story.held_by(who)
    seats = seat_rows(story, language, mine=mine, connected=set(), thinking=None)
    table = table_row(story, language, seats, mine=mine, host=who == story.setup.host)
    return {"table": table, "keys": [(seat, story.chairs[seat].keys_from) for seat in mine]}


def asides(story: Story) -> list[int]:
    """The seats that choose (or have chosen) aside, while another one is asked."""
    return [seat for seat in range(len(story.chairs)) if story.is_aside(seat)]


def bot_name(table: str, seat: int, taken: list[str]) -> str:
    """A name for a bot, another one at each table and seat."""
    start = zlib.crc32(f"{table}/{seat}".encode())
    names = [BOT_NAMES[(start + i) % len(BOT_NAMES)] for i in range(len(BOT_NAMES))]
    return next((name for name in names if name not in taken), names[0])


def unlike(name: str, taken: list[str]) -> str:
    """The name, or the name with a number where somebody at the table has it already, or one that reads like it."""
    known = {_likeness(each) for each in taken}
    candidate, number = name, 2
    while _likeness(candidate) in known:
        candidate, number = f"{name[: LONGEST_NAME - len(f' {number}')]} {number}", number + 1
    return candidate


def _likeness(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
