"""Thinking time."""

from __future__ import annotations

from tests.server.tools import Desk, person

from firstfire.server.desk import Tick


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


def test_time_while_the_server_sleeps_is_not_counted() -> None:
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 60, "increment": 0})
    desk.now += 3600
    desk.room = desk.wake()
    picture = desk.enter("ayla")
    assert picture.state["clocks"][0]["left"] == 59_000
