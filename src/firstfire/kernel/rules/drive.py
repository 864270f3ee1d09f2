"""Driving a game: what is written once and works for every game, at every speed."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

from ..records.bits import Mask, allows, clear, count, lowest, nth, popcount
from ..records.entry import AnyBox, MaskStack, Moves, Seen, Stack, requires
from ..records.header import Header
from ..records.record import Row, i8, record, u32
from ..records.rng import below, seed_rng
from ..rule import generic, rule
from .contract import apply, check, legal, observe, rank, redact, redeal, resample, score, setup, value
from .notes import redact_notes

FOUND_DEAD_END = -1  # no legal action though the game is not over
FOUND_ENDLESS = -2  # longer than the game's bound
FOUND_LOST_NOTES = -3  # the buffer of notes was too small
FOUND_BAD_SEAT = -4  # the player to act is no seat of this table


@record
class Dice:
    """A stream of chance outside any state: for random players and search."""

    rng: Row[int] = u32[4]
    irreversible: int = i8


@rule(machine="copy_record")
def copy_record(target: Any, source: Any) -> None:
    """Copy a whole record over another of its kind: one memory copy."""
    ctypes.memmove(ctypes.addressof(target), ctypes.addressof(source), ctypes.sizeof(source))


@rule(machine="machine_memory.copy_table")
def copy_table(target: Any, source: Any) -> None:
    """Copy a record over another of its kind, for one who reads no notes of it: machine code leaves them out."""
    ctypes.memmove(ctypes.addressof(target), ctypes.addressof(source), ctypes.sizeof(source))


@rule(machine="machine_memory.fetch_ahead")
def fetch_ahead(record: Header) -> None:
    """Ask for a record's memory before it is needed. (Python has no word for it, and does nothing.)"""


@generic
def begin(s: Header, box: AnyBox, seats: int, low: int, high: int) -> None:
    """Set up a table for so many seats from a seed, in a record that is zero but for its
    options and its quiet flag."""
    s.seats = seats
    seed_rng(s, low, high)
    setup(s, box)
    s.irreversible = 0


@generic
def step(s: Header, box: AnyBox, action: int) -> None:
    """Carry out a legal action (it is trusted to be one)."""
    s.note_count = 0
    s.irreversible = 0
    s.ply += 1
    apply(s, box, action)


@generic
def legal_mask(s: Header, box: AnyBox, mask: Mask) -> int:
    """Clear the mask and fill it with the legal actions; how many there are."""
    clear(mask)
    if s.over != 0:
        return 0
    legal(s, box, mask)
    return count(mask)


@generic
def try_step(s: Header, box: AnyBox, mask: Mask, action: int) -> int:
    """Carry out an action if it is legal (1), or change nothing (0)."""
    if action < 0 or action >= 64 * len(mask):
        return 0
    legal_mask(s, box, mask)
    if not allows(mask, action):
        return 0
    step(s, box, action)
    return 1


@generic
def list_legal(s: Header, box: AnyBox, mask: Mask, out: Moves) -> int:
    """Write the legal actions into a row, in order of number; how many there are."""
    found = legal_mask(s, box, mask)
    place = 0
    for i in range(len(mask)):
        word = mask[i]
        for _ in range(popcount(word)):  # counted, because a plain number has no 64th bit to lose
            out[place] = (i << 6) + lowest(word)
            word &= word - 1
            place += 1
    return found


@generic
def advance(s: Header, box: AnyBox, mask: Mask, out: Moves, action: int) -> int:
    """Carry out an action if it is legal and list what is legal then: how many, -1 if refused."""
    if try_step(s, box, mask, action) == 0:
        return -1
    return list_legal(s, box, mask, out)


@generic
def see(s: Header, box: AnyBox, seat: int) -> None:
    """Turn a state into what one seat may know of it."""
    for i in range(4):
        s.rng[i] = 0
    redact_notes(s, seat)
    redact(s, box, seat)


@generic
def observe_as(s: Header, scratch: Header, box: AnyBox, seat: int, out: Seen) -> None:
    """Write what a seat may know of a state into an observation. `scratch` is a record to work in: the state itself
    stays as it is. (Notes and chance are never read by `observe`: they need no blanking.)"""
    copy_record(scratch, s)
    redact(scratch, box, seat)
    observe(scratch, box, seat, out)


@generic
def determinize(s: Header, box: AnyBox, seat: int, low: int, high: int) -> None:
    """Turn what a seat knows into a full state that fits it, drawn by a seed."""
    before = s.irreversible
    seed_rng(s, low, high)
    resample(s, box, seat)
    s.irreversible = before


@generic
def deal_anew(s: Header, box: AnyBox, low: int, high: int) -> None:
    """Turn a state into another one that all players together could not tell from it: what none of them knows, and
    the chance to come, are drawn by a seed."""
    before = s.irreversible
    seed_rng(s, low, high)
    redeal(s, box)
    s.irreversible = before


class FinalityRequest(NamedTuple):
    """Whose actions are looked at, and how closely."""

    seat: int
    samples: int
    followed: int


@generic
def mark_final(
    known: Header, sampled: Header, trial: Header, box: AnyBox, asked: FinalityRequest, moves: Moves, count: int
) -> None:
    """Of the first `count` of these actions of a seat, cross out (by -1) those after which chance or a secret has
    spoken in one of so many states that fit what the seat knows; where `followed` is not 0, those too after which
    another seat is asked. `sampled` and `trial` are records to work in."""
    for sample in range(asked.samples):
        copy_record(sampled, known)
        determinize(sampled, box, asked.seat, 1 + sample, 0)
        sampled.quiet = 1
        for i in range(count):
            if moves[i] >= 0:
                copy_record(trial, sampled)
                step(trial, box, moves[i])
                if trial.irreversible != 0 or (asked.followed != 0 and trial.player != asked.seat):
                    moves[i] = -1


