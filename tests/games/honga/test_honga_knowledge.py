"""What a seat may know (dossier, section 10)."""

from __future__ import annotations

from typing import Any

import pytest

from firstfire.games.honga import GAME
from firstfire.games.honga.actions import DRAWS_DISC
from firstfire.games.honga.box import DISC_NAMES
from firstfire.games.honga.rules.piles import put_under_pile
from firstfire.games.honga.state import NONE
from firstfire.kernel.records.compare import diff
from firstfire.kernel.rules.notes import HIDDEN, NOBODY

from ..playing import seen
from .reading import ACTING, ENGINE, Case, free_discs, stacked


def imagined(case: Case, seat: int, seed: int) -> Any:
    view = seen(case.s, seat, case.box)
    ENGINE.determinize(view, case.box, seat, seed, 1)
    assert ENGINE.check(view, case.box) == 0
    return view


def test_a_disc_in_hand_is_its_players_secret_but_its_colour_is_seen() -> None:
    """R27, section 10."""
    case = Case("trays.0.disc=R05 trays.1.disc=G03")
    assert seen(case.s, 0, case.box).trays[0].disc == DISC_NAMES.index("R05")
    for viewer in (1, 2, NOBODY):
        view = seen(case.s, viewer, case.box)
        assert (view.trays[0].disc, view.trays[0].holds) == (NONE, 2)


def test_bonus_cards_in_hand_are_counted_by_others() -> None:
    """Section 10."""
    case = Case("trays.1.hand=[two_points:1 extra_disc:2]")
    assert [seen(case.s, 1, case.box).trays[1].hand[kind] for kind in range(10)] == [0, 1, 0, 0, 2, 0, 0, 0, 0, 0]
    for viewer in (0, NOBODY):
        view = seen(case.s, viewer, case.box)
        assert (list(view.trays[1].hand), view.trays[1].hand_count) == ([0] * 10, 3)


def test_face_down_bonus_cards_are_unknown_even_to_their_owner() -> None:
    """Section 10, HO-A5."""
    case = Case("trays.1.unseen=[two_points:1]")
    for viewer in (0, 1, NOBODY):
        view = seen(case.s, viewer, case.box)
        assert (list(view.trays[1].unseen), view.trays[1].unseen_count) == ([0] * 10, 1)


def test_two_deals_that_differ_only_in_hidden_cards_look_alike() -> None:
    """Section 10: nothing of deck order, other hands or face-down cards shows anywhere in a view."""
    first = Case("seed=4 trays.1.unseen=[two_points:1] trays.2.hand=[chase_honga:1] trays.1.disc=G03 trays.2.disc=G08")
    second = Case(
        "seed=4 trays.1.unseen=[caveman_or_honga:1] trays.2.hand=[bought_points:1] trays.1.disc=G20 trays.2.disc=G04"
    )
    for i in range(3):
        second.s.barter_deck[i], second.s.barter_deck[9 + i] = second.s.barter_deck[9 + i], second.s.barter_deck[i]
    for case in (first, second):
        case.put("trays.0.disc=G01")
        case.s.note_count = 0
    assert diff(seen(first.s, 0, first.box), seen(second.s, 0, second.box), ignore=()) == {}
    assert diff(seen(first.s, NOBODY, first.box), seen(second.s, NOBODY, second.box), ignore=()) == {}


def test_decks_and_piles_are_blank() -> None:
    """Section 10: nobody knows their order."""
    view = seen(Case().s, 0)
    assert set(view.barter_deck) == {NONE}
    assert set(view.bonus_deck) == {NONE}
    assert set(view.piles[0].discs) | set(view.piles[1].discs) == {NONE}


