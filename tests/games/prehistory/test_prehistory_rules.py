"""Rule by rule: setup, price tiles, spring, the ceremony, summer."""

from __future__ import annotations

import pytest

from firstfire.games.prehistory.rules.effects import row_touches
from firstfire.games.prehistory.rules.price_tiles import colour_at, movement_worth, payable
from firstfire.games.prehistory.rules.seasons import refill_slots
from firstfire.games.prehistory.state import ALL_SECTIONS, NONE, Deed, Ground, Phase, Season, Space

from .reading import BOX, ENGINE, RICH, SUMMER, Fireside, by_name, hex_name, number, of_block

# ---- setup


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup(seats: int) -> None:
    """PH-S1 to PH-S8, R1, R7, R29, R43, V1: everything in its place, by the number of players only the map differs."""
    s = ENGINE.new(seats, 5)
    assert len({*s.price, *s.stack}) == 10  # six spaces, four on the stack, two in the box
    assert all(s.rotation[space] == 0 for space in range(6))
    for pillar in range(6):
        assert [s.top[pillar][c] for c in range(6)].count(1) == 1
        assert s.top[pillar][colour_at(s, BOX, Space.CENTRAL, pillar)] == 1
        assert s.base_count[pillar] == 0
    kinds = [s.hexes[h].kind for h in range(1, 81)]
    laid = 20 * seats
    assert all(kind == Ground.PLAIN for kind in kinds[laid:])
    assert kinds[:laid].count(Ground.CAMP) == 5 * seats
    tokens = kinds.count(Ground.FISH), kinds.count(Ground.GATHER)
    assert (s.fish_count, s.tile_count) == (30 - 6 - tokens[0], 30 - 6 - tokens[1])
    assert (s.hunting_count, s.ceremony_count) == (25, 29)
    assert sorted(s.order[i] for i in range(seats)) == list(range(seats))
    assert len({s.tribes[seat].weather for seat in range(seats)}) == seats
    for seat in range(seats):
        tribe = s.tribes[seat]
        assert [tribe.place[i] for i in range(10)] == [0, -1, -1] + [-2] * 7
        assert (tribe.development, tribe.points, tribe.fishing, tribe.camps, tribe.painted) == (0, 0, 0, 0, 0)
        assert not any(tribe.tent) and not any(tribe.markers)


def test_half_turns_and_weather_tiles_are_random() -> None:
    """PH-S5, PH-S7, PH-S8, V2: over many deals every weather tile, order and half turn comes up."""
    deals = [ENGINE.new(2, seed) for seed in range(40)]
    assert {s.tribes[0].weather for s in deals} == {0, 1, 2, 3}
    assert {s.order[0] for s in deals} == {0, 1}
    sides = set()
    for s in deals:
        for slot in range(10):
            cells = [s.hexes[1 + 4 * slot + i].kind for i in range(4)]
            sides.add(cells.index(Ground.CAMP))
    assert sides == {0, 1, 2, 3}


def test_the_setup_choices() -> None:
    """PH-S9, R5, R49: in turn order six orientations, then two patterns; the first income follows one notch later."""
    s = ENGINE.new(3, 9)
    order = [s.order[i] for i in range(3)]
    for seat in order:
        assert (s.player, s.phase, len(ENGINE.legal(s, BOX))) == (seat, Phase.WEATHER, 6)
        ENGINE.step(s, BOX, ENGINE.legal(s, BOX)[4])
        assert (s.player, s.phase, len(ENGINE.legal(s, BOX))) == (seat, Phase.SHAMANS, 2)
        ENGINE.step(s, BOX, ENGINE.legal(s, BOX)[seat % 2])
    assert (s.phase, s.player, s.season) == (Phase.SPRING, order[0], Season.SPRING)
    for seat in range(3):
        tribe = s.tribes[seat]
        assert tribe.shamans == (0b101010 if seat % 2 else 0b010101)
        assert tribe.offset == 5
        assert [tribe.tent[c] for c in range(6)] == [BOX.weather[tribe.weather][(p - 5) % 6] for p in range(6)]


