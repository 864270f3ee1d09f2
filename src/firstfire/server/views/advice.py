"""Advice: what an elder says, and what a choice will do, in words."""

from __future__ import annotations

from typing import Any

from ...kernel.foresight import Foretold
from ...kernel.sentences import choice_sentence
from ...kernel.words import Words
from ...view import View
from ..bots.requests import Advice
from ..protocol.refusals import server_words


def waiting_body(what: str, ahead: int, seconds: int, language: str) -> dict[str, Any]:
    """How long one waits for a bot (`bot`) or for advice (`hint`): how many come first, and about how long that is."""
    key = f"waiting.{what}" if ahead else f"waiting.{what}_next"
    sentence = server_words(language).say(key, ahead=ahead, seconds=seconds)
    return {"ahead": ahead, "seconds": seconds, "sentence": sentence}


def foreseen_body(action: int, told: Foretold) -> dict[str, Any]:
    """What an action will certainly do."""
    changes = [change._asdict() for change in told.changes]
    return {"action": action, "lines": told.lines, "changes": changes, "final": told.final}


def hint_body(view: View, advised: Advice, language: str) -> dict[str, Any]:
    """The moves an elder names for a view, best first, and a sentence about the best."""
    words = server_words(language)
    moves = [_move(view, language, words, entry, best=advised[0][1], first=not i) for i, entry in enumerate(advised)]
    key = "only" if len(view.numbers) == 1 else "best"
    return {"sentence": words.say(f"hint.{key}", move=moves[0]["sentence"]), "moves": moves}


def review_body(found: dict[str, Any], language: str) -> dict[str, Any]:
    """What was said about a finished game, in a language."""
    points = [
        {**{key: value for key, value in point.items() if key != "told"}, **point["told"][language]}
        for point in found["turning_points"]
    ]
    return {**found, "turning_points": points}


def _move(
    view: View,
    language: str,
    words: Words,
    entry: tuple[int, float | None, int | None, float | None],
    *,
    best: float | None,
    first: bool,
) -> dict[str, Any]:
    action, worth, visits, points = entry
    game = view.game
    return {
        "action": action,
        "sentence": choice_sentence(
            game, view.state, view.box, game.words(language, view.box), action, view.names(language)
        ),
        "picks": game.picks(view.state, view.box, action),
        "worth": worth,
        "visits": visits,
        "points": points,
        "why": _why(words, worth, best, first=first),
    }


def _why(words: Words, worth: float | None, best: float | None, *, first: bool) -> str | None:
    if worth is None or best is None:
        return words.say("hint.liked") if first else None
    percent = round(100 * worth)
    if first:
        return words.say("hint.worth", percent=percent)
    return words.say("hint.less", percent=percent, points=max(0, round(100 * best) - percent))
