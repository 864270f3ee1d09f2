import { describe, expect, it, vi } from "vitest";
import { fill } from "../src/words/fill";
import { words as en } from "../src/words/en";
import type { Words } from "../src/words/language";
import { words as fr } from "../src/words/fr";
import { LANGUAGES, load } from "../src/words/languages.svelte";
import { words as nl } from "../src/words/nl";
import { CATALOGUES, COMPLETE } from "./catalogues";

const gaps = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)[^{}]*\}/g)].map((found) => found[1] ?? ""))].sort();

describe("the client's words", () => {
  it("are whole in every language that is said to be complete", () => {
    expect(COMPLETE).toEqual(expect.arrayContaining(["en", "fr", "nl"]));
    for (const code of COMPLETE) {
      expect(Object.keys(CATALOGUES[code]?.words ?? {}).sort(), code).toEqual(Object.keys(en).sort());
    }
  });

  for (const [code, { words }] of Object.entries(CATALOGUES)) {
    it(`have the gaps of English in ${code}, and no word of their own`, () => {
      for (const [key, text] of Object.entries(words)) {
        expect(Object.keys(en), key).toContain(key);
        expect(text.trim(), key).not.toBe("");
        expect(gaps(text), key).toEqual(gaps(en[key as keyof Words]));
      }
    });
  }

  it("name every language as its speakers do", () => {
    const names = Object.fromEntries(LANGUAGES.map(({ code, name }) => [code, name]));
    expect(names).toMatchObject({ en: "English", fr: "Français", nl: "Nederlands" });
    for (const code of Object.keys(names)) {
      const partial = /^\p{Lu}\p{L}+ \(\d+\s?%\)$/u; // how much of it there is
      if (!COMPLETE.includes(code)) expect(names[code]).toMatch(partial);
    }
    expect(Object.keys(names).sort()).toEqual(Object.keys(CATALOGUES).sort());
  });

  it("bend nouns as each language counts", () => {
    const said = (text: string, language: string): string[] =>
      [0, 1, 2].map((count) => fill(text, { count }, language));
    expect(said(fr["table.spectators"], "fr")).toEqual(["0 spectateur", "1 spectateur", "2 spectateurs"]);
    expect(said(nl["table.spectators"], "nl")).toEqual(["0 kijken toe", "1 kijkt toe", "2 kijken toe"]);
    expect(said("{count:one=karta|few=karty|many=kart}", "pl")).toEqual(["kart", "karta", "karty"]);
    expect(said("{count:karta|karty}", "pl")).toEqual(["karty", "karta", "karty"]);
    expect(fill("{name}: {count}", { count: 3 }, "en")).toBe("{name}: 3");
  });

  it("tie signs to their words where a blank stands between them", () => {
    expect(fr["replay.next_move"]).toBe("Ensuite, {name}\u00a0: «\u00a0{move}\u00a0»");
    for (const text of Object.values(CATALOGUES).flatMap(({ words }) => Object.values(words))) {
      expect(text).not.toMatch(/ [:;!?%»]|« /);
    }
  });

  it.each([
    ["en", "50%", "+13%", "1,234.5", "a, b and c", "a or b"],
    ["de", "50 %", "+13 %", "1.234,5", "a, b und c", "a oder b"],
    ["fr", "50 %", "+13 %", "1 234,5", "a, b et c", "a ou b"],
    ["pl", "50%", "+13%", "1234,5", "a, b i c", "a lub b"],
  ])("write numbers and lists as each language does (%s)", async (language, half, gained, many, all, one) => {
    vi.stubGlobal("navigator", { languages: ["en"] });
    const { settings } = await import("../src/state/settings.svelte");
    const { list_of, number, percent, signed } = await import("../src/words/forms");
    const plain = (text: string): string => text.replace(/\s/g, " "); // which blank it is, the browser knows
    await load(language);
    settings.language = language;
    const written = [
      percent(0.5),
      signed(0.126),
      number(1234.5),
      list_of(["a", "b", "c"]),
      list_of(["a", "b"], "disjunction"),
    ];
    expect(written.map(plain)).toEqual([half, gained, many, all, one]);
    expect([-0.126, -0.004, 0, 0.004].map((share) => plain(signed(share)))).toEqual([
      gained.replace("+", "−"),
      ...Array(3).fill(plain(percent(0))),
    ]);
  });

  it("leave no brace and no bar, whatever the number", () => {
    for (const [language, { words }] of Object.entries(CATALOGUES)) {
      for (const text of Object.values(words)) {
        const filled = Object.fromEntries(gaps(text).map((gap) => [gap, 1]));
        for (const count of [0, 1, 2, 5]) expect(fill(text, { ...filled, count }, language)).not.toMatch(/[{}|]/);
      }
    }
  });
});
