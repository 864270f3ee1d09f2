"""Against bots alone, undo goes back through their answers, and never behind what chance or a hidden card has told."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.server.tools import Desk, bot, person
from tests.server.twins import table_of

from firstfire import Table
from firstfire.kernel.records.record import copy_of
from firstfire.server.store.results import game_result
from firstfire.server.store.story import Retraction

GAMES = {"totem": 2, "honga": 3, "neta_tanka": 3, "doggerland": 3, "prehistory": 3}
HEAVY = ("neta_tanka", "doggerland", "prehistory")
DEALS = 3


def against_bots(game: str, stream: random.Random, **changes: Any) -> Desk:
    """A table with bots, at Ayla's first decision."""
    desk = Desk([person("Ayla"), *[bot("random")] * (GAMES[game] - 1)], game=game, **changes)
    desk.enter("ayla").looks_at_shapes = False
    bots_answer(desk, stream)
    return desk


def bots_answer(desk: Desk, stream: random.Random) -> None:
    """Let bots play until it is Ayla's turn."""
    while desk.room.asked is not None:
        desk.bot_moves(stream.randrange(len(table_of(desk.room).numbers())))


def tells_nothing(table: Table, step: int) -> None:
    """Of the last actions nobody else's showed Ayla more than what it was: each could be played, and looked the same,
    whatever is hidden from her."""
    engine, states = table.lean.engine, [*table._before, table.state]
    for back in range(1, step):
        before, after, turn = states[-back - 1], states[-back], table._turns[-back]
        seen = copy_of(after)
        engine.see(seen, table.box, 0)
        for seed in range(DEALS):
            other = copy_of(before)
            engine.see(other, table.box, 0)
            engine.determinize(other, table.box, 0, seed, 5)
            assert turn.action in engine.legal(other, table.box)
            engine.step(other, table.box, turn.action)
            engine.see(other, table.box, 0)
            assert bytes(other) == bytes(seen)


@pytest.mark.parametrize("game", GAMES)
def test_what_bots_answered_is_taken_back_to_the_very_state_of_before(game: str) -> None:
    stream = random.Random(game)
    desk = against_bots(game, stream)
    table, story, picture = table_of(desk.room), desk.room.story, desk.pictures["ayla"]
    crossed = refused = 0
    for _ in range(40):
        bots_answer(desk, stream)
        if not picture.my_turn:
            break
        before, length, choice = table.digest(), len(table.played()), stream.choice(picture.choices)
        desk.say("ayla", "act", version=story.version, action=choice["action"])
        bots_answer(desk, stream)
        if story.state != "playing":
            break
        told = any(turn.irreversible for turn in table._turns[length:])
        assert picture.state["undo"] is not told
        if told:
            refused += desk.say("ayla", "undo", version=story.version)["code"] == "no_undo"
            continue
        step = len(table.played()) - length
        assert (picture.state["undo_step"], picture.state["undo_says"]) == (step, choice["sentence"])
        if stream.random() < 0.5:
            continue
        tells_nothing(table, step)
        assert desk.say("ayla", "undo", version=story.version)["type"] == "done"
        assert (table.digest(), len(table.played())) == (before, length) and picture.my_turn
        crossed += step > 1
    assert table_of(desk.wake()).digest() == table.digest()
    assert (refused or game == "prehistory") and (crossed > 2 or game not in HEAVY)


@pytest.mark.parametrize("game", ["neta_tanka", "doggerland"])
def test_the_answer_that_takes_undo_away_is_known_before_it_is_played(game: str) -> None:
    """So a bot can leave time for a second thought."""
    stream = random.Random(game)
    desk = against_bots(game, stream)
    room, picture = desk.room, desk.pictures["ayla"]
    foretold = 0
    for _ in range(60):
        while room.asked is not None:
            seat, table = room.asked[0], table_of(room)
            choice = stream.randrange(len(table.numbers()))
            before, ends = picture.state["undo"], room.ends_undo(seat, table.numbers()[choice])
            assert not room.ends_undo(0, table.numbers()[choice])
            desk.bot_moves(choice)
            assert ends is (before and not picture.state["undo"])
            foretold += ends
        if not picture.my_turn:
            break
        desk.act("ayla", stream.randrange(len(picture.choices)))
    assert foretold


def moved(desk: Desk, stream: random.Random, least: int = 2) -> Retraction:
    """Play until bots' answers to Ayla's last action can be taken back."""
    while desk.room.story.retraction(0).step < least:
        desk.act("ayla")
        bots_answer(desk, stream)
    return desk.room.story.retraction(0)


