"""Recording: a game is played to its end, and everything that happened is counted on the way.

Greedy and random players play in machine code (`play_out`); other players choose in Python, between `look` and `heed`.
Both leave the same rows:

    decisions   one row per decision, at the place of its ply: seat, phase, options, action, who leads
    events      one row per note: ply, kind, seat, a, b, c, d
    numbers     what is said of the game as a whole (class Number)
    sums        six sums over games, for each place in turn order (and one row for nobody) and feature: decisions
                in which it was offered, and was taken; games in which it happened, the victories in those, when it
                first happened (thousandths of the game), how often in all;
                then, of the present game, how often each happened, and first when (`current`);
                then the last decision in which each was offered (`stamp`);
                then for each phase: decisions, choices, and the options of those
    maps        the features of each action, then those of each kind of note (features.py)

Victories are counted in sixtieths, because up to six may share one.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ...kernel.records.bits import Mask, lowest, popcount
from ...kernel.records.entry import AnyBox, ManyNumbers, requires
from ...kernel.records.header import Header
from ...kernel.records.record import Row, i8, i32, i64, record
from ...kernel.records.rng import below
from ...kernel.rule import generic
from ...kernel.rules.contract import prefer, rank, score, value
from ...kernel.rules.drive import Dice, legal_mask, step

SIXTY = 60
COLUMNS = 5  # of a decision
EVENT_COLUMNS = 7
NOTE_ROW = 9  # see features
MOST_SEATS = 16
PHASE_COLUMNS = 3
FORCED, CHOICE, BIT = 10, 30, 20  # tenths of a second: see `thinking`


class Number(IntEnum):
    """What is said of a game as a whole; from SCORES on, for each seat."""

    PLIES = 0
    CHOICES = 1  # decisions with more than one option
    ROUNDS = 2
    EVENTS = 3
    LOST = 4  # events that found no room
    LEAD_CHANGES = 5
    DECIDED = 6  # after so many thousandths of the game the winner led for good; 1000: only the last count decided
    HALF_LEADER = 7  # who led at half-time, -1: nobody alone
    ENDING = 8
    FIRST = 9  # the seat that decided first
    TENTHS = 10  # estimated thinking time, in tenths of a second
    SCORES = 16
    SHARES = 32  # of the victory, in sixtieths
    CHOSEN = 48  # choices of each seat


NUMBERS = 64


@record
class RecordingPlan:
    """How a game is recorded, and what is kept from one decision to the next."""

    features: int = i32
    width: int = i32  # features of an action, at most
    rows: int = i32  # seats, and one for nobody
    room: int = i32  # for events
    round_kind: int = i32
    leader: int = i32
    first: int = i32  # the seat that decides first in this game
    limit: int = i32  # decisions of a game, at most
    notes_at: int = i32  # where the notes begin in `maps`
    current_at: int = i32  # where these begin in `sums`
    stamp_at: int = i32
    phases_at: int = i32
    mark: int = i64  # the number of the decision, over all games of the job
    greedy: Row[int] = i8[MOST_SEATS]  # by seat: 1 greedy, 0 random


class RecordRows(NamedTuple):
    """Where a game is recorded."""

    maps: ManyNumbers
    sums: ManyNumbers
    decisions: ManyNumbers
    events: ManyNumbers
    numbers: ManyNumbers


@requires(
    "maps.size > plan.notes_at", "sums.size > plan.phases_at", "events.size >= plan.room * EVENT_COLUMNS",
    "numbers.size >= NUMBERS",
)  # fmt: skip
@generic
def open_game(
    s: Header, plan: RecordingPlan, maps: ManyNumbers, sums: ManyNumbers, events: ManyNumbers, numbers: ManyNumbers
) -> None:
    """Forget the game before; note what the set-up has told."""
    for i in range(plan.current_at, plan.current_at + 2 * plan.rows * plan.features):
        sums[i] = 0
    for i in range(NUMBERS):
        numbers[i] = 0
    numbers[Number.FIRST] = s.player
    plan.first = s.player
    plan.leader = -1
    hear(s, plan, maps, sums, events, numbers)


@requires("maps.size > plan.notes_at", "sums.size > plan.phases_at", "decisions.size >= (plan.limit + 1) * COLUMNS")
@generic
def look(
    s: Header,
    box: AnyBox,
    mask: Mask,
    plan: RecordingPlan,
    maps: ManyNumbers,
    sums: ManyNumbers,
    decisions: ManyNumbers,
    points: Row[int],
) -> int:
    """Before a decision: what is offered, who leads; how many options there are."""
    options = legal_mask(s, box, mask)
    plan.mark += 1
    base = row_of(s, plan, s.player) * plan.features
    for i in range(len(mask)):
        word = mask[i]
        for _ in range(popcount(word)):
            first = ((i << 6) + lowest(word)) * plan.width
            word &= word - 1
            for j in range(plan.width):
                feature = maps[first + j]
                if feature >= 0 and sums[plan.stamp_at + feature] != plan.mark:
                    sums[plan.stamp_at + feature] = plan.mark
                    sums[base + feature] += 1
    score(s, box, points)
    plan.leader = leading(points, s.seats, plan.leader)
    row = s.ply * COLUMNS
    decisions[row] = s.player
    decisions[row + 1] = s.phase
    decisions[row + 2] = options
    decisions[row + 3] = -1
    decisions[row + 4] = plan.leader
    return options


@generic
def row_of(s: Header, plan: RecordingPlan, seat: int) -> int:
    """The row in which a seat is counted: its place in turn order, because who begins may win more or less; the last
    row for nobody."""
    if seat < 0 or seat >= s.seats:
        return s.seats
    return (seat - plan.first + s.seats) % s.seats


@generic
def leading(points: Row[int], seats: int, before: int) -> int:
    """Who has most points; of equals, who led before; nobody (-1) where several others are level."""
    best = points[0]
    for seat in range(1, seats):
        best = max(best, points[seat])
    found = -1
    equals = 0
    for seat in range(seats):
        if points[seat] == best:
            if seat == before:
                return before
            found = seat
            equals += 1
    return found if equals == 1 else -1


@requires(
    "maps.size > plan.notes_at", "sums.size > plan.phases_at", "decisions.size >= (plan.limit + 1) * COLUMNS",
    "events.size >= plan.room * EVENT_COLUMNS", "numbers.size >= NUMBERS",
)  # fmt: skip
@generic
def heed(
    s: Header, plan: RecordingPlan, action: int, seat: int, record: RecordRows
) -> None:  # fmt: skip
    """After an action: that it was taken, and the notes it left."""
    size = plan.rows * plan.features
    sums = record.sums
    record.decisions[(s.ply - 1) * COLUMNS + 3] = action
    for j in range(plan.width):
        feature = record.maps[action * plan.width + j]
        if feature >= 0:
            row = row_of(s, plan, seat)
            sums[size + row * plan.features + feature] += 1
            happen(plan, sums, row, feature, s.ply)
    hear(s, plan, record.maps, sums, record.events, record.numbers)


@generic
def hear(
    s: Header, plan: RecordingPlan, maps: ManyNumbers, sums: ManyNumbers, events: ManyNumbers, numbers: ManyNumbers
) -> None:
    """Count the notes of the last action, and keep them."""
    for i in range(s.note_count):
        entry = s.notes[i]  # type: ignore[attr-defined]
        about = row_of(s, plan, entry.seat)
        if entry.kind == plan.round_kind:
            numbers[Number.ROUNDS] += 1
        place = plan.notes_at + entry.kind * NOTE_ROW
        happen(plan, sums, about, maps[place], s.ply)
        name_value(plan, sums, about, maps, place + 1, entry.a, s.ply)
        name_value(plan, sums, about, maps, place + 3, entry.b, s.ply)
        name_value(plan, sums, about, maps, place + 5, entry.c, s.ply)
        name_value(plan, sums, about, maps, place + 7, entry.d, s.ply)
        if numbers[Number.EVENTS] >= plan.room:
            numbers[Number.LOST] += 1
            continue
        row = numbers[Number.EVENTS] * EVENT_COLUMNS
        events[row] = s.ply
        events[row + 1] = entry.kind
        events[row + 2] = entry.seat
        events[row + 3] = entry.a
        events[row + 4] = entry.b
        events[row + 5] = entry.c
        events[row + 6] = entry.d
        numbers[Number.EVENTS] += 1


@generic
def name_value(
    plan: RecordingPlan, sums: ManyNumbers, row: int, maps: ManyNumbers, place: int, found: int, ply: int
) -> None:
    """Count a card, tile or place that a note names."""
    if 0 <= found < maps[place + 1]:
        happen(plan, sums, row, maps[place] + found, ply)


@generic
def happen(plan: RecordingPlan, sums: ManyNumbers, row: int, feature: int, ply: int) -> None:
    """A feature happened in this game."""
    place = plan.current_at + row * plan.features + feature
    if sums[place] == 0:
        sums[place + plan.rows * plan.features] = ply
    sums[place] += 1


@requires("sums.size > plan.phases_at", "decisions.size >= (plan.limit + 1) * COLUMNS", "numbers.size >= NUMBERS")
@generic
def close_game(
    s: Header,
    box: AnyBox,
    plan: RecordingPlan,
    sums: ManyNumbers,
    decisions: ManyNumbers,
    numbers: ManyNumbers,
    points: Row[int],
    standing: Row[float],
) -> None:
    """At the end: the result, and the sums over games."""
    numbers[Number.PLIES] = s.ply
    numbers[Number.ENDING] = s.ending
    score(s, box, points)
    for seat in range(s.seats):
        numbers[Number.SCORES + seat] = points[seat]
    if s.seats == 1:
        value(s, box, standing)
        numbers[Number.SHARES] = SIXTY if standing[0] > 0.5 else 0
    else:
        rank(s, box, points)
        winners = 0
        for seat in range(s.seats):
            winners += 1 if points[seat] == 1 else 0
        for seat in range(s.seats):
            numbers[Number.SHARES + seat] = SIXTY // winners if points[seat] == 1 else 0
    weigh_decisions(s, plan, sums, decisions, numbers)
    size = plan.rows * plan.features
    length = max(1, s.ply)
    for row in range(plan.rows):
        won = numbers[Number.SHARES + (row + plan.first) % s.seats] if row < s.seats else 0
        for place in range(row * plan.features, (row + 1) * plan.features):
            times = sums[plan.current_at + place]
            if times > 0:
                sums[2 * size + place] += 1
                sums[3 * size + place] += won
                sums[4 * size + place] += 1000 * sums[plan.current_at + size + place] // length
                sums[5 * size + place] += times


@generic
def weigh_decisions(
    s: Header, plan: RecordingPlan, sums: ManyNumbers, decisions: ManyNumbers, numbers: ManyNumbers
) -> None:
    """What the decisions of a finished game add up to: choices, phases, changes of the lead."""
    before = -1
    since = 0
    for ply in range(s.ply):
        row = ply * COLUMNS
        phase = plan.phases_at + decisions[row + 1] * PHASE_COLUMNS
        options = decisions[row + 2]
        sums[phase] += 1
        numbers[Number.TENTHS] += thinking(options)
        if options > 1:
            sums[phase + 1] += 1
            sums[phase + 2] += options
            numbers[Number.CHOICES] += 1
            numbers[Number.CHOSEN + decisions[row]] += 1
        leader = decisions[row + 4]
        if leader != before:
            if before >= 0 and leader >= 0:
                numbers[Number.LEAD_CHANGES] += 1
            if leader >= 0:
                before = leader
                since = ply
    numbers[Number.HALF_LEADER] = decisions[(s.ply // 2) * COLUMNS + 4]
    numbers[Number.DECIDED] = 1000
    if before >= 0 and numbers[Number.SHARES + before] > 0:
        numbers[Number.DECIDED] = 1000 * since // max(1, s.ply)


@generic
def thinking(options: int) -> int:
    """How long a person would take, in tenths of a second: one second for what is forced; three for a choice, and two
    more for each time the number of options doubles (the shape of Hick's law; the numbers are ours)."""
    if options <= 1:
        return FORCED
    time = CHOICE
    while options > 1:
        time += BIT
        options >>= 1
    return time


@generic
def pick(s: Header, box: AnyBox, mask: Mask, dice: Dice, options: int, greedy: int) -> int:
    """The action liked best, or any; chance decides among equals."""
    best = 0.0
    equals = 0
    chosen = -1
    for i in range(len(mask)):
        word = mask[i]
        for _ in range(popcount(word)):
            action = (i << 6) + lowest(word)
            word &= word - 1
            like = prefer(s, box, action) if greedy != 0 and options > 1 else 0.0
            if chosen < 0 or like > best:
                best = like
                equals = 1
                chosen = action
            elif like == best:
                equals += 1
                if below(dice, equals) == 0:
                    chosen = action
    return chosen


@requires(
    "maps.size > plan.notes_at", "sums.size > plan.phases_at", "decisions.size >= (plan.limit + 1) * COLUMNS",
    "events.size >= plan.room * EVENT_COLUMNS", "numbers.size >= NUMBERS",
)  # fmt: skip
@generic
def play_out(
    s: Header, box: AnyBox, mask: Mask, dice: Dice, plan: RecordingPlan, record: RecordRows, points: Row[int],
    standing: Row[float],
) -> int:  # fmt: skip
    """Play a game that was set up, with greedy and random players, to its end: 1, or 0 where it did not end."""
    maps = record.maps
    sums = record.sums
    decisions = record.decisions
    numbers = record.numbers
    open_game(s, plan, maps, sums, record.events, numbers)
    while s.over == 0 and s.ply < plan.limit:
        seat = s.player
        options = look(s, box, mask, plan, maps, sums, decisions, points)
        if options == 0:
            return 0
        action = pick(s, box, mask, dice, options, plan.greedy[seat])
        step(s, box, action)
        heed(s, plan, action, seat, record)
    if s.over == 0:
        return 0
    close_game(s, box, plan, sums, decisions, numbers, points, standing)
    return 1
