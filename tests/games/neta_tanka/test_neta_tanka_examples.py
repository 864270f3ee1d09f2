"""The book's examples E1 to E14 and the dossier's extra tests X1 to X17."""

from __future__ import annotations

import pytest

from firstfire.games.neta_tanka.rules.clan import add_to_totem, has_copy_power
from firstfire.games.neta_tanka.rules.scoring import (
    craft_series,
    craft_values,
    food_points,
    tent_points,
    tents_complete,
    totem_board,
    totem_sets,
)
from firstfire.games.neta_tanka.state import NOWHERE, Opened, Phase

from .reading import BOX, ENGINE, crafts_shown, end_turns, legal, play, put, reserve_of, resolving, village

PIERRE, JEANNE, CELINE = 0, 1, 2


def test_e1_set_up_for_three() -> None:
    """E1, NT-U1 to NT-U12."""
    s = ENGINE.new(3, 5)
    assert s.trade_left == 7 and s.round == 1
    assert s.craft_count == 5 and s.craft_left == 13 and s.card_count == 5 and s.card_left == 5
    assert s.token_stack == 0b11111111
    assert (s.forest[0], s.forest[3], s.tanning[1], s.tanning[2], s.hunted) == (3, 1, 0, 3, 1)
    assert s.visitor_of == NOWHERE and s.totem_count == 0
    for seat in range(3):
        assert s.nomads[seat].hand == 4 and s.clans[seat].to_place == 4
        assert reserve_of(s, seat) == "W2 S1 M0 F1 K0 G0"
        assert not has_copy_power(s.clans[seat], BOX)
        assert s.clans[seat].objective in range(4)
        assert totem_board(s, BOX, seat) == -3
    assert s.player == s.first


def test_e2_totem_race() -> None:
    """E2, NT-F7, R35: ranked token by token; a tie stays behind who was there first."""
    s = village("clans.0.totem=[wood:3] clans.2.totem=[wood:3] clans.1.totem=[wood:2] totem_order=[0 2 1]")
    s.player = JEANNE
    add_to_totem(s, 0)
    assert list(s.totem_order[:3]) == [PIERRE, CELINE, JEANNE]
    add_to_totem(s, 4)
    assert list(s.totem_order[:3]) == [JEANNE, PIERRE, CELINE]
    assert [totem_board(s, BOX, seat) for seat in (JEANNE, PIERRE, CELINE)] == [8, 0, -3]


def test_e3_placing_in_turn() -> None:
    """E3, NT-P1: one nomad each in turn; no action is done meanwhile (R1, R5)."""
    s = village()
    before = [reserve_of(s, seat) for seat in range(3)]
    turns = []
    for place in ("tan", "gather_wood", "smoke_meat", "elder_hunt", "elder_forest", "elder_food"):
        turns.append(s.player)
        assert all(text.startswith("place ") for text in legal(s))
        play(s, f"place nomad at {place}")
    assert turns == [0, 1, 2, 0, 1, 2]
    assert [reserve_of(s, seat) for seat in range(3)] == before


def test_e4_resolving() -> None:
    """E4, NT-P2: one player resolves everything, nomads stay where they lie, then the next one begins."""
    s = village("nomads.0.at=[gather_wood meditate] nomads.1.at=[hunt]")
    resolving(s, PIERRE)
    play(s, "resolve meditate", "resolve gather_wood")
    assert s.nomads[PIERRE].down == s.nomads[PIERRE].at == 0b1000000010
    assert legal(s, "resolve") == []
    play(s, "end turn")
    assert s.player == JEANNE and s.nomads[PIERRE].at == 0b1000000010


def test_e5_copy_power_follows_turn_order() -> None:
    """E5, NT-F1, NT-A2: turn order decides, not the order of placing."""
    s = village()
    s.clans[PIERRE].food[2] = 5
    play(s, "place nomad at meditate", "place nomad at lumber", "place nomad at gather_wood")
    assert "place nomad at gather_wood" in legal(s)
    play(s, "place nomad at gather_wood")
    assert s.clans[PIERRE].copy_at == 1 and s.extras[1] == 1 and s.normals[1] == 1
    resolving(s, PIERRE)
    play(s, "resolve gather_wood", "end turn")
    play(s, "resolve lumber", "end turn")
    put(s, "forest=[wood:1]")
    play(s, "resolve gather_wood")
    assert reserve_of(s, PIERRE)[:2] == "W4" and reserve_of(s, CELINE)[:2] == "W3"
    assert s.forest[0] == 0


