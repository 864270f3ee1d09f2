"""Groups and payments by clicks on the pieces alone: no list, no button but the last word."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.web.by_hand import BUTTONS, SENT, by_hand
from tests.web.conftest import NewPage
from tests.web.measure import MEASURE
from tests.web.table import BOT, PERSON, new_table, sit_down, stand_still, until, version_of, wait_until
from tests.web.watching import play, watch

IDS = "nodes => nodes.map(node => node.dataset.piece)"


def choices(page: Page) -> list[dict[str, Any]]:
    """What the server offers at the version that is shown."""
    found: list[dict[str, Any]] = page.evaluate("v => window.scenes[v].choices", version_of(page))
    return found


def laid(page: Page) -> dict[str, int]:
    """What has stepped forward on the board, and how many of it (a single piece is just pressed)."""
    pressed = page.locator('.board [data-piece][aria-pressed="true"]').evaluate_all(
        "nodes => nodes.map(node => [node.dataset.piece,"
        " Number(/^(\\d+)\\//.exec(node.parentElement.querySelector('.count')?.innerText ?? '')?.[1] ?? 1)])"
    )
    return {str(piece): int(count) for piece, count in pressed}


def press(page: Page, thing: Locator) -> None:
    """A real click near the upper left corner of something, whether it glows or not, once it stands still."""
    page.mouse.move(3, 3)  # where it rests a tip may open, over what is to be clicked
    thing.scroll_into_view_if_needed()
    box, since = thing.bounding_box(), time.monotonic()
    while time.monotonic() - since < 0.3:
        page.wait_for_timeout(50)
        if (now := thing.bounding_box()) != box:
            box, since = now, time.monotonic()
    assert box is not None
    tip_there = "([x, y]) => document.elementsFromPoint(x, y).some((node) => node.closest('.tip'))"
    while page.evaluate(tip_there, [box["x"] + box["width"] / 4, box["y"] + box["height"] / 4]):
        page.wait_for_timeout(30)
    page.mouse.click(box["x"] + box["width"] / 4, box["y"] + box["height"] / 4)


def lies_otherwise(page: Page, piece: str, count: int) -> bool:
    """Whether not so many of it lie there."""
    return laid(page).get(piece, 0) != count


def lay(page: Page, wanted: dict[str, int]) -> None:
    """Make what is laid what is wanted: a click on those that stepped forward sends one back, on a piece adds one."""
    for piece in laid(page):
        while (now := laid(page).get(piece, 0)) > wanted.get(piece, 0):
            stepped = page.locator(f".board .step[data-back='{piece}']")
            press(page, stepped if stepped.count() else page.locator(f".board [data-piece='{piece}']"))
            until(page, partial(lies_otherwise, page, piece, now), f"{piece} goes back")
    for piece, count in wanted.items():
        while (now := laid(page).get(piece, 0)) < count:
            expect(page.locator(f".board [data-piece='{piece}']")).to_have_attribute("aria-disabled", "false")
            page.locator(f".board [data-piece='{piece}']").click()
            until(page, partial(lies_otherwise, page, piece, now), f"{piece} steps forward")
            assert laid(page).get(piece, 0) > now


def go(page: Page) -> int:
    """The last word; the action that was sent."""
    before, said = version_of(page), int(page.evaluate("window.said.length"))
    page.locator("[data-go]").click()
    wait_until(page, f"n => document.querySelector('.confirm .choice') || ({SENT})(n)", said)
    if page.locator(".confirm .choice").count():
        page.locator(".confirm .choice").first.click()
    wait_until(page, "v => Number(document.querySelector('.page').dataset.version) > v", before)
    sent: list[int] = page.evaluate("window.said.filter(each => each.type === 'act').map(each => each.action)")
    return sent[-1]


def lit(page: Page) -> set[str]:
    """The pieces that glow."""
    return set(page.locator('.board [data-piece][aria-disabled="false"]').evaluate_all(IDS))


def dashed(page: Page) -> set[str]:
    """The pieces with a weak frame of dashes: no glow, not laid."""
    return set(page.locator(".board .instead > [data-piece]").evaluate_all(IDS))


def grouped(page: Page) -> list[dict[str, Any]]:
    wait_until(page, "document.querySelector('[data-go]')")
    return [choice for choice in choices(page) if choice["take"]]


def test_an_expedition_sets_out_by_clicks_on_figures_and_tools(new_page: NewPage) -> None:
    """A2: the tile, then whoever goes; what lies there at first is a whole group; the line says what it would do."""
    page = new_page()
    watch(page)
    table = new_table(page, "doggerland", [PERSON, BOT], seed=11)
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")
    tile = next(choice["picks"][0] for choice in choices(page) if choice["text"].startswith("go to"))
    page.locator(f".board [data-piece='{tile}']").click()
    groups = grouped(page)
    first = next(choice for choice in groups if choice["default"])
    assert laid(page) == dict(first["take"])
    expect(page.locator(".group .does")).to_have_text(first["sentence"])
    assert page.locator(".prompt .choice:not([data-go])").count() == 0, "no wall of buttons"
    others = {piece for choice in groups for piece, _ in choice["take"]} - laid(page).keys() - lit(page)
    assert others and dashed(page) == others, "what can be taken instead is marked, but does not glow"
    assert page.evaluate(MEASURE)["under"] == [], "the bar hides nothing of the board"
    stand_still(page, frames=3)
    assert page.locator(".prompt .how").evaluate("node => node.scrollWidth <= node.clientWidth"), "the hint is whole"
    for wanted in (groups[0], groups[-1]):
        lay(page, dict(wanted["take"]))
        expect(page.locator(".group .does")).to_have_text(wanted["sentence"])
    assert go(page) == groups[-1]["action"]


def test_a_price_is_paid_by_clicks_on_the_goods(new_page: NewPage) -> None:
    """A8: Honga asks with what; water goes by twos, and a click on what does not fit takes the nearest price that has
    it instead."""
    page = new_page()
    hands = page.context.new_page()
    hands.goto("/")
    watch(page)
    table = new_table(hands, "honga", [PERSON, {"kind": "hot", "name": "Brun"}], seed=12)
    how, steps = play(hands, table["id"], 2, 600, 13, until="pay", shun="end turn")
    assert how == "asked", (how, steps)
    sit_down(page, table["link"])
    wait_until(page, "document.querySelector('.curtain .warm, [data-go]')")
    if page.locator(".curtain .warm").count():
        page.locator(".curtain .warm").click()
    groups = grouped(page)
    default = next(choice for choice in choices(page) if choice["default"])
    assert laid(page) == dict(default["take"])
    assert dict(groups[-1]["take"]).keys() == {"water-0"} and "water-0" not in dict(default["take"])
    for wanted, piece in ((groups[-1], "water-0"), (default, next(iter(dict(default["take"]))))) * 2:
        press(page, page.locator(f".board [data-piece='{piece}']"))
        expect(page.locator(".group .does")).to_have_text(wanted["sentence"])
        assert laid(page) == dict(wanted["take"])
    assert go(page) == default["action"]


def test_a_disc_is_turned_on_its_space_and_another_space_can_be_taken_instead(new_page: NewPage) -> None:
    """A8: a space, the disc four times on it, one click; a click on another space changes the pick."""
    page = new_page()
    watch(page)
    table = new_table(page, "honga", [PERSON, BOT], seed=11)
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")
    ways = [choice for choice in choices(page) if choice["text"].startswith("lay disc")]
    first, last = ways[0]["picks"], ways[-1]["picks"]
    assert page.locator(f".board [data-piece='{first[1]}']").count() == 0
    press(page, page.locator(f".board [data-zone-id='{first[0]}']"))
    expect(page.locator(f".board [data-piece='{first[1]}']")).to_be_visible()
    page.locator(f".board [data-zone-id='{last[0]}']").dispatch_event("click")
    expect(page.locator(f".board [data-piece='{first[1]}']")).to_have_count(0)
    before = version_of(page)
    page.locator(f".board [data-piece='{last[1]}']").click()
    wait_until(page, "v => Number(document.querySelector('.page').dataset.version) > v", before)
    sent = page.evaluate("window.said.filter(each => each.type === 'act').map(each => each.action)")
    assert sent == [ways[-1]["action"]]


# A tile that glows and has its middle covered by something that does not, and where that middle is.
COVERED = """
([tiles]) => {
  for (const tile of tiles) {
    const box = document.querySelector(`.board [data-piece='${tile}']`).getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const above = document.elementFromPoint(x, y)?.closest("[data-piece]");
    if (above && above.dataset.piece !== tile && above.getAttribute("aria-disabled") === "true") return [tile, x, y];
  }
  return null;
}
"""


def test_a_click_on_the_animal_that_stands_on_a_glowing_tile_is_a_click_on_the_tile(new_page: NewPage) -> None:
    page = new_page()
    watch(page)
    sit_down(page, new_table(page, "doggerland", [PERSON, BOT], seed=11)["link"])
    page.wait_for_selector(".prompt.mine")
    stand_still(page)
    glowing = lit(page)
    tiles = [choice["picks"][0] for choice in choices(page) if choice["picks"] and choice["picks"][0] in glowing]
    tile, x, y = page.evaluate(COVERED, [tiles])
    page.mouse.click(x, y)
    wait_until(page, "window.said.some(each => each.type === 'act')")
    sent = page.evaluate("window.said.filter(each => each.type === 'act').map(each => each.action)")
    assert sent and all(choice["picks"][0] == tile for choice in offered(page) if choice["action"] == sent[0])


def offered(page: Page) -> list[dict[str, Any]]:
    """What was offered when the first action was sent."""
    found: list[dict[str, Any]] = page.evaluate(
        "window.scenes[window.said.find(each => each.type === 'act').version].choices"
    )
    return found


@pytest.mark.parametrize("game", sorted(BUTTONS))
def test_heavy_games_are_played_on_the_board_alone(game: str, new_page: NewPage) -> None:
    """A stretch of what `python -m tests.web.by_hand` plays to the end: no list, no wall of buttons."""
    played = by_hand(new_page(viewport={"width": 1440, "height": 900}), game, moves=6)
    assert played.moves == 6 and played.clicks >= 6
