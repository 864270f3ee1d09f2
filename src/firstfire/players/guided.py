"""A search led by a net: what the net likes is what the search tries first.

    GuidedSearch(Budget(simulations=4000), seed=7).choose(table.view(0))

The net looks once at what the seat may know, and its policy takes the place of the game's `prefer` in the root of the
tree; rollouts tell which of its ideas holds. That costs one look for each decision. Where a game has no net for so many
players (`Game.net_seats`), nothing leads the search but `prefer`; nor does anything else in the decisions in which a
level does not hear its net (`heard`, a share): so it is weaker without a single error made on purpose. One with a
`quest` does not hear it either while it has an aim of its own in reach (`Game.quest`).
"""

from __future__ import annotations

from dataclasses import replace
from random import Random as Stream
from typing import Any

from ..kernel.game import Game
from ..view import View
from .base import Budget
from .ideas import Faults
from .net import steady_exp
from .policy.net import Net, net_for, shipped_net
from .search import Search
from .search_tree import SearchTree
from .settings import SearchSettings

WARMTH = 1.0  # the temperature of the policy as it leads


class GuidedSearch(Search):
    """Tree search whose root is led by a net, in all its decisions or in a share of them."""

    def __init__(
        self,
        budget: Budget,
        seed: int | None = None,
        *,
        heard: float = 1.0,
        quest: bool = False,
        unled: Faults | None = None,
        **more: Any,
    ) -> None:
        super().__init__(budget, seed, **more)
        self.heard = heard
        self.quest = quest
        self.unled = unled  # the faults where the game has no net for so many players
        self._net: tuple[Game, Net] | None = None

    def _settings(self, view: View) -> SearchSettings:
        """The more a game trusts its net, the more has to speak against the net's liking (`Game.net_lead`)."""
        settings = super()._settings(view)
        if not self._hears(view):
            return settings
        return replace(settings, curiosity=settings.curiosity * view.game.net_lead)

    def _faults(self, view: View) -> Faults:
        """Among a net's ideas a level errs oftener than it could afford among its own."""
        return self.faults if self.unled is None or has_guide(view.game, view.state.seats) else self.unled

    def _lead(self, view: View, tree: SearchTree) -> None:
        if self._hears(view):
            if not tree.visits:
                tree.grow(1)  # the first simulation lays out what there is to try
            tree.lead(self._policy(view))

    def _hears(self, view: View) -> bool:
        """Whether the net leads this decision: the quest says so, then chance, by the seed, the seat and the moment."""
        if not has_guide(view.game, view.state.seats) or (self.quest and on_quest(view)):
            return False
        return self.heard >= 1.0 or Stream(f"{self._seed} {view.seat} {view.state.ply} heard").random() < self.heard

    def _policy(self, view: View) -> dict[int, float]:
        """How likely the net is to play each legal action."""
        net = self._net_for(view.game)
        logits: list[float] = net.consider(view, view.numbers, interpreted=self._interpreted).tolist()
        top = max(logits)
        return {action: steady_exp((logit - top) / WARMTH) for action, logit in zip(view.numbers, logits, strict=True)}

    def _net_for(self, game: Game) -> Net:
        if self._net is None or self._net[0] is not game:
            self._net = (game, net_for(game, interpreted=self._interpreted))
        return self._net[1]


def has_guide(game: Game, seats: int) -> bool:
    """Whether a game comes with a net that leads the search for so many players."""
    return seats in game.net_seats and shipped_net(game) is not None


def on_quest(view: View) -> bool:
    """Whether the seat has an aim of its own in reach that the game's net does not play for."""
    quest = view.game.quest
    return quest is not None and quest(view.state, view.box, view.seat)


def look_briefly(view: View) -> None:
    """A moment's search, so that what it needs is compiled and loaded before anybody waits for it."""
    search = GuidedSearch(Budget(simulations=2), 1)
    search.consider(view)
    search.trees_for(view)[0].outlook(view.state, view.seat, -1, 1, 1)
