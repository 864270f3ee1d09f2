"""Consequences: what a choice is said to do is what happens, and it is said from what the seat knows alone."""

from __future__ import annotations

import ctypes
import random
from typing import Any

import pytest

from firstfire import Table, game, names
from firstfire.errors import IllegalAction
from firstfire.kernel.presentation.scene import Counter
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.viewer import foresight
from firstfire.kernel.viewer.foresight import Consequences, changes
from firstfire.kernel.viewer.sentences import LogNote
from firstfire.view import View

GAMES = [name for name in names() if name != "embers"]  # which hides nothing


def fewest(name: str) -> int:
    """The smallest company in which something is hidden from somebody."""
    return min(count for count in game(name).seats if count > 1)


def untold(table: Table, seat: int, seed: int) -> Table:
    """The same table with everything the seat cannot know dealt anew."""
    other = table.lean.seen_by(seat)
    table.lean.engine.determinize(other, table.box, seat, seed, 77)
    twin = Table.new(table.game, table.players, 0, interpreted=True)
    ctypes.memmove(ctypes.addressof(twin.state), ctypes.addressof(other), ctypes.sizeof(other))
    return twin


def held(told: Consequences) -> tuple[Any, ...]:
    return told.notes, told.final, None if told.after is None else bytes(told.after)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_foretold_of_every_legal_action_truly_happens(name: str) -> None:
    """Random play: the lines are the first lines of what is then written, the table is the table then."""
    table, stream = Table.new(name, fewest(name), 12, interpreted=True), random.Random(name)
    kinds = set()
    while table.player is not None:
        view = table.view(table.player)
        for action in stream.sample(view.numbers, 1 if stream.random() < 0.8 else min(4, len(view.numbers))):
            told = view.consequences(action)
            table.play(action)
            written = table.notes(view.seat)[-1]
            assert told.notes == written[: len(told.notes)]
            assert told.final != table.can_undo()
            if not told.final:
                assert told.notes == written
                assert told.after is not None and bytes(told.after) == bytes(table.lean.seen_by(view.seat))
            kinds.add(told.final)
            table.undo(force=True)
        table.play(stream.choice(table.numbers()))
    assert kinds == {True, False}, "the game showed only one kind"


@pytest.mark.parametrize("name", GAMES)
def test_consequences_of_every_legal_action_depend_on_the_view_alone(name: str) -> None:
    """Whatever is hidden from the seat is dealt anew: every legal action has the same consequences."""
    table, stream = Table.new(name, fewest(name), 13, interpreted=True), random.Random(name)
    differed = 0
    for step in range(40):
        if table.player is None:
            break
        view = table.view(table.player)
        twin = untold(table, view.seat, step + 1)
        differed += bytes(twin.state) != bytes(table.state)
        again = View(twin.game, twin.box, view.seat, twin.lean.seen_by(view.seat), view.numbers, (), None)
        for action in stream.sample(view.numbers, min(6, len(view.numbers))):
            assert held(view.consequences(action)) == held(again.consequences(action))
        table.play(stream.choice(view.numbers))
    assert differed, "the test never changed anything"


@pytest.mark.parametrize("name", GAMES)
def test_another_world_of_the_same_view_foretells_no_other_line(name: str) -> None:
    """Up to the moment when chance or a secret speaks all worlds agree: nothing likely is told as sure."""
    table, stream = Table.new(name, fewest(name), 14, interpreted=True), random.Random(name)
    step = 0
    while table.player is not None:
        step += 1
        view, action = table.view(table.player), stream.choice(table.numbers())
        one = foresight._tried(view.game, view.state, view.box, view.seat, action, table.lean.engine, step)
        other = foresight._tried(view.game, view.state, view.box, view.seat, action, table.lean.engine, step + 1000)
        assert one.notes == other.notes and one.final == other.final
        table.play(action)


def test_it_changes_nothing_in_the_view_and_refuses_what_is_not_legal() -> None:
    table = Table.new("honga", 2, 3, interpreted=True)
    view = table.view(table.player or 0)
    before = bytes(copy_of(view.state))
    view.foretell(view.numbers[0])
    assert bytes(view.state) == before
    with pytest.raises(IllegalAction, match="not legal"):
        view.consequences(next(action for action in range(999) if action not in view.numbers))


GATHER = "gather fish"


def gathering() -> View:
    """A table of Honga at which the player may gather fish."""
    table, stream = Table.new("honga", 2, 3, interpreted=True), random.Random(4)
    while GATHER not in table.legal():
        table.play(stream.choice(table.numbers()))
    assert table.player is not None
    return table.view(table.player)


@pytest.mark.parametrize(
    ("language", "line", "label"),
    [("en", "You gather 1 fish", "fish"), ("fr", "poisson", "poisson"), ("nl", "vis", "vis")],
)
def test_consequences_are_said_in_each_language_with_the_numbers_that_change(
    language: str, line: str, label: str
) -> None:
    view = gathering()
    told = view.foretell(view.game.actions.number(GATHER), language)
    assert line in told.lines[0] and not told.final
    assert [(change.seat, change.by, change.label) for change in told.changes] == [(view.seat, 1, label)]


def test_my_numbers_come_first_and_those_of_the_table_are_left_out() -> None:
    now = [
        Counter("a", "wood", 3, 0),
        Counter("b", "wood", 1, 1),
        Counter("round", "Round", 1),
        Counter("c", "x", 4, 1),
    ]
    then = [
        Counter("a", "wood", 4, 0),
        Counter("b", "wood", 0, 1),
        Counter("round", "Round", 2),
        Counter("c", "x", 4, 1),
    ]
    assert [(change.seat, change.by) for change in changes(now, then, 1)] == [(1, -1), (0, 1)]


def test_lines_that_differ_between_imagined_worlds_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the lines before the first difference are kept."""
    view, first = gathering(), LogNote(1, 0, -1, 0, 0, 0, 0)

    def tried(*args: Any) -> Consequences:
        return Consequences((first, first._replace(a=args[-1]), first), view.state, final=False)

    monkeypatch.setattr(foresight, "_tried", tried)
    assert view.consequences(view.numbers[0]).notes == (first,)


@pytest.mark.parametrize(("language", "tool"), [("en", "Tool"), ("fr", "Outil"), ("nl", "werktuig")])
def test_goods_on_the_board_that_no_counter_tells_are_among_the_numbers(language: str, tool: str) -> None:
    """Doggerland: whoever sends somebody to build pays a Tool at once; the counters tell of food and points only."""
    table = Table.new("doggerland", 2, 3, interpreted=True)
    assert table.player is not None
    view = table.view(table.player)
    build = next(number for number in view.numbers if view.game.actions.values(number)[0] == "habitat")
    assert view.foretell(build, language).changes == [(view.seat, tool, "tool", -1)]
