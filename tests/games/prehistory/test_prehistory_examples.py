"""The worked examples E1–E19 of the rulebook and the further tests X1–X5 of the dossier."""

from __future__ import annotations

from firstfire.games.prehistory.rules.effects import step_up, take_hunt
from firstfire.games.prehistory.rules.scoring import (
    b_points,
    c_points,
    gathering_points,
    hunting_points,
    painting_points,
)
from firstfire.games.prehistory.rules.seasons import new_order, refill_pillars
from firstfire.games.prehistory.rules.summer import fishing_income
from firstfire.games.prehistory.state import Deed, Ground, Letter, Space

from .reading import AUTUMN, BOX, SUMMER, Fireside, hex_at, hex_name, number

B, C = Letter.B, Letter.C


def test_e1_a_full_pillar_closes_its_action() -> None:
    """E1, PH-SP4, PH-SP5: gathering is full, so the player hunts and puts a resource on the hunting pillar."""
    fire = Fireside("price.1=PT12 price.3=PT03 base.gathering=[red blue] tile_slots.0=GT06 hunting_row.0=HC01")
    fire.put("tribes.0.tent=[white:1 blue:1 brown:1 red:1] tribes.1.tent=[red:1]")
    options = fire.legal()
    assert not [text for text in options if text.startswith("gather ")]
    fire.play("hunt HC01", "place brown")
    assert fire.bases() == {"gathering": ["red", "blue"], "hunting": ["brown"]}
    assert fire.has(0) == {"tent": {"red": 1}, "points": 1}
    fire.play("end turn")
    assert (fire.s.player, fire.phase) == (1, "spring")


def test_e2_summer_fishing_goes_round_in_reverse_order() -> None:
    """E2, PH-SU3, PH-G3: two pass without blue, the third pays two blue markers, the fourth passes; hunting follows."""
    fire = Fireside(
        "players=4 phase=summer player=3 season=summer deed=fishing emptied=[painting gathering ceremony fishing]",
        "top.painting=[] top.gathering=[] top.ceremony=[] top.fishing=[] top.hunting=[brown:1] fish_slots.0=FT05",
        "fish_slots.1=FT08 tribes.1.markers=[grey:1 blue:2]",
    )
    for seat in (3, 2, 0):
        fire.put(f"tribes.{seat}.markers=[yellow:1]")
    assert fire.legal() == ["pass", "develop"]
    fire.play("pass")
    assert fire.s.player == 2
    fire.play("pass")
    assert fire.s.player == 1
    fire.play("fish FT05")
    assert fire.s.tribes[1].fishing == 2
    assert fire.has(1) == {"markers": {"grey": 1}}
    fire.play("end turn", "pass")
    assert (fire.s.deed, fire.s.player, fire.phase) == (Deed.HUNTING, 3, "summer")


def test_e3_fishing_income_is_the_highest_row_reached() -> None:
    """E3, PH-SU4, R21: purple on 7, orange on 2, blue on 3, green at the arrow."""
    fire = Fireside("players=4")
    for seat, space in enumerate((2, 0, 7, 3)):  # orange, green, purple, blue (R41)
        fire.s.tribes[seat].fishing = space
    fishing_income(fire.s, BOX)
    assert [fire.has(seat) for seat in range(4)] == [{"points": 1}, {}, {"points": 2, "dev": 1}, {"points": 1}]


def test_e5_painting_pays_each_touching_side() -> None:
    """E5, PH-A1: wave yellow, ox red; row 2 pays one red marker, column 1 two yellow ones."""
    fire = Fireside(
        "stack=[PT11 PT06 PT08 PT01] price.0=PT02 tribes.0.tent=[red:1 yellow:1 blue:1]",
        "tribes.0.painted=[PS11 PS22 PS31]",
    )
    fire.play("paint PS21")
    assert fire.has(0) == {"tent": {"blue": 1}, "markers": {"red": 1, "yellow": 2}}
    fire.play("place blue")
    assert fire.bases() == {"painting": ["blue"]}
    summer = Fireside(SUMMER, "deed=painting tribes.0.markers=[grey:2] tribes.0.painted=[PS11 PS22 PS31]")
    assert "paint PS33" not in summer.legal()
    summer.play("paint PS21")
    assert summer.has(0) == {"markers": {"red": 1, "yellow": 2}}


