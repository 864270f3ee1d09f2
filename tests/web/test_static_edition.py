"""The table without a server, in a browser: no network, a second window, a full disk, a newer edition, no storage."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route, expect
from tests.web.conftest import FLAGS
from tests.web.table import CLICKER, GAMES, PATIENCE, settle
from tests.web.test_by_hand import PHONE
from tests.web.test_one_screen import secrets
from tools.programs import chromium
from tools.static_edition import join, make_engine, make_page

from firstfire.offline.preview import serving
from firstfire.server.views.descriptions import title_of

pytestmark = pytest.mark.slow
BOARD = '.page[data-version]:not([data-version="-1"])'
VERSION = "Number(document.querySelector('.page').dataset.version)"
KEPT = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
DISK = "(full) => new BroadcastChannel('disk').postMessage(full)"
SIZES: dict[str, Any] = {"desk": {"viewport": {"width": 1280, "height": 800}}, "phone": PHONE}
WHOLE = bool(os.environ.get("FIRSTFIRE_WHOLE_GAMES"))
SHORT = ("totem", "neta_tanka")  # played to the end by every run of the tests
CLICKS = 8  # of the others
PLAYED = [(game, size) for at, game in enumerate(GAMES) for size in SIZES if WHOLE or size == [*SIZES][at % 2]]
# window.scene: what the room's worker told the page last; window.heard: all that it told since that was emptied, but
# for what any card looks like.
EAR = """
window.scene = {}; window.heard = [];
{
  const Plain = window.Worker;
  const take = ({data}) => {
    const message = data.kind === "heard" ? JSON.parse(data.text) : data;
    if (message.type === "update") window.scene = {...window.scene, ...message.scene};
    window.heard.push(JSON.stringify({...message, scene: {...message.scene, looks: []}}));
  };
  window.Worker = class extends Plain {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", take);
    }
  };
}
"""
SMALL_DISK = """
let full = false;
new BroadcastChannel("disk").onmessage = (event) => { full = event.data; };
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...given) {
  const request = put.apply(this, given);
  if (full) this.transaction.abort();
  return request;
};
"""


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """An edition and a newer one. Rules run as plain Python there, so that nothing has to be compiled."""
    work = tmp_path_factory.mktemp("editions")
    page, engine = make_page(work / "page"), make_engine({}, work / "engine")
    old, new = work / "old", work / "new"
    for edition in (old, new):
        (page / "edition.txt").write_text(edition.name, encoding="utf-8")
        join(page, engine, edition)
    return old, new


def with_a_small_disk(route: Route) -> None:
    """Where the page says so, all that is written is given up, as on a full disk."""
    found = route.fetch()
    route.fulfill(response=found, body=SMALL_DISK + found.text())


class Site:
    """A web host of an edition, which may be replaced or closed."""

    def __init__(self, folder: Path, edition: Path) -> None:
        self.folder = folder
        self.put(edition)
        self.server = serving(folder, 0)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def put(self, edition: Path) -> None:
        """Replace what is there."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(edition, self.folder)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def site(editions: tuple[Path, Path], tmp_path: Path) -> Iterator[Site]:
    made = Site(tmp_path / "site", editions[0])
    yield made
    made.close()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that was never here."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE * 1000)
    yield context
    context.close()


def begin(page: Page, site: Site, game: str = "totem") -> None:
    """A game against a careless bot."""
    page.goto(site.address)
    page.get_by_role("button", name=f"Create a table… {title_of(game, 'en')}").click()
    page.get_by_label("Level, Seat 2").select_option("random")
    page.get_by_role("button", name="Begin").click()
    page.locator(BOARD).wait_for()


def until(page: Page, claim: str) -> None:
    """Wait for a claim; the page forbids scripts of texts, so Playwright cannot wait in it."""
    ends = time.monotonic() + PATIENCE
    while not page.evaluate(claim):
        assert time.monotonic() < ends, claim
        page.wait_for_timeout(100)


def play(page: Page, moves: int) -> int:
    """Click so often; how far the game is."""
    assert page.evaluate(CLICKER, [moves, 7, PATIENCE * 1000]) == "played"
    return int(page.evaluate(VERSION))


