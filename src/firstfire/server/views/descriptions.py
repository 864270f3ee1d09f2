"""Descriptions: tables, seats, options and results in words, as everybody may know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ...errors import FirstfireError
from ...games import game as find_game
from ...kernel.game import Game
from ...kernel.presentation.languages import LANGUAGES
from ...kernel.presentation.words import Words
from ...players.levels import NAMES, WORDS
from ...table import Table
from ..protocol.refusals import server_words
from ..store.story import Setup, Story

NOBODY_AWAY: Mapping[int, int] = {}


@cache
def words_of(game: Game, language: str) -> Words:
    """A game's words for its own box, without looking for them each time."""
    return game.words(language)


def title_of(game: str, language: str) -> str:
    """What a game is called; its bare name where it is not here (any more)."""
    try:
        return words_of(find_game(game), language).say("game.title")
    except (FirstfireError, ImportError):
        return game


@cache
def seat_colours(game: str) -> list[str]:
    """The colours that the printed game gives its seats; none where it gives none, or is not here (any more)."""
    try:
        found = find_game(game)
    except (FirstfireError, ImportError):
        return []
    colours = found.presentation.colours
    return [] if colours is None else list(colours(found.standard_box))


def rules_key(setup: Setup) -> str:
    """The game with the version of its rules at a table: what its rules drawer is asked by."""
    return setup.game if setup.rules is None else f"{setup.game}@{setup.rules['rules_version']}"


def results(story: Story) -> Mapping[str, Any] | None:
    """The result of a finished game in every language, to be kept: where it came from is told by the rules only."""
    if story.archive is not None:
        return story.archive.result
    if story.state != "finished" or story.table is None:
        return None
    found = {language: result_of(story.table, language) for language in LANGUAGES}
    bare = {language: [{**seat, "sources": []} for seat in said["seats"]] for language, said in found.items() if said}
    return {language: {**(found[language] or {}), "seats": seats} for language, seats in bare.items()}


def winners_of(story: Story) -> list[int]:
    """Who won; nobody while it is played."""
    if story.archive is not None:
        return list((story.archive.result or {}).get("en", {}).get("winners", ()))
    outcome = story.table.outcome() if story.state == "finished" and story.table is not None else None
    return [] if outcome is None else list(outcome.winners)


def result_of(table: Table, language: str) -> dict[str, Any] | None:
    """How a game ended, with the points of each seat by source where the game tells them."""
    outcome = table.outcome()
    if outcome is None:
        return None
    words = table.game.words(language, table.box)
    seats = [
        {"seat": seat, "points": points, "rank": rank, "sources": sources(table, seat, language)}
        for seat, (points, rank) in enumerate(zip(outcome.scores, outcome.ranks, strict=True))
    ]
    levels = {(points, rank) for points, rank in zip(outcome.scores, outcome.ranks, strict=True)}
    broken = len(levels) > len(set(outcome.scores))  # equal points, unequal places
    return {
        "ending": words.say(f"ending.{outcome.ending}"), "winners": list(outcome.winners), "seats": seats,
        "tie": server_words(language).say("result.tie") if broken else "",
        "ties": _ties(table, words) if broken else [],
    }  # fmt: skip


def _ties(table: Table, words: Words) -> list[dict[str, Any]]:
    """What decided between equal points, number by number."""
    tell = table.game.presentation.tie_break
    rows = [tell(table.state, table.box, seat, words) for seat in range(table.players)] if tell is not None else []
    return [{"label": same[0][0], "numbers": [number for _, number in same]} for same in zip(*rows, strict=True)]


def sources(table: Table, seat: int, language: str) -> list[dict[str, Any]]:
    """A seat's points by source."""
    breakdown = table.game.presentation.breakdown
    if breakdown is None:
        return []
    rows = breakdown(table.state, table.box, seat, table.game.words(language, table.box))
    return [{"label": str(label), "points": int(points)} for label, points in rows]


def option_labels(game: Game, options: dict[str, str], language: str) -> list[dict[str, str]]:
    """The options of a table in words."""
    words = words_of(game, language)
    found = []
    for option in game.options:
        value = options.get(option.name, option.default)
        found.append({
            "label": words.entries.get(f"option.{option.name}", option.name),
            "value_label": value_label(words.entries, option.name, value),
            "rule": option.rule,
        })  # fmt: skip
    return found


def value_label(entries: dict[str, str], option: str, value: str) -> str:
    """An option's value in words."""
    for key in (f"option_value.{option}_{value}", f"option_value.{option}.{value}"):
        if key in entries:
            return entries[key]
    return value


@cache
def level_label(level: str | None, language: str) -> str | None:
    """What a level is called, the same in every game."""
    if level is None:
        return None
    own = server_words(language).entries.get(f"level.{level}.label")
    return own or (Words.of(WORDS, language).say(f"level.{level}") if level in NAMES else level)


def seat_rows(
    story: Story,
    language: str,
    *,
    mine: Sequence[int],
    connected: set[int],
    thinking: int | None,
    away: Mapping[int, int] = NOBODY_AWAY,
) -> list[dict[str, Any]]:
    """The chairs as everybody may know them. `away`: from when on a bot may sit in for whoever is gone."""
    return [
        {
            "seat": seat, "kind": chair.kind, "name": chair.name, "level": chair.level,
            "level_label": level_label(chair.level, language),
            "connected": chair.kind == "bot" or seat in connected, "thinking": seat == thinking,
            "standin": chair.standin, "standin_from": away.get(seat), "you": seat in mine,
            "host": story.setup.host in chair.holders,
            "gone": chair.gone or None, "may_return": story.may_return(seat),
            "mark": chair.mark, "colour": chair.colour,
        }
        for seat, chair in enumerate(story.chairs)
    ]  # fmt: skip


def table_row(
    story: Story, language: str, seats: list[dict[str, Any]], *, mine: list[int], host: bool
) -> dict[str, Any]:
    """A table as everybody may know it (TABLE in the protocol)."""
    setup = story.setup
    return {
        "id": story.id, "game": setup.game, "rules": rules_key(setup), "title": title_of(setup.game, language),
        "state": story.state, "options": setup.options, "language": setup.language, "listed": story.listed,
        "spectators": story.spectators,
        "hints": story.hints, "undo": setup.undo, "seeded": setup.seeded,
        "standin": setup.standin, "standin_label": level_label(setup.standin, language), "chat": story.talking,
        "returns": setup.returns, "own_components": bool(setup.own_box),
        "clock": setup.clock, "seats": seats, "colours": seat_colours(setup.game),
        "players": setup.players, "open": len(story.open_seats), "steps": len(story.serials),
        "created": setup.created, "changed": story.changed, "turn": story.player, "ended": story.ended,
        "winners": winners_of(story), "mine": mine, "host": host,
        "rematch": story.rematch, "link": f"/t/{story.id}",
    }  # fmt: skip
