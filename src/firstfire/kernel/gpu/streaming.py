"""A legal set without a mask: words are written where they belong as soon as the next one begins.

Twins of `legal` in which `allow` and `allow_set` are replaced by these take a stream for a mask: a row of the words as
they lie in memory, and a tally to work in. The rules must list actions in order of number (`Game.lists_in_order`): then
each word is finished before the next one begins, and only words that are not empty are ever touched.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ..records.bits import allow, allow_set
from ..rule import rule

Stream: TypeAlias = tuple[Any, Any]  # the words of a legal set, and a tally:
WORD, BITS, FILLED, TALLY = 0, 1, 2, 3  # the word being filled, what is in it, which words were filled; how long it is


@rule
def open_stream(stream: Stream) -> None:
    """Begin a legal set."""
    stream[1][WORD] = -1
    stream[1][BITS] = 0
    stream[1][FILLED] = 0


@rule
def close_word(stream: Stream) -> None:
    """Write the word being filled, if there is anything in it."""
    bits = stream[1][BITS]
    if bits != 0:
        word = stream[1][WORD]
        stream[0][word] = bits
        stream[1][FILLED] |= 1 << word
        stream[1][BITS] = 0


@rule
def turn_to(stream: Stream, word: int) -> None:
    """Go on with a word."""
    if stream[1][WORD] != word:
        close_word(stream)
        stream[1][WORD] = word


@rule
def stream_one(stream: Stream, action: int) -> None:
    """Add an action to the legal set."""
    turn_to(stream, action >> 6)
    stream[1][BITS] |= 1 << (action & 63)


@rule
def stream_set(stream: Stream, first: int, chosen: int) -> None:
    """Add the actions first + b for every set bit b of a set of up to 63 bits."""
    shift = first & 63
    if chosen != 0:
        turn_to(stream, first >> 6)
        stream[1][BITS] |= chosen << shift
        rest = chosen >> (63 - shift) >> 1
        if rest != 0:
            turn_to(stream, (first >> 6) + 1)
            stream[1][BITS] |= rest


STREAMING = {allow: stream_one, allow_set: stream_set}
