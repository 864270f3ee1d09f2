"""Checker of how often `resample` and `redeal` deal what.

Over many games, every value stands in every place as often in true states as in those that were dealt from a view of
them. Neighbours are compared as well: a deck that is only rotated has every card in every place, but always in the
same order. What `redeal` made must also be another order than the one it was made from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines.engine import Engine, engine_for
from ..game import Game
from ..observations.fields import values_of
from ..records.record import copy_of, numbers_of
from ..records.rng import seed_rng
from ..rules.drive import Dice
from ..rules.notes import NOBODY
from .playing import Options, another_world, seen, strict_first

GAMES = 600  # states on each side of a comparison
SHUFFLED = 200  # true states whose rows are compared with what `redeal` makes of them
LOOKS = (0, 0.2, 0.6)  # when states are compared, as parts of a random game
FEWEST = 4  # places of a row that nobody knows: rotating fewer is almost shuffling them
PAIRS = 100  # neighbours that nobody knows; of a row with fewer, nothing is said about what `redeal` does with it
KEPT = 0.7  # of such neighbours: a row of four that is only rotated keeps 75 of 100, a longer one more
SURE = 6.5  # standard deviations between two counts: of fair deals, less than once in ten thousand million comparisons
_PLACE = re.compile(r"\.\d+")
_Column = NDArray[np.int64]


@strict_first
def deals_are_fair(game: Game, seats: int, seed: int, *, options: Options | None = None) -> list[str]:
    """`resample` deals what a set-up hides as often as set-ups do. Later a player's actions may tell something about a
    hand, so two pairs are compared that must be alike however the game was played. True states are compared with those
    in which `redeal` dealt what nobody knows. States resampled for spectators are compared with the same ones resampled
    once more for a seat. `redeal` must not leave the order of a row that nobody knows, nor only rotate it."""
    engine = engine_for(game)
    length = _after(engine, seats, seed, options, game.max_plies).ply
    for plies in (int(part * length) for part in LOOKS):
        true = [_after(engine, seats, seed + number, options, plies) for number in range(GAMES)]
        for row, kept, count in _rows_in_order(engine, true[:SHUFFLED], seed):
            return [
                f"{SHUFFLED} games, {plies} decisions each, redeal: {kept} of {count} neighbours in {row} that nobody "
                "knows stay neighbours in the same order: redeal must shuffle them"
            ]
        for who, one, other in _pairs(engine, true, plies, seed):
            for what, value, times, wanted in _uneven(game, one, other):
                return [
                    f"{GAMES} games, {plies} decisions each, {who}: {what} is {value} {times} times, where "
                    f"{wanted} times would be right"
                ]
    return []


def _after(engine: Engine, seats: int, seed: int, options: Options | None, plies: int) -> Any:
    """The state of a game after so many random decisions."""
    s, dice = engine.new(seats, seed, options=options), Dice()
    if plies:
        seed_rng(dice, seed, 7)
        engine.playout(s, engine.game.standard_box, engine.mask(), dice, plies)
    return s


def _pairs(engine: Engine, true: list[Any], plies: int, seed: int) -> Iterator[tuple[str, list[Any], list[Any]]]:
    """Two rows of states that are distributed alike, and who dealt the second."""
    yield "redeal", true, _dealt_anew(engine, true, seed)
    spectator = _resampled(engine, true, NOBODY, seed)
    for viewer in range(NOBODY, true[0].seats):
        if plies == 0:
            yield f"resample for {_name(viewer)}", true, _resampled(engine, true, viewer, seed)
        else:
            again = _resampled(engine, spectator, viewer, seed + GAMES)
            yield f"resample for {_name(viewer)} after one for spectators", spectator, again


def _name(viewer: int) -> str:
    return "spectators" if viewer == NOBODY else f"seat {viewer}"


def _resampled(engine: Engine, states: list[Any], viewer: int, seed: int) -> list[Any]:
    return [another_world(engine, s, viewer, seed + number) for number, s in enumerate(states)]


def _dealt_anew(engine: Engine, states: list[Any], seed: int) -> list[Any]:
    dealt = [copy_of(s) for s in states]
    for number, s in enumerate(dealt):
        engine.deal_anew(s, engine.game.standard_box, seed + number, 4)
    return dealt


def _rows_in_order(engine: Engine, true: list[Any], seed: int) -> Iterator[tuple[str, int, int]]:
    """Rows whose order `redeal` keeps, or only rotates, though no viewer knows it: how many neighbours in it are
    neighbours still, and how many there were."""
    if "redeal" not in engine.game.rules:
        return
    rows, views = _rows(engine.game, true), range(NOBODY, true[0].seats)
    seen_rows = [_rows(engine.game, [seen(engine, s, viewer) for s in true]) for viewer in views]
    dealt, spectator = _dealt_anew(engine, true, seed), _resampled(engine, true, NOBODY, seed)
    redealt, resampled = _rows(engine.game, dealt), _rows(engine.game, spectator)
    for name, row in rows.items():
        secret = np.logical_and.reduce([view[name] != row for view in seen_rows])
        secret &= secret.sum(axis=1, keepdims=True) >= FEWEST
        pairs = secret[:, :-1] & secret[:, 1:] & (row[:, :-1] != row[:, 1:])
        count = int(pairs.sum())
        kept, kept_by_chance = _kept(row, redealt[name], pairs), _kept(row, resampled[name], pairs)
        if count >= PAIRS and kept > KEPT * count and kept_by_chance < count / 2:
            yield name, kept, count


def _kept(row: _Column, other: _Column, pairs: NDArray[np.bool_]) -> int:
    """How many of these pairs of neighbours are neighbours in the same order, wherever, in other rows."""
    here, there = (values[:, :-1] * (1 << 16) + values[:, 1:] for values in (row, other))
    return int((pairs & (here[:, :, None] == there[:, None, :]).any(axis=2)).sum())


def _rows(game: Game, states: list[Any]) -> dict[str, _Column]:
    """The rows of numbers of every state, by name."""
    rows: dict[str, list[_Column]] = {}
    for name, column in _columns(game, states):
        row, _, place = name.rpartition(".")
        if place.isdigit():
            rows.setdefault(row, []).append(column)
    return {name: np.stack(columns, axis=1) for name, columns in rows.items()}


def _uneven(game: Game, one: list[Any], other: list[Any]) -> Iterator[tuple[str, int, int, int]]:
    """What has a value far more often in one row of states than in the other: its name, the value, both counts (the
    second row's first). A pair of states with the same value says nothing about which of the counts is larger."""
    columns: dict[str, list[tuple[_Column, _Column]]] = {}
    for (name, a), (_, b) in zip(_columns(game, one), _columns(game, other), strict=True):
        if (a != b).any():
            columns.setdefault(name, []).append((a, b))
    for name, found in columns.items():
        a, b = (np.concatenate(side) for side in zip(*found, strict=True))
        values, place = np.unique(np.concatenate([a, b]), return_inverse=True)
        wanted, times, both = (
            np.bincount(side, minlength=len(values))
            for side in (place[: len(a)], place[len(a) :], place[: len(a)][a == b])
        )
        surprise = np.abs(wanted - times) / np.sqrt(np.maximum(1, wanted + times - 2 * both))
        worst = int(np.argmax(surprise))
        if surprise[worst] > SURE:
            yield name, int(values[worst]), int(times[worst]), int(wanted[worst])


def _columns(game: Game, states: list[Any]) -> Iterator[tuple[str, _Column]]:
    """Every number of every state, by name: numbers, members of sets, and what neighbours in rows and sets have to do
    with each other."""
    rows = np.frombuffer(b"".join(bytes(s) for s in states), np.uint8).reshape(len(states), -1)
    before = ("", np.zeros(0, np.int64))
    known = values_of(game)
    for name, offset, ctype in numbers_of(game.state):
        field = _PLACE.sub("", name)
        if field not in known:
            continue  # of the header, or told by the last action
        kind = np.dtype(ctype)
        values = np.ascontiguousarray(rows[:, offset : offset + kind.itemsize]).view(kind)[:, 0].astype(np.int64)
        if known[field].is_set:
            members = [values >> bit & 1 for bit in range(64)]
            yield from ((f"{name} (member {bit})", member) for bit, member in enumerate(members))
            yield from (
                (f"{name} (members {bit} and {bit + 1} together)", a & b)
                for bit, (a, b) in enumerate(pairwise(members))
            )
            continue
        yield name, values
        row, _, place = name.rpartition(".")
        if place.isdigit() and before[0] == row:
            yield f"the step from one place of {row} to the next", values - before[1]
        before = (row, values)
