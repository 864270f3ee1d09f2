"""Pictures of tables as people see them: every game, size, number of players and time of day.

    python -m tools.pictures FOLDER [--game GAME] [--size 1440x900] [--day] [--moves N]
    python -m tools.pictures docs/pictures --pages

Each is named `game-players-width-day.png`. The game stands after N moves of ours (15 unless told) against bots.
With `--pages` they are those of the documentation: the lobby, a table of each game, a phone, a replay.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from tests.web.measure import moments, resize
from tests.web.table import BOT, GAMES, PATIENCE, PERSON, Server, click_on, new_table, seats_of, sit_down, stand_still
from tools.programs import chromium

from firstfire.games import game as find_game

SIZES = ((1366, 768), (1440, 900), (1920, 1080), (390, 844), (844, 390))
MOVES = 15
DAYS = {"day": "light", "night": "dark"}
DESK, PHONE = (1440, 900), (390, 844)
PAGES = {  # of the documentation: game, players, size, day
    "totem": ("totem", 2, DESK, "day"),
    "totem-phone": ("totem", 2, PHONE, "day"),
    "honga": ("honga", 3, DESK, "night"),
    "neta_tanka": ("neta_tanka", 3, DESK, "day"),
    "prehistory": ("prehistory", 2, DESK, "day"),
    "doggerland": ("doggerland", 4, DESK, "day"),
}


def page_at(browser: Browser, server: Server, day: str, sharpness: float = 1) -> Page:
    """A window of its own by day or by night."""
    context = browser.new_context(
        base_url=server.address,
        locale="en-GB",
        reduced_motion="reduce",
        color_scheme=DAYS[day],  # type: ignore[arg-type]
        device_scale_factor=sharpness,
    )
    context.set_default_timeout(PATIENCE * 1000)
    return context.new_page()


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


def draw_pages(browser: Browser, server: Server, wish: argparse.Namespace) -> None:
    """The pictures of the documentation."""

    def keep(page: Page, name: str, height: int) -> None:
        shown = {"x": 0, "y": 0, "width": page.viewport_size["width"], "height": height}  # type: ignore[index]
        page.screenshot(path=wish.folder / f"{name}.jpg", type="jpeg", quality=85, clip=shown)  # type: ignore[arg-type]
        page.context.close()

    for name, (game, seats, size, day) in PAGES.items():
        page = page_at(browser, server, day, 1.5 if size == PHONE else 1)
        for _ in moments(page, game, wish.seed, (wish.moves,), seats):
            resize(page, size)
            keep(page, name, size[1])
    page = page_at(browser, server, "day")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    page.goto("/")
    page.get_by_role("button", name="Play now").first.wait_for()
    keep(page, "home", 800)  # without the sample game of the tests
    page = page_at(browser, server, "day")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    link = new_table(page, "totem", [PERSON, BOT], seed=wish.seed)["link"]
    sit_down(page, link)
    click_on(page)
    page.goto(f"{link}?replay#step={2 * wish.moves}")
    page.get_by_role("img", name="Chance to win, step by step").wait_for()
    page.locator(".board .piece").first.wait_for()
    stand_still(page)
    keep(page, "replay", DESK[1])


def main() -> None:
    """Draw what was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--size", action="append", help="such as 1366x768")
    parser.add_argument("--day", action="store_true", help="no pictures by night")
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--pages", action="store_true", help="the pictures of the documentation, nothing else")
    wish = parser.parse_args()
    wish.folder.mkdir(parents=True, exist_ok=True)
    program = chromium()
    if program is None:
        raise SystemExit("no Chromium here: `make web` says how to get one")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=str(program), args=["--no-sandbox", "--disable-gpu"])
        if wish.pages:
            draw_pages(browser, server, wish)
        for game in () if wish.pages else wish.game or GAMES:
            draw(browser, server, game, wish)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
