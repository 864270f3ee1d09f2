"""Browser tests: the real server, the built client, Debian's Chromium.

`make test` builds the page and installs Chromium where that is possible (tools/programs.py). Only
when there is no browser to be had are these tests skipped, and they say so loudly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright
from tests.web.table import PATIENCE, Server
from tools.programs import chromium, headless_shell

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "firstfire" / "server" / "static"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


def _opened(playwright: Playwright, program: Path | None) -> Iterator[Browser]:
    if program is None:
        pytest.skip("NO BROWSER: Chromium is missing and could not be installed; THE CLIENT IS NOT TESTED")
    assert (STATIC / "index.html").exists(), "the client is not built: `make web` builds it"
    opened = playwright.chromium.launch(executable_path=str(program), args=list(FLAGS))
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests, without a window where that can be had: it takes half the time."""
    yield from _opened(driver, headless_shell() or chromium())


@pytest.fixture(scope="session")
def whole_browser(driver: Playwright) -> Iterator[Browser]:
    """A Chromium that also shows notices."""
    yield from _opened(driver, chromium())


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not kill it."""
    running = Server(tmp_path_factory.mktemp("tables"))
    yield running
    running.stop()


NewPage = Callable[..., Page]
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}  # for what is shown by moving
expect.set_options(timeout=PATIENCE * 1000)  # a busy machine is slow, not wrong


@pytest.fixture
def new_page(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Opens a browser window of its own (its own cookies); no console may show an error."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(*, at: Server | None = None, quiet: bool = False, whole: bool = False, **options: Any) -> Page:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        options.setdefault("locale", "en-GB")
        options.setdefault("reduced_motion", "reduce")  # what moves on and on keeps a small machine busy
        options.setdefault("service_workers", "block")  # each would fetch all files of the page again
        chosen: Browser = request.getfixturevalue("whole_browser") if whole else browser
        context = chosen.new_context(base_url=(at or server).address, **options)
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if not quiet:
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
