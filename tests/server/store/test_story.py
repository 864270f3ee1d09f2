"""Logs that are long: folded without playing again what was taken back."""

from __future__ import annotations

import random

import pytest
from tests.server.tools import Desk, person

from firstfire.server.store.events import Event
from firstfire.server.store.story import Story, taken_back
from firstfire.table import Table


def played_and_taken_back(desk: Desk, times: int) -> None:
    """One action after the other, each played and taken back `times` times before it stands."""
    number, at = len(desk.log), desk.log[-1].at
    for _ in range(3):
        story = Story.told("table", desk.setup, desk.log, interpreted=True)
        seat, action = story.player, story.playing.numbers()[0]
        for _ in range(times):
            for kind in ("act", "undo"):
                number += 1
                data = {"seat": seat, "action": action, "spent": 1, "by": "ayla", "id": f"{number}"}
                desk.log.append(Event(number, at + number, kind, data))
        number += 1
        desk.log.append(Event(number, at + number, "act", {"seat": seat, "action": action, "spent": 1}))


def test_what_was_taken_back_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log of 30,000 events wakes with as many moves as stand."""
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 6000, "increment": 5})
    played_and_taken_back(desk, 5000)
    moves: list[object] = []
    play = Table.play

    def counted(table: Table, *actions: str | int) -> Table:
        moves.append(actions)
        return play(table, *actions)

    monkeypatch.setattr(Table, "play", counted)
    story = Story.told("table", desk.setup, desk.log, interpreted=True)
    assert len(desk.log) > 30_000 and len(moves) == 3 == len(story.serials)
    assert story.version == 30_003 and story.left[0] + story.left[1] == 2 * 6_000_000 + 15_000 - 30_003


def test_folding_with_and_without_what_was_taken_back_gives_the_same_story() -> None:
    stream = random.Random(4)
    desk = Desk([person("Ayla"), person("Brun")], game="prehistory", clock={"seconds": 6000, "increment": 5})
    for name in ("ayla", "brun"):
        desk.enter(name)
    for _ in range(120):
        name = stream.choice(["ayla", "brun"])
        picture = desk.pictures[name]
        if picture.state["undo"] and stream.random() < 0.6:
            desk.say(name, "undo", version=picture.state["version"])
        elif picture.my_turn:
            desk.act(name, stream.randrange(len(picture.choices)))
    assert len(taken_back(desk.log)) > 20
    quick = Story.told("table", desk.setup, desk.log, interpreted=True)
    slow = Story("table", desk.setup)
    for event in desk.log:
        slow.fold(event)
    assert quick.table is not None and slow.table is not None
    assert quick.table.digest() == slow.table.digest() and quick.table._undone == slow.table._undone
    for name in ("version", "serials", "timeline", "left", "given", "answered", "charged_at", "state", "count"):
        assert getattr(quick, name) == getattr(slow, name), name


def test_a_log_comes_to_an_end(two: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    two.act("ayla")
    monkeypatch.setattr("firstfire.server.rooms.room.LONGEST", len(two.log))
    assert two.say("ayla", "undo", version=1)["code"] == "log_full"
    assert two.act("brun")["type"] == "done"
