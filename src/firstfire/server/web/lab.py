"""The lab: playtests that are kept, and small ones to start. Their pages are strangers to this site: shut in a frame
that has no origin, no cookies and nobody to talk to."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...errors import UnknownGame
from ...games import game as find_game
from ...kernel.presentation.languages import in_language
from ..operations.playtests import FAST, LEVELS, Run, Wish
from ..protocol import models
from ..protocol.refusals import Refusal, check_setup, no_such_level, server_words
from ..views.catalogue import games_here
from ..views.descriptions import level_label, title_of
from .endpoint import Endpoint, answer, guest_of, known, read, slow_down
from .limits import place_of
from .site import Site

PAGE_POLICY = (
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
)


async def lab(site: Site, request: Request) -> Response:
    """The playtests that run, and the reports."""
    _, _, language = await known(site, request)
    kept = await site.playtests.kept()
    limits = site.settings.limits
    return answer(
        {
            "open": site.settings.lab,
            "games": [
                {"name": game.name, "title": title_of(game.name, language), "seats": list(game.seats)}
                for game in games_here()
            ],
            "levels": [{"name": name, "label": _label(name, language), "fast": name in FAST} for name in LEVELS],
            "most_games": limits.playtest_games,
            "most_games_thinking": limits.playtest_games_thinking,
            "runs": [_under_way(site, run, language) for run in reversed(site.playtests.runs.values())],
            "reports": [_ready(name, about, language) for name, about in reversed(kept.items())],
        }
    )


async def start(site: Site, request: Request) -> Response:
    """Start a playtest, or return one that was made before."""
    _, _, language = await known(site, request)
    asked = await read(request, models.StartPlaytest)
    if not site.settings.lab:
        raise Refusal("lab_closed")
    wish = _wish(site, asked)
    kept = await site.playtests.kept()
    if wish.name in kept:
        return answer(_ready(wish.name, kept[wish.name], language), 201)
    run = site.playtests.runs.get(wish.name)
    if run is None or run.state == "failed":
        place = ExitStack()
        place.enter_context(site.playing_tests.place(place_of(request.scope)))
        with ExitStack() as refused:
            refused.push(place)
            if not site.limits.take("playtests", guest_of(request).id, place_of(request.scope)):
                raise Refusal("many_playtests", most=int(site.settings.limits.playtests_per_hour))
            refused.pop_all()
        site.playtests.start(wish, place)
        run = site.playtests.runs[wish.name]
    return answer(_under_way(site, run, language), 201)


async def playtest(site: Site, request: Request) -> Response:
    """One playtest: its progress, or its report."""
    _, _, language = await known(site, request)
    name = request.path_params["playtest"]
    kept = await site.playtests.kept()
    if name in kept:
        return answer(_ready(name, kept[name], language))
    if name in site.playtests.runs:
        return answer(_under_way(site, site.playtests.runs[name], language))
    raise Refusal("no_playtest")


async def playtest_page(site: Site, request: Request) -> Response:
    """The report of a playtest, as a page for a frame."""
    _, _, language = await known(site, request)
    slow_down(site, "looks", request)
    page = await site.playtests.page(request.path_params["playtest"], language)
    if page is None:
        raise Refusal("no_playtest")
    headers = {"Content-Security-Policy": PAGE_POLICY, "Cache-Control": "private, no-cache"}
    return Response(page, media_type="text/html; charset=utf-8", headers=headers)


def _wish(site: Site, asked: models.StartPlaytest) -> Wish:
    try:
        game = find_game(asked.game)
    except (UnknownGame, ImportError):
        raise Refusal("unknown_game") from None
    if game not in games_here():
        raise Refusal("unknown_game")
    check_setup(game, asked.players, {})
    for level in asked.levels:
        if level not in LEVELS:
            raise no_such_level(level, LEVELS)
    limits = site.settings.limits
    most = limits.playtest_games if set(asked.levels) <= set(FAST) else limits.playtest_games_thinking
    if asked.games > most:
        raise Refusal("bad_setup", reason="playtest_games", most=most)
    return Wish(game, asked.players, tuple(dict.fromkeys(asked.levels)), asked.games)


def _label(level: str, language: str) -> str:
    """Who plays, as a report calls it."""
    return server_words(language).say(f"lab.{level}") if level in FAST else level_label(level, language) or level


def _told(name: str, about: dict[str, Any], language: str) -> dict[str, Any]:
    game = str(about["game"]).partition("@")[0]
    return {
        "id": name,
        "link": f"/lab/{name}",
        "game": game,
        "title": title_of(game, language),
        "players": about["players"],
        "levels": [_label(level, language) for level in about["levels"]],
        "games": about["games"],
        "made": about["made"],
        "conclusions": in_language(about["conclusions"], language) or [],
    }


def _ready(name: str, about: dict[str, Any], language: str) -> dict[str, Any]:
    return {**_told(name, about, language), "state": "ready", "ahead": 0, "step": 0, "done": 0, "total": 0}


def _under_way(site: Site, run: Run, language: str) -> dict[str, Any]:
    before = [
        other.state for name, other in site.playtests.runs.items() if other is not run and other.state != "failed"
    ]
    told = _told(run.wish.name, run.wish.about(), language)
    ahead = len(before) if run.state == "waiting" else 0
    return {**told, "state": run.state, "ahead": ahead, "step": run.step, "done": run.done, "total": run.total}


LAB_ENDPOINTS = (
    Endpoint("GET", "/api/lab", lab, models.Lab),
    Endpoint("POST", "/api/lab", start, models.Playtest, models.StartPlaytest, 201),
    Endpoint("GET", "/api/lab/{playtest}", playtest, models.Playtest),
)
PAGE = "/api/lab/{playtest}/page"
