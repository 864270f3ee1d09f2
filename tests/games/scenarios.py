"""Scenarios: positions, what is played, and what must follow, as data; one form for every game.

    [[scenario]]
    id = "X05"
    title = "Sword plus a plain card"
    rules = ["TT-P1a", "TT-K2"]                 # what it proves
    note = "6 + 10 = 16 beats 13."              # in words, for readers
    position = "phase=action turn=1 sides=[…] deck=[P1 E1]"     # docs/reference/positions.md; the game is the folder's
    steps = '''
    refused attack N10b+E3 -> 1                 # is rejected and changes nothing
    play attack S6+N10b -> 1                    # is accepted
    becomes phase=after_win attacks=1 sides.0.hand=[E3]         # exactly these fields have changed since the last
                                                #   position or `becomes`: beside them only chance, the count of
                                                #   decisions, and what the table remembers for people
    then sides.0.hand=[E3]                      # these fields are so
    legal pass ; attack E3 -> 2                 # all that may be played
    offers pass                                 # this may be played (and perhaps more)
    notes destroyed drew                        # the kinds of notes the last action left
    scores 12 9                                 # the points as they stand
    over end1 winners 0                         # how the game ended
    '''

Several moves of one line are parted by `;`. A line that begins with blanks goes on with the line above; what follows
`  # ` is a comment. After every action all invariants must hold.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firstfire import Table
from firstfire.errors import BadNotation, IllegalAction
from firstfire.kernel.observations.fields import TOLD
from firstfire.kernel.positions.notation import change_position
from firstfire.kernel.records.compare import diff
from firstfire.kernel.records.record import copy_of

HERE = Path(__file__).parent
BESIDE = (*TOLD, "rng", "ply")  # what `becomes` need not name


@dataclass(frozen=True)
class Scenario:
    """One worked case."""

    game: str
    id: str
    title: str
    rules: tuple[str, ...]
    position: str
    steps: str
    note: str = ""

    def run(self, *, interpreted: bool | None = None) -> None:
        """Set the position up, and carry out and compare every step."""
        table = Table.at(self.game, self.position, interpreted=interpreted)
        run = Run(table)
        for step in steps_of(self.steps):
            verb, _, rest = step.partition(" ")
            checks: dict[str, Callable[[str], None]] = {
                "play": run.play, "refused": run.refused, "becomes": run.becomes, "then": run.then, "legal": run.legal,
                "offers": run.offers, "notes": run.notes, "scores": run.scores, "over": run.over,
            }  # fmt: skip
            assert verb in checks, f"no such step: {step}"
            checks[verb](rest.strip())


def steps_of(script: str) -> Iterator[str]:
    """The steps of a script, each on one line and without comments."""
    lines: list[str] = []
    for line in script.strip("\n").splitlines():
        said = re.sub(r"(^|\s+)# .*", "", line).rstrip()
        if said.startswith(" ") and lines:
            lines[-1] += " " + said.strip()
        elif said.strip():
            lines.append(said.strip())
    yield from lines


@dataclass
class Run:
    """A scenario on its table."""

    table: Table
    before: Any = field(init=False)

    def __post_init__(self) -> None:
        self.before = copy_of(self.table.state)

    def play(self, moves: str) -> None:
        for move in parted(moves):
            self.table.play(move)
            broken = self.table.lean.engine.check(self.table.state, self.table.box)
            assert broken == 0, f"after {move}: {self.table.game.invariants[broken]}"

    def refused(self, moves: str) -> None:
        for move in parted(moves):
            before = bytes(self.table.state)
            try:
                self.table.play(move)
            except (IllegalAction, BadNotation):
                assert bytes(self.table.state) == before, f"{move} was refused and changed something"
            else:
                raise AssertionError(f"{move} was accepted")

    def becomes(self, fields: str) -> None:
        game, now = self.table.game, self.table.state
        wanted = change_position(game, self.before, fields, box=self.table.box, check=False)
        other = diff(wanted, now, ignore=(*BESIDE, *game.remembers))
        assert not other, f"(expected, found): {other}"
        self.before = copy_of(now)

    def then(self, fields: str) -> None:
        now = self.table.state
        other = diff(change_position(self.table.game, now, fields, box=self.table.box, check=False), now)
        assert not other, f"(expected, found): {other}"

    def legal(self, moves: str) -> None:
        wanted, found = set(parted(moves)), set(map(str, self.table.legal()))
        assert wanted == found, f"missing: {sorted(wanted - found)}; too many: {sorted(found - wanted)}"

    def offers(self, moves: str) -> None:
        missing = set(parted(moves)) - set(map(str, self.table.legal()))
        assert not missing, f"not legal: {sorted(missing)}"

    def notes(self, kinds: str) -> None:
        found = [self.table.game.notes.kind(note.kind).name for note in self.table.notes()[-1]]
        assert found == kinds.split(), f"found: {found}"

    def scores(self, points: str) -> None:
        assert self.table.scores() == [int(number) for number in points.split()], f"found: {self.table.scores()}"

    def over(self, how: str) -> None:
        ending, _, winners = how.partition(" winners")
        outcome = self.table.outcome()
        assert outcome is not None, "the game is not over"
        found = (outcome.ending, [str(seat) for seat in outcome.winners])
        assert found == (ending, winners.split()), f"found: {found}"
        assert self.table.legal() == []


def parted(moves: str) -> list[str]:
    """Moves parted by semicolons."""
    return [move.strip() for move in moves.split(";") if move.strip()]


def scenarios() -> list[Scenario]:
    """All scenarios of all games."""
    return [
        Scenario(file.parent.name, **{**entry, "rules": tuple(entry["rules"])})
        for file in sorted(HERE.glob("*/scenarios.toml"))
        for entry in tomllib.loads(file.read_text(encoding="utf-8"))["scenario"]
    ]
