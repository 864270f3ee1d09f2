"""What tests put into a page before it opens: an ear that hears what the server says, an eye that compares
each version as it is shown with what was heard, and hands that play without clicking."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page
from tests.web.table import wait_until

# window.scenes: what the server told this page, version by version. window.wrong: versions shown otherwise.
WATCH = """
window.scenes = {}; window.wrong = []; window.compared = 0; window.glowed = 0; window.said = [];
window.refused = 0;
{
  const Plain = window.WebSocket;
  let scene = {};
  const take = (message) => {
    if (message.type === "welcome" && !message.resumed) scene = {};
    if (message.type === "refused") window.refused += 1;
    if (message.type !== "update") return;
    if (message.scene) scene = {...scene, ...message.scene};
    window.scenes[message.version] = scene;
  };
  window.WebSocket = class extends Plain {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", (event) => take(JSON.parse(event.data)));
    }
    send(text) { window.said.push(JSON.parse(text)); super.send(text); }
  };
  window.picture = () => ({
    pieces: Object.fromEntries([...document.querySelectorAll(".board [data-piece]")].map((node) => [node.dataset.piece,
      [node.dataset.zone, node.dataset.look, node.dataset.count ?? null].join("/")])),
    zones: [...document.querySelectorAll(".board [data-zone-id]")].map((node) => node.dataset.zoneId).sort(),
    lit: [...document.querySelectorAll('.board [aria-disabled="false"]')]
      .map((node) => node.dataset.piece ?? node.dataset.zoneId).sort(),
  });
  window.expected = (scene) => ({
    pieces: Object.fromEntries(scene.pieces.filter((p) => open(scene, p.zone)).map((p) => [p.id,
      [p.zone, p.look, p.count === null ? null : String(p.count)].join("/")])),
    zones: scene.zones.map((zone) => zone.id).filter((id) => open(scene, id)).sort(),
    lit: [...new Set([...following(scene), ...joining(scene)])].sort(),
  });
  // Before the first click what opens after one is not there.
  const open = (scene, id) => !scene.zones.find((zone) => zone.id === id)?.after;
  // What goes on from what is held already.
  const following = ({choices, prompt: {held}}) => choices
    .filter((c) => !c.quiet && held.every((id, i) => c.picks[i] === id))
    .flatMap((c) => c.picks.slice(held.length, held.length + 1));
  // Of a group to be put together: what can join the default, or what all of them have.
  const joining = (scene) => {
    const group = scene.choices.filter((c) => c.picks.length === 0 && (c.take.length > 0 || c.default));
    const count = (take, id) => take.find(([piece]) => piece === id)?.[1] ?? 0;
    const all = (group[0]?.take ?? []).map(([id]) => [id, Math.min(...group.map((c) => count(c.take, id)))]);
    const first = group.find((c) => c.default)?.take ?? all.filter(([, n]) => n > 0);
    return group.filter((c) => first.every(([id, n]) => count(c.take, id) >= n))
      .flatMap((c) => c.take.filter(([id, n]) => n > count(first, id)).map(([id]) => id));
  };
  const ordered = (shown) => JSON.stringify([Object.entries(shown.pieces).sort(), shown.zones, shown.lit]);
  const lines = (picture) => [...Object.entries(picture.pieces).map((each) => each.join(": ")), ...picture.zones,
    ...picture.lit.map((id) => `lit ${id}`)];
  const lacking = (one, other) => lines(one).filter((line) => !lines(other).includes(line));
  window.compare = () => {
    const version = Number(document.querySelector(".page")?.dataset.version ?? -1);
    if (version < 0 || !document.querySelector(".board")) return;
    const shown = window.picture(), expected = window.expected(window.scenes[version]);
    window.compared += 1;
    window.glowed += shown.lit.length > 0 ? 1 : 0;
    if (ordered(shown) !== ordered(expected)) window.wrong.push({version, only_shown: lacking(shown, expected),
      only_expected: lacking(expected, shown)});
  };
  new MutationObserver((changes) => {
    if (changes.some((change) => change.target.matches?.(".page"))) window.compare();
  }).observe(document, {subtree: true, attributes: true, attributeFilter: ["data-version"]});
}
"""

# Plays all seats of a table by messages alone, as fast as the server takes them, until the first is asked again.
PLAY = """
([table, seats, steps, seed, until, shun]) => new Promise((done, fail) => {
  let state = seed, played = 0, asked = -1;
  const below = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return (state >> 8) % n; };
  const sockets = [];
  const end = (how, version) => {
    for (const socket of sockets) socket.close();
    done([how, played, version]);
  };
  for (let seat = 0; seat < seats; seat += 1) {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/ws`);
    sockets.push(socket);
    let scene = {};
    socket.onopen = () => socket.send(JSON.stringify({type: "hello", seat}));
    socket.onerror = () => fail(new Error("no link"));
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "refused") return fail(new Error(message.sentence));
      if (message.type !== "update") return;
      if (message.scene) scene = {...scene, ...message.scene};
      if (scene.over) return end("over", message.version);
      if (scene.choices.length === 0 || message.version <= asked) return;
      if (until !== "" && seat === 0 && scene.choices.some((each) => each.text.startsWith(until)))
        return end("asked", message.version);
      if (played >= steps && seat === 0) return end("played", message.version);
      [asked, played] = [message.version, played + 1];
      const liked = scene.choices.filter((each) => shun === "" || !each.text.startsWith(shun));
      const among = liked.length > 0 ? liked : scene.choices;
      const action = among[below(among.length)].action;
      const id = `d${seat}-${message.version}`;
      socket.send(JSON.stringify({type: "act", id, version: message.version, action, seat}));
    };
  }
})
"""


def watch(page: Page) -> None:
    """Give a page the ear and the eye, before it opens."""
    page.add_init_script(WATCH)


def play(
    page: Page, table: str, seats: int, steps: int, seed: int = 3, *, until: str = "", shun: str = "", before: Any = ()
) -> tuple[str, int]:
    """Play a table on; how that ended, and how many steps it took. `until`: the first seat could play an action whose
    text begins like that ("asked"); `shun`: an action that is played only where there is no other; `before`: pages that
    show the table, and have come as far when this ends."""
    how, played, version = page.evaluate(PLAY, [table, seats, steps, seed, until, shun])
    for watcher in before:
        wait_until(watcher, "v => Number(document.querySelector('.page').dataset.version) >= v", version)
    return str(how), int(played)


def judged(page: Page) -> tuple[int, int, list[Any]]:
    """How many versions the eye compared, at how many something glowed, and those that were wrong."""
    page.evaluate("window.compare()")
    compared, glowed, wrong = page.evaluate("[window.compared, window.glowed, window.wrong.slice(0, 2)]")
    return int(compared), int(glowed), list(wrong)
