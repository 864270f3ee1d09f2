"""Numbers that people give to the library: whole ones of any kind are taken, others are refused in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import firstfire
from firstfire import FirstfireError, Position, Table
from firstfire.envs.picture import paint
from firstfire.kernel.engines.engine import engine_for
from firstfire.players import Budget, Search, player_named
from firstfire.view import common_words

NONSENSE = [1.5, np.float64(2.0), float("nan"), "x", "", b"1", (1, 2), [1], {}, object()]
OUTSIDE = [-9, 10**6, 10**30]
TOTEM = firstfire.game("totem")
ENGINE = engine_for(TOTEM, interpreted=True)


def a_table() -> Table:
    table = Table.new("totem", seed=1, interpreted=True)
    for _ in range(6):
        table.play(table.numbers()[0])
    return table


def a_position(**given: Any) -> Position:
    return Position(TOTEM, engine=ENGINE, **given)


TABLE = a_table()
VIEW = TABLE.view(TABLE.player or 0)
LEGAL = VIEW.numbers[0]
Call = Callable[[Any], object]
RANGED: dict[str, tuple[Call, int]] = {  # with a number that is good
    "table.view": (lambda n: TABLE.view(n).seat, 1),
    "table.notes": (TABLE.notes, 1),
    "table.notes_at": (TABLE.notes_at, 1),
    "table.log": (lambda n: TABLE.log(seat=n), 1),
    "table.seat_of": (TABLE.seat_of, 1),
    "table.view_before": (lambda n: TABLE.view_before(n)[1], 1),
    "table.play": (lambda n: TABLE.copy().play(n).digest(), LEGAL),
    "table.hint": (lambda n: TABLE.hint(n, budget=Budget(simulations=2), count=1), VIEW.seat),
    "view.consequences": (lambda n: VIEW.consequences(n, ENGINE), LEGAL),
    "view.foretell": (lambda n: VIEW.foretell(n, engine=ENGINE), LEGAL),
    "position.step": (lambda n: Position(TOTEM, engine=ENGINE, s=TABLE.copy().state).step(n), LEGAL),
    "position.observe": (lambda n: a_position().observe(n).tolist(), 1),
    "position.seen_by": (lambda n: bytes(a_position().seen_by(n)), 1),
    "actions.text": (TOTEM.actions.text, 7),
    "actions.text_of": (TOTEM.actions.text_of, 7),
    "actions.values": (TOTEM.actions.values, 7),
    "actions.find": (TOTEM.actions.find, 7),
    "Table.new players": (lambda n: Table.new("totem", n, 1, interpreted=True).digest(), 2),
    "Position seats": (lambda n: bytes(a_position(seats=n).s), 2),
    "table.can_undo": (TABLE.can_undo, 1),
    "table.undoable": (TABLE.undoable, 1),
    "table.undoable_through": (TABLE.undoable_through, 1),
    "budget.shared": (Budget(simulations=20).shared, 3),
    "Search threads": (lambda n: Search(threads=n, interpreted=True).threads, 2),
    "paint width": (lambda n: paint(VIEW.scene(), n).tolist(), 64),
}
OPEN: dict[str, tuple[Call, int]] = {  # any whole number may be given
    "position.advance": (lambda n: a_position().advance(n), 7),
    "position.try_step": (lambda n: a_position().try_step(n), 7),
    "view.why_not": (VIEW.why_not, 7),
    "position.play_randomly": (lambda n: a_position().play_randomly(n, 3), 5),
    "view.determinize": (lambda n: bytes(VIEW.determinize(n, interpreted=True).s), 5),
    "Position seed": (lambda n: bytes(a_position(seed=n).s), 5),
    "Budget": (lambda n: Budget(simulations=n), 20),
    "table.hint count": (lambda n: TABLE.hint(budget=Budget(simulations=2), count=n)[0], 1),
    "table.hint seed": (lambda n: TABLE.hint(budget=Budget(simulations=2), count=1, seed=n), 1),
    "table.analysis": (lambda n: Table.new("totem", seed=1, interpreted=True).analysis(simulations=n), 2),
}
LANGUAGES: dict[str, Call] = {
    "game.words": TOTEM.words,
    "game.book": TOTEM.book,
    "common_words": common_words,
    "table.log": TABLE.log,
    "view.log": VIEW.log,
    "view.scene": VIEW.scene,
    "view.names": VIEW.names,
    "view.foretell": lambda code: VIEW.foretell(LEGAL, code, engine=ENGINE),
}
OTHERS: dict[str, Call] = {  # with nothing of the library's
    "Position": Position,
    "Position engine": lambda engine: Position(TOTEM, engine=engine),
    "Position box": lambda box: a_position(box=box),
    "Position s": lambda s: a_position(s=s),
}
TEXTS: dict[str, Call] = {
    "game": firstfire.game,
    "Table.new": Table.new,
    "Table.at": Table.at,
    "Table.at position": lambda text: Table.at("totem", text),
    "Table.new components": lambda text: Table.new("totem", components=text),
    "Table.new options": lambda text: Table.new("totem", options=text),
    "Position options": lambda text: a_position(options=text),
    "Budget.parse": Budget.parse,
    "actions.number": TOTEM.actions.number,
    "player_named": lambda text: player_named(text, "totem"),
}


def refusal(call: Call, value: object) -> str:
    """What a refusal says; nothing where the value is taken. An error that is not ours is not caught."""
    try:
        call(value)
    except FirstfireError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", [*RANGED, *OPEN])
def test_whole_numbers_of_any_kind_are_taken_and_nothing_else(name: str) -> None:
    call, good = (RANGED | OPEN)[name]
    for kind in (np.int64, np.int32, np.uint16):
        assert repr(call(kind(good))) == repr(call(good))
    for value in NONSENSE:
        assert refusal(call, value), value


@pytest.mark.parametrize("name", RANGED)
def test_numbers_that_are_none_of_these_are_refused(name: str) -> None:
    for value in OUTSIDE:
        assert refusal(RANGED[name][0], value), value


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_no_text_is_refused(name: str) -> None:
    for value in (1.5, 7, b"totem", (1, 2), [1], object()):
        assert refusal(TEXTS[name], value), value


@pytest.mark.parametrize("name", LANGUAGES)
def test_what_is_no_language_is_refused(name: str) -> None:
    for value in (1.5, 7, b"en", (1, 2), [1], {}, None, object()):
        assert refusal(LANGUAGES[name], value), value


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_no_part_of_the_library_is_refused(name: str) -> None:
    for value in (*NONSENSE, 0, False, [], TABLE):
        assert refusal(OTHERS[name], value), value


def test_who_has_no_seat_takes_nothing_back() -> None:
    for value in [*NONSENSE, *OUTSIDE, -1]:
        table = a_table()
        assert refusal(table.undo_turn, value), value
        assert table.digest() == TABLE.digest()
    assert not TABLE.can_undo(-1) and TABLE.undoable_through(-1) == (0, 0)


def test_seconds_may_be_numpys_too() -> None:
    numbers: list[Any] = [np.float32(2.0), np.float64(2.0), np.int64(2), 2]
    assert {Budget(seconds=number) for number in numbers} == {Budget(seconds=2.0)}
