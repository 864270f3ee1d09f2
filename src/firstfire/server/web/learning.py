"""Learning: the tutorials of the games, a step at a time (see rooms/lessons.py)."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ..protocol import models
from ..protocol.messages import LessonPage
from ..rooms.lessons import tutorial_page
from .endpoint import Endpoint, as_json, known, read, slow_down
from .limits import place_of
from .site import Site


async def learn(site: Site, request: Request) -> Response:
    """A step of a tutorial, or what follows from a request of the learner."""
    _, name, language = await known(site, request)
    wish = await read(request, models.LessonWish)
    slow_down(site, "looks", request)
    game = request.path_params["game"]
    return as_json(await site.drawn(place_of(request.scope), tutorial_page, game, name, language, wish))


LEARNING_ENDPOINTS = (Endpoint("POST", "/api/games/{game}/tutorial", learn, LessonPage, models.LessonWish),)
