import { describe, expect, it } from "vitest";
import { en } from "../src/words/en";
import { fr } from "../src/words/fr";
import { nl } from "../src/words/nl";

const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "").sort();

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
});
