"""The worked examples of the dossier (section 8): E1–E2, P1–P3, S1–S35."""

from __future__ import annotations

import ctypes

import pytest

from firstfire.games.honga.state import NONE, Phase

from .reading import ACTING, ENGINE, Case, free_discs, stacked


def test_e1_one_hand_on_the_spring_two_on_the_lake() -> None:
    """E1, HO-P2, HO-A3, HO-A4, HO-H1, R4: several fields in one turn; the fourth hand minds HONGA."""
    case = Case("trays.0.goods=[1 1 1 0] trays.0.disc=G21").lay("NE", 2)
    assert case.hands() == {"spring": 1, "lake": 2, "honga": 1}
    case.play("gather fish", "gather water", "gather fish")
    assert case.goods(0) == (3, 1, 1, 1)
    assert case.s.honga == NONE
    assert case.legal() == ["end turn"]


def test_e2_set_up_for_four() -> None:
    """E2, HO-P0: the captioned picture."""
    case = Case("players=4")
    s = case.s
    assert [case.goods(seat) for seat in range(4)] == [(1, 1, 1, 0)] * 4
    assert sum(s.trays[seat].depot for seat in range(4)) == 24
    assert (s.herd_count, s.tusk, s.honga) == (0, NONE, NONE)
    assert (case.box.herd_spaces[4], case.box.target[4]) == (4, 30)
    assert NONE not in list(s.slots)
    assert (s.barter_count, s.bonus_count, s.piles[0].count, s.piles[1].count) == (29, 25, 24, 18)
    assert case.points() == [0] * 4
    assert [s.trays[seat].step for seat in range(4)] == [0] * 4
    assert (s.barter_gone, s.bonus_gone, list(s.top)) == (0, 0, [NONE] * 4)


@pytest.mark.parametrize(
    ("players", "target", "herd", "grey", "depot"),
    [(2, 40, 3, 26, 12), (3, 35, 3, 25, 18), (4, 30, 4, 24, 24), (5, 30, 5, 23, 30)],
)
def test_ho_p0_table_of_player_counts(players: int, target: int, herd: int, grey: int, depot: int) -> None:
    """HO-P0, HO-E1: the table of section 3."""
    case = Case(f"players={players}")
    assert (case.box.target[players], case.box.herd_spaces[players]) == (target, herd)
    assert (case.s.piles[0].count, case.s.piles[1].count) == (grey, 18)
    assert sum(case.s.trays[seat].depot for seat in range(players)) == depot
    assert all(case.s.trays[seat].holds == 1 for seat in range(players))


@pytest.mark.parametrize(
    ("source", "disc", "space", "rotation", "hands"),
    [
        ("P1", "G14", "NE", 1, {"spring": 2, "honga": 2}),
        ("P2", "G01", "SW", 0, {"berries": 3, "honga": 1}),
        ("P3", "G17", "NW", 3, {"berries": 2, "barter": 1, "mountain": 1}),
        ("P3 turned", "G17", "NW", 1, {"mountain": 2, "honga": 1, "berries": 1}),
    ],
)
def test_p1_to_p3_discs_of_the_reviews(
    source: str, disc: str, space: str, rotation: int, hands: dict[str, int]
) -> None:
    """P1–P3, HO-P2: the hands that point at each field; HONGA comes exactly if none points at him."""
    case = Case(f"trays.0.disc={disc}").lay(space, rotation)
    assert case.hands() == hands, source
    assert case.s.honga == (NONE if "honga" in hands else 0)


def test_p1_water_twice() -> None:
    """P1: water +2, HONGA stays."""
    case = Case("trays.0.disc=G14").lay("NE", 1).play("gather water", "gather water")
    assert case.goods(0) == (1, 1, 1, 2)


# ---------------------------------------------------------------- HONGA

MINDS = ("G01", "SW", 0)  # berries 3, HONGA 1
NEGLECTS = ("G01", "NE", 0)  # mountain 3, spring 1


@pytest.mark.parametrize(
    ("source", "goods", "mammoths", "goods_after", "mammoths_after"),
    [
        ("S1", (0, 2, 1, 0), 0, (0, 1, 1, 0), 0),
        ("S2", (0, 0, 0, 0), 1, (0, 0, 0, 0), 0),
        ("S3", (0, 0, 0, 0), 0, (0, 0, 0, 0), 0),
        ("S4", (0, 0, 0, 2), 1, (0, 0, 0, 1), 1),
        ("fish first", (1, 1, 1, 1), 1, (0, 1, 1, 1), 1),
        ("mushroom", (0, 0, 1, 1), 1, (0, 0, 0, 1), 1),
    ],
)
def test_s1_to_s4_neglected_honga_comes_and_eats(
    source: str, goods: tuple[int, ...], mammoths: int, goods_after: tuple[int, ...], mammoths_after: int
) -> None:
    """S1–S4, HO-H2, HO-H3, R3: from the top row down, then a mammoth of the tray, which returns to the depot."""
    case = Case(
        f"trays.0.goods=[{' '.join(map(str, goods))}] trays.0.mammoths={mammoths} herd=[0] lures=1 trays.0.last_lure=1",
        f"trays.0.disc={NEGLECTS[0]}",
    ).lay(*NEGLECTS[1:])
    assert case.goods(0) == goods_after, source
    tray = case.s.trays[0]
    assert (tray.mammoths, tray.depot, tray.herd) == (mammoths_after, 5 - mammoths_after, 1)
    assert case.s.honga == 0


