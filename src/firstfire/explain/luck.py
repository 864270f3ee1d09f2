"""Luck and skill: what chance gave each player, and what the moves did.

    story = tell_luck(table)              # a finished game
    story.curve                           # each seat's chance to win, before each decision and at the end
    story.split                           # result = par + luck + own moves + moves of others, for each seat

One estimator looks at the whole game with one pair of eyes: it knows what all players together know, and not what
nobody knows (the order of a deck). For each step

    luck   the value after it, less the mean value over other outcomes of the same chance (the rest is dealt anew)
    moves  that mean, less the value before: what the decision was worth before chance spoke

What nobody knows is, whatever anybody plays, equally likely in any order. So the true outcome is one draw among those
the mean is taken over, and luck is 0 in the mean, however wrong the estimator is. The sums telescope to the result.
docs/explanation/luck.md says more.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from ..errors import BadSetup
from ..kernel.engines.engine import Engine
from ..kernel.records.header import Header
from ..kernel.records.record import copy_of
from ..kernel.rules.actions import whole_number
from ..players.search_tree import plan_of
from ..players.settings import settings_for
from ..players.tree.estimate import OPENING, SQUARES, STANDING, estimate
from ..players.tree.nodes import SearchPlan
from .played import AnalysedGame

ESTIMATE = 400  # games of an estimate
GLANCE = 32  # deals that tell whether chance has a say in an action
CLOSER = 4  # times as many games where they reach the end of the game: results scatter more than the game's `value`
OTHERS = 0x5A5A5A5A  # changes a seed into that of other deals
DEAL = -1  # the seat of the step that chance makes alone: the opening deal
Shares = tuple[float, ...]


@dataclass(frozen=True)
class LuckStep:
    """What a decision and the chance in it did to each seat's chance to win."""

    ply: int  # decisions made before it
    seat: int  # who decided; DEAL: nobody, the cards were dealt
    before: Shares
    expected: Shares  # after the decision, before chance spoke
    after: Shares
    noise: Shares  # the variance of `after` less `expected`, as far as the estimator's own dice go

    @property
    def luck(self) -> Shares:
        """What chance gave each seat."""
        return _less(self.after, self.expected)

    @property
    def moves(self) -> Shares:
        """What the decision gave each seat."""
        return _less(self.expected, self.before)


@dataclass(frozen=True)
class Split:
    """Where the result of a seat comes from: result = par + luck + own + others."""

    par: float  # the chance to win before anything was dealt
    luck: float
    own: float  # what the seat's own decisions gave it
    others: float  # what the decisions of the others gave it
    result: float
    doubt: float  # how far luck may be off because the estimator plays only so many games (two standard errors)

    @property
    def skill(self) -> float:
        """The result without luck, against par: what all decisions together gave the seat."""
        return self.own + self.others


@dataclass(frozen=True)
class Fortune:
    """A game told as chance and decisions."""

    steps: tuple[LuckStep, ...]

    @property
    def curve(self) -> list[Shares]:
        """Each seat's chance to win before each decision, and after the last."""
        played = [step for step in self.steps if step.seat != DEAL]
        return [*(step.before for step in played), *(step.after for step in self.steps[-1:])]

    @property
    def split(self) -> tuple[Split, ...]:
        """Where each seat's result comes from."""
        return tuple(self._split(seat) for seat in range(len(self.steps[0].before)))

    def _split(self, seat: int) -> Split:
        own = sum(step.moves[seat] for step in self.steps if step.seat == seat)
        others = sum(step.moves[seat] for step in self.steps if step.seat not in (seat, DEAL))
        luck = sum(step.luck[seat] for step in self.steps)
        doubt = 2 * sqrt(sum(step.noise[seat] for step in self.steps))
        return Split(self.steps[0].before[seat], luck, own, others, self.steps[-1].after[seat], doubt)

    def strokes(self, count: int = 3, least: float = 0.05) -> list[LuckStep]:
        """The steps in which luck mattered most, the greatest first."""
        told = [step for step in self.steps if max(step.luck) >= max(least, 2 * sqrt(max(step.noise)))]
        return sorted(told, key=lambda step: (-max(step.luck), step.ply))[:count]


