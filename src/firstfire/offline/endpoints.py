"""What a device answers, path by path: the server's own views, for its one person."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from .. import __version__
from ..errors import UnknownGame
from ..games import game as find_game
from ..kernel.checking.own_components import changes_of
from ..kernel.game import Game
from ..kernel.presentation.languages import LANGUAGES
from ..saves import save_text
from ..server.bots.level_rows import DEFAULT_LEVEL, levels
from ..server.bots.requests import BotRequest, Reader, own_box_of
from ..server.protocol import requests
from ..server.protocol.json_text import from_json, to_json
from ..server.protocol.reading import read_said
from ..server.protocol.refusals import Refusal, malformed
from ..server.rooms.ids import new_id
from ..server.rooms.lessons import tutorial_page
from ..server.rooms.new_tables import about_new
from ..server.rooms.traffic import Ask, Glance
from ..server.rooms.wishes import wished, wished_on
from ..server.store.results import Past
from ..server.store.story import Story
from ..server.views.advice import hint_body, review_body, view_at
from ..server.views.albums import (
    OPEN,
    OwnGame,
    PageKey,
    PageRequest,
    Uploaded,
    checked,
    drawn,
    drop,
    read_seat,
)  # fmt: skip
from ..server.views.bookshelf import picture, volume
from ..server.views.catalogue import game_info, game_texts, games_here
from ..server.views.listing import localised
from ..server.views.puzzles import of_today, puzzle_answer, puzzle_page, puzzle_rows, puzzled
from ..server.views.records import records, told
from ..table import Table
from .device import Device
from .device_store import ME, PERSON, SAVE
from .shelf import packed_shelf
from .tables import seats_of

PAGE = 30  # games of a history at once
NOTHING_FOUND: dict[str, Any] = {
    "curve": [], "turning_points": [], "split": [], "strokes": [], "games": 0, "withheld": 0,
}  # fmt: skip


class Asked(NamedTuple):
    """A request."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: str
    language: str


class File(NamedTuple):
    """A file to keep."""

    name: str
    text: str


Said = dict[str, Any] | bytes | File | tuple[int, Any]
Answer = Callable[[Device, Asked], Awaitable[Said]]


def route(method: str, path: str) -> tuple[Answer, Mapping[str, str]]:
    """Who answers a path, and what stands in it; refuses what is not answered here."""
    for known, pattern, answer in ROUTES:
        if known == method and (found := pattern.fullmatch(path)):
            return answer, found.groupdict()
    raise Refusal("not_here")


# ── games ──────────────────────────────────────────────────────────────────────────────


async def health(device: Device, asked: Asked) -> Said:
    """That this is a device, and no server."""
    problems = ["disk"] if device.store.ailing else []
    return {"ok": not problems, "version": __version__, "reach": [], "problems": problems, "offline": True}


async def games(device: Device, asked: Asked) -> Said:
    """The games and the levels of bots."""
    packed = packed_shelf()
    if packed is None:
        shelf = [game_info(game, asked.language, device.tables.compiling) for game in games_here()]
        known = levels(asked.language)
    else:
        shelf, known = packed["games"][asked.language], packed["levels"][asked.language]
    return {"games": shelf, "levels": known, "languages": list(LANGUAGES), "offline": True}


async def _game(device: Device, asked: Asked) -> Game:
    await device.have(asked.path["game"])
    try:
        return find_game(asked.path["game"])
    except (UnknownGame, ImportError):
        raise Refusal("unknown_game") from None


async def game(device: Device, asked: Asked) -> Said:
    """One game, with its guide."""
    return dict(game_texts(await _game(device, asked), asked.language, device.tables.compiling))


async def book(device: Device, asked: Asked) -> Said:
    """The rulebook of a game."""
    found = volume(await _game(device, asked), asked.language)
    if found is None:
        raise Refusal("no_book")
    return found.body


async def book_position(device: Device, asked: Asked) -> Said:
    """A position that a rulebook shows."""
    found = picture((await _game(device, asked)).key, asked.path["key"], asked.language)
    if found is None:
        raise Refusal("no_book")
    return found


async def learn(device: Device, asked: Asked) -> Said:
    """A step of a tutorial, or what follows from a request of the learner."""
    await device.have(asked.path["game"])
    wish = read_said(requests.LessonWish, asked.body)
    return tutorial_page(asked.path["game"], device.name(asked.language), asked.language, wish)


