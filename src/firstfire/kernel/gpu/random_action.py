"""A random legal action without a mask: count what the rules list, then pick one as they list it again.

Twins of `legal` in which `allow` and `allow_set` are replaced by these need no memory for a mask. The
n-th action listed is the n-th by number if the rules list actions in order of number, each once; a
game that does says so (`Game.lists_in_order`), and a checker holds it to that. On a GPU this is
worth a third of the time.
"""

from __future__ import annotations

from ..records.bits import allow, allow_set, nth_bit, popcount
from ..records.record import Row
from ..rule import rule

# A tally: how many were listed so far, which one is wanted, which action that is.
SO_FAR, WANTED, FOUND = 0, 1, 2


@rule
def count_one(tally: Row[int], action: int) -> None:
    """One more action is listed."""
    tally[SO_FAR] += 1


@rule
def count_set(tally: Row[int], first: int, chosen: int) -> None:
    """A set of actions is listed."""
    tally[SO_FAR] += popcount(chosen)


@rule
def pick_one(tally: Row[int], action: int) -> None:
    """Remember the action if it is the wanted one."""
    if tally[SO_FAR] == tally[WANTED]:
        tally[FOUND] = action
    tally[SO_FAR] += 1


@rule
def pick_set(tally: Row[int], first: int, chosen: int) -> None:
    """Remember the wanted action if it is in the set."""
    here = popcount(chosen)
    at = tally[WANTED] - tally[SO_FAR]
    if at >= 0 and at < here:
        tally[FOUND] = first + nth_bit(chosen, at)
    tally[SO_FAR] += here


COUNTING = {allow: count_one, allow_set: count_set}
PICKING = {allow: pick_one, allow_set: pick_set}
