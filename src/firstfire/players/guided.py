"""A search led by a net: at every table that it imagines, the net says what to try first and what to expect.

    GuidedSearch(Budget(simulations=400), seed=7).choose(table.view(0))

The net looks at each node of the tree as whoever moves there would know it; its policy takes the place of the game's
`prefer`, its expectation that of a rollout (or a part of it, `Game.search_led`). Where a game has no net for so many
players (`Game.net_seats`), or the components have other numbers than it was trained with, this is the usual search,
with an effort of its own (`unled`); it is the usual search, too, in the decisions in which a level does not hear its
net (`heard`, a share): so a level is weaker without a single error made on purpose. One with a `quest` does not hear it
either while it has an aim of its own in reach, and thinks of a box in which that aim brings more (`Game.quest`).
"""

from __future__ import annotations

from dataclasses import replace
from random import Random as Stream
from typing import Any

from ..kernel.engines.engine import Engine
from ..kernel.game import Game
from ..kernel.records.rows import as_bytes
from ..kernel.thinking import Effort
from ..view import View
from .base import Budget
from .ideas import Faults
from .policy.net import net_for, shipped_net
from .search import Search
from .search_tree import Branch, NetTree, SearchTree
from .settings import SearchSettings, settings_for, settings_led


class GuidedSearch(Search):
    """Tree search with a net in its tree, in all its decisions or in a share of them (or in none: a level that has an
    effort of its own where no net leads). `looks` are its simulations then, where they are others than in its other
    decisions."""

    def __init__(
        self,
        budget: Budget,
        seed: int | None = None,
        *,
        heard: float = 1.0,
        looks: int = 0,
        quest: bool = False,
        unled: Effort | None = None,
        **more: Any,
    ) -> None:
        super().__init__(budget, seed, **more)
        self.heard = heard
        self.looks = looks
        self.quest = quest
        self.unled = unled  # how it thinks where the game has no net for so many players
        self._seen: Any = None  # the box as it last saw it on a quest

    def consider(self, view: View, budget: Budget | None = None) -> list[Branch]:
        """What the search finds about each legal action, in order of action number."""
        return super().consider(self.questing(view), budget)

    def questing(self, view: View) -> View:
        """The view with the box as it is seen on a quest, where there is one: what it strives for seems to bring more
        (reward shaping). The box is the same object as long as it holds the same, so that trees are kept."""
        seen = quest_of(view) if self.quest and self._effort(view) is None else None
        if seen is None or seen is view.box:
            return view
        if self._seen is None or as_bytes(self._seen) != as_bytes(seen):
            self._seen = seen
        return View(view.game, self._seen, view.seat, view.state, view.numbers, (), None)

    def usual(self, view: View) -> Budget:
        """Its budget for a decision at this table: where its net leads three and more, `crowd` are its looks."""
        if effort := self._effort(view):
            return Budget(simulations=effort.simulations)
        if not self.hears(view):
            return self.budget if self.heard else super().usual(view)
        looks = (self.crowd if view.state.seats > 2 else 0) or self.looks
        return Budget(simulations=looks) if looks else self.budget

    def trees_for(self, view: View) -> list[SearchTree]:
        """As for every search; a tree with a net is not gone on with without one, nor the other way round."""
        if self.trees and isinstance(self.trees[0], NetTree) != self.hears(view):
            self.forget()
        return super().trees_for(view)

    def _settings(self, view: View) -> SearchSettings:
        if not self.hears(view):
            effort = self._effort(view)
            if effort is None or effort.sight is None:
                return super()._settings(view)
            settings = settings_for(view.game.key, view.state.seats)
            return replace(settings, depth=effort.sight).changed(self._changes)
        return settings_led(view.game.key, view.state.seats).changed(self._changes)

    def _planted(self, view: View, engine: Engine, settings: SearchSettings) -> SearchTree:
        if not self.hears(view):
            return super()._planted(view, engine, settings)
        net = net_for(view.game, interpreted=self._interpreted)
        return NetTree(engine, view.box, settings, net, looking=self._looking)

    def _faults(self, view: View) -> Faults:
        effort = self._effort(view)
        return self.faults if effort is None else Faults.of(effort)

    def _effort(self, view: View) -> Effort | None:
        """How it thinks here, if not as elsewhere: where the game has no net for so many players."""
        return None if self._may_lead(view) else self.unled

    def hears(self, view: View) -> bool:
        """Whether the net leads this decision: the quest says so, then chance, by the seed, the seat and the moment."""
        if not self._may_lead(view) or (self.quest and quest_of(view) is not None):
            return False
        return self.heard >= 1.0 or Stream(f"{self._seed} {view.seat} {view.state.ply} heard").random() < self.heard

    def _may_lead(self, view: View) -> bool:
        """Whether there is a net that may lead here: one for so many players, trained with these components (the box
        of a quest is the same box, seen otherwise)."""
        known = view.box is self._seen or is_printed(view.game, view.box)
        return known and has_guide(view.game, view.state.seats)


def has_guide(game: Game, seats: int) -> bool:
    """Whether a game comes with a net that leads the search for so many players."""
    return seats in game.net_seats and shipped_net(game) is not None


def is_printed(game: Game, box: object) -> bool:
    """Whether a box is the game's own: its net was trained with those numbers, and leads no search with others."""
    return box is game.standard_box or as_bytes(box) == as_bytes(game.standard_box)


def led_seats(game: Game) -> int | None:
    """A number of players for which a net leads the search: a table on which all that a search needs is met (None: the
    game's own)."""
    return next((seats for seats in game.net_seats if has_guide(game, seats)), None)


def farsighted(game: Game, seats: int) -> tuple[str, ...]:
    """What is changed in a game's settings for hints: where no net leads, they see as far as the strongest level."""
    unled = game.levels[-1].unled if game.levels and not has_guide(game, seats) else None
    return () if unled is None or unled.sight is None else (f"depth={unled.sight}",)


def judging_tree(engine: Engine, box: object, seats: int) -> SearchTree:
    """A tree that judges the decisions of a game: its net leads it, where there is one for so many players."""
    game = engine.game
    if not (has_guide(game, seats) and is_printed(game, box)):
        return SearchTree(engine, box, settings_for(game.key, seats), looking=True)
    net = net_for(game, interpreted=not engine.compiled)
    return NetTree(engine, box, settings_led(game.key, seats), net, looking=True)


def quest_of(view: View) -> Any:
    """The box as the seat sees it while it has an aim of its own in reach that the game's net does not play for; None
    where it has none."""
    quest = view.game.quest
    return None if quest is None else quest(view.state, view.box, view.seat)


def look_briefly(view: View) -> None:
    """A moment's search, so that what it needs is compiled and loaded before anybody waits for it."""
    search = GuidedSearch(Budget(simulations=2), 1)
    search.consider(view)
    search.trees_for(view)[0].outlook(view.state, view.seat, -1, 1, 1)