@pytest.mark.parametrize(("game", "size"), PLAYED)
def test_a_whole_game_by_clicks_without_a_network(game: str, size: str, browser: Browser, site: Site) -> None:
    """At a desk or on a phone, the longer games in part; `make whole-games` clicks to the end of all at both."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", **SIZES[size])
    context.set_default_timeout(PATIENCE * 1000)
    try:
        page, trouble = context.new_page(), list[str]()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        begin(page, site, game)
        until(page, KEPT)
        site.close()
        whole = WHOLE or game in SHORT
        how = page.evaluate(CLICKER, [10_000 if whole else CLICKS, 7, PATIENCE * 1000])
        assert how == "over" or (how == "played" and not whole)
        if how == "over":
            assert page.locator(".result .headline").inner_text().strip()
            assert page.locator(".result .podium .row").count() > 1
        assert trouble == []
    finally:
        context.close()


def told(page: Page, names: set[str]) -> set[str]:
    """Which of these names stand anywhere in the page, or in what its workers said."""
    texts = [page.content(), *page.evaluate("window.heard")]
    return {name for name in names if any(re.search(rf"\b{re.escape(name)}\b", text) for text in texts)}


def take_the_screen(page: Page) -> None:
    """Whoever is asked sees the own hand."""
    page.locator(".curtain, .prompt.mine").first.wait_for()
    if page.locator(".curtain").count():
        page.get_by_role("button", name="I am ").click()
    page.wait_for_selector(".prompt.mine")
    settle(page)


def test_between_two_at_one_screen_nothing_in_the_page_names_a_hidden_card(visitor: BrowserContext, site: Site) -> None:
    page = visitor.new_page()
    page.add_init_script(EAR)
    page.goto(site.address)
    page.get_by_role("button", name=f"Create a table… {title_of('totem', 'en')}").click()
    page.get_by_label("Seat 2", exact=True).select_option("hot")
    page.get_by_role("button", name="Begin").click()
    take_the_screen(page)
    first = secrets(page.evaluate("window.scene"))
    assert told(page, first) == first != set()
    before = page.evaluate("window.heard")
    play(page, 4)  # four totems are laid, and the other is asked
    page.locator(".curtain").wait_for()
    settle(page)
    assert secrets(page.evaluate("window.scene")) == set()
    page.evaluate("window.heard = []")
    assert told(page, first) == set()
    page.reload()  # and what it is told anew
    page.locator(".curtain").wait_for()
    settle(page)
    assert told(page, first) == set()
    take_the_screen(page)
    second = secrets(page.evaluate("window.scene"))
    assert told(page, first - second) == set() != second  # there are two of some cards
    assert not {name for name in second - first if any(re.search(rf"\b{re.escape(name)}\b", text) for text in before)}


def test_without_a_network_a_game_goes_on(visitor: BrowserContext, site: Site) -> None:
    page = visitor.new_page()
    begin(page, site)
    before = play(page, 3)
    until(page, KEPT)
    site.close()
    page.reload()
    page.locator(BOARD).wait_for()
    assert int(page.evaluate(VERSION)) >= before
    play(page, 2)


def test_a_second_window_may_take_the_games_over(visitor: BrowserContext, site: Site) -> None:
    first, second = visitor.new_page(), visitor.new_page()
    begin(first, site)
    before = play(first, 2)
    second.goto(first.url)
    offer = second.get_by_role("alertdialog")
    expect(offer).to_contain_text("open in another window")
    offer.get_by_role("button", name="Go on here").click()
    second.locator(BOARD).wait_for()
    assert play(second, 2) > before
    expect(first.get_by_role("alertdialog")).to_contain_text("open in another window")


def test_a_full_disk_is_told_and_nothing_that_was_kept_is_lost(visitor: BrowserContext, site: Site) -> None:
    visitor.route("**/room.worker-*.js", with_a_small_disk)
    page = visitor.new_page()
    begin(page, site)
    before = play(page, 2)
    page.evaluate(DISK, True)
    page.evaluate(CLICKER, [1, 7, 5000])
    expect(page.get_by_role("alert")).to_contain_text("no room left")
    page.evaluate(DISK, False)
    after = play(page, 2)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.reload()
    page.locator(BOARD).wait_for()
    assert int(page.evaluate(VERSION)) >= after > before


def test_a_newer_edition_is_taken_in_mid_game(visitor: BrowserContext, site: Site, editions: tuple[Path, Path]) -> None:
    page = visitor.new_page()
    begin(page, site)
    until(page, KEPT)
    before = play(page, 2)
    site.put(editions[1])
    page.reload()
    page.locator(BOARD).wait_for()
    edition = "fetch('edition.txt').then((found) => found.text())"
    assert page.evaluate(edition) == "old"
    play(page, 1)
    with page.expect_navigation():
        page.get_by_role("alert").get_by_role("button", name="Load it").click()
    page.locator(BOARD).wait_for()
    assert page.evaluate(edition) == "new"
    assert int(page.evaluate(VERSION)) > before
    play(page, 1)


def test_where_nothing_may_be_kept_the_page_says_so(driver: Playwright, site: Site, tmp_path: Path) -> None:
    """A browser whose user blocks all data of sites."""
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "user" / "Default").mkdir(parents=True)
    (tmp_path / "user" / "Default" / "Preferences").write_text(json.dumps(blocked), encoding="utf-8")
    program = chromium()
    assert program is not None
    context = driver.chromium.launch_persistent_context(
        tmp_path / "user", executable_path=program, args=list(FLAGS), locale="en-GB"
    )
    try:
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        begin(page, site)
        expect(page.get_by_role("alert")).to_contain_text("This browser keeps nothing")
        play(page, 1)
    finally:
        context.close()
