"""Compiling rules beforehand, into the cache of this computer: games side by side, each in a process of its own."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from concurrent.futures import Future
from multiprocessing import Queue, get_context
from queue import Empty
from typing import TextIO

from ..errors import NotCompiled
from ..games.folders import game_at
from ..kernel.engines.compiled import NO_COMPILER, can_compile
from ..kernel.engines.library import library_for, log
from ..players.entries import compile_rules, table_entries
from .workers import workers

STEP = 0.2  # seconds between two looks at the clock
WIDTH = 30  # of the bar

Progress = tuple[str, int]  # a game, and how many of its entry points are compiled
_TOLD: list[Queue[Progress]] = []  # in a process that compiles: where it tells how far it is


def compile_games(names: Sequence[str], page: TextIO) -> None:
    """Compile the rules of games; a bar shows how far it is, or on a page that keeps all lines, one for each game."""
    names = list(dict.fromkeys(names))
    games = [name for name in names if library_for(game_at(name)) is None]
    if games and not can_compile():
        raise NotCompiled(NO_COMPILER)
    for name in names:
        if name not in games:
            print(f"{name}: a library holds its rules", file=page)
    told: Queue[Progress] = get_context("spawn").Queue()
    with workers(_TOLD.append, told) as pool:
        watch({name: pool.submit(compile_game, name) for name in games}, told, page)


def watch(running: dict[str, Future[None]], told: Queue[Progress], page: TextIO) -> None:
    """Show how far it is until all is done."""
    whole, began = len(table_entries()), time.monotonic()
    done = dict.fromkeys(running, 0)
    ended: set[str] = set()
    while len(ended) < len(running):
        try:
            name, count = told.get(timeout=STEP)
            done[name] = max(done[name], count)  # it may have ended meanwhile
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

    def tell(done: int, parts: int) -> None:
        for told in _TOLD:
            told.put((name, done))

    log().setLevel(logging.ERROR)  # whoever waits has told which libraries are not used
    compile_rules(game_at(name), tell)
