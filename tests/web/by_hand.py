"""Whole games by hand: every choice is made by real clicks on the pieces and places it is made of, and by the word Go;
buttons only where nothing on the table stands for a choice. Never the list of all choices.

    python -m tests.web.by_hand doggerland neta_tanka prehistory        (minutes a game)

Tells moves, clicks and the buttons that were needed; fails where a choice cannot be made on the board, or where more
than WALL buttons stand there at once.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, sync_playwright
from tests.web.table import BOT, PERSON, Server, new_table, seats_of, sit_down, version_of, wait_until
from tests.web.watching import watch
from tools.programs import chromium

from firstfire.games import game as find_game

WALL = 3
TRIES = 16  # clicks to lay a group together
SHY = 0.2  # how often one passes, ends or goes back where something else can be done
# What ends or leaves something, takes nothing or says no: nothing on the table stands for it.
BUTTONS = {
    "doggerland": {"pass", "finish", "stop", "carry", "decline_event", "no_lesson"},
    "neta_tanka": {"end_turn", "stop"},
    "prehistory": {"pass", "end", "rest", "back"},
}

# Where a thing of the board can be hit: a point that means it, or something that lies in it, near its middle.
POINT = """
(id) => {
  const node = document.querySelector(`.board [data-piece='${id}'], .board [data-zone-id='${id}']`);
  if (!node) return "not there";
  node.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
  const version = Number(document.querySelector(".page").dataset.version);
  const parents = new Map(window.scenes[version].zones.map((zone) => [zone.id, zone.parent]));
  const box = node.getBoundingClientRect();
  const means = (x, y) => {
    const hit = document.elementFromPoint(x, y)?.closest(".board [data-piece], .board [data-zone-id]");
    if (!hit) return false;
    if ((hit.dataset.piece ?? hit.dataset.zoneId) === id) return true;
    if (hit.dataset.piece && hit.getAttribute("aria-disabled") === "false") return false;
    let zone = hit.dataset.zone ?? hit.dataset.zoneId;
    while (zone && zone !== id) zone = parents.get(zone);
    return zone === id;
  };
  let best = "covered", least = Infinity;
  for (let i = 1; i < 16; i += 1) for (let j = 1; j < 16; j += 1) {
    const [x, y] = [box.left + box.width * i / 16, box.top + box.height * j / 16];
    const far = Math.abs(i - 8) + Math.abs(j - 8);
    if (far < least && means(x, y)) [best, least] = [[x, y], far];
  }
  return best;
}
"""
READY = """
() => document.querySelector(".result") || (!document.querySelector(".bar.skip")
  && document.querySelector(".prompt.mine")
  && document.querySelector('.board [aria-disabled="false"], .prompt .choice:not(:disabled)'))