def test_the_two_discs_of_ho_d3_are_for_the_chooser() -> None:
    """HO-D3, section 10."""
    case = Case(ACTING, "trays.0.hand=[extra_disc:1] piles.grey.discs.top=[G05 G06]").play(
        "play extra_disc", "end turn"
    )
    assert [DISC_NAMES[disc] for disc in seen(case.s, 0, case.box).offer] == ["G05", "G06"]
    for viewer in (1, NOBODY):
        assert list(seen(case.s, viewer, case.box).offer) == [NONE, NONE]
        assert len(set(imagined(case, viewer, 3).offer)) == 2
    for viewer, drawn in ((0, case.s.offer), (1, [HIDDEN, HIDDEN]), (NOBODY, [HIDDEN, HIDDEN])):
        view = seen(case.s, viewer, case.box)
        told = [note.c for note in view.notes[: view.note_count] if note.kind == DRAWS_DISC]
        assert told == list(drawn), "the log tells them to the chooser alone"


def test_a_disc_put_back_stays_known_to_who_put_it() -> None:
    """HO-B5, section 10: at the bottom of the pile, and later in the hand of who draws it."""
    case = Case(ACTING, "players=2 trays.0.hand=[extra_disc:1] piles.grey.discs.top=[G05 G06]")
    case.play("play extra_disc", "end turn", "keep second disc")
    bottom = DISC_NAMES.index("G05")
    assert seen(case.s, 0, case.box).piles[0].discs[0] == bottom
    assert seen(case.s, 1, case.box).piles[0].discs[0] == NONE
    assert all(imagined(case, 0, seed).piles[0].discs[0] == bottom for seed in range(5))
    pile = case.s.piles[0]
    wasted = [pile.discs[i] for i in range(1, pile.count)]
    case.put(stacked("south-east", *(DISC_NAMES[disc] for disc in wasted)))
    assert (pile.count, pile.known[0]) == (1, 1)
    case.play(case.legal()[0], "end turn")  # seat 1 draws it
    assert case.s.trays[1].disc == bottom
    assert seen(case.s, 0, case.box).trays[1].disc == bottom
    assert seen(case.s, NOBODY, case.box).trays[1].disc == NONE


def test_everybody_remembers_what_was_shuffled_into_a_pile() -> None:
    """HO-X1: the discs not on the board at a reshuffle were in the hands, so a deal keeps them there."""
    free = free_discs(3)
    case = Case(
        "phase=act trays.0.disc=- top.north-east=G16 turn.disc=G16 turn.space=north-east", stacked("north-west", *free)
    )
    held = [case.disc_of(seat) for seat in (1, 2)]
    case.play("end turn")
    assert [case.s.trays[seat].disc_old for seat in range(3)] == [0, 1, 1]
    for seed in range(10):
        dealt = imagined(case, 0, seed)
        assert {dealt.trays[1].disc, dealt.trays[2].disc} == {DISC_NAMES.index(name) for name in held}


def test_a_deal_spreads_evenly() -> None:
    """Resampling: every disc that fits is dealt sooner or later, and none that cannot be there."""
    case = Case("players=2", stacked("north-west", *(disc for disc in free_discs(2) if disc <= "G24")))
    possible = set()
    for seed in range(200):
        possible.add(imagined(case, 0, seed).trays[1].disc)
    unknown = set(range(28)) - {case.s.trays[0].disc} - _laid(case)
    assert possible == unknown


def _laid(case: Case) -> set[int]:
    found, disc = set(), case.s.top[0]
    while disc != NONE:
        found.add(disc)
        disc = case.s.under[disc]
    return found


def test_notes_hide_drawn_discs_and_cards() -> None:
    """Section 10: the log tells others that something was drawn, not what."""
    case = Case(ACTING, "players=2 trays.1.unseen=[two_points:1]").play("end turn")
    for viewer, disc_known, card_known in ((0, True, False), (1, False, True), (NOBODY, False, False)):
        view = seen(case.s, viewer, case.box)
        notes = {GAME.notes.kind(view.notes[i].kind).name: view.notes[i] for i in range(view.note_count)}
        assert (notes["draws_disc"].c != HIDDEN) == disc_known
        assert (notes["picks_up"].c != HIDDEN) == card_known


