"""Accessibility by axe, and the promises about size and safety of the built page."""

from __future__ import annotations

import gzip
import re
from pathlib import Path, PurePosixPath

import pytest
from playwright.sync_api import Page
from tests.web.conftest import ROOT, STATIC, NewPage
from tests.web.table import BOT, GAMES, PERSON, click_on, new_table, seats_of, sit_down

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = "({within, ...how}) => axe.run(within ?? document, {resultTypes: ['violations'], ...how})"
# Scripts hear of another colour scheme when the next frame is painted.
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
BUDGET = 230_000  # bytes of compressed script


COLOURS = ["color-contrast", "link-in-text-block"]  # what axe sees of light and dark; the rest is the same in both


def serious(page: Page, by_night: str = "html", within: str | None = None) -> list[str]:
    """What axe calls serious or critical on the page as it stands (or within a part of it) by day, and of a part of
    it by night."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: run `make web`; ACCESSIBILITY IS NOT CHECKED")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = [("light", each) for each in page.evaluate(RUN, {"within": within})["violations"]]
    page.emulate_media(color_scheme="dark")
    page.evaluate(PAINTED)
    found += [("dark", each) for each in page.evaluate(RUN, {"runOnly": COLOURS, "within": by_night})["violations"]]
    page.emulate_media(color_scheme="light")
    page.evaluate(PAINTED)
    return [
        f"{theme}: {each['id']}: {each['help']}: {each['nodes'][0]['html'][:160]}"
        for theme, each in found
        if each["impact"] in ("serious", "critical")
    ]


def test_axe_finds_nothing_serious_at_the_door(new_page: NewPage) -> None:
    """Home, and the dialog of a new table."""
    page = new_page(color_scheme="light")
    page.goto("/")
    page.wait_for_selector(".game")
    assert serious(page) == []
    page.get_by_role("button", name="Create a table… Totem").click()
    page.wait_for_selector("dialog[open] select")
    assert serious(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious_at_a_table(game: str, new_page: NewPage) -> None:
    """A running table with all its choices; at one of them the rules and the result too."""
    page = new_page(color_scheme="light")
    table = new_table(page, game, [PERSON, *[BOT] * (seats_of(game) - 1)])
    sit_down(page, table["link"])
    assert click_on(page, moves=3) == "played"
    page.wait_for_selector(".prompt.mine")
    page.keyboard.press("l")  # all choices as a list, beside what glows
    page.wait_for_selector(".prompt .choice")
    assert serious(page, by_night="html" if game == "totem" else ".board") == []
    if game == "totem":
        page.keyboard.press("r")
        page.wait_for_selector("dialog .chapter[open]")
        assert serious(page) == []
        page.keyboard.press("Escape")
        assert click_on(page) == "over"
        page.wait_for_selector(".result")
        assert serious(page) == []


def test_axe_finds_nothing_serious_in_a_rulebook(new_page: NewPage) -> None:
    """All chapters open, with pictures and reasons; a search; a picture made large; on a phone too."""
    page = new_page(color_scheme="light", viewport={"width": 390, "height": 844})
    page.goto("/rules/totem#TT-K6")
    page.wait_for_selector("dialog .target")
    page.get_by_role("button", name="Open all").click()
    page.locator("[data-rule~='TT-K6'] .why summary").click()
    page.wait_for_selector("figure .enlarge")
    assert serious(page, by_night=".chapter:has(.target)") == []
    assert page.evaluate("document.querySelector('dialog .body').scrollWidth") <= 390
    page.locator("figure .enlarge").first.click()
    page.wait_for_selector("[data-large] [data-piece]")
    assert serious(page, by_night="[data-large]", within="[data-large]") == []
    page.keyboard.press("Escape")
    page.get_by_role("searchbox").fill("shield")
    page.wait_for_selector("dialog mark")
    assert serious(page, by_night="dialog", within="dialog") == []


def test_the_script_of_a_table_is_small(new_page: NewPage) -> None:
    """All script that a table asks for until one can play, compressed, stays within its budget."""
    page = new_page()
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(PurePosixPath(request.url).name))
    table = new_table(page, "doggerland", [PERSON, BOT], seed=11)
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")
    page.wait_for_selector("svg.picture", state="attached")
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in STATIC.rglob("*.js") if path.name in asked}
    assert len(sizes) > 3
    assert sum(sizes.values()) < BUDGET, sizes


def test_nothing_inline_and_no_other_host(new_page: NewPage) -> None:
    """The page carries no inline script and asks no other host for anything."""
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    answer = page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    page.wait_for_selector(".game")
    assert {re.sub(r"^(https?://[^/]+).*", r"\1", url) for url in asked if not url.startswith("data:")} == {
        page.url.rstrip("/")
    }
    assert "<script>" not in Path(STATIC / "index.html").read_text(encoding="utf-8")
