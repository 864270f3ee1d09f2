"""Why not, at the server's table: refused acts and clicks say why, in the language of whoever asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Desk, Sitter, new_table, person

import embers
from firstfire.server.settings import UNLIMITED

TAKE_THREE = 2


def nearly_done(desk: Desk) -> str:
    """One ember is left; who is to act."""
    while desk.room.story.playing.state.pile > 1:
        desk.act("ayla" if desk.room.story.player == 0 else "brun")
    return "ayla" if desk.room.story.player == 0 else "brun"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Only 1 ember is left in the pile"),
        ("fr", "Il ne reste plus que 1 braise dans le tas"),
        ("nl", "Er ligt nog maar 1 kooltje op de hoop"),
    ],
)
def test_a_refused_act_says_why_in_the_language_of_the_player(two: Desk, language: str, said: str) -> None:
    who = nearly_done(two)
    two.say(who, "language", language=language)
    answer = two.say(who, "act", version=two.room.story.version, action=TAKE_THREE)
    assert (answer["code"], answer["sentence"]) == ("illegal", said)
    asked = two.say(who, "why", version=two.room.story.version, action=TAKE_THREE)
    assert asked["reasons"] == [{"sentence": said, "rule": "EM-2"}]


def test_why_of_a_legal_action_is_nothing_and_of_a_rivals_turn_whose_it_is(two: Desk) -> None:
    assert two.say("ayla", "why", version=0, action=0)["reasons"] == []
    (why,) = two.say("brun", "why", version=0, action=0)["reasons"]
    assert why["sentence"] == "It is not your turn: Ayla takes embers"


def test_a_clicked_thing_says_why_it_does_not_glow(two: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def picks(view: Any, box: Any, action: int) -> tuple[str, ...]:
        return ("embers", f"bowl{action}")

    monkeypatch.setitem(embers.GAME.presentation.__dict__, "picks", picks)
    who = nearly_done(two)
    version = two.room.story.version
    asked = two.say(who, "why", version=version, paths=[["embers", "nothing"], ["embers", f"bowl{TAKE_THREE}"]])
    assert [why["sentence"] for why in asked["reasons"]] == ["Only 1 ember is left in the pile"]
    assert two.say(who, "why", version=version, paths=[["embers"]])["reasons"] == []
    assert two.say(who, "why", version=version, paths=[])["reasons"] == []


@pytest.mark.parametrize(
    ("who", "fields", "code"), [("cara", {"version": 0, "action": 0}, "no_seat"), ("ayla", {"version": 3}, "stale")]
)
def test_who_may_not_ask_why_is_told_so(two: Desk, who: str, fields: dict[str, Any], code: str) -> None:
    two.enter("cara")
    assert two.say(who, "why", **fields)["code"] == code


def test_where_one_screen_serves_several_seats_nobody_is_you() -> None:
    desk = Desk([person("Ayla"), person("Brun", "ayla")])
    both = desk.enter("ayla")
    assert both.state["scene"]["prompt"]["sentence"] == "Ayla takes embers"
    desk.act("ayla")
    assert both.state["log"][-1]["text"].startswith("Ayla takes 1 ember")


def test_everybody_reads_the_same_event_in_their_own_person(two: Desk) -> None:
    watching = two.enter("cara")
    two.act("ayla")
    said = [two.pictures[who].state["log"][-1]["text"] for who in ("ayla", "brun")]
    assert said == ["You take 1 ember, 20 left", "Ayla takes 1 ember, 20 left"]
    assert watching.state["log"][-1]["text"] == said[1]
    asked = [two.pictures[who].state["scene"]["prompt"]["sentence"] for who in ("ayla", "brun")]
    assert asked == ["Brun takes embers", "take embers"]


def test_who_asks_why_too_often_is_asked_to_slow_down(open_site: Callable[..., TestClient]) -> None:
    client = open_site(limits=replace(UNLIMITED, whys_at_once=3))
    table = new_table(client, "embers", ["me", "open"])["table"]["id"]
    with Sitter(client, table) as sitter:
        codes = [sitter.say("why", version=0, action=0)["code"] for _ in range(40)]
    assert codes[:3] == ["not_playing"] * 3 and "slow_down" in codes


def test_a_choice_that_sees_the_table_is_told_anew_and_others_are_kept(
    two: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`tell_choices` is asked at every decision; a game without it keeps the choices it has made."""
    before = two.room.showing.view(0).scene().choices
    two.act("ayla")
    two.act("brun")
    assert two.room.showing.view(0).scene().choices[0] is before[0]

    def tell(view: Any, box: Any, words: Any, names: Any) -> Callable[[int], str | None]:
        return lambda action: f"Leave {view.pile - action - 1}" if action else None

    monkeypatch.setitem(embers.GAME.presentation.__dict__, "tell_choices", tell)
    said = []
    for _ in range(2):
        two.act("ayla")
        two.act("brun")
        said.append([choice["sentence"] for choice in two.pictures["ayla"].choices])
    assert said == [["Take 1 from the pile", "Leave 15", "Leave 14"], ["Take 1 from the pile", "Leave 13", "Leave 12"]]