"""
SENT = "n => window.said.slice(n).some((each) => each.type === 'act')"


class NotByHand(AssertionError):
    """A choice that cannot be made on the board."""


@dataclass
class Played:
    """How a game went."""

    moves: int = 0
    clicks: int = 0
    over: bool = False
    buttons: Counter[str] = field(default_factory=Counter)


class Hand:
    """Plays one page by real clicks."""

    def __init__(self, page: Page, game: str, seed: int) -> None:
        self.page, self.game, self.stream = page, find_game(game), Random(seed)
        self.allowed = BUTTONS[game]
        self.played = Played()

    def play(self, moves: int) -> Played:
        """So many choices, or to the end."""
        while self.played.moves < moves:
            wait_until(self.page, READY)
            if self.page.locator(".result").count():
                self.played.over = True
                break
            self._choose()
        return self.played

    def _choose(self) -> None:
        page, version = self.page, version_of(self.page)
        scene: dict[str, Any] = page.evaluate("v => window.scenes[v]", version)
        choice = self._wish(scene["choices"])
        said = int(page.evaluate("window.said.length"))
        try:
            if choice["picks"] or choice["take"]:
                self._by_pieces(choice, scene["prompt"]["held"], said)
            else:
                self._by_button(choice)
            wait_until(page, f"n => document.querySelector('.confirm .choice') || ({SENT})(n)", said)
            if page.locator(".confirm .choice").count():
                self._press(".confirm .choice")
            wait_until(page, "v => Number(document.querySelector('.page').dataset.version) > v", version)
        except Exception:
            if version_of(page) != version and not page.evaluate("n => window.said.length > n", said):
                return  # the table went on by itself
            raise
        sent = self._sent(said)
        if sent != choice["action"]:
            raise NotByHand(f"clicks for {choice['text']!r} played {sent}")
        self.played.moves += 1

    def _wish(self, choices: list[dict[str, Any]]) -> dict[str, Any]:
        bold = [choice for choice in choices if self._kind(choice) not in self.allowed or choice["take"]]
        among = choices if not bold or self.stream.random() < SHY else bold
        kinds = sorted({self._kind(choice) for choice in among})
        kind = self.stream.choice(kinds)
        return self.stream.choice([choice for choice in among if self._kind(choice) == kind])

    def _kind(self, choice: dict[str, Any]) -> str:
        return str(self.game.actions.values(choice["action"])[0])

    def _by_button(self, choice: dict[str, Any]) -> None:
        kind = self._kind(choice)
        if kind not in self.allowed:
            raise NotByHand(f"{choice['text']!r} has no piece, only a button")
        if self.page.locator(f".prompt .choice[data-action='{choice['action']}']").count():
            self._press(f".prompt .choice[data-action='{choice['action']}']")
        else:
            self._lay({})
            self._press("[data-go]")
        self.played.buttons[kind] += 1

    def _by_pieces(self, choice: dict[str, Any], held: list[str], said: int) -> None:
        if choice["quiet"]:  # asked for by name, in the card of the thing
            self._hit(choice["picks"][0])
            self._press(f".tip .ask[data-action='{choice['action']}']")
            return
        begun = len(held) if choice["picks"][: len(held)] == held else 0
        for pick in choice["picks"][begun:]:
            if self._sent(said) is not None:
                return  # only one choice was left: its last clicks are spared
            self._no_wall()
            self._hit(pick)
        if choice["take"] and self._goes_on(said):
            self._no_wall()
            self._lay(dict(choice["take"]))
            self._press("[data-go]")

    def _goes_on(self, said: int) -> bool:
        """Whether something is to be laid together now, and the clicks so far have not played the only choice left."""
        wait_until(self.page, f"n => document.querySelector('[data-go], .confirm') || ({SENT})(n)", said)
        return self._sent(said) is None and self.page.locator("[data-go]").count() > 0

    def _sent(self, said: int) -> int | None:
        """The action that was sent after so many messages."""
        sent = "n => window.said.slice(n).find((each) => each.type === 'act')?.action ?? null"
        found: int | None = self.page.evaluate(sent, said)
        return found

    def _no_wall(self) -> None:
        buttons = self.page.locator(".prompt .choice:not([data-go])").count()
        if buttons > WALL:
            raise NotByHand(f"a wall of {buttons} buttons")

    def _laid(self) -> dict[str, int]:
        pressed = self.page.locator(".group .chip[data-back]").evaluate_all(
            "nodes => nodes.map(node => [node.dataset.back, Number(/(\\d+) ×/.exec([...node.childNodes]"
            ".filter(part => part.nodeType === 3).map(part => part.data).join(''))?.[1] ?? 1)])"
        )
        if not pressed and self.page.locator(".group .chip", has_text="⇄").count():  # all of it or the other
            pressed = self.page.locator(".board [data-piece][aria-pressed='true']").evaluate_all(
                "nodes => nodes.map(node => [node.dataset.piece, 1])"
            )
        return {str(piece): int(count) for piece, count in pressed}

    def _lay(self, wanted: dict[str, int]) -> None:
        """Make what is laid what is wanted, by clicks on the board."""
        wait_until(self.page, "document.querySelector('[data-go]')")
        seen: list[dict[str, int]] = []
        for _ in range(TRIES):
            laid = self._laid()
            more = [piece for piece, count in wanted.items() if laid.get(piece, 0) < count]
            less = [piece for piece, count in laid.items() if count > wanted.get(piece, 0)]
            again = laid in seen
            seen.append(laid)
            if more and not (again and less):  # what does not fit what is laid takes its place
                self._hit(more[0])
            elif less:
                stepped = self.page.locator(f".board .step[data-back='{less[0]}']")
                self._hit(less[0]) if stepped.count() == 0 else self._press(f".board .step[data-back='{less[0]}']")
            else:
                return
        raise NotByHand(f"{wanted} cannot be laid together: {self._laid()} lies there")

    def _hit(self, thing: str) -> None:
        point = self.page.evaluate(POINT, thing)
        if isinstance(point, str):
            raise NotByHand(f"{thing} is {point}")
        self.page.mouse.click(*point)
        self.played.clicks += 1
        self.page.mouse.move(3, 3)

    def _press(self, button: str) -> None:
        self.page.locator(button).first.click()
        self.played.clicks += 1


def by_hand(page: Page, game: str, *, moves: int = 100_000, seed: int = 5) -> Played:
    """Sit down against bots and play."""
    watch(page)
    table = new_table(page, game, [PERSON, *[BOT] * (seats_of(game) - 1)], seed=seed)
    sit_down(page, table["link"])
    return Hand(page, game, seed).play(moves)


@contextmanager
def opened() -> Iterator[Page]:
    """A server and a browser of one's own."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=str(chromium()), args=["--no-sandbox", "--disable-gpu"])
        try:
            size = {"width": 1440, "height": 900}
            context = browser.new_context(base_url=server.address, reduced_motion="reduce", viewport=size)  # type: ignore[arg-type]
            yield context.new_page()
        finally:
            browser.close()
            server.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="+", choices=sorted(BUTTONS))
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--moves", type=int, default=100_000)
    asked = parser.parse_args()
    for game in asked.games:
        began = time.monotonic()
        with opened() as page:
            played = by_hand(page, game, moves=asked.moves, seed=asked.seed)
        buttons = ", ".join(f"{kind} {count}" for kind, count in played.buttons.most_common())
        how = "to the end" if played.over else "so far"
        print(
            f"{game}: {played.moves} moves {how}, {played.clicks} clicks on the board and Go,"
            f" {time.monotonic() - began:.0f} s; buttons: {buttons or 'none'}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