# ---- price tiles


def test_a_turned_tile_shows_what_stood_before() -> None:
    """2.3, R2: clockwise by n, position p shows what p - n showed; each colour once."""
    fire = Fireside("price.1=PT12 price.3=PT03")
    before = [colour_at(fire.s, BOX, Space.RIVER, p) for p in range(6)]
    fire.s.rotation[Space.RIVER] = 2
    assert [colour_at(fire.s, BOX, Space.RIVER, p) for p in range(6)] == before[4:] + before[:4]
    assert sorted(before) == list(range(6))
    fire.put("tribes.0.tent=[red:1 white:1]")
    shown = [p for p in range(6) if payable(fire.s, BOX, Space.RIVER, 0) >> p & 1]
    assert sorted(colour_at(fire.s, BOX, Space.RIVER, p) for p in shown) == [1, 5]


def test_movement_values_follow_the_central_tile() -> None:
    """2.5, R3, R4: 3 at the top, 2 beside it, 1 below."""
    fire = Fireside("price.2=PT10 price.5=PT04")
    assert [movement_worth(fire.s, BOX, c) for c in range(6)] == [2, 1, 1, 3, 2, 1]


def test_the_river_serves_two_actions() -> None:
    """R1: one notch of the river tile changes hunting and fishing together."""
    fire = Fireside(
        "price.1=PT12 price.3=PT03 fish_slots.0=FT01 hunting_row.0=HC07",
        "tribes.0.tent=[grey:1 red:1 white:1] tribes.0.development=1",
    )
    assert of_block(fire, "fish FT01") and of_block(fire, "hunt HC07")
    fire.put("tribes.0.tent=[yellow:2]")
    assert of_block(fire, "hunt HC07") and not of_block(fire, "fish")
    fire.play("develop", "turn tile", "turn river clockwise", "develop", "return cube", "return yellow resource")
    fire.put("tribes.0.tent=[yellow:2]").play("develop", "turn tile", "turn river clockwise")
    assert of_block(fire, "fish FT01") and not of_block(fire, "hunt")


# ---- spring


def test_passing_is_final_and_keeps_resources() -> None:
    """PH-SP2, PH-SP3, PH-SP7, R11: who passed is skipped; when all have passed summer begins."""
    fire = Fireside("players=3")
    for seat in range(3):
        fire.put(f"tribes.{seat}.tent=[{by_name(RICH)}]")
    fire.play("pass")
    assert fire.s.player == 1
    fire.put("tile_slots.0=GT03").play("gather GT03", "place red", "end turn", "pass")
    assert (fire.s.player, fire.phase) == (1, "spring")
    fire.play("pass")
    assert (fire.phase, fire.s.player, fire.s.season) == ("pick", 2, Season.SUMMER)
    assert fire.has(0)["tent"] == RICH


def test_nothing_in_hand_passes_by_itself() -> None:
    """PH-SP3: without a cube or a point there is nothing to ask."""
    fire = Fireside("tribes.0.tent=[red:1]").play("pass")
    assert fire.phase == "pick"


def test_the_same_action_may_be_chosen_again_while_a_slot_is_free() -> None:
    """PH-SP4: twice by the same player; then both base slots are taken."""
    fire = Fireside(
        "tile_slots.0=GT03 tile_slots.2=GT13 tile_slots.5=GT24",
        "tribes.0.tent=[grey:2 red:2 yellow:2 blue:2 brown:2 white:2] tribes.1.tent=[red:2]",
    )
    fire.play("gather GT03", "place red", "end turn", "pass", "gather GT08", "place red", "end turn")
    assert fire.s.base_count[Deed.GATHERING] == 2
    assert not of_block(fire, "gather")


