"""Positions as text: a whole record in one line that people can read, edit and paste.

    totem@1 players=2 phase=action player=0 ply=9 sides=[{hand=[N12a S3] zone=[(H4) E6~ (N11a) -]} …] rng=0f3c…

It begins with the game and its rules version; then every field that differs from an empty table, as `name=value`.

    12 gather_wood - [N12a S3]     a number, a name, nothing there, a set
    [C4 C9 17:C2 C3]               a row: place after place; `17:` goes on at place 17, what is left out is blank
    [fish:2 water:1]               a row whose places have names
    {wood=3 tents=[1 2]}           the fields of a record; those left out of a row's record are blank

A person may write less: `trays.0.points=12` names one number inside; what follows from the rest (`derived` fields) is
worked out; `players=3 seed=7` begins from the table that this seed sets up, and the other fields change it: a card
that is named leaves where it lay (arranging.py), and `deck.top=[C4 C2]` are the topmost of a pile, the top first. Line
breaks, `;` and `# comments` are blanks. `options={start=2}` are rule options, `box=` the fingerprint of other
components, `rng` the generator (without it: that of seed 0). What the last action told (notes) is no part of it.

A position holds everybody's secrets: it is for the owner of a table and never reaches a seat. And it is a stranger's
text: every value is checked against its range, then the game's invariants, and all problems are named.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ...errors import BadPosition, BadSetup, BrokenRule
from ..engines.engine import engine_for
from ..game import Game, box_hash
from ..observations.fields import (
    BOUNDS,
    ELSEWHERE,
    TOLD,
    Spelling,
    Values,
    derived_fields,
    figure,
    get_number,
    layout_of,
    number,
    numbers_in,
    pairs_in,
    set_number,
    values_of,
)
from ..presentation.complaints import complaints
from ..records.record import copy_of, fields_of, is_record
from ..records.rng import seed_rng
from .arranging import exchange, is_within
from .notation_parser import Entries, Fields, parsed_items

LONGEST = 1 << 16  # letters
TOP = ".top"  # how the name of the upper end of a pile ends
HEAD = ("phase", "player", "over", "ending", "ply")  # written first
_PLACE = re.compile(r"\.\d+")


# ── writing ────────────────────────────────────────────────────────────────────────────


def write_position(game: Game, s: Any, box: Any = None) -> str:
    """The whole of a record as one line; `read_position` gives it back."""
    parts = [game.key, f"players={s.seats}"]
    chosen = [f"{option.name}={option.values[s.options[i]]}" for i, option in enumerate(game.options) if s.options[i]]
    parts += [f"options={{{' '.join(chosen)}}}"] if chosen else []
    if box is not None and bytes(box) != bytes(game.standard_box):
        parts.append(f"box={box_hash(box)}")
    body = [name for name in fields_of(game.state) if name not in (*TOLD, *HEAD, *ELSEWHERE)]
    follows = _follows(game, s, box)
    derived = {path for path, values in values_of(game).items() if values.derived}
    writer = _Writer(game, follows, frozenset(derived - follows))
    empty = empty_record(game, s.seats)
    for name in (*HEAD, *body):
        written = writer.value(getattr(s, name), getattr(empty, name), name, 0)
        if written is not None or name in ("phase", "player"):
            parts.append(f"{name}={written or values_of(game)[name].spell(getattr(s, name))}")
    parts.append(f"rng={''.join(f'{word:08x}' for word in s.rng)}")
    return " ".join(parts)


def _follows(game: Game, s: Any, box: Any) -> frozenset[str]:
    """The derived fields that are what they would be if they were left out."""
    if game.complete is None:
        return frozenset()
    made = copy_of(s)
    for (_, holder, key, values), (_, empty, _, _) in pairs_in(game, made, empty_record(game, s.seats)):
        if values.derived:
            set_number(holder, key, get_number(empty, key))
    try:
        _complete(game, made, game.standard_box if box is None else box, frozenset())
    except BadPosition:  # no sound position: nothing follows from it
        return frozenset()
    found: set[str] = set()
    strange: set[str] = set()
    for (place, one, key, values), (_, other, _, _) in pairs_in(game, made, s):
        if values.derived:
            (found if get_number(one, key) == get_number(other, key) else strange).add(_PLACE.sub("", place))
    return frozenset(found - strange)


class _Writer(NamedTuple):
    """Writes values, each beside the same of an empty table; None stands for what may be left out."""

    game: Game
    follows: frozenset[str]  # the derived fields that follow from the rest
    strange: frozenset[str]  # those that do not

    def value(self, value: Any, empty: Any, path: str, depth: int) -> str | None:
        if isinstance(value, ctypes.Structure):
            plain = bytes(value) == bytes(empty) and not self.is_strange(path)
            return None if plain else self.record(value, empty, path)
        if isinstance(value, ctypes.Array):
            return self.row(value, empty, path, depth)
        values = values_of(self.game)[path]
        if path in self.follows or (value == empty and path not in self.strange):
            return None
        return values.spell_set(value) if values.is_set else values.spell(value)

    def is_strange(self, path: str) -> bool:
        """Whether something inside a record must be written though it could follow from the rest."""
        return any(field.startswith(f"{path}.") for field in self.strange)

    def record(self, value: Any, empty: Any, path: str) -> str | None:
        spelling = self.game.fields.get(path)
        spelled = spelling.write(value) if isinstance(spelling, Spelling) else None
        if spelled is not None and not self.is_strange(path):
            return spelled
        fields = fields_of(type(value))
        written = ((n, self.value(getattr(value, n), getattr(empty, n), f"{path}.{n}", 0)) for n in fields)
        inner = [f"{name}={text}" for name, text in written if text is not None]
        return f"{{{' '.join(inner)}}}" if inner else None

    def row(self, row: Any, empty: Any, path: str, depth: int) -> str | None:
        keys = _keys(self.game, path, depth)
        parts: list[str] = []
        place = 0  # that the next entry would be for
        for i in range(len(row)):
            text = self.value(row[i], empty[i], path, depth + 1)
            if text is None:
                continue
            if i < len(keys) and not isinstance(self.game.fields[path], Spelling):
                parts.append(f"{keys[i]}:{text}")
                continue
            if i - place > 2:
                text = f"{keys[i] if i < len(keys) else i}:{text}"
            else:
                parts += [self.nothing(empty[gap], path) for gap in range(place, i)]
            parts.append(text)
            place = i + 1
        return f"[{' '.join(parts)}]" if parts else None

    def nothing(self, empty: Any, path: str) -> str:
        """How an entry of an empty row is written."""
        if isinstance(empty, ctypes.Structure):
            spelling = self.game.fields.get(path)
            return (spelling.write(empty) if isinstance(spelling, Spelling) else None) or "{}"
        values = values_of(self.game).get(path)
        if isinstance(empty, ctypes.Array) or values is None or values.is_set:
            return "[]"
        return values.spell(empty)


# ── reading ────────────────────────────────────────────────────────────────────────────


def read_position(game: Game, text: str, *, box: Any = None, check: bool = True, **changes: Any) -> Any:
    """The record a text describes, `changes` made to it by name (as numbers, texts, lists and tables).

    Every problem is named; with `check` the game's invariants must hold and somebody must have something to do."""
    items = dict(_parsed(game, text)) | changes
    reader = _Reader(game)
    box = _box_of(game, items.pop("box", None), box, reader.problems)
    is_set_up = "seed" in items
    made = _beginning(game, items, box, reader.problems)
    reader.put_all(made, items, arranging=is_set_up)
    _complain(game, reader.problems)
    _complete(game, made, box, frozenset(reader.given))
    if check:
        _complain(game, list(position_problems(game, made, box)))
    return made


