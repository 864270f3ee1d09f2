"""Checkers: what must hold for every game, written once.

Each takes a game and plays it at random; each returns the problems it found as sentences
(an empty list is the good answer), so that tests, designers and `add a game` use the same.
All that play begin with `strict_games`: a mistake that compiled rules would pass over is
told first, with rule, line and field. It is done once for each game, seats and options.
What is written (words, sentences, rulebook) is checked in `word_checkers`, without playing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, wraps
from random import Random
from typing import Any, TypeVar, cast

from ...errors import BadPosition, BadWords, BrokenRule
from ..compiling.specialise import Workshop
from ..engines.engine import Engine, engine_for
from ..game import Game
from ..observations.fields import TOLD
from ..positions.notation import read_position, undeclared_fields, untold, write_position
from ..presentation import memo
from ..presentation.why_not import NOT_NOW, Reason
from ..presentation.words import Words
from ..records.bits import allow, allow_set, allows, new_mask
from ..records.compare import diff, differences, from_dict, to_dict
from ..records.record import copy_of
from ..records.rng import seed_rng
from ..rule import rule
from ..rules import contract
from ..rules.actions import Block
from ..rules.drive import FOUND_BAD_SEAT, FOUND_DEAD_END, FOUND_ENDLESS, FOUND_LOST_NOTES, Dice
from ..rules.notes import NOBODY
from ..viewer.refusals import say_reason
from ..viewer.sentences import Names

FOUND = {
    FOUND_DEAD_END: "no legal action, though the game is not over",
    FOUND_ENDLESS: "the game is longer than its bound",
    FOUND_LOST_NOTES: "the buffer of notes is too small",
    FOUND_BAD_SEAT: "the player to act is no seat of this table",
}
Options = Mapping[str, str]
_Checker = TypeVar("_Checker", bound=Callable[..., list[str]])
STRICT_GAMES, STRICT_DECISIONS = 3, 600  # how much is played strictly: so many games, not more decisions in all
STRICT_READINGS = 10  # decisions between two looks at views, points and likings


def strict_first(checker: _Checker) -> _Checker:
    """Let a checker begin with a few strict games, unless it is given an engine."""

    @wraps(checker)
    def checked(game: Game, seats: int, *args: Any, **named: Any) -> list[str]:
        found = strict_games(game, seats, options=named.get("options")) if named.get("engine") is None else []
        return found or checker(game, seats, *args, **named)

    return cast("_Checker", checked)


def strict_games(game: Game, seats: int, *, options: Options | None = None) -> list[str]:
    """A few random games under the strict engine: whatever would not compile or would misbehave compiled, in the
    rules and in all that reads a position (views, deals, points, likings)."""
    return list(_strict_games(game, seats, frozenset((options or {}).items())))


@cache
def _strict_games(game: Game, seats: int, options: frozenset[tuple[str, str]]) -> tuple[str, ...]:
    try:
        engine = engine_for(game, strict=True)
    except BrokenRule as error:
        return tuple(f"{game.name}: {problem}" for problem in error.problems)
    left, seed = STRICT_DECISIONS, 0
    while left > 0 and seed < STRICT_GAMES:
        seed += 1
        try:
            left -= _strict_game(engine, seats, seed, dict(options), left)
        except BrokenRule as error:
            return (f"{game.name}, {seats} seats, {dict(options)}, seed {seed}: {error}",)
    return ()


def _strict_game(engine: Engine, seats: int, seed: int, options: Options, most: int) -> int:
    """One random game under the strict engine, of `most` decisions at most; how many there were. Where something
    else is wrong it ends: that is for the checker to tell."""
    box, chance = engine.game.standard_box, Random(seed)
    s = engine.new(seats, seed, options=options)
    while s.ply < most and 0 <= s.player < seats:
        legal = engine.legal(s, box)
        if s.ply % STRICT_READINGS == 0 or s.over:
            _strict_readings(engine, s, legal, chance)
        if not legal:
            break
        engine.step(s, box, chance.choice(legal))
    return int(s.ply)


def _strict_readings(engine: Engine, s: Any, legal: list[int], chance: Random) -> None:
    box = engine.game.standard_box
    engine.check(s, box)
    engine.score(s, box, engine.row())
    engine.rank(s, box, engine.row())
    engine.value(s, box, engine.fractions())
    for action in chance.sample(legal, min(3, len(legal))):
        engine.prefer(s, box, action)
    view = copy_of(s)
    engine.observe_as(s, view, box, chance.randrange(s.seats), engine.observation())
    viewer = chance.randrange(NOBODY, s.seats)
    view = copy_of(s)
    engine.see(view, box, viewer)
    engine.imagine(view, box, viewer, chance.getrandbits(32), 5)


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


def walk(
    game: Game, seats: int, seed: int, *, options: Options | None = None, engine: Engine | None = None
) -> Iterator[tuple[Any, list[int], int]]:
    """One random game, step by step: the state before, the legal actions, the one that is played (-1 at the end)."""
    engine = engine or engine_for(game)
    box = game.standard_box
    s = engine.new(seats, seed, options=options)
    chance = Random(seed)
    while not s.over:
        legal = engine.legal(s, box)
        if not legal:
            break  # a dead end: `random_games` tells of it
        action = chance.choice(legal)
        yield s, legal, action
        engine.step(s, box, action)
    yield s, [], -1


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
    slow.imagine(seen, box, viewer, a.ply, 5)
    fast.imagine(seen_fast, box, viewer, a.ply, 5)
    if bytes(seen) != bytes(seen_fast):
        problems.append(f"the resampled view of {viewer} differs: {diff(seen, seen_fast, ignore=())}")
    if slow.check(a, box) != fast.check(b, box):
        problems.append("check differs")
    return problems


@strict_first
def knowledge_is_sound(game: Game, seats: int, seed: int, *, options: Options | None = None) -> list[str]:
    """redact ∘ resample = redact, for every viewer in every position of a random game; what spectators see is
    a part of what each seat sees; a resampled state keeps the invariants and, for the player to act, the legal set.
    What no player knows can be dealt anew without any of them noticing it."""
    engine, box = engine_for(game), game.standard_box
    problems: list[str] = []
    for ply, (s, legal, _) in enumerate(walk(game, seats, seed, options=options)):
        problems += [f"seed {seed}, ply {ply}: {problem}" for problem in _noticed(engine, s, box, seed * 1000 + ply)]
        for viewer in range(NOBODY, seats):
            where = f"seed {seed}, ply {ply}, viewer {viewer}"
            view = copy_of(s)
            engine.see(view, box, viewer)
            again = copy_of(view)
            engine.see(again, box, viewer)
            if bytes(again) != bytes(view):
                problems.append(f"{where}: redacting twice is not redacting once: {diff(view, again, ignore=())}")
            engine.see(again, box, NOBODY)
            public = copy_of(s)
            engine.see(public, box, NOBODY)
            if bytes(again) != bytes(public):
                told = diff(again, public, ignore=())
                problems.append(f"{where}: a spectator's part of that view is not what spectators see: {told}")
            again = copy_of(view)
            engine.imagine(again, box, viewer, seed * 1000 + ply, 3)
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
        before, after = copy_of(s), copy_of(other)
        engine.see(before, box, viewer)
        engine.see(after, box, viewer)
        if bytes(before) != bytes(after):
            yield f"viewer {viewer} notices that something was dealt anew: {diff(before, after, ignore=())}"


def observed_by(engine: Engine, s: Any, seat: int) -> bytes:
    """What a seat observes of a state, as bytes."""
    out = engine.observation()
    engine.observe_as(s, type(s)(), engine.game.standard_box, seat, out)
    return bytes(out)


def _features(game: Game, one: bytes, other: bytes) -> str:
    """The first features in which two observations differ, each with both values."""
    here, there = (memoryview(row).cast("h") for row in (one, other))
    told = []
    for feature in game.observation.features:
        a, b = ([row[place] for place in feature.places] for row in (here, there))
        if a != b:
            told.append(f"{feature.name} is {a} and {b}")
    return "; ".join(told)


@strict_first
def observations_are_sound(
    game: Game, seats: int, seed: int, *, options: Options | None = None, every: int = 1
) -> list[str]:
    """Every number of an observation is within its range; it tells nothing hidden: states that differ only in what
    the seat cannot know give the same bytes; and a redacted record gives those of the state itself."""
    engine, box = engine_for(game), game.standard_box
    for ply, (s, _, _) in enumerate(walk(game, seats, seed, options=options)):
        if ply % every and not s.over:
            continue
        for seat in range(seats):
            where = f"seed {seed}, ply {ply}, seat {seat}"
            before = bytes(s)
            told = observed_by(engine, s, seat)
            if bytes(s) != before:
                return [f"{where}: observing changes the state"]
            if problems := game.observation.problems(memoryview(told).cast("h")):
                return [f"{where}: {problem} (Game.observed, Game.fields)" for problem in problems[:5]]
            other = copy_of(s)
            engine.see(other, box, seat)
            out = engine.observation()
            engine.observe(other, box, seat, out)
            if bytes(out) != told:
                found = _features(game, told, bytes(out))
                return [f"{where}: the view of the seat is observed otherwise than the state: {found}"]
            engine.imagine(other, box, seat, seed + ply, 11)
            if found := _features(game, told, observed_by(engine, other, seat)):
                return [f"{where}: an observation tells two deals apart: {found}"]
    return []


@strict_first
def observations_lose_nothing(
    game: Game,
    seats: int,
    seed: int,
    build: Callable[[Any, int, str], Any],
    *,
    options: Options | None = None,
    branches: int = 6,
) -> list[str]:
    """Two positions of a random game, or one action beside it, that a player can tell apart give different
    observations: where they are the same, so are what is legal for the seat and what `build(state, viewer, language)`
    shows it. Looks at up to `branches` actions of each position."""
    engine, box = engine_for(game), game.standard_box
    known: dict[tuple[int, bytes], tuple[Any, Any, list[int]]] = {}
    chance = Random(seed)
    for ply, (s, legal, played) in enumerate(walk(game, seats, seed, options=options)):
        for action in {*chance.sample(legal, min(len(legal), branches)), played} - {-1}:
            after = copy_of(s)
            engine.step(after, box, action)
            for seat in range(seats):
                view = copy_of(after)
                engine.see(view, box, seat)
                choices = engine.legal(after, box) if seat == after.player else []
                told = (seat, observed_by(engine, after, seat))
                other, seen, others_choices = known.setdefault(told, (after, view, choices))
                differs = other is not after and diff(seen, view, ignore=("ply", *TOLD))
                where = f"seed {seed}, ply {ply}, action {action}, seat {seat}"
                if choices != others_choices:
                    return [f"{where}: the same observation, other legal actions: {differs}"]
                if differs and build(other, seat, "en") != build(after, seat, "en"):
                    return [f"{where}: the same observation, another table: {differs}"]
    return []


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
    engine, box = engine_for(game), game.standard_box
    for ply, (s, _, _) in enumerate(walk(game, seats, seed, options=options)):
        if ply % every:
            continue
        viewer = ply // every % (seats + 1) - 1
        other = copy_of(s)
        engine.see(other, box, viewer)
        engine.imagine(other, box, viewer, seed + ply, 9)
        for i in range(4):
            other.rng[i] = s.rng[i] ^ 0x5A5A5A5A
        language = game.languages[ply // every % len(game.languages)]
        if found := differences(build(s, viewer, language), build(other, viewer, language)):
            return [f"seed {seed}, ply {ply}: viewer {viewer} could tell two deals apart: {found[0]}"]
    return []


@strict_first
def memo_is_sound(game: Game, seats: int, seed: int, *, options: Options | None = None, views: int = 30) -> list[str]:
    """What a scene remembers is what it would draw anew: nothing depends on more than it is
    remembered by, and nobody changes what is shared. Looks at about so many `views`, from the whole game."""
    engine, box = engine_for(game), game.standard_box
    seen: list[tuple[Any, int, Words, Names]] = []
    for ply, (s, _, _) in enumerate(walk(game, seats, seed, options=options)):
        viewer = ply % (seats + 1) - 1
        view = copy_of(s)
        engine.see(view, box, viewer)
        names = Names("ABCDEVWXYZ"[ply % 2 * 5 :][:seats], viewer if ply % 5 else NOBODY)
        seen.append((view, viewer, game.words(game.languages[ply % len(game.languages)]), names))
    seen = seen[:: len(seen) // views + 1]
    memo.forget()
    drawn = [game.scene(view, game, box, *rest).as_data() for view, *rest in seen]
    for (view, *rest), remembered in zip(seen, drawn, strict=True):
        memo.forget()
        fresh = game.scene(view, game, box, *rest).as_data()
        for part in fresh:
            if fresh[part] != remembered[part]:
                return [f"seed {seed}, ply {view.ply}: the {part} remembered are not those drawn anew"]
    return []


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
        there = copy_of(s)
        engine.see(there, box, seat)
        engine.imagine(there, box, seat, seed + s.ply, 11)
        engine.step(there, box, action)
        engine.see(here, box, seat)
        engine.see(there, box, seat)
        if bytes(here) != bytes(there):
            text = game.actions.text(action)
            return [f"seed {seed}, ply {s.ply}: {text} can be taken back but told something: {diff(here, there)}"]
    return []


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
def reasons_are_whole(
    game: Game, seats: int, seed: int, *, options: Options | None = None, every: int = 7, tries: int = 400
) -> list[str]:
    """`why_not` is None exactly for legal actions, from what the player to act may know and changing nothing;
    where some action of a block is legal, the others of that block get a reason of their own; and every
    reason can be said in every language. In every `every`-th position: all of such blocks, and
    `tries` others."""
    assert game.why_not is not None
    engine, box = engine_for(game), game.standard_box
    chance = Random(seed)
    for ply, (s, legal, _) in enumerate(walk(game, seats, seed, options=options)):
        if ply % every or not legal:
            continue
        view = copy_of(s)
        engine.see(view, box, s.player)
        before, allowed = bytes(view), set(legal)
        asked = {game.actions.find(action)[0] for action in legal}
        for action in _some_actions(game, asked, chance, tries):
            block, where = game.actions.find(action)[0], f"seed {seed}, ply {ply}: {game.actions.text(action)}"
            reason = game.why_not(view, box, action)
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
