"""The elder's reasons: what is told as sure comes true, what is told as prevented is, and nothing hidden is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from firstfire import Table
from firstfire.errors import IllegalAction
from firstfire.explain import Hint, explained, hints_for, reasons, tell_reasons
from firstfire.explain.lines import Ahead, Reply
from firstfire.explain.reasons import ReasonText
from firstfire.games import GAMES
from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.kernel.presentation.scene import Scene
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.rules.notes import HIDDEN
from firstfire.kernel.viewer.foresight import Consequences, ForeseenChange, changes, consequences, poured
from firstfire.players import Budget, Greedy
from firstfire.view import Action, View

BUDGET = Budget(simulations=300)
EVERY, MOST = 11, 6  # decisions between the positions looked at, and how many those are


SLOW = [pytest.param(name, marks=() if name == "totem" else pytest.mark.slow) for name in GAMES]


@pytest.fixture(scope="module", params=SLOW)
def advised(request: pytest.FixtureRequest) -> list[tuple[Table, View, Hint]]:
    """Positions of a bot game, each with the elder's best action."""
    return list(positions(request.param))


def positions(name: str) -> Iterator[tuple[Table, View, Hint]]:
    table, bot = Table.new(name, 2, 5, names=["Ayla", "Brun"]), Greedy(5)
    for number in range(EVERY * MOST):
        seat = table.player
        if seat is None:
            return
        view = table.view(seat)
        if number % EVERY == 5 and len(view.numbers) > 2:
            here = Table.at(table.game, table.position(), names=["Ayla", "Brun"])
            yield here, here.view(seat), hints_for(here.view(seat), budget=BUDGET, count=50, seed=3)[0]
        table.play(bot.choose(view))


def is_paid(change: ForeseenChange) -> bool:
    """What a cost names; a penalty keeps its sign."""
    return change.by < 0 and change.icon != "minus"


def test_what_is_told_as_gained_is_gained(advised: list[tuple[Table, View, Hint]]) -> None:
    """The numbers that are named are those on the table once the line has been played, up to where chance speaks."""
    named = 0
    for table, view, hint in advised:
        told = [reason for reason in tell_reasons(view, hint) if reason.kind in ("gain", "cost")]
        before, seat = view.scene(), view.seat
        sure, ends = list[int](), list[Scene]()
        for action in (hint.action.number, *hint.ahead.own):
            if view.consequences(action).final if not sure else table.state.irreversible:
                break
            table.play(action)
            sure.append(action)
            ends.append(table.view(seat).scene())
        if told:
            named += 1
            true = [
                {f"{one.label} {abs(one.by)}" if is_paid(one) else f"{one.label} {one.by:+d}" for one in seen}
                for seen in ([*changes(before.counters, end.counters, seat), *poured(before, end)] for end in ends)
            ]
            for reason in told:
                things = set(reason.sentence.partition(": ")[2].rstrip(".").replace("−", "-").split(", "))
                assert any(things <= numbers for numbers in true), (reason, true)
    assert named


def test_answers_of_a_rival_can_be_given_and_prevented_ones_cannot(advised: list[tuple[Table, View, Hint]]) -> None:
    """In the true world too, though it is another than those the elder imagined."""
    spoken = 0
    for table, _, hint in advised:
        ahead, fresh = hint.ahead, Table.at(table.game, table.position())
        for action in (hint.action.number, *ahead.own):
            if action not in fresh.numbers():
                break
            fresh.play(action)
        for reply, open_to in ((ahead.reply, True), (ahead.prevents, False)):
            if reply is not None and fresh.player == reply.seat:
                spoken += 1
                assert (reply.action in fresh.numbers()) is open_to
    assert spoken or table.game.name in ("totem", "honga")  # every turn ends with a draw: nobody knows what comes then


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_deals_a_seat_cannot_tell_apart_have_the_same_reasons(
    advised: list[tuple[Table, View, Hint]], language: str
) -> None:
    for table, view, _ in advised[:1]:
        engine, said = table.lean.engine, []
        for seed in (1, 2):
            world = copy_of(view.state)
            engine.determinize(world, view.box, view.seat, seed, 0)
            engine.see(world, view.box, view.seat)
            other = View(view.game, view.box, view.seat, world, view.numbers, [], ["Ayla", "Brun"])
            hint = hints_for(other, budget=Budget(simulations=60), count=1, seed=3)[0]
            said.append(tell_reasons(other, hint, language))
        assert said[0] == said[1] and said[0]


