"""Rule by rule: set-up and turn, HONGA, gathering and forest, running out."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

from firstfire.errors import BadSetup
from firstfire.games.honga import GAME
from firstfire.games.honga.box import DISC_NAMES
from firstfire.games.honga.state import GREYS, NONE, ROUND_LIMIT, Ending, Field, Phase
from firstfire.kernel.checking.playing import walk
from firstfire.kernel.records.record import copy_of

from .reading import ACTING, ENGINE, SPACE_NAMES, Case, free_discs, stacked

# ---------------------------------------------------------------- set-up and turn


def test_ho_p0_the_start_player_is_random_and_draws_first() -> None:
    """HO-P0, steps 8 and 9: any seat, not always the first; discs go round from there."""
    starts = {ENGINE.new(4, seed).fire for seed in range(40)}
    assert starts == {0, 1, 2, 3}
    s = ENGINE.new(4, 3)
    assert s.player == s.fire
    drawn = [s.notes[i].seat for i in range(s.note_count) if GAME.notes.kind(s.notes[i].kind).name == "draws_disc"]
    assert drawn == [(s.fire + i) % 4 for i in range(4)]


def test_ho_p0_the_host_may_choose_the_start_player() -> None:
    """HO-P0, step 8: an option; only somebody at the table."""
    assert ENGINE.new(3, 5, options={"start": "3"}).fire == 2
    with pytest.raises(BadSetup, match="player 4 cannot start a game of 3"):
        ENGINE.new(3, 5, options={"start": "4"})


def test_ho_p0_fewer_players_leave_no_trace_of_the_others() -> None:
    """HO-P0, step 10: unused colours go back to the box; discs and cards are not reduced."""
    s = Case("players=2").s
    assert bytes(s.trays[4]) == bytes(ctypes.sizeof(s.trays[4]))
    assert (s.piles[0].count + 2, s.piles[1].count, s.barter_count + 3, s.bonus_count) == (28, 18, 32, 25)


@pytest.mark.parametrize("disc", ["G01", "G14", "R17"])
def test_ho_d1_places(disc: str) -> None:
    """HO-D1: 16 placements, 8 for 2,0,2,0."""
    assert len(Case(f"trays.0.disc={disc}").legal()) == (8 if disc == "G14" else 16)


@pytest.mark.parametrize("rotation", range(4))
@pytest.mark.parametrize("space", SPACE_NAMES)
def test_ho_p2_every_quarter_points_at_one_field(space: str, rotation: int) -> None:
    """HO-P2, section 2.2: quarter i lies in position i + rotation of NW, NE, SE, SW."""
    table = {
        "NW": ("barter", "mountain", "honga", "berries"),
        "NE": ("mountain", "spring", "lake", "honga"),
        "SE": ("honga", "lake", "mushrooms", "mammoths"),
        "SW": ("berries", "honga", "mammoths", "forest"),
    }
    case = Case("trays.0.disc=R13").lay(space, rotation)  # 2,2,1,0
    quarters = (2, 2, 1, 0)
    wanted = {table[space][(i + rotation) % 4]: hands for i, hands in enumerate(quarters) if hands}
    assert case.hands() == wanted


def test_ho_p2_discs_are_stacked_and_only_the_new_one_counts() -> None:
    """HO-P2: on top of whatever lies there; covered discs have no effect."""
    case = Case("under.G05=R01 trays.0.disc=G01 top.south-west=G05").lay("SW", 0)
    top = case.s.top[3]
    assert [DISC_NAMES[top], DISC_NAMES[case.s.under[top]]] == ["G01", "G05"]
    assert case.hands() == {"berries": 3, "honga": 1}


def test_ho_p4_hands_are_optional_and_mixed_freely() -> None:
    """HO-P4, R4, R5: fields and cards alternate; the turn may end at any time; unused hands lapse."""
    case = Case("trays.0.hand=[two_points:1] trays.0.disc=G21").lay("NE", 2)
    case.play("gather fish", "play two_points", "gather water")
    assert case.legal() == ["gather fish", "end turn"]
    case.play("end turn")
    assert case.goods(0) == (2, 1, 1, 1)
    assert case.s.player == 1
    assert case.hands() == {}


def test_ho_p5_flags_end_with_the_turn() -> None:
    """HO-P5, HO-P5a, HO-P5d: played cards go to the discard, nothing is remembered."""
    case = Case(ACTING, "trays.0.hand=[swap_mushroom_berry:1 sated_mammoths:1] turn.hands=[barter:1 mammoths:1]")
    case.play("play swap_mushroom_berry", "play sated_mammoths")
    assert list(case.s.turn.played) == [6, 7]
    case.play("end turn")
    assert (case.s.turn.swap, case.s.turn.sated, case.s.turn.cards) == (0, 0, 0)
    assert [case.s.bonus_discard[i] for i in range(case.s.bonus_gone)] == [6, 7]
    assert case.s.player == 1, "the next player begins"


def test_ho_p5c_red_with_the_tusk_grey_without() -> None:
    """HO-P5c, R13, L3: no choice; judged when drawing."""
    case = Case(ACTING, "players=2 herd=[0] lures=1 trays.0.last_lure=1").play("end turn")
    assert case.s.trays[0].holds == 2
    case = Case(ACTING, "players=2").play("end turn")
    assert case.s.trays[0].holds == 1


def test_r13_a_grey_disc_is_kept_when_the_tusk_comes_on_anothers_turn() -> None:
    """R13: the tusk moves at once on seat 0's turn; seat 1 keeps its grey disc and then draws red."""
    case = Case(
        ACTING,
        "players=2 herd=[0 1 0] lures=2 trays.0.last_lure=2 trays.1.last_lure=1 slots.0=T30 turn.hands=[barter:1]",
    ).play("barter slot 1")
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
    case = Case(ACTING, "players=2").play("end turn")
    assert (case.s.round, case.s.player) == (1, 1)
    case.play(case.legal()[0], "end turn")
    assert (case.s.round, case.s.player) == (2, 0)


