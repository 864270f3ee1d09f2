"""The end of a round (NT-P3, NT-F5), the end of the game and the count (NT-S1 to NT-S8, NT-O1 to NT-O4)."""

from __future__ import annotations

from typing import Any

import pytest

from firstfire.games.neta_tanka.rules.scoring import (
    food_points,
    is_met,
    objective_points,
    points,
    totem_board,
    totem_sets,
)
from firstfire.games.neta_tanka.state import NOWHERE, Ending

from .reading import BOX, ENGINE, end_turns, legal, play, put, rank, resolving, score, village


def test_p3_first_player_passes_to_the_left() -> None:
    """NT-P3 step 1: without a claim the token passes clockwise."""
    s = village()
    resolving(s, 0)
    end_turns(s, 3)
    assert s.first == s.player == 1 and s.visitor_of == NOWHERE and s.round == 2


def test_p3_claimant_takes_visitor_and_token() -> None:
    """NT-P3 step 1, R28: also the present first player keeps the token by claiming."""
    for claimant in range(3):
        s = village()
        s.visitor_claim = claimant
        resolving(s, 0)
        end_turns(s, 3)
        assert s.first == s.visitor_of == s.player == claimant and s.visitor_claim == NOWHERE


def test_r44_visitor_never_goes_on_missions() -> None:
    """R44, NT-F2: it leaves the board and its holder after one round."""
    s = village("nomads.1.at=[hunt] visitor_of=0 visitor_at=hunt")
    resolving(s, 0)
    play(s, "resolve hunt", "end turn", "resolve hunt", "end turn", "end turn")
    assert s.visitor_of == s.visitor_at == NOWHERE and s.extras[10] == 0


def test_p3_zones_without_cap_stay() -> None:
    """NT-P3: wood and mushrooms stay in the Forest, skins in the Tanning Area, one hunted buffalo stays."""
    s = village("forest=[wood:12 mushroom:7] tanning=[skin:9 meat:3] hunted=1")
    resolving(s, 0)
    end_turns(s, 3)
    assert (s.forest[0], s.forest[3], s.tanning[1], s.tanning[2], s.hunted) == (12, 7, 9, 3, 1)


def test_p3_trade_card_counts_the_rounds() -> None:
    """NT-P3 step 4, NT-U5, NT-I15: the next card is turned up; that cannot be taken back."""
    s = village("trade.0=T3 trade.1=T7")
    resolving(s, 0)
    end_turns(s, 3)
    assert s.trade_left == 6 and s.trade[s.round - 1] == 6 and s.irreversible == 1


def test_f5_elders_send_nomads_away() -> None:
    """NT-F5, NT-P3 step 5, R31: used or not; the others come home; they must act in the next round."""
    s = village("nomads.0.at=[elder_forest elder_craft elder_food tan] nomads.1.at=[elder_hunt]")
    resolving(s, 0)
    play(s, "resolve tan")
    end_turns(s, 3)
    assert s.nomads[0].at == 1 << 0 and s.nomads[1].at == 1 << 10 and s.nomads[0].down == 0
    assert [s.nomads[seat].hand for seat in range(3)] == [3, 3, 4]
    s.first = 0
    resolving(s, 0)
    assert "end turn" not in legal(s)
    play(s, "resolve lumber", "end turn")
    play(s, "resolve hunt", "end turn", "end turn")
    assert [s.nomads[seat].hand for seat in range(3)] == [4, 4, 4]


def test_once_per_round_marks_are_cleared() -> None:
    """NT-P3: gift, links, bought links and the copy are new in the next round."""
    s = village()
    s.clans[0].food[2] = 5
    put(s, "nomads.0.at=[craft_objects] nomads.1.at=[offering]")
    play(s, "place nomad at offering")
    put(s, "clans.0.reserve=[wood:2] clans.0.generosity=2 clans.1.reserve=[]")
    resolving(s, 0)
    play(s, "link K20", "give wood to 1", "resolve offering", "offer for K13", "stop")
    end_turns(s, 3)
    assert (s.gift_made, s.links_bought, s.links_open[0], s.clans[0].copy_at) == (0, 0, 0, NOWHERE)