def reshuffled_between() -> tuple[Case, int, set[int], set[int]]:
    """Seat 0 draws the last grey disc for HO-B5, then one of a new pile: the first disc, the discs of the other
    hands, and the new pile."""
    free = free_discs(3)
    case = Case(ACTING, "trays.0.hand=[extra_disc:1]", stacked("north-west", *free[:-1], "G16"))
    held = ["G16", *(case.disc_of(seat) for seat in (1, 2))]
    case.play("play extra_disc", "end turn")
    numbers = [DISC_NAMES.index(name) for name in (free[-1], *held[1:])]
    return case, numbers[0], set(numbers[1:]), set(range(28)) - set(numbers)


def test_ho_b5_with_a_reshuffle_between_its_discs() -> None:
    """R25, HO-X1: the first disc was not in the new pile, and so everybody knows that it is none of its discs."""
    case, first, hands, shuffled = reshuffled_between()
    assert case.s.offer[0] == first and case.s.offer[1] in shuffled
    dealt = [imagined(case, NOBODY, seed) for seed in range(60)]
    assert {deal.offer[0] for deal in dealt} == hands | {first}
    assert all({deal.trays[1].disc, deal.trays[2].disc, deal.offer[0]} == hands | {first} for deal in dealt)
    assert {imagined(case, 1, seed).offer[0] for seed in range(60)} == {first, case.s.trays[2].disc}


@pytest.mark.parametrize("kept", ["first", "second"])
def test_nobody_else_knows_which_disc_of_ho_b5_was_put_back(kept: str) -> None:
    """R25: the disc from before the reshuffle is in the hand or under the pile, each as likely; never elsewhere."""
    case, first, hands, shuffled = reshuffled_between()
    case.play(f"keep {kept} disc")
    old = {*hands, first}
    times = 0
    for seed in range(400):
        deal = imagined(case, NOBODY, seed)
        inside = [deal.trays[0].disc, deal.piles[0].discs[0]]
        assert len(old.intersection(inside)) == 1 and {deal.trays[1].disc, deal.trays[2].disc} < old
        assert {deal.piles[0].discs[i] for i in range(1, deal.piles[0].count)} < shuffled
        times += inside[0] in old
    assert 150 < times < 250
    own = imagined(case, 0, 1)
    assert (own.trays[0].disc, own.piles[0].discs[0]) == (case.s.trays[0].disc, case.s.piles[0].discs[0])


@pytest.mark.parametrize("kept", ["first", "second"])
def test_laying_the_kept_disc_tells_which_one_was_put_back(kept: str) -> None:
    case, first, _, shuffled = reshuffled_between()
    case.play(f"keep {kept} disc")
    for _ in range(2):  # seats 1 and 2
        case.play(case.legal()[0], "end turn")
    case.play(case.legal()[0])
    bottoms = {imagined(case, 1, seed).piles[0].discs[0] for seed in range(60)}
    assert bottoms == {first} if kept == "second" else bottoms <= shuffled and len(bottoms) > 5


def test_a_disc_put_back_that_is_drawn_again_for_ho_b5_opens_everything() -> None:
    """Three places would be possible: all discs of the colour are dealt freely again, and nothing breaks."""
    case, first, _, _ = reshuffled_between()
    case.play("keep second disc")
    pile = case.s.piles[0]
    case.put(stacked("south-east", *(DISC_NAMES[pile.discs[i]] for i in range(2, pile.count))))
    case.put("trays.1.hand=[extra_disc:1]")
    case.play(case.legal()[0], "play extra_disc", "end turn")
    assert first in list(case.s.offer)
    assert case.s.pool & (1 << 28) - 1 == (1 << 28) - 1
    assert [case.s.trays[seat].disc_known for seat in range(3)] == [0, 0, 0]
    assert {imagined(case, 2, seed).offer[0] for seed in range(40)} > {first}


def test_a_disc_under_a_pile_stays_known_when_another_goes_under_it() -> None:
    """HO-B5: who knows a disc moves up with it."""
    s = Case(ACTING, "players=2").s
    before = list(s.piles[0].known)
    put_under_pile(s, 0, 0, DISC_NAMES.index("G05"))
    put_under_pile(s, 1, 0, DISC_NAMES.index("G06"))
    assert list(s.piles[0].known)[:4] == [2, 1, *before[:2]]
