"""The worked examples E1 to E34 of the dossier (section 9)."""

from __future__ import annotations

from typing import Any

import pytest

from firstfire.games.doggerland.actions import CRAFT
from firstfire.games.doggerland.rules.animals import migrate, spawn
from firstfire.games.doggerland.rules.ground import arrow_of
from firstfire.games.doggerland.rules.rivals import move_rival
from firstfire.games.doggerland.rules.scoring import majority
from firstfire.games.doggerland.rules.solo import check_solo_objectives
from firstfire.games.doggerland.state import NONE, EventEffect, Home, Phase, Shows, Species

from .reading import BOX, at, cell, gained, goods, herd, legal, new, painted, play, put, resolving, said, table, texts

LINE = "e4:C30 f4:S5 g4:C13"  # Fruit 3, Stone 2, Wood 1 in a row east of the camp


@pytest.mark.parametrize("seed", range(6))
def test_e1_start_tiles_lie_upright(seed: int) -> None:
    """E1: all start tiles the same way up: every arrow keeps its printed direction."""
    s = new(2, seed)
    around = [at(x, y) for x in (2, 3, 4) for y in (2, 3, 4) if (x, y) != (3, 3)]
    assert sorted(s.tile[i] for i in around) == list(range(1, 9))
    assert [arrow_of(s, BOX, i) for i in around] == [BOX.arrow[s.tile[i]] for i in around]
    assert herd(s, "horse") == {i for i in around if BOX.shows[s.tile[i]] == Shows.HORSE}
    assert herd(s, "reindeer") == {i for i in around if BOX.shows[s.tile[i]] == Shows.REINDEER}


@pytest.mark.parametrize(("seats", "visible"), [(2, 3), (3, 4), (4, 5), (1, 5)])
def test_e2_visible_crafts(seats: int, visible: int) -> None:
    """E2: players + 1 visible Crafts, five with four players (and alone)."""
    s = new(seats)
    discarded = bin(s.craft_discard).count("1")  # alone, the first card may already have made rivals discard some
    assert sum(tile != NONE for tile in s.craft) + discarded == visible


def test_e3_programming_costs() -> None:
    """E3, R1, R2: Fresco 1 Tool, in the cold 1 Tool + 1 Fur; Craft 1 Tool always; each missing one is 1 Scarcity."""
    s = table("first_edge=S round=2 fresco_up=2 clans.0.goods.tool=0 clans.0.goods.fur=0")
    play(s, "fresco 1-top with hunter")
    assert s.clans[0].scarcity == 2
    play(s, "pass", "craft 1 with hunter")
    assert s.clans[0].scarcity == 3
    s = table()
    play(s, "fresco 1-top with hunter", "craft 1 with hunter")
    assert goods(s, 0)["tool"] == 2 and goods(s, 0)["fur"] == 3
    assert goods(s, 1)["tool"] == 2 and goods(s, 1)["fur"] == 3
    s = table("first_edge=S round=2 fresco_up=2")
    play(s, "fresco 1-top with hunter", "craft 1 with hunter")
    assert goods(s, 0)["tool"] == 2 and goods(s, 0)["fur"] == 2
    assert goods(s, 1)["tool"] == 2 and goods(s, 1)["fur"] == 3


def test_e4_tiles() -> None:
    """E4: a Horse tile brings a Horse in warm seasons, a Mammoth tile a Mammoth in cold ones."""
    s = table("tile=[d4:T00 e4:S1 c4:C02] first_edge=E round=3 fresco_up=3")
    spawn(s, BOX)
    assert herd(s, "horse") == {at(4, 3)} and not herd(s, "mammoth")
    s = table("tile=[d4:T00 e4:S1 c4:C02] first_edge=S round=2 fresco_up=2")
    spawn(s, BOX)
    assert not herd(s, "horse") and herd(s, "mammoth") == {at(2, 3)}
    assert (BOX.shows[5], BOX.quantity[5]) == (Shows.STONE, 2) and (BOX.shows[7], BOX.quantity[7]) == (Shows.SHELL, 1)


