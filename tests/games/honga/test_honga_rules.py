"""The rules and rulings of Honga that the worked examples leave open, one by one."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

from firstfire.errors import BadSetup
from firstfire.games.honga import GAME
from firstfire.games.honga.box import DISC_NAMES
from firstfire.games.honga.state import GREYS, NONE, ROUND_LIMIT, Ending, Field, Phase
from firstfire.kernel.checkers import walk
from firstfire.kernel.record import copy_of

from .honga_positions import ENGINE, SPACES, Case

# ---------------------------------------------------------------- set-up and turn


def test_ho_p0_the_start_player_is_random_and_draws_first() -> None:
    """HO-P0.8, 9: any seat, not always the first; discs go round from there."""
    starts = {ENGINE.new(4, seed).fire for seed in range(40)}
    assert starts == {0, 1, 2, 3}
    s = ENGINE.new(4, 3)
    assert s.player == s.fire
    drawn = [s.notes[i].seat for i in range(s.note_count) if GAME.notes.kind(s.notes[i].kind).name == "draws_disc"]
    assert drawn == [(s.fire + i) % 4 for i in range(4)]


def test_ho_p0_the_host_may_choose_the_start_player() -> None:
    """HO-P0.8: an option; only somebody at the table."""
    assert ENGINE.new(3, 5, options={"start": "3"}).fire == 2
    with pytest.raises(BadSetup, match="player 4 cannot start a game of 3"):
        ENGINE.new(3, 5, options={"start": "4"})


def test_ho_p0_fewer_players_leave_no_trace_of_the_others() -> None:
    """HO-P0.10: unused colours go back to the box; discs and cards are not reduced."""
    s = Case(2).ready().s
    assert bytes(s.trays[4]) == bytes(ctypes.sizeof(s.trays[4]))
    assert (s.piles[0].count + 2, s.piles[1].count, s.barter_count + 3, s.bonus_count) == (28, 18, 32, 25)


@pytest.mark.parametrize("disc", ["G01", "G14", "R17"])
def test_ho_d1_places(disc: str) -> None:
    """HO-D1: 16 placements, 8 for 2,0,2,0."""
    assert len(Case().disc(0, disc).ready().legal()) == (8 if disc == "G14" else 16)


@pytest.mark.parametrize("rotation", range(4))
@pytest.mark.parametrize("space", SPACES)
def test_ho_p2_every_quarter_points_at_one_field(space: str, rotation: int) -> None:
    """HO-P2, section 2.2: quarter i lies in position i + rotation of NW, NE, SE, SW."""
    table = {
        "NW": ("barter", "mountain", "honga", "berries"),
        "NE": ("mountain", "spring", "lake", "honga"),
        "SE": ("honga", "lake", "mushrooms", "mammoths"),
        "SW": ("berries", "honga", "mammoths", "forest"),
    }
    case = Case().disc(0, "R13").ready().lay(space, rotation)  # 2,2,1,0
    quarters = (2, 2, 1, 0)
    wanted = {table[space][(i + rotation) % 4]: hands for i, hands in enumerate(quarters) if hands}
    assert case.hands() == wanted


def test_ho_p2_discs_are_stacked_and_only_the_new_one_counts() -> None:
    """HO-P2: on top of whatever lies there; covered discs have no effect."""
    case = Case().lay_on_board("SW", "R01", "G05").disc(0, "G01").ready().lay("SW", 0)
    top = case.s.top[3]
    assert [DISC_NAMES[top], DISC_NAMES[case.s.under[top]]] == ["G01", "G05"]
    assert case.hands() == {"berries": 3, "honga": 1}


def test_ho_p4_hands_are_optional_and_mixed_freely() -> None:
    """HO-P4, R4, R5: fields and cards alternate; the turn may end at any time; unused hands lapse."""
    case = Case().cards(0, "HO-B2").disc(0, "G21").ready().lay("NE", 2)
    case.play("gather fish", "play two_points", "gather water")
    assert case.legal() == ["gather fish", "end turn"]
    case.play("end turn")
    assert case.goods(0) == (2, 1, 1, 1)
    assert case.s.player == 1
    assert case.hands() == {}


def test_ho_p5_flags_end_with_the_turn() -> None:
    """HO-P5, HO-P5a, d: played cards go to the discard, nothing is remembered."""
    case = Case().cards(0, "HO-B7", "HO-B8").acting(barter=1, mammoths=1).ready()
    case.play("play swap_mushroom_berry", "play sated_mammoths")
    assert list(case.s.turn.played) == [6, 7]
    case.play("end turn")
    assert (case.s.turn.swap, case.s.turn.sated, case.s.turn.cards) == (0, 0, 0)
    assert [case.s.bonus_discard[i] for i in range(case.s.bonus_gone)] == [6, 7]


def test_ho_p5c_red_with_the_tusk_grey_without() -> None:
    """HO-P5c, R13, L3: no choice; judged when drawing."""
    case = Case(2).herd(0).acting().ready().play("end turn")
    assert case.s.trays[0].holds == 2
    case = Case(2).acting().ready().play("end turn")
    assert case.s.trays[0].holds == 1


def test_r13_a_grey_disc_is_kept_when_the_tusk_comes_on_anothers_turn() -> None:
    """R13: the tusk moves at once on seat 0's turn; seat 1 keeps its grey disc and then draws red."""
    case = Case(2).herd(0, 1, 0, placed=(1, 0)).slots("T30").acting(barter=1).ready().play("barter slot 1")
    assert (case.s.tusk, case.s.trays[1].holds) == (1, 1)
    case.play("end turn", case_first(case), "end turn")
    assert case.s.trays[1].holds == 2


