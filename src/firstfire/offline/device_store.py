"""The store of a device: texts by key, all of them in memory, each change put away before anybody hears of it.

table/ID   one table: a line that says what it is, then its log, an event a line
save/ID    an uploaded game
me         what the person has said of themselves
results    the finished games, a line each
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from inspect import isawaitable
from typing import Any

from ..server.protocol.json_text import from_json, to_json
from ..server.store.batch import Batch, TableRow
from ..server.store.events import Event
from ..server.store.results import GameResult, Past
from ..server.store.trouble import StoreTrouble

log = logging.getLogger(__name__)
FORMAT, VERSION = "firstfire-table", 1
TABLE, SAVE, ME, RESULTS = "table/", "save/", "me", "results"
PROBE = "probe"  # the key under which it is tried whether there is room again
TRY_AGAIN = 3.0  # seconds until then
PERSON = "me"  # the one person of a device
Put = Callable[[str, "str | None"], Any]  # stores a text (None: deletes it); may give something to wait for


class DamagedText(Exception):
    """A stored text is not what was stored."""


@dataclass
class StoredTable:
    """A table: its row, and its log line by line."""

    row: TableRow
    lines: list[str] = field(default_factory=list)

    def text(self) -> str:
        """As it is stored."""
        head = {"format": FORMAT, "version": VERSION, **asdict(self.row)}
        return "\n".join([to_json(head).decode(), *self.lines])

    def events(self) -> list[Event]:
        """Its log; DamagedText where a line cannot be read, or one is missing."""
        try:
            found = [Event(*from_json(line)) for line in self.lines]
        except (ValueError, TypeError) as error:
            raise DamagedText(str(error)) from None
        if [event.number for event in found] != list(range(1, len(found) + 1)):
            raise DamagedText("a line of its log is missing")
        return found


def read_table(text: str) -> StoredTable:
    """A stored table; DamagedText where it is none."""
    head, *lines = text.split("\n")
    try:
        told = from_json(head)
        if told.pop("format") != FORMAT or told.pop("version") != VERSION:
            raise DamagedText("it is of another format")
        row = TableRow(**told)
        known = isinstance(row.setup["game"], str) and isinstance(row.setup["players"], int)
        if not known or not {"id", "game", "seats"} <= row.summary.keys():
            raise DamagedText("its first line lacks something")
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise DamagedText(str(error)) from None
    return StoredTable(row, lines)


class DeviceStore:
    """Everything that lasts on a device."""

    def __init__(self, texts: Mapping[str, str], put: Put) -> None:
        self.texts = dict(texts)
        self.ailing = False  # the last text could not be stored
        self._put = put
        self._probing: asyncio.TimerHandle | None = None

    # ── texts ──────────────────────────────────────────────────────────────────────────

    async def put(self, key: str, text: str | None) -> None:
        """Store a text, or delete it (None); StoreTrouble where that was in vain: then nothing has changed."""
        try:
            done = self._put(key, text)
            if isawaitable(done):
                await done
        except Exception as error:
            self._ail(key, len(text or ""))
            raise StoreTrouble(str(error)) from None
        self.ailing = False
        if text is None:
            self.texts.pop(key, None)
        else:
            self.texts[key] = text

    def _ail(self, key: str, size: int) -> None:
        log.warning("%s could not be stored", key)
        self.ailing = True
        if self._probing is None:
            self._probing = asyncio.get_running_loop().call_later(TRY_AGAIN, self._probe, size)

    def _probe(self, size: int) -> None:
        self._probing = None
        self._task = asyncio.ensure_future(self._tried(size))

    async def _tried(self, size: int) -> None:
        """Find out whether there is room again for as much as there was none for."""
        try:
            for text in ("." * (size + 1), None):
                done = self._put(PROBE, text)
                if isawaitable(done):
                    await done
            self.ailing = False
        except Exception:
            self._ail(PROBE, size)

    def close(self) -> None:
        """Try nothing any more."""
        if self._probing is not None:
            self._probing.cancel()

    # ── tables ─────────────────────────────────────────────────────────────────────────

    def table(self, name: str) -> StoredTable | None:
        """A table, where there is one; DamagedText where it cannot be read."""
        text = self.texts.get(TABLE + name)
        return None if text is None else read_table(text)

    def rows(self) -> Iterator[TableRow]:
        """The tables that can be read."""
        for key, text in self.texts.items():
            if key.startswith(TABLE):
                try:
                    yield read_table(text).row
                except DamagedText as error:
                    log.warning("%s is damaged: %s", key, error)

    async def write(self, batch: Batch, row: TableRow) -> None:
        """Store what one request writes: new tables first, then the events of its own, its row as it stands now, and
        the result."""
        for new in batch.with_too:
            assert new.row is not None
            await self.write(new, new.row)
        stored = None if batch.is_new else self.table(batch.table)
        lines = [] if stored is None else stored.lines
        fresh = [_line(event) for event in batch.events]
        await self.put(TABLE + batch.table, StoredTable(row, lines + fresh).text())
        if batch.result is not None:
            await self._keep_result(batch.result)

    # ── results ────────────────────────────────────────────────────────────────────────

    async def _keep_result(self, result: GameResult) -> None:
        """Remember a finished game. (Where there is no room for that, the game itself is stored all the same.)"""
        own = [seat for seat in result.seats if PERSON in seat.guests]
        rows = [Past(result.table, seat.seat, result.game, result.at, result.told(seat)) for seat in own]
        kept = [line for line in self.texts.get(RESULTS, "").split("\n") if line]
        try:
            await self.put(RESULTS, "\n".join([*kept, *(to_json(asdict(row)).decode() for row in rows)]))
        except StoreTrouble:
            log.warning("the result of table %s is not in the history", result.table)

    def history(self) -> list[Past]:
        """The finished games, the latest first; what cannot be read is left out."""
        found = []
        for line in self.texts.get(RESULTS, "").split("\n"):
            try:
                found.append(Past(**from_json(line)))
            except (ValueError, TypeError):
                continue
        return sorted(found, key=lambda game: game.at, reverse=True)

    # ── the person ─────────────────────────────────────────────────────────────────────

    def me(self) -> dict[str, Any]:
        """What the person has said of themselves."""
        try:
            found = from_json(self.texts.get(ME, "{}"))
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


def _line(event: Event) -> str:
    return to_json([event.number, event.at, event.kind, event.data]).decode()
