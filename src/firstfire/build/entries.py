"""The entry points of a library: all that playing, bots, hints, analyses and environments call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..envs import chance_nodes, driver, seat_batch, stepping
from ..kernel.engines.engine import ENTRIES
from ..players.entries import CONTRACT, PLAYERS

ENVIRONMENTS = (
    driver.open_table, driver.move, driver.move_by_chance,
    stepping.reset_tables, stepping.step_tables, stepping.sample_tables, stepping.seed_tables, stepping.like_tables,
    seat_batch.open_tables, seat_batch.answer_tables,
    chance_nodes.deal, chance_nodes.act, chance_nodes.recall, chance_nodes.settle_up,
)  # fmt: skip


def entry_points() -> dict[str, Callable[..., Any]]:
    """All of them by name, in the order in which they are compiled."""
    functions: tuple[Callable[..., Any], ...] = (*CONTRACT, *ENTRIES.values(), *PLAYERS, *ENVIRONMENTS)
    found: dict[str, Callable[..., Any]] = {}
    for function in functions:
        if found.setdefault(function.__name__, function) is not function:
            raise TypeError(f"two entry points are called {function.__name__}")
    return found