def case_first(case: Case) -> str:
    """The first legal action after the turn that is about to end."""
    after = copy_of(case.s)
    ENGINE.step(after, case.box, GAME.actions.number("end turn"))
    return GAME.actions.text(ENGINE.legal(after, case.box)[0])


def test_ho_p6_rounds_begin_with_the_start_player() -> None:
    """HO-P1, HO-P6, HO-I13: after the player before the start player."""
    case = Case(2).acting().ready().play("end turn")
    assert (case.s.round, case.s.player) == (1, 1)
    case.play(case.legal()[0], "end turn")
    assert (case.s.round, case.s.player) == (2, 0)


def test_r36_the_game_ends_after_200_rounds() -> None:
    """R36: scored as it stands."""
    case = Case(2)
    case.s.round = ROUND_LIMIT
    case.s.trays[0].turns = ROUND_LIMIT - 1
    case.s.trays[1].turns = ROUND_LIMIT - 1
    case.acting().ready().play("end turn")
    case.play(case.legal()[0], "end turn")
    assert (case.s.over, case.s.ending) == (1, Ending.LIMIT)
    assert [case.s.trays[seat].turns for seat in range(2)] == [ROUND_LIMIT, ROUND_LIMIT]


def test_ho_e1_the_last_turn_is_completed_like_any_other() -> None:
    """HO-P6, HO-E1, HO-E2: slots filled, discs drawn, leftover cards count nothing."""
    case = Case(2).tray(1, points=40).cards(1, "HO-B2").acting().ready().play("end turn")
    case.play(case.legal()[0], "end turn")
    assert case.s.over == 1
    assert NONE not in list(case.s.slots)
    assert case.s.trays[1].holds == 1
    out = (ctypes.c_int64 * 16)()
    ENGINE.score(case.s, case.box, out)
    assert list(out[:2]) == [0, 40]


def test_r31_still_tied_means_shared_victory() -> None:
    """HO-E4, R31."""
    case = Case(3).tray(0, points=36).tray(1, points=36).tray(2, 6, 6, 6, 6, points=35)
    ranks = (ctypes.c_int64 * 16)()
    ENGINE.rank(case.s, case.box, ranks)
    assert list(ranks[:3]) == [1, 1, 3]


# ---------------------------------------------------------------- HONGA


def test_r29_honga_may_be_neglected_on_purpose() -> None:
    """R29: every placement is legal, whether it minds him or not."""
    case = Case().disc(0, "G01").ready()
    results = set()
    for text in case.legal():
        after = Case().disc(0, "G01").ready().play(text)
        results.add(after.s.honga)
    assert results == {NONE, 0}


def test_ho_h4_nobody_else_is_visited_at_the_start_of_a_turn() -> None:
    """HO-H4: he eats only at the start of his host's own turns."""
    case = Case(3).tray(2, 3, 0, 0, 0).honga(2).acting().ready().play("end turn")
    assert case.goods(2) == (3, 0, 0, 0)
    case.play(next(t for t in case.legal() if _minds(case, t)), "end turn")
    assert case.goods(2) == (2, 0, 0, 0)


def _minds(case: Case, text: str) -> bool:
    after = copy_of(case.s)
    ENGINE.step(after, case.box, GAME.actions.number(text))
    return bool(after.turn.hands[Field.HONGA])


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("HO-B3", "play chase_honga to chase honga"),
        ("HO-B6", "play lucky_hand_or_honga to chase honga"),
        ("HO-B9", "play caveman_or_honga to chase honga"),
    ],
)
def test_ho_b3_b6_b9_chase_honga(card: str, text: str) -> None:
    """HO-B3, HO-B6, HO-B9, HO-H5, R23: only from the own tray, one branch of the card."""
    case = Case().cards(0, card).honga(0).acting().ready().play(text)
    assert (case.s.honga, case.hand(0), case.s.trays[0].step) == (NONE, [], 0)
    for other in (None, 1):
        assert text not in Case().cards(0, card).honga(other).acting().ready().legal()


