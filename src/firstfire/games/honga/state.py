"""The records of Honga, its phases and its numbers.

            col 0          col 1            col 2
    row 0  [ barter    ]  [ mountain   ]  [ spring    ]
                       (NW)          (NE)
    row 1  [ berries   ]  [ HONGA      ]  [ lake      ]
                       (SW)          (SE)
    row 2  [ forest    ]  [ mammoths   ]  [ mushrooms ]

The four round disc spaces lie on the inner crossings; the quarters of a disc are counted
clockwise from the north-west. (The places of the fields are data: see components.toml.)
"""

from __future__ import annotations

from enum import IntEnum

from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import Row, i8, i16, i64, record, rows, u8
from firstfire.kernel.rules.notes import Note

SEATS = 5
GREYS = 28
REDS = 18
DISCS = GREYS + REDS
BARTER_CARDS = 32
BONUS_CARDS = 25
BONUS_KINDS = 10
SLOTS = 3
SPACES = 4
QUARTERS = 4
FIELDS = 9
GOODS = 4
FOODS = 3
HERD = 5  # the most spaces a herd can have
SOURCES = 4  # of points
STEPS = 13  # the most steps a mountain can have
MARKER_LIMIT = 9  # the highest number a tray row can end with
CARDS_PER_TURN = 2
ROUND_LIMIT = 200  # R36

NONE = -1  # no disc, no card, nobody


class Phase(IntEnum):
    """What the active player is asked."""

    PLACE = 0  # HO-D1: where to lay the disc
    ACT = 1  # HO-D2: which hand to use, which card to play
    MAMMOTHS = 2  # which mammoths to give for a barter
    JOKERS = 3  # how many units to pay with water
    FISH = 4  # how many fish to pay
    BERRIES = 5  # how many berries to pay (the mushrooms follow)
    DISC = 6  # HO-D3: which of two discs to keep


class OptionPlace(IntEnum):
    """Where each option stands in the header."""

    START = 0


class Ending(IntEnum):
    """Why the game is over."""

    TARGET = 0
    LIMIT = 1


class Good(IntEnum):
    """The rows of a tray from top to bottom: HONGA eats in this order."""

    FISH = 0
    BERRY = 1
    MUSHROOM = 2
    WATER = 3
    MAMMOTH = 4  # on barter cards and in meals only


class Field(IntEnum):
    """The nine fields of the board."""

    BARTER = 0
    MOUNTAIN = 1
    SPRING = 2
    BERRIES = 3
    HONGA = 4
    LAKE = 5
    FOREST = 6
    MAMMOTHS = 7
    MUSHROOMS = 8


GATHERED_ON = (int(Field.LAKE), int(Field.BERRIES), int(Field.MUSHROOMS), int(Field.SPRING))  # by good


class Bonus(IntEnum):
    """The ten kinds of bonus cards, HO-B1 to HO-B10."""

    GOOD_BARTER = 0
    TWO_POINTS = 1
    CHASE_HONGA = 2
    LUCKY_HAND = 3
    EXTRA_DISC = 4
    LUCKY_HAND_OR_HONGA = 5
    SWAP = 6
    SATED = 7
    CAVEMAN_OR_HONGA = 8
    BOUGHT_POINTS = 9


class Colour(IntEnum):
    """The two colours of discs: four hands or five."""

    GREY = 0
    RED = 1


class PointSource(IntEnum):
    """Where points come from (HO-E2)."""

    BARTER = 0
    MOUNTAIN = 1
    CARD = 2
    BOUGHT = 3


class Purpose(IntEnum):
    """What a bill is paid for."""

    NOTHING = 0
    LURE = 1
    BARTER = 2
    BUY = 3


@record
class Tray:
    """One player: tray, mammoths, caveman, score stone, cards, disc in hand."""

    goods: Row[int] = i8[GOODS]  # fish, berries, mushrooms, water on the tray
    mammoths: int = i8  # standing on the tray
    herd: int = i8  # in the herd
    depot: int = i8  # own mammoths still in the depot
    step: int = i8  # where the caveman stands on the mountain, 0 at its foot
    holds: int = i8  # the disc in hand: 0 none, 1 grey, 2 red
    disc: int = i8  # which one; NONE if there is none or it is hidden
    disc_known: int = u8  # other seats that know it, as bits (they once put it under the pile); piles.STRAY
    disc_old: int = i8  # drawn before its colour was last reshuffled
    points: int = i16  # on the score track
    earned: Row[int] = i16[SOURCES]  # the points by their source
    last_lure: int = i16  # the number of the last herd placement (0: none yet)
    turns: int = i16  # turns taken so far
    hand: Row[int] = i8[BONUS_KINDS]  # bonus cards in hand, by kind
    hand_count: int = i8  # how many bonus cards are in hand
    unseen: Row[int] = i8[BONUS_KINDS]  # drawn this turn, face down: nobody knows them
    unseen_count: int = i8  # how many lie face down


