"""Rule by rule: setup, programming, the short game, what is told; and their rulings."""

from __future__ import annotations

import pytest

from firstfire.errors import BadSetup
from firstfire.games.doggerland import GAME
from firstfire.games.doggerland.actions import TILE
from firstfire.games.doggerland.rules.clan import beds, members
from firstfire.games.doggerland.state import NONE, Good, Home, Hut, Phase, Shows, Step, TileSet

from .reading import BOX, ENGINE, at, cell, change, goods, legal, new, play, resolving, table, texts

# --- setup (3)


@pytest.mark.parametrize(
    ("seats", "columns", "stack", "fresco_tiles", "visible", "goals"),
    [(1, 9, 60, 6, 5, 0), (2, 7, 40, 4, 3, 4), (3, 7, 40, 5, 4, 4), (4, 9, 60, 6, 5, 4)],
)
def test_setup_by_player_count(
    seats: int, columns: int, stack: int, fresco_tiles: int, visible: int, goals: int
) -> None:
    """DG-U1, DG-U2, DG-M2: board side, stack, Fresco tiles, Crafts, objectives; round 1 is warm, one Fresco tile up."""
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
    """DG-U1 steps 12 to 14: 3 Fur, 3 Tools, 3 Fruit, 3 Meat, less for the first seats; six members, six beds."""
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
    """R20, DG-N1: first player, camp arrow, arrow edge, tiles, objectives, Fresco and Crafts are drawn."""
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
    """DG-V1, DG-S1: no short solo game, no difficulty for several; the settings are named in the refusal."""
    for seats, options in ((1, {"length": "short"}), (2, {"difficulty": "hard"})):
        with pytest.raises(BadSetup, match=next(iter(options))):
            ENGINE.new(seats, 1, options=options)
    with pytest.raises(BadSetup):
        ENGINE.new(5, 1)
    assert GAME.seats == (1, 2, 3, 4)


# --- phase 1 (DG-1)


def test_turns_go_clockwise_and_a_pass_is_final() -> None:
    """DG-1.1, DP1, DG-T1, R36: one action a turn, clockwise; who passed is out; nobody at home means a pass."""
    s = table("players=3 first=1 player=1 lead=1")
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
    s = table()
    play(s, "habitat with chief", "pass")
    assert not [text for text in texts(s) if "chief" in text]


def test_scarcity_only_for_what_is_missing() -> None:
    """DG-1.3, DG-1.4, R1, R2: an owned Tool is always paid; a missing one is one Scarcity, any number of times."""
    s = table("first_edge=S round=2 fresco_up=2 clans.0.goods.tool=1 clans.0.goods.fur=0")
    found = change(s, "habitat with hunter")
    assert found["clans.0.scarcity"] == (0, 1) and found["clans.0.goods.6"] == (1, 0)
    play(s, "pass", "habitat with hunter", "habitat with hunter")
    assert s.clans[0].scarcity == 5
    s = table("tile=[d4:T00 e4:S3] clans.0.goods.tool=0")
    play(s, f"go to {cell(4, 3)}")
    assert not [text for text in texts(s) if "tool" in text], "expedition Tools must be owned"


def test_resolution_costs_need_not_be_owned_yet() -> None:
    """DG-1.5, R8: programming what cannot be paid yet is legal; what can never be done is not."""
    s = table()
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
    s = table("fresco=[F01 F02 F03 F04] fresco_up=2")
    play(s, "birth of hunter+hunter", "pass")
    assert not [text for text in texts(s) if text.startswith("birth")]
    play(s, "capacity range with hunter")
    assert not [text for text in texts(s) if text.startswith("capacity range")]
    s = table()
    play(s, "craft 1 with chief", "pass", "craft 2 with hunter")
    assert not [text for text in texts(s) if text.startswith("craft")], "two at most"
    assert [text for text in texts(s) if text.startswith("fresco 1-top")], "paintings have their own limit"
    s = table()
    play(s, "craft 1 with hunter", "pass")
    assert {text for text in texts(s) if text.startswith("craft")} == {"craft 2 with chief", "craft 3 with chief"}
    play(s, "craft 2 with chief", "fresco 1-top with hunter")
    assert not [text for text in texts(s) if text.startswith("fresco")], "there is one Chief"


# --- the short game (DG-V1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_short_setup(seats: int) -> None:
    """DG-V1 steps 1, 2: the cross of C01 to C04, pairs opposite, without animals; 4 Fruit and 4 Meat; six rounds."""
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
    """DG-V1 steps 3, 4, DP8, R40: three goods in any mix, clan by clan; then one paid upgrade or none, no Tools."""
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
    """R55, DG-M4: five resource symbols, two of them double; no tile yields Meat, Fur or Bone alone."""
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
    s = table("tile=[d4:T00 e4:S3] clans.0.goods.stone=1 clans.0.goods.tool=2")
    play(s, "habitat with hunter", "pass", f"go to {cell(4, 3)}", "send hunter+tool")
    assert (s.clans[0].hunters, goods(s, 0).get("tool", 0)) == (2, 0)
    resolving(s)
    assert not legal(s, "resolve habitat by member")
    play(s, f"resolve {cell(4, 3)}")
    assert (s.clans[0].hunters, goods(s, 0)["wood"], goods(s, 0).get("tool", 0)) == (3, 2, 0)
    play(s, "resolve habitat by member", "raise simple on bare")
    assert goods(s, 0)["wood"] == 1 and s.clans[0].homes[2] == Home.SIMPLE


def test_clans_resolve_one_after_the_other() -> None:
    """DG-3.1, DP2: clans resolve one after the other from the pawn."""
    s = table("tile=[d4:T00 e4:S3 c4:S4] first=1 player=1 lead=1")
    play(s, f"go to {cell(4, 3)}", "send hunter", f"go to {cell(2, 3)}", "send hunter")
    resolving(s, 1)
    play(s, f"resolve {cell(4, 3)}")
    assert s.player == 0
