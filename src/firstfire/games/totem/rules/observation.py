"""How the record of Totem is observed by programs that learn (kernel/observations/observing.py)."""

from __future__ import annotations

from firstfire.kernel.observations.fields import one_of, set_of
from firstfire.kernel.observations.observe_source import seat_after, write_same
from firstfire.kernel.observations.observing import Observed, reading
from firstfire.kernel.records.entry import Seen
from firstfire.kernel.rule import rule

from ..actions import CARD
from ..box import CARDS, SLOTS
from ..state import SEATS, State

PLACES = one_of([f"slots {places:04b}" for places in range(1 << SLOTS)], below=("-",))


@rule
def own_hand(s: State, seat: int) -> int:
    """The cards in the observer's hand (those of the rival are never seen)."""
    return s.sides[seat].hand


@rule
def write_shown(s: State, seat: int, out: Seen, start: int) -> None:
    """Cards that the rival of their owner has seen go back to the hand, with the slots they may have been laid in
    since, as bits (only with shield_attacker=return)."""
    for place in range(SEATS):
        side = s.sides[seat_after(seat, place, SEATS)]
        first = start + CARDS * place
        write_same(out, first, -1, CARDS)
        if side.shown != 0:
            for card in range(CARDS):
                if (side.shown >> card) & 1 != 0:
                    places = 0
                    for slot in range(SLOTS):
                        places |= ((side.suspects[slot] >> card) & 1) << slot
                    out[first + card] = places


OBSERVED = Observed(
    version=1,
    by_seat=("sides", "since"),
    typical={"sides.hand_size": 8, "turn": 40, "since": 40},
    left_out={
        "deck": "nobody sees it; deck_left tells how many cards there are",
        "pile": "the order of the discard pile means nothing; discard tells the cards",
        "sides.hand": "told by hand",
        "sides.suspects": "told by sides.shown",
        "options.unseen_cards": "changes what people are shown, and no rule",
    },
    readings=(
        reading("hand", set_of(CARD.values), own_hand),
        reading("sides.shown", PLACES, write_shown, other=(), card=CARD.values),
    ),
)
