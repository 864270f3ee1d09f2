"""What a seat may see (section 10), and the leaks of 10.5."""

from __future__ import annotations

import ctypes
from collections import Counter
from random import Random
from typing import Any

from firstfire import Table
from firstfire.games.totem.actions import CARD
from firstfire.games.totem.rules.knowledge import suspect_slots, unseen_cards
from firstfire.games.totem.rules.turn import count_totems
from firstfire.games.totem.strategy.prefer import prefer
from firstfire.kernel.rules.notes import HIDDEN, NOBODY

from ..playing import at, seen
from .reading import BOX, ENGINE, cards_in, events, play, zone_of

MIDDLE = """phase=action turn=1 deck=[N12c P1 E1]
sides=[{hand=[S3 N10b] zone=[(H4) N13b (N11a) P8~]}
       {hand=[S7 S8 E2] zone=[(P9) (H5) - E9~]}]"""


def imagined(s: Any, seat: int, seed: int) -> Any:
    view = seen(s, seat)
    ENGINE.determinize(view, BOX, seat, seed, 0)
    return view


def test_everybody_reads_how_many_totems_stand_at_the_end() -> None:
    """TT-G4, TT-G5: or which levels they have."""
    for position, ending in (
        (MIDDLE, "end2_count A 4 3"),
        (MIDDLE.replace("zone=[(H4)", "zone=[-"), "end2_sum A 3 3 "),
    ):
        s = at("totem", position)
        count_totems(s, BOX)
        told = [events(seen(s, seat))[-1] for seat in (NOBODY, 0, 1)]
        assert told == [events(s)[-1]] * 3 and told[0].startswith(ending)


def test_a_seat_sees_its_own_cards_and_what_lies_open() -> None:
    """TT-H1 to TT-H5, TT-C9 to TT-C12, R30, R42: own hand and totems, face-up totems, counts, discards."""
    s = at("totem", MIDDLE)
    view = seen(s, 0)
    assert (view.sides[0].hand, view.discard) == (s.sides[0].hand, s.discard)
    assert [totem.card for totem in zone_of(view, 0)] == [totem.card for totem in zone_of(s, 0)]
    assert view.sides[1].hand == 0
    assert [totem.card for totem in zone_of(view, 1)] == [HIDDEN, HIDDEN, -2, CARD.index("E9")]
    assert (view.sides[1].hand_size, view.deck_left) == (3, 3)
    assert set(view.deck) == {HIDDEN}


def test_a_spectator_sees_what_both_see() -> None:
    """TT-H3: nothing that some seat does not see."""
    view = seen(at("totem", MIDDLE), NOBODY)
    assert [view.sides[seat].hand for seat in range(2)] == [0, 0]
    assert [totem.card for totem in zone_of(view, 0)] == [HIDDEN, CARD.index("N13b"), HIDDEN, CARD.index("P8")]


def test_the_discard_pile_is_open_to_both() -> None:
    """TT-H5, TT-C10, R29, R30: and so are all counts."""
    s = at("totem", MIDDLE)
    for viewer in (NOBODY, 0, 1):
        view = seen(s, viewer)
        assert view.discard == s.discard
        assert [view.sides[seat].hand_size for seat in range(2)] == [2, 3]


def test_legal_moves_are_told_to_the_player_who_acts_only() -> None:
    """TT-H7, 10.5: the list, or its length, would betray the hand."""
    table = Table.new("totem", 2, 5, interpreted=True)
    acts = table.player
    assert acts is not None
    assert len(table.view(acts).legal()) == 7
    assert table.view(1 - acts).legal() == []
    assert table.view(1 - acts).scene().choices == []


def test_at_the_end_the_totems_are_turned_up_and_the_hands_stay_closed() -> None:
    """R25: the table shows the hidden totems to everybody; hands and deck are nobody's business still."""
    s = at("totem", MIDDLE.replace("(P9) (H5) - E9~", "- - - E9~"))
    assert seen(s, 1).sides[0].zone[0].card == seen(s, NOBODY).sides[0].zone[0].card == HIDDEN
    play(s, "attack N10b -> 4")
    assert s.over
    for viewer in (NOBODY, 0, 1):
        view = seen(s, viewer)
        assert CARD.values[view.sides[0].zone[0].card] == "H4"
        assert view.sides[0].zone[0].face_up == 0  # shown, not discovered
        assert all(view.sides[seat].hand == 0 for seat in range(2) if seat != viewer)
        assert set(view.deck) == {HIDDEN}
        assert not unseen_cards(view, viewer) & (1 << CARD.index("H4"))


