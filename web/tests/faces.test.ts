import { beforeAll, describe, expect, it } from "vitest";
import { drawn } from "../src/art/badges";
import { counts_on_face, edges_of, fold, fold_hard, words_on } from "../src/scene/faces";
import { load } from "../src/words/languages.svelte";
import { look, piece } from "./scene";

describe("what is written on a face", () => {
  beforeAll(() => Promise.all(["de", "fr", "nl", "pl"].map(load)));
  it("folds a text into lines of whole words, or leaves it away", () => {
    expect(fold("1 VP per 3 fishing spaces", 11, 3, "en")).toEqual(["1 VP per 3", "fishing", "spaces"]);
    expect(fold("1 VP per 3 fishing spaces", 11, 2, "en")).toEqual([]);
    expect(fold("développement", 10, 4, "fr")).toEqual([]);
  });
  it("breaks a word that is longer than a line where the text must stand, at its hyphen if it has one", () => {
    expect(fold_hard("sabre-tooth", 9, 2, "en")).toEqual(["sabre-", "tooth"]);
    expect(fold_hard("2 PV par développement", 10, 3, "fr")).toEqual(["2 PV par", "développe-", "ment"]);
    expect(fold_hard("2 PV par développement", 10, 2, "fr")).toEqual([]);
    const trade = "1 Holz oder 1 Schädel, oder Handwerkskarte"; // where no line has room for the word as a whole
    expect(fold_hard(trade, 12, 4, "de")).toEqual(["1 Holz oder", "1 Schädel,", "oder Hand-", "werkskarte"]);
    expect(fold_hard("Sachet d’herbes\u00a0: 4 points", 8, 3, "fr")).toEqual(["Sachet", "d’herbes\u00a0:", "4 points"]);
  });
  it.each([
    ["en", "Neck- lace", 7],
    ["de", "Handwerks- stapel", 12],
    ["de", "Tausch- stapel", 8],
    ["de", "Wasser- schlauch", 9],
    ["de", "Muschel- kette", 8],
    ["de", "Ge- schirr", 6],
    ["de", "2 Fleisch", 6], // one syllable, two narrow letters
    ["fr", "Champi- gnons", 8],
    ["nl", "Bontman- tel", 9],
    ["nl", "Klei- kruik", 8],
    ["nl", "Kruiden- buidel", 9],
    ["nl", "Geluk- kige", 7],
    ["nl", "opper- hoofd", 9],
    ["pl", "Odrzu- cone", 7],
    ["pl", "Nad- rzędny", 7],
  ])("breaks a word between syllables as its language does (%s: %s)", (language, lines, most) => {
    expect(fold_hard(lines.replace("- ", ""), most, 3, language).join(" ")).toBe(lines);
  });
  it("breaks a word anywhere rather than not at all", () => {
    expect(fold_hard("Kruidenbuidel", 7, 2, "nl")).toEqual(["Kruide-", "nbuidel"]);
  });
  describe("badges and the picture of their face", () => {
    const craft = { ...look("necklace", "card", 50, 90), front: "necklace" };
    const edges = (badges: string[], h: number, label = "") => {
      const [made, box] = [piece("craft", "crafts", 0, { badges, label }), { w: 50, h }];
      const signs = drawn(badges, new Map(), "en", (50 * 1.15) / 11);
      return edges_of(made, craft, box, words_on(made, craft, 50, h, 1, false, "en"), signs, 11);
    };
    it("stand below it, where it keeps a third of the height", () => {
      expect(edges(["6 VP", "1 fur, 3 bones"], 90)).toMatchObject({ head: 0, foot: 2 * 1.34 * 11 - 4 });
      expect(edges(["6 VP", "1 fur, 3 bones"], 36)).toEqual({ head: 0, foot: 0 });
    });
    it("stand above it, where words are below", () => {
      expect(edges(["6 VP"], 90, "hide")).toMatchObject({ head: 1.34 * 11 - 4, foot: 0 });
    });
  });
  it("writes a number beside a lone letter, and leaves it to a bubble elsewhere", () => {
    const chip = { ...look("side", "chip"), letter: "R" };
    expect(counts_on_face(piece("a", "z", 0, { count: 3 }), chip)).toBe(true);
    expect(counts_on_face(piece("a", "z", 0), chip)).toBe(false);
    expect(counts_on_face(piece("a", "z", 0, { count: 3 }), { ...chip, front: "wood" })).toBe(false);
    expect(counts_on_face(piece("a", "z", 0, { count: 3 }), { ...chip, shape: "cube" })).toBe(false);
  });
});
