"""Draw the positions of the rulebooks in a real browser, as the table draws them, into docs/pictures/rules.

    python tools/draw_positions.py [GAME …]        needs the built client (`make web`) and Chromium

Each `![caption](position:KEY)` of a book becomes GAME-KEY.webp, by day, in English. Pictures that no book shows are
taken away. Run it after a change of a position or of what tables look like.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from playwright.sync_api import Page, sync_playwright  # noqa: E402
from tests.web.conftest import FLAGS  # noqa: E402
from tests.web.table import Server  # noqa: E402
from tools.programs import chromium  # noqa: E402
from tools.reference.rulebooks import picture_name  # noqa: E402

from firstfire.games import GAMES  # noqa: E402
from firstfire.games import game as find_game  # noqa: E402
from firstfire.kernel.checking.books import pictures  # noqa: E402

FOLDER = ROOT / "docs" / "pictures" / "rules"
SIZE = {"width": 1200, "height": 1400}
LARGEST = 60_000  # bytes
TRIES = ((1, 82), (1, 70), (1, 58), (1, 46), (0.9, 52), (0.8, 60), (0.8, 48), (0.7, 55), (0.7, 40))  # scale, quality


def wanted(game: str) -> list[str]:
    """The keys of the positions that the book of a game shows."""
    book = find_game(game).book("en")
    return list(dict.fromkeys(pictures(book))) if book is not None else []


def draw(page: Page, game: str, key: str) -> bytes:
    """One position, made large in the rulebook and photographed."""
    book = find_game(game).book("en")
    assert book is not None
    chapter = next(each.key for each in book.chapters if key in _keys(game, each.key))
    page.goto(f"/rules/{game}#{chapter}")
    page.reload()
    page.locator(f"figure[data-picture='{key}'] .enlarge").click()
    board = page.locator(f"[data-large='{key}'] .sheet")
    board.wait_for()
    page.wait_for_timeout(600)  # fonts and pictures have come
    box = board.bounding_box()
    assert box is not None
    session = page.context.new_cdp_session(page)
    for scale, quality in TRIES:
        clip = {**box, "scale": scale}
        shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality, "clip": clip})
        made = base64.b64decode(shot["data"])
        if len(made) <= LARGEST:
            return made
    raise SystemExit(f"{game} {key}: no picture of at most {LARGEST} bytes")


def _keys(game: str, chapter: str) -> list[str]:
    book = find_game(game).book("en")
    found = book.chapter(chapter) if book is not None else None
    blocks = found.all_blocks() if found is not None else ()
    return [body.key for block in blocks for body in block.bodies if hasattr(body, "key")]


def main(argv: Sequence[str]) -> int:
    """Draw all, or those of some games."""
    games = argv or GAMES
    FOLDER.mkdir(parents=True, exist_ok=True)
    program = chromium()
    if program is None:
        print("Chromium is missing; `make programs` installs it", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=str(program), args=list(FLAGS))
        try:
            context = browser.new_context(
                base_url=server.address, viewport=SIZE, color_scheme="light", locale="en", reduced_motion="reduce"
            )
            page = context.new_page()
            for game in games:
                for key in wanted(game):
                    made = draw(page, game, key)
                    (FOLDER / picture_name(game, key)).write_bytes(made)
                    print(f"{picture_name(game, key)}: {len(made):,} bytes")
        finally:
            browser.close()
            server.stop()
    known = {picture_name(game, key) for game in GAMES for key in wanted(game)}
    for file in FOLDER.iterdir():
        if file.name not in known:
            file.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
