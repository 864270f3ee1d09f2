"""The contract: the handful of functions every game gives.

Generic code (`@generic`) imports these names; the twin made for a game calls the game's own.
All take the state and the box; `out` is a row with one place for each seat.
"""

from __future__ import annotations

from typing import NoReturn

from ..records.bits import Mask
from ..records.entry import AnyBox, Seen
from ..records.header import Header
from ..records.record import Row
from ..rule import contract, rule


def _unbound(name: str) -> NoReturn:
    raise TypeError(f"{name} is a contract name: call it through a game's engine")


@contract
def setup(s: Header, box: AnyBox) -> None:
    """Set up the table. Seats, options and rng are filled; everything else is zero."""
    _unbound("setup")


@contract
def legal(s: Header, box: AnyBox, mask: Mask) -> None:
    """Allow every legal action of the player to act, in a cleared mask (none when over)."""
    _unbound("legal")


@contract
def apply(s: Header, box: AnyBox, action: int) -> None:
    """Carry out a legal action and everything that follows by itself."""
    _unbound("apply")


@contract
def score(s: Header, box: AnyBox, out: Row[int]) -> None:
    """The points of each seat, as a player would count them now."""
    _unbound("score")


@contract
def rank(s: Header, box: AnyBox, out: Row[int]) -> None:
    """The place of each seat by the final count and the tie-breaks: 1 is best, ties share."""
    _unbound("rank")


@contract
def redact(s: Header, box: AnyBox, seat: int) -> None:
    """Blank what this seat may not know (NOBODY: a spectator): its information state. The kernel has already
    blanked the rng and the secret parts of notes."""
    _unbound("redact")


@contract
def observe(s: Header, box: AnyBox, seat: int, out: Seen) -> None:
    """What a seat may know, as small numbers (observing.py). The record is one that `redact` has blanked for this seat
    already. Made by the kernel from the fields of the record, for every game."""
    _unbound("observe")


@contract
def resample(s: Header, box: AnyBox, seat: int) -> None:
    """Fill what the seat does not know with a random deal that fits what it knows: a determinization."""
    _unbound("resample")


@contract
def value(s: Header, box: AnyBox, out: Row[float]) -> None:
    """How well each seat stands in a game that goes on (the evaluation function): shares between 0 and 1 that add up
    to about 1. Of a lone player: how likely the game is won, and at its end whether it is. (Among several, `rank` says
    who has won.)"""
    _unbound("value")


@contract
def prefer(s: Header, box: AnyBox, action: int) -> float:
    """How a sensible beginner likes a legal action of the player to act (a heuristic policy, the prior of a search):
    more is better, 0 is indifferent. Reads only what that player may know, and writes nothing."""
    return _unbound("prefer")


@contract
def check(s: Header, box: AnyBox) -> int:
    """The number of the first broken invariant, 0 when all hold."""
    return _unbound("check")


@contract
def habit(s: Header, box: AnyBox) -> int:
    """What a sensible beginner does without looking at every action (the rollout policy): one of those `prefer` likes
    best, found by a short cut (it may ask the state's own chance which of several). Optional: -1
    where there is none."""
    return _unbound("habit")


@contract
def suspect(s: Header, box: AnyBox, seat: int) -> None:
    """Make a random deal a likelier one (belief reweighting): rearrange what the seat does not know nearer to what
    sensible rivals would have done with it. Optional: nothing is done where there is none."""
    _unbound("suspect")


@contract
def redeal(s: Header, box: AnyBox) -> None:
    """Lay what no player knows in another order, each equally likely: stacks and decks, cards face down to everybody.
    The state is a whole one, and what each seat may know of it stays as it is. Asked by who tells luck from skill
    (explain/luck.py). Optional: nothing is done where there is none."""
    _unbound("redeal")


@contract
def idle(s: Header, box: AnyBox, action: int) -> int:
    """1 for a legal action that leads nowhere: it only takes a step back, or gives up. Who thinks ahead
    leaves it out (pruning). Optional: 0 where there is none."""
    return _unbound("idle")


@rule
def nothing_idle(s: Header, box: AnyBox, action: int) -> int:
    """The `idle` of a game that gives none."""
    return 0


@rule
def no_suspicion(s: Header, box: AnyBox, seat: int) -> None:
    """The `suspect` of a game that gives none."""


@rule
def nothing_to_redeal(s: Header, box: AnyBox) -> None:
    """The `redeal` of a game that gives none: nothing lies hidden from everybody."""


@rule
def no_habit(s: Header, box: AnyBox) -> int:
    """The `habit` of a game that gives none."""
    return -1
