"""Memoised parts of scenes: what is shown again and again is made once and then shared (memoisation, interning).

Drawing is most of a server's work, and most of what is drawn did not change: looks, zones, printed
cards with their tips, the board of a clan that did nothing. A game adopts this in three steps.

1.  Put what depends on few things into functions of just these things, and mark them `@memoised`.
    Arguments must be hashable: numbers, texts, tuples, `Words`, and records made `frozen`.

        @memoised
        def card_piece(box: Box, words: Words, card: int, zone: str, slot: int) -> Piece: ...

2.  Begin the scene with `box = frozen(box)`. Equal records give one and the same frozen record, so
    an owner's own box has its own parts, and all tables with the same box share theirs. A part of
    the state can be frozen too: `clan_pieces(box, words, frozen(view.clans[player]), player)` draws a
    clan anew only when something in it has changed, and for all viewers at once.

3.  Return what is complete (a tuple rather than a list) and never change it afterwards. `piece`, `zone`
    and `counter` are memoised ways to make one of these from plain arguments.

Every part of a scene keeps its own JSON (`written`), so what is memoised is also written only once.
`scene_checkers.memo_is_sound` finds a function that depends on more than its arguments say, and anybody
who changes what is shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache, wraps
from typing import Any, ParamSpec, TypeVar, cast

from .scene import Counter, Drawn, Piece, Rect, Zone

P = ParamSpec("P")
T = TypeVar("T")

KEPT = 8192  # results a function remembers; the longest unused goes first
BUDGET = 48 << 20  # bytes (about) that all of them may take together; then the largest memory is emptied
PLACE = 700  # bytes of a place in a memory, with what it is remembered by, as seen in the memory of a process
PART = 1800  # bytes of a part of a scene, with its JSON
LOOK = 256  # results a function makes until all memories are weighed together
SAMPLE = 4  # of so many results one is weighed (of the first ones each)


class _Memory:
    """What one function remembers, and about how much that is."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._made = self._weighed = self._weight = 0  # results since it was empty; those weighed, and their bytes

        @wraps(function)
        def make(*arguments: Any, **named: Any) -> Any:
            made = function(*arguments, **named)
            self._made += 1
            if self._made < LOOK or not self._made % SAMPLE:
                self._weighed += 1
                self._weight += PLACE + weight_of(made)
            if not self._made % LOOK:
                _keep_within_budget()
            return made

        self.kept = lru_cache(maxsize=KEPT, typed=True)(make)

    @property
    def weight(self) -> int:
        """About how many bytes it takes: the longest unused are gone, the others weigh as usual."""
        return self._weight * self.kept.cache_info().currsize // max(1, self._weighed)

    def forget(self) -> None:
        self.kept.cache_clear()
        self._made = self._weighed = self._weight = 0


_memories: list[_Memory] = []


def memoised(function: Callable[P, T]) -> Callable[P, T]:
    """Remember what a function returned for the same arguments. What it returns is shared."""
    memory = _Memory(function)
    _memories.append(memory)
    return cast("Callable[P, T]", memory.kept)


def remembered() -> int:
    """How many results are remembered."""
    return sum(memory.kept.cache_info().currsize for memory in _memories)


def forget() -> None:
    """Empty every memory."""
    for memory in _memories:
        memory.forget()


def weight_of(made: Any) -> int:
    """About how many bytes something takes that is remembered. A part of a scene is weighed once, wherever it is
    remembered first; other memories hold the same one."""
    kind = type(made)
    if kind is str or kind is bytes:
        return 50 + len(made)
    if kind is tuple or kind is list:
        return 60 + 8 * len(made) + sum(map(weight_of, made))
    if not isinstance(made, Drawn):
        return 100
    if made._weighed:
        return 0
    object.__setattr__(made, "_weighed", True)
    return PART


def _keep_within_budget() -> None:
    while sum(memory.weight for memory in _memories) > BUDGET:
        max(_memories, key=lambda memory: memory.weight).forget()


def frozen(record: T) -> T:
    """The one unchanging copy of all records with these bytes: something to remember by."""
    kind = type(record)
    return record if kind in _frozen_kinds else cast("T", _frozen(kind, bytes(record)))  # type: ignore[call-overload]


@memoised
def _frozen(kind: Any, content: bytes) -> Any:
    return _frozen_kind(kind).from_buffer_copy(content)


@cache
def _frozen_kind(kind: Any) -> Any:
    """A record class that can be a key and refuses to change."""
    made = type(kind)(kind.__name__, (kind,), {"__hash__": object.__hash__, "__setattr__": _refuse})
    _frozen_kinds.add(made)
    return made


_frozen_kinds: set[Any] = set()


def _refuse(self: Any, name: str, value: object) -> None:
    raise AttributeError(f"{self!r} is frozen: {name} cannot be set")


# ───────────────────────────────────────────────────────── parts of a scene, from plain arguments


@memoised
def piece(
    id: str, zone: str, slot: int, look: str, face_up: bool = True, turned: int = 0, owner: int | None = None,
    count: int | None = None, *, label: str = "", badges: tuple[str, ...] = (), tip: str = "",
) -> Piece:  # fmt: skip
    """A shared piece."""
    return Piece(id, zone, slot, look, face_up, turned, owner, count, label, list(badges), tip)


@memoised
def zone(  # noqa: PLR0913 - what a zone has
    id: str, kind: str, box: Rect, tall: Rect | None = None, label: str = "", owner: int | None = None,
    capacity: int | None = None, columns: int | None = None, *, cells: tuple[tuple[float, float], ...] = (),
    links: tuple[tuple[int, int, str], ...] = (), art: str = "", tip: str = "", parent: str = "",
    signs: tuple[str, ...] = (),
) -> Zone:  # fmt: skip
    """A shared zone."""
    shown = (list(cells), list(links), art, tip, parent, list(signs))
    return Zone(id, kind, box, tall, label, owner, capacity, columns, *shown)


@memoised
def counter(id: str, label: str, value: int, seat: int | None = None, icon: str = "") -> Counter:
    """A shared counter."""
    return Counter(id, label, value, seat, icon)


# ───────────────────────────────────────────────────────────────────────────────── as JSON


def written(parts: Iterable[Drawn], write: Callable[[Any], bytes]) -> bytes:
    """Parts of a scene as a JSON list. Each keeps its own JSON, so a remembered one is written once."""
    return b"[" + b",".join([part._json or _write(part, write) for part in parts]) + b"]"


def _write(part: Drawn, write: Callable[[Any], bytes]) -> bytes:
    made = trimmed(write(part))
    object.__setattr__(part, "_json", made)
    return made


def trimmed(made: bytes) -> bytes:
    """A copy that takes no more memory than it needs: what a writer of JSON hands out may lie in its buffer of 4 KB."""
    return bytes(memoryview(made))
