"""What cannot be taken back is foretold, and the foretelling knows no more than the seat."""

from __future__ import annotations

import ctypes
import random

import pytest
from tests.server.tools import Desk, person
from tests.server.twins import GUESTS, seated, table_of

from firstfire import Table, names
from firstfire import game as find_game
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.rules.notes import NOBODY
from firstfire.server.store.events import Event
from firstfire.server.views.finality import final_actions, idle_action, is_forced

GAMES = [*dict.fromkeys(("embers", *names()))]


def truly_final(table: Table) -> list[int]:
    """The legal actions after which chance or a secret has spoken, tried on the true state."""
    found = []
    for action in table.numbers():
        trial = copy_of(table.state)
        table.lean.engine.step(trial, table.box, action)
        if trial.irreversible:
            found.append(action)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_foretold_is_what_happens(game: str) -> None:
    table, stream = Table.new(game, None, 4, interpreted=True), random.Random(game)
    seen = set()
    while table.player is not None:
        view = table.view(table.player)
        foretold = final_actions(view, table.lean.engine)
        if stream.random() < 0.3:
            assert foretold == truly_final(table)
        action = stream.choice(view.numbers)
        table.play(action)
        assert table.can_undo() == (action not in foretold)
        seen.add(action in foretold)
    assert seen == {True, False}, "the game showed only one kind"


@pytest.mark.parametrize("game", GAMES)
def test_the_foretelling_depends_on_the_view_alone(game: str) -> None:
    """The hidden facts are dealt anew: what is foretold stays the same."""
    table, stream = Table.new(game, None, 5, interpreted=True), random.Random(game)
    for seed in range(30):
        if table.player is None:
            break
        view = table.view(table.player)
        other = copy_of(view.state)
        table.lean.engine.determinize(other, table.box, view.seat, seed, 9)
        twin = Table.new(game, None, 5, interpreted=True)
        ctypes.memmove(ctypes.addressof(twin.state), ctypes.addressof(other), ctypes.sizeof(other))
        again = final_actions(twin.view(view.seat), table.lean.engine)
        assert again == final_actions(view, table.lean.engine)
        table.play(stream.choice(view.numbers))


def test_it_changes_nothing_in_the_view() -> None:
    table = Table.new("totem", None, 5, interpreted=True)
    while not truly_final(table):
        table.play(table.numbers()[0])
    view = table.view(table.player or 0)
    before = bytes(view.state)
    assert final_actions(view, table.lean.engine) and bytes(view.state) == before


def totem(*, undo: bool) -> tuple[Desk, Table]:
    """A table of Totem at a moment when something cannot be taken back."""
    desk = Desk([person("Ayla"), person("Brun")], game="totem", undo=undo)
    desk.enter("ayla")
    desk.enter("brun")
    table = desk.room.story.table
    assert table is not None
    while not truly_final(table):
        desk.act("ayla" if table.player == 0 else "brun")
    return desk, table


def test_only_the_seat_to_act_is_told() -> None:
    desk, table = totem(undo=True)
    acting, waiting = ("ayla", "brun") if table.player == 0 else ("brun", "ayla")
    assert desk.pictures[acting].state["final"] == truly_final(table)
    assert desk.pictures[waiting].state["final"] == []


def test_where_nothing_can_be_taken_back_nothing_is_foretold() -> None:
    desk, _ = totem(undo=False)
    assert [picture.state["final"] for picture in desk.pictures.values()] == [[], []]


@pytest.mark.parametrize("game", GAMES)
def test_only_what_everybody_knows_to_be_the_only_choice_is_called_forced(game: str) -> None:
    """Random play: a choice that is called forced is the only one in every deal that a spectator could think of, so
    that playing it at once tells nobody anything."""
    table, stream = (
        Table.new(game, min(n for n in find_game(game).seats if n > 1), 6, interpreted=True),
        random.Random(game),
    )
    forced = 0
    while table.player is not None:
        public = table.view(NOBODY)
        if is_forced(table.view(table.player), public):
            forced += 1
            for seed in range(20):
                other = copy_of(public.state)
                table.lean.engine.determinize(other, table.box, NOBODY, 100 + seed, 3)
                assert table.lean.engine.legal(other, table.box) == table.numbers()
        table.play(stream.choice(table.numbers()))
    assert forced or game != "neta_tanka", "this one shows whether it is ever said"


@pytest.mark.parametrize("game", GAMES)
def test_a_pass_goes_by_itself_only_where_everybody_knows_that_nothing_else_can_be_done(game: str) -> None:
    """Random play: in every deal that a spectator could think of, the pass is legal, and beside it at most a trade."""
    found = find_game(game)
    table, stream = Table.new(game, min(n for n in found.seats if n > 1), 6, interpreted=True), random.Random(game)
    passes = 0
    while table.player is not None and passes < 12:
        public = table.view(NOBODY)
        action = idle_action(table.view(table.player), public)
        if action is not None:
            passes += 1
            for seed in range(5):
                other = copy_of(public.state)
                table.lean.engine.determinize(other, table.box, NOBODY, 100 + seed, 3)
                legal = table.lean.engine.legal(other, table.box)
                assert action in legal and {found.actions.text(each) for each in legal if each != action} <= {"develop"}
        table.play(stream.choice(table.numbers()))
    assert passes > 2 or game not in ("neta_tanka", "prehistory")


def test_no_trade_helps_where_a_pass_of_prehistory_goes_by_itself() -> None:
    """PH-D5, PH-D6: whatever is sold and bought, none of the summer action's deeds can be paid."""
    table, stream = Table.new("prehistory", 2, 8, interpreted=True), random.Random(8)
    tried = 0
    while tried < 6 and table.player is not None:
        seat, deed = table.player, table.state.deed
        if idle_action(table.view(seat), table.view(NOBODY)) is not None:
            tried += 1
            for _ in range(4):
                trial = table.copy()
                for _ in range(25):
                    texts = [text for text in trial.legal() if text not in ("pass", "back")]
                    assert trial.phase != "summer" or texts in ([], ["develop"])
                    if not texts or trial.player != seat or trial.state.deed != deed:
                        break
                    trial.play(stream.choice(texts))
        table.play(stream.choice(table.numbers()))
    assert tried


def stuck(hand: int) -> Table:
    """Totem: a player has won, may attack once more and can only pass, with so many cards in hand."""
    stream = random.Random(hand)
    for seed in range(400):
        table = Table.new("totem", 2, seed, interpreted=True)
        while table.player is not None:
            side = table.state.sides[table.player]
            if table.phase == "after_win" and table.legal() == ["pass"] and min(side.hand_size, 1) == hand:
                return table
            table.play(stream.choice(table.numbers()))
    raise AssertionError("no such moment in 400 games")


def test_a_pass_that_hidden_cards_force_is_not_called_forced() -> None:
    table = stuck(1)
    assert table.player is not None and not is_forced(table.view(table.player), table.view(NOBODY))


def test_the_seat_to_act_is_told_that_its_choice_is_forced_and_nobody_else() -> None:
    desk, stream = seated("neta_tanka", 2, seed=6), random.Random(1)
    story, table = desk.room.story, table_of(desk.room)
    while not (table.player is not None and is_forced(table.view(table.player), table.view(NOBODY))):
        data = {"seat": story.player, "action": stream.choice(table.numbers()), "spent": 0}
        story.fold(Event(story.count + 1, int(desk.now * 1000), "act", data))
    told = {who: desk.enter(who).state["forced"] for who in (*GUESTS[:2], "spectator")}
    assert [who for who, forced in told.items() if forced] == [GUESTS[table.player]]
