"""The solo mode, card by card (DG-S6): what each of the thirty does."""

from __future__ import annotations

from typing import Any

import pytest

from firstfire.games.doggerland.actions import CARD
from firstfire.games.doggerland.rules.clan import beds, members, send_chiefs, transport_of
from firstfire.games.doggerland.rules.ground import range_of
from firstfire.games.doggerland.rules.programming import can_hunt
from firstfire.games.doggerland.rules.rounds import feed
from firstfire.games.doggerland.state import Good, Home, Phase, White

from .reading import (
    BOX,
    ENGINE,
    LAND,
    at,
    cell,
    gained,
    goods,
    herd,
    legal,
    painted,
    play,
    put,
    said,
    table,
    texts,
    turned,
)

# --- the cards


def test_mandatory_marks() -> None:
    """DG-S6: 14 mandatory and 16 optional events; each rival action on 10 cards; hut locations blocked 6 to 9 times."""
    assert sum(BOX.mandatory[i] for i in range(30)) == 14
    assert [sum(BOX.rival_action[i] == action for i in range(30)) for action in range(3)] == [10, 10, 10]
    blocked = [sum(location in (BOX.shamans[i][0], BOX.shamans[i][1]) for i in range(30)) for location in range(8)]
    assert min(blocked) >= 6 and max(blocked) <= 9


def test_an_optional_event_may_be_declined() -> None:
    """DG-S4 phase 1, DP9: now or never; then the rivals act and the player programs."""
    s = turned("SC08")
    assert texts(s) == {"use event", "decline event"}
    play(s, "decline event")
    assert s.phase == Phase.PROGRAM and "wood" not in goods(s, 0) and s.hut == (1 << 6) | (1 << 7)


def test_sc01_bitter_cold() -> None:
    """SC01: cold costs in a warm season until the end of phase 1; in the cold 1 Fur goes, if there is one (E32)."""
    s = turned("SC01")
    play(s, "habitat with hunter")
    assert goods(s, 0)["fur"] == 2
    play(s, "pass")
    assert s.solo.cold_costs == 0
    s = turned("SC01", table(LAND, "first_edge=S round=2 fresco_up=2"))
    assert goods(s, 0)["fur"] == 2 and s.solo.cold_costs == 0


def test_sc02_mild_spell() -> None:
    """SC02: no Fur due in the cold; in the warmth 1 Fur."""
    s = play(turned("SC02", table(LAND, "first_edge=S round=2 fresco_up=2")), "use event", "habitat with hunter")
    assert goods(s, 0)["fur"] == 3
    assert goods(play(turned("SC02"), "use event"), 0)["fur"] == 4


