"""Checkers of the log: no note tells what a view hides, and no view shows what a note hides.

They look at pairs of worlds that a viewer could not tell apart before one action (the same one in both, or two choices
of somebody else), and compare what the viewer is told after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, count, islice
from random import Random
from typing import Any, NamedTuple

from ..compiling.specialise import Workshop
from ..engines.engine import Engine, engine_for
from ..game import Game
from ..observations.fields import TOLD
from ..records.compare import diff, differences
from ..records.record import copy_of
from ..records.rng import next_word
from ..rule import rule
from ..rules.drive import begin
from ..rules.notes import EVERYONE, NOBODY
from ..viewer.sentences import LogNote, notes_of
from .playing import Options, another_world, strict_first, walk

POSITIONS, ACTIONS = 150, 3  # looked at, of so many games as it takes; tried in each, of the blocks tried least
SET_UPS, DRAWS, PLAYED_ON = 5, 25, 4  # set-ups looked at, times that a draw is changed in each, actions after that
SURE = 3  # times that a view shows the secret of a note, and never hides it
SEEDING = 15  # words that `seed_rng` throws away
_Position = tuple[str, Any, list[int]]  # where, the state, what is legal
Build = Callable[[Any, int, str], Any]


class _Pair(NamedTuple):
    """Two worlds after an action, and the viewers who could not tell them apart before."""

    where: str
    here: Any
    there: Any
    viewers: Sequence[int]
    two_choices: bool = False  # two actions have led to them
    is_built: bool = False  # what is shown is compared as well


@strict_first
def notes_keep_secrets(
    game: Game,
    seats: int,
    seed: int,
    build: Build,
    *,
    options: Options | None = None,
    every: int = 7,
    limit: int = POSITIONS,
    set_ups: int = SET_UPS,
) -> list[str]:
    """A viewer who cannot tell two worlds apart, before and after an action, is told the same in both. That is the
    notes, the choices, whether the action may be taken back, and in every `every`-th position what
    `build(state, viewer, language)` makes. The views of others do not show what a secret note tells one seat. The
    worlds are other deals, other choices of one player, and `set_ups` that differ in one draw, played on. Looks at
    `limit` positions, of several games where one is short."""
    engine = engine_for(game)
    shown = _Shown()
    games = (_game(game, seats, number, options) for number in count(seed))
    pairs = chain(
        _set_ups(engine, seats, range(seed, seed + set_ups), options),
        _positions(engine, islice(chain.from_iterable(games), limit), seed, every),
    )
    for pair in pairs:
        for viewer in pair.viewers:
            if found := _told_apart(engine, pair, viewer, build, shown):
                return [f"{pair.where}: viewer {viewer} {found}"]
    return shown.problems(game)


def _game(game: Game, seats: int, seed: int, options: Options | None) -> Iterator[_Position]:
    for s, legal, _ in walk(game, seats, seed, options=options):
        yield f"seed {seed}, ply {s.ply}", s, legal


def _positions(engine: Engine, played: Iterable[_Position], seed: int, every: int) -> Iterator[_Pair]:
    """For positions of a game: the same action in another deal, and two choices of the player to act."""
    game, box, chance = engine.game, engine.game.standard_box, Random(seed)
    tried: Counter[str] = Counter()
    for number, (where, s, legal) in enumerate(played):
        worlds = [
            (viewer, _with_chance_of(s, another_world(engine, s, viewer, seed + number))) for viewer in viewers_of(s)
        ]
        for action, choice in _least_tried(game, legal, tried, chance):
            here, told = _after(engine, s, action), f"{where}, {game.actions.text(action)}"
            for viewer, world in worlds:
                if action in engine.legal(world, box):
                    there = _after(engine, world, action)
                    yield _Pair(told, here, there, [viewer], is_built=number % every == 0)
            if choice != action:
                others = [viewer for viewer in viewers_of(s) if viewer != s.player]
                told = f"{told} or {game.actions.text(choice)}"
                yield _Pair(told, here, _after(engine, s, choice), others, two_choices=True)


def viewers_of(s: Any) -> range:
    """A spectator and every seat."""
    return range(NOBODY, s.seats)


def _with_chance_of(s: Any, other: Any) -> Any:
    for i in range(len(s.rng)):
        other.rng[i] = s.rng[i]
    return other


def _after(engine: Engine, s: Any, action: int) -> Any:
    after = copy_of(s)
    engine.step(after, engine.game.standard_box, action)
    return after


def _least_tried(game: Game, legal: Sequence[int], tried: Counter[str], chance: Random) -> Iterator[tuple[int, int]]:
    """Two actions (the same one twice where there is only one) of each of the blocks that were tried least."""
    blocks: dict[str, list[int]] = {}
    for action in legal:
        blocks.setdefault(game.actions.find(action)[0].name, []).append(action)
    names = sorted(blocks, key=lambda name: tried[name])[:ACTIONS]
    tried.update(names)
    for name in names:
        yield chance.choice(blocks[name]), chance.choice(blocks[name])


# ────────────────────────────────────────────────────────────── what a viewer is told


class _Shown:
    """Where views show what a secret note hides from the viewer. What is shown every time is no secret; what is shown
    once may be a card that the same action turned up."""

    def __init__(self) -> None:
        self.shown: dict[tuple[int, int, int], list[str]] = {}  # kind of note, its seat, viewer: fields
        self.hidden: set[tuple[int, int, int]] = set()

    def add(self, note: LogNote, viewer: int, field: str) -> None:
        """One note that is secret from a viewer: the field that shows it (none: it is hidden)."""
        key = (note.kind, note.sight, viewer)
        if field:
            self.shown.setdefault(key, []).append(field)
        else:
            self.hidden.add(key)

    def problems(self, game: Game) -> list[str]:
        """What is shown every time."""
        return [
            f"the note {game.notes.kind(kind).name!r} tells its c and d to seat {seat} alone, but the view of viewer "
            f"{viewer} always shows them: {fields[0]}"
            for (kind, seat, viewer), fields in self.shown.items()
            if (kind, seat, viewer) not in self.hidden and len(fields) >= SURE
        ]


def _told_apart(engine: Engine, pair: _Pair, viewer: int, build: Build, shown: _Shown) -> str:
    """What a viewer is told in one of two worlds only, though its view of them is the same; nothing where it is not."""
    game, here, there = engine.game, pair.here, pair.there
    one, other = position_seen(engine, here, viewer), position_seen(engine, there, viewer)
    field = _first_difference(one, other)
    notes = notes_differ(game, here, there, viewer)
    if not notes:
        for a, b in zip(notes_of(here), notes_of(there), strict=True):
            if a.sight not in (EVERYONE, viewer) and a != b:
                shown.add(a, viewer, field)
    if field or notes:
        return "" if field or (pair.two_choices and not _hides(game, here, there, viewer)) else notes
    if not pair.two_choices and bool(here.irreversible) != bool(there.irreversible):
        return "learns a secret from what may be taken back: it may in one of two worlds that look the same to it"
    if viewer == here.player and engine.legal(here, game.standard_box) != engine.legal(there, game.standard_box):
        return "may play other actions in two worlds it cannot tell apart"
    if pair.is_built and (differs := differences(build(here, viewer, "en"), build(there, viewer, "en"))):
        return f"is shown what its view hides: {differs[0]}"
    return ""


def position_seen(engine: Engine, s: Any, viewer: int) -> Any:
    """A viewer's view, without what the last action told."""
    untold = copy_of(s)
    for name in TOLD:
        if name != "notes":  # a view holds those that are counted
            setattr(untold, name, 0)
    engine.see(untold, engine.game.standard_box, viewer)
    return untold


