"""What a seat may know (section 11)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from firstfire.games.prehistory.state import NONE
from firstfire.games.prehistory.strategy.prefer import prefer
from firstfire.kernel.records.record import copy_of

from ..playing import seen
from .reading import BOX, ENGINE, SUMMER, Fireside, number


def imagined(view: Any, viewer: int, seed: int) -> Any:
    made = copy_of(view)
    ENGINE.determinize(made, BOX, viewer, seed, 1)
    return made


def with_cards(text: str = "") -> Fireside:
    cards = "tribes.0.cards=[CE01 CE02] tribes.1.cards=[CE03 CE19] tribes.2.cards=[CE21]"
    return Fireside("players=3", cards, text).sound()


def test_stacks_are_hidden_but_their_sizes_are_not() -> None:
    """Section 11, R7: the order of stacks and decks; of the central stack only the top is known."""
    fire = with_cards()
    for viewer in (-1, 0, 1, 2):
        view = seen(fire.s, viewer)
        for row in (view.tile_stack, view.fish_stack, view.hunting_deck, view.ceremony_deck):
            assert set(row) == {NONE}
        assert list(view.stack) == [NONE, NONE, NONE, fire.s.stack[3]]
        for count in ("tile_count", "fish_count", "hunting_count", "ceremony_count", "stack_count"):
            assert getattr(view, count) == getattr(fire.s, count)
        assert list(view.rng) == [0, 0, 0, 0]


def test_whole_rows_are_blanked() -> None:
    """Section 11: whatever lies in a stack or deck, also behind its count, is not seen."""
    fire = with_cards()
    s = fire.s
    rows = ("tile_stack", "fish_stack", "hunting_deck", "ceremony_deck")
    for name in rows:
        for i in range(len(getattr(s, name))):
            getattr(s, name)[i] = i
    s.stack_count = 2
    view = seen(fire.s, 0)
    assert all(set(getattr(view, name)) == {NONE} for name in rows)
    assert list(view.stack) == [NONE, s.stack[1], NONE, NONE]
    s.stack_count = 0
    assert set(seen(fire.s, 0).stack) == {NONE}


def test_r50_ceremony_cards_lie_face_down() -> None:
    """R50: the owner knows them, the others their number."""
    fire = with_cards()
    assert [bin(seen(fire.s, 1).tribes[seat].cards).count("1") for seat in range(3)] == [0, 2, 0]
    assert [seen(fire.s, -1).tribes[seat].cards for seat in range(3)] == [0, 0, 0]
    assert [seen(fire.s, 1).tribes[seat].card_count for seat in range(3)] == [2, 2, 1]


def test_the_open_option_shows_ceremony_cards() -> None:
    """R50: a table may play them open."""
    view = seen(with_cards("options={ceremony_cards=open}").s, 2)
    assert [view.tribes[seat].cards.bit_count() for seat in range(3)] == [2, 2, 1]


def test_at_the_end_all_cards_are_shown() -> None:
    """Section 7: the count needs them."""
    fire = with_cards().put("round=5 spent=[PT01 PT02 PT06 PT10] stack=[] price.5=PT11")
    fire.s.over = 1
    assert seen(fire.s, -1).tribes[1].cards == fire.s.tribes[1].cards


def test_everything_else_is_open() -> None:
    """Section 11: cubes, boards, tracks, map, displays, discards, rotations."""
    fire = with_cards().put(
        "tribes.1.tent=[red:3] tribes.1.markers=[blue:2] tribes.1.hunts=[HC07] tribes.1.tiles=[GT06] "
        "tribes.1.fish=[FT05]"
    )
    fire.s.hunting_discard = 0
    view = seen(fire.s, 0)
    assert bytes(view.hexes) == bytes(fire.s.hexes)
    for name in ("tent", "markers", "place", "animals"):
        assert list(getattr(view.tribes[1], name)) == list(getattr(fire.s.tribes[1], name))
    for name in ("tiles", "fish", "hunts", "shamans", "painted", "development", "points", "weather", "offset"):
        assert getattr(view.tribes[1], name) == getattr(fire.s.tribes[1], name)


def test_resampling_fits_what_is_known() -> None:
    """Section 11: a sound position, the own cards kept, the same view again; every deal can come."""
    fire = with_cards()
    view = seen(fire.s, 0)
    hands: Counter[int] = Counter()
    tops: Counter[int] = Counter()
    for seed in range(120):
        made = imagined(view, 0, seed)
        assert ENGINE.check(made, BOX) == 0
        assert made.tribes[0].cards == fire.s.tribes[0].cards
        assert [made.tribes[seat].cards.bit_count() for seat in range(3)] == [2, 2, 1]
        hands.update(card for card in range(34) if made.tribes[1].cards >> card & 1)
        tops[made.hunting_deck[made.hunting_count - 1]] += 1
        ENGINE.see(made, BOX, 0)
        assert bytes(made) == bytes(view)
    known = {number("CE01"), number("CE02"), *fire.s.ceremony_row}
    assert not known & set(hands)
    assert len(hands) > 20
    assert len(tops) > 15


def test_discarded_cards_never_come_back() -> None:
    """PH-W3, section 11: discards are known, so no imagined deck holds them."""
    fire = with_cards()
    s = fire.s
    gone = s.hunting_deck[s.hunting_count - 1]
    s.hunting_count -= 1
    s.hunting_deck[s.hunting_count] = NONE
    s.hunting_discard |= 1 << gone
    view = seen(fire.sound().s, -1)
    for seed in range(30):
        assert gone not in list(imagined(view, -1, seed).hunting_deck)


def test_taking_a_card_is_told_to_everybody() -> None:
    """R50: it is taken openly; the log of every seat names it."""
    fire = Fireside(SUMMER, "deed=ceremony ceremony_row.0=CE19 tribes.0.tent=[red:1] tribes.0.markers=[yellow:2]").play(
        "hold CE19"
    )
    for viewer in (-1, 0, 1):
        view = seen(fire.s, viewer)
        assert any(view.notes[i].a == number("CE19") for i in range(view.note_count))


def test_r50_a_card_taken_before_everybodys_eyes_is_imagined_where_it_is() -> None:
    """R50: an openly taken card lies face down, yet no imagined deal moves it; one that nobody saw taken moves."""
    fire = Fireside(
        SUMMER,
        "deed=ceremony ceremony_row.0=CE19 tribes.0.tent=[red:1] tribes.0.markers=[yellow:2] tribes.0.cards=[CE03]",
    )
    fire.play("hold CE19")
    taken, unseen = 1 << number("CE19"), 1 << number("CE03")
    for viewer in (-1, 1):
        view = seen(fire.s, viewer)
        assert (view.tribes[0].cards, view.tribes[0].witnessed, view.tribes[0].card_count) == (0, taken, 2)
        hands = {imagined(view, viewer, seed).tribes[0].cards for seed in range(60)}
        assert all(hand & taken and hand.bit_count() == 2 for hand in hands)
        assert len(hands) > 15 and any(not hand & unseen for hand in hands)


def test_r50_what_nobody_saw_stays_hidden() -> None:
    """R50: cards that were not taken openly leave no trace in anybody else's record."""
    one = with_cards()
    two = Fireside(
        "players=3 ceremony_row.3=CE05 tribes.0.cards=[CE01 CE02] tribes.1.cards=[CE04 CE20] tribes.2.cards=[CE22]"
    )
    for field in ("cards", "witnessed", "card_count"):
        assert [getattr(seen(one.s, 0).tribes[seat], field) for seat in (1, 2)] == [
            getattr(seen(two.s, 0).tribes[seat], field) for seat in (1, 2)
        ]


def test_r50_in_a_whole_game_every_face_down_card_is_remembered() -> None:
    """R50, section 11: all takings are open, so at the end of a game no imagined deal has a foreign card wrong."""
    s, chance, looked = ENGINE.new(3, 5), Random(5), 0
    while not s.over:
        for viewer in range(-1, 3):
            if s.ply % 25 == 0:
                made = imagined(seen(s, viewer), viewer, s.ply)
                assert [made.tribes[seat].cards for seat in range(3)] == [s.tribes[seat].cards for seat in range(3)]
                looked += sum(s.tribes[seat].card_count for seat in range(3))
        likings = {action: prefer(s, BOX, action) for action in ENGINE.legal(s, BOX)}
        best = max(likings.values())
        ENGINE.step(s, BOX, chance.choice([action for action, liking in likings.items() if liking == best]))
    assert looked > 20
