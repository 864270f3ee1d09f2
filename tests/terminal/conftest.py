"""Games at the keyboard, typed by a script."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from firstfire import Table
from firstfire.games import game as find_game
from firstfire.players import Budget, Greedy, Player
from firstfire.terminal.play import TerminalGame


@pytest.fixture(autouse=True)
def plain_surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen of 100 letters, all files among those of the test (what is typed may name one), and short thoughts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")
    monkeypatch.setattr("firstfire.terminal.commands.THINKING", Budget(simulations=8))


class Session(NamedTuple):
    """A game after some lines were typed: the table, and what was shown after each line."""

    table: Table
    pages: list[str]

    @property
    def shown(self) -> str:
        """Everything that was shown, as one line of words."""
        return " ".join("".join(self.pages).split())


Play = Callable[..., Session]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Type lines into a game against a sensible beginner; `^C` is the key."""

    def session(
        *typed: str, game: str = "embers", people: int = 1, players: int = 2, language: str = "en", seed: int = 7
    ) -> Session:
        options = find_game(game).for_people({})
        table = Table.new(game, players, seed, options=options, interpreted=True)
        lines, out, pages = iter(typed), io.StringIO(), []

        def read(prompt: str) -> str:
            pages.append(out.getvalue() + prompt)
            out.seek(0)
            out.truncate()
            line = next(lines, None)
            if line is None:
                raise EOFError
            if line == "^C":
                raise KeyboardInterrupt
            return line

        seats: list[Player | None] = [None if s < people else Greedy(1, interpreted=True) for s in range(players)]
        TerminalGame(table, seats, language=language, file=tmp_path / "game.json", read=read, out=out).run()
        return Session(table, [*pages, out.getvalue()])

    return session
