"""The legal set: one bit for each action of a game.

A mask is a row of 64-bit words. `legal(s, box, mask)` gets it cleared and calls
`allow(mask, action)`; the count and the n-th legal action need no list.
"""

from __future__ import annotations

import ctypes
from typing import Annotated, Any

from ..rule import rule
from .entry import BufferKind
from .record import Row

ALL = (1 << 64) - 1

Mask = Annotated[Row[int], BufferKind("mask")]  # the type of a legal set in the parameters of a rule


def new_mask(actions: int) -> Any:
    """A cleared mask for so many actions."""
    return (ctypes.c_int64 * words_for(actions))()


def words_for(actions: int) -> int:
    """How many words a mask for so many actions has."""
    return (actions + 63) >> 6


@rule(machine="popcount")
def popcount(word: int) -> int:
    """How many bits of a 64-bit word are set."""
    return (word & ALL).bit_count()


@rule(machine="lowest")
def lowest(word: int) -> int:
    """The place of the lowest set bit of a 64-bit word that is not zero."""
    word &= ALL
    return (word & -word).bit_length() - 1


@rule
def allow(mask: Mask, action: int) -> None:
    """Add an action to the legal set."""
    mask[action >> 6] |= 1 << (action & 63)


@rule
def allow_set(mask: Mask, first: int, chosen: int) -> None:
    """Add the actions first + b for every set bit b of a set of up to 63 bits."""
    word = first >> 6
    shift = first & 63
    mask[word] |= chosen << shift
    rest = chosen >> (63 - shift) >> 1
    if rest != 0:
        mask[word + 1] |= rest


@rule
def allows(mask: Mask, action: int) -> bool:
    """Whether an action is in the legal set."""
    return (mask[action >> 6] >> (action & 63)) & 1 != 0


@rule
def clear(mask: Mask) -> None:
    """Empty the legal set."""
    for i in range(len(mask)):
        mask[i] = 0


@rule
def count(mask: Mask) -> int:
    """How many actions are legal."""
    total = 0
    for i in range(len(mask)):
        if mask[i] != 0:
            total += popcount(mask[i])
    return total


@rule
def nth(mask: Mask, n: int) -> int:
    """The n-th legal action, counted from 0 in order of number; -1 if there are not so many."""
    for i in range(len(mask)):
        word = mask[i]
        if word == 0:
            continue
        here = popcount(word)
        if n < here:
            return (i << 6) + nth_bit(word, n)
        n -= here
    return -1


@rule
def nth_bit(word: int, n: int) -> int:
    """The place of the n-th set bit of a 64-bit word, counted from 0: found by halving."""
    place = 0
    width = 32
    while width > 0:
        below = popcount(word & ((1 << width) - 1))
        if n >= below:
            n -= below
            word >>= width
            place += width
        width >>= 1
    return place


def listed(mask: Any) -> list[int]:
    """All legal actions in order of number."""
    found = []
    for i, word in enumerate(mask):
        word &= ALL
        while word:
            found.append((i << 6) + (word & -word).bit_length() - 1)
            word &= word - 1
    return found
