"""Checkers of secrets: what viewers are told, and what is dealt in the place of what they cannot know.

`notes_keep_secrets` plays one action in two worlds that a viewer cannot tell apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
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
from ..rules.notes import NOBODY
from ..viewer.sentences import LogNote, notes_of
from .playing import Options, strict_first, walk

ACTIONS = 3  # tried in a position, those of the blocks tried least
SET_UPS, DRAWS = 5, 40  # set-ups looked at, and single draws changed in each


@strict_first
def notes_keep_secrets(
    game: Game,
    seats: int,
    seed: int,
    build: Callable[[Any, int, str], Any],
    *,
    options: Options | None = None,
    every: int = 7,
    limit: int | None = None,
    set_ups: int = SET_UPS,
) -> list[str]:
    """An action played in two worlds that a viewer cannot tell apart, before and after, tells it the same in both:
    the same notes and the same choices, and what `build(state, viewer, language)` makes (in every `every`-th
    position). The same goes for two set-ups that differ in one draw: `set_ups` of them are looked at. Looks at `limit`
    positions at most."""
    engine, box = engine_for(game), game.standard_box
    if problems := _set_ups_told(game, seats, range(seed, seed + set_ups), options):
        return problems
    tried: Counter[str] = Counter()
    chance = Random(seed)
    for ply, (s, legal, _) in enumerate(islice(walk(game, seats, seed, options=options), limit)):
        actions = _least_tried(game, legal, tried, chance)
        for viewer in range(NOBODY, seats):
            other = _another_world(engine, s, box, viewer, seed + ply)
            for action in set(actions).intersection(engine.legal(other, box)):
                here, there = copy_of(s), copy_of(other)
                engine.step(here, box, action)
                engine.step(there, box, action)
                if found := _told_apart(engine, here, there, viewer, build if ply % every == 0 else None):
                    return [f"seed {seed}, ply {ply}, {game.actions.text(action)}: viewer {viewer} {found}"]
    return []


def _least_tried(game: Game, legal: Sequence[int], tried: Counter[str], chance: Random) -> list[int]:
    """One action of each of the blocks that were tried least."""
    blocks: dict[str, list[int]] = {}
    for action in legal:
        blocks.setdefault(game.actions.find(action)[0].name, []).append(action)
    names = sorted(blocks, key=lambda name: tried[name])[:ACTIONS]
    tried.update(names)
    return [chance.choice(blocks[name]) for name in names]


def _another_world(engine: Engine, s: Any, box: Any, viewer: int, seed: int) -> Any:
    """A state that the viewer cannot tell from this one, with the same chance to come."""
    other = copy_of(s)
    engine.see(other, box, viewer)
    engine.imagine(other, box, viewer, seed, 17)
    for i in range(len(s.rng)):
        other.rng[i] = s.rng[i]
    return other


def _told_apart(
    engine: Engine, here: Any, there: Any, viewer: int, build: Callable[[Any, int, str], Any] | None
) -> str:
    """What a viewer is told in one of two worlds only, though its view of them is the same; nothing where it is not."""
    game, box = engine.game, engine.game.standard_box
    if diff(_seen(engine, here, viewer), _seen(engine, there, viewer), ignore=("rng", *TOLD)):
        return ""
    if found := notes_differ(game, here, there, viewer):
        return found
    if viewer == here.player and engine.legal(here, box) != engine.legal(there, box):
        return "may play other actions in two worlds it cannot tell apart"
    if build is not None and (shown := differences(build(here, viewer, "en"), build(there, viewer, "en"))):
        return f"is shown what its view hides: {shown[0]}"
    return ""


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


def _seen(engine: Engine, s: Any, viewer: int) -> Any:
    view = copy_of(s)
    engine.see(view, engine.game.standard_box, viewer)
    return view


def _set_ups_told(game: Game, seats: int, seeds: range, options: Options | None) -> list[str]:
    """The notes of set-ups that differ in one draw, for viewers who see the same table."""
    engine = engine_for(game, interpreted=True)
    chance = Random(seeds.start)
    for number in seeds:
        here, draws = _set_up(engine, seats, number, -1, options)
        for draw in chance.sample(range(draws), min(draws, DRAWS)):
            there, _ = _set_up(engine, seats, number, draw, options)
            for viewer in range(NOBODY, seats):
                if found := _told_apart(engine, here, there, viewer, None):
                    return [f"seed {number}, the set-up: viewer {viewer} {found}"]
    return []


def _set_up(engine: Engine, seats: int, seed: int, other: int, options: Options | None) -> tuple[Any, int]:
    """A set-up in which one draw comes out otherwise (-1: none does), and how many draws it makes."""
    draws, draw_word = 0, next_word

    def draw(s: Any) -> int:
        nonlocal draws
        draws += 1
        word: int = draw_word(s)
        return word ^ 0x80000000 if draws - 1 == other + SEEDING and other >= 0 else word

    game = engine.game
    s = engine.fresh(seats, options)
    Workshop("python", game.rules, replace={next_word: rule(draw)}).twin(begin)(s, game.standard_box, seats, seed, 0)
    return s, max(0, draws - SEEDING)


SEEDING = 15  # words that `seed_rng` throws away
