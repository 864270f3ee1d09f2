"""Drawn pages that a server keeps, and forgets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from firstfire.server.views.albums import PageKey, PageRequest, drop
from firstfire.server.views.replay import PageLibrary
from firstfire.server.views.sandbox import Sandbox

LOOK = PageRequest("page", "0", "en", False, 1)


class Drawer:
    """A process that draws what it is asked for, and notes which games it is to keep no more."""

    processes = (1,)

    def __init__(self) -> None:
        self.drawings, self.dropped = 0, set[str]()

    async def run(self, work: Callable[..., Any], *given: Any) -> Any:
        """What the process answers, a little later."""
        await asyncio.sleep(0)
        if work is drop:
            self.dropped.update(given[0])
        self.drawings += work is not drop
        return b"page"


def test_dropping_a_game_waits_for_nobody_and_reaches_the_process_that_draws() -> None:
    drawer = Drawer()
    library = PageLibrary(cast("Sandbox", drawer))

    async def run() -> None:
        for name in ("one", "two"):
            await library.page(PageKey(name), LOOK, source=cast("Any", None))
        await library.drop(["one"])
        assert drawer.dropped == set()  # it may be busy with something else
        for name in ("one", "two"):
            await library.page(PageKey(name), LOOK, source=cast("Any", None))
        await asyncio.sleep(0)
        assert drawer.drawings == 3 and drawer.dropped == {"one"}

    asyncio.run(run())
