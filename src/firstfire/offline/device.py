"""The device: what answers and links have in common, its store, its tables and its one person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import invalidate_caches
from inspect import isawaitable
from typing import Any

from ..kernel.presentation.languages import LANGUAGES
from ..server.protocol.json_text import from_json
from ..server.protocol.refusals import server_words
from ..server.settings import Settings
from .device_store import PERSON, TABLE, DeviceStore, Put
from .tables import ON_A_DEVICE, DeviceTables
from .thinking import Think

Have = Callable[[str], Any]  # sees to it that the sources of a game are here; may give something to wait for


class Device:
    """A store, the tables in it, and one person."""

    def __init__(
        self,
        texts: Mapping[str, str],
        put: Put,
        think: Think | None = None,
        have: Have | None = None,
        settings: Settings = ON_A_DEVICE,
    ) -> None:
        self.store = DeviceStore(texts, put)
        self.tables = DeviceTables(self.store, think, settings)
        self.reviews: dict[str, dict[str, Any]] = {}
        self._have = have
        self._here: set[str] = set()  # games whose sources are here
        self._sessions = 0

    async def have(self, game: str) -> None:
        """See to it that the sources of a game are here (`name`, or `name@version`)."""
        name = game.partition("@")[0]
        if self._have is not None and name not in self._here:
            done = self._have(name)
            if isawaitable(done):
                await done
            invalidate_caches()  # there are new folders
            self._here.add(name)

    async def have_for(self, table: str) -> None:
        """The same for the game of a table."""
        text = self.store.texts.get(TABLE + table, "")
        try:
            await self.have(from_json(text.partition("\n")[0])["setup"]["game"])
        except (ValueError, TypeError, KeyError, AttributeError):
            return  # whoever reads it says what is wrong

    def language(self, asked: str, browser: str = "") -> str:
        """The language of an answer: asked for, kept, or the browser's."""
        kept = self.store.me().get("language", "")
        for code in (asked, kept, *(part.strip()[:2] for part in browser.lower().split(","))):
            if code in LANGUAGES:
                return str(code)
        return "en"

    def name(self, language: str) -> str:
        """What the person is called."""
        said = self.store.me().get("name")
        return str(said) if said else server_words(language).say("visitor.names").split()[0]

    def new_session(self) -> str:
        """A name for a session."""
        self._sessions += 1
        return f"{PERSON}.{self._sessions}"
