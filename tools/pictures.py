"""Pictures of tables as people see them: every game, size, number of players and time of day.

    python -m tools.pictures FOLDER [--game GAME] [--size 1440x900] [--day] [--moves N]
    python -m tools.pictures docs/pictures --pages

Each is named `game-players-width-day.png`. The game stands after N moves of ours (15 unless told) against bots.
With `--pages` they are those of the documentation: the lobby, a table of each game, a phone, a replay, and what helps
one to learn: tutorial, guide, puzzle, notices, analysis.
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
DESK, SMALL_DESK, PHONE = (1440, 900), (1280, 800), (390, 844)
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


def opened(browser: Browser, server: Server, size: tuple[int, int], address: str = "") -> Page:
    """A window of a size by day, at an address."""
    page = page_at(browser, server, "day", 1.5 if size == PHONE else 1)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    if address:
        page.goto(address)
    return page


def keep(page: Page, file: Path, height: int = 0) -> None:
    """The window, or its top, as a file; the window is closed."""
    window = page.viewport_size or {"width": DESK[0], "height": DESK[1]}
    clip = {"x": 0, "y": 0, "width": window["width"], "height": height or window["height"]}
    page.screenshot(path=file, type="jpeg", quality=85, clip=clip)  # type: ignore[arg-type]
    page.context.close()


def draw_pages(browser: Browser, server: Server, wish: argparse.Namespace) -> None:
    """The pictures of the documentation: tables and the lobby."""
    for name, (game, seats, size, day) in PAGES.items():
        page = page_at(browser, server, day, 1.5 if size == PHONE else 1)
        for _ in moments(page, game, wish.seed, (wish.moves,), seats):
            resize(page, size)
            keep(page, wish.folder / f"{name}.jpg")
    page = opened(browser, server, DESK, "/")
    page.get_by_role("button", name="Play now").first.wait_for()
    keep(page, wish.folder / "home.jpg", 800)  # without the sample game of the tests


def draw_learning(browser: Browser, server: Server, wish: argparse.Namespace) -> None:
    """The pictures of the documentation: what helps one to learn and to look back."""
    for name, size in (("tutorial", SMALL_DESK), ("tutorial-phone", PHONE)):
        page = opened(browser, server, size, "/learn/doggerland")
        for _ in range(2):
            page.locator(".lesson").get_by_role("button", name="Next", exact=True).click()
        page.get_by_text("Step 3 of").wait_for()
        stand_still(page)
        keep(page, wish.folder / f"{name}.jpg")
    page = opened(browser, server, SMALL_DESK)
    sit_down(page, new_table(page, "honga", [PERSON, BOT], seed=wish.seed)["link"], guided=False)
    page.locator(".coach").wait_for()
    stand_still(page)
    keep(page, wish.folder / "guide.jpg")
    page = opened(browser, server, PHONE, "/puzzle/totem/1")
    page.locator(".board .lit").first.wait_for()
    stand_still(page)
    keep(page, wish.folder / "puzzle-phone.jpg")
    page = opened(browser, server, PHONE, "/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="When it is my turn").locator("label").last.scroll_into_view_if_needed()
    keep(page, wish.folder / "notices-phone.jpg")
    page = opened(browser, server, DESK)
    link = new_table(page, "totem", [PERSON, BOT], seed=wish.seed)["link"]
    sit_down(page, link)
    click_on(page)
    page.goto(f"{link}?replay#step={2 * wish.moves}")
    page.get_by_role("img", name="Chance to win, step by step").wait_for()
    page.locator(".board .piece").first.wait_for()
    stand_still(page)
    page.screenshot(path=wish.folder / "replay.jpg", type="jpeg", quality=85)
    page.get_by_role("button", name="Analyse the game").click()
    told = page.get_by_role("table", name="Luck and skill")
    told.wait_for()
    told.scroll_into_view_if_needed()
    stand_still(page)
    keep(page, wish.folder / "analysis.jpg")


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
        server = Server(Path(data), compiled=wish.pages)  # an analysis needs compiled rules
        browser = playwright.chromium.launch(executable_path=str(program), args=["--no-sandbox", "--disable-gpu"])
        if wish.pages:
            draw_pages(browser, server, wish)
            draw_learning(browser, server, wish)
        for game in () if wish.pages else wish.game or GAMES:
            draw(browser, server, game, wish)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