def _first_difference(one: Any, other: Any) -> str:
    if bytes(one) == bytes(other):
        return ""
    return next((f"{name} is {a} and {b}" for name, (a, b) in diff(one, other, ignore=()).items()), "")


def _hides(game: Game, here: Any, there: Any, viewer: int) -> bool:
    """Whether the notes of two choices differ only in a c or a d that may be hidden: what all may know is in a or b."""
    words = game.words("en")
    one, other = ([note.seen_by(viewer) for note in notes_of(s)] for s in (here, there))
    if len(one) != len(other) or any(a[:5] != b[:5] for a, b in zip(one, other, strict=True)):
        return False
    return any(
        getattr(a, letter) != getattr(b, letter) and f"hidden.{domain.name}" in words
        for a, b in zip(one, other, strict=True)
        for letter, domain in game.notes.kind(a.kind).arguments().items()
    )


def notes_differ(game: Game, here: Any, there: Any, viewer: int) -> str:
    """The first note that tells a viewer of one state something else than of the other; empty if there is none."""
    one, other = ([note.seen_by(viewer) for note in notes_of(s)] for s in (here, there))
    if len(one) != len(other):
        return f"reads {len(one)} notes in one world and {len(other)} in another that looks the same"
    for a, b in zip(one, other, strict=True):
        for name in LogNote._fields:
            if getattr(a, name) != getattr(b, name):
                kind = game.notes.kind(a.kind).name
                return (
                    f"learns a secret from the note {kind!r}: its {name} is {getattr(a, name)}, and {getattr(b, name)} "
                    f"in a world whose view is the same (secret_note hides c and d, and a redacted field nothing else)"
                )
    return ""