def test_l2_chasing_cards_are_for_those_who_forgot_him() -> None:
    """L2: cards may be played after the check, whatever it showed."""
    case = Case().cards(0, "HO-B3").tray(0, 1, 0, 0, 0).disc(0, "G01").ready().lay("NE", 0)
    case.play("play chase_honga to chase honga")
    assert (case.s.honga, case.goods(0)) == (NONE, (0, 0, 0, 0))


def test_r37_the_caveman_branch_is_free_with_honga_on_the_tray() -> None:
    """R37, R23: HONGA then stays."""
    case = Case().cards(0, "HO-B9").honga(0).acting().ready().play("play caveman_or_honga to climb")
    assert (case.s.honga, case.s.trays[0].step) == (0, 2)


# ---------------------------------------------------------------- gathering and forest


@pytest.mark.parametrize(
    ("field", "good", "after"),
    [
        ("mushrooms", "mushroom", (1, 1, 2, 0)),
        ("berries", "berry", (1, 2, 1, 0)),
        ("lake", "fish", (2, 1, 1, 0)),
        ("spring", "water", (1, 1, 1, 1)),
    ],
)
def test_ho_a1_to_a4_one_hand_one_unit(field: str, good: str, after: tuple[int, ...]) -> None:
    """HO-A1, HO-A2, HO-A3, HO-A4."""
    case = Case().acting({field: 1}).ready()
    assert case.legal() == [f"gather {good}", "end turn"]
    assert case.play(f"gather {good}").goods(0) == after
    assert case.legal() == ["end turn"]


def test_ho_x5_a_full_row_takes_nothing_but_the_hand_is_not_lost() -> None:
    """HO-X5, R6: fish 6 of 6; after paying one the hand can be used."""
    case = Case().tray(0, 6, 0, 0, 0).cards(0, "HO-B10").acting(lake=1).ready()
    assert "gather fish" not in case.legal()
    case.play("play bought_points for 1", "gather fish")
    assert case.goods(0) == (6, 0, 0, 0)


def test_ho_a5_several_cards_and_no_hand_limit() -> None:
    """HO-A5: each hand one card, unseen; no limit to the hand."""
    case = Case(2).cards(0, *["HO-B2"] * 3, *["HO-B1"] * 3, *["HO-B4"] * 3).acting(forest=3).ready()
    case.play("explore forest", "explore forest", "explore forest")
    assert (case.s.trays[0].unseen_count, case.s.trays[0].hand_count, case.s.bonus_count) == (3, 9, 13)
    assert case.s.told == 0  # nobody saw anything: it may be taken back


def test_l6_bonus_cards_do_not_expire() -> None:
    """L6: usable from the next turn on, not only in it."""
    case = Case(2).cards(0, "HO-B2").acting().ready()
    for _ in range(2):
        case.play("end turn", case_first(case), "end turn", case_first(case))
    assert "play two_points" in case.legal()


def test_ho_x2_an_empty_deck_is_made_from_the_discard() -> None:
    """HO-X2: cards played this turn are not in it; the move may be taken back."""
    case = Case().cards(0, "HO-B2").acting(forest=2).ready()
    s = case.s
    kinds = [s.bonus_deck[i] for i in range(s.bonus_count)]
    for i, kind in enumerate(kinds[:23]):
        s.bonus_discard[i] = kind
    s.bonus_gone = 23
    rest = kinds[23]
    s.bonus_count = 0
    for i in range(25):
        s.bonus_deck[i] = NONE
    s.trays[1].hand[rest] += 1
    s.trays[1].hand_count += 1
    case.ready().play("play two_points", "explore forest")
    assert (s.bonus_gone, s.bonus_count, s.trays[0].unseen_count) == (0, 22, 1)
    assert "reshuffles" in case.notes()
    assert s.told == 0


def test_ho_x2_no_card_left_anywhere() -> None:
    """HO-X2: deck and discard empty: exploring is not legal."""
    case = Case().acting(forest=1).ready()
    s = case.s
    for i in range(25):
        s.trays[1].hand[s.bonus_deck[i]] += 1
        s.bonus_deck[i] = NONE
    s.trays[1].hand_count, s.bonus_count = 25, 0
    assert case.ready().legal() == ["end turn"]


# ---------------------------------------------------------------- paying