def test_r36_the_game_ends_after_200_rounds() -> None:
    """R36: scored as it stands."""
    case = Case(ACTING, f"players=2 round={ROUND_LIMIT}").play("end turn")
    case.play(case.legal()[0], "end turn")
    assert (case.s.over, case.s.ending) == (1, Ending.LIMIT)
    assert [case.s.trays[seat].turns for seat in range(2)] == [ROUND_LIMIT, ROUND_LIMIT]


def test_ho_e1_the_last_turn_is_completed_like_any_other() -> None:
    """HO-P6, HO-E1, HO-E2: slots filled, discs drawn, leftover cards count nothing."""
    case = Case(ACTING, "players=2 trays.1.earned.barter=40 trays.1.hand=[two_points:1]").play("end turn")
    case.play(case.legal()[0], "end turn")
    assert case.s.over == 1
    assert NONE not in list(case.s.slots)
    assert case.s.trays[1].holds == 1
    out = (ctypes.c_int64 * 16)()
    ENGINE.score(case.s, case.box, out)
    assert list(out[:2]) == [0, 40]


def test_r31_still_tied_means_shared_victory() -> None:
    """HO-E4, R31."""
    case = Case("trays.0.earned.barter=36 trays.1.earned.barter=36 trays.2.goods=[6 6 6 6] trays.2.earned.barter=35")
    ranks = (ctypes.c_int64 * 16)()
    ENGINE.rank(case.s, case.box, ranks)
    assert list(ranks[:3]) == [1, 1, 3]


# ---------------------------------------------------------------- HONGA


def test_r29_honga_may_be_neglected_on_purpose() -> None:
    """R29: every placement is legal, whether it minds him or not."""
    case = Case("trays.0.disc=G01")
    results = set()
    for text in case.legal():
        after = Case("trays.0.disc=G01").play(text)
        results.add(after.s.honga)
    assert results == {NONE, 0}


def test_ho_h4_nobody_else_is_visited_at_the_start_of_a_turn() -> None:
    """HO-H, HO-H4: he eats only at the start of his host's own turns."""
    case = Case(ACTING, "trays.2.goods=[3 0 0 0] honga=2").play("end turn")
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
        ("chase_honga", "play chase_honga to chase honga"),
        ("lucky_hand_or_honga", "play lucky_hand_or_honga to chase honga"),
        ("caveman_or_honga", "play caveman_or_honga to chase honga"),
    ],
)
def test_ho_b3_b6_b9_chase_honga(card: str, text: str) -> None:
    """HO-B3, HO-B6, HO-B9, HO-H5, R23: only from the own tray, one branch of the card."""
    case = Case(ACTING, f"trays.0.hand=[{card}:1] honga=0").play(text)
    assert (case.s.honga, case.hand(0), case.s.trays[0].step) == (NONE, [], 0)
    for other in ("-", "1"):
        assert text not in Case(ACTING, f"trays.0.hand=[{card}:1] honga={other}").legal()


def test_l2_chasing_cards_are_for_those_who_forgot_him() -> None:
    """L2: cards may be played after the check, whatever it showed."""
    case = Case("trays.0.hand=[chase_honga:1] trays.0.goods=[1 0 0 0] trays.0.disc=G01").lay("NE", 0)
    case.play("play chase_honga to chase honga")
    assert (case.s.honga, case.goods(0)) == (NONE, (0, 0, 0, 0))


def test_r37_the_caveman_branch_is_free_with_honga_on_the_tray() -> None:
    """R37, R23: HONGA then stays."""
    case = Case(ACTING, "trays.0.hand=[caveman_or_honga:1] honga=0").play("play caveman_or_honga to climb")
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
    case = Case(ACTING, f"turn.hands=[{field}:1]")
    assert case.legal() == [f"gather {good}", "end turn"]
    assert case.play(f"gather {good}").goods(0) == after
    assert case.legal() == ["end turn"]


