"""Checkers of `redact`, `resample` and `redeal`: what a seat may know, and what is dealt in the place of the rest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..engines.engine import Engine, engine_for
from ..game import Game
from ..observations.fields import values_of
from ..records.compare import diff
from ..records.record import copy_of, numbers_of
from ..rules.notes import NOBODY
from .playing import Options, another_world, seen, strict_first, walk

LEAST_DEALS, MOST_DEALS, PER_VALUE = 200, 2000, 30  # deals before one is missed; for each value that was dealt
OFTEN = 5  # deals of the rarest value: with a rarer one, another may only be rare as well
_PLACE = re.compile(r"\.\d+")


@strict_first
def knowledge_is_sound(game: Game, seats: int, seed: int, *, options: Options | None = None) -> list[str]:
    """redact ∘ resample = redact, for every viewer in every position of a random game. Spectators see a part of what
    each seat sees. A resampled state keeps the invariants and, for the player to act, the legal set. What no player
    knows can be dealt again and none of them notices it."""
    engine, box = engine_for(game), game.standard_box
    problems: list[str] = []
    for ply, (s, legal, _) in enumerate(walk(game, seats, seed, options=options)):
        problems += [f"seed {seed}, ply {ply}: {problem}" for problem in _noticed(engine, s, box, seed * 1000 + ply)]
        for viewer in range(NOBODY, seats):
            where = f"seed {seed}, ply {ply}, viewer {viewer}"
            view = seen(engine, s, viewer)
            again = seen(engine, view, viewer)
            if bytes(again) != bytes(view):
                problems.append(f"{where}: redacting twice is not redacting once: {diff(view, again, ignore=())}")
            engine.see(again, box, NOBODY)
            public = seen(engine, s, NOBODY)
            if bytes(again) != bytes(public):
                told = diff(again, public, ignore=())
                problems.append(f"{where}: a spectator's part of that view is not what spectators see: {told}")
            again = copy_of(view)
            engine.determinize(again, box, viewer, seed * 1000 + ply, 3)
            broken = engine.check(again, box)
            if broken:
                problems.append(f"{where}: resampled: {game.invariants.get(broken, broken)}")
            if viewer == s.player and engine.legal(again, box) != legal:
                problems.append(f"{where}: resampling changes the player's own legal actions")
            engine.see(again, box, viewer)
            if bytes(again) != bytes(view):
                problems.append(f"{where}: resampling changes what is known: {diff(view, again, ignore=())}")
            if len(problems) > 5:
                return problems
    return problems


def _noticed(engine: Engine, s: Any, box: Any, seed: int) -> Iterator[str]:
    """What is wrong after what no player knows was dealt anew."""
    other = copy_of(s)
    engine.deal_anew(other, box, seed, 4)
    if broken := engine.check(other, box):
        yield f"dealt anew: {engine.game.invariants.get(broken, broken)}"
    for viewer in range(NOBODY, s.seats):
        before, after = seen(engine, s, viewer), seen(engine, other, viewer)
        if bytes(before) != bytes(after):
            yield f"viewer {viewer} notices that something was dealt anew: {diff(before, after, ignore=())}"


@strict_first
def undo_tells_nothing(game: Game, seats: int, seed: int, *, options: Options | None = None) -> list[str]:
    """An action that may be taken back showed its player nothing: played on another deal that the
    player could not tell from this one, it leads to the same view."""
    engine, box = engine_for(game), game.standard_box
    for s, legal_now, action in walk(game, seats, seed, options=options):
        if not legal_now:
            break
        seat, here = s.player, copy_of(s)
        engine.step(here, box, action)
        if here.irreversible:
            continue
        there = another_world(engine, s, seat, seed + s.ply)
        engine.step(there, box, action)
        here, there = seen(engine, here, seat), seen(engine, there, seat)
        if bytes(here) != bytes(there):
            text = game.actions.text(action)
            return [f"seed {seed}, ply {s.ply}: {text} can be taken back but told something: {diff(here, there)}"]
    return []


@strict_first
def deals_are_complete(
    game: Game, seats: int, seed: int, *, options: Options | None = None, games: int = 3, looks: int = 3
) -> list[str]:
    """Whatever real play hides from a viewer is dealt to it by `resample`, sooner or later. A value that is missing
    from some hundred deals, while each value that was dealt came often, is never dealt."""
    engine, viewer = engine_for(game), NOBODY
    for number in range(seed, seed + games):
        states = [copy_of(s) for s, _, _ in walk(game, seats, number, options=options)]
        for s in states[:: -(-len(states) // looks)]:
            if found := _never_dealt(engine, s, viewer, number):
                return [f"seed {number}, ply {s.ply}, viewer {viewer}: {problem}" for problem in found]
            viewer = viewer + 1 if viewer + 1 < seats else NOBODY
    return []


def _never_dealt(engine: Engine, s: Any, viewer: int, seed: int) -> list[str]:
    view = seen(engine, s, viewer)
    missing = {secret: Counter[int]() for secret in _secrets(engine.game, s, view)}
    deals = 0
    while missing and deals < MOST_DEALS:
        deals += 1
        world = copy_of(view)
        engine.determinize(world, engine.game.standard_box, viewer, seed, deals)
        for secret, dealt in list(missing.items()):
            value = secret.read(world)
            if value == secret.true:
                del missing[secret]
            else:
                dealt[value] += 1
        if deals % LEAST_DEALS == 0 and all(_is_never_dealt(*entry, deals) for entry in missing.items()):
            break
    return [
        f"{secret.name} is {secret.true}, but resample never deals that: {_tally(dealt)} in {deals} deals"
        for secret, dealt in missing.items()
        if _is_never_dealt(secret, dealt, deals)
    ][:3]


def _is_never_dealt(secret: _Secret, dealt: Counter[int], deals: int) -> bool:
    """Whether a value that never came is missing for sure. A member of a set may be dealt seldom, so it takes more."""
    wanted = MOST_DEALS if secret.bit >= 0 else max(LEAST_DEALS, PER_VALUE * len(dealt))
    return deals >= wanted and min(dealt.values()) >= OFTEN


def _tally(dealt: Counter[int]) -> str:
    told = [f"{value} {count} times" for value, count in dealt.most_common(4)]
    return ", ".join(told) + (f" and {len(dealt) - 4} others" if len(dealt) > 4 else "")


class _Secret(NamedTuple):
    """A number that a viewer cannot know, or one member of a set: where it is, and what it truly is."""

    name: str
    offset: int
    ctype: Any
    bit: int  # of a set; -1: the whole number
    true: int

    def read(self, s: Any) -> int:
        """What it is in a state."""
        value: int = self.ctype.from_buffer(s, self.offset).value
        return value if self.bit < 0 else value >> self.bit & 1


def _secrets(game: Game, s: Any, view: Any) -> Iterator[_Secret]:
    """What the view hides of a state."""
    known = values_of(game)
    for name, offset, ctype in numbers_of(game.state):
        field = _PLACE.sub("", name)
        if field not in known:
            continue  # of the header, or told by the last action
        true, seen = (ctype.from_buffer(record, offset).value for record in (s, view))
        if true == seen:
            continue
        if not known[field].is_set:
            yield _Secret(name, offset, ctype, -1, true)
            continue
        for bit in range(64):
            if true >> bit & ~(seen >> bit) & 1:
                yield _Secret(f"{name} (member {bit})", offset, ctype, bit, 1)