def test_public_facts_are_seen_by_all() -> None:
    """TT-H6: active player, phase, attacks, last drawer, turn number."""
    s = at("totem", MIDDLE)
    for viewer in (NOBODY, 0, 1):
        view = seen(s, viewer)
        for name in ("active", "player", "phase", "attacks", "last", "turn", "starter"):
            assert getattr(view, name) == getattr(s, name)


def test_nothing_is_seen_of_a_placement_that_is_not_finished() -> None:
    """TT-S4, R28: neither cards nor slots nor how many are laid."""
    s = ENGINE.new(2, 5)
    first, second = s.player, 1 - s.player
    before = seen(s, second)
    for _ in range(3):
        ENGINE.step(s, BOX, ENGINE.legal(s, BOX)[0])
        now = seen(s, second)
        assert now.note_count == 0
        for i in range(now.note_count, before.note_count):
            ctypes.memset(ctypes.addressof(before.notes[i]), 0, ctypes.sizeof(before.notes[i]))
        before.ply, before.note_count = now.ply, now.note_count
        assert bytes(now) == bytes(before)
        assert seen(s, first).sides[first].standing == s.sides[first].standing
    ENGINE.step(s, BOX, ENGINE.legal(s, BOX)[0])
    assert seen(s, second).sides[first].standing == 4


def test_secret_parts_of_events_are_read_by_their_owner_only() -> None:
    """10.3, R18: drawn, defended, swapped and placed cards."""
    s = at("totem", MIDDLE)
    play(s, "swap S3 <-> 1")
    assert events(seen(s, 0)) == ["swapped A 1 S3 H4", "turn B 2", "drew B turn 2 ?"]
    assert events(seen(s, 1)) == ["swapped A 1 ? ?", "turn B 2", "drew B turn 2 E1"]
    assert events(seen(s, NOBODY)) == ["swapped A 1 ? ?", "turn B 2", "drew B turn 2 ?"]
    play(s, "defend S7")
    assert events(seen(s, 0))[0] == "defended B 3 ?"
    assert events(seen(s, 1))[0] == "defended B 3 S7"


def test_the_unseen_cards_have_the_stated_number() -> None:
    """10.4, TT-H8, TT-H12, TT-I21: hidden totems and hand of the rival, and the deck."""
    s = at("totem", MIDDLE)
    assert unseen_cards(s, 0).bit_count() == 2 + 3 + 3
    assert unseen_cards(s, 1).bit_count() == 2 + 2 + 3
    assert unseen_cards(s, NOBODY).bit_count() == 2 + 2 + 3 + 2 + 3


def test_every_deal_of_the_unseen_cards_is_equally_likely() -> None:
    """TT-H9, TT-H10: each unseen card lies in each hidden place about equally often."""
    s = at("totem", MIDDLE)
    slots: Counter[str] = Counter()
    hands: Counter[str] = Counter()
    tops: Counter[str] = Counter()
    for seed in range(4000):
        guess = imagined(s, 0, seed)
        slots[CARD.values[guess.sides[1].zone[0].card]] += 1
        hands.update(cards_in(guess.sides[1].hand))
        tops[CARD.values[guess.deck[guess.deck_left - 1]]] += 1
        assert ENGINE.check(guess, BOX) == 0
    unseen = {"E1", "P1", "N12c", "S7", "S8", "E2", "P9", "H5"}
    for counts, expected in ((slots, 500), (tops, 500), (hands, 1500)):
        assert set(counts) == unseen
        assert all(abs(count - expected) < 130 for count in counts.values()), counts


def test_known_cards_stay_where_they_are() -> None:
    """TT-H10, TT-H11: public items and one's own cards are kept."""
    s = at("totem", MIDDLE)
    for seed in range(20):
        guess = imagined(s, 0, seed)
        assert guess.sides[0].hand == s.sides[0].hand
        assert bytes(guess.sides[0].zone) == bytes(s.sides[0].zone)
        assert guess.sides[1].zone[3].card == CARD.index("E9")
        assert bytes(seen(guess, 0)) == bytes(seen(s, 0))


RETURNED = """phase=action turn=1 deck=[N11d N11b P1 E1]
sides=[{hand=[S9 N13a E3] zone=[(H4) (E6) (N11a) -]}
       {hand=[E2 S7] zone=[(H7) (H5) (E9) (P5)]}]"""


