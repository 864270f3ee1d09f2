"""Rule by rule: setup, the eight actions, migration, the end of a round, scoring; and their rulings."""

from __future__ import annotations

from typing import Any

import pytest

from firstfire.errors import BadSetup
from firstfire.games.doggerland import GAME
from firstfire.games.doggerland.actions import TILE, cell_name
from firstfire.games.doggerland.clan import beds, members
from firstfire.games.doggerland.migration import migrate, reveal_terrain, spawn
from firstfire.games.doggerland.rivals import animals_in_reserve
from firstfire.games.doggerland.rounds import award_objectives, refill_crafts
from firstfire.games.doggerland.scoring import measure
from firstfire.games.doggerland.state import NONE, Good, Home, Hut, Job, Metric, Phase, Shows, Species, Step, TileSet

from .doggerland_camp import (
    BOX,
    ENGINE,
    at,
    cell,
    change,
    crafts,
    fresco,
    gained,
    give,
    goods,
    legal,
    new,
    objectives,
    paint,
    play,
    ranks,
    remember,
    resolving,
    said,
    scores,
    table,
    texts,
)


def herd(s: Any, name: str) -> set[int]:
    return {i for i in range(63) if (s.herd[Species[name.upper()]] >> i) & 1}


# --- setup (3)


@pytest.mark.parametrize(
    ("seats", "columns", "stack", "fresco_tiles", "visible", "goals"),
    [(1, 9, 60, 6, 5, 0), (2, 7, 40, 4, 3, 4), (3, 7, 40, 5, 4, 4), (4, 9, 60, 6, 5, 4)],
)
def test_setup_by_player_count(
    seats: int, columns: int, stack: int, fresco_tiles: int, visible: int, goals: int
) -> None:
    """3.1, 3.2, 2.2: board side, stack, Fresco tiles, Crafts, objectives; round 1 is warm; one Fresco tile is up."""
    s = new(seats, 5)
    assert (BOX.columns[seats], s.stack_count, s.fresco_count) == (columns, stack, fresco_tiles)
    assert (s.fresco_up, s.round, s.last_round) == (1, 1, 8)
    assert sum(goal != NONE for goal in s.objectives) == goals
    assert sum(tile != NONE for tile in s.craft) + s.craft_discard.bit_count() == visible
    assert len({BOX.tile_set[s.stack[i]] for i in range(stack)} - {TileSet.COMMON, TileSet.FOUR_PLAYER}) == 0
    centre = at(columns // 2, 3)
    assert s.tile[centre] == 0 and all(s.clans[seat].village == centre for seat in range(seats))
    assert [BOX.season[i] for i in range(8)] == [0, 1] * 4, "I20"


@pytest.mark.parametrize(
    ("seats", "tools", "furs"),
    [(2, [2, 3], [3, 3]), (3, [2, 3, 3], [3, 2, 3]), (4, [2, 2, 3, 3], [2, 3, 2, 3])],
)
def test_seat_compensation(seats: int, tools: list[int], furs: list[int]) -> None:
    """3.1 steps 12 to 14: 3 Fur, 3 Tools, 3 Fruit, 3 Meat, less for the first seats; six members, six beds."""
    for seed in range(4):
        s = new(seats, seed)
        order = [(s.first + i) % seats for i in range(seats)]
        assert [s.clans[seat].goods[Good.TOOL] for seat in order] == tools
        assert [s.clans[seat].goods[Good.FUR] for seat in order] == furs
        for seat in order:
            clan = s.clans[seat]
            assert list(clan.fruit) == [3, 0, 0] and list(clan.meat) == [0, 3, 0]
            assert (clan.hunters, clan.reserve, clan.chiefs, clan.shaman) == (4, 6, 1, 1)
            assert members(clan) == beds(clan, BOX) == 6


def test_setup_is_random_where_it_should_be() -> None:
    """R20, 11: first player, camp arrow, arrow edge, tiles, objectives, Fresco and Crafts are drawn."""
    tables = [new(4, seed) for seed in range(40)]
    readings = [
        (s.first, s.centre_arrow, s.edge, s.tile[at(3, 2)], s.objectives[0], s.fresco[0], s.craft[0], s.stack[59])
        for s in tables
    ]
    assert all(len(set(column)) > 2 for column in zip(*readings, strict=True))


def test_opening_may_be_chosen() -> None:
    """DP11, R20: the first player turns the camp and lays the arrow."""
    s = new(3, 2, opening="chosen")
    assert s.player == s.first and texts(s) == {f"centre arrow {side}" for side in "NESW"}
    play(s, "centre arrow S", "priority arrow E")
    assert (s.centre_arrow, s.edge, s.first_edge, s.phase) == (2, 1, 1, Phase.PROGRAM)


def test_refused_tables() -> None:
    """7.1, 8.1: no short solo game, no difficulty for several; the settings are named in the refusal."""
    for seats, options in ((1, {"length": "short"}), (2, {"difficulty": "hard"})):
        with pytest.raises(BadSetup, match=next(iter(options))):
            ENGINE.new(seats, 1, options=options)
    with pytest.raises(BadSetup):
        ENGINE.new(5, 1)
    assert GAME.seats == (1, 2, 3, 4)


# --- phase 1 (DG-1)


def test_turns_go_clockwise_and_a_pass_is_final() -> None:
    """DG-1.1, R36: one action a turn, clockwise; who passed is out; nobody at home means a pass."""
    s = table(3, first=1)
    play(s, "habitat with hunter")
    assert s.player == 2
    play(s, "pass")
    assert s.player == 0
    play(s, "habitat with hunter")
    assert s.player == 1
    clan = s.clans[1]
    clan.reserve += clan.hunters
    clan.hunters = 1
    clan.chiefs = clan.shaman = 0
    play(s, "habitat with hunter")
    assert s.player == 0 and s.clans[1].passed == 0, "asked only when its turn comes"
    play(s, "habitat with hunter")
    assert s.clans[1].passed == 1 and s.player == 0, "automatic pass"


def test_only_members_at_home_are_sent() -> None:
    """DG-1.2: who is away cannot be sent again."""
    s = table(2)
    play(s, "habitat with chief", "pass")
    assert not [text for text in texts(s) if "chief" in text]


def test_scarcity_only_for_what_is_missing() -> None:
    """DG-1.3, DG-1.4, R1, R2: an owned Tool is always paid; a missing one is one Scarcity, any number of times."""
    s = table(2, round=2)
    give(s, 0, tool=1, fur=0)
    found = change(s, "habitat with hunter")
    assert found["clans.0.scarcity"] == (0, 1) and found["clans.0.goods.6"] == (1, 0)
    play(s, "pass", "habitat with hunter", "habitat with hunter")
    assert s.clans[0].scarcity == 5
    s = table(2, {(4, 3): "S3"})
    give(s, 0, tool=0)
    play(s, f"go to {cell(4, 3)}")
    assert not [text for text in texts(s) if "tool" in text], "expedition Tools must be owned"


def test_resolution_costs_need_not_be_owned_yet() -> None:
    """DG-1.5, R8: programming what cannot be paid yet is legal; what can never be done is not."""
    s = table(2)
    assert {"habitat with hunter", "craft 1 with hunter", "capacity range with hunter", "hut H3C"} <= texts(s)
    s.clans[0].levels[0] = s.clans[0].levels[1] = s.clans[0].levels[2] = 2
    s.clans[0].hut = 1 << Hut.DOLMEN
    s.clans[0].newborns = s.clans[0].reserve
    s.clans[0].reserve = 0
    for place in range(6):
        s.clans[0].homes[place] = Home.SIMPLE
    assert not {
        text for text in texts(s) if text.startswith(("habitat", "birth", "capacity range", "capacity transport"))
    }
    assert not {"hut H3C", "hut H6"} & texts(s)
    assert "capacity tools with hunter" in texts(s), "Tools can be made at the last level too"


def test_limits_count_what_is_programmed() -> None:
    """DG-1.7, DG-B1, DG-F1, R7, R38: one C, one per track, one B and F, a second with the Chief; separate limits."""
    s = table(2)
    fresco(s, "F01", "F02", "F03", "F04", up=2)
    play(s, "birth of hunter+hunter", "pass")
    assert not [text for text in texts(s) if text.startswith("birth")]
    play(s, "capacity range with hunter")
    assert not [text for text in texts(s) if text.startswith("capacity range")]
    s = table(2)
    play(s, "craft 1 with chief", "pass", "craft 2 with hunter")
    assert not [text for text in texts(s) if text.startswith("craft")], "two at most"
    assert [text for text in texts(s) if text.startswith("fresco 1-top")], "paintings have their own limit"
    s = table(2)
    play(s, "craft 1 with hunter", "pass")
    assert {text for text in texts(s) if text.startswith("craft")} == {"craft 2 with chief", "craft 3 with chief"}
    play(s, "craft 2 with chief", "fresco 1-top with hunter")
    assert not [text for text in texts(s) if text.startswith("fresco")], "there is one Chief"


# --- A


def test_building_places_are_limited() -> None:
    """DG-A1, R8: built tiles and builders together at most six."""
    s = table(2)
    for place in range(2, 6):
        s.clans[0].homes[place] = Home.SIMPLE
    play(s, "habitat with hunter", "pass", "habitat with hunter")
    assert not [text for text in texts(s) if text.startswith("habitat")]


def test_prestigious_on_a_shelter_must_leave_beds() -> None:
    """DG-A2, DG-A3, R9: covering a shelter loses beds: refused below the members; a simple Habitat is always fine."""
    s = table(2)
    give(s, 0, wood=2, stone=2, bone=2, tool=3)
    play(s, "habitat with hunter", "pass", "pass", "resolve habitat by member")
    assert texts(s) == {
        "raise simple on bare",
        "raise simple on shelter",
        "raise prestigious on bare",
    }
    play(s, "raise simple on shelter")
    assert s.clans[0].homes[1] == Home.SIMPLE and beds(s.clans[0], BOX) == 6
    s = table(2)
    give(s, 0, wood=2, stone=2, bone=2)
    s.clans[0].homes[2] = Home.SIMPLE
    play(s, "habitat with hunter", "pass", "pass", "resolve habitat by member")
    play(s, "raise prestigious on shelter")
    assert beds(s.clans[0], BOX) == 7


def test_a_habitat_that_cannot_be_paid_is_lost() -> None:
    """DG-A4, DG-3.2: nothing happens, the Tool is gone, no penalty."""
    s = table(2)
    play(s, "habitat with hunter", "pass", "pass")
    assert "forgone" in said(s) and s.clans[0].scarcity == 0 and goods(s, 0)["tool"] == 2
    assert s.clans[0].builders == 0 and s.clans[0].hunters == 4


def test_chief_saves_wood_on_a_simple_habitat_too() -> None:
    """R37, R53: the Chief pays only 1 Stone for a simple Habitat."""
    s = table(2)
    give(s, 0, stone=1)
    play(s, "habitat with chief", "pass", "pass", "resolve habitat by chief", "raise simple on bare")
    assert "stone" not in goods(s, 0) and s.clans[0].homes[2] == Home.SIMPLE


# --- B


def test_a_craft_is_paid_and_kept() -> None:
    """DG-B1, DG-B2, DG-B3: one member on a tile without one; a Tool even in the cold, no Fur; pay, keep."""
    s = table(2, round=2)
    crafts(s, "K2", "Y3", "Y8")
    give(s, 0, bone=1, fur=2)
    play(s, "craft 1 with hunter")
    assert goods(s, 0)["fur"] == 2
    assert not [text for text in texts(s) if text.startswith("craft 1")], "taken"
    play(s, "pass", "pass", "resolve craft 1")
    assert s.clans[0].made == 1 << 1 and goods(s, 0)["fur"] == 1 and "bone" not in goods(s, 0)
    s = table(2)
    crafts(s, "K2", "Y3", "Y8")
    play(s, "craft 1 with hunter", "pass", "pass")
    assert s.craft[0] == 1 and s.clans[0].made == 0, "not paid: it stays in the zone"


# --- C


def test_births_and_the_reserve() -> None:
    """DG-C1, DG-C2, R10: promises: C needs one, H6 two or the last one; whoever resolves first gets it."""
    s = table(2)
    clan = s.clans[0]
    clan.reserve, clan.hunters = 1, 9
    clan.homes[2] = clan.homes[3] = Home.SIMPLE
    play(s, "birth of hunter+hunter", "pass")
    assert clan.promised == 1 and not legal(s, "hut H6")
    s = table(2)
    clan = s.clans[0]
    clan.reserve, clan.hunters = 2, 8
    clan.homes[2] = clan.homes[3] = Home.SIMPLE
    give(s, 0, fruit=10, meat=0)
    play(s, "birth of hunter+hunter", "pass", "hut H6", "twins with hunter")
    assert clan.promised == 2
    play(s, "pass")
    play(s, "resolve hut")  # only Fur can be offered
    assert "born" in said(s) and "forgone" in said(s), "the birth finds no one and is lost without penalty"
    assert clan.scarcity == 0 and clan.births == 2 and clan.reserve == 0


def test_newborns_need_a_bed() -> None:
    """DG-C3, DG-5.1, R26: fed only from the next round; a free bed or back to the reserve."""
    s = table(2)
    clan = s.clans[0]
    clan.homes[2] = Home.SIMPLE
    give(s, 0, fruit=6, meat=0)
    play(s, "birth of hunter+chief", "pass", "pass", "resolve birth")
    assert clan.births == 1 and clan.hunters == 5 and members(clan) == 7 and goods(s, 0).get("fruit", 0) == 0
    assert clan.scarcity == 0
    s = table(2)
    give(s, 0, fruit=6, meat=0)
    play(s, "birth of chief+shaman", "pass", "pass", "resolve birth")
    assert s.clans[0].births == 0 and s.clans[0].reserve == 6


# --- X, D, E


ROW = {(4, 3): "S3", (5, 3): "S5", (6, 3): "C13", (3, 2): "S1", (2, 3): "S2", (3, 4): "C09"}


def test_targets_of_expeditions() -> None:
    """DG-X3, DG-X5, R3, R4: within Range over tiles; an animal or ripe resources; no camp, no empty spawn tile."""
    s = table(2, ROW, {(2, 3): "reindeer"})
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
    s = table(2, {(3, 2): "S3", (3, 1): "S4", (5, 3): "S5"}, villages=((3, 3), (3, 2)))
    assert {text for text in texts(s) if text.startswith("go")} == {f"go to {cell(3, 1)}"}


def test_a_tile_belongs_to_one_clan() -> None:
    """DG-X4, R45: no enemy member, Village, Megalith or token, no second own group; own pieces are fine."""
    s = table(2, {(4, 3): "S3", (2, 3): "S4", (3, 2): "S5", (3, 4): "S6", (5, 3): "S7"}, villages=((3, 3), (5, 3)))
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
    s = table(2, {(4, 3): "S3"}, {(3, 3): "horse"}, round=2)
    assert not legal(s, f"go to {cell(3, 3)}")
    s.clans[1].village = at(4, 3)
    play(s, f"go to {cell(3, 3)}", "hunt with 1 chiefs 0 hunters")
    assert goods(s, 0)["fur"] == 2


def test_compositions_of_a_harvest() -> None:
    """DG-D1, DG-X2, DG-X6: the sixteen parties; the Shaman may harvest, also Small game."""
    s = table(2, {(4, 3): "S8"})
    play(s, f"go to {cell(4, 3)}")
    assert len(texts(s)) == 16 and "send shaman+2hunters" in texts(s) and "send chief+shaman" in texts(s)


def test_the_only_party_goes_by_itself() -> None:
    """Where only one party is possible nobody is asked."""
    s = table(2, {(4, 3): "S3"})
    clan = s.clans[0]
    clan.reserve, clan.hunters, clan.chiefs = 6 + 4, 0, 0
    give(s, 0, tool=0)
    play(s, f"go to {cell(4, 3)}")
    assert clan.orders[0].job == Job.HARVEST and clan.orders[0].shaman == 1 and s.player == 1


def test_an_animal_makes_it_a_hunt() -> None:
    """DG-D6, DG-E1: on a tile with an animal only hunting; no Shaman; too weak is illegal."""
    s = table(2, {(4, 3): "S3"}, {(4, 3): "mammoth"})
    give(s, 0, tool=2)
    play(s, f"go to {cell(4, 3)}")  # Chief and all four Hunter-Gatherers: the only way
    order = s.clans[0].orders[0]
    assert (order.job, order.chiefs, order.hunters, order.shaman, order.tools) == (Job.HUNT, 1, 4, 0, 2)
    s = table(2, {(4, 3): "S3"}, {(4, 3): "mammoth"})
    give(s, 0, tool=1)
    assert not legal(s, f"go to {cell(4, 3)}")


def test_an_expedition_is_one_group_in_one_turn() -> None:
    """DG-X1: the group sent is the group that comes home; no later turn adds to it, moves it or takes from it."""
    s = table(2, {(4, 3): "S3", (2, 3): "S5"})
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
    s = table(2, {(4, 3): tile})
    give(s, 0, wood=1)
    play(s, f"go to {cell(4, 3)}", f"send {party}", "pass", "capacity range with hunter", "pass")
    play(s, f"resolve {cell(4, 3)}")
    if choices:
        assert texts(s) == choices
        play(s, min(texts(s)))
    assert s.phase == Phase.RESOLVE and gained(s, 0) == taken


def test_where_goods_are_kept() -> None:
    """DG-D4: Fruit into bowl 1, Meat into bowl 2, all else above the board."""
    s = table(2, {(4, 3): "S7", (2, 3): "S8"})
    give(s, 0, wood=1, fruit=0, meat=0, fur=0)
    play(s, f"go to {cell(4, 3)}", "send hunter", "pass", f"go to {cell(2, 3)}", "send shaman")
    play(s, "capacity range with chief", "pass", f"resolve {cell(4, 3)}", f"resolve {cell(2, 3)}")
    clan = s.clans[0]
    assert list(clan.fruit) == [1, 0, 0] and list(clan.meat) == [0, 1, 0]
    assert goods(s, 0) == {"wood": 1, "fruit": 1, "meat": 1, "fur": 1, "bone": 1, "tool": 3}


def test_exhaustion_by_player_count() -> None:
    """DG-D5, I16: one harvest with two players, two with three or four; forgoing exhausts nothing."""
    for seats, ripe in ((2, 0), (3, 1)):
        s = table(seats, {(4, 3) if seats < 4 else (5, 3): "S3"})
        play(s, f"go to {cell(4, 3)}", "send hunter")
        while s.phase == Phase.PROGRAM:
            play(s, "pass")
        play(s, f"resolve {cell(4, 3)}")
        assert (s.ripe >> at(4, 3)) & 1 == ripe and s.uses[at(4, 3)] == 1
        assert ("worn" in said(s)) == (ripe == 1)
    s = table(2, {(4, 3): "S3"})
    play(s, f"go to {cell(4, 3)}", "send hunter", "pass", "pass", "finish")
    assert (s.ripe >> at(4, 3)) & 1 and s.uses[at(4, 3)] == 0, "R11"


def test_a_forgone_hunt_leaves_the_animal() -> None:
    """DG-E2: it stays and migrates this round."""
    s = table(2, {(4, 3): "S2", (5, 3): "S4", (6, 3): "C13"}, {(4, 3): "reindeer"})
    play(s, f"go to {cell(4, 3)}", "hunt with 0 chiefs 3 hunters", "pass", "pass", "finish")
    assert herd(s, "reindeer") == {at(6, 3)} and not any(s.clans[0].memory)


def test_memory_holds_two() -> None:
    """DG-E3, R35: a third animal means forgetting one of the three; it goes to its reserve."""
    s = table(2, {(4, 3): "S1"}, {(4, 3): "horse"})
    remember(s, 0, "bison", "reindeer")
    play(s, f"go to {cell(4, 3)}", "hunt with 1 chiefs 1 hunters", "pass", "pass", f"resolve {cell(4, 3)}")
    assert texts(s) == {"forget horse", "forget reindeer", "forget bison"}
    before = animals_in_reserve(s, BOX, Species.REINDEER)
    play(s, "forget reindeer")
    assert list(s.clans[0].memory) == [1, 0, 1, 0] and s.clans[0].hunts == 1
    assert animals_in_reserve(s, BOX, Species.REINDEER) == before + 1


# --- F


def test_painting_needs_a_free_slot_and_the_animal() -> None:
    """DG-F1, DG-F2: face up, no cube, no member; without the animal the slot is free again."""
    s = table(2)
    fresco(s, "F01", "F02", "F03", "F04", up=1)
    paint(s, 1, 0)
    assert {text.split()[1] for text in texts(s) if text.startswith("fresco")} == {"1-centre", "1-bottom"}
    play(s, "fresco 1-centre with hunter")
    assert not legal(s, "fresco 1-centre with hunter")
    play(s, "pass", "pass")
    assert s.cubes[1] == 0 and s.sketched == 0 and "forgone" in said(s)


# --- G


def test_levels_and_their_costs() -> None:
    """DG-G1, DG-G2, 2.7: Range 2, 3, 4 and Transport 2, 3, 4 for their costs."""
    assert list(BOX.reach) == list(BOX.transport) == [2, 3, 4] and list(BOX.makes) == [3, 4, 5]
    s = table(2)
    s.clans[0].levels[0] = s.clans[0].levels[1] = 1
    give(s, 0, wood=2, stone=1, bone=2)
    play(s, "capacity range with hunter", "pass", "capacity transport with hunter", "pass")
    play(s, "resolve capacity range", "resolve capacity transport")
    assert list(s.clans[0].levels) == [2, 2, 0] and not {"wood", "stone", "bone"} & set(goods(s, 0))


def test_new_range_counts_for_a_megalith_at_once() -> None:
    """R6, DG-G4, DG-H3: the upgrade resolved before lets the Megalith stand further away."""
    s = table(2, {(4, 3): "S3", (5, 3): "S5", (6, 3): "C13"})
    s.clans[1].village = at(4, 3)
    give(s, 0, wood=3, stone=2, tool=2)
    play(s, "capacity range with hunter", "pass", "hut H3A", "pass")
    play(s, "resolve capacity range", "resolve hut")
    assert legal(s, f"megalith on {cell(6, 3)}")


# --- H


def test_hut_locations_are_for_one_shaman_and_once() -> None:
    """DG-H0a, DG-H0b, I12: one Shaman at a location; a cube when done, never again; no programming cost."""
    s = table(2, round=2)
    play(s, "hut H4")
    assert goods(s, 0) == {"fruit": 3, "meat": 3, "fur": 3, "tool": 3}
    assert not legal(s, "hut H4"), "taken this round"
    play(s, "hut H5", "pass", "pass")
    play(s, "resolve hut", "offer fur")
    assert s.clans[0].hut == 1 << Hut.NEXT_FIRST_PLAYER
    s = table(2)
    s.clans[0].hut = 1 << Hut.NEXT_FIRST_PLAYER
    assert not legal(s, "hut H4")


def test_a_shaman_who_waits_in_vain_costs_scarcity() -> None:
    """DG-H0c, R13: cannot pay, or will not: no cube, nothing paid, one Scarcity."""
    s = table(2)
    give(s, 0, fur=0, meat=0, bone=0)
    play(s, "hut H5", "pass", "pass")
    assert s.clans[0].scarcity >= 1 and "shaman_waited" in said(s) and s.clans[0].hut == 0 and s.clans[0].shaman == 1
    s = table(2)
    play(s, "hut H5", "pass", "pass", "finish")
    assert s.clans[0].scarcity == 1 and goods(s, 0)["fur"] == 3


def test_perfect_painting_needs_a_fitting_animal() -> None:
    """DG-H1, R14: with no fitting animal H1 fails; the token comes back; it does not count as action F."""
    s = table(2)
    fresco(s, "F01", "F02", "F03", "F04", up=1)
    play(s, "hut H1", "mark 1-top", "pass", "fresco 1-centre with hunter", "fresco 1-bottom with chief")
    assert s.clans[0].paintings == 2
    play(s, "pass")
    assert s.clans[0].scarcity == 1 and s.sketched == 0 and sum(s.cubes) == 0


def test_perfect_painting_may_be_single() -> None:
    """DG-H1: one or two cubes, one animal each."""
    s = table(2)
    fresco(s, "F01", "F02", "F03", "F04", up=1)
    remember(s, 0, "horse", "horse")
    play(s, "hut H1", "mark 1-centre", "pass", "pass", "resolve hut", "offer fur")
    assert texts(s) == {"paint 1 times", "paint 2 times"}
    play(s, "paint 1 times")
    assert s.cubes[1] == 1 and s.clans[0].memory[Species.HORSE] == 1


FAR = {(4, 3): "S3", (5, 3): "S5", (6, 3): "C13", (2, 3): "S4"}


def on_journey(s: Any) -> None:
    """Round 1 is over: red (seat 0) has laid its token three tiles away from its Village."""
    give(s, 0, meat=5)
    give(s, 1, meat=5)
    play(s, "hut H2", f"go to {cell(4, 3)}", "send hunter", "pass", "pass", "resolve hut", "offer fur")
    play(s, f"journey to {cell(6, 3)}", f"resolve {cell(4, 3)}")
    while s.phase == Phase.FEED:
        play(s, min(texts(s)))
    assert s.phase == Phase.MOVE and s.round == 2, "DG-5.7 of round 1; the ring has moved on already"


def test_where_a_long_journey_may_lead() -> None:
    """DG-H2, R16: any tile at any distance without enemy Village, Megalith or token; enemy members may be there."""
    s = table(2, FAR, villages=((3, 3), (2, 3)))
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
    s = table(2, FAR, villages=((3, 3), (5, 3)))
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
    s = table(2, FAR, villages=((3, 3), (2, 3)))
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
    """7.3: the variant lays the token when H2 is programmed; it comes back if H2 is not resolved."""
    s = table(2, FAR, journey="programming")
    play(s, "hut H2")
    assert s.phase == Phase.JOURNEY and s.player == 0
    play(s, f"journey to {cell(6, 3)}")
    assert s.clans[0].journey == at(6, 3) and s.player == 1
    play(s, "pass", "pass", "finish")
    assert s.clans[0].journey == NONE and s.clans[0].scarcity == 1


def test_megaliths() -> None:
    """DG-H3, R16, R27: Wood, Stone, Tools, no offering; within Range, no enemy piece; two own may share."""
    s = table(2, FAR, villages=((3, 3), (2, 3)))
    give(s, 0, wood=4, stone=4, tool=4, fur=0, meat=0)
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
    s = table(2, FAR, villages=((3, 3), (5, 3)))
    give(s, 0, wood=2, stone=2, tool=2)
    play(
        s, "hut H3A", f"go to {cell(4, 3)}", "send 2hunters", "pass", "pass", "resolve hut", f"megalith on {cell(4, 3)}"
    )
    play(s, f"resolve {cell(4, 3)}")
    assert gained(s, 1) == {"wood": 4}


def test_next_first_player() -> None:
    """DG-H4, R17, R18, DG-5.8: the pawn at once, for feeding and moves; the order of phase 3 stays; it is kept."""
    s = table(3, first=1)
    for seat in range(3):
        give(s, seat, fruit=8, meat=8)
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
    """DG-H5, R31, R34: two for one of another kind, as often as wanted; no Tools; the oldest food first."""
    s = table(2)
    give(s, 0, fruit=2, meat=2, wood=1, fur=1, tool=5)
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
    s = table(2)
    clan = s.clans[0]
    clan.reserve, clan.hunters = 1, 9
    clan.homes[2] = clan.homes[3] = Home.SIMPLE
    play(s, "hut H6")
    assert texts(s) == {"twins with hunter", "twins with chief"}
    play(s, "twins with chief")
    assert clan.chiefs == 0 and clan.promised == 1
    play(s, "pass", "pass", "resolve hut", "offer fur")
    assert clan.births == 1 and clan.chiefs == 1 and clan.shaman == 1


# --- phases 2, 4


def test_reveal_stays_inside_the_grid() -> None:
    """DG-2, 2.3, R44: no tile outside the board; new tiles do not reveal; no animal appears."""
    s = table(
        2, {(3, y): name for y, name in ((2, "S3"), (1, "S4"), (0, "S5"))}, villages=((3, 0), (3, 3)), stack=("S6",)
    )
    before = s.stack_count
    reveal_terrain(s, BOX)
    assert {i for i in range(63) if s.tile[i] != NONE} == {
        at(*place) for place in ((3, 0), (2, 0), (4, 0), (3, 1), (3, 2), (3, 3), (2, 3), (4, 3), (3, 4))
    }
    assert before - s.stack_count == 5 and s.roaming == 0
    assert all(s.stack[i] == NONE for i in range(s.stack_count, 60)), "no trace of drawn tiles"


@pytest.mark.parametrize(
    ("edge", "order"),
    [("W", "horse reindeer bison mammoth"), ("N", "bison horse mammoth reindeer"),
     ("E", "mammoth bison reindeer horse"), ("S", "reindeer mammoth horse bison")],
)  # fmt: skip
def test_priority_arrow(edge: str, order: str) -> None:
    """DG-4.1, DG-4.6, I24: scan and inner direction of the four edges; the arrow turns clockwise."""
    tiles = {(2, 2): "C13", (2, 4): "C14", (4, 2): "C15", (4, 4): "C16", (3, 2): "S1", (3, 4): "S2"}
    s = table(2, tiles, {(2, 2): "horse", (2, 4): "reindeer", (4, 2): "bison", (4, 4): "mammoth"}, edge=edge)
    names: list[str] = []
    from firstfire.games.doggerland.ground import scan_cell, species_at

    for number in range(49):
        species = species_at(s, scan_cell(s, BOX, number))
        names += [Species(species).name.lower()] if species != NONE else []
    assert " ".join(names) == order
    assert [BOX.next_edge[i] for i in range(4)] == [1, 2, 3, 0]


def test_migration_in_tight_rings() -> None:
    """R19, DG-4.4: a ring of one: it stays; all other tiles held: it ends on its own; passing others is free."""
    s = table(2, {(5, 5): "C13"}, {(5, 5): "bison"}, edge="W")
    migrate(s, BOX)
    assert herd(s, "bison") == {at(5, 5)}
    s = table(2, {(0, 0): "C15", (1, 0): "C15", (2, 0): "C15"}, {(0, 0): "horse", (1, 0): "bison", (2, 0): "mammoth"})
    s.tile[at(1, 0)], s.tile[at(2, 0)] = TILE.index("C18"), TILE.index("C28")
    migrate(s, BOX)
    assert herd(s, "horse") == {at(0, 0)}, "1 and 2 are held, back to its own tile"
    s = table(2, {(0, 0): "C15", (1, 0): "C18", (2, 0): "C28"}, {(0, 0): "horse", (1, 0): "bison"})
    migrate(s, BOX)
    assert herd(s, "horse") == {at(2, 0)} and herd(s, "bison") == {at(0, 0)}, (
        "the Bison is passed; then it wraps over (2,0)"
    )


def test_each_animal_moves_once() -> None:
    """DG-4.2, R19: an animal that arrives further on in the scan does not move again."""
    s = table(2, {(0, 0): "C15", (1, 0): "C18", (2, 0): "C28", (3, 0): "C31"}, {(0, 0): "bison"})
    migrate(s, BOX)
    assert herd(s, "bison") == {at(1, 0)}


def test_the_camp_has_an_arrow_of_its_own() -> None:
    """R20: an animal on the camp follows the direction chosen at setup."""
    for side, (x, y) in (("N", (3, 2)), ("E", (4, 3)), ("S", (3, 4)), ("W", (2, 3))):
        s = table(2, {(3, 2): "S3", (4, 3): "S4", (3, 4): "S5", (2, 3): "S6"}, {(3, 3): "mammoth"}, centre=side)
        migrate(s, BOX)
        assert herd(s, "mammoth") == {at(x, y)}


# --- phase 5


@pytest.mark.parametrize(
    ("fruit", "meat", "eats"),
    [
        (9, 9, {0, 1, 2, 3}), (0, 9, {3}), (3, 3, {2, 3}), (1, 3, {3}), (6, 0, {0}), (2, 1, {0}), (7, 1, {0, 1}),
    ],
)  # fmt: skip
def test_feeding_choices(fruit: int, meat: int, eats: set[int]) -> None:
    """DP6, DG-5.1, R33: minimal meals for six members; all is eaten when it is not enough."""
    from firstfire.games.doggerland.rounds import feed_options

    s = table(2)
    give(s, 0, fruit=fruit, meat=meat)
    options = feed_options(s, 0)
    assert {i for i in range(10) if (options >> i) & 1} == eats


def test_odd_mouths_may_waste_half_a_meat() -> None:
    """R33: seven members: 4 Meat alone, or 3 Meat and 1 Fruit, or less Meat and more Fruit."""
    from firstfire.games.doggerland.rounds import feed, feed_options

    s = table(2)
    s.clans[0].reserve, s.clans[0].hunters = 5, 5
    give(s, 0, fruit=7, meat=5)
    assert feed_options(s, 0) == 0b11111
    feed(s, BOX, 4)
    assert (sum(s.clans[0].fruit), sum(s.clans[0].meat)) == (7, 1)


def test_hunger_and_spoiling() -> None:
    """DG-5.1, I8: each food short is one Scarcity; food moves one bowl on, the third is lost; oldest eaten first."""
    from firstfire.games.doggerland.rounds import feed

    s = table(2)
    give(s, 0, fruit=1, meat=1)
    feed(s, BOX, 0)
    assert s.clans[0].scarcity == 3 and goods(s, 0).get("fruit", 0) == goods(s, 0).get("meat", 0) == 0
    s = table(2)
    clan = s.clans[0]
    give(s, 0, fruit=9, meat=2)
    clan.fruit[0], clan.fruit[1], clan.fruit[2] = 2, 3, 4
    clan.meat[1], clan.meat[2] = 1, 1
    feed(s, BOX, 1)
    assert list(clan.fruit) == [0, 2, 3] and list(clan.meat) == [0, 0, 1]
    s = table(2)
    clan = s.clans[0]
    give(s, 0, fruit=9, meat=0)
    clan.fruit[0], clan.fruit[1], clan.fruit[2] = 1, 1, 7
    feed(s, BOX, 0)
    assert list(clan.fruit) == [0, 1, 1] and "spoiled" in said(s)


def test_objectives_come_in_waves() -> None:
    """DG-5.2, R23, R51, I21: co-firsts 5 each, the next achievers 3 each, then nothing; one cube per clan."""
    s = table(4)
    objectives(s, "O5")
    finish = [s.clans[seat].levels for seat in range(4)]
    for seat in (0, 1):
        finish[seat][0] = finish[seat][1] = finish[seat][2] = 2
    award_objectives(s, BOX)
    assert (s.firsts[0], s.seconds[0]) == (0b0011, 0)
    award_objectives(s, BOX)
    assert (s.firsts[0], s.seconds[0]) == (0b0011, 0), "nobody new"
    finish[2][0] = finish[2][1] = finish[2][2] = 2
    award_objectives(s, BOX)
    finish[3][0] = finish[3][1] = finish[3][2] = 2
    award_objectives(s, BOX)
    assert (s.firsts[0], s.seconds[0]) == (0b0011, 0b0100)
    assert scores(s) == [11, 11, 9, 6]


@pytest.mark.parametrize(
    ("name", "fulfil"),
    [
        ("O1", lambda s: s.clans[0].__setattr__("reserve", 2)),
        ("O2", lambda s: setattr(s.clans[0], "hut", 0b11111)),
        ("O3", lambda s: [s.clans[0].homes.__setitem__(i, Home.PRESTIGIOUS) for i in (2, 3, 4)]),
        ("O4", lambda s: paint_all(s, 0, 1, 2, 3)),
        ("O5", lambda s: [s.clans[0].levels.__setitem__(i, 2) for i in range(3)]),
        ("O6", lambda s: setattr(s.clans[0], "made", 0b11111)),
        ("O7", lambda s: setattr(s.clans[0], "hut", 0b11100)),
    ],
)
def test_each_common_objective(name: str, fulfil: Any) -> None:
    """O1 to O7 (2.11, R27, R54, R59): not reached at the start, reached when fulfilled."""
    s = table(2, round=4)
    fresco(s, "F03", "F01", "F02", "F04")  # Mammoth, Horse, Bison; Reindeer
    objectives(s, name)
    award_objectives(s, BOX)
    assert s.firsts[0] == 0
    fulfil(s)
    award_objectives(s, BOX)
    assert s.firsts[0] == 1


def paint_all(s: Any, *slots: int) -> None:
    for slot in slots:
        paint(s, 0, slot)


def test_the_all_round_objective() -> None:
    """O8, R25, R26: a lodged birth, a Megalith, one warm and one cold painting, a Craft, a prestigious Habitat."""
    s = table(2, round=4)
    fresco(s, "F03", "F01", "F02", "F04")
    objectives(s, "O8")
    clan = s.clans[0]
    clan.hut, clan.made = 0b100, 1
    clan.homes[2] = Home.PRESTIGIOUS
    paint(s, 0, 0)
    paint(s, 0, 1)
    award_objectives(s, BOX)
    assert s.firsts[0] == 0, "no birth yet"
    clan.births = 1
    award_objectives(s, BOX)
    assert s.firsts[0] == 1


def test_spawning() -> None:
    """DG-5.4, R21, R56: both species of the season, only on tiles without animal, also under Villages; the reserve
    bounds it, filled in the order of the arrow."""
    tiles = {(4, 3): "S1", (2, 3): "S2", (3, 2): "C05", (3, 4): "C06", (4, 4): "C01"}
    s = table(2, tiles, {(3, 2): "bison"}, round=3, villages=((4, 3), (3, 3)))
    spawn(s, BOX)
    assert herd(s, "horse") == {at(4, 3), at(3, 4)} and herd(s, "reindeer") == {at(2, 3)}
    assert herd(s, "bison") == {at(3, 2)}
    s = table(2, tiles, round=3, edge="W")
    s.clans[0].memory[Species.HORSE], s.clans[1].memory[Species.HORSE] = 3, 2
    spawn(s, BOX)
    assert herd(s, "horse") == {at(3, 2), at(3, 4)}, "two meeples left, column by column"


def test_fresco_pace_and_craft_refill() -> None:
    """DG-5.5, DG-5.6, R22, R30, I19: one tile more each round; Crafts filled up as far as the stack goes."""
    s = table(2)
    crafts(s, "K2", stack=("K7", "Y1"))
    for seat in range(2):
        give(s, seat, fruit=6, meat=0)
    play(s, "pass", "pass")
    assert s.fresco_up == 2 and [s.craft[i] for i in range(3)] == [1, 6, 9]
    s = table(2)
    crafts(s, "K2", stack=("K7",))
    s.clans[0].made = ((1 << 18) - 1) & ~(1 << 1) & ~(1 << 6)
    s.craft_count = 1
    s.craft_stack[0] = 6
    refill_crafts(s, BOX)
    assert [s.craft[i] for i in range(3)] == [1, 6, NONE]


def test_village_moves() -> None:
    """DG-5.7, R43: two steps over any tiles, not over gaps; no enemy piece on arrival; animals do not matter."""
    s = table(
        2, {(4, 3): "S3", (5, 3): "S5", (6, 3): "C13", (3, 1): "S4"}, {(5, 3): "horse"}, villages=((3, 3), (4, 3))
    )
    s.phase, s.turn = Phase.MOVE, 0
    assert texts(s) == {f"village to {cell(5, 3)}", "village stays"}
    s.clans[1].megaliths = 1 << at(5, 3)
    assert texts(s) == {"village stays"}


def test_the_pawn_passes() -> None:
    """DG-5.8: without H4 the next clan clockwise begins; moves are made before that in the old order."""
    s = table(3, first=2)
    for seat in range(3):
        give(s, seat, fruit=6, meat=0)
    play(s, "pass", "pass", "pass")
    assert s.phase == Phase.MOVE and s.player == 2
    play(s, "village stays", "village stays", "village stays")
    assert s.first == s.player == 0


@pytest.mark.parametrize(("length", "rounds"), [("full", 8), ("short", 6)])
def test_the_last_round(length: str, rounds: int) -> None:
    """DG-5.3, R28, 7.1: after feeding and objectives of round 8 (6) the game is over: no spawning, no moves."""
    s = table(2, {(4, 3): "S1"}, round=rounds, length=length)
    s.last_round = rounds
    for seat in range(2):
        give(s, seat, fruit=6, meat=0)
    play(s, "pass", "pass")
    assert s.over and GAME.endings[s.ending] == "scored" and s.round == rounds and s.roaming == 0


# --- scoring (6)


def test_final_score() -> None:
    """6, I25: members, Habitats, Crafts, Megaliths, objectives, paintings, lines, Scarcity."""
    s = table(2, round=4)
    fresco(s, "F01", "F02", "F03", "F04")
    clan = s.clans[0]
    clan.homes[2], clan.homes[3] = Home.SIMPLE, Home.PRESTIGIOUS
    clan.made = (1 << 0) | (1 << 17)  # 3 + 6
    clan.hut = (1 << Hut.MENHIR) | (1 << Hut.DOLMEN) | (1 << Hut.TRADE)
    clan.menhirs[0] = clan.menhirs[2] = at(3, 3)
    s.firsts[0], s.seconds[1], s.firsts[1] = 1, 1, 2
    paint(s, 0, 1, 2)  # two cubes on a Horse, centre line
    paint(s, 1, 4)  # Bison, centre line
    paint(s, 0, 6)  # Mammoth, top line
    clan.scarcity = 3
    assert scores(s)[0] == 6 + (1 + 3) + (3 + 6) + (6 + 10) + (5 + 3) + (2 * 1 + 4) + (4 + 4) - 6
    assert scores(s)[1] == 6 + 5 + 3 + 2


@pytest.mark.parametrize(
    ("change_of", "expected"),
    [
        ({}, [1, 1]),
        ({"wood": 1}, [1, 2]),
        ({"fruit": 4}, [1, 2]),
        ({"tool": 2}, [2, 1]),
    ],
)
def test_ties(change_of: dict[str, int], expected: list[int]) -> None:
    """6, R29: more stock (food and Tools included), then less Scarcity, else shared."""
    s = table(2)
    give(s, 0, **change_of)
    assert ranks(s) == expected


def test_scarcity_breaks_the_last_tie() -> None:
    """6: equal points and stock: fewer Scarcity units win."""
    s = table(2)
    s.clans[0].scarcity = 1
    s.clans[0].homes[2] = s.clans[0].homes[3] = Home.SIMPLE
    assert scores(s) == [6, 6] and ranks(s) == [2, 1]


def test_line_ties_are_dense() -> None:
    """R24: two clans tied for first get 4 each, the next count gets 2."""
    s = table(3, round=5)
    for seat, places in enumerate(((0, 1), (2, 3), (4,))):
        for place in places:
            paint(s, seat, 3 * place)
    from firstfire.games.doggerland.scoring import majority

    assert [majority(s, BOX, seat, 0) for seat in range(3)] == [4, 4, 2]


# --- the short game (7.1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_short_setup(seats: int) -> None:
    """7.1 steps 1, 2: the cross of C01 to C04, pairs opposite, without animals; 4 Fruit and 4 Meat; six rounds."""
    seen = set()
    for seed in range(12):
        s = new(seats, seed, length="short")
        x, y = BOX.columns[seats] // 2, 3
        arms = [TILE.values[s.tile[at(x + dx, y + dy)]] for dx, dy in ((0, -2), (2, 0), (0, 2), (-2, 0))]
        assert sorted(arms) == ["C01", "C02", "C03", "C04"]
        assert {arms[0], arms[2]} in ({"C01", "C02"}, {"C03", "C04"})
        assert s.roaming.bit_count() == 2 and s.last_round == 6 and s.stack_count == (56 if seats == 4 else 36)
        assert list(s.clans[0].fruit) == [4, 0, 0] and list(s.clans[0].meat) == [0, 4, 0]
        seen.add(tuple(arms))
    assert len(seen) > 3


def test_short_gifts_and_lesson() -> None:
    """7.1 steps 3, 4, DP8, R40: three goods in any mix, clan by clan; then one paid upgrade or none; no Tools made."""
    s = new(2, 3, length="short")
    first = s.first
    assert texts(s) == {"pick wood", "pick stone", "pick fur", "pick bone"}
    play(s, "pick stone", "pick stone", "pick stone")
    assert s.player == 1 - first
    tools = s.clans[first].goods[Good.TOOL]
    play(s, "pick bone", "pick bone", "pick bone")
    assert s.phase == Phase.LEARN and s.player == first and texts(s) == {"learn tools", "learn nothing"}
    play(s, "learn tools")
    assert s.clans[first].levels[2] == 1 and s.clans[first].goods[Good.TOOL] == tools
    assert s.phase == Phase.PROGRAM and s.player == first, "the other clan can pay no upgrade"


# --- bookkeeping


def test_cells_and_the_step_machine_rest() -> None:
    """After every decision the table waits for a player: no step is left over."""
    s = new(3, 9)
    for _ in range(40):
        play(s, sorted(texts(s))[s.ply % len(texts(s))])
        assert s.step == Step.WAIT or s.over


def test_resource_symbols() -> None:
    """R55, 2.4: five resource symbols, two of them double; no tile yields Meat, Fur or Bone alone."""
    alone = {BOX.yields[shows][0] for shows in range(Shows.WOOD, 10) if BOX.yields[shows][1] == NONE}
    assert alone == {Good.WOOD, Good.STONE, Good.FRUIT}
    totals: dict[tuple[int, int], int] = {}
    for i in range(1, 69):
        key = (BOX.shows[i], BOX.quantity[i])
        totals[key] = totals.get(key, 0) + 1
    assert totals == {
        (1, 0): 4, (2, 0): 4, (3, 0): 5, (4, 0): 4, (5, 1): 7, (5, 2): 7, (6, 1): 6, (6, 2): 7, (7, 2): 5, (7, 3): 5,
        (8, 1): 7, (9, 1): 7,
    }  # fmt: skip
    assert [sum(BOX.arrow[i] == side for i in range(1, 69)) for side in range(4)] == [17, 17, 17, 17]


def test_goods_brought_home_pay_for_the_next_action() -> None:
    """DG-3.3, DG-3.4: the group is home, its Tool is gone, and its Wood builds at once."""
    s = table(2, {(4, 3): "S3"})
    give(s, 0, stone=1, tool=2)
    play(s, "habitat with hunter", "pass", f"go to {cell(4, 3)}", "send hunter+tool")
    assert (s.clans[0].hunters, goods(s, 0).get("tool", 0)) == (2, 0)
    resolving(s)
    assert not legal(s, "resolve habitat by member")
    play(s, f"resolve {cell(4, 3)}")
    assert (s.clans[0].hunters, goods(s, 0)["wood"], goods(s, 0).get("tool", 0)) == (3, 2, 0)
    play(s, "resolve habitat by member", "raise simple on bare")
    assert goods(s, 0)["wood"] == 1 and s.clans[0].homes[2] == Home.SIMPLE


def test_clans_resolve_one_after_the_other() -> None:
    """DG-3.1: clans resolve one after the other from the pawn."""
    s = table(2, {(4, 3): "S3", (2, 3): "S4"}, first=1)
    play(s, f"go to {cell(4, 3)}", "send hunter", f"go to {cell(2, 3)}", "send hunter")
    resolving(s, 1)
    play(s, f"resolve {cell(4, 3)}")
    assert s.player == 0
