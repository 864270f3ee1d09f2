"""Checkers: what must hold for the rules of every game, written once.

Each takes a game and plays it at random; each returns the problems it found as sentences
(an empty list is the good answer), so that tests, designers and `add a game` use the same.
The other files of this folder check what a seat may know, observes, is shown, is told and reads.
"""

from __future__ import annotations

from random import Random
from typing import Any

from ...errors import BadPosition
from ..compiling.specialise import Workshop
from ..engines.engine import Engine, engine_for
from ..game import Game
from ..positions.notation import read_position, undeclared_fields, untold, write_position
from ..records.bits import allow, allow_set, allows, new_mask
from ..records.compare import diff, from_dict, to_dict
from ..records.record import copy_of
from ..records.rng import seed_rng
from ..rule import rule
from ..rules import contract
from ..rules.drive import FOUND_BAD_SEAT, FOUND_DEAD_END, FOUND_ENDLESS, FOUND_LOST_NOTES, Dice
from ..rules.notes import NOBODY
from .observation_checkers import observed_by
from .playing import Options, strict_first, walk

FOUND = {
    FOUND_DEAD_END: "no legal action, though the game is not over",
    FOUND_ENDLESS: "the game is longer than its bound",
    FOUND_LOST_NOTES: "the buffer of notes is too small",
    FOUND_BAD_SEAT: "the player to act is no seat of this table",
}


@strict_first
def random_games(
    game: Game,
    seats: int,
    games: int,
    seed: int = 1,
    *,
    options: Options | None = None,
    engine: Engine | None = None,
    box: Any = None,
) -> list[str]:
    """Whole random games with every invariant checked after every action."""
    engine = engine or engine_for(game)
    finding = engine.row()
    fresh = engine.fresh(seats, options)
    engine.random_games_checked(
        game.state(), fresh, box or game.standard_box, engine.mask(), Dice(), games, seed, game.max_plies, finding
    )
    if finding[0] == 0:
        return []
    what = FOUND.get(finding[0]) or game.invariants.get(finding[0], f"invariant {finding[0]}")
    return [f"{game.name}, {seats} seats, {dict(options or {})}, seed {finding[1]}, ply {finding[2]}: {what}"]


@strict_first
def legal_is_accepted(
    game: Game, seats: int, seed: int, *, options: Options | None = None, every: int = 7
) -> list[str]:
    """Of *every* encodable action: accepted if and only if it is legal; a refused one leaves
    all bytes unchanged. Looked at in every `every`-th position of a game."""
    engine, box = engine_for(game), game.standard_box
    problems: list[str] = []
    mask = engine.mask()
    for ply, (s, legal, _) in enumerate(walk(game, seats, seed, options=options)):
        if ply % every:
            continue
        before = bytes(s)
        tried = copy_of(s)
        for action in range(-2, len(game.actions) + 66):
            accepted = bool(engine.try_step(tried, box, mask, action))
            if accepted != (action in legal):
                problems.append(f"seed {seed}, ply {ply}: action {action} {'accepted' if accepted else 'refused'}")
            if accepted:
                tried = copy_of(s)
            elif bytes(tried) != before:
                problems.append(f"seed {seed}, ply {ply}: refusing {action} changed the state")
                tried = copy_of(s)
    return problems


@strict_first
def speeds_agree(
    game: Game, seats: int, seed: int, *, options: Options | None = None, limit: int | None = None
) -> list[str]:
    """Interpreted and compiled rules give the same bytes, legal sets, scores and views."""
    slow, fast = engine_for(game, interpreted=True), engine_for(game, interpreted=False)
    box = game.standard_box
    a = slow.new(seats, seed, options=options)
    b = fast.new(seats, seed, options=options)
    chance = Random(seed)
    while True:
        if bytes(a) != bytes(b):
            return [f"seed {seed}, ply {a.ply}: interpreted and compiled differ: {diff(a, b, ignore=())}"]
        legal = slow.legal(a, box)
        if legal != fast.legal(b, box):
            return [f"seed {seed}, ply {a.ply}: the legal sets differ"]
        problems = _readings_agree(slow, fast, a, b, chance.randrange(-1, seats))
        if problems or a.over or (limit is not None and a.ply >= limit):
            return [f"seed {seed}, ply {a.ply}: {problem}" for problem in problems]
        action = chance.choice(legal)
        slow.step(a, box, action)
        fast.step(b, box, action)


