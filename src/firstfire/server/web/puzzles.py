"""Puzzles: a position with one move to find, another one of each game every day. Nothing is kept of who tried what."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

from ...errors import UnknownGame
from ...explain import Hint
from ...explain.puzzles import Puzzle, puzzles
from ...explain.reasons import new_reasons
from ...games import game as find_game
from ...kernel.game import Game
from ...table import Table
from ...view import Action
from ..protocol import models
from ..protocol.json_text import to_json
from ..protocol.refusals import Refusal
from ..views.descriptions import title_of
from .catalogue import games_here
from .endpoint import Endpoint, answer, as_json, known, slow_down
from .limits import place_of
from .site import Site

KEPT = 256  # drawn puzzles, and answers


def today() -> int:
    """The number of the day."""
    return datetime.now(UTC).toordinal()


async def listed(site: Site, request: Request) -> Response:
    """Which games have puzzles, how many, and which one is today's."""
    _, _, language = await known(site, request)
    kept = [(game, puzzles(game)) for game in games_here()]
    rows = [
        {"game": game.name, "title": title_of(game.name, language), "count": len(own), "today": today() % len(own)}
        for game, own in kept
        if own
    ]
    return answer({"puzzles": rows})


async def puzzle(site: Site, request: Request) -> Response:
    """One of them, as the seat to act sees it."""
    _, _, language = await known(site, request)
    slow_down(site.may_look, request)
    game, number = _named(request)
    return as_json(await site.drawn(place_of(request.scope), _scene, game.key, number, language))


async def solution(site: Site, request: Request) -> Response:
    """Its answer: the best move, what it does, and what every other move is worth."""
    _, _, language = await known(site, request)
    slow_down(site.may_look, request)
    game, number = _named(request)
    return as_json(await site.drawn(place_of(request.scope), _answer, game.key, number, language))


def _named(request: Request) -> tuple[Game, int]:
    try:
        game = find_game(request.path_params["game"])
    except (UnknownGame, ImportError):
        raise Refusal("unknown_game") from None
    number: int = request.path_params["number"]
    if number >= len(puzzles(game)):
        raise Refusal("no_puzzle")
    return game, number


def _table(game: Game, found: Puzzle) -> Table:
    return Table.at(game, found.position, interpreted=True, history=False)


@lru_cache(maxsize=KEPT)
def _scene(name: str, number: int, language: str) -> bytes:
    game = find_game(name)
    table = _table(game, puzzles(game)[number])
    assert table.player is not None
    view = table.view(table.player)
    about = {
        "game": game.name, "rules": game.key, "title": title_of(game.name, language), "number": number,
        "count": len(puzzles(game)), "seat": table.player, "names": view.names(language),
    }  # fmt: skip
    return to_json({**about, "scene": view.scene(language).as_data()})


@lru_cache(maxsize=KEPT)
def _answer(name: str, number: int, language: str) -> bytes:
    game = find_game(name)
    found = puzzles(game)[number]
    table = _table(game, found)
    assert table.player is not None
    view = table.view(table.player)
    sentences = {choice.action: choice.sentence for choice in view.scene(language).choices}
    moves = [
        {"action": action, "sentence": sentences[action], "worth": worth}
        for action, worth in ((game.actions.number(text), worth) for text, worth in found.worths.items())
    ]
    best = game.actions.number(found.best)
    advised = Hint(Action(found.best, best), 0.0, (), (), 0)
    why = new_reasons(view, advised, language, table.lean.engine)
    return to_json({"best": best, "sentence": sentences[best], "why": why, "moves": moves})


PUZZLE = "/api/puzzles/{game}/{number:step}"
PUZZLE_ENDPOINTS = (
    Endpoint("GET", "/api/puzzles", listed, models.Puzzles),
    Endpoint("GET", PUZZLE, puzzle, models.PuzzlePage),
    Endpoint("GET", f"{PUZZLE}/answer", solution, models.PuzzleAnswer),
)