def change_position(
    game: Game,
    base: Any,
    changes: str | Mapping[str, Any],
    *,
    box: Any = None,
    check: bool = True,
    arranging: bool = False,
) -> Any:
    """A copy of a position with named fields changed (and those that follow from them).

    `arranging`: pieces that are named leave where they lay (arranging.py), and what does not follow from the changes
    stays as it is, whether it followed from the rest before or not."""
    items = dict(parsed_items(changes)) if isinstance(changes, str) else dict(changes)
    box = game.standard_box if box is None else box
    made, reader = copy_of(base), _Reader(game)
    reader.put_all(made, items, arranging=arranging)
    _complain(game, reader.problems)
    stays = _unmoved(game, base, made, box) if arranging else frozenset()
    _complete(game, made, box, frozenset(reader.given), stays)
    if check:
        _complain(game, list(position_problems(game, made, box)))
    return made


def _unmoved(game: Game, base: Any, made: Any, box: Any) -> frozenset[str]:
    """The derived numbers that follow from the same before and after a change, and were not blanked by it."""
    if game.complete is None:
        return frozenset()
    before, after = copy_of(base), copy_of(made)
    try:
        game.complete(before, box)
        game.complete(after, box)
    except (ArithmeticError, LookupError, ValueError):
        return frozenset()
    return frozenset(
        path
        for (path, one, key, _), (_, other, _, _), (_, old, _, _), (_, new, _, _) in zip(
            *(numbers_in(game, s, derived_fields(game)) for s in (before, after, base, made)), strict=True
        )
        if (get_number(one, key), get_number(old, key)) == (get_number(other, key), get_number(new, key))
    )


