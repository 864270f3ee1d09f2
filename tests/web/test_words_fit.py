"""Words fit their places: on the board and beside it, in every language, at the sizes people have."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from tests.web.conftest import NewPage
from tests.web.measure import MEASURE, resize
from tests.web.table import BOT, GAMES, PERSON, new_table, seats_of, settle, sit_down
from tests.web.watching import watch

from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES

SIZES = ((1366, 768), (1920, 1080), (390, 844), (844, 390))
# On the board of another, which is small and can be looked at closer.
OTHERS = """() => {
  const scene = window.scenes[document.querySelector(".page").dataset.version];
  const zones = new Map(scene.zones.map((zone) => [zone.id, zone]));
  const owner = (id) => zones.has(id) ? zones.get(id).owner ?? owner(zones.get(id).parent) : null;
  return scene.zones.map((zone) => zone.id).filter((id) => ![null, scene.viewer].includes(owner(id)));
}"""
# Beside the board: words that end in dots and say nowhere what is missing, and what stands out of the window.
CUT = r"""() => {
  const said = (node) => [...node.childNodes].some((each) => each.nodeType === 3 && each.textContent.trim() !== "");
  const within = (node) => { // what can be scrolled to is not cut off
    for (let at = node.parentElement; at; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  return [...document.querySelectorAll("main *, .page *")]
    .filter((node) => !node.closest(".board, dialog, svg") && said(node) && node.checkVisibility())
    .filter((node) => {
      const box = node.getBoundingClientRect(), {overflow, position} = getComputedStyle(node);
      if (box.width <= 1 || position === "absolute") return false; // only for those who listen
      const dots = overflow !== "visible" && node.scrollWidth > node.clientWidth + 1 && !node.closest("[title]");
      return dots || (box.right > innerWidth + 1 && !within(node));
    })
    .map((node) => `${node.className.split(" ")[0] || node.localName}: ${node.textContent.trim()}`);
}"""


def cut(page: Page, size: tuple[int, int]) -> list[str]:
    """What is cut off, on the board and beside it."""
    others = set(page.evaluate(OTHERS)) if min(size) < 720 else set()
    on_board = [each for each in page.evaluate(MEASURE)["cut"] if each.split(": ")[0] not in others]
    return [*on_board, *page.evaluate(CUT)]


@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_cut_off_in_any_language_at_any_size(game: str, new_page: NewPage) -> None:
    found = {}
    for language in COMPLETE_LANGUAGES:
        page = new_page(locale=language, viewport={"width": SIZES[0][0], "height": SIZES[0][1]})
        watch(page)
        seats = [PERSON, *[BOT] * (seats_of(game) - 1)]
        sit_down(page, new_table(page, game, seats, seed=11, language=language)["link"])
        page.wait_for_selector(".prompt.mine")
        settle(page)
        for size in SIZES:
            resize(page, size)
            found[f"{language}, {size[0]} × {size[1]}"] = cut(page, size)
    assert {where: words for where, words in found.items() if words} == {}
