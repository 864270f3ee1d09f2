"""REST: everything around a table."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response

from ... import __version__
from ...errors import UnknownGame
from ...games import game as find_game
from ...kernel.presentation.languages import LANGUAGES
from ...saves import save_text
from ...table import Table
from ..bots.level_rows import DEFAULT_LEVEL, levels
from ..bots.requests import BotRequest, Reader, own_box_of
from ..operations.reports import keep_report
from ..protocol import models
from ..protocol.refusals import Refusal, check_setup, malformed
from ..rooms.actor import RoomActor
from ..rooms.ids import new_id
from ..rooms.new_tables import about_new
from ..rooms.traffic import Ask, ClaimSeat, Glance
from ..store.archive import log_file
from ..store.batch import TableRow
from ..store.persons import Person
from ..store.story import Story
from ..store.talk import page as page_of_talk
from ..store.trouble import HeldElsewhere, LeaseLost
from ..views.advice import hint_body, review_body, view_at
from ..views.albums import OPEN, OwnGame, PageKey, PageRequest, Uploaded, read_seat
from ..views.bookshelf import own_changes, own_volume, picture, volume
from ..views.catalogue import game_info, game_texts, games_here
from ..views.listing import localised
from ..views.replay import Source
from .endpoint import Aside, Endpoint, answer, as_json, guest_of, known, read, slow_down, spoken
from .lab import LAB_ENDPOINTS
from .learning import LEARNING_ENDPOINTS
from .limits import drops_for, place_of
from .lobby import STATES
from .lobby import LobbyKey as ListKey
from .notices import NOTICE_ENDPOINTS
from .openapi import written_document
from .pass_keys import PASS_KEY_ENDPOINTS
from .persons import PERSON_ENDPOINTS, my_person
from .puzzles import PUZZLE_ENDPOINTS
from .site import Site

log = logging.getLogger(__name__)
DAY = 24 * 3600 * 1000
ROWS_OF_A_REQUEST = 3  # tables of a guest that cost as much as a small request
WOKEN = 8  # tables of a guest whose rows are behind, at once
LOOK_AGAIN, TRIES = 0.2, 10  # seconds, and how often, to find a table that moves from server to server
REVIEW = 200  # simulations for each decision of a finished game
_reading = Aside("book")


# ── home ───────────────────────────────────────────────────────────────────────────────


async def health(site: Site, request: Request) -> Response:
    """Whether the server works; status 503 if not."""
    problems = await site.health.problems()
    said = {"ok": not problems, "version": __version__, "reach": site.settings.reach, "problems": problems}
    return answer(said, 503 if problems else 200)


async def games(site: Site, request: Request) -> Response:
    """The games and the levels of bots."""
    _, _, language = await known(site, request)
    shelf = [game_info(game, language, site.rooms.compiling) for game in games_here()]
    return answer({"games": shelf, "levels": levels(language), "languages": list(LANGUAGES)})


async def game(site: Site, request: Request) -> Response:
    """One game, with the guide beside its first game."""
    _, _, language = await known(site, request)
    try:
        found = find_game(request.path_params["game"])
    except (UnknownGame, ImportError):
        raise Refusal("unknown_game") from None
    return answer(game_texts(found, language, site.rooms.compiling))


async def book(site: Site, request: Request) -> Response:
    """The rulebook of a game (304 if unchanged)."""
    language = spoken(request, "") if request.query_params.get("language") else (await known(site, request))[2]
    try:
        found = await _reading.do(volume, find_game(request.path_params["game"]), language)
    except (UnknownGame, ImportError):
        raise Refusal("unknown_game") from None
    if found is None:
        raise Refusal("no_book")
    headers = {"Cache-Control": "private, no-cache", "ETag": found.tag}
    if found.tag in (tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")):
        return Response(status_code=304, headers=headers)
    return Response(found.body, media_type="application/json", headers=headers)


async def book_position(site: Site, request: Request) -> Response:
    """A position that a rulebook shows."""
    language = spoken(request, "") if request.query_params.get("language") else (await known(site, request))[2]
    try:
        game = find_game(request.path_params["game"])
    except (UnknownGame, ImportError):
        raise Refusal("unknown_game") from None
    slow_down(site, "looks", request)
    found = await site.drawn(place_of(request.scope), picture, game.key, request.path_params["key"], language)
    if found is None:
        raise Refusal("no_book")
    return Response(found, media_type="application/json", headers={"Cache-Control": "private, max-age=600"})


async def me(site: Site, request: Request) -> Response:
    """This guest and their tables."""
    who, name, language = await known(site, request)
    person = await my_person(site, who, name, language)
    return answer(await about_me(site, request, person, language))


async def about_me(site: Site, request: Request, person: Person, language: str) -> dict[str, Any]:
    """Somebody, and their tables."""
    own = {"name": person.name, "language": language, "mark": person.mark, "colour": person.colour}
    own |= {"pass_keys": site.settings.pass_keys}
    return {**own, "tables": await my_tables(site, request, language)}


async def change_me(site: Site, request: Request) -> Response:
    """Another name, language, mark or colour."""
    wish = await read(request, models.MeChange)
    who, name, language = await known(site, request)
    said = wish.named()
    person = await site.keep_guest(who, await my_person(site, who, name, language), place_of(request.scope), said)
    return answer(await about_me(site, request, person, wish.language or language))


# ── tables ─────────────────────────────────────────────────────────────────────────────


async def tables(site: Site, request: Request) -> Response:
    """The lobby."""
    who, _, language = await known(site, request)
    state = request.query_params.get("state", "open")
    if state == "mine":
        return answer({"tables": await my_tables(site, request, language)})
    if state not in STATES:
        raise malformed("state is open, running, finished or mine")
    slow_down(site, "lobbies", request)
    found = await site.lobby.listing(ListKey(state, language))
    if who in found.hosts:
        return answer({"tables": found.told(who)})
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return as_json(found.body)
    made = as_json(found.compressed)
    made.headers.update({"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
    return made


async def my_tables(site: Site, request: Request, language: str) -> list[dict[str, Any]]:
    """The tables where a guest holds a seat, as they stand now."""
    who = guest_of(request).id
    rows = await asyncio.to_thread(site.store.tables_of, who)
    site.limits.owe("requests", place_of(request.scope), len(rows) / ROWS_OF_A_REQUEST)
    asleep = [row for row, _ in rows if row.id not in site.rooms.actors]
    for table in (await asyncio.to_thread(site.store.behind, asleep))[:WOKEN]:
        await _woken(site, table)  # where it is not to be had, the row says what it knows
    now = await site.newest([row for row, _ in rows])
    return [
        localised(row, who, language, seats) | await _asked_aside(site, row, seats)
        for row, (_, seats) in zip(now, rows, strict=True)
    ]


async def _asked_aside(site: Site, row: TableRow, mine: list[int]) -> dict[str, int]:
    """It is my turn also where I choose aside. (Whether anybody else has chosen is nobody's business.)"""
    if row.state != "playing" or row.summary.get("turn") in mine:
        return {}
    for seat in set(mine).intersection(row.summary.get("aside", ())):
        woken = await _woken(site, row.id)
        if woken is not None and woken.room.awaits(seat):
            return {"turn": seat}
    return {}


async def _woken(site: Site, table: str) -> RoomActor | None:
    """One of several tables, awake; None where there is no place for it, it is elsewhere, or its log is damaged."""
    try:
        return await site.rooms.actor(table)
    except (Refusal, HeldElsewhere, LeaseLost):
        return None
    except Exception:  # one bad table hides no other
        log.exception("table %s does not wake", table)
        return None


async def create(site: Site, request: Request) -> Response:
    """A new table."""
    who, name, language = await known(site, request)
    wish = await read(request, models.CreateTable)
    site.may_found(guest_of(request).id, place_of(request.scope))
    if wish.listed:
        await _may_list(site, request, who)
    if wish.components is not None:
        await _check_components(site, request, wish, wish.components)
    made = await site.founding.create(who, name, wish)
    if wish.listed:
        site.put_into_lobby(place_of(request.scope), made.id)
    return answer(seated(site, about_new(made, who, language)), 201)  # whoever has it by now


async def _check_components(site: Site, request: Request, wish: models.CreateTable, text: str) -> None:
    """Refuse components that cannot be used; they are tried in the process for what strangers send."""
    slow_down(site, "uploads", request)
    try:
        game = find_game(wish.game)
    except UnknownGame:
        raise Refusal("unknown_game") from None
    check_setup(game, len(wish.seats), dict(wish.options))
    with site.reading.place(place_of(request.scope)):
        await site.uploads.check_components(game.key, len(wish.seats), wish.options, text)


async def own_book(site: Site, request: Request) -> Response:
    """The rulebook of a table, with the numbers of its components."""
    slow_down(site, "looks", request)
    story = await watched(site, request, guest_of(request).id)
    language = spoken(request, "") if request.query_params.get("language") else (await known(site, request))[2]
    components = story.components
    if components is None:
        found = await _reading.do(volume, story.game, language)
    else:
        found = await site.drawn(place_of(request.scope), own_volume, story.game.key, language, components)
    if found is None:
        raise Refusal("no_book")
    return as_json(found.body)


async def own_texts(site: Site, request: Request) -> Response:
    """The game of a table with its guide, which tells the numbers of its components."""
    _, _, language = await known(site, request)
    slow_down(site, "looks", request)
    story = await watched(site, request, guest_of(request).id)
    return answer(game_texts(story.game, language, site.rooms.compiling, story.components))


async def component_changes(site: Site, request: Request) -> Response:
    """How the components of a table differ from the game's own."""
    slow_down(site, "looks", request)
    story = await watched(site, request, guest_of(request).id)
    if story.components is None:
        return answer({"changes": [], "more": 0})
    return answer(await site.drawn(place_of(request.scope), own_changes, story.game.key, story.components))


async def _may_list(site: Site, request: Request, who: str) -> None:
    """Refuse who has many tables in the lobby already."""
    most = site.settings.limits.listed_of_guest
    if await asyncio.to_thread(site.store.listed_by, who) >= most:
        raise Refusal("many_listed", most=most)
    most = site.settings.limits.listed_of_address
    if len(await site.listed_from(place_of(request.scope))) >= most:
        raise Refusal("many_listed", most=most)
    slow_down(site, "listings", request)


async def about_table(site: Site, request: Request) -> Response:
    """One table, for anyone who may look at it or sit down."""
    await watched(site, request, guest_of(request).id)
    return answer((await ask(site, request, Glance()))["table"])


async def chat(site: Site, request: Request) -> Response:
    """Chat before a line (without one: the last page)."""
    slow_down(site, "looks", request)
    before = request.query_params.get("before", "")
    if before and not (before.isascii() and before.isdigit() and len(before) < 10):
        raise malformed("before is the number of a line")
    story = await watched(site, request, guest_of(request).id)
    lines = await asyncio.to_thread(site.store.chat, story.id, before=int(before) if before else None)
    return answer(page_of_talk(lines, int(before) - 1 if before else 0))


async def personal(site: Site, request: Request) -> Response:
    """The personal links of my seats."""
    return answer({"personal": seated(site, await ask(site, request, Glance()))["personal"]})


async def join(site: Site, request: Request) -> Response:
    """Take a free seat."""
    return answer(seated(site, await ask(site, request, await read(request, models.Join))))


async def claim(site: Site, request: Request) -> Response:
    """Hold the seat of a personal link."""
    key = site.signer.read_key((await read(request, models.Claim)).key, request.path_params["table"])
    if key is None:
        raise Refusal("bad_key")
    return answer(seated(site, await ask(site, request, ClaimSeat(*key))))


async def leave(site: Site, request: Request) -> Response:
    """Leave a seat."""
    return answer(only_table(await ask(site, request, await read(request, models.Leave))))


async def takeover(site: Site, request: Request) -> Response:
    """Let a bot take a seat."""
    return answer(only_table(await ask(site, request, await read(request, models.Takeover))))


async def back(site: Site, request: Request) -> Response:
    """Take my seat back from the bot."""
    return answer(only_table(await ask(site, request, await read(request, models.Back))))


async def change_settings(site: Site, request: Request) -> Response:
    """Change what the host may change."""
    wish = await read(request, models.ChangeSettings)
    if wish.listed:
        await _may_list(site, request, guest_of(request).id)
    changed = only_table(await ask(site, request, wish))
    if wish.listed:
        site.put_into_lobby(place_of(request.scope), request.path_params["table"])
    return answer(changed)


async def remove(site: Site, request: Request) -> Response:
    """Remove somebody before the game begins (host only)."""
    return answer(only_table(await ask(site, request, await read(request, models.Remove))))


async def renew(site: Site, request: Request) -> Response:
    """A new personal link for my seat; the old one stops working."""
    return answer(seated(site, await ask(site, request, await read(request, models.Renew))))


async def report(site: Site, request: Request) -> Response:
    """Report a problem at a table to the operator of the server."""
    wish = await read(request, models.Report)
    slow_down(site, "reports", request)
    about = (await ask(site, request, Glance()))["table"]
    await asyncio.to_thread(keep_report, site.settings.data, about, guest_of(request).id, wish.text)
    return answer({"ok": True})


async def rematch(site: Site, request: Request) -> Response:
    """Play again."""
    who, name, language = await known(site, request)
    wish = await read(request, models.Rematch)
    site.may_found(guest_of(request).id, place_of(request.scope))
    old = await ask(site, request, wish)
    again = old["table"]["rematch"]
    for _ in range(TRIES):
        try:
            return answer(seated(site, await site.rooms.ask(again, Ask(who, name, language, Glance()))))
        except (HeldElsewhere, LeaseLost):  # somebody was quicker, at another server: it stays there
            found = await site.others.seated(request.scope, again) if site.others is not None else None
            if found is not None:
                return answer(found)
            await asyncio.sleep(LOOK_AGAIN)
    raise Refusal("trouble")


async def play_on(site: Site, request: Request) -> Response:
    """Continue a finished game from one of its steps, at a new table, against bots."""
    who, name, language = await known(site, request)
    wish = await read(request, models.PlayOn)
    site.may_found(guest_of(request).id, place_of(request.scope))
    made = await site.founding.play_on(who, name, await watched(site, request, who), wish)
    return answer(seated(site, about_new(made, who, language)), 201)  # whoever has it by now


async def ask(site: Site, request: Request, wish: Any) -> dict[str, Any]:
    """Ask the table named in the path."""
    who, name, language = await known(site, request)
    table = request.path_params["table"]
    awake = site.rooms.actors.get(table)
    drops = drops_for(awake.viewers) if awake is not None and not isinstance(wish, Glance) else 0
    if drops and not site.limits.take("messages", who, place_of(request.scope), drops):
        raise Refusal("slow_down")
    return await site.rooms.ask(table, Ask(who, name, language, wish))


async def watched(site: Site, request: Request, who: str) -> Story:
    """The table named in the path, for somebody who may look at it."""
    story = await site.rooms.as_stored(request.path_params["table"])
    if not story.may_look(who, seated=bool(story.held_by(who))):
        raise Refusal("removed" if who in story.removed else "no_spectators")
    return story


def only_table(about: dict[str, Any]) -> dict[str, Any]:
    """An answer with the table alone."""
    return {"table": about["table"]}


def seated(site: Site, about: dict[str, Any]) -> dict[str, Any]:
    """An answer with the table and the keys of my seats."""
    table = about["table"]
    links = []
    for seat, valid_from in about["keys"]:
        key = site.signer.key(table["id"], seat, valid_from)
        links.append({"seat": seat, "key": key, "link": f"{table['link']}#key={key}"})
    return {"table": table, "personal": links}


# ── looking back ───────────────────────────────────────────────────────────────────────


async def looked(site: Site, request: Request, what: str, at: int = 0) -> Response:
    """What somebody sees who looks back at the table named in the path."""
    who, _, language = await known(site, request)
    slow_down(site, "looks", request)
    story = await watched(site, request, who)
    if story.table is None:
        raise Refusal("other_rules" if story.is_archived else "not_playing")
    seat = read_seat(wanted := request.query_params.get("seat", "-1"), story.setup.players)
    finished = story.state == "finished"
    if not finished and seat != -1 and seat not in story.held_by(who):
        raise Refusal("not_finished" if seat == OPEN else "not_yours")
    compiled = site.rooms.compiling.state(story.game.key) == "ready"
    source = OwnGame(story.table.origin, tuple(story.table.played()), interpreted=not compiled)
    look = PageRequest(what, wanted, language, finished, at, (("id", story.id), ("link", f"/t/{story.id}")))
    with site.looking.place(place_of(request.scope)):
        key = PageKey(story.id, story.version, tuple(source.origin.names or ()))
        return as_json(await site.replays.page(key, look, _ready(source)))


def _ready(source: OwnGame) -> Source:
    async def ready() -> OwnGame:
        return source

    return ready


async def replay(site: Site, request: Request) -> Response:
    """A game to walk through."""
    return await looked(site, request, "overview")


async def replay_leaf(site: Site, request: Request) -> Response:
    """More of its moves."""
    return await looked(site, request, "leaf", request.path_params["start"])


async def replay_step(site: Site, request: Request) -> Response:
    """The table after some steps."""
    return await looked(site, request, "page", request.path_params["step"])


async def analysis(site: Site, request: Request) -> Response:
    """The analysis of a finished game, made in the background (`?known`: only if there is one)."""
    _, _, language = await known(site, request)
    slow_down(site, "looks", request)
    table = await finished_table(site, request)
    name, place = request.path_params["table"], place_of(request.scope)
    save = save_text(table.to_save())
    found = await site.known_review(name, save)
    if found["state"] == "none" and "known" not in request.query_params:
        slow_down(site, "tables", request)
        found = site.review(name, save, REVIEW, place)
    return answer(review_body(found, language))


async def advice(site: Site, request: Request) -> Response:
    """What a strong player would do at a step of a finished game, from what that player knew."""
    who, _, language = await known(site, request)
    table, step = await finished_table(site, request), request.path_params["step"]
    if step >= len(table.played()):
        raise Refusal("no_such_step", steps=len(table.played()) - 1)
    slow_down(site, "hints", request)
    view = await asyncio.to_thread(view_at, table, step)
    asked = BotRequest(
        table.game.key, view.seat, DEFAULT_LEVEL, bytes(view.state), tuple(view.numbers), box=own_box_of(view)
    )  # fmt: skip
    reader = Reader(language, tuple(view.names(language)), view.reader)
    found = await site.rooms.bots.advise(asked, reader, guest=who)
    return answer({"step": step, "seat": view.seat, **hint_body(view, found, language, whose=True)})


async def finished_table(site: Site, request: Request) -> Table:
    """The finished game named in the path."""
    story = await watched(site, request, guest_of(request).id)
    if story.table is None or story.state != "finished":
        raise Refusal("other_rules" if story.is_archived else "not_finished")
    return story.table


async def download(site: Site, request: Request) -> Response:
    """The save file of a finished game; the log of an archived table."""
    story = await watched(site, request, guest_of(request).id)
    if story.is_archived:
        log = await asyncio.to_thread(log_file, story, site.store)
        return _file(story, orjson.dumps(log, option=orjson.OPT_INDENT_2))
    return _file(story, save_text((await finished_table(site, request)).to_save()))


def _file(story: Story, text: str | bytes) -> Response:
    name = f"firstfire-{story.setup.game}-{story.id[:6]}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type="application/json", headers=headers)


async def upload(site: Site, request: Request) -> Response:
    """Look at a save file."""
    _, _, language = await known(site, request)
    slow_down(site, "uploads", request)
    with site.reading.place(place_of(request.scope)):
        text = (await request.body()).decode("utf-8", "replace")
        name = new_id()
        kept = await site.uploads.check(name, Uploaded(text, site.rooms.compiling.ready))
        before = int(time.time() * 1000) - DAY
        await site.store.keep_upload(name, kept, before, most=site.settings.limits.uploads_kept)
        return as_json(
            await _upload_page(site, name, PageRequest("overview", OPEN, language, True, 0, _named(name))), 201
        )


async def looked_at_upload(site: Site, request: Request, what: str, at: int = 0) -> Response:
    """What somebody sees who looks at the uploaded game named in the path."""
    _, _, language = await known(site, request)
    slow_down(site, "looks", request)
    name = request.path_params["save"]
    look = PageRequest(what, request.query_params.get("seat", OPEN), language, True, at, _named(name))
    with site.reading.place(place_of(request.scope)):
        return as_json(await _upload_page(site, name, look))


async def _upload_page(site: Site, name: str, look: PageRequest) -> bytes:
    async def source() -> Uploaded:
        text = await asyncio.to_thread(site.store.upload, name)
        if text is None:
            raise Refusal("unknown_table")
        return Uploaded(text, site.rooms.compiling.ready)

    return await site.uploads.page(PageKey(name), look, source)


def _named(name: str) -> tuple[tuple[str, str], ...]:
    return (("id", name), ("link", f"/replay/{name}"))


async def upload_replay(site: Site, request: Request) -> Response:
    """An uploaded game to walk through."""
    return await looked_at_upload(site, request, "overview")


async def upload_leaf(site: Site, request: Request) -> Response:
    """More of its moves."""
    return await looked_at_upload(site, request, "leaf", request.path_params["start"])


async def upload_step(site: Site, request: Request) -> Response:
    """An uploaded game after some steps."""
    return await looked_at_upload(site, request, "page", request.path_params["step"])


async def openapi(site: Site, request: Request) -> Response:
    """The OpenAPI document."""
    return as_json(written_document(ENDPOINTS))


ENDPOINTS = (
    Endpoint("GET", "/api/health", health, models.Health),
    Endpoint("GET", "/api/openapi.json", openapi, models.Document),
    Endpoint("GET", "/api/games", games, models.Shelf),
    Endpoint("GET", "/api/games/{game}", game, models.GameTexts),
    Endpoint("GET", "/api/games/{game}/book", book, models.BookPages),
    Endpoint("GET", "/api/games/{game}/book/positions/{key}", book_position, models.BookPosition),
    *LEARNING_ENDPOINTS,
    *PUZZLE_ENDPOINTS,
    Endpoint("GET", "/api/me", me, models.Me),
    Endpoint("PUT", "/api/me", change_me, models.Me, models.MeChange),
    *PASS_KEY_ENDPOINTS,
    *PERSON_ENDPOINTS,
    *NOTICE_ENDPOINTS,
    *LAB_ENDPOINTS,
    Endpoint("GET", "/api/tables", tables, models.TableList),
    Endpoint("POST", "/api/tables", create, models.Seated, models.CreateTable, 201),
    Endpoint("GET", "/api/tables/{table}", about_table, models.TableInfo),
    Endpoint("GET", "/api/tables/{table}/book", own_book, models.BookPages),
    Endpoint("GET", "/api/tables/{table}/game", own_texts, models.GameTexts),
    Endpoint("GET", "/api/tables/{table}/components", component_changes, models.ComponentChanges),
    Endpoint("GET", "/api/tables/{table}/chat", chat, models.ChatLines),
    Endpoint("GET", "/api/tables/{table}/personal", personal, models.PersonalLinks),
    Endpoint("POST", "/api/tables/{table}/join", join, models.Seated, models.Join),
    Endpoint("POST", "/api/tables/{table}/claim", claim, models.Seated, models.Claim),
    Endpoint("POST", "/api/tables/{table}/leave", leave, models.TableAnswer, models.Leave),
    Endpoint("POST", "/api/tables/{table}/takeover", takeover, models.TableAnswer, models.Takeover),
    Endpoint("POST", "/api/tables/{table}/back", back, models.TableAnswer, models.Back),
    Endpoint("POST", "/api/tables/{table}/settings", change_settings, models.TableAnswer, models.ChangeSettings),
    Endpoint("POST", "/api/tables/{table}/remove", remove, models.TableAnswer, models.Remove),
    Endpoint("POST", "/api/tables/{table}/renew", renew, models.Seated, models.Renew),
    Endpoint("POST", "/api/tables/{table}/report", report, models.Reported, models.Report),
    Endpoint("POST", "/api/tables/{table}/rematch", rematch, models.Seated, models.Rematch),
    Endpoint("POST", "/api/tables/{table}/play-on", play_on, models.Seated, models.PlayOn, 201),
    Endpoint("GET", "/api/tables/{table}/replay", replay, models.Replay),
    Endpoint("GET", "/api/tables/{table}/replay/{step:step}", replay_step, models.ReplayStep),
    Endpoint("GET", "/api/tables/{table}/replay/moves/{start:step}", replay_leaf, models.ReplayMoves),
    Endpoint("GET", "/api/tables/{table}/replay/{step:step}/advice", advice, models.ReplayAdvice),
    Endpoint("GET", "/api/tables/{table}/analysis", analysis, models.Review),
    Endpoint("GET", "/api/tables/{table}/save", download, models.Document),
    Endpoint("POST", "/api/saves", upload, models.Replay, models.Document, 201),
    Endpoint("GET", "/api/saves/{save}/replay", upload_replay, models.Replay),
    Endpoint("GET", "/api/saves/{save}/replay/{step:step}", upload_step, models.ReplayStep),
    Endpoint("GET", "/api/saves/{save}/replay/moves/{start:step}", upload_leaf, models.ReplayMoves),
)
