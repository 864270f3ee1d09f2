import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Playback, SHOWN_WITHIN_MS, type Sight } from "../src/state/playback";
import type { TableState as Table } from "../src/state/table.svelte";
import { choice, piece, scene, zone } from "./scene";
import { FakeSocket, surround } from "./socket";

let pace = 800;
let shown: [change: number, at: number][] = [];
let playback: Playback<number>;
let began = 0;

beforeEach(() => {
  surround();
  [pace, shown, began] = [800, [], Date.now()];
  playback = new Playback<number>(
    (change) => shown.push([change, Date.now() - began]),
    () => pace,
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const order = (): number[] => shown.map(([change]) => change);
const last = (): number => shown.at(-1)?.[1] ?? -1;
const gaps = (): number[] => shown.slice(1).map(([, at], i) => at - (shown[i]?.[1] ?? 0));
const upto = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
function add(count: number, sight: Sight = "move"): void {
  for (const change of upto(count)) playback.add(change, sight);
}

describe("the moves of others", () => {
  it("are shown at the wished pace where there is time", () => {
    add(3);
    vi.advanceTimersByTime(10_000);
    expect(order()).toEqual([0, 1, 2]);
    expect(gaps()).toEqual([800, 800]);
  });

  it.each([2, 9, 15, 40, 150])(
    "are never more than six seconds to watch: %i at once, none skipped, in order",
    (count) => {
      add(count);
      vi.advanceTimersByTime(SHOWN_WITHIN_MS + 20);
      expect(order()).toEqual(upto(count));
      expect(last()).toBeLessThanOrEqual(SHOWN_WITHIN_MS + 10);
      expect(Math.min(...gaps())).toBeGreaterThanOrEqual(16); // a frame at least: each is seen
    },
  );

  it("are seen within six seconds too when they come faster than one can look", () => {
    for (const change of upto(15)) {
      playback.add(change, "move");
      vi.advanceTimersByTime(300);
    }
    const last_arrival = 14 * 300;
    vi.advanceTimersByTime(10_000);
    expect(order()).toEqual(upto(15));
    expect(last()).toBeLessThanOrEqual(Math.max(SHOWN_WITHIN_MS, last_arrival + 1500) + 310);
    expect(Math.min(...gaps())).toBeGreaterThan(150);
  });

  it("run the quicker the more wait, but not quicker than they must", () => {
    add(12);
    vi.advanceTimersByTime(10_000);
    expect(Math.max(...gaps())).toBeLessThanOrEqual(800);
    expect(last()).toBeGreaterThan(3_000);
  });

  it("give a glance to what moves nothing", () => {
    [0, 1, 2].forEach((change) => playback.add(change, change === 1 ? "glance" : "move"));
    vi.advanceTimersByTime(10_000);
    const [first, second] = gaps();
    expect(first).toBe(800);
    expect(second).toBeLessThan(300);
  });

  it("can be skipped: all that waits is shown now, in order, and what comes later is watched again", () => {
    add(6);
    vi.advanceTimersByTime(1);
    expect(order()).toEqual([0]);
    playback.skip();
    expect(order()).toEqual(upto(6));
    expect(playback.left).toBe(0);
    playback.add(6, "move");
    playback.add(7, "move");
    vi.advanceTimersByTime(100);
    expect(order()).toEqual(upto(7));
    vi.advanceTimersByTime(800);
    expect(order()).toEqual(upto(8));
  });

  it("are shown at once where nobody wishes to watch", () => {
    pace = 0;
    add(5);
    vi.advanceTimersByTime(1);
    expect(order()).toEqual(upto(5));
  });

  it("catch up when the tab is hidden in between", () => {
    add(5);
    vi.advanceTimersByTime(900);
    pace = 0;
    vi.advanceTimersByTime(800);
    expect(order()).toEqual(upto(5));
  });

  it("wait for my own move, which waits for nothing", () => {
    playback.add(0, "move");
    vi.advanceTimersByTime(10);
    playback.add(1, "own");
    playback.add(2, "move");
    vi.advanceTimersByTime(10);
    expect(order()).toEqual([0, 1]);
    vi.advanceTimersByTime(800);
    expect(order()).toEqual([0, 1, 2]);
  });

  it("say how many wait, and forget them when something newer comes", () => {
    add(4);
    playback.add(4, "none");
    expect(playback.left).toBe(4);
    vi.advanceTimersByTime(1);
    expect(playback.left).toBe(3);
    playback.clear();
    vi.advanceTimersByTime(10_000);
    expect(order()).toEqual([0]);
  });
});

describe("a table with somebody who answers at once", () => {
  let table: Table;
  let n = 0;
  const say = (message: Record<string, unknown>): void => FakeSocket.last.say({ n: ++n, ...message });
  const there = [zone("hand", "fan")];
  const at = (...pieces: string[]) => ({ pieces: pieces.map((id) => piece(id, "hand")) });
  const mine = [choice(4, "a"), choice(5, "b")];
  function update(version: number, ...pieces: string[]): void {
    const log = { from: version - 2, lines: [{ step: version - 1, seat: 1, kind: "move", text: `move ${version}` }] };
    say({ type: "update", version, now: 0, scene: { ...at(...pieces), choices: version === 9 ? mine : [] }, log });
  }

  beforeEach(async () => {
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
    vi.stubGlobal("navigator", { languages: ["en"] });
    window.matchMedia = (() => ({ matches: false })) as unknown as typeof window.matchMedia;
    const { TableState } = await import("../src/state/table.svelte");
    n = 0;
    table = new TableState("t1", null, null);
    FakeSocket.last.open();
    say({ type: "welcome", protocol: 1, session: "s", resumed: false });
    const first = scene(there, at("a", "b").pieces, { choices: mine });
    say({ type: "update", version: 1, now: 0, viewer: 0, mine: [0], scene: first });
    vi.advanceTimersByTime(2_000);
  });
  afterEach(() => table.close());

  it("shows my own move first, then the answers, each by itself", () => {
    table.selection.pick("a");
    for (let version = 2; version <= 9; version++) update(version, `p${version}`);
    const seen = [table.version];
    const until = Date.now() + SHOWN_WITHIN_MS + 20;
    while (Date.now() < until) {
      vi.advanceTimersByTime(10);
      if (seen.at(-1) !== table.version) seen.push(table.version);
      if (table.version === 2) expect(table.scene?.pieces.map((each) => each.id)).toEqual(["p2"]);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(table.watching).toBe(0);
    expect(table.selection.step.lit).toEqual(new Set(["a", "b"]));
  });

  it("lets one watch answers that come in one go with my own move, though only what changed is told", () => {
    table.selection.pick("a");
    update(2, "p2");
    for (const version of [3, 4, 5]) say({ type: "update", version, now: 0, scene: at(`p${version}`) });
    expect(table.watching).toBe(3);
    vi.advanceTimersByTime(1);
    expect(table.version).toBe(2);
  });

  it("stands still when looking back is paused, however often it was begun", () => {
    table.selection.pick("a");
    for (let version = 2; version <= 9; version++) update(version, `p${version}`);
    table.skip();
    table.lookback.play();
    table.lookback.play();
    table.lookback.pause();
    vi.advanceTimersByTime(3_000);
    expect(table.lookback.at).toBe(0);
  });

  it("keeps what the others did to be looked at again, step by step and by itself", () => {
    table.selection.pick("a");
    for (let version = 2; version <= 9; version++) update(version, `p${version}`);
    table.skip();
    expect(table.version).toBe(9);
    expect(table.lookback.steps).toBe(7);
    const looked = () => table.lookback.frame?.scene.pieces.map((each) => each.id);
    table.lookback.step(-1);
    expect(looked()).toEqual(["p8"]);
    expect(table.lookback.frame?.scene.choices).toEqual([]);
    table.lookback.play();
    const seen = [looked()?.[0]];
    for (let i = 0; i < 3_000; i++) {
      vi.advanceTimersByTime(10);
      if (table.lookback.at !== null && seen.at(-1) !== looked()?.[0]) seen.push(looked()?.[0]);
    }
    expect(seen).toEqual(["p8", "p9"]); // the last change too is looked at, then the table is as it is
    expect(table.lookback.at).toBeNull();
    table.lookback.play();
    expect(looked()).toEqual(["p2"]);
    for (const id of ["p3", "p4"]) {
      vi.advanceTimersByTime(900);
      expect(looked()).toEqual([id]);
    }
    table.selection.pick("b");
    update(10, "p10");
    vi.advanceTimersByTime(10);
    expect([table.version, table.lookback.at, table.lookback.steps]).toEqual([10, null, 0]);
  });

  it("gives time to read what was said of a change, of the last one too", () => {
    table.selection.pick("a");
    update(2, "p2");
    vi.advanceTimersByTime(3_000);
    const text = "Suna attacks place 3 with Sword 5 and Totem 12";
    table.lookback.recall([2, 3].map((step) => ({
      scene: scene(there, at(`p${step}`).pieces), lines: [{ step, seat: 1, kind: "move", text }], seat: 1, step,
    }))); // prettier-ignore
    table.lookback.play();
    vi.advanceTimersByTime(900);
    expect(table.lookback.frame?.lines[0]?.text).toBe(text);
    vi.advanceTimersByTime(1_500);
    expect(table.lookback.at).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(table.lookback.at).toBeNull();
  });

  it("asks for what the others did before the page was opened, and shows that", async () => {
    const lines = [1, 2, 3].map((step) => ({ step, seat: step === 1 ? 0 : 1, kind: "move", text: `step ${step}` }));
    expect(table.may_look_back).toBe(false);
    say({ type: "update", version: 1, now: 0, log: { from: 0, lines } });
    vi.advanceTimersByTime(2_000);
    const asked: string[] = [];
    vi.stubGlobal("fetch", (address: string) => {
      asked.push(address);
      const step = Number(/replay\/(\d+)/.exec(address)?.[1]);
      const body = { step, seat: 0, scene: scene(there, at(`p${step}`).pieces, { choices: mine }), log: lines };
      return Promise.resolve(new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } }));
    });
    expect(table.may_look_back).toBe(true);
    await table.look_back();
    expect(asked.map((address) => address.replace(/^.*tables/, ""))).toEqual(
      [1, 2, 3].map((step) => `/t1/replay/${step}?seat=0&language=en`),
    );
    expect([table.lookback.steps, table.lookback.frame?.scene.pieces[0]?.id]).toEqual([2, "p1"]);
    vi.advanceTimersByTime(900);
    const { frame } = table.lookback;
    expect([frame?.scene.pieces[0]?.id, frame?.seat, frame?.lines.map((line) => line.text)]).toEqual([
      "p2",
      1,
      ["step 2"],
    ]);
    expect(frame?.scene.choices).toEqual([]);
    await table.walk(-1);
    await table.walk(-1); // further back than one's own last move
    expect([table.lookback.at, table.lookback.frame?.step, table.lookback.earlier]).toEqual([0, 0, 1]);
    await table.walk(-1);
    expect([table.lookback.at, asked.length]).toEqual([0, 4]); // nothing was before the beginning
    await table.walk(1);
    expect(table.lookback.frame?.scene.pieces[0]?.id).toBe("p1");
  });
});
