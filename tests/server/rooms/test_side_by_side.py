"""Set-ups that run side by side: nobody waits for another's secret choice, and nothing of it is told."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.server.tools import START, Desk, Picture, ask, bot, person

from firstfire import Table
from firstfire.server.bots.requests import AdvisedAction
from firstfire.server.protocol import models
from firstfire.server.rooms.traffic import Advised, ClaimSeat, Glance, HintJob

NAMES = ("ayla", "brun", "cara", "dorn")
CHOICES = {"totem": 4, "prehistory": 2}  # that a seat makes at its set-up


def sat(game: str = "totem", players: int = 2, **changes: Any) -> tuple[Desk, str, str]:
    """A table of people; who is asked first, and who last."""
    desk = Desk([person(name.title()) for name in NAMES[:players]], game=game, **changes)
    for name in NAMES[:players]:
        desk.enter(name)
    first = desk.room.story.player
    assert first is not None
    last = next(seat for seat in reversed(range(players)) if seat != first)
    if game == "prehistory":
        last = int(desk.room.story.playing.state.order[players - 1])
    return desk, NAMES[first], NAMES[last]


def choose_all(desk: Desk, who: str, choice: int = 0) -> None:
    while desk.pictures[who].my_turn and desk.room.story.playing.phase in ("setup", "weather", "shamans"):
        assert desk.act(who, choice)["type"] == "done"


def whole(desk: Desk) -> Table:
    return desk.room.story.playing


@pytest.mark.parametrize(("game", "players"), [("totem", 2), ("prehistory", 2), ("prehistory", 4)])
def test_the_last_may_choose_first_and_the_log_keeps_the_order_of_the_rules(game: str, players: int) -> None:
    desk, first, last = sat(game, players)
    choose_all(desk, last, 1)
    assert len(desk.events("seal")) == CHOICES[game] and not desk.events("act")
    assert not desk.pictures[last].my_turn and desk.pictures[first].my_turn
    for name in NAMES[:players]:
        choose_all(desk, name)
    table = whole(desk)
    assert table.phase not in ("setup", "weather", "shamans")
    assert Table.new(game, players, desk.setup.seed, interpreted=True).play(*table.played()).digest() == table.digest()
    seats = [event.data["seat"] for event in desk.events("act")]
    assert seats == [table.seat_of(step) for step in range(players * CHOICES[game])]


def test_who_is_done_sees_the_own_choice_and_for_whom_the_table_waits() -> None:
    desk, first, last = sat()
    picture = desk.pictures[last]
    hand = {choice["picks"][0] for choice in picture.choices}
    assert picture.state["turn"] == {**picture.state["turn"], "seat": NAMES.index(last), "mine": True}
    laid = picture.choices[0]["sentence"]
    choose_all(desk, last)
    prompt = picture.state["scene"]["prompt"]
    assert prompt["seat"] == NAMES.index(first) and first.title() in prompt["sentence"] and laid
    assert picture.state["turn"] == {**picture.state["turn"], "seat": NAMES.index(first), "mine": False}
    mine = [piece for piece in picture.state["scene"]["pieces"] if piece["owner"] == NAMES.index(last)]
    assert len(hand) == 7 and sum(piece["zone"].startswith("hand") for piece in mine) == 3


def test_nobody_else_is_told_anything_when_somebody_chooses_aside() -> None:
    desk, first, last = sat()
    desk.enter("cara", seat=-1)
    before = {name: len(desk.raw[name]) for name in (first, "cara")}
    desk.act(last)
    assert {name: len(desk.raw[name]) for name in before} == before
    assert desk.pictures[first].state["version"] == 0 and desk.pictures["cara"].state["version"] == 0
    choose_all(desk, last)
    told = [body for name in before for body in desk.raw[name][before[name] :]]
    assert all(b'"scene"' not in body and b'"log"' not in body for body in told)  # but what can be undone


def test_neither_times_nor_keys_tell_that_somebody_chose_aside() -> None:
    """What lists of tables say, and what stands in a personal link, is the same whether or not somebody has chosen."""
    told = []
    for choices in (0, 3):
        desk, first, last = sat()
        for _ in range(choices):
            desk.act(last)
        desk.now = START + 100
        ask(desk, first, Glance())
        row = desk.out.reply["table"]
        desk.now = START + 200
        ask(desk, first, models.Renew(seat=NAMES.index(first)))
        renewed = desk.out.reply["keys"]
        told.append((row["changed"], row["steps"], renewed))
        ask(desk, first, ClaimSeat(*renewed[0]))
        older = (NAMES.index(first), desk.room.story.chairs[NAMES.index(first)].keys_since)
        ask(desk, "phone", ClaimSeat(*older))  # as links said it before
        assert desk.room.story.held_by("phone") and desk.wake().story.chairs == desk.room.story.chairs
    assert told[0] == told[1]


@pytest.mark.parametrize("game", ["totem", "prehistory"])
def test_messages_to_the_others_are_the_same_whatever_was_chosen_aside(game: str) -> None:
    told: list[dict[str, Any]] = []
    for choice in (0, 1):
        desk, first, last = sat(game)
        desk.enter("cara", seat=-1)
        choose_all(desk, last, choice)
        desk.act(first)
        heard = {name: desk.raw[name] for name in (first, "cara")}
        told.append({name: [body for body in bodies if b'"done"' not in body] for name, bodies in heard.items()})
        assert desk.room.story.sealed[NAMES.index(last)]
    assert told[0] == told[1]


def test_a_choice_made_aside_lives_through_a_restart() -> None:
    desk, first, last = sat()
    desk.act(last)
    desk.act(last, 2)
    seen = desk.pictures[last].state["scene"]
    desk.room = desk.wake()
    desk.pictures.clear()
    assert desk.enter(last).state["scene"] == seen
    desk.enter(first)
    choose_all(desk, first)
    assert [event.data.get("sealed") for event in desk.events("act")] == [None] * 4 + [True] * 2
    assert desk.pictures[last].my_turn and len(whole(desk).played()) == 6
    choose_all(desk, last)
    assert whole(desk).phase != "setup"


def test_what_was_chosen_aside_can_be_taken_back_card_by_card_or_at_once() -> None:
    desk, _, last = sat()
    picture = desk.pictures[last]
    begun = picture.state["scene"]["pieces"]
    assert picture.state["undo"] is False
    choose_all(desk, last)
    assert picture.state["undo"] is True and picture.state["undo_turn"] == 4
    assert desk.say(last, "undo", version=picture.state["version"])["type"] == "done"
    assert picture.my_turn and picture.state["undo_turn"] == 3
    assert desk.say(last, "undo", version=picture.state["version"], turn=True)["type"] == "done"
    assert picture.state["scene"]["pieces"] == begun and picture.state["undo"] is False
    woken = desk.wake()
    assert woken.story.sealed == desk.room.story.sealed == [[], []]


def test_what_was_played_for_a_seat_and_taken_back_does_not_come_again_after_a_restart() -> None:
    desk, first, last = sat()
    desk.act(last)
    choose_all(desk, first)
    version = desk.pictures[last].state["version"]
    assert desk.say(last, "undo", version=version)["type"] == "done"
    desk.act(last, 3)
    woken = desk.wake()
    assert woken.story.sealed == [[], []]
    assert woken.story.playing.digest() == whole(desk).digest()


def test_where_nothing_is_taken_back_neither_is_a_choice_made_aside() -> None:
    desk, _, last = sat(undo=False)
    desk.act(last)
    assert desk.say(last, "undo", version=desk.pictures[last].state["version"])["code"] == "undo_off"


def test_the_last_card_is_final_once_the_other_has_chosen() -> None:
    """Then play begins at once: there is nothing to take back."""
    desk, first, last = sat()
    for _ in range(3):
        desk.act(first)
    picture = desk.pictures[first]
    assert picture.state["final"] == []
    choose_all(desk, last)
    assert picture.state["final"] == [choice["action"] for choice in picture.choices]
    assert desk.pictures[last].state["final"] == []


def test_a_click_that_crosses_the_other_s_is_not_refused() -> None:
    """What the other one does changes nothing of my choice; what I did myself does."""
    desk, first, last = sat()
    version, (one, two, *_) = desk.pictures[last].state["version"], desk.pictures[last].choices
    desk.act(first)
    assert desk.pictures[last].state["version"] == version + 1
    assert desk.say(last, "act", version=version, action=one["action"])["type"] == "done"
    assert desk.say(last, "act", version=version, action=two["action"])["code"] == "stale"
    fresh = desk.pictures[last].state["version"]
    for _ in range(3):
        desk.act(first)
    assert desk.room.story.player == NAMES.index(last)
    assert desk.say(last, "act", version=fresh, action=two["action"])["type"] == "done"


def test_what_is_not_legal_or_was_all_chosen_is_refused_aside() -> None:
    desk, first, last = sat()
    picture = desk.pictures[last]
    theirs = desk.pictures[first].choices[0]["action"]
    refused = desk.say(last, "act", version=0, action=theirs)
    assert refused["code"] == "illegal" and refused["sentence"]
    choose_all(desk, last)
    again = desk.say(last, "act", version=picture.state["version"], action=0)
    assert again["code"] == "not_your_turn" and first.title() in again["sentence"]


def test_a_repeated_choice_is_answered_but_not_made_again() -> None:
    desk, _, last = sat()
    action = desk.pictures[last].choices[0]["action"]
    for _ in range(2):
        assert desk.say(last, "act", id="once", version=0, action=action)["type"] == "done"
    assert len(desk.events("seal")) == 1


def test_questions_and_advice_work_aside() -> None:
    desk, first, last = sat()
    desk.act(last)
    picture = desk.pictures[last]
    version, action = picture.state["version"], picture.choices[0]["action"]
    assert desk.say(last, "foresee", version=version, actions=[action])["foreseen"][0]["action"] == action
    assert desk.say(last, "why", version=version, action=desk.pictures[first].choices[0]["action"])["reasons"]
    desk.say(last, "hint", id="elder", version=version)
    job = desk.out.jobs[0]
    assert isinstance(job, HintJob) and job.asked.seat == NAMES.index(last) and action in job.asked.numbers
    desk.put(Advised(last, "elder", job.version, (AdvisedAction(action, None, None, None),)))
    assert picture.answers["elder"]["moves"][0]["action"] == action


def test_each_clock_runs_for_its_own_seat_alone() -> None:
    desk, first, last = sat(clock={"seconds": 100, "increment": 0})
    began = desk.now - 2.0  # both have come in since
    for _ in range(4):
        desk.act(last, after=5.0)
    assert not desk.pictures[last].my_turn
    assert desk.room.story.left == [100_000, 100_000]
    for _ in range(4):
        desk.act(first, after=3.0)
    left = desk.room.story.left
    assert left[NAMES.index(first)] == 100_000 - 1000 * (desk.now - began)  # it has been thinking all the time…
    assert left[NAMES.index(last)] == 100_000  # …and who chose meanwhile has lost nothing


def test_against_a_bot_one_chooses_at_once() -> None:
    for seed in range(4):
        desk = Desk([person("Ayla"), bot()], game="totem", seed=seed)
        desk.enter("ayla")
        assert desk.pictures["ayla"].my_turn
        choose_all(desk, "ayla")
        while desk.room.asked is not None and whole(desk).phase == "setup":
            desk.bot_moves()
        assert whole(desk).phase != "setup"


def test_who_holds_both_seats_answers_in_order() -> None:
    desk = Desk([person("Ayla"), person("Brun", "ayla")], game="totem")
    desk.enter("ayla", "one", seat=0)
    desk.enter("ayla", "two", seat=1)
    assert sorted(desk.pictures[name].my_turn for name in ("one", "two")) == [False, True]


def test_a_bot_that_sits_in_goes_on_from_what_was_chosen() -> None:
    desk, first, last = sat()
    desk.act(last)
    chosen = desk.room.story.sealed[NAMES.index(last)][0]
    ask(desk, last, models.Leave(seat=NAMES.index(last)))
    choose_all(desk, first)
    assert whole(desk).played()[4] == chosen
    while whole(desk).phase == "setup":
        desk.bot_moves()
    assert len(whole(desk).played()) == 8


def test_whole_set_ups_in_any_order_end_like_those_in_the_order_of_the_rules() -> None:
    for seed in range(6):
        stream = random.Random(seed)
        desk, _, _ = sat("prehistory", 3, seed=seed)
        while whole(desk).phase in ("weather", "shamans"):
            picture: Picture = stream.choice([desk.pictures[name] for name in NAMES[:3]])
            name = next(name for name in NAMES if desk.pictures[name] is picture)
            if picture.state["undo"] and stream.random() < 0.2:
                desk.say(name, "undo", version=picture.state["version"])
            elif picture.my_turn:
                assert desk.act(name, stream.randrange(len(picture.choices)))["type"] == "done"
        table = whole(desk)
        again = Table.new("prehistory", 3, seed, interpreted=True).play(*table.played())
        assert again.digest() == table.digest() == desk.wake().story.playing.digest()