def test_every_kind_of_reason_is_said_in_every_language() -> None:
    table = Table.new("embers", 2, 4, names=["Ayla", "Brun"], interpreted=True)
    view = table.view(0)
    ahead = Ahead((1,), 1, Reply(1, 0), Reply(1, 2))
    hint = Hint(Action("take 1", 0), 0.5, (0.5, 0.5), (), 3, ahead)
    for language in LANGUAGES:
        told = dict(tell_reasons(view, hint, language))
        assert set(told) == {"next", "prevents", "risk"}
        assert "Brun" in told["prevents"] and "Brun" in told["risk"]
    assert dict(tell_reasons(view, hint))["prevents"] == "It keeps Brun from this: “Take 3 from the pile”."


def test_more_of_a_penalty_is_a_cost_and_less_of_it_a_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cost and a rival's loss are told without a second minus."""
    view = Table.new("embers", 2, 4, names=["Ayla", "Brun"], interpreted=True).view(0)
    hint = Hint(Action("take 1", 0), 0.5, (0.5, 0.5), (), 3, Ahead((), None, None, None))

    def told(*found: ForeseenChange) -> list[ReasonText]:
        monkeypatch.setattr(reasons._Speaker, "_by_then", lambda *_: (list(found), 1))
        return tell_reasons(view, hint)

    worse = (
        ForeseenChange(0, "Scarcity", "minus", 1),
        ForeseenChange(1, "Scarcity", "minus", -1),
        ForeseenChange(0, "Meat", "meat", -2),
    )
    assert ReasonText("cost", "It costs: Scarcity +1, Meat 2.") in told(*worse)
    assert not {"gain", "takes"} & {reason.kind for reason in told(*worse)}
    sure = [ReasonText("sure", "Ayla draws."), ReasonText("sure", "Ayla takes 1 Scarcity.")]
    monkeypatch.setattr(reasons._Speaker, "certain", lambda *_: sure)
    assert [reason.kind for reason in told(*worse)] == ["cost"]  # told once
    assert told() == sure[1:]
    better = told(ForeseenChange(0, "Scarcity", "minus", -1), ForeseenChange(1, "Wood", "wood", -2))
    assert better == [ReasonText("gain", "You gain: Scarcity −1."), ReasonText("takes", "Brun loses: Wood 2.")]


def test_no_sentence_is_said_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes that differ in something a reader does not see are told once."""
    view = Table.new("embers", 2, 4, names=["Ayla", "Brun"], interpreted=True).view(0)
    hint = Hint(Action("take 1", 0), 0.5, (0.5, 0.5), (), 3, Ahead((), None, None, None))
    monkeypatch.setattr(reasons._Speaker, "_note", lambda *_: "The same.")

    def thrice(*asked: Any) -> Consequences:
        sure = consequences(*asked)
        return replace(sure, notes=sure.notes * 3)

    monkeypatch.setattr(reasons, "consequences", thrice)
    assert [reason.sentence for reason in tell_reasons(view, hint)] == ["The same."]


def test_chance_is_told_with_how_often_it_comes() -> None:
    """An attack on a hidden totem of Totem may fail."""
    table, bot = Table.new("totem", 2, 5, names=["Ayla", "Brun"]), Greedy(5)
    told: list[ReasonText] = []
    while (seat := table.player) is not None and not {reason.kind for reason in told} >= {"hope", "risk"}:
        view = table.view(seat)
        for action in [each for each in view.legal() if each.startswith("attack")][:6]:
            hint = explained(view, action.number, simulations=30)
            told = tell_reasons(view, hint)
            if any(chance.note.b == HIDDEN for chance in hint.ahead.chances) and len(told) > 1:
                break
        table.play(bot.choose(view))
    good, bad = (next(reason.sentence for reason in told if reason.kind == kind) for kind in ("hope", "risk"))
    assert good.startswith("In about ") and "loses" in good and "%" in bad


def test_only_what_is_legal_is_explained() -> None:
    view = Table.new("embers", 2, 4, interpreted=True).view(0)
    with pytest.raises(IllegalAction, match="an action is a whole number from 0 to 2"):
        explained(view, 99, simulations=5)
