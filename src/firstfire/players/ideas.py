"""Which of a search's ideas is played: the best one, or, where a level errs, a plausible other.

People err by the second or third thing that came to their mind, not by anything that is allowed. So an error is one
of the next ideas of the player's own search, and never

    a folly           what the game itself calls senseless (`BotTable.folly`, its strategy/follies.py)
    a giving up       ending the turn, passing, stopping (`BotTable.closing`) while the search would go on
    worse than that   an action that the game's `prefer` likes less than one of these
    too dear          one that costs more of the chance to win, as the player itself sees it, than its level allows

A child has whims too: any action but those of the first three kinds. Where nothing is left, the best idea is played.
Everything is read from the view of the seat.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random as Stream

from ..kernel.engines.engine import Engine
from ..kernel.thinking import Effort
from ..view import View
from .search_tree import Branch

OTHERS = 2  # an error is the second or the third idea


def chosen(view: View, engine: Engine, branches: Sequence[Branch], stream: Stream, effort: Effort) -> int:
    """The best idea; where the player errs another plausible one, the likelier the more it was thought about."""
    ranked = sound(view, branches)
    if not ranked:
        return way_out(view, branches)
    luck = stream.random()
    if luck < effort.whim_rate:
        eyed = [action for action in plausible(view, engine, view.numbers) if not is_folly(view, action)]
        return stream.choice(eyed) if eyed else ranked[0].action
    if luck < effort.whim_rate + (1.0 - effort.whim_rate) * effort.error_rate:
        others = other_ideas(view, engine, ranked, effort.max_loss)
        if others:
            return stream.choices(others, [branch.visits for branch in others])[0].action
    return ranked[0].action


def sound(view: View, branches: Sequence[Branch]) -> list[Branch]:
    """The ideas without follies, best first."""
    return [branch for branch in by_merit(view, branches) if not is_folly(view, branch.action)]


def by_merit(view: View, branches: Sequence[Branch]) -> list[Branch]:
    """The ideas, best first: the one that was tried most."""
    return sorted(branches, key=lambda branch: (-branch.visits, -branch.reward[view.seat], branch.action))


def is_folly(view: View, action: int) -> bool:
    """Whether the game calls an action senseless here."""
    folly = view.game.bots.folly
    return folly is not None and folly(view.state, view.box, action, view.numbers)


def way_out(view: View, branches: Sequence[Branch]) -> int:
    """Where every idea is a folly: a step back or a pass that the search left out as idle, else the best of them."""
    tried = {branch.action for branch in branches}
    left = [action for action in view.numbers if action not in tried and view.game.closes(action)]
    return left[0] if left else by_merit(view, branches)[0].action


def other_ideas(view: View, engine: Engine, ranked: Sequence[Branch], cap: float) -> list[Branch]:
    """The plausible second and third idea behind the first of these."""
    best, seat = ranked[0], view.seat
    near = [branch for branch in ranked[1:] if best.win[seat] - branch.win[seat] <= cap]
    allowed = plausible(view, engine, [branch.action for branch in near])
    return [branch for branch in near if branch.action in allowed][:OTHERS]


def plausible(view: View, engine: Engine, actions: Collection[int]) -> list[int]:
    """Those that neither end nor forgo anything, nor are liked less than doing so."""
    closing = [action for action in view.numbers if view.game.closes(action)]
    going = [action for action in actions if not view.game.closes(action)]
    if not closing:
        return going
    least = max(engine.prefer(view.state, view.box, action) for action in closing)
    return [action for action in going if engine.prefer(view.state, view.box, action) >= least]
