"""The table of Nētā-Tanka: the village, the clans, and the decision that is asked now.

Sets of places, links, cards and tokens are bits of whole numbers. Places are numbered from
0 here (place 0 is Cut Timber, number 1 on the board).
"""

from __future__ import annotations

from enum import IntEnum

from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import Row, i8, i16, i32, record, rows
from firstfire.kernel.rules.notes import Note

from .box import CARDS, CRAFTS, MATERIALS, OBJECTIVES, PLACES, RESOURCES, SEATS, TENTS, TRADES

DISPLAY = 5  # open cards of each kind beside the board
NOWHERE = -1
COLOURS = 4


class Place(IntEnum):
    """The eighteen places."""

    LUMBER = 0
    GATHER_WOOD = 1
    GATHER_MUSHROOMS = 2
    RAISE_TOTEM = 3
    ELDER_FOREST = 4
    ELDER_CRAFT = 5
    CRAFT_OBJECTS = 6
    OFFERING = 7
    BUILD_TENTS = 8
    MEDITATE = 9
    HUNT = 10
    TAN = 11
    ELDER_HUNT = 12
    SMOKE_MEAT = 13
    FEED_CLAN = 14
    ELDER_FOOD = 15
    TRADE = 16
    NETA_TANKA = 17


class PieceKind(IntEnum):
    """What a player may place: a nomad, one of the second colour (two players), the visitor."""

    NOMAD = 0
    SECOND = 1
    VISITOR = 2


class Phase(IntEnum):
    """What is asked now. From PICKING on: questions inside one action of Phase II."""

    PLACING = 0  # NT-D1
    RESOLVING = 1  # NT-D2 to NT-D10
    OFFERING = 2  # NT-D17; with free actions after the first offering
    BUILDING = 3  # NT-D14 of Build Tents; with free actions after the first resource
    PICKING = 4  # NT-D11 of NT-A3
    FOREST_ELDER = 5  # NT-D11 of NT-A5
    CRAFT_ELDER = 6  # NT-D11, D12, D13 of NT-A6
    HUNT_ELDER = 7  # NT-D11, D14 of NT-A13
    FOOD_ELDER = 8  # NT-D11, D15 of NT-A16
    TRADING = 9  # NT-D11, D12, D16, D19 of NT-A17
    PAYING = 10  # NT-D16 of NT-A18
    CONSULTING = 11  # NT-D11, D22 of NT-A18
    TENT = 12  # NT-D14
    FOOD = 13  # NT-D15
    CRAFT = 14  # NT-D13
    GAINING = 15  # NT-D18
    RENEWING = 16  # NT-D20
    TOKEN = 17  # NT-D21


class Opened(IntEnum):
    """The action that stays open between its steps (R45)."""

    NOTHING = 0
    OFFERING = 1
    TENTS = 2


class Ending(IntEnum):
    """Why a game ends."""

    TRADE_CARDS = 0


PHASES = tuple(phase.name.lower() for phase in Phase)
ENDINGS = ("trade_cards",)


@record
class Nomads:
    """The nomads of one colour."""

    hand: int = i8  # nomads of this colour not yet placed
    at: int = i32  # places with a nomad of this colour
    down: int = i32  # those whose nomad is laid down


@record
class Clan:
    """One player's board and reserve."""

    reserve: Row[int] = i16[RESOURCES]  # resources beside the board, by kind
    generosity: int = i16  # generosity held
    totem: Row[int] = i16[RESOURCES]  # wood and skulls
    tents: Row[Row[int]] = i8[TENTS, MATERIALS]  # wood and skins on each tent
    gate: int = i8  # the first tent whose gate is not paid; the number of tents if all are
    owed: Row[int] = i8[RESOURCES]  # tokens that gate still asks
    food: Row[int] = i8[RESOURCES]  # meat and mushrooms
    to_place: int = i8  # nomads to place in this round
    copy_at: int = i8  # where the copy nomad of this round stands
    copy_piece: int = i8  # which of the own colours it is
    objective: int = i8  # the secret objective; hidden from the others
    exchanged: int = i8  # the objective was handed in for generosity
    cards: int = i16  # Neta-Tanka cards in hand
    tokens: int = i16  # link tokens held
    wants: Row[int] = i32[MATERIALS]  # unfinished craft cards that still want wood, skin
    finished: int = i32  # craft cards


@record
class State(Header):
    """The whole table."""

    round: int = i8  # the number of the round, from 1
    first: int = i8  # who holds the first-player token
    turns: int = i8  # resolution turns taken in this round
    trade_left: int = i8  # trade cards on the stack, the open one included
    trade: Row[int] = i8[TRADES]  # in the order of the rounds; the last ones may stay in the box
    undealt: Row[int] = i8[OBJECTIVES]  # objectives nobody got

    forest: Row[int] = i16[RESOURCES]  # resources in the Forest, by kind
    tanning: Row[int] = i16[RESOURCES]  # resources in the Tanning Area, by kind
    hunted: int = i8  # buffalo that are hunted
    normals: Row[int] = i8[PLACES]  # nomads in a slot of their own
    extras: Row[int] = i8[PLACES]  # copy nomads and the visitor

    craft_count: int = i8  # cards in the craft display
    craft_display: Row[int] = i8[DISPLAY]  # in order of arrival (R47)
    craft_left: int = i8  # cards left in the craft pile
    craft_pile: Row[int] = i8[CRAFTS]  # the open top card is the last one
    craft_gone: int = i32  # craft cards out of the game, one bit each
    on_craft: Row[Row[int]] = i8[CRAFTS, MATERIALS]  # wood and skins on each craft card
    card_count: int = i8  # cards in the Neta-Tanka display
    card_display: Row[int] = i8[DISPLAY]  # the Neta-Tanka cards that can be taken
    card_left: int = i8  # cards left in the Neta-Tanka pile
    card_pile: Row[int] = i8[CARDS]  # that pile, the top last
    cards_played: int = i16  # Neta-Tanka cards out of the game, one bit each
    token_stack: int = i16  # link tokens nobody has taken, one bit each
    tokens_used: int = i16  # link tokens out of the game, one bit each

    totem_count: int = i8  # players who have a totem
    totem_order: Row[int] = i8[SEATS]  # tallest first

    visitor_of: int = i8  # who has the visitor in this round
    visitor_at: int = i8  # the place where the visitor stands; NONE: nowhere
    visitor_down: int = i8  # 1: the visitor has acted
    visitor_claim: int = i8  # who gets it in the next round

    opened: int = i8  # the action of several steps that is open (offerings, tents), or none
    steps: int = i8  # steps done of the open action
    supplied: int = i8  # the token asked for comes from the supply, not from the reserve
    renewed: int = i8  # craft cards removed so far
    gift_made: int = i8  # 1: the gift of this turn is made
    links_open: Row[int] = i32[2]  # links the player may still use in this turn, by own colour
    links_bought: int = i32  # by offerings in this turn

    nomads: Row[Nomads] = rows(Nomads, COLOURS)  # colour c belongs to seat c modulo the number of players
    clans: Row[Clan] = rows(Clan, SEATS)  # the players
    notes: Row[Note] = rows(Note, 40)  # what the last action told