def test_e5_two_habitats() -> None:
    """E5, R37: a Hunter-Gatherer for a Tool, later the Chief for Scarcity; 1 Wood, 2 Stone, 1 Bone pay for both."""
    s = table("clans.0.goods.tool=1 clans.0.goods.wood=1 clans.0.goods.stone=2 clans.0.goods.bone=1")
    play(s, "habitat with hunter")
    assert "tool" not in goods(s, 0) and goods(s, 0)["fur"] == 3
    play(s, "habitat with hunter", "habitat with chief")  # Red uses the zone too
    assert s.clans[0].scarcity == 1
    resolving(s)
    play(s, "resolve habitat by member", "raise simple on bare")
    play(s, "resolve habitat by chief", "raise prestigious on bare")
    assert not {"wood", "stone", "bone"} & set(goods(s, 0))
    assert sorted(s.clans[0].homes)[-2:] == [Home.SIMPLE, Home.PRESTIGIOUS] and s.clans[0].scarcity == 1


def harvest(
    tile: str, party: str, transport: int = 0, *, carry: tuple[str, ...] = (), **options: Any
) -> dict[str, int]:
    """What a harvest of the tile east of the camp brings, beyond the start."""
    chosen = " ".join(f"{name}={value}" for name, value in options.items())
    s = table(f"options={{{chosen}}} tile=[d4:T00 e4:{tile}]")
    put(s, "clans.0.goods.fruit=0 clans.0.fruit=[0] clans.0.goods.meat=0 clans.0.meat=[0 0] clans.0.goods.fur=0")
    s.clans[0].levels[1] = transport
    play(s, f"go to {cell(4, 3)}", f"send {party}")
    resolving(s)
    tools = s.clans[0].goods[6]
    found: dict[str, int] = {}
    for move in (f"resolve {cell(4, 3)}", *carry):
        found |= gained(play(s, move), 0)
    assert s.clans[0].goods[6] == tools and (s.uses[at(4, 3)], (s.ripe >> at(4, 3)) & 1) == (1, 0)
    return found


def test_e6_transport() -> None:
    """E6: Mastery 3 on 3 Fruit: 9 found, three members with Transport 2 take 6."""
    assert harvest("C30", "3hunters") == {"fruit": 6}


def test_e7_opening_of_four() -> None:
    """E7, R42: the opening turns of four clans, in a fixed clockwise order."""
    s = table("players=4 tile=[e4:T00 d3:S3 e3:S1 f3:S7 d4:S5 f4:S6 d5:S8 e5:S2 f5:S4] beast=[e3:horse1 e5:reindeer1]")
    red, pink, blue, yellow = range(4)
    play(s, f"go to {cell(3, 2)}", "send 3hunters")
    play(s, f"go to {cell(4, 2)}", "hunt with 1 chiefs 0 hunters")
    play(s, f"go to {cell(3, 3)}", "send shaman+hunter")
    play(s, f"go to {cell(5, 4)}", "send 2hunters+tool")
    assert goods(s, yellow)["tool"] == 2
    play(s, "craft 1 with chief")
    play(s, f"go to {cell(3, 4)}", "send shaman")
    play(s, f"go to {cell(4, 4)}", "hunt with 1 chiefs 3 hunters")
    play(s, f"go to {cell(5, 3)}", "send 2hunters")
    assert [s.clans[seat].order_count for seat in (red, pink, blue, yellow)] == [2, 2, 2, 2]
    assert [s.clans[blue].orders[1].tools, s.clans[blue].orders[1].hunters] == [0, 3]


