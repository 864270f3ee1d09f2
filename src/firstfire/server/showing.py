"""Showing: what one viewer may see of a table, as JSON sections.

Scenes and log lines come from the redacted view of the viewer's seat only, and are made
once for all viewers of the same seat and language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any

import orjson

from ..kernel.game import Game
from ..kernel.scene import Choice, Scene
from ..kernel.sentences import LogNote, action_sentence, note_sentence
from ..kernel.words import Words
from ..players import levels_of
from ..table import Table
from ..view import View
from .refusals import server_words
from .story import Story

SCENE_FIELDS = tuple(entry.name for entry in fields(Scene))


class Showing:
    """The drawn pictures of one story, kept until the story goes on."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self._views: dict[int, View] = {}
        self._scenes: dict[tuple[int, str], dict[str, bytes]] = {}
        self._lines: dict[tuple[int, str], tuple[list[int], list[list[dict[str, Any]]]]] = {}
        self._actions: dict[tuple[int, str], tuple[str, str]] = {}
        self._version = -1

    def view(self, seat: int) -> View:
        """The redacted view of a seat, now."""
        self._renew()
        if seat not in self._views:
            assert self.story.table is not None
            self._views[seat] = self.story.table.view(seat)
        return self._views[seat]

    def scene(self, seat: int, language: str) -> dict[str, bytes] | None:
        """The scene as one seat sees it, section by section; None before the game begins."""
        self._renew()
        if self.story.table is None:
            return None
        key = (seat, language)
        if key not in self._scenes:
            self._scenes[key] = scene_sections(self._drawn(seat, language))
        return self._scenes[key]

    def _drawn(self, seat: int, language: str) -> Scene:
        """`View.scene`, with the sentences of actions kept: they are the same all game long."""
        view, words = self.view(seat), words_of(self.story.game, language)
        names, game = view.names(language), view.game
        scene = game.scene(view.state, game, view.box, seat, words, names)
        scene.choices = [
            Choice(number, *self._action(number, language, names), game.picks(view.state, view.box, number))
            for number in view.numbers
        ]
        scene.over = bool(view.state.over)
        scene.ending = words.say(f"ending.{game.endings[view.state.ending]}") if scene.over else ""
        return scene

    def _action(self, number: int, language: str, names: list[str]) -> tuple[str, str]:
        """An action's text and sentence."""
        key = (number, language)
        if key not in self._actions:
            game = self.story.game
            sentence = action_sentence(game, words_of(game, language), number, names)
            self._actions[key] = (game.actions.text(number), sentence)
        return self._actions[key]

    def log(self, seat: int, language: str) -> tuple[list[int], list[list[dict[str, Any]]]]:
        """The log of a seat: the event number of each step, and the lines of each step. Step 0
        (number 0) is the set-up."""
        if self.story.table is None:
            return [], []
        serials, lines = self._lines.setdefault((seat, language), ([], []))
        wanted = [0, *self.story.serials]
        keep = common(serials, wanted)
        del serials[keep:], lines[keep:]
        if keep < len(wanted):
            view = self.view(seat)
            names = view.names(language)
            for step in range(keep, len(wanted)):
                serials.append(wanted[step])
                lines.append(log_lines(view.game, step, view.history[step], seat, language, names))
        return serials, lines

    def _renew(self) -> None:
        if self._version != self.story.version:
            self._version = self.story.version
            self._views.clear()
            self._scenes.clear()

    def forget(self) -> None:
        """The story changed in another way (it began)."""
        self._version = -1
        self._actions.clear()


@cache
def words_of(game: Game, language: str) -> Words:
    """A game's words, without looking for their file each time."""
    return game.words(language)


def common(mine: Sequence[int], theirs: Sequence[int]) -> int:
    """How many entries two lists share at their beginning. Serial numbers only grow, so it
    is enough to look from the end of the shorter one."""
    length = min(len(mine), len(theirs))
    while length and mine[length - 1] != theirs[length - 1]:
        length -= 1
    return length


def scene_sections(scene: Scene) -> dict[str, bytes]:
    """The fields of a scene as JSON."""
    return {name: orjson.dumps(getattr(scene, name)) for name in SCENE_FIELDS}


def log_lines(
    game: Game, step: int, notes: Sequence[LogNote], seat: int, language: str, names: Sequence[str]
) -> list[dict[str, Any]]:
    """What one step's notes say to a seat."""
    words = words_of(game, language)
    lines = []
    for note in notes:
        text = note_sentence(game, words, note.seen_by(seat), names)
        if text:
            lines.append({"step": step, "seat": note.seat, "kind": game.notes.kind(note.kind).name, "text": text})
    return lines


def result_of(table: Table, language: str) -> dict[str, Any] | None:
    """How a game ended, with the points of each seat by source where the game tells them."""
    outcome = table.outcome()
    if outcome is None:
        return None
    words = table.game.words(language)
    seats = [
        {"seat": seat, "points": points, "rank": rank, "sources": sources(table, seat, language)}
        for seat, (points, rank) in enumerate(zip(outcome.scores, outcome.ranks, strict=True))
    ]
    return {"ending": words.say(f"ending.{outcome.ending}"), "winners": list(outcome.winners), "seats": seats}


def sources(table: Table, seat: int, language: str) -> list[dict[str, Any]]:
    """A seat's points by source."""
    breakdown = getattr(table.game, "breakdown", None)
    if breakdown is None:
        return []
    rows = breakdown(table.state, table.box, seat, table.game.words(language))
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
    """What a level is called."""
    if level is None:
        return None
    own = server_words(language).entries.get(f"level.{level}.label")
    titles = {entry.name: entry.title(language) for entry in levels_of("")}
    return own or titles.get(level, level)


def seat_rows(
    story: Story, language: str, *, mine: Sequence[int], connected: set[int], thinking: int | None
) -> list[dict[str, Any]]:
    """The chairs as everybody may know them."""
    return [
        {
            "seat": seat, "kind": chair.kind, "name": chair.name, "level": chair.level,
            "level_label": level_label(chair.level, language),
            "connected": chair.kind == "bot" or seat in connected, "thinking": seat == thinking,
            "standin": chair.standin, "you": seat in mine,
        }
        for seat, chair in enumerate(story.chairs)
    ]  # fmt: skip


def table_row(
    story: Story, language: str, seats: list[dict[str, Any]], *, mine: list[int], host: bool
) -> dict[str, Any]:
    """A table as everybody may know it (TABLE in the protocol)."""
    setup = story.setup
    return {
        "id": story.id, "game": setup.game, "title": words_of(story.game, language).say("game.title"),
        "state": story.state, "options": setup.options, "language": setup.language, "listed": story.listed,
        "hints": story.hints, "undo": setup.undo, "seeded": setup.seeded, "clock": setup.clock, "seats": seats,
        "players": setup.players, "open": len(story.open_seats), "steps": len(story.serials),
        "created": setup.created, "changed": story.changed, "mine": mine, "host": host,
        "rematch": story.rematch, "link": f"/t/{story.id}",
    }  # fmt: skip