def test_the_pillar_cube_must_be_left() -> None:
    """PH-SP4 (iv), R8: the price must leave a resource, or points and markers to buy one."""
    fire = Fireside(
        "stack=[PT11 PT06 PT02 PT03] price.1=PT01 tile_slots.0=GT03 tile_slots.5=GT24",
        "tribes.0.tent=[grey:1] tribes.1.tent=[red:1]",
    )
    assert not of_block(fire, "gather")
    fire.put("tribes.0.development=1")
    assert not of_block(fire, "gather")
    fire.put("tribes.0.markers=[white:1]")
    assert of_block(fire, "gather") == ["gather GT03"]
    fire.play("gather GT03")
    assert fire.legal() == ["develop"]  # PH-SP6: nothing but the way to the cube
    fire.play("develop")
    assert fire.legal() == ["return cube", "back"]
    fire.play("return cube", "return white marker", "develop")
    assert fire.legal() == ["buy resource", "back"]
    fire.play("buy resource", "buy brown resource")
    assert fire.bases() == {"gathering": ["brown"]}


def test_what_the_action_gives_may_be_the_cube() -> None:
    """R8: a footprint's resource, or a point just gained, delivers the pillar cube."""
    fire = Fireside(
        "price.1=PT12 price.3=PT03 hunting_row.0=HC05 hunting_row.1=HC07 hunting_row.2=HC01",
        "hunting_row.3=HC02 hunting_row.4=HC03 tribes.0.tent=[white:1]",
    )
    assert of_block(fire.put("tribes.1.tent=[red:1]"), "hunt") == ["hunt HC05"]  # HC07 gives one point only
    fire.play("hunt HC05")
    assert fire.bases() == {"hunting": ["red"]}
    fire = Fireside(
        "price.1=PT12 price.3=PT03 hunting_row.0=HC07 tribes.0.tent=[white:1] tribes.0.hunts=[HC09]",
        "tribes.1.tent=[red:1]",
    )
    fire.play("hunt HC07", "develop", "buy resource", "buy grey resource", "place grey")
    assert fire.has(0) == {"dev": 1}
    tile = Fireside(
        "stack=[PT11 PT06 PT02 PT03] price.1=PT01 tile_slots.0=GT06 tile_slots.5=GT01",
        "tribes.0.tent=[grey:1] tribes.0.tiles=[GT03] tribes.1.tent=[red:1]",
    )
    assert of_block(tile, "gather") == ["gather GT06"]  # the pair's two markers can be sold
    rock = Fireside(
        "stack=[PT11 PT06 PT08 PT01] price.0=PT02 tribes.0.tent=[blue:1] tribes.0.painted=[PS11 PS13]",
        "tribes.1.tent=[red:1]",
    )
    assert of_block(rock, "paint") == ["paint PS12"]  # two touching sides, two markers


def test_no_free_action_may_spend_the_owed_cube() -> None:
    """PH-SP6: while the cube is owed, returning the last resource or spending the last points is illegal."""
    fire = Fireside(
        "stack=[PT11 PT06 PT02 PT03] price.1=PT01 tile_slots.0=GT06 tribes.0.tent=[grey:2]",
        "tribes.1.tent=[red:1]",
    )
    fire.play("gather GT06")
    assert sorted(fire.legal()) == ["develop", "place grey"]  # one point, one resource
    fire.play("develop")
    assert sorted(fire.legal()) == ["back", "return cube", "turn tile", "turn weather"]
    fire.play("return cube", "return grey resource", "develop")
    assert fire.legal() == ["buy resource", "back"]


def test_an_action_needs_its_effect() -> None:
    """R10, PH-A6: without a member on the board there is no migration; with everything painted no painting."""
    fire = Fireside("tribes.0.tent=[grey:2 red:2 yellow:2 blue:2 brown:2 white:2] tribes.0.place=[start start start]")
    assert not of_block(fire, "migrate")
    assert of_block(fire, "paint")
    fire.s.tribes[0].painted = ALL_SECTIONS
    assert not of_block(fire, "paint")


