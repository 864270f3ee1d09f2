"""Thinking time."""

from __future__ import annotations

from typing import Any

from tests.server.tools import Desk, person

from firstfire.server.protocol import models
from firstfire.server.rooms.traffic import Ask, Tick


def test_clocks_run_for_people_and_a_bot_takes_the_seat_at_the_end() -> None:
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 60, "increment": 5})
    desk.enter("ayla", language="en")
    desk.enter("brun")
    desk.act("ayla", after=18.0)
    left = [clock["left"] for clock in desk.pictures["brun"].state["clocks"]]
    assert left == [60_000 - 20_000 + 5_000, 60_000]
    assert desk.out.alarm == desk.now + 60
    desk.put(Tick(), after=61)
    assert desk.room.story.chairs[1].kind == "bot" and desk.room.story.left[1] == 0
    assert desk.wake().story.left == desk.room.story.left


def _out_of_time(**more: Any) -> Desk:
    """Brun has run out of time, and looks at the table; a bot is asked to move for him."""
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 600, "increment": 5}, **more)
    desk.enter("ayla")
    desk.enter("brun")
    desk.act("ayla")
    desk.put(Tick(), after=601)
    assert desk.room.story.chairs[1].kind == "bot" and desk.room.story.left[1] == 0
    return desk


def test_who_runs_out_of_time_keeps_the_seat_and_comes_back_after_the_bots_move_with_a_minute() -> None:
    desk = _out_of_time()
    brun, story = desk.pictures["brun"], desk.room.story
    told = brun.state["seats"][1]
    assert (brun.state["mine"], told["gone"], told["may_return"], told["level_label"]) == ([1], "clock", True, "Hunter")
    refused = desk.say("brun", "back", seat=1)
    assert refused["code"] == "out_of_time" and "60 s" in refused["sentence"]
    desk.bot_moves()
    assert desk.say("brun", "back", seat=1)["type"] == "done"
    assert story.left[1] == 60_000 and story.chairs[1].kind == "person" and desk.wake().story.left == story.left
    desk.act("ayla")
    desk.act("brun", after=20.0)
    assert story.left[1] == 60_000 - 20_000 + 5_000
    desk.act("ayla")
    desk.put(Tick(), after=46)
    assert story.chairs[1].gone == "clock", "the minute is a clock like any other"


def test_coming_back_again_and_again_does_not_hold_a_game_up() -> None:
    """Neither by taking the bot's move back, nor by leaving before the time is up."""
    desk = _out_of_time()
    story = desk.room.story
    desk.bot_moves()
    desk.say("brun", "back", seat=1)
    assert desk.room.story.player == 0 and not desk.pictures["brun"].state["undo"]
    assert desk.say("brun", "undo", version=story.version)["code"] == "no_undo"
    desk.act("ayla")
    for _ in range(3):
        before = story.left[1]
        desk.say("brun", "leave", seat=1, after=15.0)
        desk.say("brun", "back", seat=1, after=0.0)
        assert story.left[1] == before - 15_000
    desk.say("brun", "leave", seat=1, after=14.9)
    assert story.left[1] == 100 and desk.wake().story.left == story.left


def test_leaving_and_coming_back_stops_no_clock() -> None:
    """While the bot thinks about the decision that its person left, the person's time runs on."""
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 100, "increment": 0})
    for name in ("ayla", "brun"):
        desk.enter(name)
    desk.say("ayla", "leave", seat=0, after=30.0)
    before = desk.room.story.left[0]
    desk.say("ayla", "back", seat=0, after=50.0)
    assert desk.room.story.left[0] == desk.wake().story.left[0] == before - 50_000
    desk.say("ayla", "leave", seat=0, after=10.0)
    assert desk.say("ayla", "back", seat=0, after=10.0)["code"] == "out_of_time"


def test_a_bot_leaves_who_comes_back_no_more_than_the_table_gives() -> None:
    """A short clock is given whole; a turn with a clock of its own begins anew; no turns are saved up meanwhile."""
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 30, "increment": 10})
    desk.enter("ayla")
    desk.put(Tick(), after=31)
    desk.bot_moves()
    assert desk.room.story.left == [30_000, 30_000]
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 86_400, "increment": 0, "per_turn": True})
    desk.enter("ayla")
    desk.put(Tick(), after=86_401)
    desk.bot_moves()
    assert desk.room.story.left == [86_400_000, 86_400_000]
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 600, "increment": 5})
    for name in ("ayla", "brun"):
        desk.enter(name)
    desk.say("ayla", "leave", seat=0)
    left = desk.room.story.left[0]
    desk.bot_moves()
    assert desk.room.story.left[0] == left


def test_each_moment_of_a_turn_is_charged_once() -> None:
    """Several decisions in a row, and an undo among them: the clock falls by the time that passed."""
    desk = Desk([person("Ayla"), person("Brun")], game="neta_tanka", clock={"seconds": 600, "increment": 0})
    for name in ("ayla", "brun"):
        desk.enter(name)
    story, seats = desk.room.story, ("ayla", "brun")
    desk.act(seats[story.player or 0])
    in_a_row = 0
    while in_a_row < 4:
        player = story.player
        assert player is not None
        before = story.left[player]
        desk.act(seats[player], after=2.0)
        assert story.left[player] == before - 2000
        in_a_row = in_a_row + 1 if story.player == player else 0
    player = story.player
    assert player is not None
    before, start = story.left[player], desk.now
    if desk.pictures[seats[player]].state["undo"]:
        desk.say(seats[player], "undo", version=story.version, after=3.0)
        assert story.left[player] == before - 3000, "an undo takes its time too"
    desk.act(seats[player], after=2.0)
    assert story.left[player] == before - round(1000 * (desk.now - start))
    assert desk.wake().story.left == story.left


