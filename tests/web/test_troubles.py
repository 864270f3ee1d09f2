"""What goes wrong on an evening, in each of the five games: another language in mid-game, a refused action, a
link lost in mid-move, a killed server."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect
from tests.web.conftest import NewPage
from tests.web.table import (
    BOT,
    GAMES,
    PATIENCE,
    PERSON,
    Server,
    click_on,
    keep,
    new_table,
    seats_of,
    sit_down,
    version_of,
    wait_until,
    was_said,
)  # fmt: skip
from tests.web.watching import judged, watch

TOGETHER = 8  # cards that both lay at the beginning of Totem, each when it likes
TURNS = (("fr", "À vous"), ("nl", "Jij bent aan de beurt"), ("en", "Your turn"))


class Cable:
    """What lies between a page and its server: it can be told to spoil the next action, or to break after it."""

    def __init__(self, page: Page) -> None:
        self.spoil = self.break_off = False
        self.broken = 0
        page.route_web_socket(re.compile("/ws$"), self._between)

    def _between(self, route: WebSocketRoute) -> None:
        behind = route.connect_to_server()

        def said(message: str | bytes) -> None:
            request = json.loads(message)
            if request["type"] == "act" and self.spoil:
                self.spoil = False
                request["version"] += 5
            behind.send(json.dumps(request))
            if request["type"] == "act" and self.break_off:
                self.break_off = False
                self.broken += 1
                route.close(code=3001, reason="the cable is out")

        route.on_message(said)


def sit(page: Page, game: str) -> str:
    """A table of this game against bots; its id, when it is our turn and nobody moves beside us."""
    table = new_table(page, game, [PERSON, *[BOT] * (seats_of(game) - 1)], seed=11)
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")
    assert click_on(page, moves=TOGETHER if game == "totem" else 2) == "played"
    page.wait_for_selector(".prompt.mine")
    return str(table["id"])


def picture(page: Page) -> object:
    """The pieces and what glows."""
    return page.evaluate("window.picture()")


@pytest.mark.parametrize(
    ("language", "said", "reload"),
    [("en", "a newer Firstfire", "Load it"), ("fr", "un Firstfire plus récent", "Le charger"),
     ("nl", "een nieuwere Firstfire", "Laden")],
)  # fmt: skip
def test_a_page_that_is_older_than_the_server_says_so_and_reloads(
    language: str, said: str, reload: str, new_page: NewPage
) -> None:
    page = new_page(quiet=True)
    page.goto("/")
    page.evaluate("language => localStorage.setItem('firstfire.settings', JSON.stringify({ language }))", language)

    opened: list[str] = []  # the page is fetched anew: from then on it is that of the server
    page.on("request", lambda asked: opened.append(asked.url) if asked.is_navigation_request() else None)

    def upgraded(route: Route) -> None:
        answer = route.fetch()
        build = {"firstfire-build": "index-ofTomorrow"} if len(opened) < 2 else {}
        route.fulfill(response=answer, headers={**answer.headers, **build})

    page.route("**/api/**", upgraded)
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text(said)
    page.get_by_role("button", name=reload).click()
    page.wait_for_selector("main")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.unroute_all(behavior="ignoreErrors")  # what is under way may break off


def told_anew(page: Page, known: set[str]) -> str:
    """The log once it is none of those known, and stays so for a moment."""
    while True:
        wait_until(page, "known => !known.includes(document.querySelector('.log').innerText)", sorted(known))
        text = page.locator(".log").inner_text()
        page.wait_for_timeout(300)
        if text not in known and page.locator(".log").inner_text() == text:
            return text


# How many different actions were sent and not refused.
SENT = "() => new Set(window.said.filter((each) => each.type === 'act').map((each) => each.id)).size - window.refused"


def moves_made(page: Page, table: str) -> int:
    """How many moves of the first seat the server knows."""
    moves = page.request.get(f"/api/tables/{table}/replay?seat=0").json()["moves"]
    return sum(move["seat"] == 0 for move in moves)


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_with_troubles(game: str, new_page: NewPage) -> None:
    """Three languages, a refused action that changes nothing, a link lost in mid-move: the move happened once,
    and the game goes on."""
    page = new_page(quiet=True)
    cable = Cable(page)
    watch(page)
    table = sit(page, game)

    english, said = page.locator(".log").inner_text(), set[str]()
    for language, turn in TURNS:
        page.locator(".top nav .tool").nth(-3).click()
        page.locator("dialog select").first.select_option(language)
        page.keyboard.press("Escape")
        expect(page.locator(".prompt .who")).to_contain_text(turn)
        wait_until(page, "l => document.documentElement.lang === l", language)
        others = said if language == "en" else said | {english}
        said.add(told_anew(page, others))
    assert len(said) == 3

    version, shown = version_of(page), picture(page)
    cable.spoil = True
    keep(page, ".notices .refused")
    page.evaluate(FIRST)
    was_said(page, "")
    assert version_of(page) == version
    assert picture(page) == shown

    cable.break_off = True
    page.evaluate(FIRST)
    wait_until(page, "v => Number(document.querySelector('.page').dataset.version) > v", version)
    wait_until(page, "document.querySelector('.page').dataset.link === 'open'")
    assert cable.broken == 1
    assert click_on(page, moves=2) in ("played", "over")
    deadline = time.monotonic() + PATIENCE  # the clicker's last action may still be on its way
    while (made := moves_made(page, table)) < (sent := page.evaluate(SENT)) and time.monotonic() < deadline:
        page.wait_for_timeout(100)
    assert made == sent, "all but what was refused, each once"
    assert judged(page)[2] == []


# One whole choice by script: what glows first, again and again, until an action is sent.
FIRST = """
async () => {
  const acts = () => window.said.filter((each) => each.type === "act").length;
  const first = acts();
  for (let i = 0; i < 40 && acts() === first; i += 1) {
    document.querySelector('.confirm .choice, .prompt .choice:not(:disabled), .board [aria-disabled="false"]')?.click();
    await new Promise((done) => setTimeout(done, 30));
  }
}
"""


def test_a_killed_server_loses_nothing_of_any_game(new_page: NewPage, tmp_path: Path) -> None:
    """kill -9 while all five games are played: every page says so, comes back by itself when the server does,
    with everything that was there, and its game goes on."""
    server = Server(tmp_path)
    try:
        pages = {}
        for game in GAMES:
            page = pages[game] = new_page(at=server, quiet=True)
            watch(page)
            sit(page, game)
        before = {game: (version_of(page), picture(page)) for game, page in pages.items()}
        logs = {game: page.locator(".log li").all_inner_texts() for game, page in pages.items()}
        server.kill()
        for page in pages.values():
            expect(page.locator(".banner")).to_be_visible()
        server.start()
        for game, page in pages.items():
            wait_until(page, "document.querySelector('.page').dataset.link === 'open'")
            expect(page.locator(".banner")).to_have_count(0)
            assert (version_of(page), picture(page)) == before[game]
            assert page.locator(".log li").all_inner_texts() == logs[game]
            assert click_on(page, moves=1) == "played"
            assert judged(page)[2] == []
    finally:
        server.stop()
