"""Opponents that search need compiled rules: made once, in a process of its own, while the person reads the table."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from threading import Thread
from typing import TextIO

from ..errors import FirstfireError
from ..games.folders import game_at
from ..kernel.engines.engine import CompiledEngine, engine_for, interpreting
from ..kernel.engines.library import library_for
from ..kernel.presentation.words import Words
from ..players import Player, Search
from .page import TextPage

STEP = 0.2  # seconds between two looks at the clock


class Preparation:
    """The rules of a game (by name and version, or by its folder) on their way to machine code."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.reached = ""  # how many parts of the rules are compiled, of how many
        self._process: subprocess.Popen[str] | None = subprocess.Popen(
            [sys.executable, "-m", "firstfire.terminal.preparing", game],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        Thread(target=self._listen, args=[self._process.stdout], daemon=True).start()

    def _listen(self, said: TextIO) -> None:
        with said:
            for line in said:
                self.reached = line.strip()

    @classmethod
    def of(cls, game: str, players: Sequence[Player | None]) -> Preparation | None:
        """The preparation these players need, if any."""
        found = game_at(game)
        if interpreting(found) or library_for(found) or not any(isinstance(player, Search) for player in players):
            return None
        return cls(game)

    @property
    def done(self) -> bool:
        """Whether nobody has to wait any more."""
        return self._process is None or self._process.poll() is not None

    def wait(self, page: TextPage, words: Words) -> None:
        """Wait for it; one line says what for, and where somebody watches, for how long."""
        if self._process is None:
            return
        began, told = time.monotonic(), False
        while self._process.poll() is None:
            waited = time.monotonic() - began
            if not told and waited > STEP:
                page.say(words.say("terminal.preparing"))
                told = True
            if told:
                page.pass_time(f"  {self.reached}  {waited:.0f} s")
            time.sleep(STEP)
        self._process = None
        if told:
            page.pass_time("")
        quiet(self.game)

    def stop(self) -> None:
        """Nobody waits any more."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None


def quiet(game: str) -> None:
    """Load compiled rules without a word (developers hear of each part, players do not)."""
    engine = engine_for(game_at(game), interpreted=False)
    if isinstance(engine, CompiledEngine):
        engine.heard = lambda name: None


def prepare(game: str) -> None:
    """Compile what a table calls, into the cache; lines say how far it is."""
    from ..players.entries import compile_rules

    compile_rules(game_at(game), lambda done, parts: print(f"{done}/{parts}", flush=True))


if __name__ == "__main__":
    try:
        prepare(sys.argv[1])
    except (FirstfireError, KeyboardInterrupt):
        sys.exit(1)
