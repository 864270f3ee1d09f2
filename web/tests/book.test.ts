/** The rulebooks as they are written: every drawing exists; what is searched is found and marked. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { icon_for } from "../src/art/vocabulary";
import type { Book } from "../src/net/types";
import { folded } from "../src/words/folded";
import { chapter_of, id_in, keys_of_phase, marked, rules_of, search, words_of } from "../src/ui/book";

const ROOT = join(__dirname, "..", "..");
const FOLDERS = [
  ...readdirSync(join(ROOT, "src/firstfire/games")).map((game) => join(ROOT, "src/firstfire/games", game, "book")),
  join(ROOT, "examples/embers/book"),
].filter(existsSync);

const BOOK: Book = {
  game: "tiny@1", title: "Tiny", language: "en", credits: "", index: [], tutorial: false,
  chapters: [
    { key: "turn", title: ["Your turn"], phases: ["action"], sections: [], blocks: [
      { bodies: [{ p: ["Draw, then ", { to: "TT-K6", t: ["a ", { icon: "shield" }, " shield"] }, " may stop it."] }] },
    ] },
    { key: "attack", title: ["Attack"], phases: [], blocks: [], sections: [
      { key: "shields", title: ["Épées"], phases: ["after"], sections: [], blocks: [
        { id: "TT-K6", also: ["TT-K7"], bodies: [{ p: [{ b: ["Shield."] }, " It stops."] }] },
        { bodies: [{ ul: [{ t: ["one"], below: { ol: [{ t: ["deep"] }] } }] }, { head: [["Head"]], rows: [[["Cell"]]] }] },
      ] },
    ] },
  ],
}; // prettier-ignore

describe("rulebooks", () => {
  it("are there", () => expect(FOLDERS.length).toBeGreaterThan(1));
  for (const folder of FOLDERS) {
    for (const page of readdirSync(folder).filter((name) => name.endsWith(".md"))) {
      it(`name only drawings that exist: ${folder.slice(ROOT.length + 1)}/${page}`, () => {
        const text = readFileSync(join(folder, page), "utf8");
        const names = [...text.matchAll(/(?<!\\):([a-z][a-z0-9_-]*):/g)].map((found) => found[1] ?? "");
        expect([...new Set(names)].filter((name) => icon_for(name) === null)).toEqual([]);
      });
    }
  }
});

describe("a rulebook", () => {
  it("finds rules by any of their ids, chapters by key, moments by phase", () => {
    const rules = rules_of(BOOK);
    expect(rules.get("TT-K7")?.part.key).toBe("shields");
    expect(id_in("TT-X1, TT-K7", rules)).toBe("TT-K7");
    expect(id_in("shield", rules)).toBeNull();
    expect(chapter_of(BOOK, "shields")?.key).toBe("attack");
    expect([...keys_of_phase(BOOK, "after")]).toEqual(["shields", "attack"]);
    expect(keys_of_phase(BOOK, null).size).toBe(0);
  });

  it("is searched in small plain letters, as on the server", () => {
    const cases = JSON.parse(readFileSync(join(ROOT, "tests/folded.json"), "utf8")) as [string, string][];
    expect(cases.length).toBeGreaterThan(4);
    for (const [text, searched] of cases) expect(folded(text)).toBe(searched);
    expect(marked("Eine Straße", ["strass"])).toEqual([
      { text: "Eine ", hit: false },
      { text: "Straß", hit: true },
      { text: "e", hit: false },
    ]);
  });

  it("finds words anywhere, the rule of that name first", () => {
    expect(search(BOOK, "SHIELD").map((place) => place.part.key)).toEqual(["shields", "turn"]);
    expect(search(BOOK, "epees deep cell")).toHaveLength(1);
    expect(search(BOOK, "tt-k7")).toHaveLength(1);
    expect(search(BOOK, " ")).toEqual([]);
    expect(words_of(["a ", { icon: "shield" }, " b"])).toBe("a b");
  });

  it("marks what was searched, whatever its accents and capitals", () => {
    expect(marked("Une Épée, l’épée", ["epee"])).toEqual([
      { text: "Une ", hit: false }, { text: "Épée", hit: true }, { text: ", l’", hit: false }, { text: "épée", hit: true },
    ]); // prettier-ignore
    expect(marked("abc", ["x", "b"])).toEqual([{ text: "abc", hit: false }]);
  });
});
