"""What the browser tests share: a server process, a table made by REST, and a player who clicks at random."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from firstfire.games import game as find_game
from firstfire.games import names

HERE = Path(__file__).parent
PATIENCE = 150  # seconds; a busy machine is slow, not wrong
PERSON = {"kind": "me"}
BOT = {"kind": "bot", "level": "random"}
GAMES = [name for name in names() if name != "embers"]


def seats_of(game: str) -> int:
    """The fewest people who can play, and not alone."""
    return min(count for count in find_game(game).seats if count > 1)


# Clicks glowing pieces, places and buttons until `moves` choices were made or the game is over.
CLICKER = """
async ([moves, seed, patience]) => {
  let state = seed;
  const below = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return state % n; };
  const version = () => Number(document.querySelector(".page").dataset.version);
  const first = version();
  let quiet = performance.now();
  let seen = "";
  while (version() - first < moves) {
    if (document.querySelector(".result")) return "over";
    const open = [...document.querySelectorAll(
      '.board [aria-disabled="false"]:not([aria-pressed]), .prompt .choice:not(:disabled),'
      + '.prompt .wanted:not(:disabled)')];
    const now = version() + "/" + open.length + "/" + document.querySelectorAll('[aria-pressed="true"]').length;
    if (now !== seen) { seen = now; quiet = performance.now(); }
    if (performance.now() - quiet > patience) return "stuck: " + now;
    const curtain = document.querySelector(".curtain button");
    if (curtain) curtain.click();
    else if (open.length > 0) open[below(open.length)].click();
    await new Promise((done) => setTimeout(done, open.length > 0 ? 8 : 20));
  }
  return "played";
}
"""


# Until nothing of the table has moved for so many painted frames: fonts are there, sizes are known, nothing scrolls.
STILL = """
async (frames) => {
  await document.fonts.ready;
  let last = "", same = 0;
  while (same < frames) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = JSON.stringify([".board", ".frame", ".prompt", ".side"]
      .map((found) => document.querySelector(found)?.getBoundingClientRect()));
    [same, last] = [now === last ? same + 1 : 0, now];
  }
}
"""
# window.kept: what was written there, also when it is gone again (notices go by themselves).
KEEP = """
(found) => {
  window.kept = [];
  const look = () => window.kept.push(...[...document.querySelectorAll(found)].map((node) => node.innerText));
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true, characterData: true});
}
"""


class Server:
    """A server process on a port of its own, which may be killed and started again."""

    def __init__(self, data: Path, pause: float = 0.0, smtp: str = "", *, compiled: bool = False) -> None:
        self.data, self.pause, self.smtp, self.compiled = data, pause, smtp, compiled
        self.port = 0
        self.address = ""
        self.start()

    def start(self) -> None:
        """Start (again, on the same port) and wait until it answers."""
        words = [sys.executable, str(HERE / "table_server.py"), "--data", str(self.data), "--port", str(self.port)]
        words += ["--pause", str(self.pause), "--game", "embers", "--smtp", self.smtp]
        words += ["--compiled"] if self.compiled else []
        paths = [str(HERE.parents[1] / "examples"), os.environ.get("PYTHONPATH", "")]
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        )  # fmt: skip
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http"), "the server did not start"
        self.port = int(self.address.rsplit(":", 1)[1])

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self._forget()

    def stop(self) -> None:
        """End it politely."""
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self._forget()

    def _forget(self) -> None:
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def new_table(page: Page, game: str, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Make a table through the same door as the page, with the page's cookie."""
    wish = {
        "game": game, "options": {}, "seats": seats, "listed": False, "language": "en", "hints": True, "undo": True,
        "clock": None, **more,
    }  # fmt: skip
    answer = page.request.post("/api/tables", data=wish)
    assert answer.status == 201, answer.text()
    made: dict[str, Any] = answer.json()["table"]
    return made


def set_up(page: Page, **settings: Any) -> None:
    """Settings of this browser, as the settings dialog would keep them; before the page opens."""
    page.add_init_script(
        "{ const key = 'firstfire.settings', kept = JSON.parse(localStorage.getItem(key) ?? '{}');"
        f"localStorage.setItem(key, JSON.stringify({{...kept, ...{json.dumps(settings)}}})); }}"
    )


def sit_down(page: Page, link: str, *, guided: bool = True) -> None:
    """Open a table and wait until it is drawn; the first-game guide is closed unless wanted."""
    if guided:
        set_up(page, guided=[*names(), "embers"])
    page.goto(link)
    page.wait_for_selector(".board", state="attached")


def click_on(page: Page, moves: int = 10_000, seed: int = 7) -> str:
    """Let the clicker play; how it ended: "over", "played" or "stuck: …"."""
    return str(page.evaluate(CLICKER, [moves, seed, PATIENCE * 1000]))


def version_of(page: Page) -> int:
    """The version of the table that the page shows."""
    return int(page.locator(".page").get_attribute("data-version") or -1)


def wait_until(page: Page, claim: str, argument: Any = None) -> None:
    """Wait for a claim (a JavaScript expression or function) to become true. (Playwright's own waiting
    evaluates strings inside the page, which the page's policy forbids.)"""
    deadline = time.monotonic() + PATIENCE
    while not page.evaluate(claim, argument):
        assert time.monotonic() < deadline, f"waited in vain for {claim}"
        page.wait_for_timeout(30)


def until(page: Page, claim: Callable[[], object], what: str) -> None:
    """Wait for a claim of the test's own to become true."""
    deadline = time.monotonic() + PATIENCE
    while not claim():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        page.wait_for_timeout(30)


def stand_still(page: Page, frames: int = 12) -> None:
    """Wait until the table lies where it will lie: what is measured now can be clicked later."""
    page.evaluate(STILL, frames)


def keep(page: Page, found: str) -> None:
    """From now on remember what is written there."""
    page.evaluate(KEEP, found)


def was_said(page: Page, words: str) -> None:
    """Wait until that was written there, be it gone again or not."""
    wait_until(page, "words => window.kept.some((text) => text.includes(words))", words)


def my_turn(page: Page) -> None:
    """Wait until it is our turn, however many moves the others make before; patience ends where nothing happens."""
    last, deadline = version_of(page), time.monotonic() + PATIENCE
    while page.locator(".prompt.mine").count() == 0:
        if (now := version_of(page)) != last:
            last, deadline = now, time.monotonic() + PATIENCE
        assert time.monotonic() < deadline, "it is nobody's turn"
        page.wait_for_timeout(30)


def settle(page: Page) -> None:
    """Wait until the version has stood still for a moment and nothing is left to watch (a click would skip it)."""
    last, since = version_of(page), time.monotonic()
    while time.monotonic() - since < 0.6:
        page.wait_for_timeout(50)
        if version_of(page) != last or page.locator(".bar.skip").count() > 0:
            last, since = version_of(page), time.monotonic()
