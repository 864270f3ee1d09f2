"""The player who thinks ahead: tree search over everything the seat cannot see.

    Search(budget=Budget(simulations=2000), seed=7).choose(table.view(0))

The same seed, budget in simulations and number of threads give the same choices.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random as Stream

from ..errors import BadSetup
from ..kernel.engines.engine import Engine, engine_for
from ..kernel.presentation.complaints import complaint
from ..kernel.records.header import Header
from ..kernel.records.record import copy_of
from ..kernel.records.rows import as_bytes
from ..kernel.rules.notes import NOBODY
from ..view import View
from .base import Budget, check_turn
from .ideas import FLAWLESS, Faults, chosen
from .search_tree import Branch, SearchTree
from .settings import SearchSettings, settings_for

MOST_THREADS = 256
DEFAULT_BUDGET = Budget(seconds=1.0)
DEALS = 3  # imagined to see whether others can tell that there is only one way


class Search:
    """Information-set Monte-Carlo tree search.

    `faults` are those of the lower levels (ideas.py); `crowd` is its number of simulations with three and more players,
    where it is another (0: it is not); with several `threads` each grows its own tree, and their visits
    are added. `changes` of the game's settings (`depth=5`) are for experiments. A player leaves idle actions out (steps
    back, giving up); one that is only `looking` at a position tells about them too. An `even` player thinks as long
    about a decision with one way out as about any other, so that its pace does not tell others what it holds; only
    where everybody can see that there is one way does it take it at once.
    """

    def __init__(
        self,
        budget: Budget = DEFAULT_BUDGET,
        seed: int | None = None,
        *,
        name: str = "",
        faults: Faults = FLAWLESS,
        crowd: int = 0,
        threads: int = 1,
        changes: Sequence[str] = (),
        looking: bool = False,
        even: bool = False,
        interpreted: bool | None = None,
    ) -> None:
        if not 1 <= threads <= MOST_THREADS:
            raise complaint(BadSetup, "threads", most=MOST_THREADS, threads=threads)
        self.name = name or f"search:{budget}"
        self.budget = budget
        self.faults = faults
        self.crowd = crowd
        self.threads = threads
        self.simulations = 0  # run for the last decision
        self._seed = secrets.randbits(64) if seed is None else seed
        self._changes = changes
        self._looking = looking
        self.even = even
        self._interpreted = interpreted
        self.trees: list[SearchTree] = []
        self._last: tuple[Header, int, int] | None = None  # what was known, by whom, and what was chosen

    def choose(self, view: View, budget: Budget | None = None) -> int:
        """The action that was tried most; now and then, where the player errs, another plausible one."""
        check_turn(view)
        if len(view.numbers) == 1 and not (self.even and self._looks_like_a_choice(view)):
            return view.numbers[0]
        branches = self.consider(view, budget)
        stream = Stream(f"{self._seed} {view.seat} {view.state.ply}")
        engine = engine_for(view.game, interpreted=self._interpreted)
        action = chosen(view, engine, branches, stream, self._faults(view))
        self._last = (copy_of(view.state), view.seat, action)
        return action

    def usual(self, view: View) -> Budget:
        """Its budget for a decision at this table."""
        return Budget(simulations=self.crowd) if self.crowd and view.state.seats > 2 else self.budget

    def _looks_like_a_choice(self, view: View) -> bool:
        """Whether others must take this for a choice between several ways."""
        if len(view.numbers) > 1:
            return True
        return options_are_secret(view, engine_for(view.game, interpreted=self._interpreted))

    def consider(self, view: View, budget: Budget | None = None) -> list[Branch]:
        """What the search finds about each legal action, in order of action number."""
        check_turn(view)
        budget = budget or self.usual(view)
        trees = self.trees_for(view)
        seeds = Stream(f"{self._seed} {view.state.ply} deal")
        grown = self._last if self._follows(view, trees[0].engine) else None
        self._last = None
        for tree in trees:
            seed = seeds.getrandbits(64)
            if grown is None or not tree.replant(view.state, view.seat, seed, grown[2]):
                tree.plant(view.state, view.seat, seed)
        shares = budget.shared(len(trees))
        if len(trees) == 1:
            self.simulations = trees[0].spend(budget)
        else:
            with ThreadPoolExecutor(len(trees)) as pool:
                self.simulations = sum(pool.map(SearchTree.spend, trees, shares))
        legal = set(view.numbers)
        return [branch for branch in _merged([tree.branches() for tree in trees]) if branch.action in legal]

    def _settings(self, view: View) -> SearchSettings:
        return settings_for(view.game.key, view.state.seats).changed(self._changes)

    def _faults(self, view: View) -> Faults:
        """How it errs here."""
        return self.faults

    def _planted(self, view: View, engine: Engine, settings: SearchSettings) -> SearchTree:
        """A tree for a view; nothing leads this search but what the game's `prefer` likes."""
        return SearchTree(engine, view.box, settings, looking=self._looking)

    def forget(self) -> None:
        """Give the memory of the trees back."""
        self.trees = []
        self._last = None

    def trees_for(self, view: View) -> list[SearchTree]:
        """The trees that fit the game, the box and the number of players of a view; kept from decision to decision."""
        engine, box = engine_for(view.game, interpreted=self._interpreted), view.box
        settings = self._settings(view)
        kept = self.trees
        if not kept or kept[0].engine is not engine or kept[0].box is not box or kept[0].settings != settings:
            self.trees = [self._planted(view, engine, settings) for _ in range(self.threads)]
            self._last = None
        return self.trees

    def _follows(self, view: View, engine: Engine) -> bool:
        """Whether this is the next decision after our last one with nothing new told: then the
        tree still holds. Our own action is played on a deal that fits what we knew, and what we
        would see then must be what we see now."""
        if self._last is None:
            return False
        known, seat, action = self._last
        if seat != view.seat or view.state.irreversible != 0 or view.state.ply != known.ply + 1:
            return False
        guess = copy_of(known)
        engine.imagine(guess, view.box, seat, 1, 1)
        engine.step(guess, view.box, action)
        engine.see(guess, view.box, seat)
        return as_bytes(guess) == as_bytes(view.state)


def options_are_secret(view: View, engine: Engine) -> bool:
    """Whether what a seat can do hangs on what only it knows: some deal that fits what everybody knows leaves it
    other ways than it has."""
    for deal in range(DEALS):
        guess = copy_of(view.state)
        engine.see(guess, view.box, NOBODY)
        engine.imagine(guess, view.box, NOBODY, deal, view.state.ply)
        if engine.legal(guess, view.box) != view.numbers:
            return True
    return False


def _merged(found: list[list[Branch]]) -> list[Branch]:
    """The branches of several trees as one list, weighted by their visits."""
    if len(found) == 1:
        return found[0]
    by_action: dict[int, list[Branch]] = {}
    for branch in (branch for branches in found for branch in branches):
        by_action.setdefault(branch.action, []).append(branch)
    return [_sum(branches) for _, branches in sorted(by_action.items())]


def _sum(branches: list[Branch]) -> Branch:
    visits = sum(branch.visits for branch in branches)
    seats = range(len(branches[0].win))
    reward = tuple(sum(branch.visits * branch.reward[i] for branch in branches) / visits for i in seats)
    win = tuple(sum(branch.visits * branch.win[i] for branch in branches) / visits for i in seats)
    return Branch(branches[0].action, visits, reward, win)
