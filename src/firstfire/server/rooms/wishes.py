"""Wishes for new tables: what somebody asks for, checked, as a set-up and a plan of who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, NamedTuple

from ...errors import UnknownGame
from ...games import game as find_game
from ..bots.level_rows import DEFAULT_LEVEL, level_names
from ..protocol.refusals import Refusal, check_setup, malformed, no_such_level
from ..protocol.requests import CreateTable, PlayOn
from ..store.story import Setup, Story, begin_data
from .ids import new_seed
from .new_tables import own_rules

Plan = list[dict[str, Any]]


class Wished(NamedTuple):
    """A new table: its set-up, who sits where, what is played already, and the components it brings along."""

    setup: Setup
    plan: Plan
    opening: Sequence[int] | None = None
    components: str | None = None


def wished(who: str, name: str, wish: CreateTable, now: float) -> Wished:
    """A new table as somebody wishes it."""
    try:
        game = find_game(wish.game)
    except UnknownGame:
        raise Refusal("unknown_game") from None
    if game.name != wish.game:  # a new table is played by the newest rules
        raise Refusal("unknown_game")
    options = {option.name: wish.options.get(option.name, option.proposed) for option in game.options}
    if wish.seed is not None and wish.listed:
        raise Refusal("bad_setup", reason="seeded")
    check_setup(game, len(wish.seats), {**options, **wish.options})
    known = level_names(wish.game)
    if wish.standin is not None and wish.standin not in known:
        raise no_such_level(wish.standin, known)
    components, rules = wish.components, begin_data(game)
    if components is not None:
        own = own_rules(game, components)
        components, rules = (None, rules) if own["box"] == rules["box"] else (components, own)
    setup = Setup(
        game=wish.game, players=len(wish.seats), seed=new_seed() if wish.seed is None else wish.seed,
        options=options, language=wish.language, listed=wish.listed, hints=wish.hints, undo=wish.undo,
        spectators=wish.spectators,
        seeded=wish.seed is not None, host=who, created=int(now * 1000),
        clock=asdict(wish.clock) if wish.clock else None, rules=rules,
        standin=wish.standin or DEFAULT_LEVEL, returns=wish.returns,
    )  # fmt: skip
    return Wished(setup, _plan(wish, who, name), components=components)


def wished_on(who: str, name: str, story: Story, wish: PlayOn, now: float) -> Wished:
    """A new table on which a finished game goes on from one of its steps, against bots: the same deal, the same rules,
    the same actions so far. (It counts for nobody's record: who plays has seen the cards.)"""
    played = story.table.played() if story.table is not None else []
    if story.state != "finished":
        raise Refusal("not_finished")
    if wish.step >= len(played) or wish.seat >= story.setup.players:
        raise malformed(f"there are steps 0 to {len(played) - 1} and seats 0 to {story.setup.players - 1}")
    known, level = level_names(story.setup.game), wish.level or DEFAULT_LEVEL
    if level not in known:
        raise no_such_level(level, known)
    setup = replace(
        story.setup, listed=False, hints=True, undo=True, spectators=True, seeded=True, host=who, clock=None,
        created=int(now * 1000), rules=begin_data(story.game, story.setup.own_box),
    )  # fmt: skip
    bot: dict[str, Any] = {"kind": "bot", "name": "", "level": level, "guests": []}
    plan = [bot] * setup.players
    plan[wish.seat] = {"kind": "person", "name": name, "level": None, "guests": [who]}
    return Wished(setup, plan, played[: wish.step], story.components)


def _plan(wish: CreateTable, who: str, name: str) -> Plan:
    """Who sits where at a new table."""
    if sum(seat.kind == "me" for seat in wish.seats) > 1:
        raise Refusal("bad_setup", reason="me", detail="one seat can be 'me'; other people at this screen are 'hot'")
    known = level_names(wish.game)
    plan: Plan = []
    for seat in wish.seats:
        level = seat.level or DEFAULT_LEVEL
        if seat.kind == "bot" and level not in known:
            raise no_such_level(level, known)
        person = seat.kind in ("me", "hot")
        own = (wish.name or name) if seat.kind == "me" else seat.name or name
        plan.append({
            "kind": "person" if person else seat.kind,
            "name": own if person else seat.name or "",
            "level": level if seat.kind == "bot" else None,
            "guests": [who] if person else [],
        })  # fmt: skip
    return plan
