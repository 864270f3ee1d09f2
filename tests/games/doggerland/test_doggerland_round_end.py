"""Rule by rule: reveal, migration, the end of a round, scoring; and their rulings."""

from __future__ import annotations

from typing import Any

import pytest

from firstfire.games.doggerland import GAME
from firstfire.games.doggerland.actions import TILE
from firstfire.games.doggerland.rules.animals import migrate, reveal_terrain, spawn
from firstfire.games.doggerland.rules.rounds import award_objectives, refill_crafts
from firstfire.games.doggerland.state import NONE, Home, Hut, Phase, Species

from .reading import BOX, at, cell, goods, herd, owning, painted, play, put, ranks, said, scores, table, texts

# --- phases 2, 4


def test_reveal_stays_inside_the_grid() -> None:
    """DG-2, DG-M3, R44: no tile outside the board; new tiles do not reveal; no animal appears."""
    s = table("tile=[d4:T00 d3:S3 d2:S4 d1:S5] clans.0.village=d1 clans.1.village=d4 stack.top=[S6]")
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
    s = table(
        f"edge={edge} first_edge={edge} tile=[d4:T00 c3:C13 c5:C14 e3:C15 e5:C16 d3:S1 d5:S2]",
        "beast=[c3:horse1 c5:reindeer1 e3:bison1 e5:mammoth1]",
    )
    names: list[str] = []
    from firstfire.games.doggerland.rules.ground import scan_cell, species_at

    for number in range(49):
        species = species_at(s, scan_cell(s, BOX, number))
        names += [Species(species).name.lower()] if species != NONE else []
    assert " ".join(names) == order
    assert [BOX.next_edge[i] for i in range(4)] == [1, 2, 3, 0]


def test_migration_in_tight_rings() -> None:
    """R19, DG-4.4: a ring of one: it stays; all other tiles held: it ends on its own; passing others is free."""
    s = table("tile=[d4:T00 f6:C13] beast=[f6:bison1]")
    migrate(s, BOX)
    assert herd(s, "bison") == {at(5, 5)}
    s = table("tile=[d4:T00 a1:C15 b1:C15 c1:C15] beast=[a1:horse1 b1:bison1 c1:mammoth1]")
    s.tile[at(1, 0)], s.tile[at(2, 0)] = TILE.index("C18"), TILE.index("C28")
    migrate(s, BOX)
    assert herd(s, "horse") == {at(0, 0)}, "1 and 2 are held, back to its own tile"
    s = table("tile=[d4:T00 a1:C15 b1:C18 c1:C28] beast=[a1:horse1 b1:bison1]")
    migrate(s, BOX)
    assert herd(s, "horse") == {at(2, 0)} and herd(s, "bison") == {at(0, 0)}, (
        "the Bison is passed; then it wraps over (2,0)"
    )


def test_each_animal_moves_once() -> None:
    """DG-4.2, R19: an animal that arrives further on in the scan does not move again."""
    s = table("tile=[d4:T00 a1:C15 b1:C18 c1:C28 d1:C31] beast=[a1:bison1]")
    migrate(s, BOX)
    assert herd(s, "bison") == {at(1, 0)}


def test_the_camp_has_an_arrow_of_its_own() -> None:
    """R20: an animal on the camp follows the direction chosen at setup."""
    for side, (x, y) in (("N", (3, 2)), ("E", (4, 3)), ("S", (3, 4)), ("W", (2, 3))):
        s = table(f"tile=[d4:T00 d3:S3 e4:S4 d5:S5 c4:S6] beast=[d4:mammoth1] centre_arrow={side}")
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
    from firstfire.games.doggerland.rules.rounds import feed_options

    s = table(f"clans.0.goods.fruit={fruit} clans.0.fruit=[{fruit}] clans.0.goods.meat={meat} clans.0.meat=[0 {meat}]")
    options = feed_options(s)
    assert {i for i in range(10) if (options >> i) & 1} == eats


def test_odd_mouths_may_waste_half_a_meat() -> None:
    """R33: seven members: 4 Meat alone, or 3 Meat and 1 Fruit, or less Meat and more Fruit."""
    from firstfire.games.doggerland.rules.rounds import feed, feed_options

    s = table()
    s.clans[0].reserve, s.clans[0].hunters = 5, 5
    put(s, "clans.0.goods.fruit=7 clans.0.fruit=[7] clans.0.goods.meat=5 clans.0.meat=[0 5]")
    assert feed_options(s) == 0b11111
    feed(s, BOX, 4)
    assert (sum(s.clans[0].fruit), sum(s.clans[0].meat)) == (7, 1)


