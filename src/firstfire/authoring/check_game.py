"""`firstfire check GAME`: every checker, strict play first, in one report."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .. import tutorial
from ..errors import BadSetup, BrokenRule
from ..kernel.checking import (
    checkers,
    clearing,
    deal_checkers,
    knowledge_checkers,
    observation_checkers,
    playing,
    scene_checkers,
    secret_checkers,
    word_checkers,
)
from ..kernel.engines.engine import can_run_compiled, engine_for
from ..kernel.game import Game, box_hash
from ..kernel.positions.position import Position
from ..kernel.records.record import copy_of
from ..saves import Save
from ..table import Table

Check = tuple[str, Callable[[], list[str]]]
STOPPING = ("rules do nothing that would go wrong compiled", "every invariant holds in random games")
GAMES = 200  # random games with every invariant checked


def checks_of(game: Game, seats: int, options: dict[str, str]) -> Iterator[Check]:
    """The checks of one number of players and one choice of options, the quickest to help first."""
    named: dict[str, Any] = {"options": options}
    every = _every(game, seats, options)
    yield "rules do nothing that would go wrong compiled", partial(playing.strict_games, game, seats, **named)
    yield "every invariant holds in random games", partial(checkers.random_games, game, seats, GAMES, **named)
    yield (
        "what is legal is what is accepted",
        partial(checkers.legal_is_accepted, game, seats, 11, every=every, **named),
    )
    if can_run_compiled(game):
        yield "plain and compiled rules agree", partial(checkers.speeds_agree, game, seats, 12, limit=150, **named)
    yield "views and deals fit together", partial(knowledge_checkers.knowledge_is_sound, game, seats, 13, **named)
    yield (
        "observations keep their ranges and secrets",
        partial(observation_checkers.observations_are_sound, game, seats, 26, **named),
    )
    shown = partial(what_a_viewer_is_shown, game)
    yield (
        "observations tell apart what players can",
        partial(observation_checkers.observations_lose_nothing, game, seats, 28, shown, **named),
    )
    yield "scenes can be drawn and keep secrets", partial(_scenes, game, seats, max(1, every // 8), named)
    gets = partial(what_a_viewer_gets, game)
    yield (
        "notes tell nobody a secret",
        partial(secret_checkers.notes_keep_secrets, game, seats, 14, gets, every=every, **named),
    )
    yield "what is hidden is dealt", partial(knowledge_checkers.deals_are_complete, game, seats, 5, **named)
    yield "what is dealt is dealt evenly", partial(deal_checkers.deals_are_fair, game, seats, 5, **named)
    yield "what leaves a row is cleared", partial(clearing.rows_are_cleared, game, seats, 6, shown, **named)
    yield "a hidden row is hidden whole", partial(clearing.rows_are_hidden_whole, game, seats, 6, shown, **named)
    yield (
        "what can be taken back told nothing",
        partial(knowledge_checkers.undo_tells_nothing, game, seats, 20, **named),
    )
    yield "copies are independent", partial(checkers.copies_are_independent, game, seats, 15, **named)
    yield "positions as text come back", partial(checkers.positions_round_trip, game, seats, 25, **named)
    yield "what scenes remember is what they draw", partial(scene_checkers.memo_is_sound, game, seats, 23, **named)
    if game.presentation.why_not is not None:
        yield "every refused action has its reason", partial(_reasons, game, seats, every, named)
    if game.lists_in_order:
        yield "legal lists in order of number", partial(checkers.legal_is_listed_in_order, game, seats, 25, **named)
    if not options:
        yield "masks and lists agree", partial(checkers.mask_matches_list, game, seats, 16)


def _every(game: Game, seats: int, options: dict[str, str]) -> int:
    """In every how many positions what takes long is looked at: some twenty-five of a game, all of a short one."""
    try:
        plain = engine_for(game, interpreted=True)
        length = sum(1 for _ in playing.walk(game, seats, 11, options=options, engine=plain))
    except Exception:  # a broken rule is told by the first check
        return 1
    return max(1, length // 25)


def _scenes(game: Game, seats: int, every: int, named: dict[str, Any]) -> list[str]:
    try:
        return scene_checkers.scenes_keep_secrets(
            game, seats, 14, partial(what_a_viewer_gets, game), every=every, **named
        )
    except BrokenRule as error:
        return error.problems


def _reasons(game: Game, seats: int, every: int, named: dict[str, Any]) -> list[str]:
    """Several games where one is short."""
    for seed in range(24, 27 if every > 1 else 36):
        if found := scene_checkers.reasons_are_whole(game, seats, seed, every=every, tries=200, **named):
            return found
    return []


def words_of(game: Game) -> Iterator[Check]:
    """The checks of notation, words and rulebook."""
    yield "every action can be written and read", partial(checkers.notation_round_trips, game)
    yield "words are whole in all languages", partial(word_checkers.words_are_whole, game)
    yield "every sentence can be said", partial(word_checkers.sentences_are_whole, game)
    yield "the rulebook is sound", partial(word_checkers.book_is_sound, game)
    yield "refusals name rules of the book", partial(word_checkers.refusals_cite_the_book, game)
    yield "the tutorial can be played", partial(tutorial.problems, game)
    yield "every field of the record can be written", partial(checkers.fields_are_declared, game)


def table_at(game: Game, state: Any) -> Table:
    """A table that stands at a state."""
    position = Position(game, engine=engine_for(game), s=copy_of(state))
    return Table(position, Save(game.name, game.rules_version, state.seats, 0, {}, box_hash(game.standard_box)))


def what_a_viewer_is_shown(game: Game, state: Any, viewer: int, language: str) -> object:
    """The scene with its choices, for one viewer."""
    return table_at(game, state).view(viewer).scene(language).as_data()


def what_a_viewer_gets(game: Game, state: Any, viewer: int, language: str) -> object:
    """Scene, choices and log lines for one viewer, made from a true state as a table makes them."""
    view = table_at(game, state).view(viewer)
    scene = view.scene(language)
    if problems := scene.problems():
        raise BrokenRule([f"the scene of {game.name} cannot be drawn: {problem}" for problem in problems])
    return scene.as_data(), view.log(language), bytes(view.state)


def cases_of(game: Game, *, quick: bool = False) -> list[tuple[int, dict[str, str]]]:
    """Every number of players, and every option value once; quick: the fewest who play together."""
    if quick:
        return [(min(game.seats, key=lambda count: (count == 1, count)), {})]
    cases: list[tuple[int, dict[str, str]]] = [(seats, {}) for seats in game.seats]
    for option in game.options:
        for value in option.values[1:]:
            chosen = {option.name: value}
            cases += [(seats, chosen) for seats in sorted(game.seats) if _goes(game, seats, chosen)][:1]
    return cases


def _goes(game: Game, seats: int, options: dict[str, str]) -> bool:
    try:
        game.check_seats(seats, options)
    except BadSetup:
        return False
    return True


def problems_of(game: Game, seats: int, options: dict[str, str] | None = None) -> Iterator[str]:
    """Everything the checkers find, as sentences."""
    for _, check in (*words_of(game), *checks_of(game, seats, options or {})):
        yield from check()


def _found(check: Callable[[], list[str]]) -> list[str]:
    """What a check found; where the game's own code breaks off, that is what it found."""
    try:
        return check()
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return [f"{type(error).__name__}: {error} ({Path(where.filename).name}, line {where.lineno}: {where.line})"]


def report(game: Game, *, quick: bool = False, say: Callable[[str], None] = print) -> int:
    """Run every check and say how it went; how many found something."""
    wrong = 0
    sections: list[tuple[str, Iterator[Check]]] = []
    for seats, options in cases_of(game, quick=quick):
        title = f"{seats} players" + "".join(f", {name}={value}" for name, value in options.items())
        sections.append((title, checks_of(game, seats, options)))
    sections.append(("words and rulebook", words_of(game)))
    say(f"{game.key}: {len(game.actions)} actions, {len(game.phases)} phases")
    for title, checks in sections:
        say(title)
        for what, check in checks:
            found = _found(check)
            wrong += bool(found)
            say(f"  {'WRONG' if found else 'ok   '} {what}")
            for problem in found:
                say(f"        {problem}")
            if found and what in STOPPING:
                say("        (the other checks of these players wait until this is mended)")
                break
    say(
        "nothing wrong was found"
        if not wrong
        else f"{wrong} {'check' if wrong == 1 else 'checks'} found something wrong"
    )
    return wrong
