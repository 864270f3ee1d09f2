"""Founding tables: what somebody wishes is checked, there is place for it, and it is stored before anybody is told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from ...errors import BadSetup, UnknownGame
from ...games import game as find_game
from ..bots.level_rows import DEFAULT_LEVEL, level_names
from ..protocol.refusals import Refusal, bad_setup, check_setup, malformed, no_such_level
from ..protocol.requests import CreateTable, PlayOn
from ..store.batch import Batch
from ..store.story import Setup, Story, begin_data, rules_of
from ..store.trouble import StoreTrouble
from .ids import new_id, new_seed
from .new_tables import begun
from .rooms import Rooms

COUNT_EVERY = 60.0  # seconds
UNPLAYED = 3600.0  # seconds a table where nobody played is safe, however many there are


class Founding:
    """New tables of one server."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms, self.store = rooms, rooms.store
        self._kept, self._count_at = 0, 0.0  # tables in the store (about), and when they are counted again

    async def create(self, who: str, name: str, wish: CreateTable) -> Story:
        """Set up a new table; what is told there."""
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
        await self._make_place()
        now = time.time()
        setup = Setup(
            game=wish.game, players=len(wish.seats), seed=new_seed() if wish.seed is None else wish.seed,
            options=options, language=wish.language, listed=wish.listed, hints=wish.hints, undo=wish.undo,
            spectators=wish.spectators,
            seeded=wish.seed is not None, host=who, created=int(now * 1000),
            clock=asdict(wish.clock) if wish.clock else None, rules=begin_data(game),
            standin=wish.standin or DEFAULT_LEVEL, returns=wish.returns,
        )  # fmt: skip
        try:
            return await self._set_up(setup, _plan(wish, who, name))
        except BadSetup as error:
            raise bad_setup(error, game) from None

    async def play_on(self, who: str, name: str, story: Story, wish: PlayOn) -> Story:
        """A new table on which a finished game goes on from one of its steps, against bots: the same deal, the same
        rules, the same actions so far. What is told there. (It counts for nobody's record: who plays has seen the
        cards.)"""
        played = story.table.played() if story.table is not None else []
        if story.state != "finished":
            raise Refusal("not_finished")
        if wish.step >= len(played) or wish.seat >= story.setup.players:
            raise malformed(f"there are steps 0 to {len(played) - 1} and seats 0 to {story.setup.players - 1}")
        known, level = level_names(story.setup.game), wish.level or DEFAULT_LEVEL
        if level not in known:
            raise no_such_level(level, known)
        await self._make_place()
        setup = replace(
            story.setup, listed=False, hints=True, undo=True, spectators=True, seeded=True, host=who, clock=None,
            created=int(time.time() * 1000), rules=begin_data(story.game),
        )  # fmt: skip
        bot: dict[str, Any] = {"kind": "bot", "name": "", "level": level, "guests": []}
        plan = [bot] * setup.players
        plan[wish.seat] = {"kind": "person", "name": name, "level": None, "guests": [who]}
        return await self._set_up(setup, plan, played[: wish.step])

    async def _set_up(self, setup: Setup, plan: list[dict[str, Any]], opening: Sequence[int] | None = None) -> Story:
        compiling = self.rooms.compiling
        compiled = compiling.state(rules_of(setup).key) == "ready"
        make = partial(
            begun, new_id(), setup, plan, setup.created / 1000, interpreted=not compiled, opening=opening
        )  # fmt: skip
        made = await self.rooms.found(make, at_once=compiled and not opening)
        await self._kept_safe(Batch(made.id, made.events, made.row, is_new=True))
        self._kept += 1
        compiling.want(made.story.game.key)
        await self.rooms.open_new(made)
        return made.story

    async def _kept_safe(self, batch: Batch) -> None:
        """Store a new table. Where the database went away meanwhile it is looked whether it is there."""
        try:
            await self.store.append(batch)
        except StoreTrouble as trouble:
            if not trouble.unsure:
                raise
            try:
                found = await asyncio.to_thread(self.store.table, batch.table)
            except Exception:
                raise trouble from None
            if found is None:  # it may be written yet
                raise

    async def _make_place(self) -> None:
        """Where as many tables are kept as may be, the oldest go at which nobody ever played; refused where there
        are none."""
        most = self.rooms.settings.keeping.tables
        if time.monotonic() < self._count_at and self._kept < most:
            return
        await self._count()
        if self._kept >= most:
            long_ago = int((time.time() - UNPLAYED) * 1000)
            states, awake = ("gathering", "closed", "playing"), self.rooms.awake()
            await self.store.forget_tables(states, long_ago, awake, unplayed=True)
            await self._count()
            if self._kept >= most:
                raise Refusal("full")

    async def _count(self) -> None:
        """Count the tables that are kept; until the next time those that come are added."""
        self._kept = await asyncio.to_thread(self.store.count_tables)
        self._count_at = time.monotonic() + COUNT_EVERY


def _plan(wish: CreateTable, who: str, name: str) -> list[dict[str, Any]]:
    """Who sits where at a new table."""
    if sum(seat.kind == "me" for seat in wish.seats) > 1:
        raise Refusal("bad_setup", reason="me", detail="one seat can be 'me'; other people at this screen are 'hot'")
    known = level_names(wish.game)
    plan: list[dict[str, Any]] = []
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
