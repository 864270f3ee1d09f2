"""Every word has room: nothing that is written on a table is cut off, in any language, at the sizes people have."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import pytest
from playwright.sync_api import Page, expect
from tests.vocabulary import strange_words
from tests.web.conftest import NewPage
from tests.web.measure import resize
from tests.web.table import BOT, GAMES, PERSON, new_table, seats_of, settle, sit_down, wait_until
from tests.web.watching import play, watch

from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES, ENGLISH, LANGUAGES

LESSONS = ("totem", "honga", "neta_tanka", "doggerland")  # numbers on Prehistory's chips stand out sideways in a hand
PAGES = ("/", "/me", "/puzzle", "/rules/totem", "/rules/totem/summary", "/lab", *(f"/learn/{game}" for game in LESSONS))
SIZES = ((1366, 768), (1920, 1080), (844, 390), (390, 844))
MOVES = 12  # then cards lie before everybody, and goods and badges on them

# What is cut off, and what is written where. A text is cut where something around it that cannot be scrolled hides its
# edge, where it stands out of its button, out of the face it is printed on, or out of the window. What ends in dots on
# purpose is whole elsewhere: a button's words in its tip or its spoken name, the guide that is folded to a line (in a
# hand) when it is unfolded. How to click stands beside whose turn it is where it has room, else not at all.
ROOM = r"""
() => {
  const cut = new Set(), written = new Set();
  const told_elsewhere = (text) => {
    const button = text.parentElement.closest("button"), said = text.data.trim();
    return [button?.title, button?.ariaLabel].some((whole) => whole?.includes(said))
      || text.parentElement.matches(".fold[aria-expanded='false'] .line, .told");
  };
  const name = (node) => {
    const holder = node.closest(".piece, .zone")?.querySelector(":scope > .hit");
    if (holder) return holder.dataset.piece ?? holder.dataset.zoneId;
    for (let near = node; near; near = near.parentElement) {
      const own = [...near.classList].find((each) => !each.startsWith("s-"));
      if (own) return `.${own}`;
    }
    return node.tagName.toLowerCase();
  };
  const styles = new Map();
  const style = (node) => styles.get(node) ?? styles.set(node, getComputedStyle(node)).get(node);
  // Only for the ear, folded away, or not there at all.
  const unseen = (node) => node.closest(".folded-away, .skip, option, script, style, noscript, template") !== null
    || !node.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const spoken = (box) => box.width <= 2 && box.height <= 2;
  const found = (node, how, text) => cut.add(`${how} ${name(node)}: ${text.trim().replace(/\s+/g, " ")}`);
  const range = document.createRange();
  const within_its_places = (text) => {
    const holder = text.parentElement;
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      let sideways = true, upright = true;
      for (let node = holder; node && node !== document.documentElement; node = node.parentElement) {
        const {overflowX, overflowY, position, textOverflow} = style(node), box = node.getBoundingClientRect();
        if (spoken(box)) return;
        const hides = /hidden|clip/.test(overflowX) || node.matches("button, .badge");
        const out = Math.max(line.right - box.right, box.left - line.left);
        if (sideways && hides && out > (textOverflow === "ellipsis" ? 0.02 : 1)) return found(holder, "cut", text.data);
        const lost = Math.max(line.bottom - box.bottom, box.top - line.top);
        if (upright && /hidden|clip/.test(overflowY) && lost > line.height * 0.3)
          return found(holder, "cut", text.data);
        if (/auto|scroll/.test(overflowX) && !node.matches("nav")) sideways = false;
        else if (node.matches("nav") && out > 1) return found(holder, "cut", text.data);
        if (/auto|scroll/.test(overflowY)) upright = false;
        if (node.matches(".plane, dialog") || position === "fixed") break;
      }
      if (sideways && !holder.closest(".plane") && (line.right > innerWidth + 1 || line.left < -1))
        return found(holder, "outside", text.data);
    }
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const holder = text.parentElement;
    if (text.data.trim() === "" || holder.closest("svg") || unseen(holder) || told_elsewhere(text)) continue;
    within_its_places(text);
    if (holder.closest(".label, .folded")) written.add(`name of ${name(holder)}`);
  }
  for (const line of document.querySelectorAll("svg.face :is(tspan, text:not(:has(tspan)))")) {
    if (line.textContent.trim() === "" || unseen(line)) continue;
    const box = line.getBoundingClientRect(), face = line.closest("svg").getBoundingClientRect();
    const aside = Math.max(box.right - face.right, face.left - box.left);
    const below = Math.max(box.bottom - face.bottom, face.top - box.top) - box.height * 0.25;  // below its letters
    const out = Math.max(aside, below);
    if (out > 2) found(line, `${out.toFixed(1)} px out of the face`, line.textContent);
    if (line.closest(".title")) written.add(`name of ${name(line)}`);
  }
  for (const badge of document.querySelectorAll(".badge")) {
    if (unseen(badge)) continue;
    const box = badge.getBoundingClientRect(), face = badge.closest(".piece").getBoundingClientRect();
    const room = Math.max(face.width * 1.15, 34) + 3;
    if (box.width > room) found(badge, `${(box.width - room).toFixed(1)} px broader than the piece`, badge.textContent);
    const counted = /^\+\d+$/.test(badge.textContent) && !badge.querySelector("svg");
    if (!counted) written.add(`badge of ${name(badge)}`);
  }
  for (const signs of document.querySelectorAll(".signs")) written.add(`signs of ${name(signs)}`);
  const pen = document.createElement("canvas").getContext("2d");
  for (const field of document.querySelectorAll("input[placeholder], select")) {
    if (unseen(field)) continue;
    const {font, paddingLeft, paddingRight} = style(field);
    pen.font = font;
    const words = field.placeholder ?? field.selectedOptions[0]?.textContent ?? "";
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (pen.measureText(words).width > room + 1) found(field, "cut", words);
  }
  return {cut: [...cut], written: [...written]};
}
"""


FILES = re.compile(rf"^({'|'.join(LANGUAGES)})-[\w-]+\.js$")


def speak(page: Page, language: str) -> None:
    """Choose a language at the table, as a player does."""
    page.locator(".top nav .tool").nth(-3).click()
    page.locator("dialog select").first.select_option(language)
    wait_until(page, "l => document.documentElement.lang === l", language)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_a_table_is_cut_off(game: str, new_page: NewPage) -> None:
    """In its middle, with the guide of a first game open: nothing is cut off, what is written in English is written in
    every language, and of the languages only those that were chosen are loaded."""
    page = new_page(viewport={"width": SIZES[0][0], "height": SIZES[0][1]})
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(PurePosixPath(request.url).name))
    watch(page)
    table = new_table(page, game, [PERSON, *[BOT] * (seats_of(game) - 1)], seed=11)
    sit_down(page, table["link"], guided=False)
    page.wait_for_selector(".prompt.mine")
    play(page, table["id"], 1, MOVES, before=[page])
    settle(page)
    english: dict[tuple[int, int], set[str]] = {}
    spoken: set[str] = set()
    faults: list[str] = []
    for language in LANGUAGES:  # English first
        resize(page, SIZES[0])
        speak(page, language)
        spoken |= {language} - {ENGLISH}
        assert {match[1] for name in asked if (match := FILES.match(name))} == spoken
        for size in SIZES:
            resize(page, size)
            found = page.evaluate(ROOM)
            where = f"{language} {size[0]}x{size[1]}"
            faults += [f"{where}: {each}" for each in found["cut"]]
            wanted = english.setdefault(size, set(found["written"]))
            faults += [f"{where}: no {each}" for each in sorted(wanted - set(found["written"]))]
    assert len(english[SIZES[0]]) > 5
    assert faults == []


# What is written, and what names and tips tell; not what is in another language, names of people, dates (the browser
# writes them), and what stands on pieces with its long words broken.
SAID = r"""
() => {
  const said = [];
  const other = ":is(time, script, style, noscript, svg, .makers, .count, .person:not(.open), [lang]:not(html))";
  const people = [...document.querySelectorAll(".person:not(.open)")].map((node) => node.textContent.trim());
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    if (!text.parentElement.closest(other)) said.push(text.data);
  for (const node of document.querySelectorAll(`[title], [aria-label], [placeholder], [alt]`))
    if (!node.closest(other)) said.push(node.title, node.ariaLabel ?? "", node.placeholder ?? "", node.alt ?? "");
  const nameless = (text) => people.reduce((rest, name) => rest.replaceAll(name, ""), text);
  return said.map(nameless).filter((text) => text !== "");
}
"""


def whole(text: str) -> str:
    """A text whose words are not broken at the ends of its lines."""
    return text.replace("-\n", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_page_is_cut_off_or_left_in_english(language: str, new_page: NewPage) -> None:
    """The pages around the tables, as a browser of that language opens them."""
    page = new_page(locale=language)
    faults = set[str]()
    for address in PAGES:
        page.goto(address)
        wait_until(page, "l => document.documentElement.lang === l && !document.querySelector('.shell')", language)
        page.wait_for_load_state("networkidle")
        for size in SIZES:
            resize(page, size)
            faults |= {f"{address} {size[0]}x{size[1]}: {each}" for each in page.evaluate(ROOM)["cut"]}
        for text in page.evaluate(SAID) if language in COMPLETE_LANGUAGES else ():
            faults |= {f"{address}: {word} in {text!r}" for word in strange_words(whole(text), language)}
    assert faults == set()
