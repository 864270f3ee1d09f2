"""How a table reads on a screen: the smallest words, the smallest targets, what is cut off, covered or left out.

`python -m tests.web.measure` prints it for every game at the four sizes people have (`--game`, `--size` for some
of them; `--pictures DIR` keeps a picture of each moment; `--all` names every fault, not only the worst).
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright
from tests.games.test_codes import CODE
from tests.web.table import (
    BOT,
    GAMES,
    PERSON,
    Server,
    new_table,
    seats_of,
    set_up,
    settle,
    sit_down,
    stand_still,
    version_of,
    wait_until,
)
from tests.web.watching import play, watch
from tools.programs import chromium

from firstfire.games import game as find_game

SIZES = ((1366, 768), (1440, 900), (1920, 1080), (390, 844))
# After so many moves of ours: the first decision, the early game, its middle.
MOMENTS = (0, 5, 14, 30)
MOST_MOVES = 120  # in search of decisions that differ
WORDS = 11.0  # pixels: the smallest words on the table
TARGET, FINGER = 32.0, 44.0  # the smallest side of what one clicks, and of what one taps

MEASURE = r"""
() => {
  const version = Number(document.querySelector(".page").dataset.version);
  const scene = window.scenes[version];
  const board = document.querySelector(".board");
  const plane = new DOMMatrix(getComputedStyle(board.querySelector(".plane")).transform).a;
  const looks = new Map(scene.looks.map((look) => [look.id, look]));
  const round = (n) => Math.round(n * 10) / 10;
  const hidden = (node) => node.closest(".folded-away") !== null;
  const owner = (node) => {
    const holder = node.closest(".piece, .zone")?.querySelector(":scope > .hit");
    return holder ? (holder.dataset.piece ?? holder.dataset.zoneId) : "board";
  };
  const words = [];
  const add = (kind, node, px, text) => {
    if (text.trim() === "" || hidden(node)) return;
    const box = node.getBoundingClientRect();
    words.push({kind, of: owner(node), px: round(px), text: text.trim(), box, node});
  };
  // The lines of a text, a word that was broken put together again.
  const lines_of = (node) => node.children.length === 0 ? node.textContent
    : [...node.children].map((line) => line.textContent).join(" ").replace(/(?<=\p{Ll})- (?=\p{Ll})/gu, "");
  for (const node of board.querySelectorAll("svg text")) {
    const m = node.getScreenCTM();
    const drawn = [...node.classList].filter((name) => !name.startsWith("s-")).join(" ") || "text";
    add("drawn " + drawn, node,
      parseFloat(getComputedStyle(node).fontSize) * Math.hypot(m.a, m.b), lines_of(node));
  }
  for (const [kind, selector] of [["label", ".label .text"], ["sign", ".sign"], ["count", ".count"],
    ["badge", ".badge"]]) {
    for (const node of board.querySelectorAll(selector))
      add(kind, node, parseFloat(getComputedStyle(node).fontSize) * plane, node.textContent);
  }
  for (const node of board.querySelectorAll(".folded")) {
    const px = parseFloat(getComputedStyle(node).fontSize) * plane, text = node.textContent.replace(/\s+/g, " ");
    words.push({kind: "line", of: "folded", px: round(px), text, box: node.getBoundingClientRect(), node});
  }
  // Words that end in dots, or stand out of the card they are printed on.
  const cut = [];
  for (const each of words) {
    const {node, box} = each;
    if (each.kind === "label") {
      const said = node.firstElementChild.getBoundingClientRect(), last = node.parentElement.getBoundingClientRect();
      if (said.right > Math.min(box.right, last.right) + 1 || said.left < Math.max(box.left, last.left) - 1)
        cut.push(`${each.of}: ${each.text}`);
    }
    const around = each.kind === "sign" ? node.parentElement.getBoundingClientRect() : box;
    if (box.right > around.right + 1 || box.left < around.left - 1) cut.push(`${each.of}: ${each.text}`);
    if (each.kind === "line" && node.scrollWidth > node.clientWidth + 1) cut.push(`${each.of}: ${each.text}`);
    if (each.kind === "drawn title" || each.kind.startsWith("drawn letter")) {
      const card = node.closest("svg").getBoundingClientRect();
      const turned = node.closest(".piece")?.style.transform.includes("rotate") ?? false;
      const out = Math.max(card.left - box.left, box.right - card.right);
      if (!turned && out > Math.max(2, box.width * 0.12)) cut.push(`${each.of}: ${each.text}`);
    }
  }
  // Words under a piece or a count that belongs to something else.
  const covers = [...board.querySelectorAll(".piece")].filter((node) => !hidden(node)).map((node) =>
    ({node, z: Number(node.style.zIndex), box: node.getBoundingClientRect()}));
  const covered = [];
  for (const each of words) {
    if (each.kind === "count" || each.kind.includes("number")) continue;
    const piece = each.node.closest(".piece"), z = piece ? Number(piece.style.zIndex) : -1;
    const {box} = each, area = Math.max(1, box.width * box.height);
    for (const over of covers) {
      if (over.node === piece || over.z < z) continue;
      if (over.z === z && piece && !(piece.compareDocumentPosition(over.node) & 4)) continue;
      const wide = Math.min(box.right, over.box.right) - Math.max(box.left, over.box.left);
      const high = Math.min(box.bottom, over.box.bottom) - Math.max(box.top, over.box.top);
      if (wide > 2 && high > 2 && (wide * high) / area > 0.2) {
        const who = over.node.querySelector(".hit").dataset.piece;
        covered.push(`${each.of}: ${each.text} (under ${who})`);
        break;
      }
    }
  }
  // What the scene prints and the board neither writes nor draws.
  //
  // A word of a label is told if it is written: on the thing itself, by its zone, or by the board around it.
  // What is left of the label is told by a picture, if the same picture with another label does not stand elsewhere
  // on the table (then one could not know which of the two is meant).
  // A number that only says which place of a row this is ("bowl 2", "row 1, column 3") is told by lying there.
  const lost = [];
  const split = (text) => (text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [])
    .map((word) => word.replace(/(?<=...)s$/, ""));
  const parents = new Map(scene.zones.map((zone) => [zone.id, zone.parent]));
  const by_zone = new Map(scene.zones.map((zone) => [zone.id, zone]));
  const written = new Map();
  // Drawings with a name count as its word.
  for (const node of board.querySelectorAll("[data-icon]"))
    written.set(owner(node), [...(written.get(owner(node)) ?? []), ...split(node.dataset.icon)]);
  for (const each of words) written.set(each.of, [...(written.get(each.of) ?? []), ...split(each.text)]);
  const boxes = new Map([...board.querySelectorAll("[data-zone-id]")].map((node) =>
    [node.dataset.zoneId, node.parentElement.getBoundingClientRect()]));
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  // What is written by a zone, by those around it, and by those it lies on.
  const known = new Map();
  const around = (id) => {
    if (!known.has(id)) known.set(id, look_around(id));
    return known.get(id);
  };
  const look_around = (id) => {
    const found = new Set();
    for (let at = id; at; at = parents.get(at)) found.add(at);
    const here = boxes.get(id);
    if (here) for (const [other, box] of boxes) if (other !== id && meets(here, box)) found.add(other);
    return [...found].flatMap((each) => written.get(each) ?? []);
  };
  const pictured = (piece) => {
    const node = board.querySelector(`[data-piece="${CSS.escape(piece.id)}"]`)?.parentElement;
    const body = node?.querySelector(".face .body")?.getAttribute("fill") ?? "";
    return node?.querySelector(".face .picture") || body.startsWith("url") ? node : null;
  };
  const left_of = (piece) => {
    const told = new Set([...(written.get(piece.id) ?? []), ...around(piece.zone)]);
    const places = scene.pieces.some((other) => other.zone === piece.zone && other.slot !== piece.slot
      && other.label !== piece.label && other.label.replace(/\d+/g, "") === piece.label.replace(/\d+/g, ""));
    // Codes of places on a map ("7c") are for the tip, and for those who ask for letters on pieces.
    const look = looks.get(piece.look);
    const code = look?.shape === "hex" ? split(look.letter) : [];
    return split(piece.label)
      .filter((word) => !told.has(word) && !(places && /\d/.test(word)) && !code.includes(word)).join(" ");
  };
  const drawn_as = (piece) => {
    const look = looks.get(piece.look);
    return [look.front, look.shape, look.colour, piece.owner].join("/");
  };
  // All that is called something and has the same picture: does each of them have these words?
  const told_by_picture = (piece, rest) => scene.pieces.every((other) => other.label === ""
    || !looks.get(other.look)?.front || drawn_as(other) !== drawn_as(piece)
    || rest.split(" ").every((word) => split(other.label).includes(word)));
  const mine = (id) => {
    for (let at = id; at; at = parents.get(at)) {
      const owner = by_zone.get(at)?.owner ?? null;
      if (owner !== null) return owner === scene.viewer;
    }
    return true;
  };
  const lose = (id, zone, text) => lost.push({id, mine: mine(zone), text: `${id}: ${text}`});
  for (const zone of scene.zones) {
    const node = board.querySelector(`[data-zone-id="${CSS.escape(zone.id)}"]`);
    if (!node || hidden(node)) continue;
    const inside = scene.pieces.filter((piece) => piece.zone === zone.id && pictured(piece))
      .flatMap((piece) => split(looks.get(piece.look).alt));
    const told = new Set([...around(zone.id), ...inside,
      ...(node.parentElement.querySelector(".picture") ? split(zone.art) : [])]);
    if (split(zone.label).some((word) => !told.has(word))) lose(zone.id, zone.id, zone.label);
    if (zone.signs.length > 0 && !node.parentElement.querySelector(".signs"))
      lose(zone.id, zone.id, zone.signs.join(" "));
  }
  for (const piece of scene.pieces) {
    const node = board.querySelector(`[data-piece="${CSS.escape(piece.id)}"]`);
    const look = looks.get(piece.look);
    if (!node || hidden(node) || !look || !piece.face_up) continue;
    const flat = ["card", "tile", "hex"].includes(look.shape);
    if (flat && piece.label !== "" && (piece.count ?? 1) === 1 && left_of(piece) !== "") {
      const below = scene.pieces.some((other) => other.zone === piece.zone && other.slot > piece.slot)
        && by_zone.get(piece.zone).kind === "pile";
      if (!below && !(pictured(piece) && told_by_picture(piece, left_of(piece))))
        lose(piece.id, piece.zone, piece.label);
    }
    // A badge is drawn, or its words are: on the face, by its zone, or by another picture than that of the same thing
    // without it; the number of a place in a row by lying there.
    const told = new Set([...(written.get(piece.id) ?? []), ...around(piece.zone),
      ...(pictured(piece) ? split(look.alt) : [])]);
    const said = (badge) => /\p{L}/u.test(badge)
      && split(badge).every((word) => told.has(word) || word === String(piece.slot + 1));
    const badges = piece.badges.length - node.parentElement.querySelectorAll(".badge").length;
    if (badges > 0 && !piece.badges.every(said)) lose(piece.id, piece.zone, piece.badges.join(", "));
  }
  // What may be clicked: its box, and which boxes of others it meets (a piece on a glowing place is no meeting).
  const lit = [...board.querySelectorAll('[aria-disabled="false"]')].filter((node) => !hidden(node)).map((node) =>
    ({id: node.dataset.piece ?? node.dataset.zoneId, zone: node.dataset.zone ?? parents.get(node.dataset.zoneId),
      node, box: node.getBoundingClientRect()}));
  const within = (inner, outer) => {
    for (let at = inner.zone; at; at = parents.get(at)) if (at === outer.id) return true;
    return false;
  };
  // How much of what is drawn of a thing lies in a box.
  const inside = (node, box) => {
    const face = node.parentElement.getBoundingClientRect();
    const wide = Math.min(face.right, box.right) - Math.max(face.left, box.left);
    const high = Math.min(face.bottom, box.bottom) - Math.max(face.top, box.top);
    return wide > 0 && high > 0 ? (wide * high) / (face.width * face.height) : 0;
  };
  const targets = lit.map((each) => ({id: each.id, side: round(Math.min(each.box.width, each.box.height)),
    size: `${Math.round(each.box.width)}x${Math.round(each.box.height)}`}));
  const meetings = [];
  lit.forEach((a, i) => lit.slice(i + 1).forEach((b) => {
    if (within(a, b) || within(b, a)) return;
    const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
    const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    // A small thing may reach into a large one, which keeps enough of itself.
    const [small, large] = a.box.width * a.box.height < b.box.width * b.box.height ? [a, b] : [b, a];
    const kept = wide < high ? large.box.width - 2 * wide : large.box.height - 2 * high;
    if (wide > 1 && high > 1 && (kept < (innerWidth < 720 ? 44 : 32) - 1 || inside(small.node, large.box) > 0.2))
      meetings.push(`${a.id} + ${b.id}: ${Math.round(wide)}x${Math.round(high)}`);
  }));
  // Words of the board that the bar above it hides. (In a hand the bar lies below, and the board is scrolled.)
  const bar = document.querySelector(".prompt").getBoundingClientRect();
  const hides = (box) => box.height > 0 && Math.min(box.right, bar.right) > Math.max(box.left, bar.left)
    && Math.min(box.bottom, bar.bottom) - Math.max(box.top, bar.top) > box.height / 3;
  const under = innerWidth < 900 ? []
    : words.filter((each) => hides(each.box)).map((each) => `${each.of}: ${each.text}`);
  const frame = document.querySelector(".frame").getBoundingClientRect();
  const buttons = [...document.querySelectorAll(".prompt button, .side button, .strip button")].map((node) =>
    ({id: `button ${node.textContent.trim().slice(0, 20)}`, box: node.getBoundingClientRect()}))
    .filter((each) => each.box.width > 0)
    .map((each) => ({id: each.id, side: round(Math.min(each.box.width, each.box.height)), size: ""}));
  // What is enlarged together: a place with all that lies in it.
  const beside = {};
  for (const {id} of lost) {
    const zone = scene.pieces.find((piece) => piece.id === id)?.zone ?? id;
    beside[id] = lost.map((each) => each.id).filter((other) =>
      other === zone || scene.pieces.find((piece) => piece.id === other)?.zone === zone || other === id);
  }
  return {version, beside, scale: round(plane * 100) / 100, sideways: board.scrollWidth - frame.width,
    words: words.map(({kind, of, px, text}) => ({kind, of, px, text})), cut, covered, lost, targets, meetings, buttons,
    under};
}
"""


@dataclass(frozen=True)
class Word:
    """Something printed on the table."""

    kind: str
    of: str
    px: float
    text: str


@dataclass
class Reading:
    """One moment of a game at one size."""

    game: str
    size: tuple[int, int]
    version: int
    scale: float
    words: list[Word]
    targets: list[tuple[str, float, str]]
    buttons: list[tuple[str, float, str]]
    cut: list[str]
    covered: list[str]
    lost: list[str]  # neither written nor drawn, not even in the closer view of its area (a double click, a tap, F)
    closer: list[str]  # only in the closer view: on the board of another player, or in the hand
    meetings: list[str]
    under: list[str]  # hidden by the bar above the board

    @property
    def phone(self) -> bool:
        """Held in a hand."""
        return self.size[0] < 720

    @property
    def least_word(self) -> Word:
        """The smallest words."""
        return min(self.words, key=lambda word: word.px)

    @property
    def least_target(self) -> tuple[str, float, str]:
        """What is hardest to hit."""
        return min(self.targets, key=lambda each: each[1], default=("nothing glows", 999.0, ""))

    def small_words(self, limit: float) -> list[Word]:
        """Words below a size, one of each kind and place of a word (the smallest)."""
        return sorted((word for word in self.words if word.px < limit - 0.05), key=lambda word: word.px)

    def small_targets(self, limit: float) -> list[tuple[str, float, str]]:
        """Targets below a size."""
        return sorted((each for each in self.targets if each[1] < limit - 0.05), key=lambda each: each[1])

    def faults(self) -> list[str]:
        """What keeps this table from being read and hit."""
        side = FINGER if self.phone else TARGET
        found = [f"{word.px} px {word.of}: {word.text}" for word in self.small_words(WORDS)]
        found += [f"target {each[2]} {each[0]}" for each in self.small_targets(side)]
        found += [f"lost {each}" for each in self.lost]
        found += [f"under the bar {each}" for each in self.under]
        found += [f"cut {each}" for each in self.cut]
        found += [f"code {word.of}: {word.text}" for word in self.words if CODE.search(word.text)]
        return found + ([] if self.phone else [f"meet {each}" for each in self.meetings])


def read(page: Page, game: str, size: tuple[int, int]) -> Reading:
    """Measure the table as it stands. What cannot be read in the whole view is looked for in the closer one, where a
    player may be asked to look closer: at the board of another, and at anything on a phone."""
    found: dict[str, Any] = page.evaluate(MEASURE)
    asked = [each for each in found["lost"] if size[0] < 720 or not each["mine"]]
    never = look_closer(page, [each["id"] for each in asked])
    closer = [each["text"] for each in asked if each["id"] not in never]
    return Reading(
        game, size, found["version"], found["scale"], [Word(**word) for word in found["words"]],
        [(each["id"], each["side"], each["size"]) for each in found["targets"]],
        [(each["id"], each["side"], each["size"]) for each in found["buttons"]],
        found["cut"], found["covered"], [each["text"] for each in found["lost"] if each["text"] not in closer], closer,
        found["meetings"], found["under"],
    )  # fmt: skip


FOCUS = "(id) => document.querySelector(`[data-piece='${id}'],[data-zone-id='${id}']`).focus()"


def look_closer(page: Page, ids: list[str]) -> set[str]:
    """Enlarge the area of each of these things in turn (one view may show several); what is lost there too, or smaller
    than it must be."""
    waiting, never = list(dict.fromkeys(ids)), set()
    while waiting:
        wanted = waiting[0]
        page.evaluate(FOCUS, wanted)
        page.keyboard.press("f")
        wait_until(page, "document.querySelector('.frame.near') !== null")
        stand_still(page, frames=3)
        seen: dict[str, Any] = page.evaluate(MEASURE)
        page.keyboard.press("f")
        wait_until(page, "document.querySelector('.frame.near') === null")
        unread = {each["id"] for each in seen["lost"]}
        unread |= {each["of"] for each in seen["words"] if each["px"] < WORDS - 0.05}
        here = set(seen["beside"].get(wanted, []))
        never |= here & unread
        waiting = [each for each in waiting[1:] if each in unread - here]
    return never


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the window a size and wait until the board has been laid out for it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    wait_until(page, "width => innerWidth === width", size[0])
    stand_still(page, frames=5)


def moments(
    page: Page, game: str, seed: int = 11, at: tuple[int, ...] = MOMENTS, seats: int | None = None
) -> Iterator[int]:
    """Sit down against bots and stop at several moments of ours; how many moves of ours were made."""
    watch(page)
    table = new_table(page, game, [PERSON, *[BOT] * ((seats or seats_of(game)) - 1)], seed=seed)
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")
    made = 0
    for wanted in at:
        how, played = play(page, table["id"], 1, wanted - made, before=[page]) if wanted > made else ("played", 0)
        made += played
        settle(page)
        if how == "over":
            return
        yield made


def decisions(page: Page, game: str, seed: int = 11, count: int = 6, seats: int | None = None) -> Iterator[str]:
    """Stop at so many decisions of ours, each about something else than those before; what each is about."""
    known: set[frozenset[str]] = set()
    actions = find_game(game).actions
    for _ in moments(page, game, seed, tuple(range(MOST_MOVES)), seats):
        choices = page.evaluate("v => window.scenes[v].choices.map((each) => each.action)", version_of(page))
        kinds = frozenset(actions.values(action)[0] for action in choices)
        if len(kinds - {"pass", "end", "stop", "back"}) == 0 or any(kinds <= other for other in known):
            continue
        known.add(kinds)
        yield "-".join(sorted(kinds))
        if len(known) == count:
            return


def readings(page: Page, game: str, sizes: tuple[tuple[int, int], ...] = SIZES, **how: Any) -> Iterator[Reading]:
    """Every moment of a game at every size."""
    for _ in moments(page, game, **how):
        for size in sizes:
            resize(page, size)
            yield read(page, game, size)


def show(found: list[Reading], *, every: bool) -> str:
    """The table of a game: one row for each size, the worst of all moments."""
    lines = []
    for size in dict.fromkeys(reading.size for reading in found):
        these = [reading for reading in found if reading.size == size]
        word = min((reading.least_word for reading in these), key=lambda each: each.px)
        target = min((reading.least_target for reading in these), key=lambda each: each[1])
        limit, side = WORDS, FINGER if these[0].phone else TARGET
        small = [each for reading in these for each in reading.small_words(limit)]
        low = [each for reading in these for each in reading.small_targets(side)]
        once = {
            name: sorted({each for reading in these for each in getattr(reading, name)})
            for name in ("cut", "covered", "lost", "closer", "meetings", "under")
        }
        lines.append(
            f"| {these[0].game} | {size[0]}x{size[1]} | {these[0].scale:.2f}"
            f" | {word.px} {word.kind} ({word.of}: {word.text[:20]})"
            f" | {len({(each.of, each.kind) for each in small})} | {target[1]} {target[2]} ({target[0]})"
            f" | {len({each[0] for each in low})} | {len(once['meetings'])} | {len(once['cut'])}"
            f" | {len(once['covered'])} | {len(once['lost'])} | {len(once['closer'])} |"
        )
        if every:
            seen = {
                (each.kind, each.px): f"    small {each.kind} {each.px} {each.of}: {each.text[:30]}" for each in small
            }
            lines += seen.values()
            lines += sorted({f"    target {each[2]} {each[0]}" for each in low})[:25]
            lines += [f"    {name} {each}" for name, list_ in once.items() for each in list_[:60]]
    return "\n".join(lines)


HEAD = (
    "| game | size | scale | smallest words | kinds too small | smallest target | too small | overlaps | cut"
    " | covered | lost | closer view |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--size", action="append", help="such as 1366x768")
    parser.add_argument("--moment", action="append", type=int, help="after so many moves of ours")
    parser.add_argument("--seats", type=int, help="how many sit at the table (the fewest, unless told)")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--decisions", type=int, help="pictures of so many decisions that differ, nothing else")
    parser.add_argument("--language", default="en-GB", help="such as fr or nl")
    parser.add_argument("--dark", action="store_true", help="by night")
    parser.add_argument("--text", type=float, default=1.0, help="the text-size setting, 1 to 2")
    parser.add_argument("--all", action="store_true", help="name every fault")
    wish = parser.parse_args()
    sizes = tuple((int(w), int(h)) for w, h in (each.split("x") for each in wish.size or [])) or SIZES
    found = chromium()
    assert found is not None, "no Chromium here"
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=str(found), args=["--no-sandbox", "--disable-gpu"])
        print(HEAD, flush=True)
        for game in wish.game or GAMES:
            context = browser.new_context(
                base_url=server.address, locale=wish.language, reduced_motion="reduce",
                color_scheme="dark" if wish.dark else "light",
            )  # fmt: skip
            page = context.new_page()
            set_up(page, text=wish.text)
            if wish.decisions is not None:
                assert wish.pictures is not None, "--decisions needs --pictures"
                wish.pictures.mkdir(parents=True, exist_ok=True)
                for number, about in enumerate(decisions(page, game, wish.seed, wish.decisions, wish.seats)):
                    print(f"{game} {number}: {about}", flush=True)
                    for size in sizes:
                        resize(page, size)
                        page.screenshot(path=wish.pictures / f"{game}-{size[0]}-{number}.png")
                context.close()
                continue
            made: list[Reading] = []
            for reading in readings(
                page, game, sizes, seed=wish.seed, seats=wish.seats, at=tuple(wish.moment or MOMENTS)
            ):
                made.append(reading)
                if wish.pictures is not None:
                    wish.pictures.mkdir(parents=True, exist_ok=True)
                    name = f"{game}-{reading.size[0]}-{len(made) - 1:02}.png"
                    page.screenshot(path=wish.pictures / name)
            print(show(made, every=wish.all), flush=True)
            context.close()
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