def test_ho_x5_a_full_row_takes_nothing_but_the_hand_is_not_lost() -> None:
    """HO-X5, R6: fish 6 of 6; after paying one the hand can be used."""
    case = Case(ACTING, "trays.0.goods=[6 0 0 0] trays.0.hand=[bought_points:1] turn.hands=[lake:1]")
    assert "gather fish" not in case.legal()
    case.play("play bought_points for 1", "gather fish")
    assert case.goods(0) == (6, 0, 0, 0)


def test_ho_a5_several_cards_and_no_hand_limit() -> None:
    """HO-A5: each hand one card, unseen; no limit to the hand."""
    case = Case(ACTING, "players=2 trays.0.hand=[two_points:3 good_barter:3 lucky_hand:3] turn.hands=[forest:3]")
    case.play("explore forest", "explore forest", "explore forest")
    assert (case.s.trays[0].unseen_count, case.s.trays[0].hand_count, case.s.bonus_count) == (3, 9, 13)
    assert case.s.irreversible == 0  # nobody saw anything: it may be taken back


def test_l6_bonus_cards_do_not_expire() -> None:
    """L6: usable from the next turn on, not only in it."""
    case = Case(ACTING, "players=2 trays.0.hand=[two_points:1]")
    for _ in range(2):
        case.play("end turn", case_first(case), "end turn", case_first(case))
    assert "play two_points" in case.legal()


def test_ho_x2_an_empty_deck_is_made_from_the_discard() -> None:
    """HO-X2: cards played this turn are not in it; the move may be taken back."""
    case = Case(ACTING, "trays.0.hand=[two_points:1] turn.hands=[forest:2]")
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
    case.sound().play("play two_points", "explore forest")
    assert (s.bonus_gone, s.bonus_count, s.trays[0].unseen_count) == (0, 22, 1)
    assert "reshuffles" in case.notes()
    assert s.irreversible == 0


def test_ho_x2_no_card_left_anywhere() -> None:
    """HO-X2: deck and discard empty: exploring is not legal."""
    case = Case(ACTING, "turn.hands=[forest:1]")
    s = case.s
    for i in range(25):
        s.trays[1].hand[s.bonus_deck[i]] += 1
        s.bonus_deck[i] = NONE
    s.trays[1].hand_count, s.bonus_count = 25, 0
    assert case.sound().legal() == ["end turn"]


# ---------------------------------------------------------------- running out


def test_ho_x1_not_before_a_disc_must_be_drawn() -> None:
    """HO-X1: drawing the last disc reshuffles nothing yet."""
    free = free_discs(2)
    case = Case(ACTING, "players=2", stacked("south-east", *free[:-1])).play("end turn")
    assert (case.s.piles[0].count, case.disc_of(0)) == (0, free[-1])
    assert case.s.top[2] != NONE


def test_ho_x3_barter_cards_are_reshuffled() -> None:
    """HO-X3, L4: the cards redeemed this very turn are shuffled in."""
    case = Case(ACTING, "trays.0.goods=[2 1 0 0] slots.0=T01 turn.hands=[barter:1]")
    s = case.s
    for i in range(s.barter_count):
        s.barter_discard[i] = s.barter_deck[i]
        s.barter_deck[i] = NONE
    s.barter_gone, s.barter_count = s.barter_count, 0
    case.sound().play("barter slot 1")
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
                assert s.irreversible, last
            else:
                assert s.player == before and not s.irreversible, last
        if not legal:
            break
        assert (GAME.actions.number("end turn") in legal) == (s.phase == Phase.ACT)
        before, last = s.player, GAME.actions.text(action)
    assert s.over


def test_taking_back_a_turn() -> None:
    """Section 4.3: nothing between laying and ending a turn tells anybody anything; ending it does."""
    case = Case("trays.0.hand=[two_points:1] trays.0.disc=G17")
    for text in ("lay disc south-west turned 2", "play two_points"):
        case.play(text)
        assert case.s.irreversible == 0, text
    assert case.hands() == {"berries": 1, "forest": 1, "mammoths": 2}
    case.play("end turn")
    assert case.s.irreversible == 1


def test_keeping_a_disc_is_not_taken_back() -> None:
    """HO-D3: it ends the turn, and the next player's has begun."""
    case = Case(ACTING, "trays.0.hand=[extra_disc:1]").play("play extra_disc", "end turn", "keep first disc")
    assert (case.s.player, case.s.irreversible) == (1, 1)


def test_grey_and_red_hands() -> None:
    """Section 2.3: grey discs carry four hands, red ones five."""
    box = GAME.standard_box
    assert [sum(box.quarters[disc]) for disc in range(46)] == [4] * GREYS + [5] * 18
