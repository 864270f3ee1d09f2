"""One step of one table, and of many: what the batches on the CPU and on a GPU share.

A step checks the action against the legal set of the step before, carries it out, pays the rewards if the game ended,
begins the table's next game, and lists what is legal then. It is a rule like all others: Python, CPU and CUDA make the
same bytes of it.

The k-th game of table t in an environment with seed S begins from a seed of two halves, `game_seed(S, t, k)`. Tables
differ in the low half, games of a table in the high one, so no two games of an environment begin alike.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ..kernel.compiling.likings import liking_step
from ..kernel.records.bits import Mask, allows, clear, count, lowest, nth, popcount
from ..kernel.records.entry import (
    AnyBox,
    ManyBytes,
    ManyFloats,
    ManyNumbers,
    ManyShorts,
    ManyStates,
    ManyWords,
    requires,
)
from ..kernel.records.header import Header
from ..kernel.records.record import Row, i8, i32, record, u32
from ..kernel.records.rng import MASK, below, seed_rng
from ..kernel.rule import generic
from ..kernel.rules.contract import legal, observe, prefer, rank, redact, score
from ..kernel.rules.drive import Dice, begin, copy_record, copy_table, fetch_ahead, step
from ..kernel.rules.notes import NOBODY

LEAVE = -1  # the action that leaves a table alone
ONES = 0x0101010101010101  # one in each byte of a word
SEVENFOLD = 0x40810204081  # seven copies of seven bits, each a bit further on in its byte
SAMPLING = 0x73616D70  # the high half of the seeds by which `sample` chooses


class Reward(IntEnum):
    """What the seats of a finished game are paid."""

    RANK = 0  # 1 for the first, -1 for the last, evenly between; who ties shares; alone: 1 won, -1 lost
    POINTS = 1  # the points
    MARGIN = 2  # the points, less the mean of the others' points


class ActionOutcome(IntEnum):
    """What became of an action."""

    PLAYED = 0
    ENDED = 1  # it ended the game
    LEFT = 2  # the table was left alone, or its game was over
    REFUSED = 3  # the action was not legal: nothing changed


@record
class Terms:
    """What holds for all tables of an environment."""

    seed: Row[int] = u32[2]  # low and high half
    reward: int = i8
    auto_reset: int = i8
    row: int = i32  # words of eight bytes in a row of masks
    size: int = i32  # of an observation
    most: int = i32  # seats in a row of rewards


@generic
def scramble(word: int) -> int:
    """Mix 32 bits so that neighbours come to lie far apart; no two words become the same. (The products stay below
    2**63: what would reach the sign, the compiler may take for impossible.)"""
    word &= MASK
    word ^= word >> 16
    word = (word * 0x7FEB352D) & MASK
    word ^= word >> 15
    word = (word * 0x5BD1E995) & MASK
    return word ^ (word >> 16)


@generic
def low_half(terms: Terms, table: int) -> int:
    """The low half of the seeds of a table's games."""
    return scramble(scramble(terms.seed[0]) + table)


@generic
def high_half(terms: Terms, number: int) -> int:
    """The high half of the seed of a table's game with this number, counted from 0."""
    return scramble(scramble(terms.seed[1] ^ scramble(terms.seed[0] + 1)) + number)


@generic
def begin_game(s: Header, fresh: Header, box: AnyBox, terms: Terms, table: int, number: int) -> None:
    """Set up a table for its game with this number."""
    copy_record(s, fresh)
    begin(s, box, fresh.seats, low_half(terms, table), high_half(terms, number))


@generic
def play(s: Header, box: AnyBox, mask: Mask, action: int) -> int:
    """Carry out an action if it is in the legal set of this table; a Turn says what became of it."""
    if s.over != 0 or action == LEAVE:
        return ActionOutcome.LEFT
    if action < 0 or action >= 64 * len(mask) or not allows(mask, action):
        return ActionOutcome.REFUSED
    step(s, box, action)
    return ActionOutcome.ENDED if s.over != 0 else ActionOutcome.PLAYED


@generic
def list_actions(s: Header, box: AnyBox, mask: Mask) -> None:
    """Fill the legal set (empty when the game is over)."""
    clear(mask)
    if s.over == 0:
        legal(s, box, mask)


