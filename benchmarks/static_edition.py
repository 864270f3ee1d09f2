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
import json
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, process_time
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright
from tools.programs import chromium, headless_shell

from firstfire.games import GAMES
from firstfire.offline.preview import Files
from firstfire.server.bots.jobs import Choose, perform, read
from firstfire.server.views.descriptions import title_of

EDITION = Path(__file__).parents[1] / "src" / "firstfire" / "static_edition"
RUNS, CLICKS, JOBS = 5, 40, 8
LEVELS = ("hunter", "spirit")
PATIENCE = 120_000  # milliseconds
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
OPEN = (
    '.board [aria-disabled="false"]:not([aria-pressed]), .prompt .choice:not(:disabled), .prompt .wanted:not(:disabled)'
)
WATCH = """
window.tasks = []; window.frames = []; window.jobs = [];
new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((each) => each.duration)))
  .observe({type: "longtask"});
new BroadcastChannel("jobs").onmessage = ({data}) => window.jobs.push(data);
let last;
const frame = (now) => { if (last) window.frames.push(now - last); last = now; requestAnimationFrame(frame); };
requestAnimationFrame(frame);
"""
TELL_JOBS = """
const told = new BroadcastChannel("jobs"), Hired = Worker;
self.Worker = class extends Hired {
  postMessage(message) {
    if (message.kind === "job") told.postMessage(message.job);
    super.postMessage(message);
  }
};
"""
HIRE = """
([worker, engine]) => {
  const mind = new Worker(worker, {type: "module"});
  window.think = (job) => new Promise((done, fail) => {
    mind.onmessage = ({data}) => data.error ? fail(data.error) : done(data.answer);
    mind.postMessage({kind: "job", id: 1, job});
  });
  mind.postMessage({kind: "start", engine});
}
"""
PLAY = """
async ([clicks, jobs, open, patience]) => {
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
  while ((found.length < clicks || window.jobs.length < jobs) && performance.now() < ends) {
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


def worked(browser: Browser, *kinds: str) -> float:
    """Seconds for which the browser's processes have worked so far: all of them, or those of pages alone."""
    known = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(each["cpuTime"] for each in known if not kinds or each["type"] in kinds))


def starts(browser: Browser, address: str, game: str) -> tuple[float, float, float, float]:
    """Seconds of a cold start, of the clock and of the processor, and of one from the cache."""
    context = visitor(browser)
    page = context.new_page()
    before = worked(browser)
    cold = begin(page, address, game)
    cold_work = worked(browser) - before
    ends = monotonic() + PATIENCE / 1000
    while not page.evaluate("navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"):
        if monotonic() > ends:
            raise SystemExit("the service worker does not come")
        page.wait_for_timeout(100)
    page.close()
    page, before = context.new_page(), worked(browser)
    warm = begin(page, address, game)
    warm_work = worked(browser) - before
    context.close()
    return cold, cold_work, warm, warm_work


def sent(browser: Browser, address: str, *games: str) -> int:
    """What the host sends until the board of the last of these games is there, after those before."""
    context = visitor(browser, service_workers="block")
    page, before = context.new_page(), 0
    for game in games:
        before = Counting.sent
        begin(page, address, game)
        page.wait_for_timeout(1500)
    context.close()
    return Counting.sent - before


def net_sizes(folder: Path) -> dict[str, int]:
    """The bytes of each game's net, which is fetched when a bot or a hint uses it."""
    (engine,) = folder.glob("engine-*")
    names = json.loads((engine / "parts.json").read_text(encoding="utf-8"))["nets"]
    return {game: (engine / name).stat().st_size for game, name in names.items()}


def tell_jobs(route: Route) -> None:
    """Have the worker of the tables say what it lets others think about."""
    answer = route.fetch()
    route.fulfill(response=answer, body=TELL_JOBS + answer.text())


def played(
    browser: Browser, address: str, game: str, level: str
) -> tuple[list[float], list[float], list[float], list[str]]:
    """A game against a bot: milliseconds of clicks, of long tasks, between frames, and what was thought about."""
    context = visitor(browser, service_workers="block")
    context.route("**/room.worker-*.js", tell_jobs)
    page = context.new_page()
    page.goto(address)
    page.get_by_role("button", name=f"Create a table… {title_of(game, 'en')}").click()
    page.get_by_label("Level, Seat 2").select_option(level)
    page.get_by_role("button", name="Begin").click()
    page.locator('.page[data-version]:not([data-version="-1"])').wait_for()
    clicks = page.evaluate(PLAY, [CLICKS, JOBS, OPEN, PATIENCE])
    tasks, frames, jobs = (page.evaluate(f"window.{name}") for name in ("tasks", "frames", "jobs"))
    context.close()
    return clicks, tasks, frames, [job for job in jobs if isinstance(read(job.encode()), Choose)][:JOBS]


def thinking_times(browser: Browser, address: str, folder: Path, jobs: Sequence[str]) -> list[tuple[float, float]]:
    """Seconds of the processor for each choice of a bot: in a worker of the edition, and here with the library."""
    (worker,), (engine,) = folder.glob("assets/thinking.worker-*.js"), folder.glob("engine-*")
    context, found = browser.new_context(service_workers="block"), []
    page = context.new_page()
    page.goto(f"{address}licences.txt")  # a page with nothing to draw
    page.evaluate(HIRE, [f"{address}{worker.relative_to(folder).as_posix()}", f"{address}{engine.name}/"])
    for job in jobs:
        page.evaluate("(job) => window.think(job)", job)  # what is loaded or compiled once does not count
        perform(read(job.encode()), interpreted=False)
        before = worked(browser, "renderer")
        page.evaluate("(job) => window.think(job)", job)
        after = worked(browser, "renderer")
        here = process_time()
        perform(read(job.encode()), interpreted=False)
        found.append((after - before, process_time() - here))
    context.close()
    return found


def report(browser: Browser, address: str, folder: Path, games: Sequence[str], runs: int) -> None:
    """Measure and print."""
    print(f"{'game':<12}{'first':>8}{'further':>8}{'net':>8}   MB that the host sends")
    for game in games:
        other = "honga" if game == "totem" else "totem"
        row = (sent(browser, address, game), sent(browser, address, other, game), net_sizes(folder).get(game, 0))
        print(f"{game:<12}{''.join(f'{size / 1e6:>8.2f}' for size in row)}", flush=True)
    print(f"{'game':<12}{'cold':>8}{'work':>8}{'cached':>8}{'work':>8}   seconds")
    for game in games:
        found = [starts(browser, address, game) for _ in range(runs)]
        cells = "".join(f"{median(each):>8.2f}" for each in zip(*found, strict=True))
        print(f"{game:<12}{cells}   load {os.getloadavg()[0]:.1f}", flush=True)
    for game in games:
        for level in LEVELS:
            clicks, tasks, frames, jobs = played(browser, address, game, level)
            times = thinking_times(browser, address, folder, jobs)
            here = [in_browser for in_browser, _ in times]
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
        report(browser, address, arguments.edition, arguments.only or GAMES, arguments.runs)
        browser.close()


if __name__ == "__main__":
    main()
