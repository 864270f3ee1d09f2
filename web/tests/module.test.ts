import { describe, expect, it } from "vitest";
import { RulesModule, UnfitModule, type Calling } from "../src/rules/module";

const HEAP = 1_024;
const calling: Calling = {
  game: "tiny@1",
  sources: "abc",
  module: "tiny.v1.0.wasm",
  actions: 2,
  observation: 0,
  seats: [1],
  state: "State",
  box: "Box",
  standard_box: "",
  options: [],
  entries: {
    add: {
      symbol: "add",
      arguments: [
        { name: "a", kind: "whole" },
        { name: "b", kind: "whole" },
      ],
      result: "whole",
    },
    first: { symbol: "first", arguments: [{ name: "row", kind: "numbers", bytes: 128 }], result: "whole" },
    gone: { symbol: "gone", arguments: [], result: "nothing" },
  },
  records: {},
};

const text = (said: string) => [said.length, ...new TextEncoder().encode(said)];
const section = (id: number, content: number[]) => [id, ...length(content.length), ...content];
const length = (n: number): number[] => (n < 128 ? [n] : [(n & 127) | 128, ...length(n >> 7)]);
const constant = (n: number) => [0x41, ...length(n), 0x0b];

/** A module written by hand: `add` two whole numbers, the `first` whole number of a row. */
function tiny(about: string): Uint8Array<ArrayBuffer> {
  const add = [0, 0x20, 0, 0x20, 1, 0x7c, 0x0b];
  const first = [0, 0x20, 0, 0x29, 3, 0, 0x0b];
  const said = [...new TextEncoder().encode(about), 0];
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [2, 0x60, 2, 0x7e, 0x7e, 1, 0x7e, 0x60, 1, 0x7f, 1, 0x7e]),
    ...section(3, [2, 0, 1]),
    ...section(5, [1, 0, 1]),
    ...section(6, [2, 0x7f, 0, ...constant(16), 0x7f, 0, ...constant(HEAP)]),
    ...section(7, [
      ...[5, ...text("memory"), 2, 0, ...text("firstfire_about"), 3, 0, ...text("__heap_base"), 3, 1],
      ...[...text("add"), 0, 0, ...text("first"), 0, 1],
    ]),
    ...section(10, [2, add.length, ...add, first.length, ...first]),
    ...section(11, [1, 0, ...constant(16), ...length(said.length), ...said]),
  ]);
}

const fits = JSON.stringify({ game: "tiny@1", sources: "abc" });

describe("a module of rules", () => {
  it("takes whole numbers of 64 bits, given as numbers or bigints", async () => {
    const rules = await RulesModule.load(tiny(fits), calling);
    expect(rules.call("add", 2, 3)).toBe(5n);
    expect(rules.call("add", 2n ** 62n, 1)).toBe(2n ** 62n + 1n);
  });

  it("hands out memory that is clear, and grows it", async () => {
    const rules = await RulesModule.load(tiny(fits), calling);
    const before = rules.taken;
    const row = rules.take(128);
    expect(row % 16).toBe(0);
    expect(row).toBeGreaterThanOrEqual(HEAP);
    rules.write(row, new Uint8Array([7, 1]));
    expect(rules.call("first", row)).toBe(263n);
    rules.release(before);
    expect(rules.take(200_000)).toBe(row);
    expect(rules.read(row, 200_000).every((byte) => byte === 0)).toBe(true);
  });

  it("refuses what is damaged, of another game, or of other rules", async () => {
    const damaged = tiny(fits).slice(0, 60);
    await expect(RulesModule.load(damaged, calling)).rejects.toThrow("tiny@1: the module is damaged");
    for (const about of ['{"game":"other@1","sources":"abc"}', '{"game":"tiny@1","sources":"abd"}'])
      await expect(RulesModule.load(tiny(about), calling)).rejects.toThrow(UnfitModule);
  });

  it("says which entry point there is not, and how many arguments one takes", async () => {
    const rules = await RulesModule.load(tiny(fits), calling);
    expect(() => rules.call("gone")).toThrow("tiny@1 has no entry point gone");
    expect(() => rules.call("add", 1)).toThrow("add takes 2 arguments, not 1");
  });
});