def _readings_agree(slow: Engine, fast: Engine, a: Any, b: Any, viewer: int) -> list[str]:
    box = slow.game.standard_box
    problems = []
    for name in ("score", "rank"):
        found = []
        for engine, s in ((slow, a), (fast, b)):
            out = engine.row()
            getattr(engine, name)(s, box, out)
            found.append(list(out))
        if found[0] != found[1]:
            problems.append(f"{name} differs")
    seen, seen_fast = copy_of(a), copy_of(b)
    slow.see(seen, box, viewer)
    fast.see(seen_fast, box, viewer)
    if bytes(seen) != bytes(seen_fast):
        problems.append(f"the view of {viewer} differs: {diff(seen, seen_fast, ignore=())}")
    if viewer != NOBODY and observed_by(slow, a, viewer) != observed_by(fast, b, viewer):
        problems.append(f"the observation of {viewer} differs")
    slow.determinize(seen, box, viewer, a.ply, 5)
    fast.determinize(seen_fast, box, viewer, a.ply, 5)
    if bytes(seen) != bytes(seen_fast):
        problems.append(f"the resampled view of {viewer} differs: {diff(seen, seen_fast, ignore=())}")
    if slow.check(a, box) != fast.check(b, box):
        problems.append("check differs")
    return problems


@strict_first
def copies_are_independent(game: Game, seats: int, seed: int, *, options: Options | None = None) -> list[str]:
    """Playing on a copy leaves the original alone, and dict and back gives the same bytes."""
    engine, box = engine_for(game), game.standard_box
    problems = []
    for s, legal, _ in walk(game, seats, seed, options=options):
        before = bytes(s)
        if legal:
            engine.step(copy_of(s), box, legal[-1])
        if bytes(s) != before:
            problems.append(f"seed {seed}, ply {s.ply}: playing on a copy changed the original")
        if s.ply % 10 == 0 and bytes(from_dict(game.state, to_dict(s))) != before:
            problems.append(f"seed {seed}, ply {s.ply}: to_dict and from_dict do not give the state back")
    return problems


@strict_first
def positions_round_trip(
    game: Game, seats: int, seed: int, *, options: Options | None = None, every: int = 23
) -> list[str]:
    """A position as text gives the same bytes back (but for what the last action told), and plays on as it would."""
    engine, box = engine_for(game), game.standard_box
    for s, _, action in walk(game, seats, seed, options=options):
        if s.ply % every and not s.over:
            continue
        where, text = f"seed {seed}, ply {s.ply}", write_position(game, s)
        try:
            there = read_position(game, text)
        except BadPosition as error:
            return [f"{where}: its own text is refused: {error}"]
        here = untold(copy_of(s))
        if bytes(here) != bytes(there):
            return [f"{where}: the text gives another record: {diff(here, there, ignore=())}"]
        if action >= 0:
            engine.step(here, box, action)
            engine.step(there, box, action)
            if bytes(here) != bytes(there):
                return [f"{where}: the record from the text plays on in another way: {diff(here, there, ignore=())}"]
    return []


def notation_round_trips(game: Game) -> list[str]:
    """Every action has its own text, and the text gives the action back."""
    texts = [game.actions.text(number) for number in range(len(game.actions))]
    problems = (
        [f"{text!r} stands for two actions" for text in {t for t in texts if texts.count(t) > 1}]
        if len(set(texts)) != len(texts)
        else []
    )
    problems += [f"{text!r} does not come back" for n, text in enumerate(texts) if game.actions.number(text) != n]
    return problems


def fields_are_declared(game: Game) -> list[str]:
    """Every field of the record says what it may hold (`Game.fields`): without it, a position as text takes any
    number there, and machine code may take that for the place of a row."""
    return [
        f"the field {path} of the record has no notation: say in Game(fields=…) "
        "what it may hold (kernel/observations/fields.py)"
        for path in undeclared_fields(game)
    ]


@strict_first
def legal_is_listed_in_order(game: Game, seats: int, seed: int, *, options: Options | None = None) -> list[str]:
    """The rules list the legal actions in order of number, each once (what `lists_in_order` claims)."""
    listed_: list[int] = []

    def hear(mask: Any, action: int) -> None:
        listed_.append(action)

    def hear_set(mask: Any, first: int, chosen: int) -> None:
        listed_.extend(first + bit for bit in range(63) if chosen >> bit & 1)

    listing = Workshop("python", game.rules, replace={allow: rule(hear), allow_set: rule(hear_set)}).twin(
        contract.legal
    )
    for s, legal_now, _ in walk(game, seats, seed, options=options):
        listed_.clear()
        if legal_now:
            listing(s, game.standard_box, None)
        if listed_ != legal_now:
            return [f"seed {seed}, ply {s.ply}: listed as {listed_}, in order {legal_now}"]
    return []


@strict_first
def mask_matches_list(game: Game, seats: int, seed: int) -> list[str]:
    """Count, n-th and list of the legal set say the same."""
    engine, box = engine_for(game), game.standard_box
    mask = new_mask(len(game.actions))
    dice = Dice()
    seed_rng(dice, seed, 0)
    problems = []
    for s, legal, _ in walk(game, seats, seed):
        if engine.legal_mask(s, box, mask) != len(legal) or [a for a in legal if not allows(mask, a)]:
            problems.append(f"seed {seed}, ply {s.ply}: mask and list differ")
        if legal and engine.random_action(s, box, mask, dice) not in legal:
            problems.append(f"seed {seed}, ply {s.ply}: a random action is not legal")
    return problems