def game_named(text: str) -> str:
    """The game and version a position begins with (`totem@1`); nothing if it begins with a field."""
    first = re.match(r"\s*([A-Za-z]\w*(?:@\w*)?)(?=[\s;]|$)", text)
    return first[1] if first else ""


def _parsed(game: Game, text: str) -> list[tuple[str, Any]]:
    """The named values of a text, without the game it begins with."""
    if not isinstance(text, str) or len(text) > LONGEST:
        raise complaints(BadPosition, "unreadable", [f"a position is a text of at most {LONGEST} letters"])
    named = game_named(text)
    if named and named not in (game.name, game.key):
        raise complaints(BadPosition, "other_position", [f"it begins with {_shown(named)}"], game=game.key)
    return parsed_items(text.strip()[len(named) :])


class _Reader:
    """Puts named values into a record; collects what is wrong and what was given."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.problems: list[str] = []
        self.given: set[str] = set()
        self.named: set[str] = set()  # what was given, and rows and records in which the rest is blank

    def put_all(self, made: Any, items: Mapping[str, Any], *, arranging: bool) -> None:
        """Put all named values; `arranging` pieces, tops of piles after everything else."""
        empty = empty_record(self.game, made.seats)
        tops = {path: value for path, value in items.items() if arranging and str(path).endswith(TOP)}
        for part in ({path: value for path, value in items.items() if path not in tops}, tops):
            before = copy_of(made)
            self.named = set()
            for path, value in part.items():
                for steps, entry in self.places_on_top(made, path, value) if part is tops else [(path, value)]:
                    self.put(made, empty, str(steps).split("."), entry, "", "", 0)
            if arranging and part and not self.problems:
                exchange(self.game, before, made, self.named)

    def places_on_top(self, made: Any, path: str, value: Any) -> Iterator[tuple[str, Any]]:
        """`deck.top=[A B]`: the places where the topmost pieces of a pile lie, the top first."""
        name = path.removesuffix(TOP)
        row: Any = made
        field = ""
        for step in name.split("."):
            keys = _keys(self.game, field, 0) if isinstance(row, ctypes.Array) else ()
            key: Any = keys.index(step) if step in keys else figure(step) if isinstance(row, ctypes.Array) else step
            field = field if isinstance(row, ctypes.Array) else f"{field}.{step}" if field else step
            try:
                row = get_number(row, key)
            except (AttributeError, IndexError, TypeError):
                row = None
        values = values_of(self.game).get(field)
        if not _is_pile(row, values) or not isinstance(value, (Entries, list)):
            self.problems.append(f"{path}: expected a pile and the names of its topmost, found {_shown(value)}")
            return
        count = sum(entry >= 0 for entry in row)
        for i, (at, entry) in enumerate(value if isinstance(value, Entries) else [(None, entry) for entry in value]):
            if at is not None:
                self.problems.append(
                    f"{path}.{at}: the topmost of a pile stand in order, the top first, without places"
                )
            yield f"{name}.{count - 1 - i}", entry

    def put(self, holder: Any, empty: Any, steps: Sequence[str], value: Any, path: str, shown: str, depth: int) -> None:
        """Walk to the named field and give it the value. `empty` is the same of an empty table; `path` names the
        field without places, `shown` with them."""
        step, rest = steps[0], steps[1:]
        where = f"{shown}.{step}" if shown else step
        if isinstance(holder, ctypes.Array):
            key: Any = self.place(holder, step, path, where, depth)
            if key is None:
                return
            depth, where = depth + 1, f"{shown}.{key}"
        else:
            known = [name for name in fields_of(type(holder)) if path or name not in (*TOLD, *ELSEWHERE)]
            if step not in known:
                self.problems.append(f"{where}: there is no such field; there are: {', '.join(known)}")
                return
            key, depth, path = step, 0, f"{path}.{step}" if path else step
        here = get_number(holder, key)
        if rest and isinstance(here, (ctypes.Array, ctypes.Structure)):
            self.put(here, get_number(empty, key), rest, value, path, where, depth)
        elif rest:
            self.problems.append(f"{where}: is a number and has no {'.'.join(rest)}")
        else:
            self.fill(holder, empty, key, value, path, where, depth)

    def place(self, row: Any, step: str, path: str, where: str, depth: int) -> int | None:
        keys = _keys(self.game, path, depth)
        found = keys.index(step) if step in keys else figure(step)
        if found is not None and 0 <= found < len(row):
            return found
        names = f", or {', '.join(keys[:8])}" if keys else ""
        self.problems.append(f"{where}: the row has places 0 to {len(row) - 1}{names}")
        return None

    def fill(self, holder: Any, empty: Any, key: Any, value: Any, path: str, where: str, depth: int) -> None:
        here = get_number(holder, key)
        if isinstance(here, ctypes.Array):
            self.row(here, get_number(empty, key), value, path, where, depth)
        elif isinstance(here, ctypes.Structure):
            self.record(here, get_number(empty, key), value, path, where)
        else:
            self.number(holder, key, value, path, where)

    def row(self, row: Any, empty: Any, value: Any, path: str, where: str, depth: int) -> None:
        if isinstance(value, Mapping):  # a program's way to change some places
            for name, entry in value.items():
                self.put(row, empty, [str(name)], entry, path, where, depth)
            return
        if not isinstance(value, (Entries, list, tuple)):
            self.problems.append(f"{where}: expected a row in brackets, found {_shown(value)}")
            return
        entries: Iterable[tuple[str | None, Any]] = value if isinstance(value, Entries) else [(None, v) for v in value]
        _copy(row, empty)
        self.named.add(where)
        place, seen = 0, set()
        for name, entry in entries:
            at = place if name is None else self.place(row, name, path, f"{where}.{name}", depth)
            if at is None:
                continue
            if at >= len(row):
                self.problems.append(f"{where}: {len(value)} entries, but there is room for {len(row)}")
                return
            if at in seen:
                self.problems.append(f"{where}.{at} is given twice")
            seen.add(at)
            self.fill(row, empty, at, entry, path, f"{where}.{at}", depth + 1)
            place = at + 1

    def record(self, here: Any, empty: Any, value: Any, path: str, where: str) -> None:
        spelling = self.game.fields.get(path)
        if isinstance(value, str) and isinstance(spelling, Spelling):
            _copy(here, empty)
            self.named.add(where)
            problem = spelling.read(value, here)
            if problem:
                self.problems.append(f"{where}: {problem}")
            return
        if not isinstance(value, (Fields, Mapping)):
            self.problems.append(f"{where}: expected fields in braces, found {_shown(value)}")
            return
        for name, entry in value.items() if isinstance(value, Mapping) else value:
            self.put(here, empty, str(name).split("."), entry, path, where, 0)

    def number(self, holder: Any, key: Any, value: Any, path: str, where: str) -> None:
        values = values_of(self.game)[path]
        found = self.members(value, values, where) if values.is_set else self.single(value, values, where)
        if found is None:
            return
        if not values.low <= found <= values.high:
            shown = found if not values.is_set else values.spell_set(found)
            self.problems.append(f"{where}: {shown} is not {values.expected()}")
            return
        self.given.add(where)
        self.named.add(where)
        set_number(holder, key, found)

    def single(self, value: Any, values: Values, where: str) -> int | None:
        found = values.read(value) if isinstance(value, str) else value
        if isinstance(found, int) and not isinstance(found, bool):
            return found
        self.problems.append(f"{where}: {_shown(value)} is not {values.expected()}")
        return None

    def members(self, value: Any, values: Values, where: str) -> int | None:
        """A set, given as a row of its members (or as its bits by a program)."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if not isinstance(value, (list, tuple)):
            self.problems.append(f"{where}: expected a set in brackets, found {_shown(value)}")
            return None
        found, count = 0, values.high.bit_length()
        for entry in value:
            key, member = entry if isinstance(value, Entries) else (None, entry)
            bit = values.read(member) if isinstance(member, str) else member
            if key is not None or not isinstance(bit, int) or not 0 <= bit < count:
                self.problems.append(f"{where}: {_shown(member)} is not {_of(values, count)}")
                return None
            if found >> bit & 1:
                self.problems.append(f"{where}: {_shown(member)} is given twice")
                return None
            found |= 1 << bit
        return found


