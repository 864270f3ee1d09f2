"""What tables, bots, hints and analyses call of a game's machine code, to be compiled before anybody waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..kernel.engines.compiled import CompiledEngine
from ..kernel.engines.engine import ENTRIES, engine_for
from ..kernel.game import Game
from ..kernel.rules import contract
from .policy import forward
from .tree.estimate import estimate
from .tree.net_search import search_with_net
from .tree.search import outlook, search

CONTRACT = (
    contract.setup, contract.legal, contract.apply, contract.score, contract.rank, contract.redact, contract.observe,
    contract.resample, contract.value, contract.prefer, contract.check, contract.habit, contract.suspect,
    contract.redeal, contract.idle,
)  # fmt: skip
PLAYERS = (search, search_with_net, outlook, estimate, forward.look, forward.likings_of, forward.hopes_of)
FOR_TESTS = ("playouts", "random_games_checked", "perft")  # entry points that no player calls


def table_entries() -> list[Callable[..., Any]]:
    """The entry points, in the order in which they are compiled."""
    functions: tuple[Callable[..., Any], ...] = (*CONTRACT, *ENTRIES.values(), *PLAYERS)
    found = {function.__name__: function for function in functions}
    return [function for name, function in found.items() if name not in FOR_TESTS]


def compile_rules(game: Game, progress: Callable[[int, int], None]) -> None:
    """Compile all of them in this process, or find them in the cache. After each, `progress` gets how many are done,
    and of how many."""
    engine = engine_for(game, interpreted=False)
    assert isinstance(engine, CompiledEngine)
    engine.heard = lambda name: None
    functions = table_entries()
    progress(0, len(functions))
    for done, function in enumerate(functions, 1):
        engine.raw_entry(function)
        progress(done, len(functions))
