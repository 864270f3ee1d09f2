"""Tables of Honga for tests: given as text (docs/reference/positions.md), played, and looked at by the book's names."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from firstfire.games.honga import GAME
from firstfire.games.honga.actions import SPACE
from firstfire.games.honga.box import BARTER_NAMES, BONUS_NAMES, DISC_NAMES, FIELD_NAMES
from firstfire.games.honga.state import GREYS, Phase
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.records.compare import diff
from firstfire.kernel.records.record import copy_of

from .. import playing

ENGINE = engine_for(GAME, interpreted=True)
START = "players=3 seed=1 options={start=1}"  # seat 0 begins; its disc is G16
ACTING = "phase=act trays.0.disc=- top.north-west=G16 turn.disc=G16 turn.space=north-west"  # and lies there
SPACE_NAMES = dict(zip(("NW", "NE", "SE", "SW"), SPACE.values, strict=True))


def stacked(space: str, *discs: str) -> str:
    """These discs on a space, the last one on top."""
    under = [f"under.{upper}={lower}" for lower, upper in pairwise(discs)]
    return " ".join([f"top.{space}={discs[-1]}", *under])


def free_discs(players: int) -> list[str]:
    """The grey discs that nobody holds at the beginning."""
    held = playing.at("honga", START, f"players={players}", check=False).trays
    return [name for i, name in enumerate(DISC_NAMES[:GREYS]) if i not in {held[seat].disc for seat in range(players)}]


class Case:
    """A table with seat 0 to begin, changed as the texts say; it is sound."""

    def __init__(self, *texts: str) -> None:
        self.box = GAME.standard_box
        self.s: Any = playing.at("honga", START, *texts, check=False)
        self.sound()

    def put(self, text: str) -> Case:
        """Arrange the table anew."""
        playing.put(self.s, text)
        return self.sound()

    def sound(self) -> Case:
        """All invariants hold; remember the position for `changes`."""
        playing.assert_sound(self.s, self.box)
        self.before = copy_of(self.s)
        return self

    # ── playing ────────────────────────────────────────────────────────────────────────

    def play(self, *texts: str) -> Case:
        """Play actions by their notation; each must be legal, each position sound."""
        playing.play(self.s, *texts, box=self.box, sound=True)
        return self

    def lay(self, space: str, rotation: int) -> Case:
        return self.play(f"lay disc {SPACE_NAMES[space]} turned {rotation}")

    def legal(self) -> list[str]:
        return playing.listed(self.s, box=self.box)

    def blocks(self) -> set[str]:
        return {GAME.actions.find(action)[0].name for action in ENGINE.legal(self.s, self.box)}

    def notes(self) -> list[str]:
        """The kinds of notes the last action left."""
        return playing.kinds(self.s)

    # ── looking ────────────────────────────────────────────────────────────────────────

    def changes(self) -> dict[str, int]:
        """Every field that differs from the remembered position: its new value."""
        return {name: after for name, (_, after) in diff(self.before, self.s).items()}

    def goods(self, seat: int) -> tuple[int, ...]:
        return tuple(self.s.trays[seat].goods)

    def points(self) -> list[int]:
        return [self.s.trays[seat].points for seat in range(self.s.seats)]

    def hands(self) -> dict[str, int]:
        return {name: self.s.turn.hands[i] for i, name in enumerate(FIELD_NAMES) if self.s.turn.hands[i]}

    def herd_now(self) -> list[int]:
        return [self.s.herd[i] for i in range(self.s.herd_count)]

    def open_cards(self) -> list[str]:
        return [BARTER_NAMES[card] if card >= 0 else "-" for card in self.s.slots]

    def hand(self, seat: int) -> list[str]:
        tray = self.s.trays[seat]
        return [BONUS_NAMES[kind] for kind in range(10) for _ in range(tray.hand[kind])]

    def disc_of(self, seat: int) -> str:
        return str(DISC_NAMES[self.s.trays[seat].disc])

    def payments(self, start: str) -> set[tuple[int, ...]]:
        """Everything that can be paid after a first action: goods taken and herd spaces, every path
        followed to its end."""
        found: list[tuple[int, ...]] = []
        first = copy_of(self.s)
        bill_spaces = 0
        ENGINE.step(first, self.box, GAME.actions.number(start))
        stack = [(first, bill_spaces)]
        while stack:
            s, spaces = stack.pop()
            if s.phase == Phase.ACT:
                mine, now = self.s.trays[self.s.player], s.trays[self.s.player]
                found.append((*(mine.goods[i] - now.goods[i] for i in range(4)), spaces))
                continue
            for action in ENGINE.legal(s, self.box):
                after = copy_of(s)
                ENGINE.step(after, self.box, action)
                block, offset = GAME.actions.find(action)
                stack.append((after, offset if block.name == "give" else spaces))
        assert len(found) == len(set(found)), "two paths to one payment"
        return set(found)
