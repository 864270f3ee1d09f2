"""Checkers of what programs that learn observe: numbers in their range, nothing hidden, nothing lost."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ..engines.engine import Engine, engine_for
from ..game import Game
from ..observations.fields import TOLD
from ..records.compare import diff
from ..records.record import copy_of
from .playing import Options, seen, strict_first, walk


@strict_first
def observations_are_sound(
    game: Game, seats: int, seed: int, *, options: Options | None = None, every: int = 1
) -> list[str]:
    """Every number of an observation is within its range; it tells nothing hidden: states that differ only in what
    the seat cannot know give the same bytes; and a redacted record gives those of the state itself."""
    engine, box = engine_for(game), game.standard_box
    for ply, (s, _, _) in enumerate(walk(game, seats, seed, options=options)):
        if ply % every and not s.over:
            continue
        for seat in range(seats):
            where = f"seed {seed}, ply {ply}, seat {seat}"
            before = bytes(s)
            told = observed_by(engine, s, seat)
            if bytes(s) != before:
                return [f"{where}: observing changes the state"]
            if problems := game.observation.problems(memoryview(told).cast("h")):
                return [f"{where}: {problem} (Game.observed, Game.fields)" for problem in problems[:5]]
            other = seen(engine, s, seat)
            out = engine.observation()
            engine.observe(other, box, seat, out)
            if bytes(out) != told:
                found = _features(game, told, bytes(out))
                return [f"{where}: the view of the seat is observed otherwise than the state: {found}"]
            engine.determinize(other, box, seat, seed + ply, 11)
            if found := _features(game, told, observed_by(engine, other, seat)):
                return [f"{where}: an observation tells two deals apart: {found}"]
    return []


@strict_first
def observations_lose_nothing(
    game: Game,
    seats: int,
    seed: int,
    build: Callable[[Any, int, str], Any],
    *,
    options: Options | None = None,
    branches: int = 6,
) -> list[str]:
    """Positions that a player can tell apart give different observations: where two observations are the same, so are
    the seat's legal actions and what `build(state, viewer, language)` shows it. The positions are those of a random
    game and those one action beside it, for up to `branches` actions of each."""
    engine, box = engine_for(game), game.standard_box
    known: dict[tuple[int, bytes], tuple[Any, Any, list[int]]] = {}
    chance = Random(seed)
    for ply, (s, legal, played) in enumerate(walk(game, seats, seed, options=options)):
        for action in {*chance.sample(legal, min(len(legal), branches)), played} - {-1}:
            after = copy_of(s)
            engine.step(after, box, action)
            for seat in range(seats):
                view = seen(engine, after, seat)
                choices = engine.legal(after, box) if seat == after.player else []
                told = (seat, observed_by(engine, after, seat))
                other, others_view, others_choices = known.setdefault(told, (after, view, choices))
                differs = other is not after and diff(others_view, view, ignore=("ply", *TOLD))
                where = f"seed {seed}, ply {ply}, action {action}, seat {seat}"
                if choices != others_choices:
                    return [f"{where}: the same observation, other legal actions: {differs}"]
                if differs and build(other, seat, "en") != build(after, seat, "en"):
                    return [f"{where}: the same observation, another table: {differs}"]
    return []


def observed_by(engine: Engine, s: Any, seat: int) -> bytes:
    """What a seat observes of a state, as bytes."""
    out = engine.observation()
    engine.observe_as(s, type(s)(), engine.game.standard_box, seat, out)
    return bytes(out)


def _features(game: Game, one: bytes, other: bytes) -> str:
    """The first features in which two observations differ, each with both values."""
    here, there = (memoryview(row).cast("h") for row in (one, other))
    told = []
    for feature in game.observation.features:
        a, b = ([row[place] for place in feature.places] for row in (here, there))
        if a != b:
            told.append(f"{feature.name} is {a} and {b}")
    return "; ".join(told)