async def list_puzzles(device: Device, asked: Asked) -> Said:
    """Which games have puzzles."""
    packed = packed_shelf()
    return {"puzzles": puzzle_rows(asked.language) if packed is None else of_today(packed["puzzles"][asked.language])}


async def puzzle(device: Device, asked: Asked) -> Said:
    """One puzzle."""
    found, number = await _game(device, asked), int(asked.path["number"])
    return puzzle_page(puzzled(found.name, number).key, number, asked.language)


async def solution(device: Device, asked: Asked) -> Said:
    """Its answer."""
    found, number = await _game(device, asked), int(asked.path["number"])
    return puzzle_answer(puzzled(found.name, number).key, number, asked.language)


# ── the person ─────────────────────────────────────────────────────────────────────────


async def me(device: Device, asked: Asked) -> Said:
    """The person of this device and their tables."""
    kept = device.store.me()
    own = {
        "name": device.name(asked.language), "language": asked.language, "mark": kept.get("mark", ""),
        "colour": kept.get("colour", 0), "pass_keys": False,
    }  # fmt: skip
    return {**own, "tables": await _mine(device, asked.language)}


async def change_me(device: Device, asked: Asked) -> Said:
    """Another name, language, mark or colour."""
    wish: requests.MeChange = read_said(requests.MeChange, asked.body)
    await device.store.put(ME, to_json({**device.store.me(), **wish.named()}).decode())
    return await me(device, asked._replace(language=wish.language or asked.language))


async def history(device: Device, asked: Asked) -> Said:
    """The finished games, the latest first."""
    before = asked.query.get("before", "")
    if before and not before.isdigit():
        raise malformed("before is a time in milliseconds")
    found = [game for game in device.store.history() if not before or game.at < int(before)]
    for each in found[:PAGE]:
        await device.have(each.game)
    more = found[PAGE - 1].at if len(found) > PAGE else None
    return {"games": [told(game, asked.language) for game in found[:PAGE]], "next": more}


async def record(device: Device, asked: Asked) -> Said:
    """What the finished games say."""
    past: list[Past] = device.store.history()
    for name in {each.game for each in past}:
        await device.have(name)
    return {"games": records(past, {}, asked.language), "people": []}


# ── tables ─────────────────────────────────────────────────────────────────────────────


async def _mine(device: Device, language: str) -> list[dict[str, Any]]:
    rows = device.tables.mine()
    for name in {row.setup["game"] for row in rows}:
        await device.have(name)
    return [localised(row, PERSON, language, seats_of(row)) for row in rows]


async def tables(device: Device, asked: Asked) -> Said:
    """The tables of this device; the lobby is empty."""
    return {"tables": await _mine(device, asked.language) if asked.query.get("state") == "mine" else []}


async def create(device: Device, asked: Asked) -> Said:
    """A new table."""
    wish: requests.CreateTable = read_said(requests.CreateTable, asked.body)
    if wish.listed or wish.clock is not None or any(seat.kind == "open" for seat in wish.seats):
        raise Refusal("not_here")
    await device.have(wish.game)
    made = await device.tables.found(wished(PERSON, device.name(asked.language), wish, time.time()))
    return 201, _seated(about_new(made, PERSON, asked.language))


async def play_on(device: Device, asked: Asked) -> Said:
    """A finished game goes on from one of its steps, at a new table, against bots."""
    wish: requests.PlayOn = read_said(requests.PlayOn, asked.body)
    story = await _story(device, asked)
    made = await device.tables.found(wished_on(PERSON, device.name(asked.language), story, wish, time.time()))
    return 201, _seated(about_new(made, PERSON, asked.language))


async def about_table(device: Device, asked: Asked) -> Said:
    """One table."""
    return (await _ask(device, asked, Glance()))["table"]  # type: ignore[no-any-return]


async def own_book(device: Device, asked: Asked) -> Said:
    """The rulebook of a table, with the numbers of its components."""
    story = await _story(device, asked)
    found = volume(story.game, asked.language, story.components)
    if found is None:
        raise Refusal("no_book")
    return found.body


async def own_texts(device: Device, asked: Asked) -> Said:
    """The game of a table with its guide, which tells the numbers of its components."""
    story = await _story(device, asked)
    return dict(game_texts(story.game, asked.language, device.tables.compiling, story.components))


