"""Advice: hints, and what a choice will do, in words."""

from __future__ import annotations

from typing import Any

from ...kernel.presentation.languages import format_number, in_language
from ...kernel.presentation.words import Words
from ...kernel.rules.notes import NOBODY
from ...kernel.viewer.foresight import Foretold
from ...kernel.viewer.sentences import choice_sentences
from ...table import Table
from ...view import View
from ..bots.requests import Advice, AdvisedAction
from ..protocol.refusals import server_words

SEEN = 8  # visits from which on the search has a price for a move
MOST = 0.95  # no chance is told as better than that, or as worse than what is left: imagined games prove nothing


def waiting_body(what: str, ahead: int, seconds: int, language: str) -> dict[str, Any]:
    """How long one waits for a bot (`bot`) or for advice (`hint`): how many come first, and about how long that is."""
    key = f"waiting.{what}" if ahead else f"waiting.{what}_next"
    sentence = server_words(language).say(key, ahead=ahead, seconds=seconds)
    return {"ahead": ahead, "seconds": seconds, "sentence": sentence}


def foreseen_body(action: int, told: Foretold) -> dict[str, Any]:
    """What an action will certainly do."""
    changes = [change._asdict() for change in told.changes]
    return {"action": action, "lines": told.lines, "changes": changes, "final": told.final}


def view_at(table: Table, step: int) -> View:
    """A finished game after some steps, with the eyes of whoever decided there; the sentences call nobody "you"."""
    position = table.origin.beginning(table.game, table.box, table.lean.engine, quiet=True)
    for action in table.played()[:step]:
        position.step(action)
    seat = position.player
    numbers = table.lean.engine.legal(position.s, table.box)
    view = View(table.game, table.box, seat, position.seen_by(seat), numbers, [], table.origin.names)
    view.reader = NOBODY
    return view


def hint_body(view: View, advised: Advice, language: str, *, whose: bool = False) -> dict[str, Any]:
    """The moves that a hint names for a view, best first, then those not tried, and a sentence about the best.
    `whose`: also with whose eyes, and said to that player, whoever reads it."""
    words, game, best = server_words(language), view.game, advised[0].worth
    if best is not None:  # what was looked at less can seem better: nothing is
        advised = tuple(each._replace(worth=min(each.worth, best)) if each.worth else each for each in advised)
    if advised[0].visits is not None:
        tried = {each.action for each in advised}
        advised += tuple(AdvisedAction(action, None, 0, None) for action in view.numbers if action not in tried)
    said = choice_sentences(
        game, view.state, view.box, game.words(language, view.box), view.names(language),
        [each.action for each in advised],
    )  # fmt: skip
    seen = [not rank or each.visits is None or each.visits >= SEEN for rank, each in enumerate(advised)]
    moves = [
        {
            "action": each.action,
            "sentence": sentence,
            "picks": game.presentation.picks(view.state, view.box, each.action),
            "worth": _bounded(each.worth) if seen[rank] else None,
            "visits": each.visits,
            "points": each.points,
            "why": _why(words, each.worth, best, each.visits, first=not rank)
            if seen[rank]
            else words.say("hint.unseen" if each.visits else "hint.untried"),
            "reasons": [{"kind": kind, "sentence": reason} for kind, reason in each.reasons],
        }
        for rank, (each, sentence) in enumerate(zip(advised, said, strict=True))
    ]
    key = "only" if len(view.numbers) == 1 else "best"
    if not whose:
        return {"sentence": words.say(f"hint.{key}", move=said[0]), "moves": moves}
    name = view.names(language)[view.seat]
    sentence = words.say(f"hint.{key}_to", move=said[0], name=name)
    return {"sentence": sentence, "moves": moves, "eyes": words.say("hint.eyes", name=name)}


def review_body(found: dict[str, Any], language: str) -> dict[str, Any]:
    """What was said about a finished game, in a language."""
    points = [
        {
            **{key: value for key, value in point.items() if key != "told"},
            **(in_language(point["told"], language) or {}),
        }
        for point in found["turning_points"]
    ]
    return {**found, "turning_points": points}


def _bounded(worth: float | None) -> float | None:
    return None if worth is None else min(max(worth, 1 - MOST), MOST)


def _why(words: Words, worth: float | None, best: float | None, visits: int | None, *, first: bool) -> str | None:
    told, most_told = _bounded(worth), _bounded(best)
    if worth is None or told is None or most_told is None:
        return words.say("hint.liked") if first else None
    percent, most = round(100 * told), round(100 * most_told)
    if first:
        bound = "" if told == worth else ">\N{NO-BREAK SPACE}" if worth > told else "<\N{NO-BREAK SPACE}"
        if not visits:
            return words.say("hint.worth", percent=f"{bound}{percent}")
        number = format_number(f"{visits:,}", words.language)
        return words.say("hint.worth_in", percent=f"{bound}{percent}", games=visits, number=number)
    if percent >= most:
        return words.say("hint.same", percent=percent)
    return words.say("hint.less", percent=percent, points=most - percent)