def test_taking_back_again_and_again_goes_on_to_earlier_turns() -> None:
    stream = random.Random(1)
    desk = against_bots("neta_tanka", stream)
    table, story = table_of(desk.room), desk.room.story
    states: list[str] = []
    for _ in range(3):
        states.append(table.digest())
        desk.act("ayla")
        bots_answer(desk, stream)
    for digest in reversed(states):
        assert desk.say("ayla", "undo", version=story.version)["type"] == "done"
        assert table.digest() == digest
    assert desk.say("ayla", "undo", version=story.version)["code"] == "no_undo"


def test_all_of_a_turn_is_taken_back_with_the_answers_to_it() -> None:
    stream = random.Random(2)
    desk = against_bots("prehistory", stream)
    table, story = table_of(desk.room), desk.room.story
    for _ in range(400):
        retraction = story.retraction(0)
        if 1 < retraction.step < retraction.turn:
            break
        desk.act("ayla", stream.randrange(len(desk.pictures["ayla"].choices)))
        bots_answer(desk, stream)
    count = len(table.played()) - retraction.turn
    assert desk.pictures["ayla"].state["undo_turn"] == retraction.turn > retraction.step > 1
    assert desk.say("ayla", "undo", version=story.version, turn=True)["type"] == "done"
    assert len(table.played()) == count and story.player == 0
    assert count == 0 or table.seat_of(count - 1) != 0 or table._turns[-1].irreversible


def test_a_click_that_bots_overtook_takes_back_what_it_meant() -> None:
    """The page still shows the table after the first answer when the button is pressed; a second click of the same
    moment is not a second step."""
    stream = random.Random(3)
    desk = against_bots("neta_tanka", stream)
    table, before = table_of(desk.room), table_of(desk.room).digest()
    desk.act("ayla")
    desk.bot_moves()
    shown = desk.room.story.version
    bots_answer(desk, stream)
    assert desk.say("ayla", "undo", version=shown)["type"] == "done" and table.digest() == before
    assert desk.say("ayla", "undo", version=shown)["code"] == "stale"


def test_with_people_at_the_table_only_the_last_action_is_ones_own_to_take_back() -> None:
    for plan in ([person("Ayla"), person("Brun"), bot()], [person("Ayla", "ayla"), person("Aya", "ayla"), bot()]):
        desk = Desk(plan, game="neta_tanka")
        desk.enter("ayla")
        desk.enter("brun")
        while desk.room.asked is None:
            player = desk.room.story.player or 0
            desk.say("brun" if player and plan[1]["name"] == "Brun" else "ayla", "act", seat=player,
                     version=desk.room.story.version, action=table_of(desk.room).numbers()[0])  # fmt: skip
        assert table_of(desk.room).undoable() == 1
        desk.bot_moves()
        assert not desk.room.story.can_undo(range(3))
        assert not desk.pictures["ayla"].state["undo"]


def test_a_bot_that_sits_in_for_a_person_is_answered_for_by_that_person() -> None:
    """Its move stands: who is away plays by it."""
    desk = Desk([person("Ayla"), person("Brun")], game="neta_tanka")
    desk.enter("ayla")
    desk.say("ayla", "takeover", seat=1, after=100.0)
    assert desk.room.story.chairs[1].standin
    while desk.room.asked is None:
        desk.act("ayla")
    desk.bot_moves()
    assert not desk.room.story.can_undo([0])


def test_where_nothing_can_be_taken_back_the_answers_stand() -> None:
    stream = random.Random(4)
    desk = against_bots("neta_tanka", stream, undo=False)
    desk.act("ayla")
    bots_answer(desk, stream)
    assert desk.say("ayla", "undo", version=desk.room.story.version)["code"] == "undo_off"


def test_a_clock_gains_nothing_by_it_and_no_rating_comes_of_it() -> None:
    stream = random.Random(5)
    desk = against_bots("neta_tanka", stream, clock={"seconds": 600, "increment": 30})
    left, start = desk.room.story.left[:], desk.now
    moved(desk, stream)
    desk.say("ayla", "undo", version=desk.room.story.version)
    while desk.room.story.retraction(0).step:
        desk.say("ayla", "undo", version=desk.room.story.version)
    assert 0 not in [table_of(desk.room).seat_of(turn) for turn in range(len(table_of(desk.room).played()))]
    assert desk.room.story.left[1:] == left[1:] and 0 < left[0] - desk.room.story.left[0] <= 1000 * (desk.now - start)
    assert desk.wake().story.left == desk.room.story.left
    for room in (desk.room, desk.wake()):
        assert room.story.retried
    bots_answer(desk, stream)
    while desk.room.story.state == "playing":
        desk.act("ayla")
        bots_answer(desk, stream)
    assert not game_result(desk.wake().story).rated