class Estimator:
    """Each seat's chance to win, by games played on from what the players know together. Not for two threads."""

    def __init__(self, engine: Engine, box: Any, seats: int, *, games: int = ESTIMATE, seed: int = 0) -> None:
        if (whole_number(games) or 0) < 1:
            raise BadSetup(f"an estimate needs a whole number of games, at least 1, not {games!r}")
        self.engine, self.box, self.games = engine, box, games
        self.seed = seed & 0xFFFFFFFF
        self._run = engine.entry(estimate)
        self._state = engine.game.state()
        self._mask = engine.mask()
        self._moves = (ctypes.c_int64 * engine.actions)()
        settings = settings_for(engine.game.key, min(seats, 2))  # further, each would take twice as long
        self._plan, self._glance = plan_of(settings), SearchPlan()
        self._plan.seed, self._glance.seed = self.seed, self.seed ^ OTHERS
        self._glance.simulations = GLANCE

    @property
    def reach(self) -> int:
        """Decisions that a game of an estimate is played on for, at most."""
        return self._plan.depth + self._plan.tail

    def now(self, state: Header, times: int = 1) -> tuple[Shares, Shares]:
        """Each seat's chance to win as it stands, and the variance of that; from so many times the usual games."""
        return self._mean(state, STANDING, times)

    def after(self, state: Header, action: int, times: int = 1) -> tuple[Shares, Shares]:
        """The same after an action, over all that chance may say in it."""
        return self._mean(state, action, times)

    def opening(self, fresh: Header) -> tuple[Shares, Shares]:
        """The same before anything was dealt; `fresh` has seats and options and nothing else."""
        return self._mean(fresh, OPENING, 1)

    def is_chance(self, state: Header, action: int) -> bool:
        """Whether chance has a say in an action. The deals looked at are others than those of the estimate: neither
        they nor the true one must sway what is compared."""
        return self._play(state, action, self._glance, self.engine.fractions()) > 0

    def _mean(self, state: Header, action: int, times: int) -> tuple[Shares, Shares]:
        sums, games = self.engine.fractions(), times * self.games
        self._plan.simulations = games
        self._play(state, action, self._plan, sums)
        means = tuple(sums[i] / games for i in range(state.seats))
        squares = (sums[SQUARES + i] / games for i in range(state.seats))
        return means, tuple(max(0.0, b - a * a) / games for a, b in zip(means, squares, strict=True))

    def _play(self, state: Header, action: int, plan: SearchPlan, sums: Any) -> int:
        found: int = self._run(self._state, copy_of(state), self.box, self._mask, self._moves, plan, action, sums)
        return found


def tell_luck(
    table: AnalysedGame,
    *,
    games: int = ESTIMATE,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Fortune:
    """Tell luck from skill in a game that was played on a table.

    Where the end is near, estimates are made of more games (`CLOSER`), which are short there. How many hangs on the
    game that was played alone and never on what the estimator saw, so that nothing leans.
    """
    engine, box, origin = table.lean.engine, table.box, table.origin
    estimator = Estimator(engine, box, table.players, games=games, seed=seed)
    actions = [action.number for action in table.actions()]
    position = origin.beginning(table.game, box, engine, quiet=True)
    now, noise = estimator.now(position.s)
    steps = []
    if origin.position is None:
        par, unsure = estimator.opening(engine.fresh(origin.players, origin.options, quiet=True))
        steps.append(LuckStep(0, DEAL, par, par, now, _sum(noise, unsure)))
    for number, action in enumerate(actions):
        before, seat = copy_of(position.s), position.player
        chance = estimator.is_chance(before, action)
        position.step(action)
        is_near = table.over and len(actions) - number <= estimator.reach
        times = CLOSER if is_near else 1
        after, noise = estimator.now(position.s, times)
        expected, unsure = estimator.after(before, action, times) if chance else (after, noise)
        doubt = _sum(noise, unsure) if chance else (0.0,) * len(after)
        steps.append(LuckStep(int(before.ply), seat, now, expected, after, doubt))
        now = after
        if progress is not None:
            progress(number + 1, len(actions))
    return Fortune(tuple(steps) or (LuckStep(0, DEAL, now, now, now, (0.0,) * len(now)),))


def _less(a: Sequence[float], b: Sequence[float]) -> Shares:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def _sum(a: Sequence[float], b: Sequence[float]) -> Shares:
    return tuple(x + y for x, y in zip(a, b, strict=True))
