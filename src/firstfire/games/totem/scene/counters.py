"""The numbers beside each name, and what is counted at the end."""

from __future__ import annotations

from firstfire.kernel.presentation.memo import counter, memoised
from firstfire.kernel.presentation.scene import Counter
from firstfire.kernel.presentation.words import Words

from ..box import Box
from ..rules.hands import hidden_totems
from ..rules.turn import zone_level
from ..state import State


@memoised
def counters(words: Words, player: int, standing: int, cards: int) -> tuple[Counter, ...]:
    """Totems and cards of a player (the deck shows its own count)."""
    totems = counter(f"totems{player}", words.say("label.totems"), standing, player, "totem")
    return totems, counter(f"cards{player}", words.say("label.hand"), cards, player, "hand")


def breakdown(state: State, box: Box, seat: int, words: Words) -> list[tuple[str, int]]:
    """What a seat's points are made of."""
    hidden = hidden_totems(state, seat)
    face_up = state.sides[seat].standing - hidden
    return [(words.say("label.hidden_totems"), hidden), (words.say("label.face_up_totems"), face_up)]


def tie_break(state: State, box: Box, seat: int, words: Words) -> list[tuple[str, int]]:
    """TT-G5: the levels of the totems that still stand, all turned up by then."""
    return [(words.say("tie.first"), zone_level(state, box, seat))]