def test_e6_an_egg_makes_a_pair_with_honey() -> None:
    """E6, PH-A2, R18: one blue for the egg beside blue, a pair of markers, one development point."""
    fire = Fireside(
        "stack=[PT11 PT06 PT02 PT03] price.1=PT01 tile_slots.5=GT01 tribes.0.tent=[blue:1 white:1]",
        "tribes.0.tiles=[GT03]",
    )
    fire.put("tile_slots.5=GT06").play("gather GT06", "place white")
    assert fire.has(0) == {"markers": {"blue": 1, "yellow": 1}, "dev": 1}
    assert fire.bases() == {"gathering": ["white"]}
    summer = Fireside(
        SUMMER, "deed=gathering tile_slots.0=GT06 tile_slots.5=GT01 tribes.0.markers=[red:2] tribes.0.tiles=[GT03]"
    ).play("gather GT06")
    assert summer.has(0) == {"markers": {"blue": 1, "yellow": 1}, "dev": 1}


def test_e7_a_ceremony_moves_shamans_to_the_paid_colours() -> None:
    """E7, PH-A3: CE19 of value 2 for grey and blue; one development point."""
    fire = Fireside("stack=[PT11 PT06 PT02 PT04] price.2=PT01 ceremony_row.0=CE19 tribes.0.tent=[grey:1 red:1 blue:1]")
    fire.s.tribes[0].shamans = 0b001110  # free: 0 grey, 4 brown, 5 blue
    fire.play("hold CE19", "dance 1 -> 0", "dance 3 -> 5", "place red")
    assert fire.s.tribes[0].shamans == 0b100101
    assert fire.has(0) == {"dev": 1}
    assert fire.s.tribes[0].cards == 1 << number("CE19")
    assert fire.bases() == {"ceremony": ["red"]}
    summer = Fireside(SUMMER, "deed=ceremony ceremony_row.0=CE19 tribes.0.markers=[yellow:2]").play("hold CE19")
    assert summer.has(0) == {"dev": 1}


def test_e9_an_animal_scores_at_once() -> None:
    """E9, PH-A5: the sabre-tooth of value 2 for white and blue, 1 point."""
    fire = Fireside("price.1=PT12 price.3=PT03 hunting_row.0=HC01 tribes.0.tent=[grey:1 yellow:1 blue:1 white:1]")
    fire.play("hunt HC01", "pay blue+white", "place grey")
    assert fire.has(0) == {"tent": {"yellow": 1}, "points": 1}
    assert fire.bases() == {"hunting": ["grey"]}
    summer = Fireside(SUMMER, "deed=hunting hunting_row.0=HC01 tribes.0.tent=[red:1] tribes.0.markers=[brown:2]").play(
        "hunt HC01"
    )
    assert summer.has(0) == {"tent": {"red": 1}, "points": 1}


def test_e12_animals_times_footprints() -> None:
    """E12: mammoths 4 × 3, sabre-tooths 2 × 1, rhino footprints alone nothing."""
    fire = Fireside(
        "hunting_row.1=HC02 hunting_row.3=HC01 tribes.0.hunts=[HC03 HC05 HC15 HC16 HC23 HC24 HC25 HC26 HC27]"
    )
    assert hunting_points(fire.s, BOX, 0) == 12 + 2


def test_e14_three_members_build_and_one_settles() -> None:
    """E14, PH-AU4: two tired members and one unmoved build C5; the settler and a new member come to the board."""
    fire = Fireside(AUTUMN, "price.2=PT10 price.5=PT04 tribes.0.tent=[grey:1 red:1 blue:1]")
    fire.put("tribes.0.place=[start start start]").play("spend grey resource", "spend red resource")
    fire.play("move start", f"stop at {hex_name(1, -1)}", "move start", f"stop at {hex_name(1, -2)}")
    fire.play(f"build at {hex_name(1, -1)}", "camp C5")
    assert sorted(fire.legal()) == sorted(f"settle {hex_name(*h)}" for h in ((0, 0), (1, -1), (1, -2)))
    fire.play(f"settle {hex_name(1, -2)}")
    assert fire.has(0) == {"tent": {"blue": 1}, "points": 3, "dev": 2}
    assert fire.waiting(0) == 2
    assert fire.places(0) == [(0, 0), (1, -1)]