def test_sc03_lone_wanderer() -> None:
    """SC03, R39: one more Hunter-Gatherer for work and reveal; no birth, no hut, no bed, no food, no objective."""
    s = play(turned("SC03"), "use event")
    clan = s.clans[0]
    assert (clan.hunters, members(clan), s.solo.white_hunter) == (5, 6, White.HOME)
    clan.reserve += 4
    clan.hunters = 1
    assert not {text for text in texts(s) if "hunter" in text and text.startswith("birth")}
    play(s, "hut H4")
    assert s.phase == Phase.PROGRAM
    s = play(turned("SC03"), "use event", f"go to {cell(5, 3)}", "send 3hunters")
    assert s.solo.white_hunter == White.AWAY and s.clans[0].hunters == 2
    put(s, "clans.0.goods.fruit=6 clans.0.fruit=[6] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "pass", f"resolve {cell(5, 3)}")
    assert gained(s, 0) == {"wood": 6} and s.clans[0].hunters == 4 and s.solo.white_hunter == White.ABSENT
    assert s.clans[0].scarcity == 0


def test_sc03_the_white_one_is_no_twin_partner() -> None:
    """R39: H6 needs a partner of the clan."""
    s = play(turned("SC03"), "use event")
    s.clans[0].reserve += 4
    s.clans[0].hunters = 1
    s.clans[0].chiefs = 0
    assert not legal(s, "hut H6")


def test_sc04_visiting_chief() -> None:
    """SC04, R38, R39: 1 Meat or 2 Fruit; a second Chief: two in a hunt, saves Wood, allows the second Craft."""
    s = turned("SC04")
    play(s, "use event")
    assert texts(s) == {"host for meat", "host for fruit"}
    play(s, "host for fruit")
    assert goods(s, 0)["fruit"] == 1 and s.clans[0].chiefs == 2
    put(s, "craft=[K1 Y1 K2 Y2 K3]")
    play(s, "craft 1 with chief", "craft 2 with hunter")
    assert not {text for text in texts(s) if text.startswith("craft")}, "the limit of two stays"
    assert s.solo.white_chief == White.AWAY
    assert legal(s, "birth of hunter+chief"), "the clan's own Chief is still at home"
    s = turned("SC04", fruit=0, meat=1)
    play(s, "use event")
    assert s.phase == Phase.PROGRAM and s.clans[0].chiefs == 2, "one price: nothing to choose"
    assert turned("SC04", table(LAND), fruit=1, meat=0).phase == Phase.PROGRAM, "cannot be paid: passed over"


def test_sc05_foundling() -> None:
    """SC05: a newborn from the reserve; a birth if it is lodged."""
    s = turned("SC05")
    s.clans[0].homes[2] = Home.SIMPLE
    play(s, "use event")
    assert (s.clans[0].newborns, s.clans[0].reserve) == (1, 5)
    put(s, "clans.0.goods.fruit=6 clans.0.fruit=[6] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "pass")
    assert s.clans[0].births == 1 and members(s.clans[0]) == 7


def test_sc06_passing_traders() -> None:
    """SC06: the hut's barter without offering."""
    s = play(turned("SC06"), "use event", "barter fur+fur", "for wood", "barter fruit+meat", "for bone", "stop trading")
    assert goods(s, 0) == {"wood": 1, "fruit": 2, "meat": 2, "fur": 1, "bone": 1, "tool": 3} and s.clans[0].hut == 0
    assert s.phase == Phase.PROGRAM


def test_sc07_great_gathering() -> None:
    """SC07: up to three swaps one for one, no Tools."""
    s = play(turned("SC07"), "use event")
    assert "swap tool" not in texts(s)
    play(s, "swap fur")
    assert "for fur" not in texts(s)
    play(s, "for wood", "swap fur", "for stone", "swap meat", "for bone")
    assert s.phase == Phase.PROGRAM and goods(s, 0) == {
        "wood": 1,
        "stone": 1,
        "bone": 1,
        "fruit": 3,
        "meat": 2,
        "fur": 1,
        "tool": 3,
    }


@pytest.mark.parametrize(
    ("name", "gain"),
    [
        ("SC08", {"wood": 2}),
        ("SC09", {"stone": 2}),
        ("SC10", {"meat": 2, "bone": 1}),
        ("SC11", {"fruit": 3}),
        ("SC12", {"tool": 1, "bone": 1, "fur": 1}),
    ],
)
def test_gifts(name: str, gain: dict[str, int]) -> None:
    """SC08 to SC12."""
    assert gained(play(turned(name), "use event"), 0) == gain


@pytest.mark.parametrize(("name", "value"), [("SC13", 3), ("SC26", 1)])
def test_range_events(name: str, value: int) -> None:
    """SC13, SC26: Range shifted in phases 1 and 3, never below 1; over at the end of phase 3."""
    s = turned(name)
    if s.phase == Phase.EVENT:
        play(s, "use event")
    assert range_of(s, BOX, 0) == value
    s.solo.range_shift = -9
    assert range_of(s, BOX, 0) == 1
    put(s, "clans.0.goods.fruit=6 clans.0.fruit=[6] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "pass")
    assert range_of(s, BOX, 0) == 2


@pytest.mark.parametrize(("name", "value"), [("SC14", 3), ("SC27", 1)])
def test_transport_events(name: str, value: int) -> None:
    """SC14, SC27: Transport shifted until the end of phase 3."""
    s = turned(name)
    if s.phase == Phase.EVENT:
        play(s, "use event")
    assert transport_of(s, BOX, 0) == value
    put(s, "clans.0.goods.fruit=0 clans.0.fruit=[0] clans.0.goods.meat=3 clans.0.meat=[0 3]")
    play(s, f"go to {cell(6, 3) if value == 3 else cell(5, 3)}", "send 2hunters", "pass")
    play(s, f"resolve {cell(6, 3) if value == 3 else cell(5, 3)}")
    assert sum(gained(s, 0).values()) == (4 if value == 3 else 2) and transport_of(s, BOX, 0) == 2


def test_sc15_spirits_favour() -> None:
    """SC15: no offering this round; a Megalith still costs."""
    s = play(turned("SC15", fur=0, meat=0), "use event", "hut H4", "pass", "resolve hut", "village stays")
    assert s.clans[0].hut == 1 << 5
    s = play(turned("SC15"), "use event", "hut H3A", "pass")
    assert s.clans[0].hut == 0 and s.clans[0].scarcity >= 1


def test_sc16_new_growth() -> None:
    """SC16: an exhausted resource tile within Range without a rival can be harvested once more."""
    s = table(LAND)
    for x, y in ((5, 3), (6, 3), (3, 3)):
        s.uses[at(x, y)] = 1
        s.ripe &= ~(1 << at(x, y))
    s = turned("SC16", s)
    s.solo.rivals[0] = at(3, 3)
    play(s, "use event")
    assert texts(s) == {f"regrow {cell(5, 3)}", f"regrow {cell(6, 3)}"}
    play(s, f"regrow {cell(6, 3)}")
    assert s.uses[at(6, 3)] == 0 and legal(s, f"go to {cell(6, 3)}")
    assert turned("SC16").phase == Phase.PROGRAM, "nothing to regrow: passed over"


def test_sc17_great_herd() -> None:
    """SC17: a species of the season with a meeple left, on a tile within Range without animal or rival."""
    s = turned("SC17", table(LAND, "beast=[f4:bison1]"))
    play(s, "use event")
    assert texts(s) == {"herd of horse", "herd of reindeer"}
    play(s, "herd of reindeer")
    assert not legal(s, f"herd on {cell(5, 3)}")
    play(s, f"herd on {cell(4, 3)}")
    assert herd(s, "reindeer") == {at(4, 3)}


def test_sc17_keeps_away_from_rivals() -> None:
    """SC17: a tile with a rival within Range is not offered, a free one beside it is."""
    s = table(LAND)
    s.solo.rivals[0] = at(5, 3)
    play(turned("SC17", s), "use event", "herd of reindeer")
    assert not legal(s, f"herd on {cell(5, 3)}") and legal(s, f"herd on {cell(3, 3)}")


def test_sc18_mould() -> None:
    """SC18: food moves one bowl on."""
    s = table(LAND)
    s.clans[0].meat[1], s.clans[0].meat[2] = 2, 1
    s = turned("SC18", s)
    assert list(s.clans[0].fruit) == [0, 3, 0] and list(s.clans[0].meat) == [0, 0, 2] and goods(s, 0)["meat"] == 2


def test_sc19_night_thieves() -> None:
    """SC19, E32: two of Wood, Stone, Fur, Bone, the player's choice; what is there if there is less."""
    s = turned("SC19", wood=1)
    assert texts(s) == {"discard wood", "discard fur"}
    play(s, "discard wood")
    assert s.phase == Phase.PROGRAM and goods(s, 0)["fur"] == 2, "only Fur was left for the second"
    s = turned("SC19", fur=1)
    assert s.phase == Phase.PROGRAM and "fur" not in goods(s, 0)


@pytest.mark.parametrize(("name", "good"), [("SC20", "tool"), ("SC21", "fur")])
def test_losses(name: str, good: str) -> None:
    """SC20, SC21: two Tools, two Fur."""
    assert goods(turned(name), 0)[good] == 1


def test_sc22_fever() -> None:
    """SC22: seven or more lose a Hunter-Gatherer from home; else 1 Meat, failing that 2 Fruit."""
    s = table(LAND)
    s.clans[0].hunters, s.clans[0].reserve = 5, 5
    s = turned("SC22", s)
    assert members(s.clans[0]) == 6 and s.clans[0].hunters == 4
    assert goods(turned("SC22"), 0)["meat"] == 2
    assert goods(turned("SC22", meat=0), 0)["fruit"] == 1


def test_sc23_gale() -> None:
    """SC23: 1 Wood and 1 Stone, or a built Habitat goes; a shelter below is uncovered; nothing without Habitats."""
    s = table(LAND)
    s.clans[0].homes[1], s.clans[0].homes[2] = Home.PRESTIGIOUS, Home.SIMPLE
    put(s, "clans.0.goods.wood=1 clans.0.goods.stone=1")
    s = turned("SC23", s)
    assert texts(s) == {"repair", "lose simple on bare", "lose prestigious on shelter"}
    play(s, "lose prestigious on shelter")
    assert s.clans[0].homes[1] == Home.SHELTER and goods(s, 0)["wood"] == 1
    s = table(LAND)
    s.clans[0].homes[2] = Home.SIMPLE
    assert turned("SC23", s).clans[0].homes[2] == Home.BARE, "without the goods the only tile goes"
    assert turned("SC23").phase == Phase.PROGRAM


def homeless() -> Any:
    """After a gale: eight members, six beds."""
    s = table(LAND)
    clan = s.clans[0]
    clan.homes[2] = Home.SIMPLE
    clan.hunters, clan.reserve = 6, 4
    s = turned("SC23", s)
    assert beds(clan, BOX) == 6 and members(clan) == 8
    return s


def test_sc23_homeless_members_leave_after_feeding() -> None:
    """SC23: members without a bed act and eat this round, then go back to the reserve, before newborns join."""
    s = homeless()
    clan = s.clans[0]
    put(s, "clans.0.goods.fruit=8 clans.0.fruit=[8] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "birth of hunter+chief", "pass", "resolve birth")
    assert members(clan) == 6 and clan.hunters == 4 and clan.reserve == 6 and clan.births == 0 and clan.scarcity == 0
    assert "homeless" in said(s) and "died" in said(s)
    lodged = table()
    feed(lodged, BOX, 3)
    assert "homeless" not in said(lodged)


def test_sc23_a_build_that_keeps_the_beds_is_always_legal() -> None:
    """SC23, R9: with fewer beds than members a simple Habitat may replace a shelter, a prestigious one may not."""
    s = homeless()
    put(s, "clans.0.goods.wood=2 clans.0.goods.stone=2 clans.0.goods.bone=2")
    play(s, "habitat with hunter", "pass", "resolve habitat by member")
    assert texts(s) - {"give up"} == {"raise simple on bare", "raise simple on shelter", "raise prestigious on bare"}


def test_sc24_rockfall() -> None:
    """SC24, R50: one own cube falls; an emptied slot is free again; a broken objective loses its cube at once."""
    s = table(LAND, "fresco=[F01 F02 F03 F04 F05 F06] fresco_up=1")
    for slot, cubes in ((0, 2), (1, 1), (2, 1)):
        put(s, painted(0, slot, cubes))
    put(s, "solo.objectives=[SO06]")
    s.solo.done = 1
    s = turned("SC24", s)
    assert texts(s) == {"rockfall 1-top", "rockfall 1-centre", "rockfall 1-bottom"}
    play(s, "rockfall 1-centre")
    assert s.cubes[1] == 0 and legal(s, "fresco 1-centre with hunter")
    assert s.solo.done == 0 and "solo_lost" in said(s)
    assert turned("SC24").phase == Phase.PROGRAM, "without a cube nothing happens"


def test_sc25_lost_knowledge() -> None:
    """SC25: one raised capacity falls one level; nothing without one."""
    s = table(LAND)
    s.clans[0].levels[0], s.clans[0].levels[2] = 2, 1
    s = turned("SC25", s)
    assert texts(s) == {"unlearn range", "unlearn tools"}
    play(s, "unlearn range")
    assert list(s.clans[0].levels) == [1, 0, 1]
    assert turned("SC25").phase == Phase.PROGRAM


def test_sc28_silent_spirits() -> None:
    """SC28: no hut this round; the Shaman may do anything else."""
    s = turned("SC28")
    assert not {text for text in texts(s) if text.startswith("hut")} and "habitat with shaman" in texts(s)
    s.solo.cards[1] = CARD.index("SC20")
    put(s, "clans.0.goods.fruit=6 clans.0.fruit=[6] clans.0.goods.meat=0 clans.0.meat=[0 0]")
    play(s, "pass", "village stays")
    assert s.round == 2 and s.phase == Phase.PROGRAM
    assert {text for text in texts(s) if text.startswith("hut")}, "over with the round"


def test_sc29_stampede() -> None:
    """SC29: all animals migrate now, captures included; the arrow does not turn."""
    s = turned("SC29", table("players=1 tile=[e4:T00 f4:C15 g4:S5 h4:C16 i1:Q06 i7:Q07 a7:Q08] beast=[f4:bison1]"))
    assert herd(s, "bison") == {at(6, 3)} and s.edge == 3


def test_sc30_gnawing_hunger() -> None:
    """SC30: two more food at the feeding of this round; short of it is Scarcity."""
    s = turned("SC30")
    put(s, "clans.0.goods.fruit=0 clans.0.fruit=[0] clans.0.goods.meat=4 clans.0.meat=[0 4]")
    play(s, "pass")
    assert s.clans[0].scarcity == 0 and goods(s, 0).get("meat", 0) == 0 and s.solo.hunger == 0
    s = turned("SC30")
    put(s, "clans.0.goods.fruit=0 clans.0.fruit=[0] clans.0.goods.meat=3 clans.0.meat=[0 3]")
    play(s, "pass")
    assert s.clans[0].scarcity == 2


def test_the_white_chief_stays_when_no_chief_leaves() -> None:
    s = ENGINE.new(1, 3)
    s.solo.white_chief = White.HOME
    chiefs = s.clans[0].chiefs
    send_chiefs(s, s.clans[0], 0)
    assert (s.solo.white_chief, s.clans[0].chiefs) == (White.HOME, chiefs)


def test_exactly_the_members_that_an_animal_asks_for_can_hunt_it() -> None:
    """DG-E1."""
    s = ENGINE.new(1, 3)
    clan, species = s.clans[0], 0
    clan.goods[Good.TOOL], clan.chiefs = 9, 0
    clan.hunters = BOX.min_members[species]
    assert can_hunt(clan, BOX, species)
    clan.hunters -= 1
    assert not can_hunt(clan, BOX, species)
