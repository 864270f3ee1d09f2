"""What runs in worker processes: thinking (thoughts.py), compiling."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from multiprocessing import parent_process

from ...errors import FirstfireError
from ...games import add_game
from ...games import game as find_game
from ...kernel.engines.engine import ENTRIES, CompiledEngine, engine_for
from ...kernel.game import Game
from ...players.guided import led_seats
from ...players.search import look_briefly
from ...table import Table

WARM_ENTRIES = (
    "begin", "step", "try_step", "list_legal", "advance", "see", "determinize", "mark_final", "score", "rank", "value",
    "prefer",
)  # fmt: skip


def begin(modules: Sequence[str], niceness: int) -> None:
    """Settle into a new process: end with the server, put further games on the shelf."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    shelve(modules)


def shelve(modules: Sequence[str]) -> None:
    """Put the games of further modules on the shelf of this process."""
    for name in modules:
        try:
            module = import_module(name)
        except ImportError as error:
            raise FirstfireError(f"there is no module {name} to take a game from: {error}") from None
        if not isinstance(getattr(module, "GAME", None), Game):
            raise FirstfireError(f"the module {name} has no game: it needs a GAME (see docs/how-to/add-a-game.md)")
        add_game(module.GAME)


def ready() -> bool:
    """Whether this process is up (asked to bring it up)."""
    return True


def prepare(game: str, told: Callable[[int, int], None]) -> None:
    """Compile everything a table of a game needs, so that others find it in the cache; `told` how many parts are done,
    of how many."""
    from ...players.entries import compile_rules

    compile_rules(find_game(game), told)


def warm(game: str) -> None:
    """Load the rules and the search into this process before anybody waits for them."""
    load(game)
    table = Table.new(game, led_seats(find_game(game)), seed=1, interpreted=False)
    seat = table.player
    if seat is not None:
        look_briefly(table.view(seat))


def load(game: str) -> CompiledEngine:
    """The compiled rules of a game (from the cache, if they are there)."""
    engine = engine_for(find_game(game), interpreted=False)
    assert isinstance(engine, CompiledEngine)
    for name in WARM_ENTRIES:
        engine.raw_entry(ENTRIES[name])
    return engine


def _end_with_parent() -> None:
    """A killed server takes its workers along."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