def test_e8_harvest_in_the_cold() -> None:
    """E8, DG-X8: two members to a tile at distance 2 for 1 Fur; a third or a Tool would have fitted."""
    s = table("tile=[d4:T00 e4:C13 f4:S5] first_edge=S round=2 fresco_up=2")
    play(s, f"go to {cell(5, 3)}")
    assert {"send 2hunters", "send 3hunters", "send 2hunters+tool"} <= texts(s)
    play(s, "send 2hunters")
    assert goods(s, 0)["fur"] == 2 and goods(s, 0)["tool"] == 3
    s = table("tile=[d4:T00 e4:C13 f4:S5 g4:C20] first_edge=S round=2 fresco_up=2")
    assert not legal(s, f"go to {cell(6, 3)}"), "distance 3 is beyond Range 2"


def test_e9_harvest_in_the_warmth() -> None:
    """E9, DG-M12, DG-T2: Chief + Hunter-Gatherer are 3 components, Mastery 3; distance 3 with Range 4; no Fur;
    nothing more fits."""
    s = table(f"tile=[d4:T00 {LINE}]")
    s.clans[0].levels[0] = 2
    play(s, f"go to {cell(6, 3)}")
    assert "send chief+hunter" in texts(s)
    assert not [text for text in texts(s) if text.startswith("send chief+hunter+") or text == "send chief+2hunters"]
    play(s, "send chief+hunter")
    assert goods(s, 0)["fur"] == 3
    resolving(s)
    play(s, f"resolve {cell(6, 3)}")
    assert goods(s, 0)["wood"] == 3


@pytest.mark.parametrize(
    ("tile", "party", "found"),
    [("C13", "3hunters", {"wood": 3}), ("S5", "3hunters", {"stone": 6}), ("C30", "2hunters", {"fruit": 6})],
)
def test_e10_generation(tile: str, party: str, found: dict[str, int]) -> None:
    """E10, DG-D2: quantity x Mastery."""
    assert harvest(tile, party, 2) == found


def test_e11_double_symbols() -> None:
    """E11: 1 Shell = 1 Fruit + 1 Bone, 1 Small game = 1 Meat + 1 Fur, each times Mastery."""
    assert harvest("S7", "2hunters", 0) == {"fruit": 2, "bone": 2}
    assert harvest("S8", "3hunters", 0) == {"meat": 3, "fur": 3}


BISON_TRAIL = "e4:C13 f4:S5 g4:C24"


def test_e12_bison() -> None:
    """E12, DG-E1: Chief + 2 are Mastery 4; with 2 Tools 6. One Fur. 9 found, 6 carried; all 9 at Transport 3."""
    for transport, taken in ((0, 6), (1, 9)):
        s = table(f"tile=[d4:T00 {BISON_TRAIL}] beast=[g4:bison1] first_edge=S round=2 fresco_up=2")
        s.clans[0].levels[0] = 2
        put(
            s,
            "clans.0.goods.wood=1 clans.0.goods.stone=1 clans.0.goods.tool=2 clans.0.goods.fruit=0 "
            "clans.0.fruit=[0] clans.0.goods.meat=0 clans.0.meat=[0 0]",
        )
        play(s, f"go to {cell(6, 3)}", "hunt with 1 chiefs 2 hunters")
        assert s.clans[0].orders[0].tools == 2 and goods(s, 0) == {"wood": 1, "stone": 1, "fur": 2}
        play(s, "pass", "capacity transport with hunter")
        resolving(s)
        if transport:
            play(s, "resolve capacity transport")
            play(s, f"resolve {cell(6, 3)}")
            assert gained(s, 0) == {"fur": 3, "meat": 4, "bone": 2}
        else:
            play(s, f"resolve {cell(6, 3)}", "carry 3 meat", "carry 2 fur")
            assert goods(s, 0) == {"wood": 1, "stone": 1, "fur": 4, "meat": 3, "bone": 1}
        assert taken == 6 + 3 * transport
    s = table(f"tile=[d4:T00 {BISON_TRAIL}] beast=[g4:bison1] first_edge=S round=2 fresco_up=2")
    s.clans[0].levels[0] = 2
    put(s, "clans.0.goods.tool=1")
    play(s, f"go to {cell(6, 3)}")
    assert not legal(s, "hunt with 1 chiefs 2 hunters") and legal(s, "hunt with 1 chiefs 3 hunters")


