"""Positions set up and played in tests, for every game: records, the texts of actions, plain Python.

    s = at("totem", "phase=action turn=1 sides=[…] deck=[P1 E1]")      # docs/reference/positions.md
    s = at("honga", "players=3 seed=1", "slots.0=T05 trays.0.disc=G07")   # what is named leaves where it lay
    put(s, "trays.0.goods=[fish:3] barter_deck.top=[T01 T02]")           # later in a test: the same for a record
    play(s, "attack N12a -> 1", "pass")                              # each must be legal, each position sound
    assert refused(s, "pass")                                        # is rejected, and changes nothing
    options(s), kinds(s), scores(s), ranks(s), shares(s), change(s, "pass")
    seen(s, 0), view_of(s, 0, ["Ada", "Bo"])                         # what seat 0 may know: the record, the view

Worked cases that are positions, moves and what follows are better kept as data (scenarios.py).
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

from firstfire import game
from firstfire.errors import BadNotation
from firstfire.kernel.engines.engine import Engine, engine_for
from firstfire.kernel.positions.notation import change_position, read_position
from firstfire.kernel.positions.notation_parser import parsed_items
from firstfire.kernel.records.compare import diff
from firstfire.kernel.records.record import copy_of
from firstfire.view import View

from .shelf import game_of


def at(name: str, *texts: str, check: bool = True, **fields: Any) -> Any:
    """The record of a position, given as text and by fields; later texts replace what earlier ones say."""
    named: dict[str, Any] = {}
    for text in texts:
        named |= dict(parsed_items(text))
    return read_position(game(name), "", check=check, **(named | fields))


def put(s: Any, text: str | Mapping[str, Any]) -> Any:
    """Arrange the table anew: these fields of a record, and what follows from them. Pieces leave where they lay."""
    made = change_position(game_of(s), s, text, check=False, arranging=True)
    ctypes.memmove(ctypes.addressof(s), ctypes.addressof(made), ctypes.sizeof(s))
    return s


def by_name(amounts: Mapping[str, int]) -> str:
    """The entries of a row by name: `wood:2 skin:1`."""
    return " ".join(f"{name}:{amount}" for name, amount in amounts.items())


def engine_of(s: Any) -> Engine:
    """The rules of a record's game as plain Python."""
    return engine_for(game_of(s), interpreted=True)


def listed(s: Any, start: str = "", box: Any = None) -> list[str]:
    """The texts of the legal actions that begin so."""
    found = game_of(s)
    numbers = engine_of(s).legal(s, box or found.standard_box)
    return [text for text in map(found.actions.text, numbers) if text.startswith(start)]


def options(s: Any) -> set[str]:
    """The texts of all legal actions."""
    return set(listed(s))


def is_legal(s: Any, text: str) -> bool:
    """Whether an action, which must exist, is legal."""
    return game_of(s).actions.number(text) in engine_of(s).legal(s, game_of(s).standard_box)


def play(s: Any, *texts: str, box: Any = None, sound: bool = False) -> Any:
    """Play actions by their texts; each must be legal, and where it is asked for each position must be sound."""
    found = game_of(s)
    box = box or found.standard_box
    for text in texts:
        legal = listed(s, box=box)
        assert text in legal, f"{text!r} is not legal in {found.phases[s.phase]}; legal: {legal}"
        engine_of(s).step(s, box, found.actions.number(text))
        if sound:
            assert_sound(s, box)
    return s


def assert_sound(s: Any, box: Any = None) -> None:
    """All invariants of the game hold."""
    found = game_of(s)
    broken = engine_of(s).check(s, box or found.standard_box)
    assert broken == 0, found.invariants[broken]


def refused(s: Any, text: str) -> bool:
    """Whether an action is rejected and leaves every byte as it was (TT-I19)."""
    before, engine = bytes(s), engine_of(s)
    try:
        action = game_of(s).actions.number(text)
    except BadNotation:
        return True
    return not engine.try_step(s, game_of(s).standard_box, engine.mask(), action) and bytes(s) == before


def change(s: Any, *texts: str) -> dict[str, tuple[int, int]]:
    """Play actions; every number that changed, as (before, after)."""
    before = copy_of(s)
    play(s, *texts)
    return diff(before, s)


def kinds(s: Any) -> list[str]:
    """The kinds of notes the last action left."""
    return [game_of(s).notes.kind(s.notes[i].kind).name for i in range(s.note_count)]


def scores(s: Any) -> list[int]:
    """The points of every seat."""
    out = engine_of(s).row()
    engine_of(s).score(s, game_of(s).standard_box, out)
    return list(out[: s.seats])


def ranks(s: Any) -> list[int]:
    """The places of every seat."""
    out = engine_of(s).row()
    engine_of(s).rank(s, game_of(s).standard_box, out)
    return list(out[: s.seats])


def shares(s: Any) -> list[float]:
    """What a game's strategy thinks of the chances of every seat."""
    return engine_of(s).shares(s, game_of(s).standard_box)


def seen(s: Any, seat: int, box: Any = None) -> Any:
    """The record as one seat may know it."""
    view = copy_of(s)
    engine_of(s).see(view, box or game_of(s).standard_box, seat)
    return view


def view_of(s: Any, seat: int, names: Sequence[str] | None = None) -> View:
    """The view of one seat, with its choices where it is to act, without a history."""
    found = game_of(s)
    legal = engine_of(s).legal(s, found.standard_box) if seat == s.player and not s.over else []
    return View(found, found.standard_box, seat, seen(s, seat), legal, [], list(names)[: s.seats] if names else None)