def _is_pile(row: object, values: Values | None) -> bool:
    """Whether something is a row of numbers, none of its places with a name, in which a negative one is no piece."""
    is_numbers = isinstance(row, ctypes.Array) and row._type_ in BOUNDS
    return is_numbers and values is not None and values.blank < 0 and not values.keys


def _of(values: Values, count: int) -> str:
    return values.expected() if values.names else f"a whole number from 0 to {count - 1}"


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else "brackets" if isinstance(value, (Entries, Fields)) else repr(value)
    return repr(text[:40] + "…") if len(text) > 40 else repr(text) if isinstance(value, str) else text


# ── what a position begins with ────────────────────────────────────────────────────────


def _beginning(game: Game, items: dict[str, Any], box: Any, problems: list[str]) -> Any:
    """The record before the fields: the empty table, or the one a seed sets up. Takes its items away."""
    seats = _taken(items, "players", number(1, 6), min(game.seats), problems)
    seed = _taken(items, "seed", number(0, (1 << 64) - 1), None, problems)
    options = items.pop("options", {})
    options = dict(options) if isinstance(options, (Fields, Mapping)) else {"": options}
    rng = items.pop("rng", None)
    engine = engine_for(game, interpreted=True)
    try:
        game.check_seats(seats, options)
        if seed is None:
            made = copy_of(empty_record(game, seats))
            for i, chosen in enumerate(game.option_numbers(options)):
                made.options[i] = chosen
            seed_rng(made, 0, 0)
        else:
            made = engine.new(seats, seed, options=options, box=box)
    except BadSetup as error:
        problems.append(str(error))
        return game.state()
    if rng is not None:
        _read_rng(made, rng, problems)
    return untold(made)