def test_a_returned_attacker_is_known_to_be_in_the_hand() -> None:
    """R8 with shield_attacker=return: the rival has seen the card and knows where it went."""
    s = at("totem", RETURNED, options={"shield_attacker": "return"})
    play(s, "attack N13a -> 1")
    for seed in range(50):
        assert imagined(s, 1, seed).sides[0].hand >> CARD.index("N13a") & 1


def test_a_returned_attacker_may_lie_in_a_slot_filled_since() -> None:
    """R8 with shield_attacker=return: after a Defend it is in that slot or still in hand, nowhere else."""
    s = at("totem", RETURNED, options={"shield_attacker": "return"})
    play(s, "attack N13a -> 1")
    play(s, "discard E2")
    play(s, "defend N13a")
    places: Counter[int] = Counter()
    for seed in range(3000):
        guess = imagined(s, 1, seed)
        places[
            [totem.card for totem in zone_of(guess, 0)].index(CARD.index("N13a"))
            if not guess.sides[0].hand >> CARD.index("N13a") & 1
            else -1
        ] += 1
        assert bytes(seen(guess, 1)) == bytes(seen(s, 1))
    assert set(places) == {-1, 3}
    assert abs(places[3] - 750) < 120, "one slot against three cards in hand"


def test_a_returned_attacker_is_forgotten_when_it_shows_up() -> None:
    """R8 with shield_attacker=return: once it lies open there is nothing to guess."""
    s = at("totem", RETURNED, options={"shield_attacker": "return"})
    play(s, "attack N13a -> 1")
    play(s, "discard E2")
    play(s, "attack N13a -> 3")
    assert s.sides[0].shown == 0
    assert [s.sides[0].suspects[slot] for slot in range(4)] == [0, 0, 0, 0]


def test_an_attacker_that_is_returned_again_lies_in_the_hand() -> None:
    """R8 with shield_attacker=return: the slot filled in between holds another card."""
    s = at("totem", RETURNED.replace("deck=[", "deck=[N12a N12b N12c N12d "), options={"shield_attacker": "return"})
    play(s, "attack N13a -> 1")
    play(s, "discard E2")
    play(s, "defend S9")
    assert suspect_slots(s, 0, CARD.index("N13a")) == 1
    play(s, "discard S7")
    play(s, "attack N13a -> 2")
    assert not s.over and suspect_slots(s, 0, CARD.index("N13a")) == 0


def test_an_automatic_chooser_places_in_random_order() -> None:
    """TT-S7, 10.5: the sensible player likes its four totems equally, so their order says nothing."""
    orders = set()
    for seed in range(40):
        s = ENGINE.new(2, 9)
        chance = Random(seed)
        seat = s.player
        while s.player == seat:
            legal = ENGINE.legal(s, BOX)
            best = max(prefer(s, BOX, action) for action in legal)
            ENGINE.step(s, BOX, chance.choice([a for a in legal if prefer(s, BOX, a) == best]))
        orders.add(tuple(totem.card for totem in zone_of(s, seat)))
    assert len({frozenset(order) for order in orders}) == 1
    assert len(orders) > 10


def test_prefer_reads_only_what_the_player_knows() -> None:
    """10.4: the liking of an action is the same on the true state and on the player's view."""
    for seed in range(20):
        s = ENGINE.new(2, seed)
        chance = Random(seed)
        while not s.over:
            legal = ENGINE.legal(s, BOX)
            view = seen(s, s.player)
            assert [prefer(s, BOX, a) for a in legal] == [prefer(view, BOX, a) for a in legal]
            ENGINE.step(s, BOX, chance.choice(legal))


def test_totems_laid_at_the_start_are_told_to_their_owner_only() -> None:
    """TT-S4: the notes that come with the last totem of a player."""
    s = ENGINE.new(2, 5)
    first = s.player
    for _ in range(4):
        ENGINE.step(s, BOX, ENGINE.legal(s, BOX)[0])
    for viewer in (first, 1 - first, NOBODY):
        laid = [event for event in events(seen(s, viewer)) if event.startswith("laid")]
        assert [event.endswith(" ?") for event in laid] == [viewer != first] * 4


def test_a_shown_card_may_lie_in_each_slot_that_was_filled_since() -> None:
    """Section 7, shield_attacker=return."""
    s = at("totem", MIDDLE)
    s.sides[1].suspects[0] |= 1 << 5
    s.sides[1].suspects[2] |= 1 << 5
    assert [suspect_slots(s, 1, card) for card in (4, 5)] == [0, 2]
