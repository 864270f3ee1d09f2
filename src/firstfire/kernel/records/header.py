"""The header every state starts with."""

from __future__ import annotations

from ..rule import rule
from .record import Row, i8, i16, i32, record, u32

OPTIONS = 8  # rule options a game may have


@record
class Header:
    """What every game's record begins with. A game's State extends it, and declares its
    own buffer of notes: `notes: Row[Note] = rows(Note, 32)`.
    """

    rng: Row[int] = u32[4]  # chance: the words of the generator
    ply: int = i32  # decisions made so far
    note_count: int = i16  # notes left by the last action
    notes_lost: int = i16  # notes that found no room, ever (0 in a sound game)
    player: int = i8  # the seat that decides now
    phase: int = i8  # what is asked: index into the game's phases
    seats: int = i8  # how many play
    over: int = i8  # whether the game is over
    ending: int = i8  # why the game is over: index into the game's endings
    irreversible: int = i8  # the last action told somebody something new: it cannot be taken back
    quiet: int = i8  # leave no notes (bulk play)
    options: Row[int] = i8[OPTIONS]  # the rule options: index of each one's value


@rule
def reveal(s: Header) -> None:
    """Say that this action shows somebody something they did not know: no way back. Say it before the note that tells
    what: what was noted until then counts as certain beforehand (foresight.py)."""
    s.irreversible = 1


@rule
def end_game(s: Header, ending: int) -> None:
    """The game is over, for the reason with this number. That tells everybody: it cannot be undone."""
    s.irreversible = 1
    s.over = 1
    s.ending = ending
