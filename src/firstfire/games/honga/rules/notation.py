"""What the record of Honga may hold, and how a position of it is written.

    trays=[{goods=[fish:3 berry:4] mammoths=2 step=1 disc=G07 earned=[barter:5]} …] herd=[1 0]
    top=[north-west:G05] under=[G05:G01] slots=[T01 T07 T20]

Piles and decks have their top at the end. Points, counts, the depot, the tusk and
hands that lapsed follow from the rest.
"""

from __future__ import annotations

from dataclasses import replace

from firstfire.kernel.observations.fields import (
    BY_SEAT,
    FLAG,
    SEAT_OR_NONE,
    SEATED,
    Fields,
    counted,
    derived,
    filled,
    kept,
    number,
    one_of,
    pieces,
    places,
    set_of,
)
from firstfire.kernel.records.rows import as_tuple

from ..actions import COLOUR, SPACE
from ..box import BARTER_NAMES, BONUS_NAMES, DISC_NAMES, FIELD_NAMES, FOOD_NAMES, GOOD_NAMES, Box
from ..state import (
    BARTER_CARDS,
    BONUS_CARDS,
    BONUS_KINDS,
    DISCS,
    GOODS,
    GREYS,
    HERD,
    MARKER_LIMIT,
    NONE,
    ROUND_LIMIT,
    SLOTS,
    SOURCES,
    SPACES,
    PointSource,
    Purpose,
    State,
)
from .invariants import tusk_owner

DISC = one_of(DISC_NAMES, below=("-",))
DISC_LIES = pieces(DISC)
BARTER = pieces(one_of(BARTER_NAMES, below=("-",)))
BONUS = one_of(BONUS_NAMES, below=("-",))
BONUS_LIES = pieces(BONUS)
HELD = pieces(number(0, BONUS_CARDS).by(BONUS_NAMES))
KNOWERS = replace(set_of(("0", "1", "2", "3", "4", "5", "6", "stray")), is_seat=True)
POINTS = number(0, 9999)
MAMMOTHS = number(0, 20)
UNITS = number(0, MARKER_LIMIT)
SOME = number(0, 40)

FIELDS: Fields = {
    "trays": BY_SEAT,
    "trays.goods": UNITS.by(GOOD_NAMES[:GOODS]),
    "trays.mammoths": MAMMOTHS,
    "trays.herd": derived(MAMMOTHS),
    "trays.depot": derived(MAMMOTHS),
    "trays.step": number(0, 12),
    "trays.holds": derived(one_of(("none", "grey", "red"))),
    "trays.disc": DISC_LIES,
    "trays.disc_known": KNOWERS,
    "trays.disc_old": FLAG,
    "trays.points": derived(POINTS),
    "trays.earned": POINTS.by([source.name.lower() for source in PointSource]),
    "trays.last_lure": number(0, 9999),
    "trays.turns": derived(number(0, ROUND_LIMIT)),
    "trays.hand": HELD,
    "trays.hand_count": counted(BONUS_CARDS),
    "trays.unseen": HELD,
    "trays.unseen_count": counted(BONUS_CARDS),
    "fire": SEATED,
    "triggered": derived(FLAG),
    "honga": SEAT_OR_NONE,
    "tusk": derived(SEAT_OR_NONE),
    "round": number(1, ROUND_LIMIT, blank=0),
    "lures": number(0, 9999),
    "herd_count": counted(HERD),
    "herd": SEAT_OR_NONE,
    "piles": places(COLOUR.values),
    "piles.count": counted(GREYS),
    "piles.discs": DISC_LIES,
    "piles.known": KNOWERS,
    "pool": derived(set_of(DISC_NAMES)),
    "top": DISC_LIES.by(SPACE.values),
    "under": DISC_LIES.by(DISC_NAMES),
    "turned": kept(number(0, 3).by(DISC_NAMES)),
    "slots": BARTER,
    "barter_count": counted(BARTER_CARDS),
    "barter_deck": BARTER,
    "barter_gone": counted(BARTER_CARDS),
    "barter_discard": BARTER,
    "bonus_count": counted(BONUS_CARDS),
    "bonus_deck": BONUS_LIES,
    "bonus_gone": counted(BONUS_CARDS),
    "bonus_discard": BONUS_LIES,
    "offer": DISC,
    "offer_colour": one_of(COLOUR.values),
    "turn.disc": DISC,
    "turn.space": one_of(SPACE.values, below=("-",)),
    "turn.hands": SOME.by(FIELD_NAMES),
    "turn.used": SOME,
    "turn.lapsed": derived(SOME),
    "turn.lucky": SOME,
    "turn.meals": FLAG,
    "turn.barters": number(0, SLOTS),
    "turn.cards": counted(2),
    "turn.played": BONUS,
    "turn.swap": FLAG,
    "turn.sated": number(0, 2),
    "turn.extra": number(0, 2),
    "turn.ended": number(0, 0),  # nobody decides in between
    "bill.purpose": one_of([purpose.name.lower() for purpose in Purpose]),
    "bill.slot": number(0, SLOTS - 1),
    "bill.cards": number(0, 2),
    "bill.due": SOME,
    "bill.most": SOME.by(FOOD_NAMES),
    "bill.pair": SOME,
    "bill.water": UNITS,
    "bill.mammoths": MAMMOTHS,
    "bill.herd": set_of(HERD),
    "bill.jokers": UNITS,
    "bill.fish": UNITS,
    "bill.berries": UNITS,
    "bill.answered": number(0, 4),
}


def complete(s: State, box: Box) -> None:
    """Count what lies in rows and stacks; give the tusk to its owner."""
    s.herd_count = filled(s, "herd")
    s.barter_count, s.barter_gone = filled(s, "barter_deck"), filled(s, "barter_discard")
    s.bonus_count, s.bonus_gone = filled(s, "bonus_deck"), filled(s, "bonus_discard")
    s.turn.cards = filled(s.turn, "played")
    for colour in range(len(s.piles)):
        s.piles[colour].count = filled(s.piles[colour], "discs")
    s.pool = (1 << DISCS) - 1
    s.triggered = 0
    for seat in range(s.seats):
        tray = s.trays[seat]
        tray.herd = sum(owner == seat for owner in as_tuple(s.herd))
        tray.depot = max(0, box.mammoths - tray.herd - tray.mammoths)
        tray.holds = 0 if tray.disc == NONE else 1 if tray.disc < GREYS else 2
        tray.points = sum(tray.earned[source] for source in range(SOURCES))
        tray.hand_count = sum(tray.hand[kind] for kind in range(BONUS_KINDS))
        tray.unseen_count = sum(tray.unseen[kind] for kind in range(BONUS_KINDS))
        moved = (seat - s.fire) % s.seats < (s.player - s.fire) % s.seats
        tray.turns = s.round if moved or s.over else max(0, s.round - 1)
        if tray.points >= box.target[s.seats]:
            s.triggered = 1
    s.tusk = tusk_owner(s)
    printed = sum(as_tuple(box.quarters[s.turn.disc])) if s.turn.disc != NONE else 0
    s.turn.lapsed = max(0, printed + s.turn.lucky - s.turn.used - sum(as_tuple(s.turn.hands)))
    _check_stacks(s)


def _check_stacks(s: State) -> None:
    """Every disc on the board lies in one stack, and no stack comes back to itself."""
    seen = set()
    for space in range(SPACES):
        disc = s.top[space]
        while disc != NONE:
            if disc in seen:
                raise ValueError(f"top and under: the disc {DISC_NAMES[disc]} lies in two places")
            seen.add(disc)
            disc = s.under[disc]