@requires("0 <= first", "rewards.size >= first + max(most, s.seats)")
@generic
def pay(s: Header, box: AnyBox, kind: int, most: int, work: Row[int], rewards: ManyFloats, first: int) -> None:
    """Write the rewards of a finished game into a row; `work` is a row to work in."""
    seats = s.seats
    for seat in range(seats, most):
        rewards[first + seat] = 0.0
    if kind == Reward.RANK:
        rank(s, box, work)
        if seats == 1:
            rewards[first] = 1.0 if work[0] == 1 else -1.0
            return
        for seat in range(seats):
            before = 0  # twice the number of seats that are before this one, those of its own place counted half
            for other in range(seats):
                if work[other] < work[seat]:
                    before += 2
                elif work[other] == work[seat]:
                    before += 1
            rewards[first + seat] = (seats - before) / (seats - 1)
        return
    score(s, box, work)
    total = 0
    for seat in range(seats):
        total += work[seat]
    for seat in range(seats):
        rewards[first + seat] = work[seat]
        if kind == Reward.MARGIN and seats > 1:
            rewards[first + seat] = (seats * work[seat] - total) / (seats - 1)


@generic
def spread(bits: int) -> int:
    """The lowest eight bits as eight bytes, 0 or 1 each. (Seven by one product; it must not reach the sign of a 64-bit
    word, which the compiler takes for granted.)"""
    return (((bits & 0x7F) * SEVENFOLD) & ONES) | (((bits >> 7) & 1) << 56)


@generic
def to_act(s: Header) -> int:
    """The seat to act, NOBODY when the game is over."""
    return NOBODY if s.over != 0 else s.player


# ─────────────────────────────────────────────────────────────────────────────── many tables on a CPU


class WorkRecords(NamedTuple):
    """What one thread works with."""

    view: Header  # a record to blank for a seat
    box: AnyBox
    mask: Mask
    terms: Terms


class GameStarts(NamedTuple):
    """What the games of tables begin from."""

    fresh: Header
    games: ManyNumbers  # the number of each table's game


class ShownTables(NamedTuple):
    """What there is to see of many tables."""

    legal_sets: ManyNumbers
    observations: ManyShorts
    masks: ManyNumbers
    players: ManyBytes


class Payments(NamedTuple):
    """What tables have paid, and whether their games have ended."""

    rewards: ManyFloats
    done: ManyBytes


class PlayedActions(NamedTuple):
    """An action for each table, and what became of it."""

    actions: ManyWords
    turns: ManyBytes


SHOWN = (  # how long the rows of `ShownTables` are
    "0 <= first", "states.size >= last", "legal_sets.size >= len(mask) * last",
    "observations.size >= terms.size * last", "masks.size >= terms.row * last", "players.size >= last",
)  # fmt: skip


@generic
def show(s: Header, seat: int, table: int, room: WorkRecords, shown: ShownTables) -> None:
    """Write what there is to see of a table: the player to act, the legal actions, the observation of a seat."""
    mask = room.mask
    legal_sets = shown.legal_sets
    across = room.terms.row
    list_actions(s, room.box, mask)
    words = len(mask)
    for i in range(words):
        word = mask[i]
        if word | legal_sets[table * words + i] == 0:
            continue  # nothing was legal here and nothing is: the bytes are zero already
        legal_sets[table * words + i] = word
        start = table * across + (i << 3)
        for place in range(min(8, across - (i << 3))):
            shown.masks[start + place] = spread(word >> (place << 3))
    shown.players[table] = to_act(s)
    copy_table(room.view, s)
    redact(room.view, room.box, seat)
    size = room.terms.size
    observe(room.view, room.box, seat, shown.observations[table * size : (table + 1) * size])


@requires(*SHOWN, "games.size >= last", "rewards.size >= terms.most * last", "done.size >= last")
@generic
def reset_tables(
    states: ManyStates, room: WorkRecords, starts: GameStarts, shown: ShownTables, paid: Payments, first: int, last: int
) -> None:
    """Begin the first game of tables first..last-1."""
    words = len(room.mask)
    most = room.terms.most
    for table in range(first, last):
        starts.games[table] = 0
        begin_game(states[table], starts.fresh, room.box, room.terms, table, 0)
        for i in range(words):
            shown.legal_sets[table * words + i] = -1
        for seat in range(most):
            paid.rewards[table * most + seat] = 0.0
        paid.done[table] = 0
        s = states[table]
        show(s, s.player, table, room, shown)


class StepRecords(NamedTuple):
    """The same for a step, with a row to work in."""

    room: WorkRecords
    work: Row[int]


