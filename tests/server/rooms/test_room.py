"""The core of a room, without sockets: messages in, events and messages out."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.tools import Desk, ask, bot, person

from firstfire.server.bots.requests import AdvisedAction, luck_of
from firstfire.server.protocol import models
from firstfire.server.protocol.refusals import Refusal
from firstfire.server.rooms.room import ASK_AGAIN
from firstfire.server.rooms.traffic import Advised, BotJob, Chosen, GaveUp, HintJob, Outgoing, Refused, Say, Tick
from firstfire.server.store.story import Story


def test_an_action_is_an_event_before_it_is_a_message(two: Desk) -> None:
    answer = two.act("ayla", 1)
    assert answer["type"] == "done" and answer["version"] == 1
    assert two.out.events[0].kind == "act" and two.out.events[0].data["action"] == 1
    assert two.pictures["brun"].my_turn and not two.pictures["ayla"].my_turn


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


def test_no_undo_once_another_player_has_spoken(two: Desk) -> None:
    two.act("ayla")
    two.act("brun")
    assert two.say("ayla", "undo", version=2)["code"] == "no_undo"


def test_no_undo_where_the_table_has_none() -> None:
    desk = Desk([person("Ayla"), person("Brun")], undo=False)
    desk.enter("ayla")
    desk.act("ayla")
    assert desk.pictures["ayla"].state["undo"] is False
    assert desk.say("ayla", "undo", version=1)["code"] == "undo_off"


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
    assert desk.say("ayla", "takeover", seat=1)["type"] == "done"
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
    asked = desk.out.jobs[0].asked
    assert asked.state == bytes(table.view(0).state) != bytes(table.state)


def test_a_bots_luck_is_its_tables_and_the_same_when_a_move_is_taken_back() -> None:
    for seed in (7, 8):
        desk = Desk([person("Ayla"), bot("random")], seed=seed)
        desk.enter("ayla")
        jobs = []
        for _ in range(2):
            desk.act("ayla", 1)
            jobs += desk.out.jobs
            assert desk.say("ayla", "undo", version=desk.room.story.version)["type"] == "done"
        first, again = (job.asked for job in jobs)
        assert first == again and first.luck == luck_of(seed, first.state)
    assert luck_of(7, b"seen") != luck_of(8, b"seen") != luck_of(8, b"otherwise")


def test_a_hint_is_a_job_and_then_an_answer(two: Desk) -> None:
    two.say("ayla", "hint", id="h", version=0)
    (job,) = two.out.jobs
    assert isinstance(job, HintJob) and job.asked.seat == 0
    moves = (AdvisedAction(1, 0.6, 40, 9.0, (("gain", "Much."),)), AdvisedAction(0, 0.45, 8, 7.5))
    two.put(Advised(job.session, job.to, job.version, moves))
    answer = two.pictures["ayla"].answers["h"]
    assert [move["action"] for move in answer["moves"]] == [1, 0, 2] and answer["moves"][0]["worth"] == 0.6
    assert [move["reasons"] for move in answer["moves"]] == [[{"kind": "gain", "sentence": "Much."}], [], []]
    assert "60" in answer["moves"][0]["why"] and "15" in answer["moves"][1]["why"]
    assert answer["moves"][2]["why"] == "not looked at"


def test_hints_can_be_switched_off(two: Desk) -> None:
    ask(two, "ayla", models.ChangeSettings(hints=False))
    assert two.pictures["ayla"].state["hints"] is False
    assert two.say("ayla", "hint", version=0)["code"] == "no_hints"
    ask(two, "brun", models.ChangeSettings(hints=True))
    assert two.out.refused is not None and two.out.refused.code == "not_host"


def test_what_the_door_refuses_is_numbered_too(two: Desk) -> None:
    two.put(Refused("ayla", None, Refusal("malformed", problem="not JSON")))
    assert two.pictures["ayla"].seen[-1]["code"] == "malformed"


def test_who_has_gone_is_not_answered_where_the_log_is_full(two: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message of a session that was forgotten threw everybody out of a room whose log was full."""
    two.enter("ayla")
    monkeypatch.setattr("firstfire.server.rooms.room.LONGEST", two.room.story.count)
    seen = len(two.pictures["ayla"].seen)
    undo = models.Undo(type="undo", id="1", version=0)
    assert two.put(Say("long gone", undo)).refused is None
    assert two.say("ayla", "undo", version=0)["code"] == "log_full", "who is here hears it"
    assert len(two.pictures["ayla"].seen) == seen + 1