@generic
def victory(s: Header, box: AnyBox, out: Row[float], places: Row[int]) -> None:
    """Each seat's share of the victory (the field's word: returns): who is first by `rank` has it, several share it.
    While a game goes on, and for a lone player at any time, what `value` says of it. `places` is a row to work in."""
    if s.over == 0 or s.seats < 2:
        value(s, box, out)
        return
    rank(s, box, places)
    winners = 0
    for seat in range(s.seats):
        if places[seat] == 1:
            winners += 1
    for seat in range(s.seats):
        out[seat] = 1.0 / winners if places[seat] == 1 else 0.0


@generic
def random_action(s: Header, box: AnyBox, mask: Mask, dice: Dice) -> int:
    """A legal action, each equally likely; -1 if there is none."""
    options = legal_mask(s, box, mask)
    if options == 0:
        return -1
    if options == 1:
        return nth(mask, 0)
    return nth(mask, below(dice, options))


@generic
def playout(s: Header, box: AnyBox, mask: Mask, dice: Dice, limit: int) -> int:
    """Play at random to the end, or for `limit` decisions; how many were made."""
    made = 0
    while s.over == 0 and made < limit:
        action = random_action(s, box, mask, dice)
        if action < 0:
            break
        step(s, box, action)
        made += 1
    return made


class GameRun(NamedTuple):
    """How many games are played, game i from seed + i, and for how many decisions each."""

    games: int
    seed: int
    limit: int


@generic
def playouts(
    s: Header, fresh: Header, box: AnyBox, mask: Mask, dice: Dice, run: GameRun, out: Row[int], wins: Row[int]
) -> int:
    """Play whole games at random, game i from seed + i, without notes; adds up ranks and points.

    `fresh` is the record to begin from (seats, options, quiet). `out` gathers the points of
    each seat, `wins` counts first places; the number of decisions is returned.
    """
    decisions = 0
    for i in range(run.games):
        copy_record(s, fresh)
        begin(s, box, fresh.seats, (run.seed + i) & 0xFFFFFFFF, (run.seed + i) >> 32)
        seed_rng(dice, (run.seed + i) & 0xFFFFFFFF, 77)
        decisions += playout(s, box, mask, dice, run.limit)
        tally(s, box, out, wins)
    return decisions


@generic
def tally(s: Header, box: AnyBox, points: Row[int], wins: Row[int]) -> None:
    """Add a finished game's points and first places (points has two places per seat: the
    second one is scratch)."""
    seats = s.seats
    scratch = points[seats : 2 * seats]
    score(s, box, scratch)
    for seat in range(seats):
        points[seat] += scratch[seat]
    rank(s, box, scratch)
    for seat in range(seats):
        if scratch[seat] == 1:
            wins[seat] += 1


@generic
def random_games_checked(
    s: Header, fresh: Header, box: AnyBox, mask: Mask, dice: Dice, run: GameRun, finding: Row[int]
) -> int:  # fmt: skip
    """Play whole games at random with all invariants checked at each step.

    Stops at the first finding: finding[0] is the broken invariant (or one of FOUND_…),
    finding[1] the game, finding[2] the decision. Returns the number of decisions.
    """
    decisions = 0
    for i in range(run.games):
        copy_record(s, fresh)
        begin(s, box, fresh.seats, (run.seed + i) & 0xFFFFFFFF, (run.seed + i) >> 32)
        seed_rng(dice, (run.seed + i) & 0xFFFFFFFF, 77)
        broken = sound(s, box, run.limit)
        while broken == 0 and s.over == 0:
            action = random_action(s, box, mask, dice)
            if action < 0:
                broken = FOUND_DEAD_END
                break
            step(s, box, action)
            decisions += 1
            broken = sound(s, box, run.limit)
        if broken != 0:
            finding[0] = broken
            finding[1] = run.seed + i
            finding[2] = s.ply
            return decisions
    return decisions


@generic
def sound(s: Header, box: AnyBox, limit: int) -> int:
    """The first thing that is wrong with a state, 0 when nothing is."""
    if s.ply > limit:
        return FOUND_ENDLESS
    if s.notes_lost != 0:
        return FOUND_LOST_NOTES
    if s.over == 0 and (s.player < 0 or s.player >= s.seats):
        return FOUND_BAD_SEAT
    return check(s, box)


@requires("1 <= depth < len(stack)")
@generic
def perft(s: Header, stack: Stack, box: AnyBox, masks: MaskStack, depth: int) -> int:
    """How many sequences of exactly `depth` legal actions start here (fewer where the game
    ends). `stack` holds depth + 1 records, `masks` as many masks; no recursion."""
    total = 0
    level = 0
    copy_record(stack[0], s)
    legal_mask(stack[0], box, masks[0])
    while level >= 0:
        action = nth(masks[level], 0)
        if action < 0:
            if stack[level].over != 0:
                total += 1
            level -= 1
            continue
        masks[level][action >> 6] &= ~(1 << (action & 63))
        if level + 1 == depth:
            total += 1
            continue
        copy_record(stack[level + 1], stack[level])
        step(stack[level + 1], box, action)
        level += 1
        legal_mask(stack[level], box, masks[level])
    return total
