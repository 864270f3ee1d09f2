"""Puzzles: a position with one move to find, another one of each game every day. Nothing is kept of who tried what."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ...kernel.game import Game
from ..protocol import models
from ..views.puzzles import puzzle_answer, puzzle_page, puzzle_rows, puzzled
from .endpoint import Endpoint, answer, as_json, known, slow_down
from .limits import place_of
from .site import Site


async def listed(site: Site, request: Request) -> Response:
    """Which games have puzzles, how many, and which one is today's."""
    _, _, language = await known(site, request)
    return answer({"puzzles": puzzle_rows(language)})


async def puzzle(site: Site, request: Request) -> Response:
    """A puzzle, as the seat to act sees it."""
    _, _, language = await known(site, request)
    slow_down(site, "looks", request)
    game, number = _named(request)
    return as_json(await site.drawn(place_of(request.scope), puzzle_page, game.key, number, language))


async def solution(site: Site, request: Request) -> Response:
    """The answer to a puzzle: the best move, what it does, and the value of every other move."""
    _, _, language = await known(site, request)
    slow_down(site, "looks", request)
    game, number = _named(request)
    return as_json(await site.drawn(place_of(request.scope), puzzle_answer, game.key, number, language))


def _named(request: Request) -> tuple[Game, int]:
    number: int = request.path_params["number"]
    return puzzled(request.path_params["game"], number), number


PUZZLE = "/api/puzzles/{game}/{number:step}"
PUZZLE_ENDPOINTS = (
    Endpoint("GET", "/api/puzzles", listed, models.Puzzles),
    Endpoint("GET", PUZZLE, puzzle, models.PuzzlePage),
    Endpoint("GET", f"{PUZZLE}/answer", solution, models.PuzzleAnswer),
)