def test_playing_and_taking_back_gains_no_time() -> None:
    """The increment comes once, and the time between is that of who takes back."""
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 60, "increment": 30})
    desk.enter("ayla")
    for _ in range(5):
        desk.act("ayla", after=1.0)
        assert desk.room.story.player == 1
        assert desk.say("ayla", "undo", version=desk.room.story.version, after=2.0)["type"] == "done"
    spent = 1000 * (1 + 5 * 3)  # a second until the first action, then all of it
    assert desk.room.story.left == [60_000 - spent, 60_000]
    desk.act("ayla", after=1.0)
    assert desk.room.story.left[0] == 60_000 - spent - 1000 + 30_000
    assert desk.wake().story.left == desk.room.story.left


def test_who_else_leaves_a_seat_or_comes_back_gives_nobody_time() -> None:
    """Ayla thinks; her friend on the third seat has a bot sit in and comes back, again and again, and leaves."""
    desk = Desk([person("Ayla"), person("Brun"), person("Cara")], game="honga", clock={"seconds": 600, "increment": 0})
    mover, names = desk.room.story.player, ("ayla", "brun", "cara")
    assert mover is not None
    desk.enter(names[mover])
    friend, start = (mover + 1) % 3, desk.now
    for _ in range(3):
        desk.put(Ask(names[mover], "", "en", models.Takeover(seat=friend, level=None)), after=70)
        assert desk.room.story.chairs[friend].standin
        desk.put(Ask(names[friend], "", "en", models.Back(seat=friend)), after=10)
        assert not desk.room.story.chairs[friend].standin
    desk.put(Ask(names[friend], "", "en", models.Leave(seat=friend)), after=10)
    assert desk.room.clocks.spent(desk.now) == desk.wake().clocks.spent(desk.now) >= 250_000
    assert desk.room.clocks.thinking_since <= start


def test_a_restart_costs_nobody_the_game() -> None:
    """The clock on the wall says what passed while there was no server; a minute is left in any case."""
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 600, "increment": 0})
    desk.now += 100
    desk.room = desk.wake()
    assert desk.enter("ayla").state["clocks"][0]["left"] == 600_000 - 101_000
    desk.now += 3600
    desk.room = desk.wake()
    assert desk.enter("ayla", "again").state["clocks"][0]["left"] == 59_000


def test_a_table_that_is_put_away_keeps_what_was_spent_and_is_charged_for_nothing_more() -> None:
    """However short the clock is: nobody gets time back by that, and nobody loses what the server was away."""
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 30, "increment": 0})
    for times in (1, 2):
        running = desk.room.clocks.running()
        assert running is not None and running.seat == 0
        desk.log.append(running.spend(desk.now + 10, desk.now + 10))
        desk.now += 10 + 12
        desk.room = desk.wake()
        assert desk.room.clocks.alarm() == desk.now + 30 - 10 * times
    desk.enter("ayla")
    assert desk.pictures["ayla"].state["clocks"][0]["left"] == 9_000
    desk.act("ayla")
    assert desk.room.story.left[0] == 8_000 and desk.wake().story.left == desk.room.story.left


def test_a_clock_on_the_wall_that_jumps_costs_no_time_and_gives_none() -> None:
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 600, "increment": 0})
    desk.enter("ayla")
    for jump in (900.0, -3600.0):
        out = desk.room.handle(Tick(), desk.now, desk.now + jump)
        assert not out.events and desk.room.story.chairs[0].kind == "person"
        assert desk.room.clocks.rows(desk.now) == [
            {"seat": 0, "left": 599_000, "running": True},
            {"seat": 1, "left": 600_000, "running": False},
        ]


def test_somebody_is_away_by_the_time_that_passed_not_by_the_clock_on_the_wall() -> None:
    desk = Desk([person("Ayla"), person("Brun")])
    desk.enter("ayla")
    desk.enter("brun")
    desk.leave("brun")
    request = models.Takeover(seat=1)
    out = desk.room.handle(Ask("ayla", "Ayla", "en", request), desk.now + 1, desk.now + 3600)
    assert out.refused is not None and out.refused.code == "not_away"
    out = desk.room.handle(Ask("ayla", "Ayla", "en", request), desk.now + 61, desk.now - 3600)
    assert out.refused is None and desk.room.story.chairs[1].standin


def test_a_clock_per_turn_begins_anew_with_every_turn_and_an_undo_gains_nothing() -> None:
    day = 24 * 3600
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": day, "increment": 0, "per_turn": True})
    desk.enter("ayla")
    desk.enter("brun")
    desk.act("ayla", after=3600.0)
    assert desk.room.story.left == [day * 1000, day * 1000] and desk.room.story.player == 1
    desk.say("ayla", "undo", version=desk.room.story.version, after=60.0)
    assert desk.room.story.left == [(day - 3600 - 60 - 2) * 1000, day * 1000], "the hour of before is not given back"
    desk.act("ayla", after=60.0)
    assert desk.room.story.left[0] == day * 1000 and desk.wake().story.left == desk.room.story.left
    desk.put(Tick(), after=day + 1.0)
    assert desk.room.story.chairs[1].kind == "bot"