def test_r15_an_empty_slot_stays_empty_until_winter() -> None:
    """PH-G8, R15, PH-W2, R42: refilled lowest slot first, while the stack lasts."""
    fire = Fireside(
        "tile_slots.0=GT03 tile_slots.5=GT24 tribes.0.tent=[grey:2 red:2 yellow:2 blue:2 brown:2 white:2]"
    ).play("gather GT03", "place red", "end turn")
    assert fire.s.tile_slots[0] == NONE
    s = fire.s
    top = s.tile_stack[s.tile_count - 1]
    s.tile_slots[3] = NONE
    s.tile_count, s.tile_stack[0] = 1, top
    refill_slots(s)
    assert (s.tile_slots[0], s.tile_slots[3], s.tile_count) == (top, NONE, 0)


def test_each_half_of_the_river_wants_different_colours() -> None:
    """PH-A4, PH-A5: the value in different colours; a choice only where there is one."""
    fire = Fireside(
        "price.1=PT12 price.3=PT03 fish_slots.0=FT05 fish_slots.1=FT01 fish_slots.2=FT19",
        "fish_slots.3=FT29 fish_slots.4=FT09 fish_slots.5=FT10 hexes.6c=water/fish/FT25 tribes.0.tent=[red:5]",
    )
    assert of_block(fire, "fish") == ["fish FT01"]
    fire.put("tribes.0.tent=[red:1 brown:1 grey:2]")
    assert len(of_block(fire, "fish")) == 6
    fire.play("fish FT05")
    assert sorted(fire.legal()) == ["pay grey+brown", "pay grey+red", "pay red+brown"]
    one = Fireside("price.1=PT12 price.3=PT03 fish_slots.0=FT01 tribes.0.tent=[grey:1 red:1]").play("fish FT01")
    assert sorted(one.legal()) == ["pay grey", "pay red"]


def test_migration_prices() -> None:
    """PH-A6, R22, R23: one colour sends one member, both send one to three, as many as wait."""
    fire = Fireside("stack=[PT11 PT06 PT09 PT01] price.4=PT02 rotation.4=3 tribes.0.tent=[red:1 yellow:1 brown:1]")
    fire.play("migrate")
    assert sorted(fire.legal()) == ["pay brown", "pay yellow", "pay yellow+brown"]
    one = fire.copy().play("pay brown")
    assert (one.places(0), one.phase) == ([(0, 0), (0, 0)], "pillar")
    fire.play("pay yellow+brown")
    assert fire.legal() == ["send 1", "send 2"]
    fire.play("send 1")
    assert (fire.places(0), fire.waiting(0)) == ([(0, 0), (0, 0)], 1)
    many = Fireside("stack=[PT11 PT06 PT09 PT01] price.4=PT02 rotation.4=3 tribes.0.tent=[red:1 yellow:1 brown:1]")
    many.put("hexes.2d=rock/camp/0.C1 tribes.0.camps=[C1] tribes.0.place=[board board board board]")
    many.play("migrate", "pay yellow+brown")
    assert many.legal() == ["send 1", "send 2", "send 3"]
    short = Fireside("stack=[PT11 PT06 PT09 PT01] price.4=PT02 rotation.4=3 tribes.0.tent=[yellow:1 brown:1]").play(
        "migrate"
    )
    assert sorted(short.legal()) == ["pay brown", "pay yellow"]  # both would leave no cube for the pillar


def test_members_migrate_together_to_one_place() -> None:
    """PH-A6: the start or an own camp, whatever stands there; never another player's camp."""
    fire = Fireside(
        "stack=[PT11 PT06 PT09 PT01] price.4=PT02 rotation.4=3 hexes.2d=rock/camp/0.C1",
        "hexes.5b=rock/camp/1.C1 tribes.0.camps=[C1] tribes.0.place=[start board board board] tribes.1.camps=[C1]",
        "tribes.1.place=[start board board board]",
    )
    fire.put("tribes.0.tent=[yellow:2 brown:1] tribes.0.place=[2d board board board]").play(
        "migrate", "pay yellow+brown", "send 2"
    )
    assert sorted(fire.legal()) == sorted([f"go to {hex_name(1, -1)}", "go to start"])
    fire.play(f"go to {hex_name(1, -1)}")
    assert fire.places(0) == [(1, -1)] * 3


