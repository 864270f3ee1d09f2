"""Pieces that lie in one place only: where one is named, it has left the place where it lay.

A game marks the fields in which its pieces lie (`pieces(one_of(CARD.values, below=("-",)))`): rows of names, sets, and
counts by name. Whoever changes a sound position then names only what matters, `slots.0=T05 trays.1.hand=[swap:2]`: what
had lain in slot 0 lies under the deck, which T05 and two other cards have left. In full:

- a piece that was named is taken from wherever else it lay: a pile closes up; elsewhere the piece that had to make way
  takes its place, and where none had to, a display is filled from the top of the pile;
- what is left over lies under the pile (the longest row in which such pieces lie).

Rows whose places have names (cells of a map) are neither: there a piece leaves nothing behind.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..observations.fields import Spelling, Values, get_number, numbers_in, piece_fields, set_number

if TYPE_CHECKING:
    from ..game import Game

_PLACE = re.compile(r"\.\d+")
DISPLAY = 8  # places of a row that can be a display; longer ones are piles


@dataclass
class PieceSlot:
    """One number of a record in which pieces lie."""

    path: str
    holder: Any
    key: Any
    values: Values

    @property
    def row(self) -> str:
        """The name of the row it is in."""
        return self.path.rpartition(".")[0]

    @property
    def is_entry(self) -> bool:
        """One piece, or none (and not a set or a count of them)."""
        return bool(self.values.names) and not self.values.is_set

    @property
    def is_display(self) -> bool:
        """One of a row of places without names."""
        return self.is_entry and isinstance(self.key, int) and not self.values.keys

    @property
    def value(self) -> int:
        """The number itself."""
        return int(get_number(self.holder, self.key))

    def put(self, value: int) -> None:
        """Change it."""
        set_number(self.holder, self.key, value)

    def pieces(self) -> list[int]:
        """The pieces here, by number, each as often as it is there."""
        if self.values.is_set:
            return [piece for piece in range(self.values.high.bit_length()) if self.value >> piece & 1]
        if self.is_entry:
            return [self.value] if self.value >= 0 else []
        return [self.key] * self.value

    def remove(self, piece: int) -> None:
        """Take a piece away from a set, a count or an entry."""
        self.put(self.value & ~(1 << piece) if self.values.is_set else -1 if self.is_entry else self.value - 1)


def exchange(game: Game, before: Any, made: Any, named: Collection[str]) -> None:
    """Put `made` in order after fields of `before` were named (by their dotted names, with places)."""
    if not any(_PLACE.sub("", name) in piece_fields(game) for name in named):
        return
    then = _families(game, before)
    for names, places in _families(game, made).items():
        was, now = _counted(then[names]), _counted(places)
        if was != now:
            fixed = {place.path for place in places if is_within(place.path, named)}
            lay = {piece: place.row for place in then[names] for piece in place.pieces()}
            _settle(places, fixed, now - was, [(piece, lay[piece]) for piece in (was - now).elements()])


def _settle(places: list[PieceSlot], fixed: set[str], surplus: Counter[int], homeless: list[tuple[int, str]]) -> None:
    """Take away what is there too often; lay down what is missing, each with the row where it lay."""
    free = [place for place in places if place.path not in fixed]
    rows = _piles(places)
    longest = max(rows, key=lambda name: len(rows[name]), default="")
    piles = {name: [place for place in row if place.path not in fixed] for name, row in rows.items()}
    main = piles.get(longest, [])
    for place in free:
        for piece in place.pieces():
            if surplus[piece] <= 0:
                continue
            surplus[piece] -= 1
            place.remove(piece)
            if not place.is_entry or place.row in piles:
                continue
            if homeless:
                place.put(homeless.pop(0)[0])
            elif place.is_display and (top := _top(main)) is not None:
                place.put(top.value)
                top.remove(top.value)
    for name, pile in piles.items():
        _close_up(pile, [piece for piece, row in homeless if name == (row if row in piles else longest)])


def _close_up(pile: list[PieceSlot], homeless: list[int]) -> None:
    """No gaps in a pile, and what has no place under it (as much as there is room for)."""
    kept = [place.value for place in pile if place.value >= 0]
    kept = homeless[: len(pile) - len(kept)] + kept
    for place, value in zip(pile, kept + [-1] * (len(pile) - len(kept)), strict=True):
        if place.value != value:
            place.put(value)


def _piles(places: list[PieceSlot]) -> dict[str, list[PieceSlot]]:
    """The long rows of single pieces whose places have no names; shorter ones are displays."""
    rows: dict[str, list[PieceSlot]] = {}
    for place in places:
        if place.is_display:
            rows.setdefault(place.row, []).append(place)
    return {name: row for name, row in rows.items() if len(row) > DISPLAY}


def _top(pile: list[PieceSlot]) -> PieceSlot | None:
    return next((place for place in reversed(pile) if place.value >= 0), None)


def _families(game: Game, s: Any) -> dict[tuple[str, ...], list[PieceSlot]]:
    """Where pieces lie, by the names of the pieces."""
    found: dict[tuple[str, ...], list[PieceSlot]] = {}
    for place in _places(game, s):
        found.setdefault(place.values.names or place.values.keys[-1], []).append(place)
    return found


def _places(game: Game, s: Any) -> Iterator[PieceSlot]:
    nobodys = tuple(
        f"{name}.{seat}."
        for name, values in game.fields.items()
        if isinstance(values, Values) and values.by_seat
        for seat in range(s.seats, len(getattr(s, name)))
    )  # there all is zero, and no piece
    holders = {name: spec.holds for name, spec in game.fields.items() if isinstance(spec, Spelling) and spec.holds}
    for path, holder, key, values in numbers_in(game, s, piece_fields(game)):
        if values.is_piece and not path.startswith(nobodys):
            yield PieceSlot(path, holder, key, values)
        elif isinstance(key, str) and (holds := holders.get(path.partition(".")[0])) and (names := holds(holder, key)):
            yield PieceSlot(path, holder, key, replace(values, names=names))


def _counted(places: list[PieceSlot]) -> Counter[int]:
    return Counter(piece for place in places for piece in place.pieces())


def is_within(path: str, named: Collection[str]) -> bool:
    """Whether a number, or something that holds it, was named."""
    while path:
        if path in named:
            return True
        path = path.rpartition(".")[0]
    return False
