"""What viewers are told: only what changed, in their language, without gaps."""

from __future__ import annotations

from typing import Any

from tests.server.tools import START, Desk, ask, person, play_out

from firstfire.server.protocol import models
from firstfire.server.rooms.traffic import Tick


def test_the_first_update_holds_every_section(two: Desk) -> None:
    state = two.pictures["ayla"].state
    sections = {"viewer", "mine", "table", "seats", "turn", "clocks", "undo", "hints", "engine", "scene", "log", "chat"}
    assert sections <= set(state)
    assert (state["viewer"], state["mine"], state["turn"]["seat"]) == (0, [0], 0)


def test_later_updates_hold_only_what_changed(two: Desk) -> None:
    two.act("ayla")
    update = two.pictures["brun"].seen[-1]
    assert "table" not in update and "zones" not in update["scene"] and "pieces" in update["scene"]


def test_undo_shortens_the_log_of_everybody(two: Desk) -> None:
    before = list(two.pictures["brun"].state["log"])
    two.act("ayla")
    assert len(two.pictures["brun"].state["log"]) > len(before)
    two.say("ayla", "undo", version=1)
    assert two.pictures["brun"].state["log"] == before


def test_every_line_of_the_log_says_when(two: Desk) -> None:
    begun = two.events("begin")[0].at
    two.act("ayla", after=400.0)
    played, log = two.events("act")[0].at, two.pictures["brun"].state["log"]
    assert {line["at"] for line in log if line["step"] == 0} <= {begun}
    assert {line["at"] for line in log if line["step"] == 1} == {played} and played - begun >= 400_000
    assert [line["at"] for line in woken(two)] == [line["at"] for line in log]


def test_the_log_tells_what_befalls_the_seats() -> None:
    desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 60, "increment": 0})
    desk.enter("ayla", language="fr")
    brun = desk.enter("brun")
    desk.act("ayla")
    steps = len(brun.state["log"])
    desk.put(Tick(), after=61)
    line = brun.state["log"][steps]
    assert line["kind"] == "table" and line["text"] == "Brun has run out of time; a bot (Hunter) plays on."
    assert line["parts"][0] == ["Brun", "seat", 1] and line["step"] == 1
    assert "plus de temps" in desk.pictures["ayla"].state["log"][steps]["text"]
    desk.bot_moves()
    ask(desk, "ayla", models.Leave(seat=0))
    told = [entry["text"] for entry in brun.state["log"] if entry["kind"] == "table"]
    assert told[1:] == ["Ayla has left the table; a bot (Hunter) plays on."]
    assert [entry["text"] for entry in woken(desk) if entry["kind"] == "table"] == told


def woken(desk: Desk) -> list[dict[str, Any]]:
    """The log of a room that was made anew."""
    desk.room = desk.wake()
    found: list[dict[str, Any]] = desk.enter("cara").state["log"]
    return found


def test_an_undo_takes_its_lines_out_from_among_others(two: Desk) -> None:
    two.enter("cara")
    before = {who: [line["text"] for line in two.pictures[who].state["log"]] for who in ("ayla", "cara")}
    two.act("ayla")
    ask(two, "brun", models.Leave(seat=1))
    assert two.say("ayla", "undo", version=1)["type"] == "done"
    for who, lines in before.items():
        log = [line["text"] for line in two.pictures[who].state["log"]]
        assert log == [*lines, "Brun has left the table; a bot (Hunter) plays on."]


def test_viewers_know_from_when_on_a_bot_may_sit_in(two: Desk) -> None:
    assert two.pictures["brun"].state["seats"][0]["standin_from"] is None
    two.leave("ayla")
    left = two.now
    assert two.pictures["brun"].state["seats"][0]["standin_from"] == int((left + 60) * 1000)
    assert two.say("brun", "takeover", seat=0, after=59)["code"] == "not_away"
    assert two.say("brun", "takeover", seat=0, after=1)["type"] == "done"
    seat = two.pictures["brun"].state["seats"][0]
    assert seat["standin"] is True and seat["standin_from"] is None


def test_languages_change_for_one_viewer_only(two: Desk) -> None:
    two.act("ayla")
    two.say("ayla", "language", language="nl")
    assert "neemt" in two.pictures["ayla"].state["log"][-1]["text"]
    assert "takes" in two.pictures["brun"].state["log"][-1]["text"]
    labels = [two.pictures[who].state["scene"]["zones"][0]["label"] for who in ("ayla", "brun")]
    assert labels[0] != labels[1]


def test_numbers_have_no_gaps_over_a_whole_game(two: Desk) -> None:
    play_out(two)
    for picture in two.pictures.values():  # Picture fails on a gap
        assert picture.last == len(picture.seen)
    assert two.now > START
