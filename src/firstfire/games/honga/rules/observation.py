"""How the record of Honga is observed by programs that learn (kernel/observations/observing.py)."""

from __future__ import annotations

from firstfire.kernel.observations.fields import number, one_of, set_of
from firstfire.kernel.observations.observe_source import write_same
from firstfire.kernel.observations.observing import Observed, reading
from firstfire.kernel.records.entry import Seen
from firstfire.kernel.rule import rule

from ..actions import SPACE
from ..box import BARTER_NAMES, BONUS_NAMES, DISC_NAMES
from ..state import BONUS_CARDS, BONUS_KINDS, DISCS, NONE, SPACES, State


@rule
def own_hand(s: State, seat: int, kind: int) -> int:
    """Bonus cards in the observer's hand, by kind (of the others only their number is seen)."""
    return s.trays[seat].hand[kind]


@rule
def write_lies(s: State, out: Seen, start: int) -> None:
    """Where each disc lies, as far as the observer knows: on a space, or in its pile. (Those in hand: trays.disc.)"""
    write_same(out, start, NONE, DISCS)
    for space in range(SPACES):
        disc = s.top[space]
        while disc != NONE:
            out[start + disc] = space
            disc = s.under[disc]
    for colour in range(2):
        pile = s.piles[colour]
        for i in range(pile.count):
            if pile.discs[i] != NONE:
                out[start + pile.discs[i]] = SPACES


@rule
def write_depth(s: State, out: Seen, start: int) -> None:
    """How deep each of these discs lies on its space or in its pile: 1 is the top, 0 not known."""
    write_same(out, start, 0, DISCS)
    for space in range(SPACES):
        disc = s.top[space]
        depth = 1
        while disc != NONE:
            out[start + disc] = depth
            disc = s.under[disc]
            depth += 1
    for colour in range(2):
        pile = s.piles[colour]
        for i in range(pile.count):
            if pile.discs[i] != NONE:
                out[start + pile.discs[i]] = pile.count - i


@rule
def discarded_barters(s: State) -> int:
    """The barter cards on the discard."""
    cards = 0
    for i in range(s.barter_gone):
        cards |= 1 << s.barter_discard[i]
    return cards


@rule
def write_discarded(s: State, out: Seen, start: int) -> None:
    """The bonus cards on the discard, by kind."""
    write_same(out, start, 0, BONUS_KINDS)
    for i in range(s.bonus_gone):
        out[start + s.bonus_discard[i]] += 1


_DECK = "nobody sees it; its count is told"
OBSERVED = Observed(
    version=1,
    choices=("bill.slot", "turned"),
    typical={
        "trays.mammoths": 5, "trays.herd": 5, "trays.depot": 10, "trays.points": 30, "trays.earned": 20,
        "trays.last_lure": 50, "trays.turns": 40, "trays.hand_count": 8, "trays.unseen_count": 4, "round": 40,
        "lures": 50, "turn.hands": 5, "turn.used": 6, "turn.lapsed": 6, "turn.lucky": 3, "bill.due": 10,
        "bill.most": 10, "bill.pair": 10, "bill.mammoths": 5, "hand": 4, "discs.depth": 10, "bonus_discarded": 5,
    },
    left_out={
        "trays.hand": "told by hand",
        "trays.unseen": "nobody has seen them; unseen_count tells how many",
        "piles.discs": "told by discs.lies and discs.depth",
        "piles.known": "who else knows a disc of a pile is told only once somebody holds it (trays.disc_known)",
        "under": "told by discs.lies and discs.depth",
        "barter_deck": _DECK,
        "barter_discard": "its order means nothing; told by barter_discarded",
        "bonus_deck": _DECK,
        "bonus_discard": "its order means nothing; told by bonus_discarded",
        "turn.ended": "always 0 when somebody decides",
        "options.start": "said who begins; fire tells it",
    },
    readings=(
        reading("hand", number(0, BONUS_CARDS), own_hand, kind=BONUS_NAMES),
        reading("discs.lies", one_of((*SPACE.values, "pile"), below=("-",)), write_lies, disc=DISC_NAMES),
        reading("discs.depth", number(0, DISCS), write_depth, disc=DISC_NAMES),
        reading("barter_discarded", set_of(BARTER_NAMES), discarded_barters),
        reading("bonus_discarded", number(0, BONUS_CARDS), write_discarded, kind=BONUS_NAMES),
    ),
)  # fmt: skip
