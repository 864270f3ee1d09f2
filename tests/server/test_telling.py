"""What viewers are told: only what changed, in their language, without gaps."""

from __future__ import annotations

from tests.server.tools import START, Desk, play_out


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


def test_languages_change_for_one_viewer_only(two: Desk) -> None:
    two.act("ayla")
    two.say("ayla", "language", language="nl")
    assert "neemt" in two.pictures["ayla"].state["log"][-1]["text"]
    assert "takes" in two.pictures["brun"].state["log"][-1]["text"]
    labels = [two.pictures[who].state["scene"]["zones"][0]["label"] for who in ("ayla", "brun")]
    assert labels[0] != labels[1]


def test_chat_reaches_everybody_and_survives(two: Desk) -> None:
    two.enter("cara")
    two.say("cara", "chat", text="<b>hello</b>")
    assert two.pictures["ayla"].state["chat"][-1] == {
        "at": int(two.now * 1000), "seat": -1, "name": "Cara", "text": "<b>hello</b>",
    }  # fmt: skip
    assert two.wake().story.chat[-1].text == "<b>hello</b>"


def test_numbers_have_no_gaps_over_a_whole_game(two: Desk) -> None:
    play_out(two)
    for picture in two.pictures.values():  # Picture fails on a gap
        assert picture.last == len(picture.seen)
    assert two.now > START
