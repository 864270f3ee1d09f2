"""The state of a game of Totem.

           rival's hand (a set of cards)
      zone    [1] [2] [3] [4]
                                 deck   discard
      zone    [1] [2] [3] [4]
           own hand (a set of cards)

Hands and the discard pile are sets, one bit for each card: hands have no order that could give
anything away (10.5), and that of the pile means nothing to the rules. Slots count from 0 in the
record and are shown as 1 to 4.
"""

from __future__ import annotations

from enum import IntEnum

from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import Row, i8, i64, record, rows
from firstfire.kernel.rules.notes import Note

from .box import CARDS, SLOTS

SEATS = 2
EMPTY = -2  # no card lies in this slot (a card the viewer may not know is HIDDEN, -1)
NO_CARD = -1  # no partner joins the attack


class Phase(IntEnum):
    """Section 4.1: what is to be decided."""

    SETUP = 0
    ACTION = 1
    EYE = 2
    SUM = 3  # only with the option sum_forced=no
    AFTER_WIN = 4
    HAND_LIMIT = 5
    OVER = 6


class Then(IntEnum):
    """What follows when a power has been carried out."""

    END = 0  # the turn is about to end
    AFTER_WON = 1  # the attack was won


class Ending(IntEnum):
    """Section 6: how the game ended."""

    DESTRUCTION = 0
    COUNT = 1
    LEVELS = 2
    DRAW = 3


class OptionPlace(IntEnum):
    """Section 7: the places of the rule options in `State.options`. 0 is always our ruling. The last one changes
    no rule, only what the table shows."""

    FACEUP_ATTACK = 0
    SHIELD_ATTACKER = 1
    SHIELD_WEAK_SPENDS = 2
    SUM_FORCED = 3
    DISCARD_EMPTY_DECK = 4
    UNSEEN_CARDS = 5


@record
class Totem:
    """TT-C12: what lies in one slot of a zone."""

    card: int = i8  # the card there; NONE: an empty slot, HIDDEN: not known to this seat
    face_up: int = i8  # 1: everybody sees it
    spent: int = i8  # lies sideways: the power has been used or annulled


@record
class Side:
    """One player's hand and zone."""

    hand: int = i64  # the cards in hand, one bit each
    shown: int = i64  # cards of hand or zone the rival has seen (option shield_attacker=return)
    suspects: Row[int] = i64[SLOTS]  # which shown cards may lie hidden in each slot
    zone: Row[Totem] = rows(Totem, SLOTS)  # the four slots
    hand_size: int = i8  # how many cards are in hand
    standing: int = i8  # totems in the zone


@record
class State(Header):
    """A1: everything on the table."""

    discard: int = i64  # the cards on the discard pile, one bit each
    sides: Row[Side] = rows(Side, SEATS)  # the two players
    deck: Row[int] = i8[CARDS]  # the top is deck[deck_left - 1]
    deck_left: int = i8  # how many cards the deck still has
    starter: int = i8  # who had the first turn
    active: int = i8  # whose turn it is (`player` is who decides now)
    turn: int = i8  # the number of the turn, from 1
    attacks: int = i8  # made this turn
    then: int = i8  # what follows the pending Eye or Sum
    last: int = i8  # TT-G2: who drew the last card, or NOBODY
    winner: int = i8  # or NOBODY
    notes: Row[Note] = rows(Note, 28)  # what the last action told
    # What the table remembers for its players and no rule reads (`Game.remembers`).
    pile: Row[int] = i8[CARDS]  # TT-C10: the discarded cards in the order they came
    since: Row[Row[int]] = i8[SEATS, SLOTS]  # TT-H2: the turn a totem was laid in its slot, 0 for the set-up