def turn_of_seat_1_with_honga(fish: int, disc: str) -> Case:
    """Seat 0 is about to end its turn; HONGA sits on the tray of seat 1."""
    return Case(ACTING, f"trays.1.goods=[fish:{fish}] honga=1 trays.1.disc={disc}")


def test_s6_one_meal_only_if_neglected_again() -> None:
    """S6, HO-H2, R1: he is here already and does not eat a second time."""
    case = turn_of_seat_1_with_honga(2, NEGLECTS[0]).play("end turn").lay(*NEGLECTS[1:])
    assert case.goods(1) == (1, 0, 0, 0)
    assert case.s.honga == 1
    assert "stays" in case.notes()


def test_s9_a_lucky_hand_on_honga_comes_too_late() -> None:
    """S9, HO-B4, HO-P3, R24: legal on his quarter, without effect."""
    case = Case(f"trays.0.goods=[0 2 1 0] trays.0.hand=[lucky_hand:1] trays.0.disc={NEGLECTS[0]}").lay(*NEGLECTS[1:])
    assert case.goods(0) == (0, 1, 1, 0)
    case.play("play lucky_hand on honga")
    assert case.s.honga == 0
    assert case.goods(0) == (0, 1, 1, 0)


# ---------------------------------------------------------------- luring, herd, tusk


def test_s12_one_water_is_no_joker() -> None:
    """S12: illegal."""
    case = Case(ACTING, "trays.0.goods=[0 1 1 1] turn.hands=[mammoths:1]")
    assert case.legal() == ["end turn"]


def test_s14_four_spaces_for_four_players() -> None:
    """S14, HO-A6a, R34: the fourth pushes nobody out, the fifth does."""
    case = Case(
        ACTING,
        "players=4 trays.0.goods=[2 2 2 0] herd=[1 2 3] lures=3 trays.1.last_lure=3 trays.2.last_lure=2",
        "trays.3.last_lure=1 turn.hands=[mammoths:2]",
    ).play("lure mammoth")
    assert case.herd_now() == [0, 1, 2, 3]
    assert [case.s.trays[seat].mammoths for seat in range(4)] == [0] * 4
    case.play("lure mammoth")
    assert case.herd_now() == [0, 0, 1, 2]
    assert [case.s.trays[seat].mammoths for seat in range(4)] == [0, 0, 0, 1]


# ---------------------------------------------------------------- mountain


def test_s19_the_top_pays_everybody() -> None:
    """S19, HO-A7, R14, R15: +5; others +3 and +0; all on 0; the third hand lapses."""
    case = Case(ACTING, "trays.0.step=4 trays.1.step=5 trays.2.step=0 turn.hands=[mountain:3]")
    case.play("climb mountain", "climb mountain")
    assert case.points() == [5, 3, 0]
    assert [case.s.trays[seat].step for seat in range(3)] == [0, 0, 0]
    assert case.legal() == ["end turn"]
    assert case.s.turn.hands[1] == 0


# ---------------------------------------------------------------- barter


def test_s23_good_barter_leaves_its_surplus() -> None:
    """S23, HO-B1: pays one fish; the card's berry and mushroom are lost."""
    case = Case(ACTING, "trays.0.goods=[1 0 0 0] trays.0.hand=[good_barter:1] slots.0=T04 turn.hands=[barter:1]")
    assert "barter slot 1" not in case.legal()
    case.play("barter slot 1 with 1 good_barter")
    assert (case.points(), case.goods(0)) == ([3, 0, 0], (0, 0, 0, 0))
    assert (case.hand(0), case.s.turn.cards) == ([], 1)


def test_s24_four_berries_for_the_fur_cloak() -> None:
    """S24, HO-B7, HO-A8b."""
    case = Case(
        ACTING, "trays.0.goods=[0 4 0 0] trays.0.hand=[swap_mushroom_berry:1] slots=[T18 T24 T31] turn.hands=[barter:1]"
    )
    assert "barter slot 1" not in case.legal()
    case.play("play swap_mushroom_berry", "barter slot 1")
    assert (case.points(), case.goods(0)) == ([5, 0, 0], (0, 0, 0, 0))


def test_s26_the_caveman_card_reaches_the_top() -> None:
    """S26, HO-B9: others are paid, the surplus step is lost."""
    case = Case(ACTING, "trays.0.step=5 trays.1.step=3 trays.0.hand=[caveman_or_honga:1] turn.hands=[mountain:1]")
    case.play("play caveman_or_honga to climb")
    assert case.points() == [5, 2, 0]
    assert [case.s.trays[seat].step for seat in range(3)] == [0, 0, 0]
    assert "climb mountain" in case.legal()


