"""Keeping: what a server forgets in time, by its settings. Nothing that somebody may still want to play."""

from __future__ import annotations

import asyncio
import gc
import logging
import time

from ...kernel.presentation import memo
from ..rooms.rooms import Rooms
from ..settings import Keeping
from ..store.database import DAY, Store
from .memory import give_back

log = logging.getLogger(__name__)
EVERY = 3600.0  # seconds between two times of forgetting
TRIM_EVERY = 60.0  # seconds until free memory is given back
COLLECT_AT = 10  # times of that, until Python looks through everything for cycles (memory.py)
STATES = (("gathering", "closed"), ("playing",), ("finished",))


async def keep_house(rooms: Rooms) -> None:
    """Wind up the clocks of games that went on when the server stopped; then tidy up, hour by hour."""
    await rooms.wind_up()
    while True:
        try:
            await forget_old(rooms.store, rooms.settings.keeping, spare=frozenset(rooms.awake()))
        except Exception:
            log.exception("old tables could not be forgotten")
        for minute in range(1, int(EVERY / TRIM_EVERY) + 1):
            await asyncio.sleep(TRIM_EVERY)
            is_left = not rooms.actors and memo.remembered() > 0
            if is_left:  # nobody plays any more: what was drawn is not wanted soon
                memo.forget()
            if is_left or not minute % COLLECT_AT:
                gc.collect()
            await asyncio.to_thread(give_back)  # without the lock of the interpreter


async def forget_old(store: Store, keeping: Keeping, *, spare: frozenset[str] = frozenset()) -> int:
    """Forget what is too old, but not the tables that are awake; how many tables and guests it were."""
    now, gone = int(time.time() * 1000), 0
    for states, days in zip(STATES, (keeping.gathering, keeping.unfinished, keeping.finished), strict=True):
        while days and (more := await store.forget_tables(states, now - int(days * DAY), spare)):
            gone += more
    while keeping.guests and (more := await store.forget_guests(now - int(keeping.guests * DAY))):
        gone += more
    return gone
