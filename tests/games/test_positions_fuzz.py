"""Strangers' positions: whatever a text says, it is refused in words, or it is a position that the rules can play.

A position that is accepted goes to compiled rules, which check nothing. So each one that chance makes of a real one,
and that is not refused, is played on by the strict rules: they stop at the first place outside a row and at the first
number that does not fit.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from firstfire import Table, game, names
from firstfire.errors import BadPosition, FirstfireError
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.observations.fields import TOLD, Values, layout_of, values_of
from firstfire.kernel.positions.notation import change_position, read_position, write_position
from firstfire.kernel.records.record import fields_of
from firstfire.saves import parse_save, save_text

TEXTS, RECORDS, PLAYED = 60, 40, 12  # texts broken up, fields changed, and decisions played after that
FORMS = 60  # names of fields, given to a table and to a save
SPARE = ("[", "]", "{", "}", "=", ":", "-", "0", "-1", "99999999999999999999", "seed=3", "players=4", "E1", "#", "é")


def some_position(found: Game, chance: Random) -> Any:
    """A record somewhere in a random game."""
    engine = engine_for(found, interpreted=True)
    s = engine.new(chance.choice(found.seats), chance.randrange(1 << 32))
    for _ in range(chance.randrange(120)):
        if not s.over:
            engine.step(s, found.standard_box, chance.choice(engine.legal(s, found.standard_box)))
    return s


def broken_up(text: str, chance: Random) -> str:
    """A text with pieces left out, doubled, swapped, or put in."""
    pieces = text.replace("=", " = ").replace("[", " [ ").replace("]", " ] ").split()
    for _ in range(chance.choice((1, 1, 2, 5))):
        at, other = chance.randrange(len(pieces)), chance.randrange(len(pieces))
        piece = chance.choice((chance.choice(SPARE), pieces[other], ""))
        pieces[at : at + chance.randrange(2)] = [piece]
    return " ".join(pieces)


@pytest.mark.parametrize("name", names())
def test_a_text_that_chance_has_changed_is_read_or_refused_in_words(name: str) -> None:
    chance, found, refused = Random(11), game(name), 0
    for trial in range(TEXTS):
        if trial % 10 == 0:
            text = write_position(found, some_position(found, chance))
        try:
            read = read_position(found, broken_up(text, chance))
        except BadPosition as error:
            refused += 1
            assert error.problems
        else:
            assert bytes(read_position(found, write_position(found, read))) == bytes(read)
    assert TEXTS // 4 < refused < TEXTS


def other_value(values: Values, chance: Random) -> Any:
    """Something that the field may hold."""
    if values.is_set:
        return [bit for bit in range(values.high.bit_length()) if chance.random() < 0.1]
    return chance.choice((values.low, values.high, 0, 1, chance.randint(values.low, values.high)))


def another(found: Game, s: Any, chance: Random) -> dict[str, Any]:
    """One to three fields with values from their ranges; more often those that say what is being decided."""
    fields = {path: values for path, values in values_of(found).items() if not values.derived}
    single = [path for path in fields if "." not in path and isinstance(getattr(s, path), int)]
    changes = {}
    for _ in range(chance.choice((1, 1, 2, 3))):
        path = chance.choice(single if chance.random() < 0.6 else list(fields))
        changes[placed(s, path, chance)] = other_value(fields[path], chance)
    return changes


def placed(s: Any, path: str, chance: Random) -> str:
    """The name of a field with places in its rows."""
    steps, here = [], s
    for step in path.split("."):
        steps.append(step)
        here = getattr(here, step)
        while hasattr(here, "_length_"):
            steps.append(str(chance.randrange(len(here))))
            here = here[int(steps[-1])]
    return ".".join(steps)


@pytest.mark.parametrize("name", names())
def test_a_changed_position_that_is_accepted_can_be_played_without_leaving_a_row(name: str) -> None:
    chance, found, accepted = Random(12), game(name), 0
    strict, box = engine_for(found, strict=True), found.standard_box
    for trial in range(RECORDS):
        if trial % 8 == 0:
            text = write_position(found, some_position(found, chance))
            base = read_position(found, text)
        try:
            s = read_position(found, text, **another(found, base, chance))
        except BadPosition:
            continue
        accepted += 1
        for _ in range(PLAYED):
            legal = strict.legal(s, box)
            if legal:
                strict.step(s, box, chance.choice(legal))
        for seat in range(-1, s.seats):
            seen = type(s).from_buffer_copy(s)
            strict.see(seen, box, seat)
    assert accepted > RECORDS // 10


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("text", ["", " ", "\x00", "=" * 50, "[" * 50, "a" * 90_000, "x=[", "seed=1 rng=", "é=1", "@"])
def test_no_text_at_all_makes_a_table_crash(name: str, text: str) -> None:
    with pytest.raises(FirstfireError):
        Table.at(name, f"{text} x", interpreted=True)


# Every way to name something in a field, and every shape of a value, whether they fit it or not.
TAILS = (
    ".top",
    ".0.top",
    "",
    ".0",
    ".0.0",
    ".-1",
    ".999",
    ".x",
    ".count",
    ".0.0.top",
    ".999.top",
    ".top.top",
    ".top.0",
)
TEXTS_OF_VALUES = (
    "0", "-", "-1", "x", "300", "99999999999999999999", "[]", "[0]", "[-]", "[0 0 0 0 0 0 0 0 0]", "[{}]", "[[]]",
    "[[0]]", "[[[0]]]", "[-1:0]", "[999:0]", "[x:0]", "[0:[0]]", "[0:{}]", "[{x=1}]", "{}", "{x=1}", "{top=[0]}",
)  # fmt: skip
VALUES_OF_PROGRAMS: tuple[Any, ...] = (
    0, -1, 300, 1 << 70, 1.5, True, None, "", "x", b"x", [], [0], [None], [[]], [[0]], [1.5], ["x", "x"], {}, {"x": 1},
    {0: 1}, {"top": [0]}, (), ("top", 1), [("top", 1)], [{}], {1}, range(2),
)  # fmt: skip


def forms(found: Game, tail: str) -> Iterator[str]:
    """Names that begin with each field of a game, with and without a place in each row on the way."""
    for path in [*(path for path, _ in layout_of(found.state)), *TOLD, "rng", "seats", "options", "__class__", ""]:
        yield from (steps + tail for steps in dict.fromkeys((path, path.replace(".", ".0."))))


@pytest.mark.parametrize("name", names())
def test_every_form_of_every_field_is_read_or_refused_in_words(name: str) -> None:
    chance, found = Random(13), game(name)
    base = read_position(found, "seed=7")
    for tail in TAILS:
        for form in forms(found, tail):
            text = f"{form}={chance.choice(TEXTS_OF_VALUES)}"
            made: str | dict[str, Any] = chance.choice((text, {form: chance.choice(VALUES_OF_PROGRAMS)}))
            try:
                if tail == TAILS[0]:
                    change_position(found, base, f"{form}=[0]", check=False, arranging=True)
                change_position(found, base, made, check=False, arranging=chance.random() < 0.7)
            except BadPosition as error:
                assert error.problems


@pytest.mark.parametrize("name", names())
def test_the_top_of_a_field_is_read_or_refused_by_tables_and_saves(name: str) -> None:
    """Only a row of single pieces has a top; rows of records and of rows have none."""
    found, refused = game(name), 0
    data = json.loads(save_text(Table.at(name, "seed=7", interpreted=True).to_save()))
    rows = [path for path in fields_of(found.state) if isinstance(getattr(found.state(), path), ctypes.Array)]
    for path in rows:
        position = f"seed=7 {path}.top=[0]"
        with suppress(FirstfireError):
            Table.at(name, position, interpreted=True)
        try:
            Table.from_save(parse_save(json.dumps({**data, "position": position})), interpreted=True)
        except FirstfireError:
            refused += 1
    assert refused > len(rows) // 2


@pytest.mark.parametrize("name", names())
def test_any_form_of_a_field_is_read_or_refused_by_tables_and_saves(name: str) -> None:
    chance, found = Random(14), game(name)
    data = json.loads(save_text(Table.at(name, "seed=7", interpreted=True).to_save()))
    every = [form for tail in TAILS for form in forms(found, tail)]
    for form in chance.sample(every, FORMS):
        position = f"seed=7 {form}={chance.choice(TEXTS_OF_VALUES)}"
        with suppress(FirstfireError):
            Table.at(name, position, interpreted=True)
        with suppress(FirstfireError):
            Table.from_save(parse_save(json.dumps({**data, "position": position})), interpreted=True)