@requires(
    *SHOWN, "games.size >= last", "rewards.size >= terms.most * last", "done.size >= last", "actions.size >= last",
    "turns.size >= last",
)  # fmt: skip
@generic
def step_tables(
    states: ManyStates, desk: StepRecords, starts: GameStarts, shown: ShownTables, paid: Payments,
    played: PlayedActions, first: int, last: int,
) -> int:  # fmt: skip
    """Play one action on each of tables first..last-1; how many were refused (`turns` says which)."""
    wrong = 0
    room = desk.room
    words = len(room.mask)
    box = room.box
    terms = room.terms
    rewards = paid.rewards
    for table in range(first, last):
        s = states[table]
        if table + 1 < last:
            fetch_ahead(states[table + 1])
        turn = play(s, box, shown.legal_sets[table * words : (table + 1) * words], played.actions[table])
        played.turns[table] = turn
        if turn == ActionOutcome.ENDED:
            pay(s, box, terms.reward, terms.most, desk.work, rewards, table * terms.most)
            paid.done[table] = 1
            if terms.auto_reset != 0:
                starts.games[table] += 1
                begin_game(s, starts.fresh, box, terms, table, starts.games[table])
        else:
            for seat in range(terms.most):
                rewards[table * terms.most + seat] = 0.0
            paid.done[table] = s.over
        if turn == ActionOutcome.REFUSED:
            wrong += 1
        elif turn != ActionOutcome.LEFT:
            show(s, s.player, table, room, shown)
    return wrong


@generic
def seed_dice(dice: Dice, terms: Terms, table: int) -> None:
    """The stream by which `sample` chooses at one table."""
    seed_rng(dice, low_half(terms, table), SAMPLING)


@generic
def choose(mask: Mask, dice: Dice) -> int:
    """One of the legal set, each equally likely; LEAVE if it is empty."""
    options = count(mask)
    if options == 0:
        return LEAVE
    return nth(mask, 0 if options == 1 else below(dice, options))


@requires("0 <= first", "chance.size >= 4 * last")
@generic
def seed_tables(dice: Dice, terms: Terms, chance: ManyNumbers, first: int, last: int) -> None:
    """Begin the streams of tables first..last-1 (four words each in `chance`)."""
    for table in range(first, last):
        seed_dice(dice, terms, table)
        for i in range(4):
            chance[4 * table + i] = dice.rng[i]


@requires("0 <= first", "chance.size >= 4 * last", "legal_sets.size >= len(mask) * last", "actions.size >= last")
@generic
def sample_tables(
    dice: Dice, mask: Mask, chance: ManyNumbers, legal_sets: ManyNumbers, actions: ManyWords, first: int, last: int
) -> None:
    """A random legal action for each of tables first..last-1; `mask` only says how long a legal set is."""
    words = len(mask)
    for table in range(first, last):
        for i in range(4):
            dice.rng[i] = chance[4 * table + i]
        actions[table] = choose(legal_sets[table * words : (table + 1) * words], dice)
        for i in range(4):
            chance[4 * table + i] = dice.rng[i]


@requires("0 <= first", "states.size >= last", "legal_sets.size >= len(mask) * last", "likings.size >= actions * last")
@generic
def like_tables(
    states: ManyStates,
    room: WorkRecords,
    legal_sets: ManyNumbers,
    likings: ManyShorts,
    actions: int,
    first: int,
    last: int,
) -> None:
    """How the seats to act of tables first..last-1 like what they may do, by what they know (`liking_step`); of an
    action that is not legal, nothing is written."""
    words = len(room.mask)
    for table in range(first, last):
        s = states[table]
        if s.over != 0:
            continue
        copy_table(room.view, s)
        redact(room.view, room.box, s.player)
        for i in range(words):
            word = legal_sets[table * words + i]
            for _ in range(popcount(word)):
                action = (i << 6) + lowest(word)
                word &= word - 1
                likings[table * actions + action] = liking_step(prefer(room.view, room.box, action))


def game_seed(seed: int, table: int, number: int = 0) -> int:
    """The seed from which a table of an environment begins its game with this number (counted from 0): a table or a
    position made from it begins the very same game."""
    terms = Terms()
    terms.seed[0], terms.seed[1] = seed & MASK, (seed >> 32) & MASK
    return low_half(terms, table) | high_half(terms, number) << 32