def untold(s: Any) -> Any:
    """The bare position of a record: what the last action told is wiped away. Gives the same record back."""
    for name in TOLD:
        if name == "notes":
            ctypes.memset(ctypes.addressof(s.notes), 0, ctypes.sizeof(s.notes))
        else:
            setattr(s, name, 0)
    return s


def _taken(items: dict[str, Any], name: str, values: Values, default: Any, problems: list[str]) -> Any:
    if name not in items:
        return default
    value = items.pop(name)
    found = values.read(value) if isinstance(value, str) else value
    if type(found) is int and values.low <= found <= values.high:
        return found
    problems.append(f"{name}: {_shown(value)} is not {values.expected()}")
    return default


def _read_rng(made: Any, text: Any, problems: list[str]) -> None:
    if not isinstance(text, str) or not re.fullmatch(r"[0-9a-f]{32}", text):
        problems.append(f"rng: {_shown(text)} is not 32 digits from 0 to f")
        return
    for i in range(4):
        made.rng[i] = int(text[8 * i : 8 * i + 8], 16)


def _box_of(game: Game, fingerprint: Any, box: Any, problems: list[str]) -> Any:
    """The box a position is played with; a position of another one is refused."""
    box = game.standard_box if box is None else box
    here = box_hash(box)
    if fingerprint is not None and fingerprint != here:
        problems.append(f"box: made with other components ({_shown(fingerprint)}, here '{here}'): give that file")
    return box