# ---- the ceremony


def test_r12_targets_are_free_at_the_start() -> None:
    """PH-A3, R12: not a position left in the same action; others' shamans do not matter; a shaman moves once."""
    fire = Fireside("ceremony_row.0=CE19 tribes.0.tent=[grey:2 red:2 yellow:2 blue:2 brown:2 white:2]")
    fire.s.tribes[1].shamans = 0b101010
    fire.play("hold CE19", "dance 0 -> 1")
    assert sorted(fire.legal()) == sorted(f"dance {a} -> {b}" for a in (2, 4) for b in (3, 5))


def test_a_card_of_three_moves_all_shamans() -> None:
    """PH-A3: its price is always the three colours of the free positions, and nothing is asked."""
    fire = Fireside("price.2=PT12 price.3=PT04 ceremony_row.0=CE22 tribes.0.tent=[grey:1 red:1 brown:1 white:1]")
    fire.play("hold CE22")
    assert (fire.s.tribes[0].shamans, fire.phase) == (0b101010, "pillar")
    assert fire.has(0) == {"tent": {"white": 1}, "dev": 1}
    poor = Fireside("price.2=PT12 price.3=PT04 ceremony_row.0=CE22 tribes.0.tent=[grey:1 brown:1 white:2]")
    assert not of_block(poor, "hold CE22")


def test_r13_summer_steps_are_free_and_optional() -> None:
    """PH-A3, R13: up to as many shamans as the card's value move, without pay."""
    fire = Fireside(SUMMER, "deed=ceremony ceremony_row.0=CE19 tribes.0.tent=[red:1] tribes.0.markers=[yellow:2]").play(
        "hold CE19"
    )
    assert "rest" in fire.legal() and len(fire.legal()) == 10
    still = fire.copy().play("rest")
    assert (still.phase, still.s.tribes[0].shamans) == ("after", 0b010101)
    fire.play("dance 0 -> 3", "dance 4 -> 1")
    assert (fire.phase, fire.s.tribes[0].shamans) == ("after", 0b001110)
    assert fire.has(0) == {"tent": {"red": 1}, "dev": 1}


def test_r14_the_first_place_stays_first() -> None:
    """R14: a second ceremony from the first place changes nothing; from the second it swaps."""
    from firstfire.games.prehistory.rules.effects import step_up

    s = Fireside("players=3").s
    for seat in (1, 1, 2, 0, 0):
        step_up(s, seat)
    assert [s.track[i] for i in range(3)] == [1, 0, 2]


# ---- summer


def test_push_and_pick() -> None:
    """PH-SU1, PH-SU2, PH-G2, R9: reverse order, one filled pillar each, compulsory, no free action; the rest stays."""
    fire = Fireside("players=3 base.painting=[red blue] base.hunting=[white] top.painting=[grey:1]")
    for seat in range(3):
        fire.put(f"tribes.{seat}.tent=[red:1] tribes.{seat}.development=5")
    fire.play("pass", "pass", "pass")
    assert fire.bases() == {}
    assert fire.tops()["painting"] == ["blue", "grey", "red"]
    assert len(fire.legal()) == 6 and "develop" not in fire.legal()
    fire.play("take painting pillar")
    assert fire.has(2)["markers"] == {"blue": 1, "grey": 1, "red": 1}
    assert fire.s.player == 1 and "take painting pillar" not in fire.legal()
    untouched = fire.tops()["hunting"]
    fire.play("take ceremony pillar", "take fishing pillar")
    assert fire.tops()["hunting"] == untouched
    assert (fire.phase, fire.s.player, fire.s.deed) == ("summer", 2, Deed.PAINTING)