def test_s27_bought_points_with_fish_and_water() -> None:
    """S27, HO-B10, HO-A4j."""
    case = Case(ACTING, "trays.0.goods=[2 0 0 2] trays.0.hand=[bought_points:1]").play("play bought_points for 3")
    assert (case.points(), case.goods(0)) == ([3, 0, 0], (0, 0, 0, 0))


# ---------------------------------------------------------------- discs, cards, end


def test_s28_two_grey_discs_after_losing_the_tusk() -> None:
    """S28, HO-B5, HO-D3, R25: the tusk is judged when drawing; the other disc goes under the grey pile."""
    case = Case(
        ACTING,
        "turn.hands=[barter:1] trays.0.goods=[0 1 0 0] herd=[0] lures=1 trays.0.last_lure=1",
        "trays.0.hand=[extra_disc:1] slots.0=T26 piles.grey.discs.top=[G05 G06]",
    )
    assert case.s.tusk == 0
    case.play("play extra_disc", "barter slot 1", "end turn")
    assert case.s.phase == Phase.DISC
    assert case.legal() == ["keep first disc", "keep second disc"]
    before = case.s.piles[0].count
    case.play("keep second disc")
    assert (case.disc_of(0), case.s.trays[0].holds) == ("G06", 1)
    assert (case.s.piles[0].count, case.s.piles[0].discs[0]) == (before + 1, 4)
    assert case.s.player == 1


def test_s29_a_card_from_the_forest_waits() -> None:
    """S29, HO-A5, HO-P1a, R26: not playable this turn, playable from the next."""
    case = Case(ACTING, "players=2 bonus_deck.top=[two_points] turn.hands=[forest:1]").play("explore forest")
    assert case.legal() == ["end turn"]
    assert (case.s.trays[0].unseen_count, case.s.trays[0].hand_count) == (1, 0)
    case.put("trays.1.disc=G01").play("end turn").lay("SW", 0)
    case.play("end turn")
    assert case.hand(0) == ["two_points"]
    case.play(case.legal()[0])
    assert "play two_points" in case.legal()


def test_s30_at_most_two_cards_a_turn() -> None:
    """S30, HO-B: the third is not legal this turn."""
    case = Case(ACTING, "trays.0.hand=[two_points:3]").play("play two_points", "play two_points")
    assert case.legal() == ["end turn"]
    assert (case.points(), case.hand(0)) == ([4, 0, 0], ["two_points"])


def test_s31_grey_discs_are_reshuffled() -> None:
    """S31, HO-X1, R28: 26 grey on the board, the one just laid too; 25 left after drawing; 4 red stay in order."""
    free = free_discs(3)
    case = Case(
        "phase=act trays.0.disc=- top.north-east=G16 turn.disc=G16 turn.space=north-east",
        stacked("north-west", *free[:10], "R01", *free[10:12]),
        stacked("south-east", "R02", "R03", *free[12:], "R04"),
    )
    assert case.s.piles[0].count == 0
    case.play("end turn")
    assert case.s.piles[0].count == 25
    assert case.s.trays[0].holds == 1
    assert [case.s.top[i] for i in range(4)] == [28, NONE, 31, NONE]
    assert [case.s.under[disc] for disc in (28, 31, 30, 29)] == [NONE, 30, 29, NONE]
    assert "reshuffles" in case.notes()


def test_s32_the_round_is_completed() -> None:
    """S32, HO-E1, HO-P6, R30: the third player still plays, then the game ends."""
    case = Case(ACTING, "trays.1.earned.barter=33 trays.1.hand=[two_points:1]").play("end turn")
    case.play(case.legal()[0], "play two_points")
    assert (case.s.triggered, case.s.over) == (1, 0)
    case.play("end turn")
    assert (case.s.over, case.s.player) == (0, 2)
    case.play(case.legal()[0], "end turn")
    assert (case.s.over, case.s.ending) == (1, 0)
    assert case.legal() == []
    assert [case.s.trays[seat].turns for seat in range(3)] == [1, 1, 1]


def test_s33_the_mountain_can_trigger_the_end_for_another() -> None:
    """S33, R16: C at 33 on step 4 gets 2 on A's turn."""
    case = Case(ACTING, "trays.0.step=5 trays.2.earned.barter=33 trays.2.step=4 turn.hands=[mountain:1]").play(
        "climb mountain"
    )
    assert case.points() == [5, 0, 35]
    assert (case.s.triggered, case.s.over) == (1, 0)
    assert "target" in case.notes()


def test_s35_resources_break_the_tie() -> None:
    """S35, HO-E3, HO-E4, R31: 36 : 36, five resources against four; mammoths do not count."""
    case = Case(
        "players=2 trays.0.goods=[1 1 1 2] trays.0.earned.barter=36 trays.1.goods=[4 0 0 0]",
        "trays.1.earned.barter=36 trays.1.mammoths=3",
    )
    ranks = (ctypes.c_int64 * 16)()
    ENGINE.rank(case.s, case.box, ranks)
    assert list(ranks[:2]) == [1, 2]
    case.put("trays.1.goods=[4 0 0 1]")
    ENGINE.rank(case.s, case.box, ranks)
    assert list(ranks[:2]) == [1, 1]
