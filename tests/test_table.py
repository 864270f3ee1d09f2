"""The Table: the class everybody starts with."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np
import pytest

from firstfire import Action, Table, game
from firstfire.errors import BadNotation, BadSetup, IllegalAction, NothingToUndo, UnknownGame
from firstfire.explain import analyse, hints
from firstfire.kernel.game import Game
from firstfire.players import Budget


@pytest.fixture(params=[True, False], ids=["interpreted", "compiled"])
def table(request: pytest.FixtureRequest) -> Table:
    return Table.new("embers", players=3, seed=7, interpreted=request.param)


def test_legal_actions_are_texts_that_know_their_number(table: Table) -> None:
    legal = table.legal()
    assert legal == ["take 1", "take 2", "take 3"]
    assert [action.number for action in legal] == table.numbers() == [0, 1, 2]


def test_play_takes_texts_numbers_and_actions(table: Table) -> None:
    table.play("take 2", 0, table.legal()[2])
    assert table.actions() == ["take 2", "take 1", "take 3"]
    assert table.state.pile == 15
    table.play(np.int64(1), np.uint8(0), np.array(2))
    assert table.played() == [1, 0, 2, 1, 0, 2] and all(type(number) is int for number in table.played())
    assert table.player == 0


def test_an_illegal_action_raises_and_changes_nothing(table: Table) -> None:
    table.play("take 3", "take 3", "take 3", "take 3", "take 3", "take 3", "take 2")
    before = bytes(table.state)
    with pytest.raises(IllegalAction, match=r"Only 1 ember is left in the pile \(EM-2\)\. Player 2 may play: take 1"):
        table.play("take 2")
    with pytest.raises(IllegalAction, match="numbered 0 to 2"):
        table.play(99)
    with pytest.raises(IllegalAction):
        table.play(-1)
    with pytest.raises(BadNotation, match="Did you mean 'take 1'"):
        table.play("tak 1")
    with pytest.raises(IllegalAction, match="a text or a whole number"):
        table.play(1.0)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction):
        table.play(True)
    assert bytes(table.state) == before
    assert len(table.actions()) == 7


def test_nothing_can_be_played_after_the_end(table: Table) -> None:
    while not table.over:
        table.play(table.legal()[0])
    assert table.legal() == []
    assert table.player is None
    with pytest.raises(IllegalAction, match="The game is over: the pile is gone"):
        table.play("take 1")


def test_an_outcome_has_a_reason(table: Table) -> None:
    assert table.outcome() is None
    while not table.over:
        table.play("take 1")
    outcome = table.outcome()
    assert outcome is not None
    assert outcome.ending == "burnt"
    assert outcome.scores[table.state.burnt] == 0
    assert all((outcome.ranks[seat] == 1) == (seat in outcome.winners) for seat in range(3))


def test_undo_and_redo_give_back_the_same_bytes(table: Table) -> None:
    start = bytes(table.state)
    table.play("take 1", "take 2")
    end = bytes(table.state)
    table.undo()
    with pytest.raises(NothingToUndo, match="another player's"):
        table.undo()
    table.undo(force=True)
    assert bytes(table.state) == start
    table.redo().redo()
    assert bytes(table.state) == end
    with pytest.raises(NothingToUndo, match="nothing was taken back"):
        table.redo()


def test_a_new_action_forgets_what_was_taken_back(table: Table) -> None:
    table.play("take 1").undo().play("take 2")
    with pytest.raises(NothingToUndo):
        table.redo()


def test_undo_stops_where_something_was_told(table: Table) -> None:
    with pytest.raises(NothingToUndo, match="nothing has been played"):
        table.undo()
    table.play("take 1")
    assert table.can_undo()
    assert table.can_undo(0)
    assert not table.can_undo(1)


def test_what_chance_said_cannot_be_taken_back() -> None:
    """In Totem most actions draw a card: that told something."""
    totem = Table.new("totem", seed=3, interpreted=True)
    while totem.phase != "action":
        totem.play(totem.legal()[0])
    with pytest.raises(NothingToUndo, match="something random happened"):
        totem.undo()
    before = len(totem.actions())
    totem.undo(force=True)
    assert len(totem.actions()) == before - 1


def test_views_show_a_seat_its_own_secrets_only(table: Table) -> None:
    views = [table.view(seat) for seat in (-1, 0, 1, 2)]
    charms = list(table.state.charms)
    assert list(views[0].state.charms) == [-1] * 4
    assert views[1].state.charms[0] == charms[0]
    assert [view.numbers for view in views] == [[], [0, 1, 2], [], []]
    with pytest.raises(BadSetup, match="no seat 3"):
        table.view(3)
    with pytest.raises(BadSetup):
        table.view(-2)


def test_logs_keep_secrets_unless_the_owner_of_the_table_reads(table: Table) -> None:
    table.play("take 2")
    names = {"ash", "spark", "flame", "blaze"}
    mine = table.log(seat=0)
    assert sum(any(name in line for name in names) for line in mine) == 1
    assert not any(any(name in line for name in names) for line in table.log(seat=-1))
    assert sum(any(name in line for name in names) for line in table.log()) == 3
    assert mine[-1] == "You take 2 embers, 19 left"
    assert table.log("nl")[-1] == "Speler 1 neemt 2 kooltjes, er blijven er 19 over"


def test_repr_can_be_pasted_back(table: Table) -> None:
    table.play("take 1", "take 3")
    again = eval(repr(table), {"Table": Table})
    assert bytes(again.state) == bytes(table.state)
    named = Table.new("embers", 2, 1, names=["Ada", "Bo"], interpreted=True)
    assert eval(repr(named), {"Table": Table}).view(0).names() == ["Ada", "Bo"]


def test_a_table_shows_itself_as_text(table: Table) -> None:
    assert "Pile: ember ×21" in str(table)
    assert "Player 1: take embers" in str(table)


def test_the_same_seed_is_the_same_game_and_no_seed_is_a_new_one(tiny: Game) -> None:
    assert Table.new(tiny, 3, 5).digest() == Table.new(tiny, 3, 5).digest()
    assert Table.new(tiny, 3).digest() != Table.new(tiny, 3).digest()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"players": 7}, "cannot be played by 7; it takes: 2, 3, 4"),
        ({"players": "two"}, "players must be a whole number"),
        ({"players": True}, "players must be a whole number"),
        ({"players": 2, "seed": -1}, "a seed is a whole number"),
        ({"players": 2, "seed": 1 << 64}, "a seed is a whole number"),
        ({"players": 2, "seed": 1.5}, "a seed is a whole number"),
        ({"players": 2, "options": {"magic": "on"}}, "has no option 'magic'"),
        ({"players": 2, "names": ["Ada"]}, "2 names are needed"),
        ({"players": 2, "names": ["Ada", " "]}, "2 names are needed"),
    ],
)
def test_bad_setups_are_refused(arguments: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadSetup, match=complaint):
        Table.new("embers", interpreted=True, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["chess", "", "../totem", "totem.box", "kernel"])
def test_unknown_games_are_refused(name: str) -> None:
    with pytest.raises(UnknownGame, match="there is no game called"):
        game(name)


def test_an_option_value_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadSetup, match="it can be: at_least, any"):
        Table.new("totem", options={"faceup_attack": "sometimes"}, interpreted=True)


def test_a_table_without_history_plays_and_cannot_be_saved(tiny: Game) -> None:
    table = Table.new(tiny, 2, 1, history=False)
    table.play(1, 2)
    assert table.state.pile == 16
    assert table.actions() == []
    with pytest.raises(BadSetup, match="history=True"):
        table.save("nowhere.json")


def test_a_view_carries_no_notes_of_others(table: Table) -> None:
    secret = [note for notes in table.view(0).history for note in notes if note.sight > 0]
    assert secret
    assert all(note.c == -1 for note in secret)
    assert all(note.c == -1 for notes in table.view(-1).history for note in notes if note.sight >= 0)


def test_a_table_gives_hints_to_the_seat_to_act(tiny: Game) -> None:
    """The search of firstfire.players, asked at the table; it plays nothing."""
    table = Table.new(tiny, 2, seed=2, interpreted=True)
    while table.state.pile > 4:
        table.play(f"take {min(3, table.state.pile - 4)}")
    before = bytes(table.state)
    found = table.hint(table.player, budget=Budget(simulations=150), count=2)
    assert found == hints(table, budget=Budget(simulations=150), count=2, interpreted=True)
    assert len(found) == 2 and found[0].action == "take 3" and found[0].visits >= found[1].visits
    assert bytes(table.state) == before
    with pytest.raises(BadSetup, match="not the turn"):
        table.hint(1 - (table.player or 0))


def test_a_table_analyses_its_game(tiny: Game) -> None:
    table = Table.new(tiny, 2, seed=2, interpreted=True)
    while not table.over:
        table.play("take 1")
    seen: list[tuple[int, int]] = []
    found = table.analysis(simulations=20, progress=lambda done, all_: seen.append((done, all_)))
    assert len(found.curve) == len(table.actions()) + 1
    assert seen == sorted(seen) and seen[-1][0] == seen[-1][1] and len({all_ for _, all_ in seen}) == 1
    assert found == analyse(table, simulations=20)


def test_notes_follow_undo_and_another_action(table: Table) -> None:
    """What a seat has read before is kept, but not beyond what was taken back."""
    table.play("take 1")
    first = table.view(0).history
    table.play("take 2")
    assert len(table.view(0).history) == 3
    table.undo()
    assert table.view(0).history == first
    table.play("take 3")
    fresh = Table.from_save(table.to_save(), interpreted=True)
    assert table.view(0).history == fresh.view(0).history != first
    assert table.view(-1).history == fresh.view(-1).history
    assert table.view(0).history is not table.view(0).history  # a view has its own list


@pytest.mark.parametrize("number", [2**64 + 1, 2**63, -(2**64) + 1, 10**30])
def test_numbers_beyond_the_machine_are_refused(table: Table, number: int) -> None:
    before = bytes(table.state)
    with pytest.raises(IllegalAction):
        table.play(number)
    assert not table.lean.try_step(number)
    assert bytes(table.state) == before
    assert table.actions() == []


def test_the_end_of_a_game_cannot_be_taken_back(table: Table) -> None:
    while not table.over:
        table.play("take 1")
    with pytest.raises(NothingToUndo):
        table.undo()


def interrupted(table: Table, at: int) -> bool:
    """Press Ctrl-C at one of the lines of this project that a move runs through; whether there are so many."""
    move, lines = table.numbers()[0], 0

    def trace(frame: FrameType, event: str, _: object) -> Callable[..., Any]:
        nonlocal lines
        lines += event == "line" and "firstfire" in frame.f_code.co_filename
        if lines == at:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        table.play(move)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def test_a_move_interrupted_anywhere_has_happened_whole_or_not_at_all() -> None:
    played = Table.new("totem", seed=3, interpreted=True)
    played.play(played.numbers()[0])
    at = 1
    while interrupted(table := played.copy(), at):
        fresh = Table.new("totem", seed=3, interpreted=True).play(*table.played())
        assert table.digest() == fresh.digest(), f"stopped at line {at}"
        assert table.numbers() == fresh.numbers(), f"stopped at line {at}"
        assert table.undo().digest() == fresh.undo().digest(), f"stopped at line {at}"
        at += 1
    assert at > 100


def test_an_action_of_another_game_is_read_by_its_text(table: Table) -> None:
    with pytest.raises(BadNotation):
        table.play(Action("place S1", 1))
    with pytest.raises(BadSetup):
        table.view(0.5)  # type: ignore[arg-type]


def test_a_pair_may_be_named_in_any_order() -> None:
    """TT-K2: the order in which the two cards of a pair are named means nothing."""
    totem = Table.new("totem", seed=3, interpreted=True)
    with pytest.raises(IllegalAction, match=r"attack S5\+S7 -> 1"):
        totem.play("attack S7+S5 -> 1")
    with pytest.raises(IllegalAction, match=r"attack S1\+H6 -> 4"):
        totem.play("attack H6+S1 -> 4")


def test_an_action_is_its_text() -> None:
    action = Action("take 1", 0)
    assert action == "take 1"
    assert f"{action}" == "take 1"


def test_an_imagined_position_fits_what_the_seat_knows_and_nothing_else(table: Table) -> None:
    """Another charm for the others in some of them, one's own in all; playing on it leaves the table alone."""
    view, before = table.view(0), table.digest()
    worlds = [view.determinize(seed) for seed in range(20)]
    assert {world.s.charms[0] for world in worlds} == {table.state.charms[0]}
    assert len({world.s.charms[1] for world in worlds}) > 1
    assert all(bytes(world.seen_by(0)) == bytes(view.state) for world in worlds)
    assert bytes(view.determinize(3).s) == bytes(worlds[3].s)
    for world in worlds:
        world.play_randomly(seed=1)
        assert world.over
    assert table.digest() == before
    assert not view.state.over


