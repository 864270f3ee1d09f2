"""Draw the positions of the rulebooks in a real browser, as the table draws them, into docs/pictures/rules.

    python tools/draw_positions.py [GAME …]        needs the built client (`make web`) and Chromium

Each `![caption](position:KEY)` of a book becomes GAME-KEY.LANGUAGE.webp, by day, in every complete language. Pictures
that no book shows are taken away. Run it after a change of a position or of what tables look like.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Sequence
from itertools import product
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from playwright.sync_api import Page, ViewportSize, sync_playwright  # noqa: E402
from tests.web.conftest import FLAGS  # noqa: E402
from tests.web.table import Server  # noqa: E402
from tools.programs import chromium  # noqa: E402
from tools.reference.rulebooks import picture_name  # noqa: E402

from firstfire.games import GAMES  # noqa: E402
from firstfire.games import game as find_game  # noqa: E402
from firstfire.kernel.checking.books import pictures  # noqa: E402
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES  # noqa: E402

FOLDER = ROOT / "docs" / "pictures" / "rules"
PATIENCE = 180_000  # milliseconds; a busy machine is slow, not wrong
SIZE: ViewportSize = {"width": 1200, "height": 1400}
LARGEST = 48_000  # bytes
# Scale and quality: the first of which a picture is small enough.
TRIES = ((1, 70), (1, 58), (1, 46), (0.9, 52), (0.8, 60), (0.8, 48), (0.8, 36), (0.7, 45), (0.7, 33), (0.65, 30))


def wanted(game: str) -> list[str]:
    """The keys of the positions that the book of a game shows."""
    book = find_game(game).book("en")
    return list(dict.fromkeys(pictures(book))) if book is not None else []


def open_book(page: Page, game: str, language: str) -> None:
    """The rulebook of a game with all its chapters open."""
    page.goto(f"/rules/{game}")
    page.wait_for_function("language => document.documentElement.lang === language", arg=language)
    page.locator(".tools .all").click()


def draw(page: Page, game: str, key: str, tried: dict[tuple[str, str], int]) -> bytes:
    """One position, made large in the open rulebook and photographed. `tried`: how small it had to be."""
    page.locator(f"figure[data-picture='{key}'] .enlarge").first.click()
    board = page.locator(f"[data-large='{key}'] .sheet")
    board.wait_for()
    page.wait_for_timeout(600)  # fonts and pictures have come
    box = board.bounding_box()
    assert box is not None
    session = page.context.new_cdp_session(page)
    for number in range(tried.get((game, key), 0), len(TRIES)):
        scale, quality = TRIES[number]
        clip = {**box, "scale": scale}
        shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality, "clip": clip})
        made = base64.b64decode(shot["data"])
        if len(made) <= LARGEST:
            tried[game, key] = number
            page.keyboard.press("Escape")
            board.wait_for(state="detached")
            return made
    raise SystemExit(f"{game} {key}: no picture of at most {LARGEST} bytes")


def main(argv: Sequence[str]) -> int:
    """Draw all, or those of some games."""
    tried: dict[tuple[str, str], int] = {}
    FOLDER.mkdir(parents=True, exist_ok=True)
    program = chromium()
    if program is None:
        print("Chromium is missing; `make programs` installs it", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=str(program), args=list(FLAGS))
        try:
            for language, game in product(COMPLETE_LANGUAGES, argv or GAMES):
                context = browser.new_context(
                    base_url=server.address,
                    viewport=SIZE,
                    color_scheme="light",
                    locale=language,
                    reduced_motion="reduce",
                )
                context.set_default_timeout(PATIENCE)
                page = context.new_page()
                open_book(page, game, language)
                for key in wanted(game):
                    made = draw(page, game, key, tried)
                    name = picture_name(game, key, language)
                    (FOLDER / name).write_bytes(made)
                    print(f"{name}: {len(made):,} bytes")
                context.close()
        finally:
            browser.close()
            server.stop()
    known = {
        picture_name(game, key, language) for game in GAMES for key in wanted(game) for language in COMPLETE_LANGUAGES
    }
    for file in FOLDER.iterdir():
        if file.name not in known:
            file.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
