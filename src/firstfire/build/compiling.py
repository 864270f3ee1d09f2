"""Compiling rules beforehand, into the cache of this computer: games side by side, each in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import Queue, get_context
from queue import Empty
from typing import TextIO

from ..errors import NotCompiled
from ..games.folders import game_at
from ..kernel.engines.compiled import NO_COMPILER, CompiledEngine, can_compile
from ..kernel.engines.engine import ENTRIES, engine_for
from ..kernel.engines.library import library_for
from .entries import CONTRACT, PLAYERS

STEP = 0.2  # seconds between two looks at the clock
WIDTH = 30  # of the bar
FOR_TESTS = ("playouts", "random_games_checked", "perft")  # entry points that nobody calls who plays

Progress = tuple[str, int]  # a game, and how many of its entry points are compiled
_TOLD: list[Queue[Progress]] = []  # in a process that compiles: where it tells how far it is


def entry_points() -> list[Callable[..., object]]:
    """What tables, bots, hints and analyses call."""
    functions: tuple[Callable[..., object], ...] = (*CONTRACT, *ENTRIES.values(), *PLAYERS)
    found = {function.__name__: function for function in functions}
    return [function for name, function in found.items() if name not in FOR_TESTS]


def compile_games(names: Sequence[str], page: TextIO) -> None:
    """Compile the rules of games; a bar shows how far it is, or on a page that keeps all lines, one for each game."""
    games = [name for name in names if library_for(game_at(name)) is None]
    if games and not can_compile():
        raise NotCompiled(NO_COMPILER)
    for name in names:
        if name not in games:
            print(f"{name}: a library holds its rules", file=page)
    told: Queue[Progress] = get_context("spawn").Queue()
    with ProcessPoolExecutor(
        None, get_context("spawn"), initializer=_begin, initargs=(told,), max_tasks_per_child=1
    ) as pool:
        watch({name: pool.submit(compile_game, name) for name in games}, told, page)


def watch(running: dict[str, Future[None]], told: Queue[Progress], page: TextIO) -> None:
    """Show how far it is until all is done."""
    whole, began = len(entry_points()), time.monotonic()
    done = dict.fromkeys(running, 0)
    ended: set[str] = set()
    while len(ended) < len(running):
        try:
            name, count = told.get(timeout=STEP)
            done[name] = count
        except Empty:
            pass
        for name, future in running.items():
            if future.done() and name not in ended:
                future.result()
                ended.add(name)
                done[name] = whole
                line = f"{name}: compiled, {time.monotonic() - began:.0f} s"
                print(f"\r{line:<79}" if page.isatty() else line, file=page, flush=True)
        if page.isatty():
            print(f"\r{bar(sum(done.values()), whole * len(running))}", end="", file=page, flush=True)
    if page.isatty() and running:
        print(f"\r{'':<79}\r", end="", file=page, flush=True)


def bar(done: int, whole: int) -> str:
    """How far it is."""
    filled = WIDTH * done // max(whole, 1)
    return f"{'█' * filled}{'░' * (WIDTH - filled)} {done} of {whole} entry points"


def compile_game(name: str) -> None:
    """Compile the rules of a game, in this process; it tells after each entry point how many are done."""
    game = game_at(name)
    engine = engine_for(game, interpreted=False)
    assert isinstance(engine, CompiledEngine)
    engine.heard = lambda rule: None
    for done, function in enumerate(entry_points()):
        engine.raw_entry(function)
        for told in _TOLD:
            told.put((name, done + 1))


def _begin(told: Queue[Progress]) -> None:
    _TOLD.append(told)