def test_e13_two_paintings() -> None:
    """E13, R38: the second painting of a round needs the Chief; each costs 1 Tool in the warmth."""
    s = table("tile=[d4:T00 e4:S2] beast=[e4:reindeer1] fresco=[F04 F06 F01 F09] fresco_up=2 clans.0.memory.bison=1")
    play(s, f"go to {cell(4, 3)}", "hunt with 0 chiefs 3 hunters", "pass")
    play(s, "fresco 1-top with hunter")
    assert not legal(s, "fresco 1-centre with shaman") and legal(s, "fresco 1-centre with chief")
    play(s, "fresco 1-centre with chief")
    assert goods(s, 0)["tool"] == 1
    resolving(s)
    play(s, f"resolve {cell(4, 3)}", "resolve fresco 1-top", "resolve fresco 1-centre")
    assert (s.cubes[0], s.painter[0], s.cubes[1], s.painter[1]) == (1, 0, 1, 0)
    assert not any(s.clans[0].memory)


def test_e14_transport_again() -> None:
    """E14: 2 Hunter-Gatherers + 1 Tool on 3 Fruit: 9 found, 4 taken."""
    assert harvest("C30", "2hunters+tool") == {"fruit": 4}


def test_e15_perfect_painting() -> None:
    """E15, DG-H1: token on a Horse slot for nothing; after the hunt the offering and two cubes, both Horses back."""
    s = table(
        "tile=[d4:T00 e4:S1] beast=[e4:horse1] fresco=[F01 F02 F03 F04] fresco_up=1 clans.0.memory.horse=1",
        "clans.0.goods.bone=0 clans.0.goods.fur=1 clans.0.goods.meat=0 clans.0.meat=[0 0]",
    )
    play(s, "hut H1", "mark 1-centre", "pass")
    assert goods(s, 0)["tool"] == 3
    assert not legal(s, "fresco 1-centre with hunter"), "the token takes the slot"
    play(s, f"go to {cell(4, 3)}", "hunt with 1 chiefs 0 hunters")
    resolving(s)
    play(s, f"resolve {cell(4, 3)}", "carry 1 meat", "carry 0 fur")
    play(s, "resolve hut", "offer bone", "paint 2 times")
    assert s.cubes[1] == 2 and s.clans[0].memory[Species.HORSE] == 0 and s.clans[0].hut == 1
    s = table("fresco=[F01 F02 F03 F04] fresco_up=1 clans.0.memory.horse=1 clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "hut H1", "mark 1-centre")
    resolving(s)
    play(s, "resolve hut")
    assert s.cubes[1] == 1, "with only one Horse one cube, and nothing to choose"


def test_e16_twins() -> None:
    """E16, DG-H6: the Shaman and another member; two newborns."""
    s = table("clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "hut H6", "twins with chief")
    resolving(s)
    play(s, "resolve hut")
    # nothing else is programmed: the round runs on to feeding, and the newborns find no bed (DG-C3)
    assert said(s)[:3] == ["paid", "hut_used", "born"] and s.notes[2].a == 2
    assert "died" in said(s) and s.clans[0].reserve == 6


def test_e17_reveal() -> None:
    """E17, DG-2: empty cells next to expeditions, Villages and Megaliths get a tile; a Shaman token reveals nothing."""
    s = table("tile=[d4:T00 e4:S3 c4:S4 d5:S5 d3:S6 c3:S7]")
    before = {i for i in range(63) if s.tile[i] != NONE}
    s.clans[1].megaliths = 1 << at(3, 4)
    s.clans[1].menhirs[0] = at(3, 4)
    s.clans[1].hut = 4
    s.clans[1].journey = at(2, 2)
    s.clans[1].journey_round = 1
    play(s, f"go to {cell(4, 3)}", "send 2hunters", "pass")
    resolving(s)
    new_cells = {i for i in range(63) if s.tile[i] != NONE} - before
    assert new_cells == {at(4, 2), at(5, 3), at(4, 4), at(2, 4), at(3, 5)}


def test_e18_generation_at_resolution() -> None:
    """E18: Mastery 3 on 2 Stone: 6. Mastery 2 on 1 Shell: 2 Fruit + 2 Bone."""
    assert harvest("S5", "3hunters") == {"stone": 6}
    assert harvest("S7", "hunter+tool", carry=("carry 1 fruit",)) == {"fruit": 1, "bone": 1}
    assert harvest("S7", "2hunters") == {"fruit": 2, "bone": 2}


def test_e19_chief_carries_like_the_others() -> None:
    """E19: Chief + Hunter-Gatherer on 2 Stone: 6 found, 4 taken."""
    assert harvest("S5", "chief+hunter") == {"stone": 4}


def test_e20_transport_three() -> None:
    """E20: 2 Hunter-Gatherers + 1 Tool on 2 Wood at Transport 3: 6 found, 6 taken."""
    assert harvest("S3", "2hunters+tool", 1) == {"wood": 6}


def test_e21_small_game_and_a_wasted_tool() -> None:
    """E21, R11, R12: 3 + 3 found, 4 taken at choice; without the Tool it would have been 4 too."""
    s = table("tile=[d4:T00 e4:S8]")
    play(s, f"go to {cell(4, 3)}", "send shaman+hunter+tool")
    resolving(s)
    play(s, f"resolve {cell(4, 3)}")
    assert texts(s) == {"carry 1 meat", "carry 2 meat", "carry 3 meat"}
    assert harvest("S8", "shaman+hunter+tool", carry=("carry 3 meat",)) == {"meat": 3, "fur": 1}
    assert harvest("S8", "shaman+hunter") == {"meat": 2, "fur": 2}


def test_e22_bison_resolved() -> None:
    """E22, DG-E2, DG-E4: 3 Meat to bowl 2, 1 Fur, 2 Bone; Bison to memory, Tools lost, tile not exhausted."""
    s = table(
        "tile=[d4:T00 e4:S5] beast=[e4:bison1] first_edge=S round=2 fresco_up=2 clans.0.goods.tool=2",
        "clans.0.goods.fur=1 clans.0.goods.meat=0 clans.0.meat=[0 0] clans.0.goods.fruit=0 clans.0.fruit=[0]",
    )
    play(s, f"go to {cell(4, 3)}", "hunt with 1 chiefs 2 hunters")
    resolving(s)
    play(s, f"resolve {cell(4, 3)}")
    assert texts(s) == {f"carry {n} meat" for n in range(1, 5)}
    play(s, "carry 3 meat")
    assert texts(s) == {f"carry {n} fur" for n in range(1, 4)}
    before_feeding = said(play(s, "carry 1 fur"))
    assert "gained" in before_feeding and "exhausted" not in before_feeding
    clan = s.clans[0]
    assert clan.memory[Species.BISON] == 1 and goods(s, 0).get("tool", 0) == 0
    assert goods(s, 0)["fur"] == 1 and goods(s, 0)["bone"] == 2
    assert (s.ripe >> at(4, 3)) & 1 and not herd(s, "bison")


def test_e23_range() -> None:
    """E23: 1 Wood: Range 3."""
    s = table(f"tile=[d4:T00 {LINE}] clans.0.goods.wood=1")
    play(s, "capacity range with hunter")
    resolving(s)
    play(s, "resolve capacity range")
    assert s.clans[0].levels[0] == 1 and "wood" not in goods(s, 0) and BOX.reach[1] == 3


def test_e24_painting_resolved() -> None:
    """E24, DG-F2: cube on the Bison slot, Bison to its reserve, member home, 3 points."""
    s = table("fresco=[F04 F06 F01 F09] fresco_up=1 clans.0.memory.bison=1")
    play(s, "fresco 1-top with hunter", "pass", "pass")
    assert s.phase == Phase.RESOLVE
    play(s, "resolve fresco 1-top")
    assert s.cubes[0] == 1 and not any(s.clans[0].memory) and s.clans[0].hunters == 4 and s.sketched == 0
    assert BOX.paint_points[Species.BISON] == 3


def test_e25_transport_first() -> None:
    """E25, DG-G4, DG-X7: the upgrade resolved first counts for the harvest: all 6."""
    s = table("tile=[d4:T00 e4:C30] clans.0.goods.wood=1 clans.0.goods.stone=1 clans.0.goods.fruit=0 clans.0.fruit=[0]")
    play(s, f"go to {cell(4, 3)}", "send 2hunters", "pass", "capacity transport with hunter")
    resolving(s)
    play(s, "resolve capacity transport")
    assert goods(s, 0).get("wood", 0) == goods(s, 0).get("stone", 0) == 0
    play(s, f"resolve {cell(4, 3)}")
    assert "exhausted" in said(s) and s.notes[1].a == 6


@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ("tools upgrade recipe second", {"wood": 1, "stone": 2, "tool": 4}),
        ("tools upgrade recipe first", {"wood": 2, "stone": 1, "tool": 3}),
        ("tools upgrade recipe none", {"wood": 2, "stone": 3}),
        ("tools keep recipe first", {"wood": 2, "stone": 2, "tool": 3}),
    ],
)
def test_e26_tools(choice: str, left: dict[str, int]) -> None:
    """E26, DG-G3: 1 Stone for level 2, then 4 Tools for 1 Wood + 1 Stone or 3 for 2 Stone; or only one of both."""
    s = table(
        "clans.0.goods.wood=2 clans.0.goods.stone=4 clans.0.goods.tool=0 clans.0.goods.fur=0",
        "clans.0.goods.fruit=0 clans.0.fruit=[0] clans.0.goods.meat=3 clans.0.meat=[0 3]",
    )
    play(s, "capacity tools with hunter", "pass", "pass")
    play(s, "resolve capacity tools")
    assert not legal(s, "tools keep recipe second"), "not below the level"
    play(s, choice)
    owned = goods(s, 0)
    assert {name: owned.get(name, 0) for name in left} == left


