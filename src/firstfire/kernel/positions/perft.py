"""Perft: how many sequences of N actions there are from a named start.

A frozen count shows any change of the rules. Counts live in plain text files, one line
each: `players=2 seed=1 depth=3 count=1234` (options as `name=value` words too).
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...errors import BadPosition
from ..engines.engine import Engine, engine_for
from ..game import Game
from ..records.bits import words_for
from ..records.entry import STACK
from ..records.header import Header
from ..records.record import copy_of


@dataclass(frozen=True)
class PerftCase:
    """One line of a perft file. `plies` random decisions (dice = the seed) may come first."""

    players: int
    seed: int
    depth: int
    count: int | None = None
    plies: int = 0
    options: dict[str, str] = field(default_factory=dict)

    def line(self, count: int) -> str:
        """The line that freezes a count."""
        words = [f"players={self.players}", f"seed={self.seed}"]
        words += [f"plies={self.plies}"] if self.plies else []
        words += [f"{name}={value}" for name, value in self.options.items()]
        return " ".join([*words, f"depth={self.depth}", f"count={count}"])


def read_cases(path: Path) -> list[PerftCase]:
    """The cases of a perft file; `#` starts a comment."""
    cases, problems = [], []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise BadPosition(f"cannot read {path}", [str(error)]) from None
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if text:
            try:
                cases.append(parse_case(text))
            except KeyError as error:
                problems.append(f"line {number}: {error.args[0]}= is missing")
            except ValueError as error:
                problems.append(f"line {number}: {error}")
    if problems:
        raise BadPosition(f"{path.name} is not a perft file", problems)
    return cases


def parse_case(text: str) -> PerftCase:
    """One case from its line."""
    words = dict(word.split("=", 1) for word in text.split())
    known = ("players", "seed", "depth", "count", "plies")
    options = {name: value for name, value in words.items() if name not in known}
    count = int(words["count"]) if "count" in words else None
    plies = int(words.get("plies", 0))
    return PerftCase(int(words["players"]), int(words["seed"]), int(words["depth"]), count, plies, options)


class Perft:
    """Counts sequences of actions of one game."""

    def __init__(self, game: Game, engine: Engine | None = None, box: object = None) -> None:
        self.game = game
        self.engine = engine or engine_for(game)
        self.box = box or game.standard_box
        self._stack = (game.state * STACK)()
        self._masks = ((ctypes.c_int64 * words_for(len(game.actions))) * STACK)()

    def start(self, case: PerftCase) -> Any:
        """The position a case starts from."""
        from ..records.rng import seed_rng
        from ..rules.drive import Dice

        s = self.engine.new(case.players, case.seed, options=case.options, box=self.box)
        dice = Dice()
        seed_rng(dice, case.seed, 0)
        self.engine.playout(s, self.box, self.engine.mask(), dice, case.plies)
        return s

    def count(self, s: Header, depth: int) -> int:
        """How many sequences of `depth` actions start in a position."""
        if not 0 <= depth < STACK:
            raise BadPosition("no such depth", [f"{depth} is not from 0 to {STACK - 1}"])
        if depth == 0:
            return 1
        return self.engine.perft(s, self._stack, self.box, self._masks, depth)

    def divide(self, s: Header, depth: int) -> Iterator[tuple[str, int]]:
        """The count under each first action."""
        for action in self.engine.legal(s, self.box):
            after = copy_of(s)
            self.engine.step(after, self.box, action)
            yield self.game.actions.text(action), self.count(after, depth - 1)

    def mismatch(self, case: PerftCase) -> str:
        """'' when a case counts right; otherwise what was found, under each first action."""
        s = self.start(case)
        found = self.count(s, case.depth)
        if found == case.count:
            return ""
        divided = "".join(f"\n  {text}: {n}" for text, n in self.divide(s, case.depth))
        return f"{case.line(case.count or 0)}: counted {found}{divided}"