async def component_changes(device: Device, asked: Asked) -> Said:
    """How the components of a table differ from the game's own."""
    story = await _story(device, asked)
    return {"changes": [], "more": 0} if story.components is None else changes_of(story.game, story.components)


def _asking(shape: Any) -> Answer:
    async def ask(device: Device, asked: Asked) -> Said:
        return {"table": (await _ask(device, asked, read_said(shape, asked.body)))["table"]}

    return ask


async def rematch(device: Device, asked: Asked) -> Said:
    """Play again."""
    old = await _ask(device, asked, read_said(requests.Rematch, asked.body))
    again = asked._replace(path={"table": old["table"]["rematch"]})
    return _seated(await _ask(device, again, Glance()))


async def delete(device: Device, asked: Asked) -> Said:
    """Forget a table."""
    await device.tables.delete(asked.path["table"])
    drop([asked.path["table"]])
    return {"ok": True}


async def _ask(device: Device, asked: Asked, wish: Any) -> dict[str, Any]:
    table = asked.path["table"]
    await device.have_for(table)
    message = Ask(PERSON, device.name(asked.language), asked.language, wish)
    reply: dict[str, Any] = (await device.tables.ask(table, message)).reply
    return reply


def _seated(about: dict[str, Any]) -> dict[str, Any]:
    """A table for who sits there: there are no links to its seats."""
    return {"table": about["table"], "personal": []}


# ── looking back ───────────────────────────────────────────────────────────────────────


async def _story(device: Device, asked: Asked) -> Story:
    await device.have_for(asked.path["table"])
    return device.tables.actor(asked.path["table"]).room.story


def _looking(what: str) -> Answer:
    async def look(device: Device, asked: Asked) -> Said:
        story = await _story(device, asked)
        if story.table is None:
            raise Refusal("other_rules" if story.is_archived else "not_playing")
        wanted = asked.query.get("seat", "-1")
        seat, finished = read_seat(wanted, story.setup.players), story.state == "finished"
        if not finished and seat != -1 and seat not in story.held_by(PERSON):
            raise Refusal("not_finished" if seat == OPEN else "not_yours")
        source = OwnGame(story.table.origin, tuple(story.table.played()), interpreted=story.interpreted)
        head = (("id", story.id), ("link", f"/t/{story.id}"))
        request = PageRequest(what, wanted, asked.language, finished, int(asked.path.get("at", 0)), head)
        return drawn(PageKey(story.id, story.version, tuple(source.origin.names or ())), source, request)

    return look


async def _finished(device: Device, asked: Asked) -> Table:
    story = await _story(device, asked)
    if story.table is None or story.state != "finished":
        raise Refusal("other_rules" if story.is_archived else "not_finished")
    return story.table


async def analysis(device: Device, asked: Asked) -> Said:
    """What a search player says about a finished game; asked for in the background."""
    table, name = await _finished(device, asked), asked.path["table"]
    if name not in device.reviews:
        device.reviews[name] = {"state": "thinking", **NOTHING_FOUND, "progress": None}
        task = asyncio.ensure_future(_review(device, name, save_text(table.to_save())))
        device.reviews[name]["task"] = task
    found = {key: value for key, value in device.reviews[name].items() if key != "task"}
    return review_body(found, asked.language)


async def _review(device: Device, name: str, save: str) -> None:
    try:
        found = await device.tables.bots.review(save)
        device.reviews[name] = {"state": "ready", **found, "progress": None}
    except Exception:
        device.reviews[name] = {"state": "failed", **NOTHING_FOUND, "progress": None}


async def advice(device: Device, asked: Asked) -> Said:
    """What an elder would do at a step of a finished game."""
    table, step = await _finished(device, asked), int(asked.path["at"])
    if step >= len(table.played()):
        raise Refusal("no_such_step", steps=len(table.played()) - 1)
    view = view_at(table, step)
    wanted = BotRequest(
        table.game.key, view.seat, DEFAULT_LEVEL, bytes(view.state), tuple(view.numbers), box=own_box_of(view)
    )  # fmt: skip
    reader = Reader(asked.language, tuple(view.names(asked.language)), view.reader)
    found = await device.tables.bots.advise(wanted, reader, guest=PERSON)
    return {"step": step, "seat": view.seat, **hint_body(view, found, asked.language, whose=True)}