def test_e6_link() -> None:
    """E6, NT-F3, NT-L7: the link between Collect Wood and the Forest Elder, at any moment, if wood lies there."""
    s = village("nomads.1.at=[gather_wood elder_forest]")
    resolving(s, JEANNE)
    assert legal(s, "link") == ["link K1"]
    play(s, "link K1")
    assert reserve_of(s, JEANNE)[:2] == "W3" and s.forest[0] == 2
    assert legal(s, "link") == []
    put(s, "forest=[wood:0]")
    resolving(s, JEANNE)
    assert legal(s, "link") == []


def test_e7_tents() -> None:
    """E7, NT-S1: four complete, the fifth begun: 17 points."""
    s = village("clans.1.tents=[[1 2] [1 2] [1 2] [1 2] [1 1]] clans.1.gate=5")
    assert tent_points(s.clans[JEANNE], BOX) == 17


def test_e8_totem_scoring() -> None:
    """E8, NT-S2, NT-S3: two sets and the centre cell at height 8."""
    s = village("clans.0.totem=[wood:5 skull:3] clans.1.totem=[wood:9] clans.2.totem=[wood:1] totem_order=[1 0 2]")
    assert totem_sets(s.clans[PIERRE], BOX) + totem_board(s, BOX, PIERRE) == 10 + 4


def test_e9_food() -> None:
    """E9, NT-S4."""
    s = village()
    s.clans[CELINE].food[2], s.clans[CELINE].food[3] = 3, 2
    assert food_points(s.clans[CELINE], BOX) == 8


def test_e10_crafts() -> None:
    """E10, NT-S5, NT-S6: six cards worth 16, one series."""
    s = village("clans.1.finished=[C9 C7 C8 C3 C4 C17]")
    assert craft_values(s.clans[JEANNE], BOX) == 16
    assert craft_series(s.clans[JEANNE], BOX) == 5


def test_e11_craft_card() -> None:
    """E11: a card has a cost, a type and points."""
    card = BOX.crafts[4]
    assert (card.kind, list(card.cost), card.points) == (0, [2, 1], 5)


def test_e12_fewer_nomads() -> None:
    """E12, NT-F5: who has a nomad on a mission places fewer and is skipped at the end."""
    s = village("nomads.0.at=[elder_hunt]")
    for seat in range(3):
        s.clans[seat].to_place = 0
    s.first = CELINE  # the token passes to seat 0
    resolving(s, CELINE)
    end_turns(s, 3)
    assert s.round == 2 and s.first == PIERRE
    assert [s.clans[seat].to_place for seat in range(3)] == [3, 4, 4]
    turns = []
    free = ["gather_wood", "raise_totem", "elder_forest", "elder_craft", "craft_objects", "offering",
            "build_tents", "meditate", "tan", "smoke_meat", "feed_clan"]  # fmt: skip
    while s.phase == Phase.PLACING:
        turns.append(s.player)
        play(s, f"place nomad at {free.pop(0)}")
    assert turns == [0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 2]


def test_e13_two_players_copy_their_own_other_colour() -> None:
    """E13, NT-F1: the other colour on the slot may be one's own; never the same colour twice."""
    s = village("players=2")
    s.clans[0].food[3] = 5
    put(s, "nomads.0.at=[hunt]")
    assert "place nomad at hunt" not in legal(s)
    play(s, "place second at hunt")
    assert s.clans[0].copy_at == 10
    s.player = 0
    put(s, "nomads.1.at=[tan]")
    assert "place nomad at tan" not in legal(s)


@pytest.mark.parametrize("colour", [0, 2])
def test_e14_two_players_mission_counts_among_the_six(colour: int) -> None:
    """E14, R41: with one nomad of either colour on a mission five more are placed and two stay with the player."""
    s = village(f"players=2 nomads.{colour}.at=[elder_hunt]")
    resolving(s, 0)
    end_turns(s, 2)
    assert s.nomads[colour].at == 1 << 10
    assert [s.clans[seat].to_place for seat in range(2)] == [5, 6]
    while s.phase == Phase.PLACING:
        play(s, legal(s)[0])
    assert s.nomads[0].hand + s.nomads[2].hand == 2
    assert s.nomads[1].hand + s.nomads[3].hand == 2


def test_x1_hunt_with_both_hunted() -> None:
    """X1, NT-A11, R16."""
    s = village("nomads.0.at=[hunt] tanning=[skin:0 meat:3] hunted=2")
    resolving(s, 0)
    play(s, "resolve hunt")
    assert s.clans[0].generosity == 1 and s.hunted == 2


def test_x2_tan_with_none_hunted() -> None:
    """X2, NT-A12, R50: take the one skin there is; nothing is added."""
    s = village("nomads.0.at=[tan] tanning=[skin:1 meat:3] hunted=0")
    resolving(s, 0)
    play(s, "resolve tan")
    assert s.clans[0].reserve[1] == 2 and list(s.tanning) == [0, 0, 3, 0, 0]


