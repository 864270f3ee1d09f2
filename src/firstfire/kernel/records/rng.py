"""Chance: a small generator inside the record (sfc32, 128 bits of state).

Four 32-bit words, held in wider integers with explicit masks, so that Python, compiled
code and a GPU give the same stream bit for bit. Every shuffle and draw goes through here,
and everything that asks for chance marks the action as irreversible (it cannot be taken back).
"""

from __future__ import annotations

from typing import Protocol

from ..rule import rule
from .bits import lowest, popcount
from .record import Row

MASK = 0xFFFFFFFF


class Chance(Protocol):
    """What a record needs to draw from: the generator, and a mark that something was drawn."""

    rng: Row[int]
    irreversible: int


@rule
def seed_rng(s: Chance, low: int, high: int) -> None:
    """Start the stream of a 64-bit seed, given as two 32-bit halves."""
    s.rng[0] = low & MASK
    s.rng[1] = high & MASK
    s.rng[2] = 0x9E3779B9
    s.rng[3] = 1
    for _ in range(15):
        next_word(s)


@rule
def next_word(s: Chance) -> int:
    """The next 32 random bits."""
    a = s.rng[0]
    b = s.rng[1]
    c = s.rng[2]
    d = s.rng[3]
    word: int = (a + b + d) & MASK
    s.rng[0] = b ^ (b >> 9)
    s.rng[1] = (c + ((c << 3) & MASK)) & MASK
    s.rng[2] = ((((c << 21) & MASK) | (c >> 11)) + word) & MASK
    s.rng[3] = (d + 1) & MASK
    return word


@rule
def below(s: Chance, n: int) -> int:
    """A whole number from 0 to n-1, each exactly equally likely (1 ≤ n < 2**31)."""
    s.irreversible = 1
    product = next_word(s) * n
    if (product & MASK) < n:
        floor = (MASK + 1 - n) % n
        while (product & MASK) < floor:
            product = next_word(s) * n
    return product >> 32


@rule
def random_bit(s: Chance, bits: int) -> int:
    """The place of one of the set bits of a 64-bit word that is not zero, each equally likely."""
    for _ in range(below(s, popcount(bits))):
        bits &= bits - 1
    return lowest(bits)


@rule
def shuffle(s: Chance, row: Row[int], n: int) -> None:
    """Bring the first n entries of a row into random order, all orders equally likely."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        held = row[i]
        row[i] = row[j]
        row[j] = held
