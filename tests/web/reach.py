"""Where on the screen a glowing thing can be hit, by a mouse or by a finger, and hands that really hit it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page
from tests.web.table import version_of, wait_until

# For every glowing thing: how many square pixels of the screen mean it, and the best point among them. What a
# point means is what the board says: the thing itself; a thing that glows under an unlit one; for fingers,
# else the nearest glowing thing within half a finger. What other things cover does not count.
AREAS = """
async (finger) => {
  const REACH = finger ? 24 : 0;
  const version = Number(document.querySelector(".page").dataset.version);
  const parents = new Map(window.scenes[version].zones.map((zone) => [zone.id, zone.parent]));
  const name = (node) => node.dataset.piece ?? node.dataset.zoneId;
  const glowing = [...document.querySelectorAll('.board [aria-disabled="false"]')];
  const lit = new Set(glowing.map(name));
  let boxes = [];
  const meaning = (x, y) => {
    const top = document.elementFromPoint(x, y);
    if (!top?.closest(".board")) return null;
    const hit = top.closest("[data-piece],[data-zone-id]");
    if (hit) {
      if (lit.has(name(hit))) return name(hit);
      for (let zone = hit.dataset.zone ?? hit.dataset.zoneId; zone; zone = parents.get(zone)) {
        if (lit.has(zone)) return zone;
      }
    }
    let [best, least] = [null, REACH];
    for (const [node, box] of boxes) {
      const far = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      if (far < least) [best, least] = [name(node), far];
    }
    return best;
  };
  const found = [];
  for (const node of glowing) {
    node.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
    boxes = REACH ? glowing.map((each) => [each, each.getBoundingClientRect()]) : [];
    const box = node.getBoundingClientRect();
    const [w, h] = [box.width + 2 * REACH, box.height + 2 * REACH];
    const step = Math.max(4, Math.max(w, h) / 16);
    const middle = [box.left + box.width / 2, box.top + box.height / 2];
    let area = 0, best = null, least = Infinity;
    for (let x = box.left - REACH + step / 2; x < box.right + REACH; x += step) {
      for (let y = box.top - REACH + step / 2; y < box.bottom + REACH; y += step) {
        if (meaning(x, y) !== name(node)) continue;
        area += step * step;
        const far = Math.hypot(x - middle[0], y - middle[1]);
        if (far < least) [best, least] = [[x, y], far];
      }
    }
    const size = {w: Math.round(box.width), h: Math.round(box.height)};
    found.push({id: name(node), area: Math.round(area), ...size, point: best});
  }
  return found;
}
"""


@dataclass(frozen=True)
class Reach:
    """How a glowing thing can be hit."""

    id: str
    area: int  # square pixels that mean it
    w: int
    h: int
    point: tuple[float, float] | None  # where to hit it, when it is scrolled to the middle


def reaches(page: Page, *, finger: bool) -> list[Reach]:
    """Every glowing thing of the board as it stands. (The page must be watched.)"""
    rows: list[dict[str, Any]] = page.evaluate(AREAS, finger)
    return [Reach(r["id"], r["area"], r["w"], r["h"], tuple(r["point"]) if r["point"] else None) for r in rows]


def trail(page: Page) -> list[str]:
    """What has been picked so far."""
    picked = page.locator('.board [aria-pressed="true"]')
    return sorted(picked.evaluate_all("nodes => nodes.map(node => node.dataset.piece ?? node.dataset.zoneId)"))


def bring(page: Page, wanted: str) -> None:
    """Scroll a thing of the board to the middle."""
    page.evaluate(
        "id => document.querySelector(`[data-piece='${id}'],[data-zone-id='${id}']`)"
        ".scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'})",
        wanted,
    )


def hit(page: Page, thing: Reach, *, finger: bool = False) -> None:
    """Click (or tap) a glowing thing for real, and see that it was taken for that thing: it is picked, or
    waits for a second word, or an action was sent whose path goes on with it."""
    assert thing.point is not None, f"{thing.id} glows and cannot be hit"
    before, picked, said = version_of(page), trail(page), int(page.evaluate("window.said.length"))
    page.mouse.move(2, 2)
    bring(page, thing.id)
    if finger:
        page.touchscreen.tap(*thing.point)
    else:
        page.mouse.click(*thing.point)
    wait_until(
        page,
        "([id, said]) => window.said.slice(said).some((each) => each.type === 'act')"
        " || document.querySelector('.confirm')"
        " || document.querySelector(`.board [aria-pressed='true'][data-piece=\"${id}\"],"
        " .board [aria-pressed='true'][data-zone-id=\"${id}\"]`)",
        [thing.id, said],
    )
    sent = page.evaluate("said => window.said.slice(said).find((each) => each.type === 'act')", said)
    if sent is not None:
        picks = page.evaluate(
            "([version, action]) => window.scenes[version].choices.find((each) => each.action === action).picks",
            [before, sent["action"]],
        )
        assert thing.id in picks, f"a click on {thing.id} played {picks}"
        assert sorted(picks[: len(picked)]) == picked
        wait_until(page, "before => Number(document.querySelector('.page').dataset.version) > before", before)