def failing(level: str, **changes: Any) -> Desk:
    """A table at which a bot of some level is asked."""
    desk = Desk([person("Ayla"), bot(level)], **changes)
    desk.room.levels = frozenset({"shaman", "hunter", "greedy", "random"})
    desk.enter("ayla")
    desk.act("ayla")
    return desk


def answer_badly(desk: Desk) -> Outgoing:
    """Have the bot that is asked choose what no rule allows."""
    seat, version = desk.room.asked or (0, 0)
    return desk.put(Chosen(seat, version, 10**6))


def test_a_bot_that_answers_badly_is_replaced_by_another(caplog: pytest.LogCaptureFixture) -> None:
    """It was an exception: everybody was thrown out, and the same bot asked again for the same answer, for ever."""
    desk = failing("shaman")
    version = desk.room.story.version
    asked = [answer_badly(desk).jobs for _ in range(3)]
    assert [[job.asked.level for job in jobs if isinstance(job, BotJob)] for jobs in asked] == [
        ["hunter"], ["greedy"], ["random"],
    ]  # fmt: skip
    assert "chose action 1000000, which is illegal" in caplog.text
    assert desk.room.story.version == version, "nothing was played"
    name = desk.room.story.chairs[1].name
    said = [line["text"] for line in desk.pictures["ayla"].state["log"] if line["kind"] == "table"]
    assert said[0] == f"The bot of {name} failed to find a move; another one (Hunter) plays on." and len(said) == 3
    desk.bot_moves()
    assert desk.room.story.version == version + 1 and desk.pictures["ayla"].my_turn
    assert Story.told("table", desk.setup, desk.log, interpreted=True).chairs[1].level == "random", "the log knows it"


@pytest.mark.parametrize("standin", ["hunter", "greedy", "random"])
def test_bots_that_all_fail_do_not_replace_each_other_for_ever(standin: str) -> None:
    desk = failing("shaman", standin=standin)
    tried = [job.asked.level for _ in range(6) for job in answer_badly(desk).jobs if isinstance(job, BotJob)]
    assert len(tried) == len(set(tried)) and {"greedy", "random"} <= set(tried)


def test_a_bot_that_raises_is_replaced_too() -> None:
    desk = failing("hunter")
    seat, version = desk.room.asked or (0, 0)
    jobs = desk.put(GaveUp(seat, version, is_at_fault=True)).jobs
    assert [job.asked.level for job in jobs] == ["greedy"]


def test_a_game_in_which_a_bot_failed_is_not_rated() -> None:
    desk = failing("hunter")
    answer_badly(desk)
    while desk.room.story.state == "playing":
        if desk.room.asked:
            desk.bot_moves()
        else:
            desk.act("ayla")
    assert desk.out.result is not None and not desk.out.result.rated


def test_a_bot_that_cannot_be_asked_is_asked_again_later() -> None:
    desk = failing("hunter")
    seat, version = desk.room.asked or (0, 0)
    out = desk.put(GaveUp(seat, version))
    assert not out.jobs and not out.events and out.alarm == desk.now + ASK_AGAIN
    assert desk.pictures["ayla"].state["bots"]["sentence"].startswith("No bot can be asked just now")
    assert not desk.put(Tick(), after=ASK_AGAIN / 2).jobs
    assert [job.asked.level for job in desk.put(Tick(), after=ASK_AGAIN / 2).jobs] == ["hunter"]
    assert desk.pictures["ayla"].state["bots"]["sentence"] == ""
