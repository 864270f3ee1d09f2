"""Breeding: the weights of a strategy varied by chance, generation after generation, by natural evolution strategies.

    python -m firstfire.lab.breeding doggerland clan_weights --seconds 600 --processes 16 --out bred.json
    python -m firstfire.lab.breeding neta_tanka weights --objective 60 --scale 60 --seconds 600 --out bred.json

In each generation pairs of weight sets are drawn around the mean, opposite to each other: each weight is multiplied by
a log-normal number with a spread of its own. Each set plays greedily on one seat of the generation's deals, on every
seat of each of them, against players with the mean (every other deal: with the weights of the file). A game's reward
is tanh(points ahead of the best rival / `--scale`) and half of the share of the victory. The mean moves towards the
sets that got more (by rank), and the spreads to where they helped (separable NES, as Wierstra and others describe it).

All is kept in the file `--out`, every ten seconds and at the end; the same command goes on from there. What was found
is the average of the means over the last third of the generations. Deals have seeds from 10**9 on: whoever judges what
was found takes others. What is then written into `strategy/` is up to a person, and to a match on deals of its own.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from math import exp, inf, isfinite, log, sqrt, tanh
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadSetup, FirstfireError
from ..games import game as find_game
from ..kernel.compiling.weights import TABLE
from ..kernel.engines.engine import engine_for
from ..kernel.records.bits import Mask
from ..kernel.records.entry import AnyBox, ManyDoubles, requires
from ..kernel.records.header import Header
from ..kernel.records.rng import seed_rng
from ..kernel.rule import generic
from ..kernel.rules.drive import Dice, legal_mask, step
from .arguments import read_options
from .playtest.recording import pick
from .statistics import wilson
from .variants import rounded
from .weights import Weights, weights_of

FIRST_SEED = 10**9  # of the deals that breeding uses
CHECK_SEED = 3 * 10**9  # of those on which the mean is looked at meanwhile
LEAST_SPREAD, MOST_SPREAD = 0.02, 0.4
KEEP_EVERY = 10.0  # seconds
LOOK_EVERY = 20  # generations
VICTORY = 0.5  # what the share of the victory counts beside the points


class WeightRows(NamedTuple):
    """The weights that `prefer` reads, and the two sets of so many that take turns there."""

    table: ManyDoubles
    sets: ManyDoubles
    size: int


@requires("table.size >= size", "sets.size >= 2 * size")
@generic
def play_weighed(
    s: Header, box: AnyBox, mask: Mask, dice: Dice, weights: WeightRows, seat: int, limit: int
) -> int:  # fmt: skip
    """Play a game greedily to its end (1; 0 where it has none): one seat judges by the second of two sets of weights,
    the others by the first."""
    judging = -1
    while s.over == 0 and s.ply < limit:
        options = legal_mask(s, box, mask)
        if options == 0:
            return 0
        wanted = 1 if s.player == seat else 0
        if wanted != judging:
            judging = wanted
            for i in range(weights.size):
                weights.table[i] = weights.sets[judging * weights.size + i]
        step(s, box, pick(s, box, mask, dice, options, 1))
    return s.over


class Deal(NamedTuple):
    """One deal: it is played once from each seat."""

    seats: int
    seed: int


class Fitness(NamedTuple):
    """What a set of weights got, on average over its games."""

    reward: float
    share: float  # of the victory
    met: float  # objectives
    games: int


@dataclass(frozen=True)
class Taste:
    """What counts as success."""

    scale: float = 15.0  # points ahead that count three quarters of all there is
    objective: float = 0.0  # points more for an objective that is met


class Arena:
    """Where sets of weights meet: one game, compiled once."""

    def __init__(
        self, weights: Weights, taste: Taste, options: Mapping[str, str], *, interpreted: bool | None = None
    ) -> None:
        self.weights, self.game, self.taste, self.options = weights, weights.loose(), taste, dict(options)
        self.engine = engine_for(self.game, interpreted=interpreted)
        self.size = len(weights.row)
        self._play = self.engine.entry(play_weighed)
        self._met = self.game.bots.has_met if taste.objective else None
        if taste.objective and self._met is None:
            raise BadSetup(f"{self.game.name} has no objectives of its players' own: leave --objective away")
        self._table = np.ctypeslib.as_array(TABLE)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Arena, interpreted=not self.engine.compiled), (self.weights, self.taste, self.options)

    def meet(self, mine: Sequence[float], theirs: Sequence[float], deals: Sequence[Deal]) -> Fitness:
        """What one set gets against another."""
        sets = np.array([*theirs, *mine], dtype=np.float64)
        found = [self.play(sets, deal, seat) for deal in deals for seat in range(deal.seats)]
        reward, share, met = (float(each) for each in np.mean(np.array(found), axis=0))
        return Fitness(reward, share, met, len(found))

    def play(self, sets: Any, deal: Deal, seat: int) -> tuple[float, float, float]:
        """One game: reward, share of the victory, and whether the objective was met."""
        engine, box, dice = self.engine, self.game.standard_box, Dice()
        s = engine.new(deal.seats, deal.seed, options=self.options, quiet=True)
        seed_rng(dice, deal.seed & 0xFFFFFFFF, 77)
        if not self._play(s, box, engine.mask(), dice, self._table, sets, self.size, seat, self.game.max_plies):
            raise BadSetup(f"a greedy game of {self.game.name} from seed {deal.seed} came to no end")
        points, share = engine.row(), engine.shares(s, box)[seat]
        engine.score(s, box, points)
        met = 1.0 if self._met is not None and self._met(s, box, seat) else 0.0
        ahead = points[seat] + met * self.taste.objective - max(points[i] for i in range(deal.seats) if i != seat)
        return tanh(ahead / self.taste.scale) + VICTORY * share, share, met


@dataclass
class Evolution:
    """The mean and the spread of each weight's logarithm, beside that of the file, and how they came about."""

    labels: list[str]
    origin: list[float]
    mean: list[float]
    spread: list[float]
    generation: int = 0
    games: int = 0
    trail: list[list[float]] = field(default_factory=list)  # the mean after each generation
    looks: list[dict[str, float]] = field(default_factory=list)  # the mean against the file's weights

    def weights(self, logs: Any) -> list[float]:
        """The weights that these logarithms stand for."""
        return [number * exp(each) for number, each in zip(self.origin, logs, strict=True)]

    @property
    def found(self) -> list[float]:
        """The average of the means over the last third of the generations."""
        recent = self.trail[-max(1, len(self.trail) // 3) :] or [self.mean]
        return self.weights(np.mean(np.array(recent), axis=0))

    def noise(self, pairs: int, seed: int) -> Any:
        """What the pairs of this generation are drawn from."""
        return np.random.default_rng((seed, self.generation)).standard_normal((pairs, len(self.mean)))

    def move(self, noise: Any, rewards: Sequence[float], rate: float) -> None:
        """Go where those were that got more: first come the rewards of noise, then those of its opposite."""
        got = np.array(rewards)
        below, equal = (got[:, None] > got).sum(1), (got[:, None] == got).sum(1)
        liked = (below + (equal - 1) / 2) / (len(rewards) - 1) - 0.5  # by rank; who got the same shares a rank
        liked /= max(np.abs(liked).sum(), 1e-9)
        half = len(noise)
        spread = np.array(self.spread)
        onward = (liked[:half] - liked[half:]) @ noise
        wider = (liked[:half] + liked[half:]) @ (noise * noise - 1.0)
        pace = (3 + log(len(spread))) / (5 * sqrt(len(spread)))
        self.mean = list(np.array(self.mean) + rate * spread * onward)
        self.spread = list(np.clip(spread * np.exp(0.5 * pace * wider), LEAST_SPREAD, MOST_SPREAD))
        self.generation += 1
        self.trail.append([round(float(each), 5) for each in self.mean])


def begun(weights: Weights, file: Path | None, spread: float) -> Evolution:
    """What a file holds of an earlier run, or a new evolution."""
    labels, origin = weights.labels(), list(weights.row)
    if file is None or not file.exists():
        return Evolution(labels, origin, [0.0] * len(origin), [spread] * len(origin))
    try:
        kept = Evolution(**json.loads(file.read_text(encoding="utf-8"))["evolution"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadSetup(f"{file} holds no evolution to go on with ({error}): name another file") from None
    if kept.labels != labels or kept.origin != origin:
        raise BadSetup(f"{file} was bred from other weights than {weights.module.__name__}: name another file")
    if len(kept.mean) != len(origin) or not all(map(isfinite, [*kept.mean, *kept.spread])):
        raise BadSetup(f"{file} holds no evolution to go on with (its mean or its spread is none): name another file")
    return kept


def keep(evolution: Evolution, weights: Weights, file: Path) -> None:
    """Write everything down, and the found weights by name."""
    new = file.with_name(file.name + ".new")
    kept = {"found": weights.values(evolution.found), "evolution": asdict(evolution)}
    new.write_text(json.dumps(kept), encoding="utf-8")
    new.replace(file)


@dataclass
class Breeding:
    """One run."""

    weights: Weights
    arena: Arena
    evolution: Evolution
    deals: Mapping[int, int]  # seats → deals of a generation
    pairs: int = 32
    rate: float = 1.0
    seed: int = 1

    def dealt(self) -> list[Deal]:
        """The deals of this generation."""
        first = FIRST_SEED + self.seed * 10**7 + self.evolution.generation * 1000
        return [Deal(seats, first + 100 * seats + i) for seats, number in self.deals.items() for i in range(number)]

    def breed(self, run: Run) -> list[Fitness]:
        """One generation."""
        evolution = self.evolution
        noise = evolution.noise(self.pairs, self.seed)
        mean, spread = np.array(evolution.mean), np.array(evolution.spread)
        sets = [evolution.weights(mean + side * spread * each) for side in (1.0, -1.0) for each in noise]
        deals = self.dealt()
        halves = ((evolution.weights(mean), deals[::2]), (evolution.origin, deals[1::2]))
        tasks = [(mine, theirs, half) for mine in sets for theirs, half in halves if half]
        each = len(tasks) // len(sets)
        results = run(tasks)
        rewards = [together(results[i : i + each]) for i in range(0, len(results), each)]
        evolution.games += sum(result.games for result in results)
        evolution.move(noise, [result.reward for result in rewards], self.rate)
        return rewards

    def look(self, run: Run, deals: int) -> Fitness:
        """How the mean does against the weights of the file, on deals of its own."""
        evolution = self.evolution
        mean = evolution.weights(evolution.mean)
        all_deals = [Deal(seats, CHECK_SEED + 1000 * seats + i) for seats in self.deals for i in range(deals)]
        result = together(run([(mean, evolution.origin, all_deals[i : i + 8]) for i in range(0, len(all_deals), 8)]))
        evolution.looks.append({"generation": evolution.generation, **result._asdict()})
        return result


Run = Callable[[Sequence[tuple[Any, Any, Any]]], list[Fitness]]


def together(results: Sequence[Fitness]) -> Fitness:
    """Several results as one."""
    games = sum(result.games for result in results)
    reward, share, met = (sum(result[i] * result.games for result in results) / games for i in range(3))
    return Fitness(reward, share, met, games)


_ARENA: list[Arena] = []  # of a process of the pool


def _enter(arena: Arena) -> None:
    _ARENA.append(arena)


def _meet(task: tuple[Any, Any, Any]) -> Fitness:
    return _ARENA[0].meet(*task)


def go_on(
    breeding: Breeding, seconds: float, processes: int, out: Path | None, generations: int, started: float
) -> None:
    """Breed until the time is over (what was compiled before counts), or so many generations."""
    end, kept = started + seconds, monotonic()
    breeding.arena.meet(breeding.weights.row, breeding.weights.row, [Deal(next(iter(breeding.deals)), 1)])  # compiles
    kind = "fork" if "fork" in get_all_start_methods() else "spawn"
    with get_context(kind).Pool(processes, _enter, (breeding.arena,)) as pool:
        longest = 0.0

        def run(tasks: Sequence[Any]) -> list[Fitness]:
            return pool.map(_meet, tasks, chunksize=1)

        if breeding.evolution.generation == 0:
            breeding.look(run, 100)
            tell_look(breeding)
        while generations > 0 and monotonic() + longest < end:
            generations -= 1
            start = monotonic()
            results = breeding.breed(run)
            if breeding.evolution.generation % LOOK_EVERY == 0:
                breeding.look(run, 100)
            if out is not None and monotonic() - kept > KEEP_EVERY:
                keep(breeding.evolution, breeding.weights, out)
                kept = monotonic()
            longest = max(longest, monotonic() - start)
            tell(breeding, results, monotonic() - start)
    if out is not None:
        keep(breeding.evolution, breeding.weights, out)


def tell(breeding: Breeding, results: Sequence[Fitness], seconds: float) -> None:
    """A line for each generation, and one where the mean was looked at."""
    evolution, all_of_them = breeding.evolution, together(results)
    pace = all_of_them.games / max(seconds, 1e-9)
    print(
        f"{evolution.generation}: reward {all_of_them.reward:+.3f}, won {all_of_them.share:.1%}, "
        f"spread {np.mean(evolution.spread):.3f}, {pace:.0f} games/s",
        flush=True,
    )
    if evolution.generation % LOOK_EVERY == 0:
        tell_look(breeding)


def tell_look(breeding: Breeding) -> None:
    """A line about the last look at the mean."""
    look = breeding.evolution.looks[-1]
    low, high = wilson(look["share"] * look["games"], int(look["games"]))
    met = f", objectives {look['met']:.1%}" if breeding.arena.taste.objective else ""
    print(
        f"    the mean against the file: {look['share']:.1%} of {look['games']:.0f} [{low:.1%} – {high:.1%}]{met}",
        flush=True,
    )


def written(weights: Weights, row: Sequence[float]) -> str:
    """Weights as lines of their module, to two digits."""
    return "\n".join(f"{name} = {rounded(value)}" for name, value in weights.values(row).items())


def main(words: Sequence[str] | None = None) -> int:
    """Breed from the command line."""
    parser = argparse.ArgumentParser(prog="python -m firstfire.lab.breeding", description="Breed a strategy's weights.")
    parser.add_argument("game")
    parser.add_argument("module", help="the module of its strategy that names them, such as clan_weights")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long (60)")
    parser.add_argument("--processes", type=int, default=1, help="how many processes play (1)")
    parser.add_argument("--out", type=Path, help="the file to go on from and to write to")
    parser.add_argument("--pairs", type=int, default=32, help="pairs of weight sets in a generation (32)")
    parser.add_argument(
        "--deals", nargs="+", default=["2=24", "3=8"], metavar="SEATS=N", help="deals of a generation (2=24 3=8)"
    )
    parser.add_argument("--spread", type=float, default=0.15, help="of each weight's logarithm at first (0.15)")
    parser.add_argument("--rate", type=float, default=1.0, help="how far the mean moves (1)")
    parser.add_argument("--scale", type=float, default=Taste.scale, help="points ahead that count three quarters (15)")
    parser.add_argument("--objective", type=float, default=0.0, help="points more for an objective that is met (0)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option of the game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generations", type=int, default=10**9, help="at most so many")
    chosen, started = parser.parse_args(words), monotonic()
    try:
        check_numbers(chosen)
        weights = weights_of(find_game(chosen.game), chosen.module)
        deals = table_sizes(chosen.deals)
        evolution = begun(weights, chosen.out, chosen.spread)
        arena = Arena(weights, Taste(chosen.scale, chosen.objective), read_options(chosen.option))
        breeding = Breeding(weights, arena, evolution, deals, chosen.pairs, chosen.rate, chosen.seed)
        go_on(breeding, chosen.seconds, chosen.processes, chosen.out, chosen.generations, started)
    except FirstfireError as error:
        print(error, file=sys.stderr)
        return 2
    print(written(weights, evolution.found))
    return 0


def check_numbers(chosen: argparse.Namespace) -> None:
    """Refuse what no evolution can begin with."""
    if chosen.processes < 1 or chosen.pairs < 1 or chosen.seed < 0:
        raise BadSetup("breeding needs at least one process and one pair, and a seed from 0 on")
    if not (isfinite(chosen.objective) and all(0 < x < inf for x in (chosen.spread, chosen.rate, chosen.scale))):
        raise BadSetup("spread, rate and scale are numbers above 0, and an objective is worth some number of points")
    if chosen.out is not None and (chosen.out.is_dir() or not chosen.out.parent.is_dir()):
        raise BadSetup(f"{chosen.out} cannot be written: it is a folder, or its folder is not there")


def table_sizes(words: Sequence[str]) -> dict[int, int]:
    """How many deals for so many seats, written `2=24`."""
    try:
        found = {int(seats): int(number) for seats, number in read_options(words).items()}
    except ValueError:
        raise BadSetup(f"deals are written SEATS=N with whole numbers (2=24 3=8), not {' '.join(words)!r}") from None
    if any(seats < 2 or not 0 < number <= 100 for seats, number in found.items()):
        raise BadSetup("breeding needs tables of two or more seats, and 1 to 100 deals of each")
    return found


if __name__ == "__main__":
    sys.exit(main())