def test_ho_a6c_eight_ways_to_pay_for_a_mammoth() -> None:
    """HO-A6c, HO-A4j: each food with itself or two water; section 4.3: 8 payments at most."""
    case = Case().tray(0, 6, 6, 6, 6).acting(mammoths=1).ready()
    wanted = {(f, b, m, 2 * (3 - f - b - m), 0) for f in (0, 1) for b in (0, 1) for m in (0, 1)}
    assert case.payments("lure mammoth") == wanted


@pytest.mark.parametrize(("cards", "payments"), [(1, 7), (2, 4)])
def test_ho_b8_foods_left_out(cards: int, payments: int) -> None:
    """HO-B8, HO-A6c, R21, L8: any 3 − k foods, each with itself or two water; equal goods are one payment."""
    case = Case().tray(0, 6, 6, 6, 6).cards(0, *["HO-B8"] * cards).acting(mammoths=1).ready()
    case.play(*["play sated_mammoths"] * cards)
    found = case.payments("lure mammoth")
    assert len(found) == payments
    assert all(f <= 1 and b <= 1 and m <= 1 and f + b + m + w // 2 == 3 - cards for f, b, m, w, _ in found)


def test_ho_b8_only_from_now_on_and_anew_for_each_mammoth() -> None:
    """HO-B8: mammoths lured before keep their full price."""
    case = Case().tray(0, 2, 2, 1, 0).cards(0, "HO-B8").acting(mammoths=2).ready().play("lure mammoth")
    assert case.goods(0) == (1, 1, 0, 0)
    assert "lure mammoth" not in case.legal()
    case.play("play sated_mammoths", "lure mammoth")
    assert case.goods(0) == (0, 0, 0, 0)


def test_r8_no_joker_for_water_or_mammoths() -> None:
    """R8, HO-A8b."""
    case = Case().tray(0, 6, 6, 6, 1).slots("T14", "T30", "T28").acting(barter=1).ready()
    assert case.legal() == ["end turn"]
    case = Case().tray(0, 0, 0, 0, 3).slots("T14").acting(barter=1).ready()
    assert "barter slot 1" not in case.legal()  # 2 water asked, 2 more for the fish
    case = Case().tray(0, 0, 0, 0, 4).slots("T14").acting(barter=1).ready()
    assert case.payments("barter slot 1") == {(0, 0, 0, 4, 0)}


def test_l1_two_water_are_one_fish() -> None:
    """L1, HO-A4j: not two."""
    assert Case().tray(0, 0, 0, 0, 4).slots("T04").acting(barter=1).ready().payments("barter slot 1") == {
        (0, 0, 0, 4, 0)
    }
    assert "barter slot 1" not in Case().tray(0, 0, 0, 0, 3).slots("T04").acting(barter=1).ready().legal()


def test_r7_water_is_no_free_exchange() -> None:
    """R7: nothing but paying uses it up."""
    case = Case().tray(0, 0, 0, 0, 6).acting(lake=1, spring=1).ready()
    assert case.legal() == ["gather fish", "end turn"]


def test_r18_exact_payment() -> None:
    """R18: with more goods than asked, exactly the goods shown are taken."""
    case = Case().tray(0, 6, 6, 6, 1).slots("T13").acting(barter=1).ready().play("barter slot 1")
    assert case.goods(0) == (5, 5, 5, 1)


@pytest.mark.parametrize(
    ("source", "card", "goods", "swap", "copies"),
    [
        ("plain", "T24", (6, 6, 6, 6), 0, 0),
        ("swap", "T24", (6, 6, 6, 6), 1, 0),
        ("short", "T24", (1, 2, 0, 6), 0, 0),
        ("short swap", "T24", (1, 2, 1, 6), 1, 0),
        ("water asked", "T23", (1, 1, 1, 5), 0, 0),
        ("one card", "T20", (2, 2, 2, 6), 0, 1),
        ("one card and swap", "T18", (2, 2, 2, 6), 1, 1),
        ("two cards and swap", "T24", (2, 2, 2, 6), 1, 2),
        ("two cards", "T17", (2, 2, 2, 6), 0, 2),
    ],
)
def test_ho_a8b_every_legal_payment_and_no_other(
    source: str, card: str, goods: tuple[int, ...], swap: int, copies: int
) -> None:
    """HO-A8b, HO-B1, HO-B7: the dossier's formula, counted out by brute force."""
    case = Case().tray(0, *goods).slots(card).cards(0, *["HO-B1"] * copies).acting(barter=1)
    case.s.turn.swap = swap
    start = "barter slot 1" + (f" with {copies} good_barter" if copies else "")
    asked_f, asked_b, asked_m, asked_w, _ = list(case.box.goods[int(card[1:]) - 1])
    asked_f = max(0, asked_f - copies)
    if swap:
        pair = max(0, asked_b + asked_m - 2 * copies)
    else:
        asked_b, asked_m = max(0, asked_b - copies), max(0, asked_m - copies)
        pair = asked_b + asked_m
    wanted = set()
    for f in range(min(asked_f, goods[0]) + 1):
        for b in range(goods[1] + 1):
            for m in range(goods[2] + 1):
                water = asked_w + 2 * (asked_f - f + pair - b - m)
                fits = b + m <= pair if swap else b <= asked_b and m <= asked_m
                if fits and asked_w <= water <= goods[3]:
                    wanted.add((f, b, m, water, 0))
    assert case.payments(start) == wanted, source


def test_section_4_3_upper_bounds() -> None:
    """Section 4.3: 17 payments for T24, 35 with the swap, 34 for HO-B10, 320 barters in the worst state."""
    case = Case().tray(0, 6, 6, 6, 6).slots("T24").cards(0, "HO-B10").acting(barter=1).ready()
    assert len(case.payments("barter slot 1")) == 17
    assert sum(len(case.payments(f"play bought_points for {n}")) for n in (1, 2, 3)) == 34
    case.s.turn.swap = 1
    assert len(case.payments("barter slot 1")) == 35
    worst = Case(5).tray(0, 6, 6, 6, 6, mammoths=1).herd(0, 0, 0, 0, 0).slots("T31", "T29", "T24")
    worst.cards(0, "HO-B1").acting(barter=1)
    worst.s.turn.swap = 1
    barters = [text for text in worst.legal() if text.startswith("barter")]
    assert sum(len(worst.payments(text)) for text in barters) == 320


def test_questions_with_one_answer_are_not_asked() -> None:
    """Section 4.3: where all payments are the same, none is asked."""
    case = Case().tray(0, 2, 2, 2, 1).slots("T24").acting(barter=1).ready().play("barter slot 1")
    assert case.s.phase == Phase.ACT
    case = Case(5).herd(1, 0, 0, 2).slots("T30").tray(0, mammoths=1).acting(barter=1)
    case.s.trays[0].mammoths, case.s.trays[0].depot = 0, 4
    assert case.ready().play("barter slot 1").s.phase == Phase.ACT
    case = Case(5).tray(0, 0, 1, 0, 0).herd(1, 0, 0, 2).slots("T26").acting(barter=1).ready().play("barter slot 1")
    assert case.s.phase == Phase.ACT  # whichever of the two neighbours goes, the herd is the same
    assert case.herd_now() == [1, 0, 2]


def test_ho_a8a_any_own_mammoth_of_the_herd_or_the_tray() -> None:
    """HO-A8a: own colour only, any space, any mix; different spaces are different moves."""
    case = Case(5).tray(0, 0, 1, 0, 0, mammoths=1).herd(0, 1, 0, 2).slots("T26", "T30").acting(barter=1).ready()
    copy = copy_of(case.s)
    case.play("barter slot 1")
    assert case.legal() == ["give herd none", "give herd 1", "give herd 3"]
    case.play("give herd 1")
    assert (case.herd_now(), case.s.trays[0].mammoths, case.points()[0]) == ([1, 0, 2], 1, 5)
    case.s = copy
    case.play("barter slot 2")
    assert case.legal() == ["give herd 1", "give herd 3", "give herd 1+3"]
    case.play("give herd 3")
    assert (case.herd_now(), case.s.trays[0].mammoths) == ([0, 1, 2], 0)


def test_ho_b1_each_card_must_lower_the_demand() -> None:
    """HO-B1, section 4.3: two copies may serve one barter, but not for nothing; the payment may be nothing."""
    case = Case().tray(0, 0, 0, 0, 0).cards(0, "HO-B1", "HO-B1").slots("T13", "T17", "T32").acting(barter=2).ready()
    assert [t for t in case.legal() if t.startswith("barter")] == [
        "barter slot 1 with 1 good_barter",
        "barter slot 2 with 2 good_barter",
    ]
    case.play("barter slot 2 with 2 good_barter")
    assert (case.points(), case.hand(0), case.s.turn.cards) == ([5, 0, 0], [], 2)


def test_ho_b1_counts_as_a_card_played() -> None:
    """HO-B, R19: within the two cards of a turn, for one barter only, and with another card before it."""
    case = Case().tray(0, 0, 0, 0, 0).cards(0, "HO-B1", "HO-B1", "HO-B2").slots("T13", "T17", "T01")
    case.acting(barter=3).ready().play("play two_points")
    assert [t for t in case.legal() if t.startswith("barter")] == [
        "barter slot 1 with 1 good_barter",
        "barter slot 3 with 1 good_barter",
    ]
    case.play("barter slot 1 with 1 good_barter")
    assert case.legal() == ["end turn"]


def test_ho_b1_is_not_for_mammoths_or_points() -> None:
    """HO-B1: only for barters."""
    case = (
        Case()
        .tray(0, 0, 0, 0, 0)
        .cards(0, "HO-B1", "HO-B10")
        .slots("T30", "T32", "T28")
        .acting(mammoths=1, barter=1)
        .ready()
    )
    assert case.legal() == ["end turn"]


def test_ho_b1_and_swap_together() -> None:
    """HO-A8b: with the swap the card's berry and mushroom may both go for berries: T05 (2 berries) costs nothing."""
    case = Case().tray(0, 0, 0, 0, 0).cards(0, "HO-B1", "HO-B7").slots("T05", "T08", "T24").acting(barter=1).ready()
    assert not [t for t in case.legal() if t.startswith("barter")]
    case.play("play swap_mushroom_berry")
    assert "barter slot 1 with 1 good_barter" in case.legal()
    case.play("barter slot 1 with 1 good_barter")
    assert case.points() == [3, 0, 0]


def test_ho_a8_at_most_three_barters() -> None:
    """HO-A8, HO-I12, R32: an empty slot stays empty until the end of the turn; no wiping."""
    case = Case().tray(0, 6, 6, 6, 0).slots("T01", "T02", "T03").acting(barter=4).ready()
    case.play("barter slot 1", "barter slot 2", "barter slot 3")
    assert case.open_cards() == ["-", "-", "-"]
    assert case.legal() == ["end turn"]
    assert case.hands() == {"barter": 1}


def test_ho_b10_repeated_kinds_and_units() -> None:
    """HO-B10, R35: three fish are fine; one to three units; at least one must be payable."""
    case = Case().tray(0, 3, 1, 0, 0).cards(0, "HO-B10").acting().ready()
    assert case.payments("play bought_points for 3") == {(3, 0, 0, 0, 0), (2, 1, 0, 0, 0)}
    assert case.play("play bought_points for 3", "pay 3 fish").goods(0) == (0, 1, 0, 0)
    assert case.points() == [3, 0, 0]
    case = Case().tray(0, 0, 0, 0, 1).cards(0, "HO-B10").acting().ready()
    assert case.legal() == ["end turn"]


# ---------------------------------------------------------------- mammoths


def test_ho_x4_no_mammoth_left_in_the_depot() -> None:
    """HO-X4, R9: six out, none to lure."""
    case = Case(5).tray(0, 3, 3, 3, 0, mammoths=2).herd(0, 0, 0, 0).acting(mammoths=1).ready()
    assert case.s.trays[0].depot == 0
    assert case.legal() == ["end turn"]


def test_r10_a_gap_absorbs_the_push() -> None:
    """R10, L9: after a barter the herd has room again, and nobody is pushed out."""
    case = Case(3).tray(0, 1, 2, 1, 0).herd(1, 0, 2).slots("T26").acting(barter=1, mammoths=1).ready()
    case.play("barter slot 1", "lure mammoth")
    assert case.herd_now() == [0, 1, 2]
    assert [case.s.trays[seat].mammoths for seat in range(3)] == [0, 0, 0]


def test_r12_the_latest_placement_counts_even_if_that_mammoth_left() -> None:
    """R12: blue placed last and gave that very mammoth away; tied 1–1 it still wins over yellow."""
    case = Case(3).tray(0, 0, 1, 0, 0).herd(0, 1, 0).slots("T26").acting(barter=1).ready()
    case.play("barter slot 1", "give herd 1")
    assert (case.herd_now(), case.s.tusk) == ([1, 0], 0)


def test_r12_without_a_mammoth_in_the_herd_nobody_holds_the_tusk() -> None:
    """R12: the latest placement is worth nothing without a mammoth in the herd."""
    case = Case(3).tray(0, 0, 1, 0, 0).herd(0, 1).slots("T26").acting(barter=1).ready().play("barter slot 1")
    assert (case.herd_now(), case.s.tusk) == ([1], 1)


def test_r33_a_mammoth_pushed_out_is_food_and_payment_at_once() -> None:
    """R33: it stands on its owner's tray on another's turn."""
    case = Case(2).tray(0, 1, 1, 1, 0).tray(1, 0, 0, 0, 0).herd(0, 0, 1).honga(1).acting(mammoths=1).ready()
    case.play("lure mammoth")
    assert case.s.trays[1].mammoths == 1
    case.play("end turn")
    assert (case.s.trays[1].mammoths, case.s.trays[1].depot) == (0, 6)


def test_r34_each_lure_is_judged_after_the_other() -> None:
    """R34: the tusk may move twice in one turn."""
    case = Case(3).tray(0, 2, 2, 2, 0).herd(1, 1, 2).acting(mammoths=2).ready().play("lure mammoth")
    assert (case.herd_now(), case.s.tusk) == ([0, 1, 1], 1)
    case.play("lure mammoth")
    assert (case.herd_now(), case.s.tusk) == ([0, 0, 1], 0)


# ---------------------------------------------------------------- mountain


def test_r14_a_hand_added_later_starts_a_new_climb() -> None:
    """R14, HO-B4: the surplus lapsed, the lucky hand did not."""
    case = Case().tray(0, step=5).cards(0, "HO-B4").acting(mountain=2).ready().play("climb mountain")
    assert case.legal() == [
        "play lucky_hand on barter",
        "play lucky_hand on mountain",
        "play lucky_hand on berries",
        "play lucky_hand on honga",
        "end turn",
    ]
    case.play("play lucky_hand on mountain", "climb mountain")
    assert case.s.trays[0].step == 1


def test_r14_the_caveman_card_keeps_mountain_hands() -> None:
    """R14, HO-B9: top by the card: unused hands stay and climb anew."""
    case = Case().tray(0, step=4).cards(0, "HO-B9").acting(mountain=1).ready()
    case.play("play caveman_or_honga to climb", "climb mountain")
    assert (case.points()[0], case.s.trays[0].step) == (5, 1)


def test_r15_several_cavemen_on_one_step() -> None:
    """R15, L5: each scores its step."""
    case = Case(4).tray(0, step=5).tray(1, step=4).tray(2, step=4).tray(3, step=1).acting(mountain=1).ready()
    assert case.play("climb mountain").points() == [5, 2, 2, 1]


# ---------------------------------------------------------------- bonus cards


def test_ho_b2_two_points() -> None:
    """HO-B2, HO-E2."""
    assert Case().cards(0, "HO-B2").acting().ready().play("play two_points").points() == [2, 0, 0]


@pytest.mark.parametrize(("card", "name"), [("HO-B4", "lucky_hand"), ("HO-B6", "lucky_hand_or_honga")])
def test_ho_b4_b6_a_hand_on_any_quarter(card: str, name: str) -> None:
    """HO-B4, HO-B6, R22, R24: the four fields of the disc's space, empty quarters too, useful or not."""
    case = Case().cards(0, card).acting(space="SE").ready()
    fields = ["honga", "lake", "mammoths", "mushrooms"]
    assert case.legal() == [*(f"play {name} on {field}" for field in fields), "end turn"]
    case.play(f"play {name} on lake", "gather fish")
    assert case.goods(0) == (2, 1, 1, 0)


def test_ho_b5_not_twice_in_a_turn() -> None:
    """HO-B5."""
    case = Case().cards(0, "HO-B5", "HO-B5").acting().ready().play("play extra_disc")
    assert case.legal() == ["end turn"]


def test_ho_b5_red_discs_with_the_tusk() -> None:
    """HO-B5, R25: both from the pile one is entitled to; the slots were refilled before."""
    case = (
        Case()
        .tray(0, 2, 0, 0, 0)
        .herd(0)
        .cards(0, "HO-B5")
        .slots("T04", "T05", "T06", "T07")
        .discs("red", "R03", "R09")
    )
    case.acting(barter=1).ready().play("play extra_disc", "barter slot 1", "end turn")
    assert (case.s.phase, case.open_cards(), case.s.player) == (Phase.DISC, ["T07", "T05", "T06"], 0)
    assert [DISC_NAMES[disc] for disc in case.s.offer] == ["R03", "R09"]
    case.play("keep first disc")
    assert (case.disc_of(0), DISC_NAMES[case.s.piles[1].discs[0]], case.s.piles[1].count) == ("R03", "R09", 17)


def test_r25_one_disc_left_in_the_pile() -> None:
    """R25, HO-X1: draw it, reshuffle without it, draw the second, put the other under the new pile."""
    case = Case(2)
    held = [case.disc_of(seat) for seat in range(2)]
    free = [f"G{i:02}" for i in range(1, 29) if f"G{i:02}" not in held]
    case.lay_on_board("NW", *free[:-1]).cards(0, "HO-B5").acting().ready().play("play extra_disc", "end turn")
    assert DISC_NAMES[case.s.offer[0]] == free[-1]
    assert (case.s.piles[0].count, case.s.top[0]) == (25, NONE)
    second = DISC_NAMES[case.s.offer[1]]
    case.play("keep first disc")
    assert (case.disc_of(0), DISC_NAMES[case.s.piles[0].discs[0]], case.s.piles[0].count) == (free[-1], second, 26)


def test_ho_b7_conditions_and_duration() -> None:
    """HO-B7, R20, R24: with an unused barter hand, not twice; for all barters of the turn."""
    assert Case().cards(0, "HO-B7").acting().ready().legal() == ["end turn"]
    case = Case().tray(0, 0, 5, 0, 0).cards(0, "HO-B7", "HO-B7").slots("T06", "T09", "T31").acting(barter=2).ready()
    case.play("play swap_mushroom_berry")
    assert "play swap_mushroom_berry" not in case.legal()
    case.play("barter slot 1", "barter slot 2")
    assert (case.points(), case.goods(0)) == ([7, 0, 0], (0, 0, 0, 0))


def test_ho_b7_is_not_for_luring() -> None:
    """HO-B7: in barters only."""
    case = (
        Case()
        .tray(0, 1, 2, 0, 0)
        .cards(0, "HO-B7")
        .acting(barter=1, mammoths=1)
        .ready()
        .play("play swap_mushroom_berry")
    )
    assert "lure mammoth" not in case.legal()


def test_ho_b8_needs_a_mammoth_hand() -> None:
    """HO-B8, R24."""
    assert Case().cards(0, "HO-B8").acting(lake=1).ready().legal() == ["gather fish", "end turn"]


def test_ho_b9_two_steps() -> None:
    """HO-B9: always legal as caveman."""
    case = Case().tray(0, step=2).cards(0, "HO-B9").acting().ready().play("play caveman_or_honga to climb")
    assert (case.s.trays[0].step, case.points()) == (4, [0, 0, 0])


# ---------------------------------------------------------------- running out


def test_ho_x1_not_before_a_disc_must_be_drawn() -> None:
    """HO-X1: drawing the last disc reshuffles nothing yet."""
    case = Case(2)
    held = [case.disc_of(seat) for seat in range(2)]
    free = [f"G{i:02}" for i in range(1, 29) if f"G{i:02}" not in held]
    case.lay_on_board("SE", *free[:-1]).acting().ready().play("end turn")
    assert (case.s.piles[0].count, case.disc_of(0)) == (0, free[-1])
    assert case.s.top[2] != NONE


def test_ho_x3_barter_cards_are_reshuffled() -> None:
    """HO-X3, L4: the cards redeemed this very turn are shuffled in."""
    case = Case().tray(0, 2, 1, 0, 0).slots("T01").acting(barter=1)
    s = case.s
    for i in range(s.barter_count):
        s.barter_discard[i] = s.barter_deck[i]
        s.barter_deck[i] = NONE
    s.barter_gone, s.barter_count = s.barter_count, 0
    case.ready().play("barter slot 1")
    assert s.barter_gone == 30
    case.play("end turn")
    assert (s.barter_gone, s.barter_count) == (0, 29)
    assert "reshuffles" in case.notes()


@pytest.mark.parametrize("seed", range(6))
def test_r17_only_the_active_player_ever_has_a_move(seed: int) -> None:
    """R17, HO-D2, HO-I5, HO-I15: the turn passes only when it is ended, and ending it is always legal while
    acting; points never fall; nothing before the end of a turn tells anybody anything, and what ends it
    does (section 4.3)."""
    points = [0] * 3
    s: Any = None
    last, before = "", NONE
    for s, legal, action in walk(GAME, 3, seed, engine=ENGINE):
        now = [s.trays[seat].points for seat in range(3)]
        assert all(a <= b for a, b in zip(points, now, strict=True))
        points = now
        if last:
            if last.startswith(("end turn", "keep")):
                assert s.told, last
            else:
                assert s.player == before and not s.told, last
        if not legal:
            break
        assert (GAME.actions.number("end turn") in legal) == (s.phase == Phase.ACT)
        before, last = s.player, GAME.actions.text(action)
    assert s.over


def test_taking_back_a_turn() -> None:
    """Section 4.3: nothing between laying and ending a turn tells anybody anything; ending it does."""
    case = Case().cards(0, "HO-B2").disc(0, "G17").ready()
    for text in ("lay disc south-west turned 2", "play two_points"):
        case.play(text)
        assert case.s.told == 0, text
    assert case.hands() == {"berries": 1, "forest": 1, "mammoths": 2}
    case.play("end turn")
    assert case.s.told == 1


def test_keeping_a_disc_is_not_taken_back() -> None:
    """HO-D3: it ends the turn, and the next player's has begun."""
    case = Case().cards(0, "HO-B5").acting().ready().play("play extra_disc", "end turn", "keep first disc")
    assert (case.s.player, case.s.told) == (1, 1)


def test_grey_and_red_hands() -> None:
    """Section 2.3: grey discs carry four hands, red ones five."""
    box = GAME.standard_box
    assert [sum(box.quarters[disc]) for disc in range(46)] == [4] * GREYS + [5] * 18