@record
class Pile:
    """A face-down pile of discs, the top last."""

    count: int = i8  # how many discs lie in it
    discs: Row[int] = i8[GREYS]  # the discs, the top last
    known: Row[int] = u8[GREYS]  # seats that know the disc at this place, as bits; piles.STRAY


@record
class TurnMemory:
    """What is remembered until the end of a turn."""

    disc: int = i8  # the disc laid in this turn; NONE before
    space: int = i8  # the space it was laid on; NONE before
    hands: Row[int] = i8[FIELDS]  # left on each field
    used: int = i8  # hands used
    lapsed: int = i8  # hands that can no longer be used (on the mountain after the top)
    lucky: int = i8  # hands added by Lucky hand
    meals: int = i8  # how often HONGA ate in this turn
    barters: int = i8  # barters done
    cards: int = i8  # bonus cards played
    played: Row[int] = i8[CARDS_PER_TURN]  # the kinds of the bonus cards played, in order
    swap: int = i8  # 1: berries and mushrooms stand for each other
    sated: int = i8  # foods that a mammoth costs less
    extra: int = i8  # 1: two discs are drawn at the end of the turn
    ended: int = i8  # a new disc is drawn: the next player may begin


@record
class Bill:
    """A payment being put together: `due` units, each one food or one joker."""

    purpose: int = i8  # what is paid for: nothing, a mammoth, a barter, bought points
    slot: int = i8  # the barter slot it is for
    cards: int = i8  # good barter cards used
    due: int = i8  # foods to pay in all
    most: Row[int] = i8[FOODS]  # of each food at most
    pair: int = i8  # of berries and mushrooms together at most
    water: int = i8  # asked for as water
    mammoths: int = i8  # mammoths to give
    herd: int = i8  # herd spaces that give a mammoth, as bits
    jokers: int = i8  # foods paid with water, once answered
    fish: int = i8  # fish paid, once answered
    berries: int = i8  # berries paid, once answered
    answered: int = i8  # questions behind us: mammoths, jokers, fish, berries


@record
class State(Header):
    """The whole table."""

    trays: Row[Tray] = rows(Tray, SEATS)  # the players
    fire: int = i8  # the start player
    triggered: int = i8  # somebody reached the target (HO-E1)
    honga: int = i8  # on the tray of this seat, or NONE: on his field
    tusk: int = i8  # with this seat, or NONE: on the mammoth field
    round: int = i16  # the number of the round, from 1
    lures: int = i16  # herd placements so far
    herd_count: int = i8  # mammoths in the herd
    herd: Row[int] = i8[HERD]  # seats, youngest first
    piles: Row[Pile] = rows(Pile, 2)  # by colour
    pool: int = i64  # discs shuffled into the present piles, as bits: public, for knowledge.py
    top: Row[int] = i8[SPACES]  # the top disc on each space
    under: Row[int] = i8[DISCS]  # the disc below a laid disc
    turned: Row[int] = i8[DISCS]  # the rotation of a laid disc
    slots: Row[int] = i8[SLOTS]  # open barter cards
    barter_count: int = i8  # cards left in the barter deck
    barter_deck: Row[int] = i8[BARTER_CARDS]  # top last
    barter_gone: int = i8  # cards on the barter discard
    barter_discard: Row[int] = i8[BARTER_CARDS]  # the discarded barter cards, the newest last
    bonus_count: int = i8  # cards left in the bonus deck
    bonus_deck: Row[int] = i8[BONUS_CARDS]  # kinds, top last
    bonus_gone: int = i8  # cards on the bonus discard
    bonus_discard: Row[int] = i8[BONUS_CARDS]  # the kinds of the discarded bonus cards, the newest last
    offer: Row[int] = i8[2]  # the two discs of HO-D3
    offer_colour: int = i8  # the colour of those two discs
    turn: TurnMemory = rows(TurnMemory)  # what is remembered until the end of the turn
    bill: Bill = rows(Bill)  # the payment being put together
    notes: Row[Note] = rows(Note, 40)  # what the last action told