def test_a_refusal_is_one_sentence_after_the_other() -> None:
    with pytest.raises(IllegalAction) as refused:
        Table.new("totem", 2, 7, interpreted=True).play("place H4")
    assert ".." not in str(refused.value)


@pytest.mark.parametrize("nonsense", [None, 1.5, np.float64(1), True, np.array([1, 2]), object], ids=repr)
def test_what_is_no_action_is_an_illegal_action(table: Table, nonsense: object) -> None:
    with pytest.raises(IllegalAction, match="an action is a text or a whole number"):
        table.play(nonsense)  # type: ignore[arg-type]
    for number in (-1, 9999):
        with pytest.raises(IllegalAction, match=f"'{number}' is not legal here: .*numbered 0 to 2"):
            table.play(number)
    assert not table.played()


def test_a_seat_is_a_whole_number_of_any_kind(table: Table) -> None:
    assert table.view(np.int64(0)).seat == 0 and type(table.view(np.int64(0)).seat) is int
    assert table.notes(np.int64(0)) == table.notes(0)
    for wrong in ("0", None, 1.0, True, 3, -2):
        with pytest.raises(BadSetup, match=f"there is no seat {wrong!r}: seats are 0 to 2"):
            table.view(wrong)  # type: ignore[arg-type]
        if wrong is not None:
            with pytest.raises(BadSetup, match=f"there is no seat {wrong!r}: seats are 0 to 2"):
                table.notes(wrong)  # type: ignore[arg-type]


