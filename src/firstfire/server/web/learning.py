"""Learning: the tutorials of the games, a step at a time (see rooms/lessons.py)."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from starlette.requests import Request
from starlette.responses import Response

from ...errors import UnknownGame
from ...games import game as find_game
from ...tutorial import has_tutorial, load
from ..protocol import models
from ..protocol.messages import LessonPage
from ..protocol.refusals import Refusal
from ..rooms.lessons import lesson_page
from .endpoint import Endpoint, as_json, known, read, slow_down
from .limits import place_of
from .site import Site

# Lessons are played one at a time, in a thread of their own: everybody waits for the threads that read the database.
_playing = ThreadPoolExecutor(1, thread_name_prefix="lesson")


async def learn(site: Site, request: Request) -> Response:
    """A step of a tutorial, or what follows from a request of the learner."""
    _, name, language = await known(site, request)
    wish = await read(request, models.LessonWish)
    slow_down(site.may_look, request)
    with site.looking.place(place_of(request.scope)):
        loop = asyncio.get_running_loop()
        return as_json(await loop.run_in_executor(_playing, _page, request.path_params["game"], name, language, wish))


def _page(game: str, name: str, language: str, wish: models.LessonWish) -> bytes:
    try:
        found = find_game(game)
    except (UnknownGame, ImportError):
        raise Refusal("unknown_game") from None
    if not has_tutorial(found):
        raise Refusal("no_tutorial")
    return lesson_page(load(found), name, language, wish)


LEARNING_ENDPOINTS = (Endpoint("POST", "/api/games/{game}/tutorial", learn, LessonPage, models.LessonWish),)