def test_e15_the_last_member_builds_a_second_camp() -> None:
    """E15, PH-AU4: one step for a resource worth 1 onto another site; C1 needs one member, who stays."""
    fire = Fireside(
        AUTUMN,
        "price.2=PT10 price.5=PT04 hexes.2d=rock/camp/0.C5 hexes.5b=rock/camp tribes.0.camps=[C5]",
        "tribes.0.place=[start board board board]",
    )
    fire.put("tribes.0.tent=[red:1 white:1] tribes.0.place=[1a board board board]")
    fire.play(
        "spend red resource", f"move {hex_name(-1, 0)}", f"stop at {hex_name(-1, -1)}", f"build at {hex_name(-1, -1)}"
    )
    assert fire.has(0) == {"tent": {"white": 1}, "dev": 1}
    assert (fire.places(0), fire.waiting(0)) == ([(-1, -1)], 4)
    assert fire.s.tribes[0].camps == 0b10001


def test_e16_megalith_b_counts_occupied_hexagons() -> None:
    """E16, R30: green occupies 3 of the seven hexagons (one by a camp, one the megalith's own), blue 2."""
    fire = Fireside(
        "hexes.5b=rock/camp/0.C1 tribes.0.camps=[C1] tribes.0.place=[1a 2c start board] tribes.1.place=[1c 1b board]"
    )
    stone = hex_at(-1, 0)
    assert (fire.sound().s.hexes[stone].kind, fire.s.hexes[stone].detail) == (Ground.MEGALITH, B)
    assert [b_points(fire.s, BOX, stone, seat) for seat in (0, 1)] == [3, 2]


def test_e17_megalith_c_gives_five_and_two() -> None:
    """E17, R31: purple 3 units, blue 2 by a camp with a member in it, orange 2: 5, 1 and 1 points."""
    fire = Fireside("players=3 hexes.1a=rock/megalith/C tribes.0.place=[1a 2c 1b]")
    fire.put(
        "hexes.5b=rock/camp/1.C1 tribes.1.camps=[C1] tribes.1.place=[5b board board board] tribes.2.place=[5d 1c board]"
    )
    assert [c_points(fire.s, BOX, hex_at(-1, 0), seat) for seat in range(3)] == [5, 1, 1]


def test_e18_turning_a_price_tile_opens_a_card() -> None:
    """E18, PH-D1, R48: two notches clockwise; neither blue nor yellow is needed any more, and the tile stays turned."""
    fire = Fireside(
        "stack=[PT11 PT04 PT02 PT01] price.2=PT06 ceremony_row.0=CE22 tribes.0.tent=[grey:1 red:2 brown:1]",
        "tribes.0.development=2",
    )
    fire.s.tribes[0].shamans = 0b000111
    assert "hold CE22" not in fire.legal()
    for _ in range(2):
        fire.play("develop", "turn tile", "turn ceremony clockwise")
    fire.play("hold CE22", "place red")
    assert fire.s.tribes[0].shamans == 0b111000
    assert fire.s.rotation[Space.CEREMONY] == 2
    assert fire.has(0) == {"dev": 1}


def test_e19_selling_and_buying() -> None:
    """E19, PH-D5, PH-D6: a brown marker sold, a red one bought, a tile gathered."""
    fire = Fireside(
        SUMMER,
        "deed=gathering tile_slots.0=GT03 tile_slots.5=GT24 tribes.0.markers=[red:1 brown:1]",
        "tribes.0.development=2 tribes.1.tent=[red:1]",
    )
    assert "gather GT03" not in fire.legal()
    fire.play("develop", "return cube", "return brown marker")
    assert fire.s.tribes[0].development == 3
    fire.play("develop", "buy marker", "buy red marker", "gather GT03")
    assert fire.has(0) == {}
    assert fire.s.tribes[0].tiles == 1 << number("GT03")


def test_small_tables_painting_rows() -> None:
    """PAINT: rows of 1, 2, 3 sections give 1, 3, 6."""
    for painted, points in (("PS11", 1), ("PS11 PS12", 3), ("PS11 PS12 PS13", 6), ("PS11 PS21 PS31", 3)):
        fire = Fireside(f"tribes.0.painted=[{' '.join(painted.split())}]")
        assert painting_points(fire.s, BOX, 0) == points


