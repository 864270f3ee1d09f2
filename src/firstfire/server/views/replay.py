"""Looking back, in a server: albums are made and drawn in a process of their own (see sandbox.py), which keeps those
looked at lately; the server keeps the drawn pages."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress

from ...errors import BadComponents
from ...kernel.checking.own_components import unplayable
from ..protocol.refusals import Refusal, bad_components
from .albums import NotAtHand, OwnGame, PageKey, PageRequest, Uploaded, checked, drawn, drop, set_up, tried
from .sandbox import Late, Overrun, Sandbox

KEPT_PAGES = 24 * 1024 * 1024  # bytes of drawn pages kept in the server
Source = Callable[[], Awaitable[OwnGame | Uploaded]]


class PageLibrary:
    """The drawn pages of one kind of games, and the sandbox that draws them."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._pages: OrderedDict[tuple[PageKey, PageRequest], bytes] = OrderedDict()
        self._bytes = 0
        self._dropping: set[asyncio.Task[None]] = set()

    async def check(self, name: str, source: Uploaded) -> str:
        """An uploaded save file as it is kept; refuses what cannot be read here."""
        try:
            return await self.sandbox.run(checked, name, source)
        except Late:
            raise Refusal("busy") from None
        except Overrun:
            raise Refusal("bad_save", reason="damaged", detail="reading it takes too much time or memory") from None

    async def check_components(self, game: str, players: int, options: Mapping[str, str], text: str) -> None:
        """Refuse a components file that cannot be used, or with which a game cannot be played."""
        try:
            await self.sandbox.run(tried, game, players, dict(options), text)
        except BadComponents as error:
            raise bad_components(error) from None
        except Late:
            raise Refusal("busy") from None
        except Overrun:
            raise bad_components(unplayable()) from None

    async def page(self, key: PageKey, look: PageRequest, source: Source) -> bytes:
        """What a look shows; drawn where it is not at hand."""
        found = self._pages.get((key, look))
        if found is None:
            found = await self._drawn(key, look, source)
            self._keep(key, look, found)
        else:
            self._pages.move_to_end((key, look))
        return found

    async def drop(self, names: Collection[str]) -> None:
        """Keep nothing of some games any more: somebody is forgotten there. (The process that draws does so when it
        comes to it: nobody waits for what it is busy with.)"""
        for place in [place for place in self._pages if place[0].name in names]:
            self._bytes -= len(self._pages.pop(place))
        if names and self.sandbox.processes:
            dropping = asyncio.create_task(self._dropped(set(names)))
            self._dropping.add(dropping)
            dropping.add_done_callback(self._dropping.discard)

    async def _dropped(self, names: set[str]) -> None:
        with suppress(Overrun, RuntimeError):  # it is gone, or the server ends
            await self.sandbox.run(drop, names)

    async def _drawn(self, key: PageKey, look: PageRequest, source: Source) -> bytes:
        if (look.what, look.at) == ("page", 0) and not self.sandbox.processes:  # it takes seconds to come up
            game = await source()
            if isinstance(game, OwnGame):
                return await asyncio.to_thread(set_up, game, look)
        try:
            try:
                return await self.sandbox.run(drawn, key, None, look)
            except NotAtHand:
                return await self.sandbox.run(drawn, key, await source(), look)
        except Late:
            raise Refusal("busy") from None
        except Overrun:
            raise Refusal("trouble") from None

    def _keep(self, key: PageKey, look: PageRequest, page: bytes) -> None:
        self._bytes += len(page) - len(self._pages.get((key, look), b""))
        self._pages[key, look] = page
        while self._bytes > KEPT_PAGES and len(self._pages) > 1:
            self._bytes -= len(self._pages.popitem(last=False)[1])
