"""What a choice will do, and taking a whole turn back, at the server's table."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Desk, Sitter, new_table, person
from tests.server.twins import GUESTS, in_company, otherwise, seated, table_of

from firstfire import names
from firstfire.server.protocol import models
from firstfire.server.rooms.traffic import Say
from firstfire.server.settings import UNLIMITED

GAMES = [name for name in names() if name != "embers"]


def foreseen(desk: Desk, who: str, *actions: int) -> list[dict[str, Any]]:
    """What is told of actions."""
    found: list[dict[str, Any]] = desk.say(who, "foresee", version=desk.room.story.version, actions=actions)["foreseen"]
    return found


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "You take 2 embers, 19 left"), ("fr", "Vous prenez 2 braises"), ("nl", "Je neemt 2 kooltjes")],
)
def test_the_player_is_told_what_a_choice_will_do_in_the_own_language(two: Desk, language: str, line: str) -> None:
    two.say("ayla", "language", language=language)
    (told,) = foreseen(two, "ayla", 1)
    assert told["lines"][0].startswith(line) and not told["final"]
    assert told["changes"] == [], "no number stands beside a name in this game"
    assert two.room.story.version == 0 and not two.events("act"), "nothing has happened"


def test_several_choices_are_told_in_the_order_asked_for(two: Desk) -> None:
    assert [told["action"] for told in foreseen(two, "ayla", 2, 0)] == [2, 0]


@pytest.mark.parametrize(
    ("who", "fields", "code"),
    [
        ("brun", {"version": 0, "actions": [0]}, "not_your_turn"),
        ("cara", {"version": 0, "actions": [0]}, "not_your_turn"),
        ("ayla", {"version": 4, "actions": [0]}, "stale"),
        ("ayla", {"version": 0, "actions": [0, 99]}, "illegal"),
    ],
)
def test_who_may_not_ask_or_asks_in_vain_is_told_so(two: Desk, who: str, fields: dict[str, Any], code: str) -> None:
    two.enter("cara")
    assert two.say(who, "foresee", **fields)["code"] == code


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_of_a_choice_does_not_depend_on_what_the_player_may_not_know(game: str) -> None:
    """The same question at the same table with all hidden cards dealt anew: the same bytes come back."""
    desk = seated(game, 2, seed=23)
    for who in GUESTS[:2]:
        desk.enter(who)
    stream, differed = random.Random(game), 0
    for step in range(25):
        player = desk.room.story.player
        if player is None:
            break
        room = in_company(desk, otherwise(desk, player, step + 1))
        differed += bytes(table_of(room).state) != bytes(table_of(desk.room).state)
        numbers = table_of(desk.room).numbers()
        actions = stream.sample(numbers, min(4, len(numbers)))
        asked = models.Foresee(id=f"q{step}", type="foresee", version=desk.room.story.version, actions=actions)
        session = next(s.id for s in desk.room.presence.sessions.values() if s.who == GUESTS[player])
        mine, theirs = (each.handle(Say(session, asked), desk.now, desk.now).mail for each in (desk.room, room))
        assert mine == theirs
        desk.pictures[GUESTS[player]].take(mine[0][1])
        desk.act(GUESTS[player], stream.randrange(len(numbers)))
    assert differed, "the test never changed anything"


def test_who_asks_too_often_is_asked_to_slow_down(open_site: Callable[..., TestClient]) -> None:
    client = open_site(limits=replace(UNLIMITED, foresights_at_once=3))
    table = new_table(client, "embers", ["me", "open"])["table"]["id"]
    with Sitter(client, table) as sitter:
        codes = [sitter.say("foresee", version=0, actions=[0])["code"] for _ in range(60)]
    assert codes[:3] == ["not_playing"] * 3 and "slow_down" in codes


def test_many_actions_in_one_question_cost_as_much_as_many_questions(open_site: Callable[..., TestClient]) -> None:
    client = open_site(limits=replace(UNLIMITED, foresights_at_once=8))
    table = new_table(client, "embers", ["me", "open"])["table"]["id"]
    with Sitter(client, table) as sitter:
        codes = [sitter.say("foresee", version=0, actions=[0] * 8)["code"] for _ in range(6)]
    assert codes[0] == "not_playing" and "slow_down" in codes


def in_the_middle_of_a_turn() -> tuple[Desk, str]:
    """Honga after three things that can be taken back, and who did them."""
    desk, stream = Desk([person("Ayla"), person("Brun")], game="honga", seed=5), random.Random(3)
    for who in ("ayla", "brun"):
        desk.enter(who)
    table = table_of(desk.room)
    while table.undoable() < 3:
        desk.act("ayla" if table.player == 0 else "brun", stream.randrange(len(table.numbers())))
    return desk, "ayla" if table.seat_of(-1) == 0 else "brun"


def test_a_whole_turn_is_taken_back_at_once_and_comes_back_the_same_after_a_restart() -> None:
    desk, who = in_the_middle_of_a_turn()
    other, table = "brun" if who == "ayla" else "ayla", table_of(desk.room)
    count, version = desk.pictures[who].state["undo_turn"], desk.room.story.version
    assert count == table.undoable() >= 3 and desk.pictures[other].state["undo_turn"] == 0
    assert desk.say(other, "undo", version=version, turn=True)["code"] == "no_undo"
    done = desk.say(who, "undo", id="all", version=version, turn=True)
    assert done["version"] == version + count and len(desk.events("undo")) == count
    assert desk.pictures[who].my_turn and desk.pictures[who].state["undo_turn"] == 0
    assert desk.say(who, "undo", id="all", version=version, turn=True)["type"] == "done"
    assert len(desk.events("undo")) == count, "asked again it is answered, not repeated"
    woken = desk.wake()
    assert table_of(woken).digest() == table.digest() and woken.story.version == desk.room.story.version


def test_without_turn_only_the_last_action_is_taken_back() -> None:
    desk, who = in_the_middle_of_a_turn()
    count = desk.pictures[who].state["undo_turn"]
    desk.say(who, "undo", version=desk.room.story.version)
    assert desk.pictures[who].state["undo_turn"] == count - 1
