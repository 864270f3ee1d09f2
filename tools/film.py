"""Film a few moves at the table into a moving picture: docs/pictures/moves.webp.

    python tools/film.py [GAME [SEED]]         needs the built client (`make web`) and Chromium

A game is played in a real browser against a bot, slowed down so that each step can be photographed; the photographs
become one animated WebP (webp.py). Run it after what tables look like has changed.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from playwright.sync_api import Page, sync_playwright  # noqa: E402
from tests.web.conftest import FLAGS  # noqa: E402
from tests.web.table import BOT, PERSON, Server, new_table, sit_down  # noqa: E402
from tools.programs import chromium  # noqa: E402
from tools.webp import Frame, animated  # noqa: E402

FILE = ROOT / "docs" / "pictures" / "moves.webp"
SIZE = {"width": 1120, "height": 700}
SCALE = 0.75  # 840 × 525: as wide as a forge shows it
QUALITY = 0.62
LARGEST = 1_500_000  # bytes
CLICKS = 14
SLOW = 0.25  # how fast motion runs while it is photographed
STEPS = 3  # photographs of a motion
LONG, POINTED, SHORT = 900, 500, 110  # milliseconds a photograph is shown: at rest, before a click, in motion


# Cuts out what differs between two photographs (null: nothing does) and writes it as WebP, in the browser.
CHANGED = """
async ([before, after, quality]) => {
  const drawn = async (data) => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,' + data;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d', { willReadFrequently: true }).drawImage(picture, 0, 0);
    return canvas;
  };
  const now = await drawn(after), { width, height } = now;
  const pixels = (canvas) => new Uint32Array(canvas.getContext('2d').getImageData(0, 0, width, height).data.buffer);
  let [left, top, right, bottom] = before ? [width, height, -1, -1] : [0, 0, width - 1, height - 1];
  if (before) {
    const a = pixels(await drawn(before)), b = pixels(now);
    for (let at = 0; at < a.length; at++) {
      if (a[at] === b[at]) continue;
      const x = at % width, y = (at - x) / width;
      left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y);
    }
  }
  if (right < 0) return null;
  left -= left % 2; top -= top % 2;
  const cut = new OffscreenCanvas(right - left + 1, bottom - top + 1);
  cut.getContext('2d').drawImage(now, -left, -top);
  const bytes = new Uint8Array(await (await cut.convertToBlob({ type: 'image/webp', quality })).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { data: btoa(text), x: left, y: top, width: cut.width, height: cut.height };
}
"""


class Camera:
    """Photographs a page, and keeps of each photograph what changed."""

    def __init__(self, page: Page, room: Page) -> None:
        self.page, self.room = page, room  # what is filmed, and where photographs are compared
        self.frames = list[Frame]()
        self.last = ""
        self.session = page.context.new_cdp_session(page)
        self.session.send("Animation.enable")
        self.session.send("Animation.setPlaybackRate", {"playbackRate": SLOW})

    def shoot(self, shown: int) -> None:
        """One photograph."""
        clip = {"x": 0, "y": 0, **SIZE, "scale": SCALE}
        taken = self.session.send("Page.captureScreenshot", {"format": "png", "clip": clip})["data"]
        changed = self.room.evaluate(CHANGED, [self.last, taken, QUALITY])
        self.last = taken
        if changed is None:
            self.frames[-1] = replace(self.frames[-1], shown=self.frames[-1].shown + shown)
        else:
            picture = base64.b64decode(changed.pop("data"))
            self.frames.append(Frame(picture, **changed, shown=shown))

    def motion(self) -> None:
        """Photographs while something moves, and one at rest."""
        for _ in range(STEPS):
            self.shoot(SHORT)
            self.page.wait_for_timeout(100)
        self.page.wait_for_timeout(900)
        self.shoot(LONG)


# Shows where the next click goes: on something that glows, else on the first button; the ring is part of the film.
NEXT = """
(number) => {
  const open = [...document.querySelectorAll('.board [aria-disabled="false"]:not([aria-pressed])')];
  const buttons = [...document.querySelectorAll('.prompt .choice:not(:disabled)')];
  const found = open.length > 0 ? open[number % open.length] : buttons[0];
  if (!found) return false;
  const { x, y, width, height } = found.getBoundingClientRect();
  const ring = document.createElement('div');
  ring.id = 'pointed';
  ring.style.cssText = `position: fixed; left: ${x + width / 2 - 26}px; top: ${y + height / 2 - 26}px; width: 40px;
    height: 40px; border: 6px solid #b4501a; border-radius: 50%; z-index: 9999; pointer-events: none`;
  document.body.append(ring);
  window.pointed = found;
  return true;
}
"""
CLICK = "() => { document.getElementById('pointed').remove(); window.pointed.click(); }"


def film(page: Page, room: Page, game: str, seed: int) -> list[Frame]:
    """Sit down, click on what glows, photograph each step."""
    page.goto("/")
    page.bring_to_front()
    sit_down(page, new_table(page, game, [PERSON, BOT], seed=seed, name="Ayla")["link"])
    page.wait_for_timeout(1500)
    camera = Camera(page, room)
    camera.shoot(LONG)
    stream = Random(seed)
    for _ in range(CLICKS):
        if not page.evaluate(NEXT, stream.randrange(1000)):
            page.wait_for_timeout(1500)  # the other player's turn
            camera.motion()
            continue
        camera.shoot(POINTED)
        page.evaluate(CLICK)
        camera.motion()
    return camera.frames


def main(argv: Sequence[str]) -> int:
    """Film, and write the picture."""
    game, seed = (*argv, *("totem", "7")[len(argv) :])
    program = chromium()
    if program is None:
        print("Chromium is missing; `make programs` installs it", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), pause=0.4)
        browser = playwright.chromium.launch(executable_path=str(program), args=list(FLAGS))
        try:
            context = browser.new_context(base_url=server.address, viewport=SIZE, color_scheme="light", locale="en")
            frames = film(context.new_page(), context.new_page(), game, int(seed))
        finally:
            browser.close()
            server.stop()
    made = animated(frames, round(SIZE["width"] * SCALE), round(SIZE["height"] * SCALE))
    if len(made) > LARGEST:
        raise SystemExit(f"{len(made):,} bytes are too many: film fewer clicks, or at a lower quality")
    FILE.write_bytes(made)
    print(f"{FILE.relative_to(ROOT)}: {len(frames)} photographs, {len(made):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
