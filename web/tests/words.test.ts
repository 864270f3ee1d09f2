import { describe, expect, it } from "vitest";
import { en } from "../src/words/en";
import { fr } from "../src/words/fr";
import { fill } from "../src/words/fill";
import { nl } from "../src/words/nl";
import { percent, signed } from "../src/words/share";

const gaps = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)[^{}]*\}/g)].map((found) => found[1] ?? ""))].sort();

describe("the client's words", () => {
  for (const [name, words] of Object.entries({ fr, nl })) {
    it(`are whole in ${name}, with the same gaps`, () => {
      expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
      for (const key of Object.keys(en) as (keyof typeof en)[]) {
        expect(words[key].trim(), key).not.toBe("");
        expect(gaps(words[key]), key).toEqual(gaps(en[key]));
      }
    });
  }

  it("bend nouns as each language counts", () => {
    const said = (text: string, language: string): string[] =>
      [0, 1, 2].map((count) => fill(text, { count }, language));
    expect(said(fr["table.spectators"], "fr")).toEqual(["0 spectateur", "1 spectateur", "2 spectateurs"]);
    expect(said(nl["table.spectators"], "nl")).toEqual(["0 kijken toe", "1 kijkt toe", "2 kijken toe"]);
    expect(fill("{name}: {count}", { count: 3 }, "en")).toBe("{name}: 3");
  });

  it("tie signs to their words where a blank stands between them", () => {
    expect(fr["replay.next_move"]).toBe("Ensuite, {name}\u00a0: «\u00a0{move}\u00a0»");
    expect(en["puzzle.wrong"]).toContain("{best}\u00a0%");
    for (const text of [en, fr, nl].flatMap((words) => Object.values(words))) {
      expect(text).not.toMatch(/ [:;!?%»]|« /);
    }
  });

  it("say shares in percent, and give nothing no sign", () => {
    expect([0.5, 0.004].map(percent)).toEqual(["50\u00a0%", "0\u00a0%"]);
    expect([-0.126, -0.004, 0, 0.004, 0.126].map(signed)).toEqual([
      "−13\u00a0%",
      "0\u00a0%",
      "0\u00a0%",
      "0\u00a0%",
      "+13\u00a0%",
    ]);
  });

  it("leave no brace and no bar, whatever the number", () => {
    for (const [language, words] of Object.entries({ en, fr, nl })) {
      for (const text of Object.values(words)) {
        const filled = Object.fromEntries(gaps(text).map((gap) => [gap, 1]));
        for (const count of [0, 1, 2]) expect(fill(text, { ...filled, count }, language)).not.toMatch(/[{}|]/);
      }
    }
  });
});