def test_markers_gained_in_summer_can_be_used_in_summer() -> None:
    """PH-SU3: once per action and player; a yellow marker from the painting pays the ceremony."""
    fire = Fireside(
        SUMMER,
        "deed=painting ceremony_row.0=CE06 ceremony_row.3=CE08 tribes.0.markers=[grey:2] tribes.0.painted=[PS11]",
        "tribes.1.tent=[red:1]",
    )
    fire.play("paint PS21")
    assert fire.has(0) == {"markers": {"yellow": 1}}
    assert sorted(fire.legal()) == ["develop", "end turn"]  # once only
    fire.play("end turn", "pass", "pass", "pass", "hold CE06", "rest")
    assert fire.has(0) == {"dev": 1}


def test_summer_prices() -> None:
    """PH-SU3, PH-A1 to PH-A6: only markers of the action's colour count; pillars and price tiles play no part."""
    fire = Fireside(
        SUMMER,
        "deed=gathering tile_slots.0=GT03 tile_slots.5=GT24 tribes.0.tent=[red:5] tribes.0.markers=[grey:5 red:1]",
    )
    assert not of_block(fire, "gather")
    fire.put("tribes.0.markers=[red:2]")
    assert len(of_block(fire, "gather")) == 6
    fire = Fireside(
        SUMMER,
        "deed=hunting hunting_row.0=HC01 hunting_row.1=HC03 hunting_row.2=HC05 hunting_row.3=HC23",
        "hunting_row.4=HC28 tribes.0.markers=[brown:2]",
    )
    assert sorted(of_block(fire, "hunt")) == ["hunt HC01", "hunt HC05", "hunt HC28"]
    fire = Fireside(SUMMER, "deed=migration tribes.0.markers=[white:5]").play("migrate")
    assert fire.legal() == ["send 1", "send 2"]
    fire.play("send 2")
    assert fire.has(0) == {"markers": {"white": 3}}
    alone = Fireside(SUMMER, "deed=migration tribes.0.markers=[white:1]").play("migrate")
    assert "markers" not in alone.has(0)


def test_r20_the_fishing_marker_stops_at_the_end() -> None:
    """R20, PH-A4: surplus steps are lost, the fish is kept."""
    fire = Fireside(SUMMER, "deed=fishing fish_slots.0=FT19 tribes.0.tent=[red:1] tribes.0.markers=[blue:3]")
    fire.s.tribes[0].fishing = 19
    fire.play("fish FT19")
    assert (fire.s.tribes[0].fishing, fire.s.tribes[0].fish) == (20, 1 << number("FT19"))


def test_r51_fishing_income_comes_once_at_the_end_of_summer() -> None:
    """PH-SU4, R51: after the last summer action, before autumn; not at the end of the round."""
    fire = Fireside(SUMMER, "deed=migration tribes.0.markers=[white:1] tribes.1.tent=[red:1]")
    fire.s.tribes[0].fishing = 15
    fire.play("pass")
    assert (fire.phase, fire.has(0)) == ("autumn", {"markers": {"white": 1}, "points": 4, "dev": 2})
    fire.play("end turn", "end turn")
    assert fire.s.round == 2
    assert (fire.s.tribes[0].points, fire.s.tribes[0].development) == (4, 2)


def test_sections_of_two_rows_do_not_touch() -> None:
    """PH-A1: the last section of a row has no neighbour to its right."""
    assert [row_touches(1 << painted, 2) for painted in (1, 3)] == [1, 0]
    assert [row_touches(1 << painted, 3) for painted in (2, 4)] == [0, 1]


def test_a_fish_slot_stays_empty_when_the_stack_is_empty() -> None:
    """PH-W2, R42."""
    s = ENGINE.new(2, 1)
    s.fish_slots[0], s.fish_count = NONE, 0
    refill_slots(s)
    assert (s.fish_slots[0], s.fish_count) == (NONE, 0)
