"""Browser tests: the real server, the built client, Debian's Chromium.

The page is built when it is not there yet; Chromium is installed where that is possible.
Only when there is no browser to be had are these tests skipped, and they say so loudly.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.web.table import Server

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "firstfire" / "server" / "static"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


def _chromium() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    if shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False, capture_output=True)
    if found := shutil.which("chromium"):
        return found
    pytest.skip("NO BROWSER: Chromium is missing and could not be installed; THE CLIENT IS NOT TESTED")


def _build() -> None:
    if (STATIC / "index.html").exists():
        return
    npm = shutil.which("npm")
    assert npm, "the client is not built and there is no npm to build it: run `make build` on a machine with Node"
    for words in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        subprocess.run([npm, *words], cwd=ROOT / "web", check=True, capture_output=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    path = _chromium()
    _build()
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not kill it."""
    running = Server(tmp_path_factory.mktemp("tables"))
    yield running
    running.stop()


NewPage = Callable[..., Page]


@pytest.fixture
def new_page(browser: Browser, server: Server) -> Iterator[NewPage]:
    """Opens a browser window of its own (its own cookies); no console may show an error."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(*, at: Server | None = None, quiet: bool = False, **options: Any) -> Page:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        options.setdefault("locale", "en-GB")
        context = browser.new_context(base_url=(at or server).address, **options)
        context.set_default_timeout(20_000)
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
