"""Rule by rule: the eight actions, from harvest to the hut; and their rulings."""

from __future__ import annotations

from typing import Any

import pytest

from firstfire.games.doggerland.actions import cell_name
from firstfire.games.doggerland.rules.clan import beds, members
from firstfire.games.doggerland.rules.rivals import animals_in_reserve
from firstfire.games.doggerland.rules.scoring import measure
from firstfire.games.doggerland.state import NONE, Home, Hut, Job, Metric, Phase, Species

from .reading import BOX, at, cell, change, gained, goods, herd, legal, play, put, said, table, texts

# --- A


def test_building_places_are_limited() -> None:
    """DG-A1, R8: built tiles and builders together at most six."""
    s = table()
    for place in range(2, 6):
        s.clans[0].homes[place] = Home.SIMPLE
    play(s, "habitat with hunter", "pass", "habitat with hunter")
    assert not [text for text in texts(s) if text.startswith("habitat")]


def test_prestigious_on_a_shelter_must_leave_beds() -> None:
    """DG-A2, DG-A3, R9: covering a shelter loses beds: refused below the members; a simple Habitat is always fine."""
    s = table("clans.0.goods.wood=2 clans.0.goods.stone=2 clans.0.goods.bone=2 clans.0.goods.tool=3")
    play(s, "habitat with hunter", "pass", "pass", "resolve habitat by member")
    assert texts(s) == {
        "raise simple on bare",
        "raise simple on shelter",
        "raise prestigious on bare",
    }
    play(s, "raise simple on shelter")
    assert s.clans[0].homes[1] == Home.SIMPLE and beds(s.clans[0], BOX) == 6
    s = table("clans.0.goods.wood=2 clans.0.goods.stone=2 clans.0.goods.bone=2")
    s.clans[0].homes[2] = Home.SIMPLE
    play(s, "habitat with hunter", "pass", "pass", "resolve habitat by member")
    play(s, "raise prestigious on shelter")
    assert beds(s.clans[0], BOX) == 7


def test_a_habitat_that_cannot_be_paid_is_lost() -> None:
    """DG-A4, DG-3.2, DP3: nothing happens, the Tool is gone, no penalty."""
    s = table()
    play(s, "habitat with hunter", "pass", "pass")
    assert "forgone" in said(s) and s.clans[0].scarcity == 0 and goods(s, 0)["tool"] == 2
    assert s.clans[0].builders == 0 and s.clans[0].hunters == 4


def test_chief_saves_wood_on_a_simple_habitat_too() -> None:
    """R37, R53: the Chief pays only 1 Stone for a simple Habitat."""
    s = table("clans.0.goods.stone=1")
    play(s, "habitat with chief", "pass", "pass", "resolve habitat by chief", "raise simple on bare")
    assert "stone" not in goods(s, 0) and s.clans[0].homes[2] == Home.SIMPLE


# --- B


def test_a_craft_is_paid_and_kept() -> None:
    """DG-B1, DG-B2, DG-B3: one member on a tile without one; a Tool even in the cold, no Fur; pay, keep."""
    s = table("first_edge=S round=2 fresco_up=2 craft=[K2 Y3 Y8] clans.0.goods.bone=1 clans.0.goods.fur=2")
    play(s, "craft 1 with hunter")
    assert goods(s, 0)["fur"] == 2
    assert not [text for text in texts(s) if text.startswith("craft 1")], "taken"
    play(s, "pass", "pass", "resolve craft 1")
    assert s.clans[0].made == 1 << 1 and goods(s, 0)["fur"] == 1 and "bone" not in goods(s, 0)
    s = table("craft=[K2 Y3 Y8]")
    play(s, "craft 1 with hunter", "pass", "pass")
    assert s.craft[0] == 1 and s.clans[0].made == 0, "not paid: it stays in the zone"


# --- C


