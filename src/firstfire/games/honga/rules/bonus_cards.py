"""Bonus cards: holding, playing, and those that need no payment (HO-B2 to HO-B9).

They are played after HONGA was looked at, whether he was minded or not (L2).
"""

from __future__ import annotations

from firstfire.kernel.records.header import reveal
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note, secret_note

from ..actions import ADDS_HAND, CHASER_KINDS, LUCKY_KINDS, PICKS_UP, PLAYS, SCORES
from ..box import Box
from ..state import BONUS_KINDS, CARDS_PER_TURN, NONE, QUARTERS, Bonus, Field, PointSource, State
from .points import add_points, move_caveman
from .tiger import send_home


@rule
def pick_up_cards(s: State) -> None:
    """HO-P1a, R26, L6: face-down bonus cards go to the hand of the active player, to be used from now on."""
    tray = s.trays[s.player]
    if tray.unseen_count == 0:
        return
    reveal(s)
    for kind in range(BONUS_KINDS):
        for _ in range(tray.unseen[kind]):
            secret_note(s, PICKS_UP, s.player, 0, 0, kind)
        tray.hand[kind] += tray.unseen[kind]
        tray.unseen[kind] = 0
    tray.hand_count += tray.unseen_count
    tray.unseen_count = 0


@rule
def may_play(s: State, kind: int) -> bool:
    """A card of this kind is in hand and fewer than two were played this turn."""
    return s.turn.cards < CARDS_PER_TURN and s.trays[s.player].hand[kind] > 0


@rule
def can_play_cards(s: State) -> bool:
    """HO-B: at most two a turn, only cards that were in hand when the turn began."""
    return s.turn.cards < CARDS_PER_TURN and s.trays[s.player].hand_count > 0


@rule
def play_card(s: State, kind: int) -> None:
    """A card goes from the hand to the open cards beside the tray."""
    tray = s.trays[s.player]
    tray.hand[kind] -= 1
    tray.hand_count -= 1
    s.turn.played[s.turn.cards] = kind
    s.turn.cards += 1
    note(s, PLAYS, s.player, kind)


@rule
def discard_played(s: State) -> None:
    """HO-P5a: the bonus cards of this turn go to the bonus discard."""
    for i in range(s.turn.cards):
        s.bonus_discard[s.bonus_gone] = s.turn.played[i]
        s.bonus_gone += 1
        s.turn.played[i] = NONE
    s.turn.cards = 0


@rule
def can_play_two_points(s: State) -> bool:
    """HO-B2: the card is in hand."""
    return may_play(s, Bonus.TWO_POINTS)


@rule
def play_two_points(s: State, box: Box) -> None:
    """HO-B2: two points at once."""
    play_card(s, Bonus.TWO_POINTS)
    note(s, SCORES, s.player, box.card_points, s.trays[s.player].points + box.card_points)
    add_points(s, box, s.player, box.card_points, PointSource.CARD)


@rule
def can_chase(s: State, card: int) -> bool:
    """R23: HONGA must be on the own tray."""
    return s.honga == s.player and may_play(s, CHASER_KINDS[card])


@rule
def chase(s: State, card: int) -> None:
    """HO-B3, and HO-B6 or HO-B9 used for HONGA."""
    play_card(s, CHASER_KINDS[card])
    send_home(s)


@rule
def lucky_fields(s: State, box: Box, card: int) -> int:
    """HO-B4, R22: the fields that the disc of this turn touches, as a set."""
    fields = 0
    if may_play(s, LUCKY_KINDS[card]):
        for i in range(QUARTERS):
            fields |= 1 << box.touched[s.turn.space][i]
    return fields


@rule
def play_lucky_hand(s: State, card: int, field: int) -> None:
    """HO-B4, and HO-B6 used for its hand: one more hand on any quarter of the disc, an empty one too
    (R22). On HONGA's quarter it has no effect: he was minded, or not, before."""
    play_card(s, LUCKY_KINDS[card])
    s.turn.hands[field] += 1
    s.turn.lucky += 1
    note(s, ADDS_HAND, s.player, field)


@rule
def can_play_extra_disc(s: State) -> bool:
    """HO-B5: a second one in a turn would add nothing."""
    return s.turn.extra == 0 and may_play(s, Bonus.EXTRA_DISC)


@rule
def play_extra_disc(s: State) -> None:
    """HO-B5: two discs are drawn at the end of this turn."""
    play_card(s, Bonus.EXTRA_DISC)
    s.turn.extra = 1


@rule
def can_play_swap(s: State) -> bool:
    """HO-B7, R24: with an unused barter hand, and not twice."""
    return s.turn.swap == 0 and s.turn.hands[Field.BARTER] > 0 and may_play(s, Bonus.SWAP)


@rule
def play_swap(s: State) -> None:
    """HO-B7, R20: in all barters of this turn berries and mushrooms stand for each other."""
    play_card(s, Bonus.SWAP)
    s.turn.swap = 1


@rule
def can_play_sated(s: State) -> bool:
    """HO-B8, R24: with an unused mammoth hand."""
    return s.turn.hands[Field.MAMMOTHS] > 0 and may_play(s, Bonus.SATED)


@rule
def play_sated(s: State) -> None:
    """HO-B8, R21, L8: each mammoth lured from now on in this turn costs one food less; two cards add up."""
    play_card(s, Bonus.SATED)
    s.turn.sated += 1


@rule
def can_play_caveman(s: State) -> bool:
    """HO-B9: the card is in hand."""
    return may_play(s, Bonus.CAVEMAN_OR_HONGA)


@rule
def play_caveman(s: State, box: Box) -> None:
    """HO-B9 used for the caveman: two steps up, a surplus step is lost, mountain hands are kept (R14);
    HONGA stays where he is (R37)."""
    play_card(s, Bonus.CAVEMAN_OR_HONGA)
    move_caveman(s, box, box.card_steps)