# ────────────────────────────────────────────────────────────── set-ups


def _set_ups(engine: Engine, seats: int, seeds: range, options: Options | None) -> Iterator[_Pair]:
    """Set-ups that differ in one draw, and what follows them while the same is played in both."""
    set_up, chance = _set_up_by(engine.game, seats, options), Random(seeds.start)
    for seed in seeds:
        start, draws = set_up(seed, -1, 0)
        for _ in range(DRAWS if draws else 0):
            there, _ = set_up(seed, chance.randrange(draws), chance.getrandbits(32))
            where = f"seed {seed}, the set-up"
            yield from _played_on(engine, _Pair(where, copy_of(start), there, viewers_of(start)), chance)


def _played_on(engine: Engine, pair: _Pair, chance: Random) -> Iterator[_Pair]:
    """Two worlds after each of some actions that are legal in both, for those who have seen no difference yet."""
    box, text = engine.game.standard_box, engine.game.actions.text
    yield pair
    for _ in range(PLAYED_ON):
        viewers = [
            viewer
            for viewer in pair.viewers
            if not _first_difference(*(position_seen(engine, s, viewer) for s in (pair.here, pair.there)))
        ]
        legal = sorted(set(engine.legal(pair.here, box)).intersection(engine.legal(pair.there, box)))
        if not viewers or not legal:
            return
        action = chance.choice(legal)
        here, there = (_after(engine, s, action) for s in (pair.here, pair.there))
        pair = _Pair(f"{pair.where}, {text(action)}", here, there, viewers)
        yield pair


def _set_up_by(game: Game, seats: int, options: Options | None) -> Callable[[int, int, int], tuple[Any, int]]:
    """What sets up a table from a seed, with some bits of one draw turned (-1: of none), and counts the draws."""
    engine, draw_word = engine_for(game, interpreted=True), next_word
    draws, turned, bits = 0, -1, 0

    def draw(s: Any) -> int:
        nonlocal draws
        word: int = draw_word(s)
        draws += 1
        return word ^ bits if draws - 1 == turned else word

    begin_by = Workshop("python", game.rules, replace={next_word: rule(draw)}).twin(begin)

    def set_up(seed: int, number: int, turn: int) -> tuple[Any, int]:
        nonlocal draws, turned, bits
        draws, turned, bits = -SEEDING, number, turn
        s = engine.fresh(seats, options)
        begin_by(s, game.standard_box, seats, seed, 0)
        return s, draws

    return set_up
