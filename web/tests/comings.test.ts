import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Seat } from "../src/net/types";
import type { Comings as Class } from "../src/state/comings.svelte";

const seat = (changes: Partial<Seat> = {}): Seat => ({
  seat: 0, kind: "person", name: "Brun", level: null, level_label: null, connected: true, thinking: false,
  standin: false, standin_from: null, you: false, gone: null, may_return: false, mark: "", colour: 0, ...changes,
}); // prettier-ignore
let said: string[];
let comings: Class;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("navigator", { languages: ["en"] });
  const { Comings } = await import("../src/state/comings.svelte");
  said = [];
  comings = new Comings((text) => said.push(text));
  comings.see([seat()]);
});
afterEach(() => {
  comings.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("who comes and goes", () => {
  it("is told with the time, but not for who only loads the page again", () => {
    comings.see([seat({ connected: false })]);
    vi.advanceTimersByTime(2_000);
    comings.see([seat()]);
    vi.advanceTimersByTime(20_000);
    expect(said).toEqual([]);
    comings.see([seat({ connected: false })]);
    vi.advanceTimersByTime(20_000);
    comings.see([seat()]);
    expect(said).toEqual(["Brun is away", "Brun is back"]);
    expect(comings.lines.map((line) => line.text)).toEqual(said);
    expect(comings.lines[1]?.at).toBe(Date.now());
  });

  it("tells of seats that are taken, left, and played by a bot", () => {
    comings.see([seat({ kind: "bot", standin: true })]);
    comings.see([seat()]);
    comings.see([seat({ kind: "open", name: "", connected: false })]);
    comings.see([seat({ name: "Ciro" })]);
    expect(said).toEqual(["A bot plays for Brun", "Brun is back", "Brun has left", "Ciro sits down"]);
  });

  it("says nothing about myself, nor about what was so when I came", () => {
    comings.see([seat({ you: true, connected: false })]);
    vi.advanceTimersByTime(20_000);
    expect(said).toEqual([]);
  });
});
