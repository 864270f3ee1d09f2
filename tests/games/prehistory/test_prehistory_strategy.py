"""The sensible player: its worth of a position, and its results."""

from __future__ import annotations

from random import Random

import pytest

from firstfire.games.prehistory import GAME
from firstfire.games.prehistory.strategy.prefer import prefer
from firstfire.kernel.records.record import copy_of

from ..playing import shares
from .reading import AUTUMN, BOX, ENGINE, FINAL, LAST_ROUND, SUMMER, Fireside, hex_name


def best(fire: Fireside) -> str:
    return GAME.actions.text(max(ENGINE.legal(fire.s, BOX), key=lambda action: prefer(fire.s, BOX, action)))


def test_shares_add_up_and_follow_the_points() -> None:
    fire = Fireside("players=4")
    assert shares(fire.s) == pytest.approx([0.25] * 4)
    fire.s.tribes[2].points = 20
    found = shares(fire.s)
    assert sum(found) == pytest.approx(1)
    assert max(found) == found[2] > 0.3


def test_shares_are_exact_at_the_end() -> None:
    """Winner: 1, shared on a full tie, camps break it."""
    fire = Fireside(LAST_ROUND, FINAL, "player=1 tribes.1.tent=[red:1]").play("pass")
    assert shares(fire.s) == [0.5, 0.5]
    fire.s.tribes[1].points = 1
    assert shares(fire.s) == [0.0, 1.0]


def test_a_megalith_in_reach_is_taken() -> None:
    """PH-AU3: two points for one step."""
    fire = Fireside(AUTUMN, "price.2=PT10 price.5=PT04 tribes.0.place=[2a board board] tribes.1.tent=[red:1]")
    fire.put("hexes.7d=rock/plain hexes.5a=rock/plain hexes.5b=rock/plain tribes.0.tent=[yellow:1]").play(
        "spend yellow resource", f"move {hex_name(0, -2)}"
    )
    assert best(fire) == f"stop at {hex_name(1, -2)}"


def test_a_finished_row_is_worth_more_than_a_new_one() -> None:
    """PAINT: 3 more for the third section."""
    fire = Fireside(SUMMER, "deed=painting tribes.0.markers=[grey:1] tribes.0.painted=[PS21 PS22]")
    assert best(fire) == "paint PS23"


def test_nobody_looks_behind_the_door_for_nothing() -> None:
    """PH-D: the sensible player opens it only to buy, and steps back where it wants nothing."""
    idle = Fireside("tribes.0.tent=[red:1] tribes.0.markers=[blue:1] tribes.0.development=6")
    assert best(idle) != "develop"
    assert best(idle.play("develop")) == "back"
    for want in ("turn tile", "buy resource", "buy marker", "return cube"):
        assert best(idle.copy().play(want)) == "back"
    short = Fireside(SUMMER, "deed=painting tribes.0.development=3 tribes.0.painted=[PS21 PS22]").play("develop")
    assert best(short) == "buy marker" and best(short.play("buy marker")) == "buy grey marker"
    owing = Fireside(
        "stack=[PT11 PT06 PT02 PT03] price.1=PT01 tile_slots.0=GT03 tile_slots.5=GT24",
        "tribes.0.tent=[grey:1] tribes.0.development=2 tribes.1.tent=[red:1]",
    )
    owing.play("gather GT03", "develop")
    assert best(owing) == "buy resource" and best(owing.play("buy resource")) != "back"


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sensible_player_beats_random_ones(seats: int) -> None:
    """Every game, by a wide margin; it judges from its own redacted view."""
    won = 0
    for seed in range(6):
        s = ENGINE.new(seats, seed)
        chance = Random(seed)
        me = seed % seats
        while not s.over:
            legal = ENGINE.legal(s, BOX)
            action = chance.choice(legal)
            if s.player == me:
                view = copy_of(s)
                ENGINE.see(view, BOX, me)
                action = max(legal, key=lambda one: (prefer(view, BOX, one), one))
            ENGINE.step(s, BOX, action)
        out = [0] * 4
        ENGINE.rank(s, BOX, out)
        won += out[me] == 1
    assert won == 6
