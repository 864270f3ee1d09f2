"""The sample of play of the dossier (section 13): one whole round, 23 steps."""

from __future__ import annotations

from typing import Any

from firstfire.games.honga.box import BONUS_NAMES
from firstfire.games.honga.state import Phase

from .reading import Case

ANN, BRAM, CHLOE = range(3)


def end_of_the_round_before() -> Case:
    """Chloé is about to end it, and to draw G10."""
    return Case(
        "phase=act player=2 honga=0 herd=[1 0 1] lures=3 trays.0.last_lure=2 trays.1.last_lure=3",
        "trays.0={goods=[2 1 1 3] earned=[barter:12] step=3 hand=[lucky_hand_or_honga:1] disc=G17}",
        "trays.1={goods=[0 2 3 1] earned=[barter:15] step=5 mammoths=1 hand=[bought_points:1] disc=R07}",
        "trays.1.unseen=[good_barter:1]",
        "trays.2={goods=[1 1 1 2] earned=[barter:9] step=4 hand=[sated_mammoths:1] disc=-}",
        "slots=[T13 T07 T30] barter_deck.top=[T16 T04] piles.grey.discs.top=[G10 G02] piles.red.discs.top=[R12 R15]",
        "top.south-east=G03 turn.disc=G03 turn.space=south-east",
    )


def player(case: Case, seat: int) -> tuple[Any, ...]:
    """A row of the dossier's table: goods, points, step, mammoths on tray, in herd, in depot."""
    tray = case.s.trays[seat]
    return (case.goods(seat), tray.points, tray.step, tray.mammoths, tray.herd, tray.depot)


def test_sample_round() -> None:
    """Section 13, steps 1 to 23."""
    case = end_of_the_round_before()
    assert player(case, ANN) == ((2, 1, 1, 3), 12, 3, 0, 1, 5)
    case.play("end turn")
    assert (case.s.player, case.disc_of(CHLOE)) == (ANN, "G10")
    assert case.notes()[-1] == "feeds"  # 1
    assert player(case, ANN) == ((1, 1, 1, 3), 12, 3, 0, 1, 5)
    assert player(case, BRAM) == ((0, 2, 3, 1), 15, 5, 1, 2, 3)
    assert player(case, CHLOE) == ((1, 1, 1, 2), 9, 4, 0, 0, 6)
    assert case.s.tusk == BRAM
    ann(case)
    bram(case)
    chloe(case)
    end_of_the_round(case)


def ann(case: Case) -> None:
    case.lay("NW", 1)  # 2
    assert case.hands() == {"mountain": 2, "honga": 1, "berries": 1}
    assert case.s.honga == ANN  # 3
    case.play("gather berry")  # 4
    assert case.goods(ANN) == (1, 2, 1, 3)
    case.play("climb mountain", "climb mountain")  # 5
    assert case.s.trays[ANN].step == 5
    case.play("play lucky_hand_or_honga on barter")  # 6
    assert case.hands() == {"barter": 1, "honga": 1}
    case.play("barter slot 1", "pay 0 jokers")  # 7
    assert (case.goods(ANN), case.s.trays[ANN].points) == ((0, 1, 0, 3), 17)
    assert case.open_cards() == ["-", "T07", "T30"]
    case.play("end turn")  # 8
    assert case.open_cards() == ["T16", "T07", "T30"]
    assert case.disc_of(ANN) == "G02"


def bram(case: Case) -> None:
    assert case.s.player == BRAM  # 9
    assert case.hand(BRAM) == ["good_barter", "bought_points"]
    case.lay("NW", 3)  # 10
    assert case.hands() == {"barter": 1, "mountain": 1, "berries": 3}
    assert case.s.under[case.s.top[0]] == 16  # on top of G17
    assert (case.s.honga, case.goods(BRAM)) == (BRAM, (0, 1, 3, 1))  # 11
    case.play("gather berry", "gather berry", "gather berry")  # 12
    assert case.goods(BRAM) == (0, 4, 3, 1)
    case.play("climb mountain")  # 13
    assert case.points() == [20, 20, 11]
    assert [case.s.trays[seat].step for seat in range(3)] == [0, 0, 0]
    case.play("barter slot 3", "give herd 3")  # 14: one from the tray, the older yellow from the herd
    assert player(case, BRAM) == ((0, 4, 3, 1), 28, 0, 0, 1, 5)
    assert (case.herd_now(), case.s.tusk) == ([BRAM, ANN], BRAM)
    case.play("play bought_points for 3", "pay 1 berries")  # 15
    assert (case.goods(BRAM), case.s.trays[BRAM].points) == ((0, 3, 1, 1), 31)
    assert (case.s.turn.cards, case.hand(BRAM)) == (1, ["good_barter"])
    case.play("end turn")  # 16
    assert case.open_cards() == ["T16", "T07", "T04"]
    assert case.disc_of(BRAM) == "R12"


def chloe(case: Case) -> None:
    assert (case.s.player, case.goods(CHLOE)) == (CHLOE, (1, 1, 1, 2))  # 17
    case.lay("SW", 1)  # 18
    assert case.hands() == {"honga": 2, "mammoths": 2}
    assert case.s.honga == BRAM  # 19
    case.play("play sated_mammoths")  # 20
    case.play("lure mammoth", "pay 0 jokers", "pay 0 fish")  # 21
    assert (case.goods(CHLOE), case.s.trays[CHLOE].depot) == ((1, 0, 0, 2), 5)
    assert (case.herd_now(), case.s.tusk) == ([CHLOE, BRAM, ANN], CHLOE)
    case.play("lure mammoth")  # 22
    assert (case.goods(CHLOE), case.s.trays[CHLOE].depot) == ((0, 0, 0, 0), 4)
    assert (case.herd_now(), case.s.tusk, case.s.trays[ANN].mammoths) == ([CHLOE, CHLOE, BRAM], CHLOE, 1)
    case.play("end turn")  # 23
    assert case.disc_of(CHLOE) == "R15"


def end_of_the_round(case: Case) -> None:
    """Nobody has 35: a new round starts with Ann."""
    assert (case.s.over, case.s.round, case.s.player, case.s.phase) == (0, 3, ANN, Phase.PLACE)
    assert player(case, ANN) == ((0, 1, 0, 3), 20, 0, 1, 0, 5)
    assert player(case, BRAM) == ((0, 3, 1, 1), 31, 0, 0, 1, 5)
    assert player(case, CHLOE) == ((0, 0, 0, 0), 11, 0, 0, 2, 4)
    assert [case.disc_of(seat) for seat in range(3)] == ["G02", "R12", "R15"]
    assert (case.hand(ANN), case.hand(BRAM), case.hand(CHLOE)) == ([], ["good_barter"], [])
    assert case.s.honga == BRAM
    discard = [BONUS_NAMES[case.s.bonus_discard[i]] for i in range(case.s.bonus_gone)]
    assert discard == ["lucky_hand_or_honga", "bought_points", "sated_mammoths"]
    assert case.s.trays[BRAM].holds == 2  # R13: a red disc in spite of having lost the tusk
