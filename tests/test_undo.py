"""Taking back: what is offered is granted, whoever asks and whatever was taken back before."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

import embers
from firstfire import Table, add_game, game, names
from firstfire.errors import NothingToUndo

add_game(embers.GAME)
ALL = sorted({*names(), "embers"})


def taken_back(table: Table) -> bool:
    """Whether `undo` does it; where it does not, nothing has changed."""
    before, played = bytes(table.state), len(table.actions())
    try:
        table.undo()
    except NothingToUndo:
        assert (bytes(table.state), len(table.actions())) == (before, played)
        return False
    assert len(table.actions()) == played - 1
    return True


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seed", [1, 2])
def test_undo_is_granted_exactly_where_it_is_offered(name: str, seed: int) -> None:
    """Random play of all seats with undo, redo and forced undo: `can_undo` never differs from `undo`."""
    stream = random.Random(f"{name} {seed}")
    table = Table.new(name, max(game(name).seats), seed, interpreted=True)
    offered = refused = 0
    for _ in range(160):
        kind = stream.choice(["play", "play", "play", "undo", "undo", "redo", "force"])
        if kind == "play" and not table.over:
            table.play(stream.choice(table.numbers()))
        elif kind == "redo":
            with suppress(NothingToUndo):
                table.redo()
        elif kind == "force" and table.actions() and stream.random() < 0.2:
            table.undo(force=True)
        elif kind == "undo":
            seats = [seat for seat in range(table.players) if table.can_undo(seat)]
            assert table.can_undo() == bool(seats)
            granted = taken_back(table)
            assert granted == bool(seats)
            offered, refused = offered + granted, refused + (not granted)
    assert offered and refused


@pytest.mark.parametrize("name", ALL)
def test_a_turn_is_taken_back_as_far_as_single_undos_of_its_player_go(name: str) -> None:
    """Random play: `undoable` counts what one seat takes back step by step, `undo_turn` leads to the same table."""
    stream = random.Random(name)
    table = Table.new(name, max(game(name).seats), 3, interpreted=True)
    longest = 0
    for _ in range(150):
        if table.over:
            break
        table.play(stream.choice(table.numbers()))
        seat, played = table.seat_of(-1), table.played()
        assert not any(table.undoable(other) for other in range(table.players) if other != seat)
        if stream.random() < 0.8 and table.undoable() < 3:
            continue
        count = table.undoable(seat)
        longest = max(longest, count)
        for _ in range(count):
            assert table.can_undo(seat)
            table.undo()
        assert not table.can_undo(seat)
        alone = bytes(table.state)
        for _ in range(count):
            table.redo()
        assert table.played() == played
        if count:
            assert bytes(table.undo_turn(seat).state) == alone
        else:
            with pytest.raises(NothingToUndo):
                table.undo_turn(seat)
    assert longest > 1 or name in ("embers", "totem")


@pytest.mark.parametrize("name", ["embers", "totem"])
def test_after_anothers_undo_ones_own_earlier_action_stands(name: str) -> None:
    """A plays, B plays, B takes back: it is not offered to A, who would be refused."""
    table = Table.new(name, 2, 7, interpreted=True)
    seat = table.player
    while table.player == seat or not table.can_undo():
        table.play(table.numbers()[0])
    first = table.actions()
    acted = table.player
    table.play(table.numbers()[0])
    assert table.can_undo(acted)
    table.undo()
    assert table.actions() == first
    assert not any(table.can_undo(seat) for seat in range(2)) and not taken_back(table)


@pytest.mark.parametrize("name", ["totem", "prehistory"])
def test_positions_of_long_ago_are_played_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table keeps the positions before its last actions only; whoever takes back more gets the same bytes."""
    monkeypatch.setattr("firstfire.table.POSITIONS_KEPT", 5)
    table, stream = Table.new(name, 2, 8, interpreted=True), random.Random(8)
    states = [bytes(table.state)]
    while not table.over and len(states) < 24:
        table.play(stream.choice(table.numbers()))
        states.append(bytes(table.state))
    assert len(table._before) == 5
    while states:
        assert bytes(table.state) == states.pop()
        if states:
            table.undo(force=True)
    assert not table.played()