def test_x3_end_of_round() -> None:
    """X3, NT-P3: one buffalo returns, meat is cut to three, skins stay."""
    s = village("tanning=[skin:4 meat:5] hunted=2")
    resolving(s, 0)
    end_turns(s, 3)
    assert s.hunted == 1 and s.tanning[2] == 3 and s.tanning[1] == 4


def test_x4_smoke() -> None:
    """X4, NT-A14, R25: one meat is taken; without meat it is not offered."""
    s = village("nomads.0.at=[smoke_meat] tanning=[skin:0 meat:0]")
    resolving(s, 0)
    assert legal(s, "resolve") == []
    put(s, "tanning=[skin:0 meat:1]")
    play(s, "resolve smoke_meat")
    assert reserve_of(s, 0) == "W1 S1 M1 F1 K0 G0" and s.tanning[2] == 0


def test_x5_gates() -> None:
    """X5, NT-F6, NT-D8: the third tent waits for a mushroom."""
    s = village("nomads.0.at=[build_tents] clans.0.tents=[[1 2] [0 1]] clans.0.reserve=[skin:2 wood:1 mushroom:1]")
    resolving(s, 0)
    play(s, "resolve build_tents")
    assert legal(s) == ["build wood on tent 2", "build skin on tent 2"]
    s = village("nomads.0.at=[build_tents] clans.0.tents=[[1 2] [0 1]] clans.0.reserve=[skin:2 wood:1 mushroom:1]")
    resolving(s, 0)
    play(s, "gate mushroom", "resolve build_tents")
    assert legal(s) == [
        "build wood on tent 2", "build wood on tent 3", "build skin on tent 2", "build skin on tent 3",
    ]  # fmt: skip


def test_x6_a_gap_between_tents() -> None:
    """X6, NT-S1, R26: the series ends at the gap; objectives count every complete tent."""
    s = village("clans.0.tents=[[1 2] [0 1] [1 2]] clans.0.gate=3")
    assert tent_points(s.clans[0], BOX) == 2
    assert tents_complete(s.clans[0], BOX) == 2


def test_x7_two_slots_take_two_extras() -> None:
    """X7, NT-F1, NT-F2, R3: one extra for each slot of the Neta-Tanka with four players."""
    s = village("players=4 nomads.0.at=[consult_neta_tanka] nomads.1.at=[consult_neta_tanka] visitor_of=2")
    s.clans[3].food[2] = 5
    s.player = 3
    play(s, "place nomad at consult_neta_tanka")
    s.player = 2
    assert "place nomad at consult_neta_tanka" not in legal(s)
    play(s, "place visitor at consult_neta_tanka")
    s.player = 2
    s.clans[2].food[2] = 5
    assert "place nomad at consult_neta_tanka" not in legal(s)


def test_x8_visitor_makes_tan_twice() -> None:
    """X8, NT-F2, R7, R17, R49: two resolutions of Tan; the visitor forms no link."""
    s = village(
        "nomads.0.at=[tan elder_hunt] visitor_of=0 visitor_at=tan tanning=[skin:0 meat:3] hunted=2",
        "clans.0.reserve=[skin:1]",
    )
    resolving(s, 0)
    assert legal(s, "link") == []  # no skin lies in the area yet
    assert "end turn" not in legal(s)
    play(s, "resolve tan")
    assert "end turn" not in legal(s)
    play(s, "resolve tan")
    assert s.hunted == 0 and (s.tanning[1], s.tanning[2]) == (2, 9) and s.clans[0].reserve[1] == 5
    assert legal(s, "link") == ["link K7"]
    play(s, "link K7")
    assert legal(s, "link") == []


def test_x9_three_offerings() -> None:
    """X9, NT-A8, R19, R20, R21."""
    s = village("nomads.0.at=[offering] clans.0.reserve=[skull:1 meat:1] clans.0.generosity=1 tanning=[skin:0 meat:2]")
    resolving(s, 0)
    play(s, "resolve offering", "offer skull")
    assert s.clans[0].generosity == 2
    play(s, "offer for K11")
    assert s.clans[0].generosity == 1 and s.clans[0].food[2] == 1
    s.clans[0].reserve[2] += 1
    assert "offer for K11" not in legal(s)
    s.clans[0].reserve[2] -= 1
    play(s, "offer for K10")
    assert reserve_of(s, 0) == "W0 S0 M1 F0 K0 G0" and s.tanning[2] == 1
    assert s.opened == Opened.NOTHING and s.phase == Phase.RESOLVING


