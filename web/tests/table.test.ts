import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { choice, piece, scene, zone } from "./scene";
import { FakeSocket, surround } from "./socket";
import { count_laid } from "../src/scene/group";
import type { TableState as Table } from "../src/state/table.svelte";

let n = 0;
let table: Table;

function say(message: Record<string, unknown>): void {
  n += 1;
  FakeSocket.last.say({ n, ...message });
  vi.advanceTimersByTime(5_000);
}

function update(version: number, more: Record<string, unknown> = {}): void {
  say({ type: "update", version, now: 0, ...more });
}

const there = [zone("hand", "fan"), zone("slot", "slots")];
const choices = [choice(4, "a"), choice(5, "b", "slot"), choice(6, "b", "away")];

beforeEach(async () => {
  surround();
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("navigator", { languages: ["en"] });
  const { TableState } = await import("../src/state/table.svelte");
  n = 0;
  table = new TableState("t1", null, null);
  FakeSocket.last.open();
  say({ type: "welcome", protocol: 1, session: "s", resumed: false });
  update(1, {
    viewer: 0,
    mine: [0],
    final: [6],
    scene: scene(there, [piece("a", "hand"), piece("b", "hand")], { choices }),
  });
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a table as this viewer knows it", () => {
  it("begins with what is held, and another first click changes it", () => {
    const piles = [choice(7, "a", "slot"), choice(8, "a", "away"), choice(9, "b", "slot"), choice(10, "b", "away")];
    update(2, { scene: { choices: piles, prompt: { seat: 0, sentence: "", step: "", held: ["a"] } } });
    expect(table.selection.trail).toEqual(["a"]);
    table.selection.pick("b");
    expect(table.selection.trail).toEqual(["b"]);
    table.selection.pick("slot");
    expect(FakeSocket.last.asked("act")[0]).toMatchObject({ version: 2, action: 9 });
    update(3, { scene: { choices: piles, prompt: { seat: 0, sentence: "", step: "", held: ["gone"] } } });
    expect(table.selection.trail).toEqual([]);
  });

  it("holds what the next player at this screen has in the hand", () => {
    const prompt = { seat: 1, sentence: "", step: "", held: ["a"] };
    update(2, { viewer: 0, mine: [0, 1], scene: { choices: [], prompt } });
    void table.look(1);
    update(2, { viewer: 1, scene: { choices: [choice(7, "a", "slot"), choice(8, "a", "away")], prompt } });
    expect(table.selection.trail).toEqual(["a"]);
  });

  it("keeps what is half chosen when a hint is refused", async () => {
    update(2, { scene: { choices } });
    table.selection.pick("b");
    void table.ask_hint();
    say({ type: "refused", to: FakeSocket.last.asked("hint")[0]?.id, error: "busy", sentence: "Later." });
    await vi.advanceTimersByTimeAsync(1);
    expect([table.notices.length, table.selection.trail]).toEqual([1, ["b"]]);
  });

  it("holds again what was held when a choice is refused", async () => {
    const piles = [choice(7, "a", "slot"), choice(8, "a", "away"), choice(9, "b", "slot")];
    update(2, { scene: { choices: piles, prompt: { seat: 0, sentence: "", step: "", held: ["a"] } } });
    table.selection.pick("slot");
    say({ type: "refused", to: FakeSocket.last.asked("act")[0]?.id, error: "illegal", sentence: "No." });
    await vi.advanceTimersByTimeAsync(1);
    expect([table.sending, table.selection.trail]).toEqual([false, ["a"]]);
  });

  it("keeps the sections that an update leaves out", () => {
    update(2, { scene: { choices: [] }, spectators: 3 });
    expect([table.version, table.viewer, table.spectators]).toEqual([2, 0, 3]);
    expect(table.scene?.pieces).toHaveLength(2);
    expect(table.scene?.choices).toEqual([]);
  });

  it("lets later lines of the log take the place of those that were taken back", () => {
    const line = (text: string) => ({ step: 1, seat: 0, kind: "k", text });
    update(2, { log: { from: 0, lines: [line("one"), line("two")] } });
    update(3, { log: { from: 1, lines: [line("other")] } });
    expect(table.log.map((each) => each.text)).toEqual(["one", "other"]);
  });

  it("counts what was said since, each line once", () => {
    const line = (number: number) => ({ number, at: 0, seat: 0, name: "A", text: `${number}` });
    update(1, { chat: { from: 0, lines: [line(1), line(2)] } });
    update(1, { chat: { from: 1, lines: [line(2), line(3)] } });
    expect(table.chat.map((each) => each.number)).toEqual([1, 2, 3]);
    expect(table.unread).toBe(3);
  });

  it("plays when the clicks leave one choice, and takes no click until the answer is shown", async () => {
    table.selection.pick("a");
    const asked = FakeSocket.last.asked("act")[0];
    expect(asked).toMatchObject({ version: 1, action: 4 });
    table.selection.pick("b");
    expect(FakeSocket.last.asked("act")).toHaveLength(1);
    say({ type: "done", to: asked?.id, version: 2 });
    await vi.advanceTimersByTimeAsync(1);
    expect(table.sending).toBe(true); // granted, but not shown yet
    update(2, { scene: { choices } });
    expect(table.sending).toBe(false);
    expect(table.selection.trail).toEqual([]);
  });

  it("takes a click back, and a click on what leads nowhere changes nothing", () => {
    table.selection.pick("b");
    expect(table.selection.trail).toEqual(["b"]);
    table.selection.pick("nothing");
    expect(table.selection.trail).toEqual(["b"]);
    table.selection.pick("b");
    expect(table.selection.trail).toEqual([]);
  });

  it("takes the card that was clicked last: another one changes the pick", () => {
    update(2, { scene: { choices: [...choices, choice(7, "c", "slot"), choice(8, "c", "away")] } });
    table.selection.pick("b");
    expect(table.selection.instead.has("c")).toBe(true);
    table.selection.pick("c");
    expect(table.selection.trail).toEqual(["c"]);
    expect(FakeSocket.last.asked("act")).toEqual([]);
  });

  describe("with a group to be put together", () => {
    const taking = (action: number, take: [string, number][], is_default = false) => ({
      ...choice(action),
      take,
      default: is_default,
    });
    const group = [taking(11, [["a", 1]], true), taking(12, [["a", 2]]), taking(13, [["b", 1], ["a", 1]]), taking(14, [["c", 1]])]; // prettier-ignore
    const laid = () => Object.fromEntries(table.selection.laid);

    beforeEach(() => update(2, { final: [], scene: { choices: [...group, choice(4)] } }));

    it("has the default laid, and goes by one word", () => {
      expect(laid()).toEqual({ a: 1 });
      expect([...table.selection.glow].sort()).toEqual(["a", "b"]);
      expect(table.selection.go()).toBe(true);
      expect(FakeSocket.last.asked("act")[0]).toMatchObject({ action: 11 });
    });

    it("does not go before it is whole, and can be made whole by a click", () => {
      table.selection.pick("b");
      table.selection.put_back("a");
      expect(laid()).toEqual({ b: 1 });
      expect(table.selection.go()).toBe(false);
      expect(table.selection.group?.missing).toEqual([["a", 1]]);
      table.selection.complete_group();
      expect(table.selection.group?.match?.action).toBe(13);
    });

    it("lets go of all that was laid by hand, and then of nothing more", () => {
      table.selection.pick("a");
      expect(laid()).toEqual({ a: 2 });
      expect(table.selection.back()).toBe(true);
      expect(laid()).toEqual({ a: 1 });
      expect(table.selection.back()).toBe(false);
    });

    it("keeps what is laid when a second word is not given, and forgets it when the table has moved on", () => {
      update(3, { final: [11], scene: { choices: [...group, choice(4)] } });
      table.selection.go();
      expect(table.selection.confirming?.action).toBe(11);
      table.selection.cancel();
      expect(laid()).toEqual({ a: 1 });
      table.selection.pick("a");
      expect(laid()).toEqual({ a: 2 });
      update(4, { scene: { choices: group } });
      expect(laid()).toEqual({ a: 1 });
    });

    it("lays what is chosen from the list", () => {
      const chosen = group[2];
      if (chosen) table.selection.choose(chosen);
      expect(laid()).toEqual({ b: 1, a: 1 });
      expect(FakeSocket.last.asked("act")[0]).toMatchObject({ action: 13 });
    });
  });

  it("keeps what is half picked when somebody else moves and the choices stay (side by side)", () => {
    table.selection.pick("b");
    update(2, { scene: { pieces: [piece("a", "hand"), piece("b", "hand"), piece("c", "slot")] } });
    expect([table.version, table.selection.trail]).toEqual([2, ["b"]]);
    update(3, { scene: { choices } });
    expect(table.selection.trail).toEqual([]);
  });

  it("asks before every single click at a table where nothing is taken back", () => {
    update(1, { final: [], table: { undo: false } });
    table.selection.pick("a");
    expect(table.selection.confirming?.action).toBe(4);
    expect(FakeSocket.last.asked("act")).toEqual([]);
    table.selection.confirm();
    expect(FakeSocket.last.asked("act")).toHaveLength(1);
  });

  it("goes back from a group to what asked for it, where that can be taken back", () => {
    const groups = [0, 1].map((i) => ({ ...choice(20 + i), take: [["b", i + 1]] as [string, number][], default: !i }));
    update(2, { undo: false, scene: { choices: groups } });
    expect([table.selection.leads_back, table.selection.back()]).toEqual([false, false]);
    update(3, { undo: true, scene: { choices: groups } });
    expect([table.selection.leads_back, table.selection.back()]).toEqual([true, true]);
    expect(FakeSocket.last.asked("undo")).toHaveLength(1);
  });

  it("asks once more before a single click does what cannot be taken back", () => {
    update(2, { final: [4], scene: { choices } });
    table.selection.pick("a");
    expect(table.selection.confirming?.action).toBe(4);
    expect(FakeSocket.last.asked("act")).toEqual([]);
    table.selection.confirm();
    expect(FakeSocket.last.asked("act")[0]).toMatchObject({ action: 4 });
  });

  it("takes two clicks on the board for word enough", () => {
    table.selection.pick("b");
    table.selection.pick("away");
    expect(FakeSocket.last.asked("act")[0]).toMatchObject({ action: 6 });
  });

  it("asks by one rule: whatever cannot be taken back, also where nothing else could be", () => {
    update(2, { final: [4, 5, 6], scene: { choices } });
    table.selection.pick("a");
    expect(table.selection.confirming?.action).toBe(4);
  });

  it("asks about a group that lies there by itself, also after one was laid by hand", async () => {
    const laid_by_hand = [
      { ...choice(11), take: [["a", 1]], default: true },
      { ...choice(12), take: [["a", 2]] },
    ];
    update(2, { final: [], scene: { choices: laid_by_hand } });
    table.selection.pick("a");
    table.selection.go();
    const asked = FakeSocket.last.asked("act").at(-1);
    update(3, { final: [11], scene: { choices: laid_by_hand } });
    say({ type: "done", to: asked?.id, version: 3 });
    await vi.advanceTimersByTimeAsync(1);
    table.selection.go();
    expect(table.selection.confirming?.action).toBe(11);
  });

  it("forgets at a shared screen what the player before was shown", () => {
    update(2, { viewer: 0, mine: [0, 1], scene: { pieces: [piece("secret", "hand")], choices: [] } });
    update(3, { scene: { pieces: [piece("a", "hand")] } });
    expect(table.lookback.steps).toBeGreaterThan(0);
    update(3, { viewer: 1, scene: { pieces: [] } });
    expect(table.lookback.frames).toEqual([]);
  });

  it("plays a chain for the seat that began it only, and forgets it when a link is refused", async () => {
    const pass = { sentence: "pass", actions: [4], again: true, take: [], default: false };
    const prompt = { seat: 0, sentence: "", step: "", held: [] };
    update(2, { viewer: 0, mine: [0, 1], scene: { choices, chains: [pass], prompt } });
    table.follow_chain(pass);
    const first = FakeSocket.last.asked("act")[0];
    say({ type: "done", to: first?.id, version: 3 });
    await vi.advanceTimersByTimeAsync(1);
    update(3, { viewer: 1, scene: { choices, prompt: { seat: 1, sentence: "", step: "", held: [] } } });
    expect(FakeSocket.last.asked("act")).toHaveLength(1);
    update(4, { viewer: 0, scene: { choices, prompt: { seat: 0, sentence: "", step: "", held: [] } } });
    const second = FakeSocket.last.asked("act")[1];
    expect(second).toMatchObject({ action: 4, version: 4 });
    say({ type: "refused", to: second?.id, error: "illegal", sentence: "No." });
    await vi.advanceTimersByTimeAsync(1);
    update(5, { scene: { choices } });
    expect(FakeSocket.last.asked("act")).toHaveLength(2);
  });

  it("asks about the only choice on the board too; the only button says what it does", () => {
    update(2, { final: [4], scene: { choices: [choice(4, "a")] } });
    table.selection.pick("a");
    expect(table.selection.confirming?.action).toBe(4);
    update(3, { final: [4], scene: { choices: [choice(4)] } });
    table.selection.choose(choice(4));
    expect(FakeSocket.last.asked("act")).toHaveLength(1);
  });

  it("shows who sets out, and waits for the word, where only one group can", () => {
    const hunt = { ...choice(4, "reindeer"), take: [["a", 1]] };
    update(2, { final: [], scene: { choices: [hunt, choice(5, "fruit")] } });
    table.selection.pick("reindeer");
    expect(FakeSocket.last.asked("act")).toEqual([]);
    expect([table.selection.group?.match?.action, [...table.selection.laid]]).toEqual([4, [["a", 1]]]);
    expect(table.selection.go()).toBe(true);
    expect(FakeSocket.last.asked("act")[0]).toMatchObject({ action: 4 });
  });

  it("takes back my move with the bots' answers to it, also those that are not shown yet, and plays only mine again", async () => {
    table.selection.pick("a");
    await granted("act", 2, { undo: true, undo_step: 1, undo_turn: 1, undo_says: "Lay A", scene: { choices: [] } });
    const bot = { undo_step: 2, undo_turn: 2, scene: { pieces: [piece("a", "slot")] } };
    FakeSocket.last.say({ n: ++n, type: "update", version: 3, now: 0, ...bot });
    FakeSocket.last.say({ n: ++n, type: "update", version: 4, now: 0, ...bot, undo_step: 3, undo_turn: 3 });
    expect(table.version).toBeLessThan(4);
    void table.undo();
    expect(FakeSocket.last.asked("undo")[0]).toMatchObject({ version: 4 });
    FakeSocket.last.say({ n: ++n, type: "done", to: FakeSocket.last.asked("undo")[0]?.id, version: 7 });
    await vi.advanceTimersByTimeAsync(1);
    expect(table.redo).toEqual([4]);
    expect(table.notices.map(({ text }) => text)).toEqual(["Taken back: Lay A"]);
  });

  const acts = (): unknown[] => FakeSocket.last.asked("act").map((each) => each.action);
  /** The server grants what was asked last, and shows what is asked then. */
  async function granted(kind: string, version: number, more: Record<string, unknown>): Promise<void> {
    say({ type: "done", to: FakeSocket.last.asked(kind).at(-1)?.id, version });
    await vi.advanceTimersByTimeAsync(1);
    update(version, more);
    await vi.advanceTimersByTimeAsync(1000);
  }

  it("takes a whole turn back, and can play it again in its order", async () => {
    update(2, { undo: true, undo_step: 1, undo_turn: 2, scene: { choices } });
    for (const [action, version] of [
      [4, 3],
      [5, 4],
    ] as const) {
      void table.play(action);
      await granted("act", version, { undo_turn: version - 2, scene: { choices } });
    }
    void table.undo(true);
    expect(FakeSocket.last.asked("undo")[0]).toMatchObject({ turn: true, version: 4 });
    await granted("undo", 6, { undo: false, undo_turn: 0, scene: { choices } });
    expect(table.redo).toEqual([5, 4]);
  });

  it("plays again one move at a time, however often it is asked, and keeps what was refused", async () => {
    table.redo = [5, 4];
    void table.play_again();
    void table.play_again();
    expect([acts(), table.may_redo]).toEqual([[4], false]);
    await granted("act", 2, { scene: { choices } });
    expect([table.redo, table.may_redo]).toEqual([[5], true]);
    void table.play_again();
    say({ type: "refused", to: FakeSocket.last.asked("act").at(-1)?.id, code: "stale", sentence: "No." });
    await vi.advanceTimersByTimeAsync(1);
    expect(table.redo).toEqual([5]);
  });

  describe("the hint's marks", () => {
    const move = (action: number): Record<string, unknown> => ({ action, sentence: "", picks: [], reasons: [] });
    async function advised(...actions: number[]): Promise<void> {
      void table.ask_hint();
      const to = FakeSocket.last.asked("hint").at(-1)?.id;
      say({ type: "hint", to, version: table.version, sentence: "", moves: actions.map(move) });
      await vi.advanceTimersByTimeAsync(1);
    }

    it("belong to the hint that is shown: the second one is marked, though the first was just played", async () => {
      await advised(5, 4);
      expect(table.marks).toEqual(["b", "slot"]);
      table.preview(5); // the mouse is on "Play this", and stays where the button was
      table.selection.follow_hint(5);
      await granted("act", 2, { scene: { choices } });
      expect(table.marks).toEqual([]);
      await advised(4, 5);
      expect(table.marks).toEqual(["a"]);
    });

    it("show another move of the list while it is looked at", async () => {
      await advised(5, 4);
      table.preview(4);
      expect(table.marks).toEqual(["a"]);
      table.preview(null);
      expect(table.marks).toEqual(["b", "slot"]);
    });

    it("are gone when the position changes", async () => {
      await advised(5);
      table.preview(4);
      update(2, { scene: { choices } });
      expect(table.marks).toEqual([]);
    });
  });

  it("makes the choices of a chain one after the other, and ends where the next is not possible", async () => {
    table.follow_chain({ sentence: "all", actions: [4, 4, 5, 4], again: false, take: [], default: false });
    await granted("act", 2, { scene: { choices } });
    await granted("act", 3, { scene: { choices: [choice(4, "a")] } });
    expect(acts()).toEqual([4, 4]);
    update(4, { scene: { choices } });
    expect(acts()).toEqual([4, 4]);
  });

  it("passes again as long as the same chain is offered, and stops where something can be done", async () => {
    const pass = { sentence: "pass", actions: [4], again: true, take: [], default: false };
    update(2, { scene: { chains: [pass] } });
    table.follow_chain(pass);
    await granted("act", 3, { scene: { choices: [], chains: [] } });
    update(4, { scene: { choices, chains: [pass] } });
    expect(acts()).toEqual([4, 4]);
    await granted("act", 5, { scene: { choices: [], chains: [] } });
    update(6, { scene: { choices, chains: [] } });
    update(7, { scene: { choices, chains: [pass] } });
    expect(acts()).toEqual([4, 4]);
  });

  it("lays an answer of several parts together, and gives it by one word", async () => {
    const load = (sentence: string, actions: number[], take: [string, number][], first = false) => ({
      sentence, actions, again: false, take, default: first,
    }); // prettier-ignore
    const loads = [load("a b", [4, 8], [["a", 1], ["b", 1]], true), load("b b", [5], [["b", 2]])]; // prettier-ignore
    const parts = [{ ...choice(4), take: [["a", 1]] }, choice(5)];
    update(2, { final: [], scene: { choices: parts, chains: loads } });
    expect([table.selection.group?.match?.sentence, table.selection.step.ready]).toEqual(["a b", []]);
    expect([...table.selection.laid]).toEqual(loads[0]?.take);
    expect(count_laid(table.selection.group?.choices ?? [], table.selection.laid)).toEqual([2, 2]);
    table.selection.put_back("a");
    expect([table.selection.go(), count_laid(table.selection.group?.choices ?? [], table.selection.laid)]).toEqual([
      false,
      [1, 2],
    ]);
    table.selection.pick("a");
    expect(table.selection.go()).toBe(true);
    await granted("act", 3, { scene: { choices: [choice(8), choice(9)], chains: [] } });
    expect(acts()).toEqual([4, 8]);
  });

  describe("where only a pass is left", () => {
    const passing = { final: [], idle: 4, scene: { choices: [choice(4), choice(5)] } };

    it("it is made without a click, after a moment in which it can be seen coming", async () => {
      update(2, { idle: null, scene: passing.scene });
      expect(acts()).toEqual([]);
      n += 1;
      FakeSocket.last.say({ n, type: "update", version: 3, now: 0, ...passing });
      expect(acts()).toEqual([]);
      await vi.advanceTimersByTimeAsync(2000);
      expect(acts()).toEqual([4]);
    });

    it("it waits when it was just taken back, and where that is not wished for", async () => {
      const { settings } = await import("../src/state/settings.svelte");
      table.redo = [4];
      update(2, passing);
      table.redo = [];
      settings.skip = false;
      update(3, passing);
      settings.skip = true;
      expect(acts()).toEqual([]);
    });
  });

  describe("the only choice", () => {
    const only = { choices: [choice(4, "a")] };
    beforeEach(async () => {
      const { settings } = await import("../src/state/settings.svelte");
      settings.auto = true;
    });
    afterEach(async () => {
      const { settings } = await import("../src/state/settings.svelte");
      settings.auto = false;
    });

    it("is made by itself where everybody knows that it is one", () => {
      update(2, { forced: true, scene: only });
      expect(acts()).toEqual([4]);
    });

    it("waits for a click where that would tell something, or lose the way back", () => {
      update(2, { forced: false, scene: only });
      update(3, { forced: true, final: [4], undo_turn: 1, scene: only });
      expect(acts()).toEqual([]);
      update(4, { forced: true, final: [4], undo_turn: 0, scene: only });
      expect(acts()).toEqual([4]);
    });

    it("is not made again when it was just taken back", async () => {
      update(2, { forced: true, scene: only });
      await granted("act", 3, { undo: true, undo_step: 1, undo_turn: 1, forced: false, scene: { choices: [] } });
      void table.undo();
      await granted("undo", 4, { undo: false, undo_turn: 0, forced: true, scene: only });
      expect(acts()).toEqual([4]);
    });
  });

  it("asks what a choice will do once for each, and anew when the table has moved on", async () => {
    const told = { action: 4, lines: ["You gather"], changes: [], final: false };
    const first = table.foresee(4);
    void table.foresee(4);
    expect(FakeSocket.last.asked("foresee")).toHaveLength(1);
    say({ type: "done", to: FakeSocket.last.asked("foresee")[0]?.id, version: 1, foreseen: [told] });
    expect(await first).toEqual(told);
    update(2, { scene: { choices } });
    void table.foresee(4);
    expect(FakeSocket.last.asked("foresee")).toHaveLength(2);
  });

  it("tells a refusal with its rule, and is free again", async () => {
    table.selection.pick("a");
    const asked = FakeSocket.last.asked("act")[0];
    n += 1;
    FakeSocket.last.say({ n, type: "refused", to: asked?.id, code: "illegal", sentence: "Not now.", rule: "TT-K4" });
    await vi.advanceTimersByTimeAsync(1);
    expect(table.sending).toBe(false);
    expect(table.notices.map((notice) => [notice.text, notice.rule])).toEqual([["Not now.", "TT-K4"]]);
    expect(table.selection.trail).toEqual([]);
  });

  it("can play again what was taken back, as long as it is a choice", async () => {
    table.selection.follow_hint(4);
    const asked = FakeSocket.last.asked("act")[0];
    n += 1;
    FakeSocket.last.say({ n, type: "done", to: asked?.id, version: 2 });
    await vi.advanceTimersByTimeAsync(1);
    update(2, { undo: true, undo_step: 1, undo_turn: 1, scene: { choices: [] } });
    void table.undo();
    const undo = FakeSocket.last.asked("undo")[0];
    n += 1;
    FakeSocket.last.say({ n, type: "done", to: undo?.id, version: 3 });
    await vi.advanceTimersByTimeAsync(1);
    expect(table.may_redo).toBe(false);
    update(3, { scene: { choices } });
    expect(table.may_redo).toBe(true);
    void table.play_again();
    expect(FakeSocket.last.asked("act").at(-1)).toMatchObject({ version: 3, action: 4 });
  });

  it("forgets the hint when the table has moved on", async () => {
    void table.ask_hint();
    const asked = FakeSocket.last.asked("hint")[0];
    update(2);
    say({ type: "hint", to: asked?.id, version: 1, sentence: "late", moves: [] });
    await vi.advanceTimersByTimeAsync(1);
    expect(table.hint).toBeNull();
    expect(table.hint_waiting).toBe(false);
  });
});