@cache
def empty_record(game: Game, seats: int) -> Any:
    """A table with nothing on it: every number is the blank of its field. Nobody writes into it."""
    made = game.state()
    made.seats = seats
    for _, holder, key, values in numbers_in(game, made):
        set_number(holder, key, values.blank)
    for name, spec in game.fields.items():
        if isinstance(spec, Values) and spec.by_seat:
            row = getattr(made, name)
            for seat in range(seats, len(row)):
                ctypes.memset(ctypes.addressof(row[seat]), 0, ctypes.sizeof(row[seat]))
    return made


def _complete(game: Game, made: Any, box: Any, given: frozenset[str], stays: frozenset[str] = frozenset()) -> None:
    """Work out the derived numbers that were not given (and do not stay as they are)."""
    if game.complete is None:
        return
    full = copy_of(made)
    try:
        game.complete(full, box)
    except (ArithmeticError, LookupError, ValueError) as error:
        raise complaints(BadPosition, "bad_position", [f"it cannot be completed: {error}"], game=game.name) from None
    problems = []
    for (path, holder, key, values), (_, source, _, _) in pairs_in(game, made, full, derived_fields(game)):
        if path in stays:
            continue
        if not is_within(path, given):
            set_number(holder, key, get_number(source, key))
        elif values.exact and get_number(holder, key) != get_number(source, key):
            problems.append(f"{path}: {get_number(holder, key)} is given, but the rest gives {get_number(source, key)}")
    _complain(game, problems)


# ── judging ────────────────────────────────────────────────────────────────────────────


def position_problems(game: Game, s: Any, box: Any = None) -> Iterator[str]:
    """What is wrong with a record as a position: header, ranges of all fields, invariants, nothing to do."""
    box = game.standard_box if box is None else box
    found = [*_header_problems(game, s), *_range_problems(game, s)]
    yield from found or _rule_problems(game, s, box)


def _header_problems(game: Game, s: Any) -> Iterator[str]:
    if s.seats not in game.seats:
        yield f"players: {s.seats} is not one of {', '.join(map(str, game.seats))}"
    for i, option in enumerate(game.options):
        if not 0 <= s.options[i] < len(option.values):
            yield f"options.{i} ({option.name}): {s.options[i]} is not from 0 to {len(option.values) - 1}"


def _range_problems(game: Game, s: Any) -> Iterator[str]:
    for path, holder, key, values in numbers_in(game, s):
        value = get_number(holder, key)
        if not values.low <= value <= values.high:
            yield f"{path}: {value} is not {values.expected()}"
        elif values.is_seat and not values.is_set and value >= s.seats:
            yield f"{path}: {value} is no seat of this table: they are 0 to {s.seats - 1}"


def _rule_problems(game: Game, s: Any, box: Any) -> Iterator[str]:
    """The first invariant that does not hold, judged by rules that refuse to leave their rows."""
    engine = engine_for(game, strict=True)
    trial = copy_of(s)
    try:
        broken = engine.check(trial, box)
        if broken:
            yield game.invariants.get(broken, f"invariant {broken} does not hold")
            return
        legal = engine.legal(trial, box)
        if not legal and not s.over:
            yield "nobody can do anything here, and the game is not over"
        for action in {game.actions.find(number)[0]: number for number in legal}.values():  # one of each kind
            engine.step(copy_of(s), box, action)
    except BrokenRule as error:
        yield f"the rules cannot play it: {error}"


def _complain(game: Game, problems: list[str]) -> None:
    if problems:
        raise complaints(BadPosition, "bad_position", problems, game=game.name)


# ── the fields of a record ─────────────────────────────────────────────────────────────


def undeclared_fields(game: Game) -> list[str]:
    """The fields of a game's record for which it does not say what they may hold."""
    known = {*game.fields, *HEAD}
    return [path for path, ctype in layout_of(game.state) if not is_record(ctype) and path not in known]


def _keys(game: Game, path: str, depth: int) -> tuple[str, ...]:
    found = game.fields.get(path)
    return found.keys[depth] if found is not None and depth < len(found.keys) else ()


def _copy(target: Any, source: Any) -> None:
    ctypes.memmove(ctypes.addressof(target), ctypes.addressof(source), ctypes.sizeof(source))