def e28() -> Any:
    s = table(
        "tile=[d4:T00 a2:C28 a3:C13 a4:C14 b2:C20 b3:C21 b4:C16 b5:C23 c2:S3 c4:C24] clans.0.village=d4",
        "beast=[a2:mammoth1 a4:horse1 b4:reindeer1 c2:bison1] clans.1.village=b3",
    )
    assert [arrow_of(s, BOX, at(*place)) for place in ((0, 1), (0, 3), (1, 3), (2, 1))] == [1, 0, 2, 2]
    return s


def test_e27_migration_order() -> None:
    """E27, DG-4.1: arrow on the W edge: column by column from the left, top to bottom."""
    s = e28()
    migrate(s, BOX)
    moved = [s.notes[i].a for i in range(s.note_count) if s.notes[i].kind]
    assert moved[-4:] == [Species.MAMMOTH, Species.HORSE, Species.REINDEER, Species.BISON]


def test_e28_migration_moves() -> None:
    """E28, DG-4.3 to DG-4.5: rings, gaps, wrap-around, the collision; a Village is no obstacle."""
    s = e28()
    migrate(s, BOX)
    assert herd(s, "mammoth") == {at(1, 1)} and herd(s, "horse") == {at(0, 1)}
    assert herd(s, "reindeer") == {at(1, 2)} and herd(s, "bison") == {at(2, 3)}


