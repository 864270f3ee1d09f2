"""Rule by rule: paying, mammoths, the mountain, bonus cards."""

from __future__ import annotations

import pytest

from firstfire.games.honga.box import DISC_NAMES
from firstfire.games.honga.rules.bonus_cards import can_play_cards
from firstfire.games.honga.state import NONE, Phase
from firstfire.kernel.records.record import copy_of

from .reading import ACTING, Case, free_discs, stacked

# ---------------------------------------------------------------- paying


def test_ho_a6c_eight_ways_to_pay_for_a_mammoth() -> None:
    """HO-A6c, HO-A4j: each food with itself or two water; section 4.3: 8 payments at most."""
    case = Case(ACTING, "trays.0.goods=[6 6 6 6] turn.hands=[mammoths:1]")
    wanted = {(f, b, m, 2 * (3 - f - b - m), 0) for f in (0, 1) for b in (0, 1) for m in (0, 1)}
    assert case.payments("lure mammoth") == wanted


@pytest.mark.parametrize(("cards", "payments"), [(1, 7), (2, 4)])
def test_ho_b8_foods_left_out(cards: int, payments: int) -> None:
    """HO-B8, HO-A6c, R21, L8: any 3 − k foods, each with itself or two water; equal goods are one payment."""
    case = Case(ACTING, f"trays.0.goods=[6 6 6 6] trays.0.hand=[sated_mammoths:{cards}] turn.hands=[mammoths:1]")
    case.play(*["play sated_mammoths"] * cards)
    found = case.payments("lure mammoth")
    assert len(found) == payments
    assert all(f <= 1 and b <= 1 and m <= 1 and f + b + m + w // 2 == 3 - cards for f, b, m, w, _ in found)


def test_ho_b8_only_from_now_on_and_anew_for_each_mammoth() -> None:
    """HO-B8: mammoths lured before keep their full price."""
    case = Case(ACTING, "trays.0.goods=[2 2 1 0] trays.0.hand=[sated_mammoths:1] turn.hands=[mammoths:2]").play(
        "lure mammoth"
    )
    assert case.goods(0) == (1, 1, 0, 0)
    assert "lure mammoth" not in case.legal()
    case.play("play sated_mammoths", "lure mammoth")
    assert case.goods(0) == (0, 0, 0, 0)


def test_r8_no_joker_for_water_or_mammoths() -> None:
    """R8, HO-A8b."""
    case = Case(ACTING, "trays.0.goods=[6 6 6 1] slots=[T14 T30 T28] turn.hands=[barter:1]")
    assert case.legal() == ["end turn"]
    case = Case(ACTING, "trays.0.goods=[0 0 0 3] slots.0=T14 turn.hands=[barter:1]")
    assert "barter slot 1" not in case.legal()  # 2 water asked, 2 more for the fish
    case = Case(ACTING, "trays.0.goods=[0 0 0 4] slots.0=T14 turn.hands=[barter:1]")
    assert case.payments("barter slot 1") == {(0, 0, 0, 4, 0)}


def test_l1_two_water_are_one_fish() -> None:
    """L1, HO-A4j: not two."""
    assert Case(ACTING, "trays.0.goods=[0 0 0 4] slots.0=T04 turn.hands=[barter:1]").payments("barter slot 1") == {
        (0, 0, 0, 4, 0)
    }
    assert "barter slot 1" not in Case(ACTING, "trays.0.goods=[0 0 0 3] slots.0=T04 turn.hands=[barter:1]").legal()


def test_r7_water_is_no_free_exchange() -> None:
    """R7: nothing but paying uses it up."""
    case = Case(ACTING, "trays.0.goods=[0 0 0 6] turn.hands=[lake:1 spring:1]")
    assert case.legal() == ["gather fish", "end turn"]


def test_r18_exact_payment() -> None:
    """R18: with more goods than asked, exactly the goods shown are taken."""
    case = Case(ACTING, "trays.0.goods=[6 6 6 1] slots.0=T13 turn.hands=[barter:1]").play("barter slot 1")
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
    case = Case(
        ACTING,
        f"trays.0.goods=[{' '.join(map(str, goods))}] slots.0={card} trays.0.hand=[good_barter:{copies}]",
        f"turn.hands=[barter:1] turn.swap={swap}",
    )
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
    case = Case(ACTING, "trays.0.goods=[6 6 6 6] slots.0=T24 trays.0.hand=[bought_points:1] turn.hands=[barter:1]")
    assert len(case.payments("barter slot 1")) == 17
    assert sum(len(case.payments(f"play bought_points for {n}")) for n in (1, 2, 3)) == 34
    case.s.turn.swap = 1
    assert len(case.payments("barter slot 1")) == 35
    worst = Case(
        ACTING,
        "players=5 trays.0.goods=[6 6 6 6] trays.0.mammoths=1 herd=[0 0 0 0 0] lures=5 trays.0.last_lure=5",
        "slots=[T31 T29 T24] trays.0.hand=[good_barter:1] turn.hands=[barter:1] turn.swap=1",
    )
    barters = [text for text in worst.legal() if text.startswith("barter")]
    assert sum(len(worst.payments(text)) for text in barters) == 320


def test_questions_with_one_answer_are_not_asked() -> None:
    """Section 4.3: where all payments are the same, none is asked."""
    case = Case(ACTING, "trays.0.goods=[2 2 2 1] slots.0=T24 turn.hands=[barter:1]").play("barter slot 1")
    assert case.s.phase == Phase.ACT
    case = Case(
        ACTING,
        "players=5 herd=[1 0 0 2] lures=4 trays.0.last_lure=3 trays.1.last_lure=4 trays.2.last_lure=1 slots.0=T30",
        "turn.hands=[barter:1]",
    )
    assert case.play("barter slot 1").s.phase == Phase.ACT
    case = Case(
        ACTING,
        "players=5 trays.0.goods=[0 1 0 0] herd=[1 0 0 2] lures=4 trays.0.last_lure=3 trays.1.last_lure=4",
        "trays.2.last_lure=1 slots.0=T26 turn.hands=[barter:1]",
    ).play("barter slot 1")
    assert case.s.phase == Phase.ACT  # whichever of the two neighbours goes, the herd is the same
    assert case.herd_now() == [1, 0, 2]


def test_ho_a8a_any_own_mammoth_of_the_herd_or_the_tray() -> None:
    """HO-A8a: own colour only, any space, any mix; different spaces are different moves."""
    case = Case(
        ACTING,
        "players=5 trays.0.goods=[0 1 0 0] trays.0.mammoths=1 herd=[0 1 0 2] lures=4 trays.0.last_lure=4",
        "trays.1.last_lure=3 trays.2.last_lure=1 slots.0=T26 slots.1=T30 turn.hands=[barter:1]",
    )
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
    case = Case(
        ACTING, "trays.0.goods=[0 0 0 0] trays.0.hand=[good_barter:2] slots=[T13 T17 T32] turn.hands=[barter:2]"
    )
    assert [t for t in case.legal() if t.startswith("barter")] == [
        "barter slot 1 with 1 good_barter",
        "barter slot 2 with 2 good_barter",
    ]
    case.play("barter slot 2 with 2 good_barter")
    assert (case.points(), case.hand(0), case.s.turn.cards) == ([5, 0, 0], [], 2)


def test_ho_b1_counts_as_a_card_played() -> None:
    """HO-B, R19: within the two cards of a turn, for one barter only, and with another card before it."""
    case = Case(
        ACTING,
        "trays.0.goods=[0 0 0 0] trays.0.hand=[good_barter:2 two_points:1] slots=[T13 T17 T01]",
        "turn.hands=[barter:3]",
    )
    case.play("play two_points")
    assert [t for t in case.legal() if t.startswith("barter")] == [
        "barter slot 1 with 1 good_barter",
        "barter slot 3 with 1 good_barter",
    ]
    case.play("barter slot 1 with 1 good_barter")
    assert case.legal() == ["end turn"]


def test_ho_b1_is_not_for_mammoths_or_points() -> None:
    """HO-B1: only for barters."""
    case = Case(
        ACTING,
        "trays.0.goods=[0 0 0 0] trays.0.hand=[good_barter:1 bought_points:1] slots=[T30 T32 T28]",
        "turn.hands=[mammoths:1 barter:1]",
    )
    assert case.legal() == ["end turn"]


def test_ho_b1_and_swap_together() -> None:
    """HO-A8b: with the swap the card's berry and mushroom may both go for berries: T05 (2 berries) costs nothing."""
    case = Case(
        ACTING,
        "trays.0.goods=[0 0 0 0] trays.0.hand=[good_barter:1 swap_mushroom_berry:1] slots=[T05 T08 T24]",
        "turn.hands=[barter:1]",
    )
    assert not [t for t in case.legal() if t.startswith("barter")]
    case.play("play swap_mushroom_berry")
    assert "barter slot 1 with 1 good_barter" in case.legal()
    case.play("barter slot 1 with 1 good_barter")
    assert case.points() == [3, 0, 0]


def test_ho_a8_at_most_three_barters() -> None:
    """HO-A8, HO-I12, R32: an empty slot stays empty until the end of the turn; no wiping."""
    case = Case(ACTING, "trays.0.goods=[6 6 6 0] slots=[T01 T02 T03] turn.hands=[barter:4]")
    case.play("barter slot 1", "barter slot 2", "barter slot 3")
    assert case.open_cards() == ["-", "-", "-"]
    assert case.legal() == ["end turn"]
    assert case.hands() == {"barter": 1}


def test_ho_b10_repeated_kinds_and_units() -> None:
    """HO-B10, R35: three fish are fine; one to three units; at least one must be payable."""
    case = Case(ACTING, "trays.0.goods=[3 1 0 0] trays.0.hand=[bought_points:1]")
    assert case.payments("play bought_points for 3") == {(3, 0, 0, 0, 0), (2, 1, 0, 0, 0)}
    assert case.play("play bought_points for 3", "pay 3 fish").goods(0) == (0, 1, 0, 0)
    assert case.points() == [3, 0, 0]
    case = Case(ACTING, "trays.0.goods=[0 0 0 1] trays.0.hand=[bought_points:1]")
    assert case.legal() == ["end turn"]


# ---------------------------------------------------------------- mammoths


def test_ho_x4_no_mammoth_left_in_the_depot() -> None:
    """HO-X4, R9: six out, none to lure."""
    case = Case(
        ACTING,
        "players=5 trays.0.goods=[3 3 3 0] trays.0.mammoths=2 herd=[0 0 0 0] lures=4 trays.0.last_lure=4",
        "turn.hands=[mammoths:1]",
    )
    assert case.s.trays[0].depot == 0
    assert case.legal() == ["end turn"]


def test_r10_a_gap_absorbs_the_push() -> None:
    """R10, L9: after a barter the herd has room again, and nobody is pushed out."""
    case = Case(
        ACTING,
        "trays.0.goods=[1 2 1 0] herd=[1 0 2] lures=3 trays.0.last_lure=2 trays.1.last_lure=3 trays.2.last_lure=1",
        "slots.0=T26 turn.hands=[barter:1 mammoths:1]",
    )
    case.play("barter slot 1", "lure mammoth")
    assert case.herd_now() == [0, 1, 2]
    assert [case.s.trays[seat].mammoths for seat in range(3)] == [0, 0, 0]


def test_r12_the_latest_placement_counts_even_if_that_mammoth_left() -> None:
    """R12: blue placed last and gave that very mammoth away; tied 1–1 it still wins over yellow."""
    case = Case(
        ACTING,
        "trays.0.goods=[0 1 0 0] herd=[0 1 0] lures=3 trays.0.last_lure=3 trays.1.last_lure=2 slots.0=T26",
        "turn.hands=[barter:1]",
    )
    case.play("barter slot 1", "give herd 1")
    assert (case.herd_now(), case.s.tusk) == ([1, 0], 0)


def test_r12_without_a_mammoth_in_the_herd_nobody_holds_the_tusk() -> None:
    """R12: the latest placement is worth nothing without a mammoth in the herd."""
    case = Case(
        ACTING,
        "trays.0.goods=[0 1 0 0] herd=[0 1] lures=2 trays.0.last_lure=2 trays.1.last_lure=1 slots.0=T26",
        "turn.hands=[barter:1]",
    ).play("barter slot 1")
    assert (case.herd_now(), case.s.tusk) == ([1], 1)


def test_r33_a_mammoth_pushed_out_is_food_and_payment_at_once() -> None:
    """R33: it stands on its owner's tray on another's turn."""
    case = Case(
        ACTING,
        "players=2 trays.0.goods=[1 1 1 0] trays.1.goods=[0 0 0 0] herd=[0 0 1] lures=3 trays.0.last_lure=3",
        "trays.1.last_lure=1 honga=1 turn.hands=[mammoths:1]",
    )
    case.play("lure mammoth")
    assert case.s.trays[1].mammoths == 1
    case.play("end turn")
    assert (case.s.trays[1].mammoths, case.s.trays[1].depot) == (0, 6)


def test_r34_each_lure_is_judged_after_the_other() -> None:
    """R34: the tusk may move twice in one turn."""
    case = Case(
        ACTING,
        "trays.0.goods=[2 2 2 0] herd=[1 1 2] lures=3 trays.1.last_lure=3 trays.2.last_lure=1 turn.hands=[mammoths:2]",
    ).play("lure mammoth")
    assert (case.herd_now(), case.s.tusk) == ([0, 1, 1], 1)
    case.play("lure mammoth")
    assert (case.herd_now(), case.s.tusk) == ([0, 0, 1], 0)


# ---------------------------------------------------------------- mountain


def test_r14_a_hand_added_later_starts_a_new_climb() -> None:
    """R14, HO-B4: the surplus lapsed, the lucky hand did not."""
    case = Case(ACTING, "trays.0.step=5 trays.0.hand=[lucky_hand:1] turn.hands=[mountain:2]").play("climb mountain")
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
    case = Case(ACTING, "trays.0.step=4 trays.0.hand=[caveman_or_honga:1] turn.hands=[mountain:1]")
    case.play("play caveman_or_honga to climb", "climb mountain")
    assert (case.points()[0], case.s.trays[0].step) == (5, 1)


def test_r15_several_cavemen_on_one_step() -> None:
    """R15, L5: each scores its step."""
    case = Case(ACTING, "players=4 trays.0.step=5 trays.1.step=4 trays.2.step=4 trays.3.step=1 turn.hands=[mountain:1]")
    assert case.play("climb mountain").points() == [5, 2, 2, 1]


# ---------------------------------------------------------------- bonus cards


def test_ho_b2_two_points() -> None:
    """HO-B2, HO-E2."""
    assert Case(ACTING, "trays.0.hand=[two_points:1]").play("play two_points").points() == [2, 0, 0]


@pytest.mark.parametrize(("card", "name"), [("HO-B4", "lucky_hand"), ("HO-B6", "lucky_hand_or_honga")])
def test_ho_b4_b6_a_hand_on_any_quarter(card: str, name: str) -> None:
    """HO-B4, HO-B6, R22, R24: the four fields of the disc's space, empty quarters too, useful or not."""
    case = Case(ACTING, f"trays.0.hand=[{name}:1] top.north-west=- top.south-east=G16 turn.space=south-east")
    fields = ["honga", "lake", "mammoths", "mushrooms"]
    assert case.legal() == [*(f"play {name} on {field}" for field in fields), "end turn"]
    case.play(f"play {name} on lake", "gather fish")
    assert case.goods(0) == (2, 1, 1, 0)


def test_ho_b5_not_twice_in_a_turn() -> None:
    """HO-B5."""
    case = Case(ACTING, "trays.0.hand=[extra_disc:2]").play("play extra_disc")
    assert case.legal() == ["end turn"]


def test_ho_b5_red_discs_with_the_tusk() -> None:
    """HO-B5, R25: both from the pile one is entitled to; the slots were refilled before."""
    case = Case(
        ACTING,
        "turn.hands=[barter:1] trays.0.goods=[2 0 0 0] herd=[0] lures=1 trays.0.last_lure=1",
        "trays.0.hand=[extra_disc:1] slots=[T04 T05 T06] barter_deck.top=[T07] piles.red.discs.top=[R03 R09]",
    )
    case.play("play extra_disc", "barter slot 1", "end turn")
    assert (case.s.phase, case.open_cards(), case.s.player) == (Phase.DISC, ["T07", "T05", "T06"], 0)
    assert [DISC_NAMES[disc] for disc in case.s.offer] == ["R03", "R09"]
    case.play("keep first disc")
    assert (case.disc_of(0), DISC_NAMES[case.s.piles[1].discs[0]], case.s.piles[1].count) == ("R03", "R09", 17)


def test_r25_one_disc_left_in_the_pile() -> None:
    """R25, HO-X1: draw it, reshuffle without it, draw the second, put the other under the new pile."""
    free = free_discs(2)
    case = Case(ACTING, "players=2 trays.0.hand=[extra_disc:1]", stacked("north-west", *free[:-1], "G16"))
    case.play("play extra_disc", "end turn")
    assert DISC_NAMES[case.s.offer[0]] == free[-1]
    assert (case.s.piles[0].count, case.s.top[0]) == (25, NONE)
    second = DISC_NAMES[case.s.offer[1]]
    case.play("keep first disc")
    assert (case.disc_of(0), DISC_NAMES[case.s.piles[0].discs[0]], case.s.piles[0].count) == (free[-1], second, 26)


def test_ho_b7_conditions_and_duration() -> None:
    """HO-B7, R20, R24: with an unused barter hand, not twice; for all barters of the turn."""
    assert Case(ACTING, "trays.0.hand=[swap_mushroom_berry:1]").legal() == ["end turn"]
    case = Case(
        ACTING, "trays.0.goods=[0 5 0 0] trays.0.hand=[swap_mushroom_berry:2] slots=[T06 T09 T31] turn.hands=[barter:2]"
    )
    case.play("play swap_mushroom_berry")
    assert "play swap_mushroom_berry" not in case.legal()
    case.play("barter slot 1", "barter slot 2")
    assert (case.points(), case.goods(0)) == ([7, 0, 0], (0, 0, 0, 0))


def test_ho_b7_is_not_for_luring() -> None:
    """HO-B7: in barters only."""
    case = Case(
        ACTING, "trays.0.goods=[1 2 0 0] trays.0.hand=[swap_mushroom_berry:1] turn.hands=[barter:1 mammoths:1]"
    ).play("play swap_mushroom_berry")
    assert "lure mammoth" not in case.legal()


def test_ho_b8_needs_a_mammoth_hand() -> None:
    """HO-B8, R24."""
    assert Case(ACTING, "trays.0.hand=[sated_mammoths:1] turn.hands=[lake:1]").legal() == ["gather fish", "end turn"]


def test_ho_b9_two_steps() -> None:
    """HO-B9: always legal as caveman."""
    case = Case(ACTING, "trays.0.step=2 trays.0.hand=[caveman_or_honga:1]").play("play caveman_or_honga to climb")
    assert (case.s.trays[0].step, case.points()) == (4, [0, 0, 0])


def test_a_third_bonus_card_is_not_played_in_a_turn() -> None:
    """HO-B."""
    s = Case(ACTING, "trays.0.hand=[extra_disc:1]").s
    for played, allowed in enumerate((True, True, False)):
        s.turn.cards = played
        assert can_play_cards(s) == allowed
