"""Where a net can lead a search, and the trees it leads.

A game comes with a net for some numbers of players (`BotTable.net_seats`), and it leads where the components have the
numbers it was trained with. On a quest (`BotTable.quest`) a player thinks of a box in which an aim of its own brings
more.
"""

from __future__ import annotations

from typing import Any

from ..kernel.engines.engine import Engine
from ..kernel.game import Game
from ..kernel.records.rows import as_bytes
from ..kernel.thinking import SearchSettings
from ..view import View
from .policy.net import net_for, shipped_net
from .search_tree import SearchTree
from .settings import bots_of


def has_guide(game: Game, seats: int) -> bool:
    """Whether a game comes with a net that leads the search for so many players."""
    return seats in game.bots.net_seats and shipped_net(game) is not None


def can_lead(game: Game, seats: int, box: Any = None) -> bool:
    """Whether it leads with this box too (None: the game's own): the net was trained with those numbers, and leads no
    search with others."""
    printed = box is None or box is game.standard_box or as_bytes(box) == as_bytes(game.standard_box)
    return printed and has_guide(game, seats)


def led_seats(game: Game) -> int | None:
    """A number of players for which a net leads the search: a table on which all that a search needs is met (None: the
    game's own)."""
    return next((seats for seats in game.bots.net_seats if has_guide(game, seats)), None)


def farsighted(game: Game, seats: int) -> tuple[str, ...]:
    """What is changed in a game's settings for hints: where no net leads, they see as far as the strongest level."""
    alone = game.bots.levels[-1].without_net if game.bots.levels and not has_guide(game, seats) else None
    return () if alone is None or alone.depth is None else (f"depth={alone.depth}",)


def new_tree(
    engine: Engine, box: object, settings: SearchSettings, *, with_net: bool, looking: bool = False
) -> SearchTree:
    """A tree, with the game's net in it or without."""
    net = net_for(engine.game, interpreted=not engine.compiled) if with_net else None
    return SearchTree(engine, box, settings, net, looking=looking)


def judging_tree(engine: Engine, box: object, seats: int) -> SearchTree:
    """A tree that judges the decisions of a game: its net leads it, where there is one for so many players."""
    bots, with_net = bots_of(engine.game.key), can_lead(engine.game, seats, box)
    settings = bots.settings_with_net(seats) if with_net else bots.settings(seats)
    return new_tree(engine, box, settings, with_net=with_net, looking=True)


def quest_of(view: View) -> Any:
    """The box as the seat sees it while it has an aim of its own in reach that the game's net does not play for; None
    where it has none."""
    quest = view.game.bots.quest
    return None if quest is None else quest(view.state, view.box, view.seat)
