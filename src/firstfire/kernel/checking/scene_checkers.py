"""Checkers of what people are shown beside the log: scenes, what they remember, reasons of refusals."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ...errors import BadWords
from ..engines.engine import engine_for
from ..game import Game
from ..presentation import memo
from ..presentation.why_not import NOT_NOW, Reason
from ..presentation.words import Words
from ..records.compare import differences
from ..rules.actions import Block
from ..rules.notes import NOBODY
from ..viewer.refusals import say_reason
from ..viewer.sentences import Names
from .playing import Options, another_world, seen, strict_first, walk


@strict_first
def scenes_keep_secrets(
    game: Game,
    seats: int,
    seed: int,
    build: Callable[[Any, int, str], Any],
    *,
    options: Options | None = None,
    every: int = 1,
) -> list[str]:
    """Two true states that differ only in what a viewer cannot know give it equal scenes.
    `build(state, viewer, language)` makes what the viewer gets from a true state. Looks at every `every`-th
    position, each viewer in turn."""
    engine = engine_for(game)
    for ply, (s, _, _) in enumerate(walk(game, seats, seed, options=options)):
        if ply % every:
            continue
        viewer = ply // every % (seats + 1) - 1
        other = another_world(engine, s, viewer, seed + ply)
        for i in range(4):
            other.rng[i] = s.rng[i] ^ 0x5A5A5A5A
        language = game.languages[ply // every % len(game.languages)]
        if found := differences(build(s, viewer, language), build(other, viewer, language)):
            return [f"seed {seed}, ply {ply}: viewer {viewer} could tell two deals apart: {found[0]}"]
    return []


@strict_first
def memo_is_sound(game: Game, seats: int, seed: int, *, options: Options | None = None, views: int = 30) -> list[str]:
    """What a scene remembers is what it would draw again: nothing depends on more than it is remembered by, and
    nobody changes what is shared. Looks at about `views` views, from the whole game."""
    engine, box = engine_for(game), game.standard_box
    looked: list[tuple[Any, int, Words, Names]] = []
    for ply, (s, _, _) in enumerate(walk(game, seats, seed, options=options)):
        viewer = ply % (seats + 1) - 1
        view = seen(engine, s, viewer)
        names = Names("ABCDEVWXYZ"[ply % 2 * 5 :][:seats], viewer if ply % 5 else NOBODY)
        looked.append((view, viewer, game.words(game.languages[ply % len(game.languages)]), names))
    looked = looked[:: len(looked) // views + 1]
    memo.forget()
    drawn = [game.presentation.scene(view, game, box, *rest).as_data() for view, *rest in looked]
    for (view, *rest), remembered in zip(looked, drawn, strict=True):
        memo.forget()
        fresh = game.presentation.scene(view, game, box, *rest).as_data()
        for part in fresh:
            if fresh[part] != remembered[part]:
                return [f"seed {seed}, ply {view.ply}: the {part} remembered are not those drawn anew"]
    return []


@strict_first
def reasons_are_whole(
    game: Game, seats: int, seed: int, *, options: Options | None = None, every: int = 7, tries: int = 400
) -> list[str]:
    """`why_not` is None exactly for legal actions, from what the player to act may know and changing nothing;
    where some action of a block is legal, the others of that block get a reason of their own; and every
    reason can be said in every language. In every `every`-th position: all of such blocks, and
    `tries` others."""
    assert game.presentation.why_not is not None
    engine, box = engine_for(game), game.standard_box
    chance = Random(seed)
    for ply, (s, legal, _) in enumerate(walk(game, seats, seed, options=options)):
        if ply % every or not legal:
            continue
        view = seen(engine, s, s.player)
        before, allowed = bytes(view), set(legal)
        asked = {game.actions.find(action)[0] for action in legal}
        for action in _some_actions(game, asked, chance, tries):
            block, where = game.actions.find(action)[0], f"seed {seed}, ply {ply}: {game.actions.text(action)}"
            reason = game.presentation.why_not(view, box, action)
            if (reason is None) != (action in allowed):
                return [f"{where} is {'' if action in allowed else 'not '}legal, but why_not says {reason}"]
            if reason == NOT_NOW and block in asked:
                return [f"{where}: others of its kind are legal, so it needs a reason of its own"]
            if reason is not None and (unsaid := _unsaid(game, reason, view, box)):
                return [f"{where}: {unsaid}"]
        if bytes(view) != before:
            return [f"seed {seed}, ply {ply}: why_not changed the record"]
    return []


def _some_actions(game: Game, asked: set[Block], chance: Random, tries: int) -> set[int]:
    """All actions of the blocks asked about (some of a large one), and others, each once."""
    actions = {chance.randrange(len(game.actions)) for _ in range(tries)}
    for block in asked:
        first = game.actions.first(block.name)
        if block.size <= 4 * tries:
            actions.update(range(first, first + block.size))
        else:
            actions.update(first + chance.randrange(block.size) for _ in range(4 * tries))
    return actions


def _unsaid(game: Game, reason: Reason, view: Any, box: Any) -> str:
    """What is wrong with the rule of a reason, or with its sentence in some language, for the player and for others."""
    book = game.book("en", box)
    if reason.rule and book is not None and book.rule(reason.rule) is None:
        return f"{reason} names a rule that the book does not tell"
    called = "ABCDEF"[: view.seats]
    for language in game.languages:
        for reader in (view.player, NOBODY):
            try:
                said = say_reason(game, reason, view, box, game.words(language), Names(called, reader))
            except (BadWords, LookupError) as error:
                return f"{reason} cannot be said in {language}: {error!r}"
            if not said.strip() or any(mark in said for mark in "{}|"):
                return f"{reason} in {language}: {said!r}"
    return ""
