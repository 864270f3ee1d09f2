"""How fast the static edition is in Chromium: start, bytes, clicks, thinking, long tasks. `make static` builds it.

    firstfire build --out libraries
    FIRSTFIRE_LIBRARIES=libraries/linux-x86_64 python -m benchmarks.static_edition
    python -m benchmarks.static_edition --only totem --only doggerland --runs 1

A start lasts from the address to a board that can be clicked: cold with an empty cache, then again from the service
worker's. Bytes are those that the host sends until then, and for each further game. A click lasts until the frame after
the new version of the table is drawn. What bots think about is thought about once more by this process, with the
library: the ratio is that of both times. Medians of some runs, and how busy the machine was.
"""

from __future__ import annotations

import argparse
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from statistics import median, quantiles
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright
from tools.programs import chromium, headless_shell

from firstfire.games import GAMES
from firstfire.offline.preview import Files
from firstfire.server.bots.jobs import Choose, perform, read
from firstfire.server.views.descriptions import title_of

EDITION = Path(__file__).parents[1] / "src" / "firstfire" / "static_edition"
RUNS, CLICKS, THOUGHTS = 5, 40, 8
LEVELS = ("hunter", "spirit")
PATIENCE = 120_000  # milliseconds
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
OPEN = (
    '.board [aria-disabled="false"]:not([aria-pressed]), .prompt .choice:not(:disabled), .prompt .wanted:not(:disabled)'
)
WATCH = """
window.tasks = []; window.frames = []; window.thoughts = [];
new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((each) => each.duration)))
  .observe({type: "longtask"});
new BroadcastChannel("thoughts").onmessage = ({data}) => window.thoughts.push(data);
let last;
const frame = (now) => { if (last) window.frames.push(now - last); last = now; requestAnimationFrame(frame); };
requestAnimationFrame(frame);
"""
TELL_THOUGHTS = """
const told = new BroadcastChannel("thoughts"), asked = new Map(), Hired = Worker;
self.Worker = class extends Hired {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({data}) => told.postMessage([asked.get(data.id)[1],
      performance.now() - asked.get(data.id)[0]]));
  }
  postMessage(message) {
    if (message.kind === "job") asked.set(message.id, [performance.now(), message.job]);
    super.postMessage(message);
  }
};
"""
PLAY = """
async ([clicks, thoughts, open, patience]) => {
  let state = 7;
  const below = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return state % n; };
  const page = document.querySelector(".page"), version = () => page.dataset.version;
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const changed = (limit) => new Promise((done) => {
    const watch = new MutationObserver(() => { stop(true); });
    const end = setTimeout(() => stop(false), limit);
    const stop = (how) => { watch.disconnect(); clearTimeout(end); done(how); };
    watch.observe(page, {attributes: true, attributeFilter: ["data-version"]});
  });
  const found = [], ends = performance.now() + patience;
  [window.tasks, window.frames] = [[], []];
  while ((found.length < clicks || window.thoughts.length < thoughts) && performance.now() < ends) {
    if (document.querySelector(".result")) break;
    const places = [...document.querySelectorAll(open)];
    if (places.length === 0) { await pause(20); continue; }
    const waiting = changed(400), began = performance.now();
    places[below(places.length)].click();
    if (await waiting) { await drawn(); found.push(performance.now() - began); }
    await pause(60);
  }
  return found;
}
"""


