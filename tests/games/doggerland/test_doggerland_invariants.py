"""The invariants I1 to I27: each check fires when its fact is broken, and is silent otherwise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firstfire.games.doggerland import GAME
from firstfire.games.doggerland.rules.ground import centre_cell
from firstfire.games.doggerland.state import Home, Hut, Job, Phase

from .reading import BOX, ENGINE, new, play, put, texts


def middle(seats: int = 2) -> Any:
    """A table after a few turns of round 1, with orders of several kinds."""
    s = new(seats, 11)
    while s.phase != Phase.PROGRAM:
        play(s, sorted(texts(s))[0])
    first = s.player
    play(s, "habitat with hunter")
    if seats == 2:
        play(s, "hut H5")
    play(s, next(text for text in sorted(texts(s)) if text.startswith("go")))
    if s.phase == Phase.PARTY:
        play(s, "send 2hunters")
    assert s.clans[first].order_count == 2 and ENGINE.check(s, BOX) == 0
    return s


def fill(record: Any, **values: int) -> None:
    """Set several fields."""
    for name, value in values.items():
        setattr(record, name, value)


def journeys(s: Any) -> None:
    """Both clans' tokens on one tile."""
    for seat in range(2):
        s.clans[seat].journey = centre_cell(s, BOX)


def builder(s: Any) -> Any:
    """The clan that has sent a builder and an expedition."""
    return next(s.clans[seat] for seat in range(s.seats) if s.clans[seat].afield)


BREAKS: dict[int, Callable[[Any], object]] = {
    1: lambda s: setattr(s, "roaming", s.roaming | 1 << 27),
    2: lambda s: setattr(builder(s), "afield", 0),
    3: lambda s: s.stack.__setitem__(0, s.stack[1]),
    4: lambda s: setattr(builder(s), "hunters", builder(s).hunters + 1),
    5: lambda s: fill(builder(s), reserve=7, hunters=builder(s).hunters - 1),
    6: lambda s: builder(s).homes.__setitem__(5, Home.SHELTER),
    7: lambda s: builder(s).goods.__setitem__(0, -1),
    8: lambda s: builder(s).meat.__setitem__(0, 1),
    9: lambda s: builder(s).levels.__setitem__(1, 3),
    10: lambda s: [builder(s).memory.__setitem__(i, 1) for i in range(3)],
    11: lambda s: put(s, "cubes.1-top=2 painter.1-top=0"),
    12: lambda s: setattr(s, "hut", 0),
    13: lambda s: fill(builder(s), crafts=2, craft_chiefs=0),
    14: lambda s: next(o for o in builder(s).orders if o.job == Job.HARVEST).__setattr__("tools", 3),
    15: journeys,
    16: lambda s: setattr(s, "ripe", 0),
    17: lambda s: setattr(s.clans[0], "scarcity", -1),
    18: lambda s: setattr(s.clans[0], "made", 1 << s.craft[0]),
    19: lambda s: setattr(s, "fresco_up", 2),
    20: lambda s: fill(s, round=9, fresco_up=4),
    21: lambda s: s.seconds.__setitem__(0, 1),
    22: lambda s: setattr(s, "phase", Phase.CARRY),
    23: lambda s: setattr(s, "phase", Phase.FEED),
    24: lambda s: setattr(s, "edge", (s.edge + 1) % 4),
    28: lambda s: setattr(s.clans[s.player], "passed", 1),
    29: lambda s: s.load.__setitem__(0, 1),
}


@pytest.mark.parametrize("number", sorted(BREAKS))
def test_each_invariant_is_watched(number: int) -> None:
    """I1 to I24: breaking the fact is found and named."""
    s = middle()
    BREAKS[number](s)
    assert ENGINE.check(s, BOX) == number and number in GAME.invariants


def test_a_smaller_clan_of_another_box_is_sound(tmp_path: Path) -> None:
    """I5: the clans of a box are as small as it says at the start, and no smaller."""
    text = (GAME.folder / "components.toml").read_text(encoding="utf-8")
    old = "hunters_at_home = 4\nhunters_in_reserve = 6"
    assert old in text
    path = tmp_path / "components.toml"
    path.write_text(text.replace(old, "hunters_at_home = 3\nhunters_in_reserve = 7"), encoding="utf-8")
    box = GAME.box_from(path)
    s = ENGINE.new(2, 11, box=box)
    assert ENGINE.check(s, box) == 0
    fill(s.clans[0], reserve=8, hunters=2)
    assert ENGINE.check(s, box) == 5


def test_rivals_are_watched() -> None:
    """I26: a rival on the player's Village, or two on one tile."""
    s = middle(1)
    s.solo.rivals[0] = s.clans[0].village
    assert ENGINE.check(s, BOX) == 26
    s = middle(1)
    s.solo.rivals[0] = s.solo.rivals[1]
    assert ENGINE.check(s, BOX) == 26
    s = middle(1)
    s.solo.memories = -1
    assert ENGINE.check(s, BOX) == 10


def test_solo_scarcity_is_watched() -> None:
    """I17: a running solo game is within its quota."""
    s = middle(1)
    s.clans[0].scarcity = s.solo.quota + 1
    assert ENGINE.check(s, BOX) == 17


def test_every_invariant_is_tested_here() -> None:
    assert set(GAME.invariants) == {*BREAKS, 26}


def test_one_seed_one_game() -> None:
    """I27: a fixed seed and the same decisions give the same game."""
    a, b = new(3, 42), new(3, 42)
    for _ in range(50):
        move = sorted(texts(a))[a.ply % len(texts(a))]
        play(a, move)
        play(b, move)
    assert bytes(a) == bytes(b)
    assert a.clans[0].hut <= (1 << len(Hut)) - 1
