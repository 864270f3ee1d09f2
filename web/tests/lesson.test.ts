/** What the learner is to click next, and answers that come late. */
import { describe, expect, it, vi } from "vitest";
import { surround } from "./socket";
import type { LessonPage } from "../src/net/types";
import type { Choice } from "../src/scene/types";
import { next_clicks } from "../src/tutorial/wanted";

const choice = (action: number, picks: string[], take: [string, number][] = []): Choice => ({
  action, text: "", sentence: "", picks, take, default: false, quiet: false,
}); // prettier-ignore

const CHOICES = [
  choice(1, ["sword", "left"]),
  choice(2, ["sword", "right"]),
  choice(3, ["eye", "right"]),
  choice(4, []),
  choice(5, ["tile"], [["wood", 2]]),
];

describe("the next click of a lesson", () => {
  it("is the first pick of what is wanted, and of nothing else", () => {
    expect([...next_clicks(CHOICES, [2], [])]).toEqual(["sword"]);
    expect([...next_clicks(CHOICES, [2, 3], [])]).toEqual(["sword", "eye"]);
    expect([...next_clicks(CHOICES, [4], [])]).toEqual([]);
  });
  it("goes on along the trail", () => {
    expect([...next_clicks(CHOICES, [2], ["sword"])]).toEqual(["right"]);
  });
  it("leads back from a trail that went astray", () => {
    expect([...next_clicks(CHOICES, [3], ["sword"])]).toEqual(["eye"]);
  });
  it("is what is laid together once all picks are made", () => {
    expect([...next_clicks(CHOICES, [5], ["tile"])]).toEqual(["wood"]);
    expect([...next_clicks(CHOICES, [5], ["tile"], new Map([["wood", 1]]))]).toEqual(["wood"]);
    expect([...next_clicks(CHOICES, [5], ["tile"], new Map([["wood", 2]]))]).toEqual([]); // it lies there
  });
  it("is nothing where nothing is wanted", () => {
    expect(next_clicks(CHOICES, [], []).size).toBe(0);
  });
});

describe("the way to a lesson", () => {
  it("does not go back when an answer about an earlier step comes late", async () => {
    surround();
    vi.useRealTimers();
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
    vi.stubGlobal("navigator", { languages: ["en"] });
    const { api } = await import("../src/net/api");
    const { LessonWire } = await import("../src/tutorial/wire");
    const page = (at: number): LessonPage => ({ at, steps: 9, played: Array(at).fill(0), messages: [] }) as never;
    const waiting: ((page: LessonPage) => void)[] = [];
    vi.spyOn(api, "learn").mockImplementation(() => new Promise((done) => waiting.push(done)));
    const told: number[] = [];
    const silent = { state: () => undefined, message: () => undefined, rejected: () => undefined };
    const wire = new LessonWire("totem", silent as never, ({ at }) => told.push(at));
    const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 5));
    waiting[0]?.(page(0));
    await settled();
    const [asked, done] = [wire.ask({ type: "foresee" }), wire.ask({ type: "act" })];
    waiting[2]?.(page(1));
    await Promise.all([done, settled()]);
    waiting[1]?.(page(0)); // what was foreseen at the step before
    await Promise.all([asked, settled()]);
    expect(told).toEqual([0, 1]);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
});
