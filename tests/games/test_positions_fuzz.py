"""Strangers' positions: whatever a text says, it is refused in words, or it is a position that the rules can play.

A position that is accepted goes to compiled rules, which check nothing. So each one that chance makes of a real one,
and that is not refused, is played on by the strict rules: they stop at the first place outside a row and at the first
number that does not fit.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from firstfire import Table, game, names
from firstfire.errors import BadPosition, FirstfireError
from firstfire.kernel.engine import engine_for
from firstfire.kernel.fields import Values, values_of
from firstfire.kernel.game import Game
from firstfire.kernel.notation import read_position, write_position

TEXTS, RECORDS, PLAYED = 60, 40, 12  # texts broken up, fields changed, and decisions played after that
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