async def download(device: Device, asked: Asked) -> Said:
    """The save file of a finished game."""
    table = await _finished(device, asked)
    return File(f"firstfire-{table.game.name}-{asked.path['table'][:6]}.json", save_text(table.to_save()))


async def upload(device: Device, asked: Asked) -> Said:
    """Look at a save file."""
    with suppress(ValueError, TypeError, KeyError):  # whoever reads it says what is wrong
        await device.have(str(from_json(asked.body)["game"]))
    name = new_id()
    kept = checked(name, Uploaded(asked.body, frozenset(device.tables.compiling.engines)))
    await device.store.put(SAVE + name, kept)
    return 201, _upload_page(device, name, "overview", OPEN, 0, asked.language)


def _uploaded(what: str) -> Answer:
    async def look(device: Device, asked: Asked) -> Said:
        name = asked.path["save"]
        return _upload_page(
            device, name, what, asked.query.get("seat", OPEN), int(asked.path.get("at", 0)), asked.language
        )

    return look


def _upload_page(device: Device, name: str, what: str, seat: str, at: int, language: str) -> bytes:
    text = device.store.texts.get(SAVE + name)
    if text is None:
        raise Refusal("unknown_table")
    source = Uploaded(text, frozenset(device.tables.compiling.engines))
    head = (("id", name), ("link", f"/replay/{name}"))
    return drawn(PageKey(name), source, PageRequest(what, seat, language, True, at, head))


def _path(text: str) -> re.Pattern[str]:
    numbers = re.sub(r"{(at|number)}", r"(?P<\1>\\d{1,7})", text)
    return re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", numbers))


TABLE_PATH, SAVE_PATH = "/api/tables/{table}", "/api/saves/{save}"
ROUTES: tuple[tuple[str, re.Pattern[str], Answer], ...] = tuple(
    (method, _path(path), answer)
    for method, path, answer in (
        ("GET", "/api/health", health),
        ("GET", "/api/games", games),
        ("GET", "/api/games/{game}", game),
        ("GET", "/api/games/{game}/book", book),
        ("GET", "/api/games/{game}/book/positions/{key}", book_position),
        ("POST", "/api/games/{game}/tutorial", learn),
        ("GET", "/api/puzzles", list_puzzles),
        ("GET", "/api/puzzles/{game}/{number}", puzzle),
        ("GET", "/api/puzzles/{game}/{number}/answer", solution),
        ("GET", "/api/me", me),
        ("PUT", "/api/me", change_me),
        ("GET", "/api/me/history", history),
        ("GET", "/api/me/record", record),
        ("GET", "/api/tables", tables),
        ("POST", "/api/tables", create),
        ("GET", TABLE_PATH, about_table),
        ("DELETE", TABLE_PATH, delete),
        ("GET", f"{TABLE_PATH}/book", own_book),
        ("GET", f"{TABLE_PATH}/game", own_texts),
        ("GET", f"{TABLE_PATH}/components", component_changes),
        ("POST", f"{TABLE_PATH}/leave", _asking(requests.Leave)),
        ("POST", f"{TABLE_PATH}/takeover", _asking(requests.Takeover)),
        ("POST", f"{TABLE_PATH}/back", _asking(requests.Back)),
        ("POST", f"{TABLE_PATH}/settings", _asking(requests.ChangeSettings)),
        ("POST", f"{TABLE_PATH}/rematch", rematch),
        ("POST", f"{TABLE_PATH}/play-on", play_on),
        ("GET", f"{TABLE_PATH}/replay", _looking("overview")),
        ("GET", f"{TABLE_PATH}/replay/{{at}}", _looking("page")),
        ("GET", f"{TABLE_PATH}/replay/moves/{{at}}", _looking("leaf")),
        ("GET", f"{TABLE_PATH}/replay/{{at}}/advice", advice),
        ("GET", f"{TABLE_PATH}/analysis", analysis),
        ("GET", f"{TABLE_PATH}/save", download),
        ("POST", "/api/saves", upload),
        ("GET", f"{SAVE_PATH}/replay", _uploaded("overview")),
        ("GET", f"{SAVE_PATH}/replay/{{at}}", _uploaded("page")),
        ("GET", f"{SAVE_PATH}/replay/moves/{{at}}", _uploaded("leaf")),
    )
)
