"""The player who thinks ahead: tree search over everything the seat cannot see.

    Search(budget=Budget(simulations=2000), seed=7).choose(table.view(0))
    Search(budget=Budget(simulations=400), seed=7, efforts=WITH_NET).choose(table.view(0))

The same seed, budget in simulations and number of threads give the same choices. With a net, the net looks at each node
of the tree as whoever moves there would know it; its policy takes the place of the game's `prefer`, its expectation
that of a rollout (or a part of it, `BotTable.search_with_net`). Where no net can lead (guided.py) this is the usual
search.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random as Stream
from typing import Any, SupportsIndex

from ..kernel.engines.engine import Engine, engine_for
from ..kernel.records.header import Header
from ..kernel.records.record import copy_of
from ..kernel.records.rows import as_bytes
from ..kernel.rules.notes import NOBODY
from ..kernel.thinking import Effort, Efforts, SearchSettings
from ..view import View
from .base import Budget, check_turn, number_of_threads
from .guided import can_lead, new_tree, quest_of
from .ideas import chosen
from .search_tree import Branch, SearchTree
from .settings import bots_of

DEFAULT_BUDGET = Budget(seconds=1.0)
WITHOUT_NET, WITH_NET = Efforts(Effort()), Efforts(Effort(net_share=1.0))
DEALS = 3  # sampled to see whether others can tell that there is only one way


class Search:
    """Information-set Monte-Carlo tree search.

    `efforts` say how it thinks at which table, how it errs (ideas.py), and how often a net leads it. With several
    `threads` each grows its own tree, and their visits are added. `changes` of the game's settings (`depth=5`) are for
    experiments. A player leaves idle actions out (steps back, giving up); one that is only `looking` at a position
    tells about them too. An `even` player thinks as long about a decision with one way out as about any other, so that
    its pace does not tell others what it holds; only where everybody can see that there is one way does it take it at
    once.
    """

    even = False

    def __init__(
        self,
        budget: Budget = DEFAULT_BUDGET,
        seed: int | None = None,
        *,
        name: str = "",
        efforts: Efforts = WITHOUT_NET,
        threads: SupportsIndex = 1,
        changes: Sequence[str] = (),
        looking: bool = False,
        interpreted: bool | None = None,
    ) -> None:
        self.name = name or f"search:{budget}"
        self.budget = budget
        self.efforts = efforts
        self.threads = number_of_threads(threads)
        self.simulations = 0  # run for the last decision
        self._asks_net = efforts.without_net is not None or any(effort.net_share for effort in efforts.all)
        self._seed = secrets.randbits(64) if seed is None else seed
        self._changes = changes
        self._looking = looking
        self._interpreted = interpreted
        self._quest_box: Any = None  # the box as it last saw it on a quest
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
        action = chosen(view, engine, branches, stream, self.effort_for(view))
        self._last = (copy_of(view.state), view.seat, action)
        return action

    def usual(self, view: View) -> Budget:
        """Its budget for a decision at this table."""
        effort = self.effort_for(view)
        simulations = (effort.net_simulations if self.uses_net(view) else 0) or effort.simulations
        return Budget(simulations=simulations) if simulations else self.budget

    def effort_for(self, view: View) -> Effort:
        """How it thinks at this table."""
        return self.efforts.at(view.state.seats, has_net=self._has_net(view))

    def uses_net(self, view: View) -> bool:
        """Whether the net leads this decision: the quest says so, then chance, by the seed, the seat and the moment."""
        share = self.effort_for(view).net_share
        if not share or not self._has_net(view) or self._aim(view) is not None:
            return False
        return share >= 1.0 or Stream(f"{self._seed} {view.seat} {view.state.ply} heard").random() < share

    def settings_at(self, view: View) -> SearchSettings:
        """The settings of this decision's search."""
        bots, seats, depth = bots_of(view.game.key), view.state.seats, self.effort_for(view).depth
        settings = bots.settings_with_net(seats) if self.uses_net(view) else bots.settings(seats)
        return (settings if depth is None else replace(settings, depth=depth)).changed(self._changes)

    def questing(self, view: View) -> View:
        """The view with the box as it is seen on a quest, where there is one: what it strives for seems to bring more
        (reward shaping). The box is the same object as long as it holds the same, so that trees are kept."""
        seen = self._aim(view)
        if seen is None or seen is view.box:
            return view
        if self._quest_box is None or as_bytes(self._quest_box) != as_bytes(seen):
            self._quest_box = seen
        return View(view.game, self._quest_box, view.seat, view.state, view.numbers, (), None)

    def _aim(self, view: View) -> Any:
        """The box as it is seen on a quest, where this player has one here."""
        return quest_of(view) if self.effort_for(view).quest else None

    def _has_net(self, view: View) -> bool:
        """Whether a net can lead here. (The box of a quest is the same box, seen otherwise.)"""
        seen = None if view.box is self._quest_box else view.box
        return self._asks_net and can_lead(view.game, view.state.seats, seen)

    def _looks_like_a_choice(self, view: View) -> bool:
        """Whether others must take this for a choice between several ways."""
        if len(view.numbers) > 1:
            return True
        return options_are_secret(view, engine_for(view.game, interpreted=self._interpreted))

    def consider(self, view: View, budget: Budget | None = None) -> list[Branch]:
        """What the search finds about each legal action, in order of action number."""
        check_turn(view)
        view = self.questing(view)
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

    def forget(self) -> None:
        """Give the memory of the trees back."""
        self.trees = []
        self._last = None

    def trees_for(self, view: View) -> list[SearchTree]:
        """The trees that fit the game, the box and the number of players of a view; kept from decision to decision."""
        engine, box = engine_for(view.game, interpreted=self._interpreted), view.box
        settings, with_net = self.settings_at(view), self.uses_net(view)
        if not (self.trees and self.trees[0].fits(engine, box, settings, with_net)):
            self.forget()
            self.trees = [
                new_tree(engine, box, settings, with_net=with_net, looking=self._looking) for _ in range(self.threads)
            ]
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
        engine.determinize(guess, view.box, seat, 1, 1)
        engine.step(guess, view.box, action)
        engine.see(guess, view.box, seat)
        return as_bytes(guess) == as_bytes(view.state)


def options_are_secret(view: View, engine: Engine) -> bool:
    """Whether what a seat can do hangs on what only it knows: some deal that fits what everybody knows leaves it
    other ways than it has."""
    for deal in range(DEALS):
        guess = copy_of(view.state)
        engine.see(guess, view.box, NOBODY)
        engine.determinize(guess, view.box, NOBODY, deal, view.state.ply)
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


def look_briefly(view: View) -> None:
    """A moment's search, so that what it needs is compiled and loaded before anybody waits for it."""
    search = Search(Budget(simulations=2), 1, efforts=WITH_NET)
    search.consider(view)
    search.trees_for(view)[0].outlook(view.state, view.seat, -1, 1, 1)
