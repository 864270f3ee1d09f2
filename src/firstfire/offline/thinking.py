"""Thinking: for bots, for hints and about finished games; in this worker, or by a callback in another one.

The other worker holds the same sources and answers `think(job)`; jobs are those of the server's
thinkers (bots/jobs.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from inspect import isawaitable
from typing import Any

from ..games import game as find_game
from ..kernel.engines.engine import Engine, engine_for
from ..kernel.engines.engine import use_module as run_in_module
from ..kernel.engines.module import ModuleHost, games_with_module, module_for
from ..players import levels_of
from ..server.bots.jobs import Advise, Choose, Job, ReviewJob, advised, chosen, perform, read, written
from ..server.bots.requests import Advice, BotRequest, Reader
from ..server.protocol.json_text import from_json, to_json

Think = Callable[[str], Any]  # has a job done: gives the answer, or something to wait for
REVIEW = 200  # simulations for each decision of a finished game


def use_module(name: str, host: ModuleHost) -> None:
    """Run the rules of a game in a WebAssembly module from now on."""
    run_in_module(find_game(name), host)


def has_module(key: str) -> bool:
    """Whether the rules of a game run in a module."""
    return module_for(find_game(key)) is not None


def think(text: str) -> str:
    """Do a job, and say what came of it: what the worker of bots is asked."""
    job = read(text.encode())
    key = find_game_of(job)
    return to_json(perform(job, interpreted=not has_module(key))).decode()


def find_game_of(job: Job) -> str:
    """The game a job is about."""
    if isinstance(job, ReviewJob):
        return str(from_json(job.save)["game"])
    return job.asked.game


def needs_net(job: Job) -> bool:
    """Whether a net may have a part in a job: it is fetched for those alone."""
    if not isinstance(job, Choose):
        return True
    return any(
        effort.net_share
        for level in levels_of(job.asked.game)
        if level.name == job.asked.level
        for effort in level.efforts.all
    )


class DeviceRules:
    """How the rules of games run on this device."""

    @property
    def engines(self) -> Mapping[str, Engine]:
        """The engines of games that run in a module."""
        return {game.key: engine_for(game, interpreted=False) for game in games_with_module()}

    def state(self, game: str) -> str:
        """`ready` where a module runs them, else `interpreted`."""
        return "ready" if has_module(game) else "interpreted"

    def reached(self, game: str) -> tuple[int, int]:
        """Nothing is compiled here."""
        return 0, 0


class DeviceThinking:
    """Thinks for bots and advises people."""

    def __init__(self, elsewhere: Think | None) -> None:
        self._elsewhere = elsewhere

    async def choose(
        self, asked: BotRequest, limit: float, *, table: str, seen: bool, told: Callable[[int, float], None]
    ) -> tuple[int, float]:
        """What a bot plays, and how much of what it wanted to think it did."""
        return chosen(await self._done(Choose(asked, limit)))

    async def advise(
        self, asked: BotRequest, reader: Reader, *, guest: str, told: Callable[[int, float], None] | None = None
    ) -> Advice:
        """What an elder would do, and why."""
        return advised(await self._done(Advise(asked, reader)))

    async def review(self, save: str) -> dict[str, Any]:
        """Look back at a finished game."""
        found: dict[str, Any] = await self._done(ReviewJob(save, REVIEW))
        return found

    async def _done(self, job: Job) -> Any:
        text = written(job).decode()
        if self._elsewhere is None:
            await asyncio.sleep(0)  # what was played is shown first
            return from_json(think(text))
        answer = self._elsewhere(text)
        return from_json(await answer if isawaitable(answer) else answer)