class Counting(Files):
    """A host that counts what it sends."""

    sent = 0

    def send_head(self) -> Any:
        """The head of an answer."""
        found = super().send_head()
        if isinstance(found, BytesIO):
            Counting.sent += len(found.getbuffer())
        return found


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of an edition, as long as it is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def visitor(browser: Browser, **more: Any) -> BrowserContext:
    """A browser that was never here."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}, **more)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH)
    return context


def begin(page: Page, address: str, game: str) -> float:
    """Seconds from the address to a board of a new game that can be clicked."""
    started = monotonic()
    page.goto(address)
    page.get_by_role("button", name=f"Play now: {title_of(game, 'en')}").click()
    page.locator('.board [aria-disabled="false"]').first.wait_for()
    return monotonic() - started


def starts(browser: Browser, address: str, game: str) -> tuple[float, float]:
    """Seconds of a cold start and of one from the cache."""
    context = visitor(browser)
    page = context.new_page()
    cold = begin(page, address, game)
    ends = monotonic() + PATIENCE / 1000
    while not page.evaluate("navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"):
        if monotonic() > ends:
            raise SystemExit("the service worker does not come")
        page.wait_for_timeout(100)
    page.close()
    warm = begin(context.new_page(), address, game)
    context.close()
    return cold, warm


def sizes(browser: Browser, address: str, games: Sequence[str]) -> dict[str, int]:
    """What the host sends until the board of a first game is there, and for each further one."""
    context = visitor(browser, service_workers="block")
    page, found = context.new_page(), {}
    for game in games:
        before = Counting.sent
        begin(page, address, game)
        page.wait_for_timeout(1500)  # a bot may begin, and fetch its net
        found[game] = Counting.sent - before
    context.close()
    return found


def tell_thoughts(route: Route) -> None:
    """Have the worker of the tables say what it lets others think about, and how long that takes."""
    answer = route.fetch()
    route.fulfill(response=answer, body=TELL_THOUGHTS + answer.text())


def played(browser: Browser, address: str, game: str, level: str) -> tuple[list[float], list[float], list[float], Any]:
    """A game against a bot: milliseconds of clicks, of long tasks, between frames, and what was thought about."""
    context = visitor(browser, service_workers="block")
    context.route("**/room.worker-*.js", tell_thoughts)
    page = context.new_page()
    page.goto(address)
    page.get_by_role("button", name=f"Create a table… {title_of(game, 'en')}").click()
    page.get_by_label("Level, Seat 2").select_option(level)
    page.get_by_role("button", name="Begin").click()
    page.locator('.page[data-version]:not([data-version="-1"])').wait_for()
    clicks = page.evaluate(PLAY, [CLICKS, THOUGHTS + 1, OPEN, PATIENCE])
    tasks, frames, thoughts = (page.evaluate(f"window.{name}") for name in ("tasks", "frames", "thoughts"))
    context.close()
    return clicks, tasks, frames, thoughts[1:]  # the first one starts the worker


def native_times(thoughts: Sequence[Any]) -> list[tuple[float, float]]:
    """Seconds of each choice of a bot in the browser, and here with the library."""
    found = []
    for text, milliseconds in thoughts:
        job = read(text.encode())
        if isinstance(job, Choose):
            perform(job, interpreted=False)  # what is loaded once does not count
            started = monotonic()
            perform(job, interpreted=False)
            found.append((milliseconds / 1000, monotonic() - started))
    return found


def report(browser: Browser, address: str, games: Sequence[str], runs: int) -> None:
    """Measure and print."""
    sent = sizes(browser, address, games)
    print("sent by the host:", ", ".join(f"{game} {count / 1e6:.2f} MB" for game, count in sent.items()), flush=True)
    print(f"{'game':<12}{'cold':>8}{'cached':>8}   seconds")
    for game in games:
        pairs = [starts(browser, address, game) for _ in range(runs)]
        cold, warm = (median(each) for each in zip(*pairs, strict=True))
        print(f"{game:<12}{cold:>8.2f}{warm:>8.2f}   load {os.getloadavg()[0]:.1f}", flush=True)
    for game in games:
        for level in LEVELS:
            clicks, tasks, frames, thoughts = played(browser, address, game, level)
            times = native_times(thoughts)
            here = [browser_time for browser_time, _ in times]
            print(
                f"{game:<12}{level:<8} {len(clicks)} clicks: median {median(clicks):.0f} ms, "
                f"p99 {quantiles(clicks, n=100)[98]:.0f}; {len(tasks)} long tasks, "
                f"longest {max(tasks, default=0):.0f}; "
                f"frames: median {median(frames):.1f} ms, p99 {quantiles(frames, n=100)[98]:.0f}; "
                f"{len(times)} choices: median {median(here):.2f} s, longest {max(here):.2f}, "
                f"{median(one / other for one, other in times):.2f} of native   load {os.getloadavg()[0]:.1f}",
                flush=True,
            )


def main(words: Sequence[str] | None = None) -> None:
    """Measure the edition."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("edition", nargs="?", type=Path, default=EDITION, help="its folder (default: of `make static`)")
    parser.add_argument("--only", action="append", metavar="GAME")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"starts of each (default: {RUNS})")
    arguments = parser.parse_args(words)
    with hosted(arguments.edition) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=headless_shell() or chromium(), args=list(FLAGS))
        report(browser, address, arguments.only or GAMES, arguments.runs)
        browser.close()


if __name__ == "__main__":
    main()