def test_e29_fresco_lines() -> None:
    """E29, R24: top Pink 4, Yellow 2; centre Red 4, Pink and Yellow 2; bottom Blue 4, Red 2, Yellow 0."""
    s = table("players=4 first_edge=S round=6 fresco_up=6")
    yellow, red, blue, pink = range(4)
    cubes = {0: {pink: 2, yellow: 1}, 1: {red: 2, pink: 1, yellow: 1}, 2: {blue: 3, red: 2, yellow: 1}}
    for line, owned in cubes.items():
        places = iter(range(6))
        for clan, number in owned.items():
            for _ in range(number):
                put(s, painted(clan, 3 * next(places) + line))
    found = [[majority(s, BOX, clan, line) for clan in (yellow, red, blue, pink)] for line in range(3)]
    assert found == [[2, 0, 0, 4], [2, 4, 0, 2], [0, 2, 4, 0]]


def test_e30_short_game() -> None:
    """E30: 1 Stone + 1 Wood before the game raise Transport from 2 to 3."""
    s = new(2, length="short")
    seat = s.player
    play(s, "pick stone", "pick wood", "pick fur", "pick fur", "pick fur", "pick fur")
    assert s.player == seat and s.phase == Phase.LEARN
    play(s, "learn transport")
    assert s.clans[seat].levels[1] == 1 and BOX.transport[1] == 3
    assert goods(s, seat).get("wood", 0) == goods(s, seat).get("stone", 0) == 0


