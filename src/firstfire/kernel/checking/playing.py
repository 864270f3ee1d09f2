"""Random games for checkers, and the strict games that each of them begins with.

A mistake that compiled rules would pass over is told first, with rule, line and field. It is done once for each game,
seats and options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, wraps
from random import Random
from typing import Any, TypeVar, cast

from ...errors import BrokenRule
from ..engines.engine import Engine, engine_for
from ..game import Game
from ..records.record import copy_of
from ..rules.notes import NOBODY

Options = Mapping[str, str]
_Checker = TypeVar("_Checker", bound=Callable[..., list[str]])
STRICT_GAMES, STRICT_DECISIONS = 3, 600  # how much is played strictly: so many games, not more decisions in all
STRICT_READINGS = 10  # decisions between two looks at views, points and likings


def walk(
    game: Game, seats: int, seed: int, *, options: Options | None = None, engine: Engine | None = None
) -> Iterator[tuple[Any, list[int], int]]:
    """One random game, step by step: the state before, the legal actions, the one that is played (-1 at the end)."""
    engine = engine or engine_for(game)
    box = game.standard_box
    s = engine.new(seats, seed, options=options)
    chance = Random(seed)
    while not s.over:
        legal = engine.legal(s, box)
        if not legal:
            break  # a dead end: `random_games` tells of it
        action = chance.choice(legal)
        yield s, legal, action
        engine.step(s, box, action)
    yield s, [], -1


def strict_first(checker: _Checker) -> _Checker:
    """Let a checker begin with a few strict games, unless it is given an engine."""

    @wraps(checker)
    def checked(game: Game, seats: int, *args: Any, **named: Any) -> list[str]:
        found = strict_games(game, seats, options=named.get("options")) if named.get("engine") is None else []
        return found or checker(game, seats, *args, **named)

    return cast("_Checker", checked)


def strict_games(game: Game, seats: int, *, options: Options | None = None) -> list[str]:
    """A few random games under the strict engine. They find what would not compile or would misbehave compiled, in
    the rules and in everything that reads a position (views, deals, points, action scores)."""
    return list(_strict_games(game, seats, frozenset((options or {}).items())))


@cache
def _strict_games(game: Game, seats: int, options: frozenset[tuple[str, str]]) -> tuple[str, ...]:
    try:
        engine = engine_for(game, strict=True)
    except BrokenRule as error:
        return tuple(f"{game.name}: {problem}" for problem in error.problems)
    left, seed = STRICT_DECISIONS, 0
    while left > 0 and seed < STRICT_GAMES:
        seed += 1
        try:
            left -= _strict_game(engine, seats, seed, dict(options), left)
        except BrokenRule as error:
            return (f"{game.name}, {seats} seats, {dict(options)}, seed {seed}: {error}",)
    return ()


def _strict_game(engine: Engine, seats: int, seed: int, options: Options, most: int) -> int:
    """One random game under the strict engine, of `most` decisions at most; how many there were. Where something
    else is wrong it ends: that is for the checker to tell."""
    box, chance = engine.game.standard_box, Random(seed)
    s = engine.new(seats, seed, options=options)
    while s.ply < most and 0 <= s.player < seats:
        legal = engine.legal(s, box)
        if s.ply % STRICT_READINGS == 0 or s.over:
            _strict_readings(engine, s, legal, chance)
        if not legal:
            break
        engine.step(s, box, chance.choice(legal))
    return int(s.ply)


def _strict_readings(engine: Engine, s: Any, legal: list[int], chance: Random) -> None:
    box = engine.game.standard_box
    engine.check(s, box)
    engine.score(s, box, engine.row())
    engine.rank(s, box, engine.row())
    engine.value(s, box, engine.fractions())
    for action in chance.sample(legal, min(3, len(legal))):
        engine.prefer(s, box, action)
    view = copy_of(s)
    engine.observe_as(s, view, box, chance.randrange(s.seats), engine.observation())
    another_world(engine, s, chance.randrange(NOBODY, s.seats), chance.getrandbits(32))


def seen(engine: Engine, s: Any, viewer: int) -> Any:
    """What a viewer may know of a state, in a record of its own."""
    view = copy_of(s)
    engine.see(view, engine.game.standard_box, viewer)
    return view


def another_world(engine: Engine, s: Any, viewer: int, seed: int) -> Any:
    """A state that the viewer cannot tell from this one, with chance of its own."""
    other = seen(engine, s, viewer)
    engine.determinize(other, engine.game.standard_box, viewer, seed, 11)
    return other