def test_players_and_seeds_are_whole_numbers_of_any_kind() -> None:
    made = Table.new("honga", np.int64(3), np.uint32(7), interpreted=True)
    assert made.digest() == Table.new("honga", 3, 7, interpreted=True).digest()
    assert type(made.origin.players) is int and type(made.origin.seed) is int
    for wrong in ("3", 3.0, True):
        with pytest.raises(BadSetup, match="players must be a whole number"):
            Table.new("honga", wrong, 7)  # type: ignore[arg-type]
        with pytest.raises(BadSetup, match="seed"):
            Table.new("honga", 3, wrong)  # type: ignore[arg-type]


def test_records_and_positions_are_told_in_a_line() -> None:
    """What is not zero, without the words of chance and the notes, however large the record."""
    table = Table.new("honga", 2, seed=4, interpreted=True)
    assert repr(table.lean) == "<Position of honga, 2 players, ply 0, player 0 to act>"
    for record in (table.state, table.box, *table.state.trays, *table.state.piles):
        assert repr(record).startswith(type(record).__name__ + "(") and len(repr(record)) < 230
    assert "seats=2" in repr(table.state) and "rng" not in repr(table.state) and "bytes" not in repr(table.state)
    assert repr(type(table.state)()) == "State()"
    while not table.over:
        table.play(table.numbers()[-1])
    assert repr(table.lean) == f"<Position of honga, 2 players, ply {table.state.ply}, over>"
