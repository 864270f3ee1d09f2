"""The core of a room, without sockets: messages in, events and messages out."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.tools import OPEN, START, Desk, bot, person

from firstfire.server import models
from firstfire.server.desk import Advised, Ask, Chosen, ClaimSeat, Enter, GaveUp, Glance, HintJob, Refused, Tick
from firstfire.server.refusals import Refusal


def ask(desk: Desk, who: str, request: object, after: float = 1.0) -> None:
    desk.put(Ask(who, who.title(), "en", request), after)  # type: ignore[arg-type]


@pytest.fixture
def two() -> Desk:
    desk = Desk([person("Ayla"), person("Brun")])
    desk.enter("ayla")
    desk.enter("brun")
    return desk


def test_the_first_update_holds_every_section(two: Desk) -> None:
    state = two.pictures["ayla"].state
    sections = {"viewer", "mine", "table", "seats", "turn", "clocks", "undo", "hints", "engine", "scene", "log", "chat"}
    assert sections <= set(state)
    assert (state["viewer"], state["mine"], state["turn"]["seat"]) == (0, [0], 0)


def test_an_action_is_an_event_before_it_is_a_message(two: Desk) -> None:
    answer = two.act("ayla", 1)
    assert answer["type"] == "done" and answer["version"] == 1
    assert two.out.events[0].kind == "act" and two.out.events[0].data["action"] == 1
    assert two.pictures["brun"].my_turn and not two.pictures["ayla"].my_turn


def test_later_updates_hold_only_what_changed(two: Desk) -> None:
    two.act("ayla")
    update = two.pictures["brun"].seen[-1]
    assert "table" not in update and "zones" not in update["scene"] and "pieces" in update["scene"]


@pytest.mark.parametrize(
    ("who", "fields", "code"),
    [
        ("brun", {"version": 0, "action": 0}, "not_your_turn"),
        ("ayla", {"version": 5, "action": 0}, "stale"),
        ("ayla", {"version": 0, "action": 999}, "illegal"),
        ("ayla", {"version": 0, "action": 0, "seat": 1}, "not_yours"),
        ("cara", {"version": 0, "action": 0}, "no_seat"),
    ],
)
def test_a_refusal_names_its_reason_and_changes_nothing(two: Desk, who: str, fields: dict[str, Any], code: str) -> None:
    two.enter("cara")
    before, count = two.room.story.table.digest(), len(two.log)  # type: ignore[union-attr]
    answer = two.say(who, "act", **fields)
    assert answer["type"] == "refused" and answer["code"] == code and answer["sentence"]
    assert two.room.story.table.digest() == before and len(two.log) == count  # type: ignore[union-attr]


def test_a_repeated_action_is_answered_but_not_played_again(two: Desk) -> None:
    two.act("ayla", id="once")
    again = two.say("ayla", "act", id="once", version=0, action=0)
    assert again["type"] == "done" and len(two.events("act")) == 1


def test_a_repeated_action_is_known_after_waking(two: Desk) -> None:
    two.act("ayla", id="once")
    two.room = two.wake()
    two.pictures.clear()
    two.enter("ayla")
    assert two.say("ayla", "act", id="once", version=0, action=0)["type"] == "done"
    assert len(two.events("act")) == 1


def test_waking_gives_the_same_table(two: Desk) -> None:
    for _ in range(3):
        two.act("ayla")
        two.act("brun")
    two.say("brun", "undo", version=two.room.story.version)
    woken = two.wake()
    assert woken.story.table is not None and two.room.story.table is not None
    assert woken.story.table.digest() == two.room.story.table.digest()
    assert (woken.story.version, woken.story.serials) == (two.room.story.version, two.room.story.serials)


def test_undo_is_for_the_one_who_played_last(two: Desk) -> None:
    two.act("ayla")
    assert two.pictures["ayla"].state["undo"] is True and two.pictures["brun"].state["undo"] is False
    assert two.say("brun", "undo", version=1)["code"] == "no_undo"
    assert two.say("ayla", "undo", version=1)["version"] == 2
    assert two.pictures["ayla"].my_turn and two.room.story.serials == []


def test_undo_shortens_the_log_of_everybody(two: Desk) -> None:
    before = list(two.pictures["brun"].state["log"])
    two.act("ayla")
    assert len(two.pictures["brun"].state["log"]) > len(before)
    two.say("ayla", "undo", version=1)
    assert two.pictures["brun"].state["log"] == before


def test_no_undo_once_another_player_has_spoken(two: Desk) -> None:
    two.act("ayla")
    two.act("brun")
    assert two.say("ayla", "undo", version=2)["code"] == "no_undo"


def test_no_undo_where_the_table_has_none() -> None:
    desk = Desk([person("Ayla"), person("Brun")], undo=False)
    desk.enter("ayla")
    desk.act("ayla")
    assert desk.pictures["ayla"].state["undo"] is False
    assert desk.say("ayla", "undo", version=1)["code"] == "no_undo"


def test_a_lost_session_gets_the_rest(two: Desk) -> None:
    brun = two.pictures["brun"]
    had = brun.last
    two.act("ayla")  # Brun's link is lost before this arrives
    missed = two.raw["brun"][-1]
    brun.last = had
    two.leave("brun")
    two.put(Enter("unused", "brun", "Brun", "en", resume=("brun", had)))
    welcome, *rest = [body for session, body in two.out.mail if session == "brun"]
    assert b'"resumed":true' in welcome and rest[0] == missed and "unused" not in two.room.presence.sessions


def test_what_happened_while_away_comes_with_the_return(two: Desk) -> None:
    two.leave("brun")
    two.act("ayla")
    two.put(Enter("unused", "brun", "Brun", "en", resume=("brun", two.pictures["brun"].last)))
    assert two.pictures["brun"].my_turn and two.pictures["brun"].state["version"] == 1


def test_a_session_is_not_resumed_by_somebody_else(two: Desk) -> None:
    two.leave("brun")
    two.put(Enter("thief", "cara", "Cara", "en", resume=("brun", 1)))
    assert two.out.reply == "thief" and two.pictures["thief"].state["viewer"] == -1
    assert not two.pictures["thief"].choices


def test_an_unknown_session_gets_everything(two: Desk) -> None:
    two.put(Enter("fresh", "brun", "Brun", "en", resume=("long ago", 40)))
    assert two.pictures["fresh"].state["scene"] and two.pictures["fresh"].seen[0]["resumed"] is False


def test_a_table_begins_when_every_seat_is_taken() -> None:
    desk = Desk([person("Ayla"), OPEN])
    picture = desk.enter("ayla")
    assert picture.state["scene"] is None and picture.state["table"]["state"] == "gathering"
    ask(desk, "brun", models.Join(name="Brun"))
    assert desk.out.reply["table"]["mine"] == [1]
    assert picture.state["table"]["state"] == "playing" and picture.my_turn
    assert [event.kind for event in desk.out.events] == ["sit", "begin"]


def test_two_people_of_one_name_get_two_names() -> None:
    desk = Desk([person("Ayla"), OPEN])
    ask(desk, "other", models.Join(name="Ayla"))
    assert desk.room.story.names == ["Ayla", "Ayla 2"]


def test_a_taken_seat_is_refused(two: Desk) -> None:
    ask(two, "cara", models.Join(seat=0))
    assert two.out.refused is not None and two.out.refused.code == "not_gathering"
    desk = Desk([person("Ayla"), OPEN, OPEN])
    ask(desk, "cara", models.Join(seat=0))
    assert desk.out.refused is not None and desk.out.refused.code == "seat_taken"


def test_the_last_to_leave_closes_the_table() -> None:
    desk = Desk([person("Ayla"), OPEN])
    ask(desk, "ayla", models.Leave(seat=0))
    assert desk.room.story.state == "closed"


def test_who_leaves_a_game_is_followed_by_a_bot(two: Desk) -> None:
    ask(two, "ayla", models.Leave(seat=0, level="greedy"))
    chair = two.room.story.chairs[0]
    assert (chair.kind, chair.level, chair.holders, chair.standin) == ("bot", "greedy", set(), False)
    assert len(two.out.jobs) == 1 and two.pictures["ayla"].state["viewer"] == -1
    assert two.pictures["brun"].state["seats"][0]["thinking"] is True
    two.bot_moves()
    assert two.pictures["brun"].my_turn and two.pictures["brun"].state["seats"][0]["thinking"] is False


def test_old_personal_links_die_with_leaving(two: Desk) -> None:
    valid_from = two.room.story.chairs[0].keys_from
    ask(two, "ayla", models.Leave(seat=0))
    ask(two, "thief", ClaimSeat(0, valid_from))
    assert two.out.refused is not None and two.out.refused.code == "bad_key"


def test_a_personal_link_opens_the_seat_on_another_device(two: Desk) -> None:
    ask(two, "phone", ClaimSeat(0, two.room.story.chairs[0].keys_from))
    phone = two.enter("phone")
    assert phone.state["mine"] == [0] and phone.my_turn
    assert two.act("phone")["type"] == "done"


def test_a_key_in_hello_opens_the_seat_without_a_cookie(two: Desk) -> None:
    keyed = (1, two.room.story.chairs[1].keys_from)
    two.put(Enter("program", "key:1", "x", "en", keyed=keyed))
    assert two.pictures["program"].state["mine"] == [1]
    two.put(Enter("forger", "key:1", "x", "en", keyed=(1, 99)))
    assert two.out.refused is not None and two.out.refused.code == "bad_key"


def test_a_bot_stands_in_only_for_the_absent(two: Desk) -> None:
    assert two.say("brun", "takeover", seat=0)["code"] == "not_away"
    two.leave("ayla")
    assert two.say("brun", "takeover", seat=0, after=30)["code"] == "not_away"
    assert two.say("brun", "takeover", seat=0, after=60)["type"] == "done"
    assert two.pictures["brun"].state["seats"][0]["standin"] is True
    two.enter("ayla", session="again")
    assert two.say("again", "back", seat=0)["type"] == "done"
    assert two.room.story.chairs[0].kind == "person" and two.pictures["again"].my_turn


def test_the_host_changes_the_level_of_a_bot() -> None:
    desk = Desk([person("Ayla"), bot("random")])
    desk.enter("ayla")
    assert desk.say("ayla", "takeover", seat=1, level="greedy")["type"] == "done"
    assert desk.room.story.chairs[1].level == "greedy"
    assert desk.say("ayla", "takeover", seat=1, level="dragon")["code"] == "bad_setup"


def test_a_bot_that_answers_too_late_is_not_heard() -> None:
    desk = Desk([person("Ayla"), bot()])
    desk.enter("ayla")
    desk.act("ayla")
    seat, version = desk.room.asked or (0, 0)
    desk.say("ayla", "undo", version=1)
    desk.put(Chosen(seat, version, 0))
    assert desk.room.story.version == 2 and desk.pictures["ayla"].my_turn


def test_a_bot_that_cannot_be_asked_is_not_asked_for_ever() -> None:
    desk = Desk([person("Ayla"), bot()])
    desk.enter("ayla")
    desk.act("ayla")
    seat, version = desk.room.asked or (0, 0)
    assert not desk.put(GaveUp(seat, version)).jobs
    assert not desk.put(Tick()).jobs
    assert desk.say("ayla", "takeover", seat=1, level="random")["type"] == "done"
    assert desk.out.jobs


def test_bots_alone_play_only_for_somebody_who_looks() -> None:
    desk = Desk([bot(), bot()])
    assert not desk.put(Tick()).jobs
    desk.enter("cara")
    assert desk.out.jobs


def test_the_bots_thought_is_the_redacted_view() -> None:
    desk = Desk([bot(), person("Ayla")])
    desk.enter("ayla")
    table = desk.room.story.table
    assert table is not None
    thought = desk.out.jobs[0].thought
    assert thought.state == bytes(table.view(0).state) != bytes(table.state)


def test_hot_seat_hands_the_screen_over() -> None:
    desk = Desk([person("Ayla"), person("Brun", "ayla")])
    ayla = desk.enter("ayla")
    assert ayla.state["mine"] == [0, 1] and ayla.state["hand_over"] is None
    desk.act("ayla")
    assert ayla.state["hand_over"] == 1 and not ayla.choices
    desk.say("ayla", "look", seat=1)
    assert ayla.state["viewer"] == 1 and ayla.my_turn and ayla.state["hand_over"] is None
    assert desk.act("ayla")["type"] == "done"


def test_nobody_looks_from_a_seat_of_others(two: Desk) -> None:
    assert two.say("ayla", "look", seat=1)["code"] == "not_yours"
    assert two.pictures["ayla"].state["viewer"] == 0


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


def test_a_hint_is_a_job_and_then_an_answer(two: Desk) -> None:
    two.say("ayla", "hint", id="h", version=0)
    (job,) = two.out.jobs
    assert isinstance(job, HintJob) and job.thought.seat == 0
    two.put(Advised(job.session, job.to, job.version, ((1, 0.6, 40, 9.0), (0, 0.45, 8, 7.5))))
    answer = two.pictures["ayla"].answers["h"]
    assert [move["action"] for move in answer["moves"]] == [1, 0] and answer["moves"][0]["worth"] == 0.6
    assert "60" in answer["moves"][0]["why"] and "15" in answer["moves"][1]["why"]


def test_hints_can_be_switched_off(two: Desk) -> None:
    ask(two, "ayla", models.ChangeSettings(hints=False))
    assert two.pictures["ayla"].state["hints"] is False
    assert two.say("ayla", "hint", version=0)["code"] == "no_hints"
    ask(two, "brun", models.ChangeSettings(hints=True))
    assert two.out.refused is not None and two.out.refused.code == "not_host"


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


def play_out(desk: Desk) -> None:
    while desk.room.story.state == "playing":
        desk.act("ayla" if desk.room.story.player == 0 else "brun")


def test_the_end_has_a_result_and_a_rematch(two: Desk) -> None:
    play_out(two)
    result = two.pictures["brun"].state["result"]
    assert result["ending"] and {seat["rank"] for seat in result["seats"]} == {1, 2}
    assert two.say("ayla", "act", version=two.room.story.version, action=0)["code"] == "not_playing"
    assert two.say("ayla", "undo", version=two.room.story.version)["code"] == "not_playing"
    answer = two.say("brun", "rematch")
    (made,) = two.out.created
    assert answer["table"] == "second" == made.id
    sat = {event.data["seat"]: event.data["guest"] for event in made.events if event.kind == "sit"}
    assert sat == {0: "brun", 1: "ayla"} and made.setup.seed == 8 and made.row.state == "playing"
    two.say("ayla", "rematch")
    assert not two.out.created and two.pictures["ayla"].state["rematch"] == "second"


def test_no_rematch_before_the_end_or_by_strangers(two: Desk) -> None:
    assert two.say("ayla", "rematch")["code"] == "not_finished"
    play_out(two)
    two.enter("cara")
    assert two.say("cara", "rematch")["code"] == "no_seat"


def test_what_the_door_refuses_is_numbered_too(two: Desk) -> None:
    two.put(Refused("ayla", None, Refusal("malformed", problem="not JSON")))
    assert two.pictures["ayla"].seen[-1]["code"] == "malformed"


def test_glancing_changes_nothing(two: Desk) -> None:
    ask(two, "cara", Glance())
    assert two.out.reply["keys"] == [] and two.out.reply["table"]["mine"] == [] and not two.out.events


def test_old_sessions_are_forgotten(two: Desk) -> None:
    two.leave("brun")
    two.enter("cara")
    two.now += 301
    two.leave("cara")
    assert set(two.room.presence.sessions) == {"ayla", "cara"}


def test_numbers_have_no_gaps_over_a_whole_game(two: Desk) -> None:
    play_out(two)
    for picture in two.pictures.values():  # Picture fails on a gap
        assert picture.last == len(picture.seen)
    assert two.now > START
