"""Playtests people ask for in the browser: one at a time, in a process of its own that everybody else goes before.

A playtest is named by what is played, so that one that was made is shown and not made again. Its folder under `lab` in
the data folder holds the pages in every language and `about.json`; a folder is put in place by renaming, so that there
is never half of one. What waits when the server stops is forgotten.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import logging
import os
import shutil
import sys
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import orjson

from ... import __version__
from ...games.folders import written
from ...kernel.game import Game
from ...kernel.presentation.languages import ENGLISH
from ..settings import Allowance, Settings

log = logging.getLogger(__name__)
SERVICE = "firstfire.lab.playtest.service"  # a program: the server knows nothing of the lab
FAST = ("random", "greedy")
LEVELS = (*FAST, "child", "gatherer", "hunter")  # the stronger ones would take hours
FAILED_KEPT = 20


@dataclass(frozen=True)
class Wish:
    """What shall be played."""

    game: Game
    players: int
    levels: tuple[str, ...]
    games: int

    @property
    def name(self) -> str:
        """Everything the report depends on, as a name for its folder."""
        told = f"{__version__} {self.game.key} {self.players} {','.join(self.levels)} {self.games}"
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def about(self) -> dict[str, Any]:
        """As it is told before there is a report."""
        told = {"game": self.game.key, "players": self.players, "levels": list(self.levels), "games": self.games}
        return {**told, "conclusions": {}, "made": 0}


@dataclass
class Run:
    """A playtest that waits, is played, or failed."""

    wish: Wish
    state: Literal["waiting", "playing", "failed"] = "waiting"
    step: int = 0
    done: int = 0
    total: int = 0
    task: asyncio.Task[None] | None = field(default=None, repr=False)


class Playtests:
    """All playtests of a server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._folder = settings.data / "lab"
        self._turn = asyncio.Lock()
        self._kept: dict[str, dict[str, Any]] | None = None  # by name, the oldest first
        self.runs: dict[str, Run] = {}

    async def kept(self) -> dict[str, dict[str, Any]]:
        """The reports there are, the oldest first."""
        if self._kept is None:
            self._kept = await asyncio.to_thread(self._read)
        return self._kept

    def start(self, wish: Wish, place: ExitStack) -> None:
        """Play it when its turn comes; `place` is given back when it is over."""
        run = self.runs[wish.name] = Run(wish)
        run.task = asyncio.create_task(self._make(run, place))

    async def page(self, name: str, language: str) -> bytes | None:
        """The page of a report; in English where it was written before the server knew the language."""
        if name not in await self.kept():
            return None
        return await asyncio.to_thread(_page, self._folder / name, language)

    async def close(self) -> None:
        """The server goes down: what is being played is given up."""
        tasks = [run.task for run in self.runs.values() if run.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _make(self, run: Run, place: ExitStack) -> None:
        name = run.wish.name
        draft = self._folder / f".{name}"
        with place:
            try:
                async with self._turn:
                    run.state = "playing"
                    draft.mkdir(parents=True, exist_ok=True, mode=0o700)
                    await asyncio.wait_for(self._play(run, draft), self._settings.playtesting.seconds)
                    about = await asyncio.to_thread(self._keep, draft, name)
                (await self.kept())[name] = about
                del self.runs[name]
                await self._forget_oldest()
            except Exception as error:
                run.state = "failed"
                log.warning("a playtest of %s failed: %s", run.wish.game.key, str(error) or type(error).__name__)
                self._forget_failures()
            finally:
                shutil.rmtree(draft, ignore_errors=True)

    async def _play(self, run: Run, folder: Path) -> None:
        """The process: what it says is how far it is."""
        wish = run.wish
        plain = {} if self._settings.compile_rules else {"FIRSTFIRE_INTERPRET": "1"}
        modules = [word for module in self._settings.more_games for word in ("--module", module)]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", SERVICE, written(wish.game), *modules, "--seats", str(wish.players),
            "--players", ",".join(wish.levels), "--games", str(wish.games), "--folder", str(folder),
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **plain, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )  # fmt: skip
        assert process.stdout is not None and process.stderr is not None
        trouble = asyncio.create_task(process.stderr.read())
        try:
            _hold(process.pid, self._settings.playtesting, self._settings.playtest_niceness)
            async for line in process.stdout:
                with suppress(orjson.JSONDecodeError, KeyError, TypeError):
                    said = orjson.loads(line)
                    run.step, run.done, run.total = said["step"], said["done"], said["total"]
            if await process.wait():
                last = (await trouble).decode("utf-8", "replace").strip().splitlines()[-1:]
                raise RuntimeError(f"exit {process.returncode} {' '.join(last)}")
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            trouble.cancel()

    def _keep(self, draft: Path, name: str) -> dict[str, Any]:
        about: dict[str, Any] = orjson.loads((draft / "about.json").read_bytes())
        shutil.rmtree(self._folder / name, ignore_errors=True)
        draft.rename(self._folder / name)
        return {**about, "made": int(time.time() * 1000)}

    def _read(self) -> dict[str, dict[str, Any]]:
        for draft in self._folder.glob(".*"):  # of a server that was killed
            shutil.rmtree(draft, ignore_errors=True)
        found = {}
        for path in self._folder.glob("[!.]*/about.json"):
            try:
                found[path.parent.name] = {
                    **orjson.loads(path.read_bytes()), "made": int(path.stat().st_mtime * 1000),
                }  # fmt: skip
            except (OSError, orjson.JSONDecodeError):
                log.warning("%s cannot be read", path)
        return dict(sorted(found.items(), key=lambda item: item[1]["made"]))

    async def _forget_oldest(self) -> None:
        kept = await self.kept()
        while len(kept) > max(1, self._settings.limits.playtests_kept):
            name = next(iter(kept))
            del kept[name]
            await asyncio.to_thread(shutil.rmtree, self._folder / name, ignore_errors=True)

    def _forget_failures(self) -> None:
        failed = [name for name, run in self.runs.items() if run.state == "failed"]
        for name in failed[:-FAILED_KEPT]:
            del self.runs[name]


def _hold(pid: int, allowance: Allowance, niceness: int) -> None:
    """Everybody else goes first; and no more memory and processor time than it is allowed, where the system can."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, pid, niceness)
    try:
        resource: Any = importlib.import_module("resource")
        for kind, most in ((resource.RLIMIT_AS, allowance.memory), (resource.RLIMIT_CPU, allowance.processor)):
            hard = resource.prlimit(pid, kind)[1]
            resource.prlimit(pid, kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    except (ImportError, AttributeError, OSError, ValueError):  # not on Linux: the clock is watched
        pass


def _page(folder: Path, language: str) -> bytes | None:
    for code in (language, ENGLISH):
        with suppress(OSError):
            return (folder / f"{code}.html").read_bytes()
    return None