def test_births_and_the_reserve() -> None:
    """DG-C1, DG-C2, R10: promises: C needs one, H6 two or the last one; whoever resolves first gets it."""
    s = table()
    clan = s.clans[0]
    clan.reserve, clan.hunters = 1, 9
    clan.homes[2] = clan.homes[3] = Home.SIMPLE
    play(s, "birth of hunter+hunter", "pass")
    assert clan.promised == 1 and not legal(s, "hut H6")
    s = table()
    clan = s.clans[0]
    clan.reserve, clan.hunters = 2, 8
    clan.homes[2] = clan.homes[3] = Home.SIMPLE
    put(s, "clans.0.goods.fruit=10 clans.0.fruit=[10] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "birth of hunter+hunter", "pass", "hut H6", "twins with hunter")
    assert clan.promised == 2
    play(s, "pass")
    play(s, "resolve hut")  # only Fur can be offered
    assert "born" in said(s) and "forgone" in said(s), "the birth finds no one and is lost without penalty"
    assert clan.scarcity == 0 and clan.births == 2 and clan.reserve == 0


def test_newborns_need_a_bed() -> None:
    """DG-C3, DG-5.1, R26: fed only from the next round; a free bed or back to the reserve."""
    s = table()
    clan = s.clans[0]
    clan.homes[2] = Home.SIMPLE
    put(s, "clans.0.goods.fruit=6 clans.0.fruit=[6] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "birth of hunter+chief", "pass", "pass", "resolve birth")
    assert clan.births == 1 and clan.hunters == 5 and members(clan) == 7 and goods(s, 0).get("fruit", 0) == 0
    assert clan.scarcity == 0
    s = table("clans.0.goods.fruit=6 clans.0.fruit=[6] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "birth of chief+shaman", "pass", "pass", "resolve birth")
    assert s.clans[0].births == 0 and s.clans[0].reserve == 6


# --- X, D, E


ROW = "e4:S3 f4:S5 g4:C13 d3:S1 c4:S2 d5:C09"


def test_targets_of_expeditions() -> None:
    """DG-X3, DG-X5, R3, R4: within Range over tiles; an animal or ripe resources; no camp, no empty spawn tile."""
    s = table(f"tile=[d4:T00 {ROW}] beast=[c4:reindeer1]")
    assert {text for text in texts(s) if text.startswith("go")} == {
        f"go to {cell(4, 3)}",
        f"go to {cell(5, 3)}",
        f"go to {cell(2, 3)}",
    }
    s.ripe &= ~(1 << at(4, 3))
    s.uses[at(4, 3)] = 1
    assert not legal(s, f"go to {cell(4, 3)}"), "exhausted"
    s.clans[0].village = at(5, 3)
    assert legal(s, f"go to {cell(5, 3)}"), "R4: the own Village tile"


def test_gaps_cannot_be_crossed_but_clans_can() -> None:
    """R5: the way runs over existing tiles, whoever stands there; a gap makes it longer."""
    s = table("tile=[d4:T00 d3:S3 d2:S4 f4:S5] clans.0.village=d4 clans.1.village=d3")
    assert {text for text in texts(s) if text.startswith("go")} == {f"go to {cell(3, 1)}"}


def test_a_tile_belongs_to_one_clan() -> None:
    """DG-X4, R45: no enemy member, Village, Megalith or token, no second own group; own pieces are fine."""
    s = table("tile=[d4:T00 e4:S3 c4:S4 d3:S5 d5:S6 f4:S7] clans.0.village=d4 clans.1.village=f4")
    s.clans[1].megaliths = 1 << at(2, 3)
    s.clans[1].journey, s.clans[1].journey_round = at(3, 2), 1
    s.clans[0].megaliths = 1 << at(3, 4)
    assert {text for text in texts(s) if text.startswith("go")} == {f"go to {cell(4, 3)}", f"go to {cell(3, 4)}"}
    play(s, f"go to {cell(4, 3)}", "send hunter")
    assert not legal(s, f"go to {cell(4, 3)}"), "an enemy expedition"
    play(s, "pass")
    assert not legal(s, f"go to {cell(4, 3)}"), "the own expedition"


def test_animal_under_a_village() -> None:
    """R4, R45: the owner may hunt on its Village tile (Fur due as always); on the shared camp nobody can."""
    s = table("tile=[d4:T00 e4:S3] beast=[d4:horse1] first_edge=S round=2 fresco_up=2")
    assert not legal(s, f"go to {cell(3, 3)}")
    s.clans[1].village = at(4, 3)
    play(s, f"go to {cell(3, 3)}", "hunt with 1 chiefs 0 hunters")
    assert goods(s, 0)["fur"] == 2


def test_compositions_of_a_harvest() -> None:
    """DG-D1, DG-X2, DG-X6: the sixteen parties; the Shaman may harvest, also Small game."""
    s = table("tile=[d4:T00 e4:S8]")
    play(s, f"go to {cell(4, 3)}")
    assert len(texts(s)) == 16 and "send shaman+2hunters" in texts(s) and "send chief+shaman" in texts(s)


def test_the_only_party_goes_by_itself() -> None:
    """Where only one party is possible nobody is asked."""
    s = table("tile=[d4:T00 e4:S3]")
    clan = s.clans[0]
    clan.reserve, clan.hunters, clan.chiefs = 6 + 4, 0, 0
    put(s, "clans.0.goods.tool=0")
    play(s, f"go to {cell(4, 3)}")
    assert clan.orders[0].job == Job.HARVEST and clan.orders[0].shaman == 1 and s.player == 1


def test_an_animal_makes_it_a_hunt() -> None:
    """DG-D6, DG-E1: on a tile with an animal only hunting; no Shaman; too weak is illegal."""
    s = table("tile=[d4:T00 e4:S3] beast=[e4:mammoth1] clans.0.goods.tool=2")
    play(s, f"go to {cell(4, 3)}")  # Chief and all four Hunter-Gatherers: the only way
    order = s.clans[0].orders[0]
    assert (order.job, order.chiefs, order.hunters, order.shaman, order.tools) == (Job.HUNT, 1, 4, 0, 2)
    s = table("tile=[d4:T00 e4:S3] beast=[e4:mammoth1] clans.0.goods.tool=1")
    assert not legal(s, f"go to {cell(4, 3)}")


def test_an_expedition_is_one_group_in_one_turn() -> None:
    """DG-X1: the group sent is the group that comes home; no later turn adds to it, moves it or takes from it."""
    s = table("tile=[d4:T00 e4:S3 c4:S5]")
    play(s, f"go to {cell(4, 3)}")
    assert s.player == 0, "tile and group are one turn"
    play(s, "send 2hunters")
    assert s.player == 1, "one expedition, then the next clan"
    sent = bytes(s.clans[0].orders[0])
    play(s, "pass", f"go to {cell(2, 3)}", "send hunter+tool")
    assert not legal(s, f"go to {cell(4, 3)}") and not legal(s, f"go to {cell(2, 3)}")
    play(s, "capacity range with chief", "pass")
    assert bytes(s.clans[0].orders[0]) == sent and s.clans[0].order_count == 3
    assert gained(play(s, f"resolve {cell(4, 3)}"), 0) == {"wood": 4}, "two members, nobody more"


@pytest.mark.parametrize(
    ("tile", "party", "choices", "taken"),
    [
        ("S7", "2hunters+tool", {"carry 1 fruit", "carry 2 fruit", "carry 3 fruit"}, {"fruit": 1, "bone": 3}),
        ("S8", "chief+tool", {"carry 0 meat", "carry 1 meat", "carry 2 meat"}, {"fur": 2}),
        ("S7", "3hunters", set(), {"fruit": 3, "bone": 3}),
        ("S8", "shaman", set(), {"meat": 1, "fur": 1}),
        ("S5", "2hunters+tool", set(), {"stone": 4}),
        ("S4", "2hunters", set(), {"wood": 2}),
    ],
)
def test_what_a_harvest_takes(tile: str, party: str, choices: set[str], taken: dict[str, int]) -> None:
    """DG-D3, R11: as much as can be carried of what was found; a choice only between two kinds that do not both fit."""
    s = table(f"tile=[d4:T00 e4:{tile}] clans.0.goods.wood=1")
    play(s, f"go to {cell(4, 3)}", f"send {party}", "pass", "capacity range with hunter", "pass")
    play(s, f"resolve {cell(4, 3)}")
    if choices:
        assert texts(s) == choices
        play(s, min(texts(s)))
    assert s.phase == Phase.RESOLVE and gained(s, 0) == taken


def test_where_goods_are_kept() -> None:
    """DG-D4: Fruit into bowl 1, Meat into bowl 2, all else above the board."""
    s = table(
        "tile=[d4:T00 e4:S7 c4:S8] clans.0.goods.wood=1 clans.0.goods.fruit=0 clans.0.fruit=[0]",
        "clans.0.goods.meat=0 clans.0.meat=[0 0] clans.0.goods.fur=0",
    )
    play(s, f"go to {cell(4, 3)}", "send hunter", "pass", f"go to {cell(2, 3)}", "send shaman")
    play(s, "capacity range with chief", "pass", f"resolve {cell(4, 3)}", f"resolve {cell(2, 3)}")
    clan = s.clans[0]
    assert list(clan.fruit) == [1, 0, 0] and list(clan.meat) == [0, 1, 0]
    assert goods(s, 0) == {"wood": 1, "fruit": 1, "meat": 1, "fur": 1, "bone": 1, "tool": 3}


def test_exhaustion_by_player_count() -> None:
    """DG-D5, I16: one harvest with two players, two with three or four; forgoing exhausts nothing."""
    for seats, ripe in ((2, 0), (3, 1)):
        s = table(f"players={seats} tile=[d4:T00 e4:S3]")
        play(s, f"go to {cell(4, 3)}", "send hunter")
        while s.phase == Phase.PROGRAM:
            play(s, "pass")
        play(s, f"resolve {cell(4, 3)}")
        assert (s.ripe >> at(4, 3)) & 1 == ripe and s.uses[at(4, 3)] == 1
        assert ("worn" in said(s)) == (ripe == 1)
    s = table("tile=[d4:T00 e4:S3]")
    play(s, f"go to {cell(4, 3)}", "send hunter", "pass", "pass", "finish")
    assert (s.ripe >> at(4, 3)) & 1 and s.uses[at(4, 3)] == 0, "R11"


def test_a_forgone_hunt_leaves_the_animal() -> None:
    """DG-E2: it stays and migrates this round."""
    s = table("tile=[d4:T00 e4:S2 f4:S4 g4:C13] beast=[e4:reindeer1]")
    play(s, f"go to {cell(4, 3)}", "hunt with 0 chiefs 3 hunters", "pass", "pass", "finish")
    assert herd(s, "reindeer") == {at(6, 3)} and not any(s.clans[0].memory)


def test_memory_holds_two() -> None:
    """DG-E3, R35: a third animal means forgetting one of the three; it goes to its reserve."""
    s = table("tile=[d4:T00 e4:S1] beast=[e4:horse1] clans.0.memory.bison=1 clans.0.memory.reindeer=1")
    play(s, f"go to {cell(4, 3)}", "hunt with 1 chiefs 1 hunters", "pass", "pass", f"resolve {cell(4, 3)}")
    assert texts(s) == {"forget horse", "forget reindeer", "forget bison"}
    before = animals_in_reserve(s, BOX, Species.REINDEER)
    play(s, "forget reindeer")
    assert list(s.clans[0].memory) == [1, 0, 1, 0] and s.clans[0].hunts == 1
    assert animals_in_reserve(s, BOX, Species.REINDEER) == before + 1


# --- F


def test_painting_needs_a_free_slot_and_the_animal() -> None:
    """DG-F1, DG-F2: face up, no cube, no member; without the animal the slot is free again."""
    s = table("fresco=[F01 F02 F03 F04] fresco_up=1 cubes.1-top=1 painter.1-top=1")
    assert {text.split()[1] for text in texts(s) if text.startswith("fresco")} == {"1-centre", "1-bottom"}
    play(s, "fresco 1-centre with hunter")
    assert not legal(s, "fresco 1-centre with hunter")
    play(s, "pass", "pass")
    assert s.cubes[1] == 0 and s.sketched == 0 and "forgone" in said(s)


# --- G


def test_levels_and_their_costs() -> None:
    """DG-G1, DG-G2, DG-M7: Range 2, 3, 4 and Transport 2, 3, 4 for their costs."""
    assert list(BOX.reach) == list(BOX.transport) == [2, 3, 4] and list(BOX.makes) == [3, 4, 5]
    s = table()
    s.clans[0].levels[0] = s.clans[0].levels[1] = 1
    put(s, "clans.0.goods.wood=2 clans.0.goods.stone=1 clans.0.goods.bone=2")
    play(s, "capacity range with hunter", "pass", "capacity transport with hunter", "pass")
    play(s, "resolve capacity range", "resolve capacity transport")
    assert list(s.clans[0].levels) == [2, 2, 0] and not {"wood", "stone", "bone"} & set(goods(s, 0))


def test_new_range_counts_for_a_megalith_at_once() -> None:
    """R6, DG-G4, DG-H3: the upgrade resolved before lets the Megalith stand further away."""
    s = table("tile=[d4:T00 e4:S3 f4:S5 g4:C13]")
    s.clans[1].village = at(4, 3)
    put(s, "clans.0.goods.wood=3 clans.0.goods.stone=2 clans.0.goods.tool=2")
    play(s, "capacity range with hunter", "pass", "hut H3A", "pass")
    play(s, "resolve capacity range", "resolve hut")
    assert legal(s, f"megalith on {cell(6, 3)}")


# --- H


def test_hut_locations_are_for_one_shaman_and_once() -> None:
    """DG-H0a, DG-H0b, I12: one Shaman at a location; a cube when done, never again; no programming cost."""
    s = table("first_edge=S round=2 fresco_up=2")
    play(s, "hut H4")
    assert goods(s, 0) == {"fruit": 3, "meat": 3, "fur": 3, "tool": 3}
    assert not legal(s, "hut H4"), "taken this round"
    play(s, "hut H5", "pass", "pass")
    play(s, "resolve hut", "offer fur")
    assert s.clans[0].hut == 1 << Hut.NEXT_FIRST_PLAYER
    s = table()
    s.clans[0].hut = 1 << Hut.NEXT_FIRST_PLAYER
    assert not legal(s, "hut H4")


def test_a_shaman_who_waits_in_vain_costs_scarcity() -> None:
    """DG-H0c, R13: cannot pay, or will not: no cube, nothing paid, one Scarcity."""
    s = table("clans.0.goods.fur=0 clans.0.goods.meat=0 clans.0.meat=[0 0] clans.0.goods.bone=0")
    play(s, "hut H5", "pass", "pass")
    assert s.clans[0].scarcity >= 1 and "shaman_waited" in said(s) and s.clans[0].hut == 0 and s.clans[0].shaman == 1
    s = table()
    play(s, "hut H5", "pass", "pass", "finish")
    assert s.clans[0].scarcity == 1 and goods(s, 0)["fur"] == 3


def test_perfect_painting_needs_a_fitting_animal() -> None:
    """DG-H1, R14: with no fitting animal H1 fails; the token comes back; it does not count as action F."""
    s = table("fresco=[F01 F02 F03 F04] fresco_up=1")
    play(s, "hut H1", "mark 1-top", "pass", "fresco 1-centre with hunter", "fresco 1-bottom with chief")
    assert s.clans[0].paintings == 2
    play(s, "pass")
    assert s.clans[0].scarcity == 1 and s.sketched == 0 and sum(s.cubes) == 0


def test_perfect_painting_needs_a_free_slot() -> None:
    """DG-H1: with every open slot painted there is nothing to prepare; the Shaman may go elsewhere."""
    full = "fresco=[F01 F02 F03 F04] fresco_up=1 cubes.1-top=1 painter.1-top=1 cubes.1-centre=1 painter.1-centre=1"
    assert legal(table(full), "hut H1")
    s = table(f"{full} cubes.1-bottom=1 painter.1-bottom=1")
    assert not legal(s, "hut H1") and legal(s, "hut H5")


def test_perfect_painting_may_be_single() -> None:
    """DG-H1: one or two cubes, one animal each."""
    s = table("fresco=[F01 F02 F03 F04] fresco_up=1 clans.0.memory.horse=2")
    play(s, "hut H1", "mark 1-centre", "pass", "pass", "resolve hut", "offer fur")
    assert texts(s) == {"paint 1 times", "paint 2 times"}
    play(s, "paint 1 times")
    assert s.cubes[1] == 1 and s.clans[0].memory[Species.HORSE] == 1


FAR = "e4:S3 f4:S5 g4:C13 c4:S4"


def on_journey(s: Any) -> None:
    """Round 1 is over: red (seat 0) has laid its token three tiles away from its Village."""
    put(s, "clans.0.goods.meat=5 clans.0.meat=[0 5] clans.1.goods.meat=5 clans.1.meat=[0 5]")
    play(s, "hut H2", f"go to {cell(4, 3)}", "send hunter", "pass", "pass", "resolve hut", "offer fur")
    play(s, f"journey to {cell(6, 3)}", f"resolve {cell(4, 3)}")
    while s.phase == Phase.FEED:
        play(s, min(texts(s)))
    assert s.phase == Phase.MOVE and s.round == 2, "DG-5.7 of round 1; the ring has moved on already"


def test_where_a_long_journey_may_lead() -> None:
    """DG-H2, DP5, R16: any tile at any distance without enemy Village, Megalith or token; enemy members may be."""
    s = table(f"tile=[d4:T00 {FAR}] clans.0.village=d4 clans.1.village=c4")
    s.clans[1].megaliths = 1 << at(5, 3)
    play(s, "hut H2", f"go to {cell(4, 3)}", "send hunter", "pass", "pass", "resolve hut", "offer fur")
    closed = {at(2, 3), at(5, 3)}
    assert texts(s) == {f"journey to {cell_name(i)}" for i in range(63) if (s.land >> i) & 1 and i not in closed}
    assert legal(s, f"journey to {cell(4, 3)}") and legal(s, f"journey to {cell(6, 3)}")
    assert change(s, f"journey to {cell(4, 3)}")["clans.0.journey"] == (NONE, at(4, 3))
    assert s.clans[0].hut == 1 << Hut.LONG_JOURNEY and s.clans[0].scarcity == 0


def test_a_long_journey_opens_a_tile_to_its_clan_alone() -> None:
    """DG-H2, R15: in the next round the owner goes there from any distance and nobody else may come; even a Village
    may not move there; the token comes back at the end of that round, though it was used."""
    s = table(f"tile=[d4:T00 {FAR}] clans.0.village=d4 clans.1.village=f4")
    on_journey(s)
    while s.player != 1:
        play(s, "village stays")
    assert not legal(s, f"village to {cell(6, 3)}") and legal(s, f"village to {cell(4, 3)}")
    play(s, "village stays")
    while s.phase == Phase.MOVE:
        play(s, "village stays")
    assert s.round == 2 and s.clans[0].journey == at(6, 3), "the token stays for the round it serves in"
    assert s.player == 1 and not legal(s, f"go to {cell(6, 3)}")
    play(s, "pass")
    assert legal(s, f"go to {cell(6, 3)}"), "three steps away, with Range 2"
    play(s, f"go to {cell(6, 3)}", "send hunter", "pass", f"resolve {cell(6, 3)}")
    while s.phase == Phase.FEED:
        play(s, min(texts(s)))
    assert s.phase == Phase.MOVE and s.clans[0].journey == at(6, 3), "it keeps Villages away once more"
    while s.phase == Phase.MOVE:
        play(s, "village stays")
    assert s.round == 3 and s.clans[0].journey == NONE and "token_back" in said(s)


def test_a_long_journey_not_made_is_over_too() -> None:
    """R15: unused, the token comes back all the same, and the tile is as far away as ever."""
    s = table(f"tile=[d4:T00 {FAR}] clans.0.village=d4 clans.1.village=c4")
    on_journey(s)
    while s.round < 3:
        play(s, next(text for text in ("village stays", "pass", min(texts(s))) if legal(s, text)))
    while s.phase == Phase.MOVE:
        assert s.clans[0].journey == at(6, 3)
        play(s, "village stays")
    assert s.clans[0].journey == NONE
    while s.player != 0:
        play(s, "pass")
    assert not legal(s, f"go to {cell(6, 3)}")


def test_journey_token_when_programming() -> None:
    """DG-V3: the variant lays the token when H2 is programmed; it comes back if H2 is not resolved."""
    s = table(f"tile=[d4:T00 {FAR}] options={{journey=programming}}")
    play(s, "hut H2")
    assert s.phase == Phase.JOURNEY and s.player == 0
    play(s, f"journey to {cell(6, 3)}")
    assert s.clans[0].journey == at(6, 3) and s.player == 1
    play(s, "pass", "pass", "finish")
    assert s.clans[0].journey == NONE and s.clans[0].scarcity == 1


def test_megaliths() -> None:
    """DG-H3, H3, R16, R27: Wood, Stone, Tools, no offering; within Range, no enemy piece; two own may share."""
    s = table(
        f"tile=[d4:T00 {FAR}] clans.0.village=d4 clans.1.village=c4 clans.0.goods.wood=4 clans.0.goods.stone=4",
        "clans.0.goods.tool=4 clans.0.goods.fur=0 clans.0.goods.meat=0 clans.0.meat=[0 0]",
    )
    s.clans[0].hut = 1 << Hut.ALIGNMENT
    s.clans[0].menhirs[1] = at(4, 3)
    s.clans[0].megaliths = 1 << at(4, 3)
    play(s, "hut H3C", "pass", "pass", "resolve hut")
    assert not legal(s, f"megalith on {cell(2, 3)}") and legal(s, f"megalith on {cell(3, 3)}")
    assert not legal(s, f"megalith on {cell(6, 3)}"), "beyond Range"
    play(s, f"megalith on {cell(4, 3)}")
    assert s.clans[0].menhirs[2] == at(4, 3) and not {"wood", "stone", "tool"} & set(goods(s, 0))
    assert measure(s, BOX, 0, Metric.MEGALITHS) == 2 and measure(s, BOX, 0, Metric.SHAMAN_ACTIONS) == 2
    assert [BOX.hut_points[i] for i in (2, 3, 4)] == [6, 8, 10]


def test_megalith_on_an_enemy_expedition() -> None:
    """R46: allowed; the expedition still resolves."""
    s = table(
        f"tile=[d4:T00 {FAR}] clans.0.village=d4 clans.1.village=f4 clans.0.goods.wood=2 clans.0.goods.stone=2",
        "clans.0.goods.tool=2",
    )
    play(
        s, "hut H3A", f"go to {cell(4, 3)}", "send 2hunters", "pass", "pass", "resolve hut", f"megalith on {cell(4, 3)}"
    )
    play(s, f"resolve {cell(4, 3)}")
    assert gained(s, 1) == {"wood": 4}


def test_next_first_player() -> None:
    """DG-H4, R17, R18, DG-5.8: the pawn at once, for feeding and moves; the order of phase 3 stays; it is kept."""
    s = table("players=3 first=1 player=1 lead=1")
    for seat in range(3):
        put(s, f"clans.{seat}.goods.fruit=8 clans.{seat}.fruit=[8] clans.{seat}.goods.meat=8 clans.{seat}.meat=[0 8]")
    play(s, "habitat with hunter", "hut H4", "hut H5", "pass", "pass", "pass")
    assert (s.lead, s.player) == (1, 2)
    play(s, "resolve hut", "offer fur")
    assert s.first == 2 and s.player == 0, "the clans after it still resolve"
    play(s, "resolve hut", "offer fur", "stop trading")
    assert s.phase == Phase.FEED and s.player == 2
    while s.phase == Phase.FEED:
        play(s, sorted(texts(s))[0])
    assert s.player == 2
    while s.phase == Phase.MOVE:
        play(s, "village stays")
    assert s.first == 2 and s.player == 2 and s.round == 2


def test_trade() -> None:
    """DG-H5, DP4, R31, R34: two for one of another kind, as often as wanted; no Tools; the oldest food first."""
    s = table(
        "clans.0.goods.fruit=2 clans.0.fruit=[2] clans.0.goods.meat=2 clans.0.meat=[0 2] clans.0.goods.wood=1",
        "clans.0.goods.fur=1 clans.0.goods.tool=5",
    )
    s.clans[0].meat[1], s.clans[0].meat[2] = 1, 1
    play(s, "hut H5", "pass", "pass", "resolve hut", "offer fur")
    assert "barter wood+wood" not in texts(s) and "barter fruit+meat" in texts(s)
    assert not [text for text in texts(s) if "tool" in text]
    play(s, "barter fruit+meat")
    assert texts(s) == {"for wood", "for stone", "for fur", "for bone"}
    play(s, "for bone")
    assert list(s.clans[0].meat) == [0, 1, 0] and goods(s, 0)["bone"] == 1
    play(s, "barter wood+bone", "for meat")
    assert list(s.clans[0].meat) == [0, 2, 0]
    play(s, "stop trading")
    assert s.clans[0].hut == 1 << Hut.TRADE


def test_twins_with_a_partner() -> None:
    """DG-H6, R10: a partner goes along and comes home; the last one of the reserve is enough."""
    s = table()
    clan = s.clans[0]
    clan.reserve, clan.hunters = 1, 9
    clan.homes[2] = clan.homes[3] = Home.SIMPLE
    play(s, "hut H6")
    assert texts(s) == {"twins with hunter", "twins with chief"}
    play(s, "twins with chief")
    assert clan.chiefs == 0 and clan.promised == 1
    play(s, "pass", "pass", "resolve hut", "offer fur")
    assert clan.births == 1 and clan.chiefs == 1 and clan.shaman == 1
