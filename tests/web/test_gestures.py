"""Looking about with mouse and fingers: enlarge, zoom, drag, pinch, fold."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.table import BOT, PATIENCE, PERSON, new_table, sit_down, stand_still, version_of, wait_until

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDTH = "document.querySelector('.board').getBoundingClientRect().width"
SCROLLED = "[document.querySelector('.frame').scrollLeft, document.querySelector('.frame').scrollTop]"
# A point of the board where a click means nothing: on a place or piece that does not glow, in the middle of the window.
IDLE = """
() => {
  const frame = document.querySelector(".frame").getBoundingClientRect();
  for (let i = 2; i < 9; i += 1) for (let j = 2; j < 9; j += 1) {
    const [x, y] = [frame.left + frame.width * i / 10, frame.top + frame.height * j / 10];
    const nodes = document.elementsFromPoint(x, y);
    const hit = nodes[0]?.closest(".board [data-piece], .board [data-zone-id]");
    const glows = nodes.some((node) => node.closest('[aria-disabled="false"]'));
    if (hit && !glows && !nodes[0].closest("button.fold")) return [x, y];
  }
  return null;
}
"""


def at_the_table(page: Page, game: str) -> None:
    sit_down(page, new_table(page, game, [PERSON, BOT], seed=11)["link"])
    page.wait_for_selector(".prompt.mine")
    stand_still(page)
    page.mouse.move(2, 2)


def test_a_mouse_enlarges_zooms_drags_and_folds(new_page: NewPage) -> None:
    """A double click enlarges an area and Escape shows the whole table again; Ctrl and the wheel zoom at the mouse; a
    table larger than its window is dragged; a rival's board folds to a line and opens again."""
    page = new_page(viewport={"width": 1366, "height": 768})
    at_the_table(page, "doggerland")
    whole = page.evaluate(WIDTH)
    x, y = page.evaluate(IDLE)
    page.mouse.dblclick(x, y)
    deadline = time.monotonic() + PATIENCE
    while not page.evaluate(f"whole => {WIDTH} > whole * 1.1", whole):  # on a busy machine the two clicks may lie apart
        assert time.monotonic() < deadline, "a double click enlarges nothing"
        page.keyboard.press("Escape")
        page.wait_for_timeout(500)
        page.mouse.dblclick(x, y)
    page.keyboard.press("Escape")
    wait_until(page, f"whole => Math.abs({WIDTH} - whole) < 1", whole)

    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -240)
    page.keyboard.up("Control")
    wait_until(page, f"whole => {WIDTH} > whole * 1.5", whole)
    x, y = page.evaluate(IDLE)
    before = page.evaluate(SCROLLED)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 40, y - 30, steps=4)
    page.mouse.up()
    after = page.evaluate(SCROLLED)
    assert [round(now - then) for then, now in zip(before, after, strict=True)] == [40, 30]
    assert page.locator(".tip.pinned").count() == 0, "a drag is no click"
    page.keyboard.press("Escape")
    wait_until(page, f"whole => Math.abs({WIDTH} - whole) < 1", whole)

    fold = page.locator(".board .fold").first
    fold.click()
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".board .folded")).to_have_count(1)
    fold.click()
    expect(page.locator(".board .folded")).to_have_count(0)


def touch(session: Any, kind: str, *points: tuple[float, float]) -> None:
    """Fingers of Chromium's own."""
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def test_two_fingers_zoom(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    at_the_table(page, "honga")
    whole = page.evaluate(WIDTH)
    session = page.context.new_cdp_session(page)
    touch(session, "touchStart", (150.0, 300.0), (240.0, 300.0))
    touch(session, "touchMove", (100.0, 300.0), (290.0, 300.0))
    wait_until(page, f"whole => {WIDTH} > whole * 1.5", whole)
    touch(session, "touchEnd")
    assert page.locator(".tip.pinned, .board [aria-pressed='true']").count() == 0, "a pinch is no tap"
    page.keyboard.press("Escape")
    wait_until(page, f"whole => Math.abs({WIDTH} - whole) < 1", whole)


def test_no_tip_opens_under_a_mouse_that_stands_still(new_page: NewPage) -> None:
    """A disc is laid where the mouse is: the tip of the disc comes when the mouse is moved, not before."""
    page = new_page()
    at_the_table(page, "honga")
    page.locator('.board [data-zone-id^="space-"][aria-disabled="false"]').first.click(
        force=True
    )  # a disc may lie there
    before = version_of(page)
    page.locator('.board [data-piece^="way-"]').first.click()
    wait_until(page, "v => Number(document.querySelector('.page').dataset.version) > v", before)
    page.wait_for_timeout(700)
    assert page.locator(".tip").count() == 0
    box = page.locator('.board [data-piece^="disc-"]').first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".tip")).to_be_visible()