def test_small_tables_gathering_sets() -> None:
    """GATHER: 1 to 5 equal tiles give 1, 3, 5, 8, 12; kinds add up."""
    fire, owned = Fireside(), ""
    for i, points in enumerate((1, 3, 5, 8, 12), 11):
        owned = " ".join(f"GT{tile}" for tile in range(11, i + 1))
        fire.put(f"tribes.0.tiles=[{owned}]")
        assert gathering_points(fire.s, BOX, 0) == points
    assert gathering_points(fire.put(f"tribes.0.tiles=[{owned} GT21 GT22]").s, BOX, 0) == 12 + 3


def test_small_tables_seven_camps_bring_ten_members() -> None:
    """R24: the seventh camp brings the tenth member into play, and the reserve is empty."""
    fire = Fireside().camps(0, 1, (1, -1), (2, -1), (2, -2), (1, -2), (0, -2), (-1, -1), (-1, 1))
    assert fire.waiting(0) == 9


def test_x1_ties_at_a_megalith_c() -> None:
    """X1: 4/4/1 → 2, 2, 0; 3/1/1/1 → 5, 0, 0, 0; 2 alone → 5."""
    centre = hex_at(-1, 0)
    fire = Fireside("players=3 hexes.1a=rock/megalith/C tribes.2.place=[1a board board]")
    fire.put(
        "hexes.5b=rock/camp/0.C1 hexes.5d=forest/camp/0.C2 hexes.1c=forest/camp/1.C1 hexes.1b=water/camp/1.C2 "
        "tribes.0.camps=[C1 C2] tribes.0.place=[board board board board board] tribes.1.camps=[C1 C2] "
        "tribes.1.place=[board board board board board]"
    )
    assert [c_points(fire.s, BOX, centre, seat) for seat in range(3)] == [2, 2, 0]
    fire = Fireside("players=4 hexes.1a=rock/megalith/C tribes.0.place=[1a 5b 5d]")
    fire.put("tribes.1.place=[1c board board] tribes.2.place=[1b board board] tribes.3.place=[2c board board]")
    assert [c_points(fire.s, BOX, centre, seat) for seat in range(4)] == [5, 0, 0, 0]
    fire = Fireside("hexes.1a=rock/megalith/C tribes.0.place=[1a 5b board]")
    assert [c_points(fire.s, BOX, centre, seat) for seat in range(2)] == [5, 0]


def test_x2_a_second_ceremony_steps_up() -> None:
    """X2, PH-W1, R14: C, then A, then A again: track A, C; order A, B, C becomes A, C, B."""
    s = Fireside("players=3").s
    for seat in (2, 0, 0):
        step_up(s, seat)
    assert [s.track[i] for i in range(s.track_count)] == [0, 2]
    new_order(s)
    assert [s.order[i] for i in range(3)] == [0, 2, 1]
    assert s.track_count == 0


def test_x3_footprints_add_up() -> None:
    """X3, R16: 1 point; then 2 + 1; then a marker + 3."""
    fire = Fireside()
    take_hunt(fire.s, BOX, 0, number("HC07"))
    assert fire.has(0) == {"dev": 1}
    take_hunt(fire.s, BOX, 0, number("HC09"))
    assert fire.has(0) == {"dev": 4}
    take_hunt(fire.s, BOX, 0, number("HC08"))
    assert fire.has(0) == {"dev": 7, "markers": {"white": 1}}


def test_x4_a_pillar_that_holds_cubes_gets_none() -> None:
    """X4, PH-W5: three cubes stay three; an empty pillar gets one."""
    fire = Fireside("price.5=PT05 top.painting=[red:2 blue:1] top.gathering=[]")
    refill_pillars(fire.s, BOX)
    assert fire.tops()["painting"] == ["blue", "red", "red"]
    assert fire.tops()["gathering"] == ["white"]


def test_x5_nine_ways_to_hold_a_small_ceremony() -> None:
    """X5, PH-A3, R12: three shamans, three free colours: nine ways."""
    fire = Fireside(
        "ceremony_row.0=CE06 ceremony_row.3=CE08 tribes.0.tent=[grey:2 red:2 yellow:2 blue:2 brown:2 white:2]"
    ).play("hold CE06")
    ways = fire.legal()
    assert sorted(ways) == sorted(f"dance {start} -> {end}" for start in (0, 2, 4) for end in (1, 3, 5))
    colours = set()
    for way in ways:
        after = fire.copy().play(way)
        colours.add(tuple(after.s.tribes[0].tent))
    assert len(colours) == 3