@pytest.mark.parametrize(("players", "rounds"), [(2, 5), (3, 7), (4, 10)])
def test_number_of_rounds(players: int, rounds: int) -> None:
    """NT-U5, NT-P3: 5, 7 or 10 rounds; the game ends when the last trade card is discarded."""
    s = ENGINE.new(players, 3)
    assert s.trade_left == rounds
    while not s.over:
        last = s.round
        play(s, legal(s)[-1] if "end turn" not in legal(s) else "end turn")
    assert last == rounds and s.ending == Ending.TRADE_CARDS and s.trade_left == 0
    assert legal(s) == []


@pytest.mark.parametrize(("complete", "worth"), list(enumerate([0, 2, 6, 11, 17, 24])))
def test_s1_tents(complete: int, worth: int) -> None:
    """NT-S1, NT-I18: by the unbroken series from the left."""
    s = village(f"clans.0.tents=[{' [1 2]' * complete}] clans.0.gate=5")
    assert points(s, BOX, 0) == worth - 3 + 1


def test_s2_totem_sets() -> None:
    """NT-S2: five for every two wood and a skull."""
    s = village()
    for wood, skull, worth in ((1, 4, 0), (2, 1, 5), (3, 2, 5), (4, 2, 10), (9, 3, 15)):
        put(s, f"clans.0.totem=[wood:{wood} skull:{skull}]")
        assert totem_sets(s.clans[0], BOX) == worth


@pytest.mark.parametrize(
    ("players", "heights", "cells"),
    [
        (2, (3, 1), (8, -3)), (2, (6, 3), (8, 0)), (2, (6, 4), (8, 0)), (2, (6, 5), (8, 4)), (2, (1, 0), (8, -3)),
        (3, (9, 4, 1), (8, 0, -3)), (3, (9, 5, 5), (8, 4, -3)), (3, (1, 0, 0), (8, -3, -3)),
        (4, (4, 3, 2, 1), (8, 4, 0, -3)), (4, (9, 9, 9, 9), (8, 4, 0, -3)),
    ],
)  # fmt: skip
def test_s3_totem_board(players: int, heights: tuple[int, ...], cells: tuple[int, ...]) -> None:
    """NT-S3, NT-U7, NT-F7, R34, NT-I12: the three boards."""
    s = village(f"players={players}")
    for seat, height in enumerate(heights):
        put(s, f"clans.{seat}.totem=[wood:{height}]")
    put(s, f"totem_order=[{' '.join(map(str, (seat for seat in range(players) if heights[seat])))}]")
    assert tuple(totem_board(s, BOX, seat) for seat in range(players)) == cells


def test_s4_food() -> None:
    """NT-S4: meat two, mushroom one."""
    s = village()
    s.clans[0].food[2], s.clans[0].food[3] = 4, 6
    assert food_points(s.clans[0], BOX) == 14


def test_s5_s6_crafts() -> None:
    """NT-S5, NT-S6: values, and five for each series of three types; unfinished cards nothing."""
    s = village("clans.0.finished=[C1 C2 C7 C8 C13 C14]")
    assert points(s, BOX, 0) == 6 + 10 - 3 + 1


def base() -> Any:
    """Three players; seat 0 without totem, -3 on the board."""
    return village()


def test_s7_objective_states() -> None:
    """NT-S7: met 5, not met 1, exchanged 0 (its point is in generosity)."""
    s = base()
    put(s, "clans.0.objective=O3 clans.1.objective=O1 clans.2.objective=O2")
    clan = s.clans[0]
    assert objective_points(clan, BOX) == 1
    put(s, "clans.0.finished=[C1 C7]")
    put(s, "clans.0.tents=[[1 2] [1 2] [1 2] [1 2]] clans.0.gate=5")
    assert objective_points(clan, BOX) == 5
    clan.exchanged = 1
    assert objective_points(clan, BOX) == 0