def test_e31_solo_progress() -> None:
    """E31: hard: 4 statuettes and 4 prestigious Habitats are done, 6 of 9 hunts are not: 2 of 6."""
    s = table("players=1 options={difficulty=hard} solo.objectives=[SO10 SO01 SO09]")
    s.solo.needed = 6
    for name in ("Y1", "Y2", "Y3", "Y4"):
        s.clans[0].made |= 1 << CRAFT.index(name)
    for place in range(4):
        s.clans[0].homes[2 + place] = Home.PRESTIGIOUS
    s.clans[0].hunts = 6
    check_solo_objectives(s, BOX)
    assert s.solo.done == 0b011 and s.solo.needed - 2 == 4
    s.clans[0].hunts = 9
    check_solo_objectives(s, BOX)
    assert s.solo.done == 0b111


def test_e32_a_mandatory_discard_takes_what_is_there() -> None:
    """E32: told to discard 2 Tools with 1: it goes, and that is all."""
    from firstfire.games.doggerland.rules.solo import begin_event

    card = next(i for i in range(30) if BOX.effect[i] == EventEffect.DISCARD and BOX.card_goods[i][6] == 2)
    s = table("players=1")
    s.solo.cards[0] = card
    put(s, "clans.0.goods.tool=1")
    begin_event(s, BOX, card)
    assert s.clans[0].goods[6] == 0 and s.clans[0].goods[4] == 3 and s.phase == Phase.PROGRAM


def test_e33_three_births() -> None:
    """E33, R7, R10: C and H6 in one round: three newborns."""
    s = table("clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "birth of hunter+hunter", "pass", "hut H6", "twins with hunter", "habitat with chief")
    put(s, "clans.0.goods.wood=2 clans.0.goods.stone=2 clans.0.goods.meat=0 clans.0.meat=[0 0]")
    resolving(s)
    play(s, "resolve birth", "resolve hut")
    assert (s.clans[0].newborns, s.clans[0].reserve) == (3, 3)


def test_e34_rival_moves() -> None:
    """E34: red at 5, E 2, gap at 3: wraps to 1 (captures), 2 is the Village: one more, arrives at 4 and exhausts it."""
    s = table(
        "players=1 tile=[e4:T00 b2:C13 c2:C14 e2:S5 f2:C16 i1:Q06 i7:Q07 a7:Q08] beast=[b2:horse1] clans.0.village=c2"
    )
    s.solo.rivals[0] = at(5, 1)
    move_rival(s, BOX, 0, 1, 2)
    assert s.solo.rivals[0] == at(4, 1) and (s.solo.memories, s.solo.memory[0]) == (1, Species.HORSE)
    assert not herd(s, "horse") and s.uses[at(4, 1)] == 1 and s.uses[at(1, 1)] == 0
