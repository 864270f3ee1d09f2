"""The checker itself: each invariant of section 12 notices what it is for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firstfire.games.prehistory import GAME
from firstfire.games.prehistory.state import Ground, Space

from .reading import BOX, ENGINE, Fireside, hex_at


def set_to(path: str, value: int) -> Callable[[Any], None]:
    """Breaks a position by writing one number."""

    def write(s: Any) -> None:
        *way, last = path.split(".")
        for step in way:
            s = s[int(step)] if step.isdigit() else getattr(s, step)
        if last.isdigit():
            s[int(last)] = value
        else:
            setattr(s, last, value)

    return write


def crowd_together(s: Any) -> None:
    h = hex_at(1, 0)
    for seat in range(2):
        s.tribes[seat].place[0] = h
    s.hexes[0].crowd, s.hexes[h].crowd, s.hexes[h].stander = 0, 2, 2


def camp_on_plain_land(s: Any) -> None:
    plain = next(h for h in range(1, 41) if s.hexes[h].kind == Ground.PLAIN)
    s.hexes[plain].camp, s.tribes[0].camps, s.tribes[0].place[3] = 1, 1, -1


def lose_a_fish(s: Any) -> None:
    s.fish_slots[0] = -1


def double_a_card(s: Any) -> None:
    s.ceremony_deck[0] = s.ceremony_deck[1]


def leave_a_tile_behind(s: Any) -> None:
    s.tile_stack[s.tile_count] = s.tile_stack[0]


def leave_a_price_behind(s: Any) -> None:
    s.stack_count -= 1
    s.spent |= 1 << s.price[Space.CENTRAL]
    s.price[Space.CENTRAL] = s.stack[s.stack_count]


def lose_the_top_price(s: Any) -> None:
    s.stack[s.stack_count - 1] = -1


BREAKS: list[tuple[int, Callable[[Any], None]]] = [
    (1, set_to("tribes.0.place.5", -1)),
    (2, crowd_together),
    (2, set_to("hexes.5.crowd", 1)),
    (3, camp_on_plain_land),
    (4, set_to("base_count.2", 1)),
    (4, set_to("top.0.0", -1)),
    (6, set_to("tribes.1.shamans", 0b11)),
    (7, set_to(f"rotation.{Space.CENTRAL}", 1)),
    (7, leave_a_price_behind),
    (7, lose_the_top_price),
    (8, lose_a_fish),
    (8, leave_a_tile_behind),
    (8, set_to("fish_stack.29", 0)),
    (8, set_to("hunting_deck.29", 0)),
    (8, set_to("ceremony_deck.33", 0)),
    (8, double_a_card),
    (8, set_to("tribes.0.card_count", 1)),
    (9, set_to("tribes.0.tent.3", -1)),
    (9, set_to("tribes.0.fishing", 21)),
    (10, set_to("tribes.0.painted", 1 << 9)),
    (11, set_to("tribes.0.pairs", 1)),
    (12, set_to("movement", 2)),
    (12, set_to("tribes.0.tired", 1)),
    (13, set_to("order.0", 1)),
    (13, set_to("track.0", 1)),
    (14, set_to("emptied", 1)),
    (15, set_to("target", 3)),
    (15, set_to("looks", 10)),
    (16, set_to("tribes.0.megaliths", 1)),
    (16, set_to("tribes.0.animals.1", 1)),
    (17, set_to("round", 6)),
]


@pytest.mark.parametrize(("number", "spoil"), BREAKS)
def test_a_broken_position_is_noticed(number: int, spoil: Callable[[Any], None]) -> None:
    """PH-I1 to PH-I4, PH-I6 to PH-I17."""
    fire = Fireside()
    for pillar in range(6):
        for colour in range(6):
            fire.s.top[pillar][colour] = int(colour == 0)
    spoil(fire.s)
    assert ENGINE.check(fire.s, BOX) == number


def test_every_invariant_has_a_sentence() -> None:
    """PH-I5 is kept by PH-I4 already (two slots at six pillars); all others can break by themselves."""
    assert set(GAME.invariants) == set(range(1, 18))
    assert {number for number, _ in BREAKS} == set(range(1, 18)) - {5}