def test_o1_two_types_and_totem() -> None:
    """NT-O1: two types, four wood and two skulls."""
    s = base()
    clan = s.clans[0]
    put(s, "clans.0.finished=[C1 C7] clans.0.totem=[wood:4 skull:2]")
    assert is_met(clan, BOX, 0)
    put(s, "clans.0.totem=[wood:3 skull:2]")
    assert not is_met(clan, BOX, 0)
    put(s, "clans.0.totem=[wood:4 skull:1]")
    assert not is_met(clan, BOX, 0)
    put(s, "clans.0.totem=[wood:4 skull:2]")
    clan.finished = 0b11
    assert not is_met(clan, BOX, 0)


def test_o2_three_of_a_type_and_food() -> None:
    """NT-O2: three of one type, food worth twelve."""
    s = base()
    clan = s.clans[0]
    put(s, "clans.0.finished=[C1 C2 C3]")
    clan.food[2], clan.food[3] = 5, 2
    assert is_met(clan, BOX, 1)
    clan.food[3] = 1
    assert not is_met(clan, BOX, 1)
    clan.food[3] = 2
    clan.finished = 0b1000011
    assert not is_met(clan, BOX, 1)


def test_o3_two_types_and_tents() -> None:
    """NT-O3, R26: two types, four complete tents anywhere."""
    s = base()
    clan = s.clans[0]
    put(s, "clans.0.finished=[C1 C7] clans.0.tents=[[1 2] [0 1] [1 2] [1 2] [1 2]] clans.0.gate=5")
    assert is_met(clan, BOX, 2)
    put(s, "clans.0.tents=[[1 2] [0 1] [1 2] [1 2] [0 2]] clans.0.gate=5")
    assert not is_met(clan, BOX, 2)


def test_o4_height_tents_generosity() -> None:
    """NT-O4: five high, three tents, five generosity in tokens, before any exchange at the end."""
    s = base()
    clan = s.clans[0]
    put(s, "clans.0.totem=[wood:5]")
    put(s, "clans.0.tents=[[1 2] [1 2] [1 2]] clans.0.gate=5")
    clan.generosity = 5
    assert is_met(clan, BOX, 3)
    clan.generosity = 4
    assert not is_met(clan, BOX, 3)
    clan.generosity = 5
    put(s, "clans.0.totem=[wood:4]")
    assert not is_met(clan, BOX, 3)


def test_s8_generosity_and_total() -> None:
    """NT-S8, NT-I18, R34: the total is the sum; it may be negative."""
    s = base()
    assert score(s) == [-2, -2, -2]
    s.clans[1].generosity = 7
    s.clans[2].exchanged = 1
    assert score(s) == [-2, 5, -3]


def test_tie_break() -> None:
    """Section 6: resources left in reserve break ties, all five kinds alike; a full tie is shared."""
    s = base()
    put(s, "clans.0.reserve=[wood:3] clans.1.reserve=[skull:1] clans.2.reserve=[meat:2 mushroom:1]")
    assert rank(s) == [1, 3, 1]
    s.clans[1].generosity = 1
    assert rank(s) == [2, 1, 2]


def test_shares_are_exact_at_the_end() -> None:
    """The winners share the win."""
    s = base()
    s.over = 1
    put(s, "clans.0.reserve=[wood:3] clans.1.reserve=[skull:1] clans.2.reserve=[meat:2 mushroom:1]")
    assert ENGINE.shares(s, BOX) == [0.5, 0.0, 0.5]


def test_last_turn_counts_into_the_log() -> None:
    """NT-S1 to NT-S8: the final count is told."""
    s = base()
    s.round, s.trade_left = 7, 1
    resolving(s, 0)
    end_turns(s, 3)
    kinds = [s.notes[i].kind for i in range(s.note_count)]
    from firstfire.games.neta_tanka.actions import COUNT_BOARD, COUNT_REST, COUNT_TOTAL

    assert [kinds.count(kind) for kind in (COUNT_BOARD, COUNT_REST, COUNT_TOTAL)] == [3, 3, 3]
