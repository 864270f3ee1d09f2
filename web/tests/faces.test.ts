import { describe, expect, it } from "vitest";
import { counts_on_face, fold, fold_hard } from "../src/scene/faces";
import { look, piece } from "./scene";

describe("what is written on a face", () => {
  it("folds a text into lines of whole words, or leaves it away", () => {
    expect(fold("1 VP per 3 fishing spaces", 11, 3)).toEqual(["1 VP per 3", "fishing", "spaces"]);
    expect(fold("1 VP per 3 fishing spaces", 11, 2)).toEqual([]);
    expect(fold("développement", 10, 4)).toEqual([]);
  });
  it("breaks a word that is longer than a line where the text must stand, at its hyphen if it has one", () => {
    expect(fold_hard("sabre-tooth", 9, 2)).toEqual(["sabre-", "tooth"]);
    expect(fold_hard("2 PV par développement", 10, 3)).toEqual(["2 PV par", "développe-", "ment"]);
    expect(fold_hard("2 PV par développement", 10, 2)).toEqual([]);
    const trade = "1 Holz oder 1 Schädel, oder Handwerkskarte"; // where no line has room for the word as a whole
    expect(fold_hard(trade, 12, 4)).toEqual(["1 Holz oder", "1 Schädel,", "oder Hand-", "werkskarte"]);
    expect(fold_hard("Sachet d’herbes\u00a0: 4 points", 8, 3)).toEqual(["Sachet", "d’herbes\u00a0:", "4 points"]);
  });
  it("breaks a word between syllables, in all languages", () => {
    const cut = (word: string, most: number): string => fold_hard(word, most, 3).join(" ");
    expect([cut("Handwerksstapel", 12), cut("Tauschstapel", 8)]).toEqual(["Handwerks- stapel", "Tausch- stapel"]);
    expect(cut("Bontmantel", 9)).toBe("Bontman- tel");
    expect(cut("Kleikruik", 8)).toBe("Klei- kruik");
    expect(cut("Kruidenbuidel", 9)).toBe("Kruiden- buidel");
    expect(cut("Gelukkige", 7)).toBe("Geluk- kige");
    expect(cut("opperhoofd", 9)).toBe("opper- hoofd");
    expect(cut("Champignons", 8)).toBe("Champi- gnons");
    expect(cut("Necklace", 7)).toBe("Neck- lace");
    expect(cut("Muschelkette", 8)).toBe("Muschel- kette");
    expect(cut("Geschirr", 6)).toBe("Ge- schirr");
    expect(cut("2 Fleisch", 6)).toBe("2 Fleisch"); // one syllable, two narrow letters
    expect(fold_hard("Kruidenbuidel", 7, 2)).toEqual(["Kruide-", "nbuidel"]); // better so than not at all
  });
  it("writes a number beside a lone letter, and leaves it to a bubble elsewhere", () => {
    const chip = { ...look("side", "chip"), letter: "R" };
    expect(counts_on_face(piece("a", "z", 0, { count: 3 }), chip)).toBe(true);
    expect(counts_on_face(piece("a", "z", 0), chip)).toBe(false);
    expect(counts_on_face(piece("a", "z", 0, { count: 3 }), { ...chip, front: "wood" })).toBe(false);
    expect(counts_on_face(piece("a", "z", 0, { count: 3 }), { ...chip, shape: "cube" })).toBe(false);
  });
});
