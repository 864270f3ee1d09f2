/** What the learner is to click next. */
import { describe, expect, it } from "vitest";
import type { Choice } from "../src/scene/types";
import { next_clicks } from "../src/tutorial/wanted";

const choice = (action: number, picks: string[], take: [string, number][] = []): Choice => ({
  action, text: "", sentence: "", picks, take, default: false,
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
  });
  it("is nothing where nothing is wanted", () => {
    expect(next_clicks(CHOICES, [], []).size).toBe(0);
  });
});