def test_x10_four_totems() -> None:
    """X10, NT-S3: heights 3, 0, 0, 1."""
    s = village("players=4 clans.0.totem=[wood:3] clans.3.totem=[wood:1] totem_order=[0 3]")
    assert [totem_board(s, BOX, seat) for seat in range(4)] == [8, -3, -3, 4]


def test_x11_two_totems() -> None:
    """X11, NT-S3, NT-F7: nobody has one; and a tie at six."""
    s = village("players=2")
    assert [totem_board(s, BOX, seat) for seat in range(2)] == [-3, -3]
    put(s, "clans.0.totem=[wood:5] clans.1.totem=[wood:5] totem_order=[1 0]")
    for seat in (0, 1):
        s.player = seat
        add_to_totem(s, 0)
    assert [totem_board(s, BOX, seat) for seat in range(2)] == [8, 4]


def test_x12_gift() -> None:
    """X12, NT-F4, NT-D23, R32: only to a player whose reserve has none."""
    s = village(
        "clans.0.reserve=[wood:2] clans.1.reserve=[skin:1] clans.2.reserve=[wood:1] clans.1.totem=[wood:3]",
        "totem_order=[1]",
    )
    resolving(s, 0)
    assert legal(s, "give") == ["give wood to 1"]
    play(s, "give wood to 1")
    assert reserve_of(s, 0) == "W1 S0 M0 F0 K0 G1" and reserve_of(s, 1)[:2] == "W1"
    assert legal(s, "give") == []


def test_x13_renewing_needs_two_cards() -> None:
    """X13, NT-L15, R22."""
    s = village("nomads.0.at=[elder_craft offering]")
    resolving(s, 0)
    assert "link K6" in legal(s)
    s.craft_left = 1
    assert "link K6" not in legal(s)


def test_x14_copy_power_by_a_card() -> None:
    """X14, NT-N2, NT-F1, NT-I11."""
    s = village()
    s.clans[0].food[2] = 4
    put(s, "clans.0.cards=[N2]")
    resolving(s, 0)
    assert not has_copy_power(s.clans[0], BOX)
    play(s, "play N2")
    assert has_copy_power(s.clans[0], BOX) and s.clans[0].food[3] == 2
    put(s, "nomads.1.at=[hunt]")
    end_turns(s, 1)
    play(s, "resolve hunt", "end turn", "end turn")
    s.player = 0
    put(s, "nomads.1.at=[hunt]")
    assert "place nomad at hunt" in legal(s)


def test_x15_last_round() -> None:
    """X15, NT-P3, R46: the last trade card ends the game; no missions."""
    s = village()
    s.round, s.trade_left = 7, 1
    put(s, "nomads.0.at=[elder_hunt] tanning=[skin:0 meat:5] hunted=2")
    resolving(s, 0)
    end_turns(s, 3)
    assert s.over and s.trade_left == 0 and s.first == 1
    assert s.hunted == 1 and s.tanning[2] == 3
    assert s.nomads[0].at == 1 << 12


def test_x16_tan_must_be_resolved_even_for_nothing() -> None:
    """X16, R55: only the nomad changes."""
    s = village("nomads.0.at=[tan] tanning=[skin:0 meat:3] hunted=0")
    resolving(s, 0)
    assert "end turn" not in legal(s) and "resolve tan" in legal(s)
    before = reserve_of(s, 0)
    play(s, "resolve tan")
    assert reserve_of(s, 0) == before and list(s.tanning) == [0, 0, 3, 0, 0] and s.nomads[0].down == 1 << 11
    assert "end turn" in legal(s)


def test_x17_a_gift_between_two_offerings() -> None:
    """X17, R45: the bought mushroom is given away, and the point pays for a craft card."""
    s = village(
        "nomads.0.at=[offering] clans.0.reserve=[] clans.0.generosity=1 clans.1.reserve=[wood:1]",
        "craft_display=[C3 C7 C9 C13 C17] craft_pile.top=[C5 C11]",
    )
    resolving(s, 0)
    play(s, "resolve offering", "offer for mushroom")
    assert s.clans[0].generosity == 0
    play(s, "give mushroom to 1")
    assert s.clans[0].generosity == 1
    play(s, "offer for C9")
    assert s.clans[0].generosity == 0 and crafts_shown(s) == "C3 C7 C13 C17 C5"
    assert "end turn" not in legal(s) and "stop" in legal(s)
    play(s, "stop")
    assert "end turn" in legal(s)


def test_book_notes_on_open_tables() -> None:
    """Sanity of the helpers: the rows they lay are whole decks."""
    s = village(
        "craft_display=[C1 C2 C3 C4 C5] craft_pile.top=[C6] card_display=[N1 N3 N6 N8 N10] card_pile.top=[N7]",
        "trade.0=T3 trade.1=T7",
    )
    assert ENGINE.check(s, BOX) == 0
