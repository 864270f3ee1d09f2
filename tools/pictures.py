"""Pictures of tables as people see them: every game, size, number of players and time of day.

    python -m tools.pictures FOLDER [--game GAME] [--size 1440x900] [--day] [--moves N]

Each is named `game-players-width-day.png`. The game stands after N moves of ours (15 unless told) against bots.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from tests.web.measure import moments, resize
from tests.web.table import GAMES, Server, seats_of
from tools.programs import chromium

from firstfire.games import game as find_game

SIZES = ((1366, 768), (1440, 900), (1920, 1080), (390, 844), (844, 390))
MOVES = 15
DAYS = {"day": "light", "night": "dark"}


def page_at(browser: Browser, server: Server, day: str) -> Page:
    """A window of its own by day or by night."""
    return browser.new_context(
        base_url=server.address,
        locale="en-GB",
        reduced_motion="reduce",
        color_scheme=DAYS[day],  # type: ignore[arg-type]
    ).new_page()


def draw(browser: Browser, server: Server, game: str, wish: argparse.Namespace) -> None:
    """All pictures of one game."""
    sizes = [size for size in SIZES if not wish.size or f"{size[0]}x{size[1]}" in wish.size]
    for seats in sorted({seats_of(game), max(find_game(game).seats)}):
        for day in ("day",) if wish.day else DAYS:
            page = page_at(browser, server, day)
            for _ in moments(page, game, wish.seed, (wish.moves,), seats):
                for size in sizes:
                    resize(page, size)
                    page.screenshot(path=wish.folder / f"{game}-{seats}-{size[0]}-{day}.png")
            page.context.close()


def main() -> None:
    """Draw what was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--size", action="append", help="such as 1366x768")
    parser.add_argument("--day", action="store_true", help="no pictures by night")
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--seed", type=int, default=11)
    wish = parser.parse_args()
    wish.folder.mkdir(parents=True, exist_ok=True)
    program = chromium()
    if program is None:
        raise SystemExit("no Chromium here: `make web` says how to get one")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=str(program), args=["--no-sandbox", "--disable-gpu"])
        for game in wish.game or GAMES:
            draw(browser, server, game, wish)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