def test_hunger_and_spoiling() -> None:
    """DG-5.1, I8: each food short is one Scarcity; food moves one bowl on, the third is lost; oldest eaten first."""
    from firstfire.games.doggerland.rules.rounds import feed

    s = table("clans.0.goods.fruit=1 clans.0.fruit=[1] clans.0.goods.meat=1 clans.0.meat=[0 1]")
    feed(s, BOX, 0)
    assert s.clans[0].scarcity == 3 and goods(s, 0).get("fruit", 0) == goods(s, 0).get("meat", 0) == 0
    hungry = [note for note, kind in zip(s.notes, said(s), strict=False) if kind == "hungry"]
    assert [(note.seat, note.a) for note in hungry] == [(0, 3)]
    s = table()
    clan = s.clans[0]
    put(s, "clans.0.goods.fruit=9 clans.0.fruit=[9] clans.0.goods.meat=2 clans.0.meat=[0 2]")
    clan.fruit[0], clan.fruit[1], clan.fruit[2] = 2, 3, 4
    clan.meat[1], clan.meat[2] = 1, 1
    feed(s, BOX, 1)
    assert list(clan.fruit) == [0, 2, 3] and list(clan.meat) == [0, 0, 1]
    s = table()
    clan = s.clans[0]
    put(s, "clans.0.goods.fruit=9 clans.0.fruit=[9] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    clan.fruit[0], clan.fruit[1], clan.fruit[2] = 1, 1, 7
    feed(s, BOX, 0)
    assert list(clan.fruit) == [0, 1, 1] and "spoiled" in said(s)


def test_objectives_come_in_waves() -> None:
    """DG-5.2, R23, R51, I21: co-firsts 5 each, the next achievers 3 each, then nothing; one cube per clan."""
    s = table("players=4 objectives=[O5 O1 O2 O3]")
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
    """O1 to O7 (DG-M11, R27, R54, R59): not reached at the start, reached when fulfilled."""
    others = [other for other in ("O1", "O2", "O3", "O4") if other != name][:3]
    s = table(f"first_edge=N round=4 fresco=[F03 F01 F02 F04] fresco_up=4 objectives=[{' '.join([name, *others])}]")
    award_objectives(s, BOX)
    assert s.firsts[0] == 0
    fulfil(s)
    award_objectives(s, BOX)
    assert s.firsts[0] == 1


def paint_all(s: Any, *slots: int) -> None:
    for slot in slots:
        put(s, painted(0, slot))


def test_the_all_round_objective() -> None:
    """O8, R25, R26: a lodged birth, a Megalith, one warm and one cold painting, a Craft, a prestigious Habitat."""
    s = table("first_edge=N round=4 fresco=[F03 F01 F02 F04] fresco_up=4 objectives=[O8 O1 O2 O3]")
    clan = s.clans[0]
    clan.hut, clan.made = 0b100, 1
    clan.homes[2] = Home.PRESTIGIOUS
    put(s, "cubes.1-top=1 painter.1-top=0 cubes.1-centre=1 painter.1-centre=0")
    award_objectives(s, BOX)
    assert s.firsts[0] == 0, "no birth yet"
    clan.births = 1
    award_objectives(s, BOX)
    assert s.firsts[0] == 1


def test_spawning() -> None:
    """DG-5.4, R21, R56: both species of the season, only on tiles without animal, also under Villages; the reserve
    bounds it, filled in the order of the arrow."""
    tiles = "e4:S1 c4:S2 d3:C05 d5:C06 e5:C01"
    s = table(
        f"tile=[d4:T00 {tiles}] beast=[d3:bison1] first_edge=E round=3 fresco_up=3 clans.0.village=e4",
        "clans.1.village=d4",
    )
    spawn(s, BOX)
    assert herd(s, "horse") == {at(4, 3), at(3, 4)} and herd(s, "reindeer") == {at(2, 3)}
    assert herd(s, "bison") == {at(3, 2)}
    s = table(f"tile=[d4:T00 {tiles}] first_edge=E round=3 fresco_up=3")
    s.clans[0].memory[Species.HORSE], s.clans[1].memory[Species.HORSE] = 3, 2
    spawn(s, BOX)
    assert herd(s, "horse") == {at(3, 2), at(3, 4)}, "two meeples left, column by column"


def test_fresco_pace_and_craft_refill() -> None:
    """DG-5.5, DG-5.6, R22, R30, I19: one tile more each round; Crafts filled up as far as the stack goes."""
    s = table("craft=[K2] craft_stack.top=[K7 Y1]")
    for seat in range(2):
        put(s, f"clans.{seat}.goods.fruit=6 clans.{seat}.fruit=[6] clans.{seat}.goods.meat=0 clans.{seat}.meat=[0 0]")
    play(s, "pass", "pass")
    assert s.fresco_up == 2 and [s.craft[i] for i in range(3)] == [1, 6, 9]
    s = table("craft=[K2] craft_stack.top=[K7]")
    s.clans[0].made = ((1 << 18) - 1) & ~(1 << 1) & ~(1 << 6)
    s.craft_count = 1
    s.craft_stack[0] = 6
    refill_crafts(s, BOX)
    assert [s.craft[i] for i in range(3)] == [1, 6, NONE]


def test_village_moves() -> None:
    """DG-5.7, DP7, R43: two steps over any tiles, not over gaps; no enemy piece on arrival; animals do not matter."""
    s = table("tile=[d4:T00 e4:S3 f4:S5 g4:C13 d2:S4] beast=[f4:horse1] clans.0.village=d4 clans.1.village=e4")
    s.phase, s.turn = Phase.MOVE, 0
    assert texts(s) == {f"village to {cell(5, 3)}", "village stays"}
    s.clans[1].megaliths = 1 << at(5, 3)
    assert texts(s) == {"village stays"}


def test_the_pawn_passes() -> None:
    """DG-5.8: without H4 the next clan clockwise begins; moves are made before that in the old order."""
    s = table("players=3 first=2 player=2 lead=2")
    for seat in range(3):
        put(s, f"clans.{seat}.goods.fruit=6 clans.{seat}.fruit=[6] clans.{seat}.goods.meat=0 clans.{seat}.meat=[0 0]")
    play(s, "pass", "pass", "pass")
    assert s.phase == Phase.MOVE and s.player == 2
    play(s, "village stays", "village stays", "village stays")
    assert s.first == s.player == 0


@pytest.mark.parametrize(("length", "rounds"), [("full", 8), ("short", 6)])
def test_the_last_round(length: str, rounds: int) -> None:
    """DG-5.3, R28, DG-V1: after feeding and objectives of round 8 (6) the game is over: no spawning, no moves."""
    s = table(
        f"options={{length={length}}} round={rounds} last_round={rounds} first_edge={'_WSENWSEN'[rounds]} fresco_up=4",
        "tile=[d4:T00 e4:S1]",
    )
    for seat in range(2):
        put(s, f"clans.{seat}.goods.fruit=6 clans.{seat}.fruit=[6] clans.{seat}.goods.meat=0 clans.{seat}.meat=[0 0]")
    play(s, "pass", "pass")
    assert s.over and GAME.endings[s.ending] == "scored" and s.round == rounds and s.roaming == 0


# --- scoring (6)


def test_final_score() -> None:
    """6, I25: members, Habitats, Crafts, Megaliths, objectives, paintings, lines, Scarcity."""
    s = table("first_edge=N round=4 fresco=[F01 F02 F03 F04] fresco_up=4")
    clan = s.clans[0]
    clan.homes[2], clan.homes[3] = Home.SIMPLE, Home.PRESTIGIOUS
    clan.made = (1 << 0) | (1 << 17)  # 3 + 6
    clan.hut = (1 << Hut.MENHIR) | (1 << Hut.DOLMEN) | (1 << Hut.TRADE)
    clan.menhirs[0] = clan.menhirs[2] = at(3, 3)
    s.firsts[0], s.seconds[1], s.firsts[1] = 1, 1, 2
    put(
        s, "cubes.1-centre=2 painter.1-centre=0 cubes.2-centre=1 painter.2-centre=1 cubes.3-top=1 painter.3-top=0"
    )  # Mammoth, top line
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
    s = table(owning(0, **change_of))
    assert ranks(s) == expected


def test_scarcity_breaks_the_last_tie() -> None:
    """6: equal points and stock: fewer Scarcity units win."""
    s = table()
    s.clans[0].scarcity = 1
    s.clans[0].homes[2] = s.clans[0].homes[3] = Home.SIMPLE
    assert scores(s) == [6, 6] and ranks(s) == [2, 1]


def test_line_ties_are_dense() -> None:
    """R24: two clans tied for first get 4 each, the next count gets 2."""
    s = table("players=3 round=5 fresco_up=5")
    for seat, places in enumerate(((0, 1), (2, 3), (4,))):
        for place in places:
            put(s, painted(seat, 3 * place))
    from firstfire.games.doggerland.rules.scoring import majority

    assert [majority(s, BOX, seat, 0) for seat in range(3)] == [4, 4, 2]
