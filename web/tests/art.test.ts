import { existsSync, readFileSync, readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { shortened } from "../plugins/icons";
import { ground_for } from "../src/art/grounds";
import { is_code, sign_on, SIGNS, without_code } from "../src/art/signs";
import { drawn, dyed, dyes_of, goods_in, signs_of } from "../src/art/badges";
import { hand_box, hand_ring } from "../src/art/rough";
import { ICON_NAMES, icon_for } from "../src/art/vocabulary";
import { forms_of } from "../src/words/fill";
import { load } from "../src/words/languages.svelte";
import { COMPLETE } from "./catalogues";
import { look } from "./scene";

beforeAll(() => Promise.all(COMPLETE.map(load)));

describe("art by name", () => {
  it("finds a picture by the whole name, else by the rightmost word it knows", () => {
    expect(icon_for("bison")).toBe("bison");
    expect(icon_for("card-winter-bison")).toBe("bison");
    expect(icon_for("Mushrooms")).toBe("mushroom");
    expect(icon_for("hands_3010")).toBe("hand");
    expect(icon_for("quux")).toBeNull();
    expect(icon_for("")).toBeNull();
  });
  it("names every icon once", () => {
    expect(new Set(ICON_NAMES).size).toBe(ICON_NAMES.length);
  });
  it("knows the grounds", () => {
    expect(ground_for("field-forest")).toBe("forest");
    expect(ground_for("spring")).toBeNull();
  });
});

describe("lines", () => {
  it("are drawn the same for the same thing", () => {
    expect(hand_box(100, 60, "lake")).toBe(hand_box(100, 60, "lake"));
    expect(hand_ring(40, 40, "a")).not.toBe(hand_ring(40, 40, "b"));
  });
  it("are shortened without running into each other", () => {
    expect(shortened("M1.04-.04L1.2.06 9 4")).toBe("m1 0l8 4");
    expect(shortened("M0 0a1.5 1.5 0 011.26.04z")).toBe("m0 0a1.5 1.5 0 0 1 1 0z");
    expect(shortened("M1 1c1 0 2 0 3 1s2 2 1 3q-1 0-2-1t1 1H9V2z")).toBe("m1 1c1 0 2 0 3 1s2 2 1 3q-1 0-2-1t1 1h5v-3z");
  });

  it("stay where they were drawn: rounding does not add up", () => {
    expect(shortened(`M0 0${"l.4.4".repeat(50)}`).match(/1 1/g)).toHaveLength(20);
    expect(shortened(`M0 0${"c0 0 0 0 .4 0".repeat(10)}`).match(/ 1 0/g)).toHaveLength(4);
    expect(shortened("M1 1l3 0l1 6h4", 3)).toBe("m0 0h1l1 2h1");
  });
});

const GAMES = "../src/firstfire/games";
/** Where the words of badges stand in a game's words. */
const OF_BADGES = new Set(["badge", "count", "value.good", "value.gathered", "value.resource", "value.token"]);

/** The words of badges of a game in a language, by their key; all forms of those with several. */
function badge_words(game: string, language: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let section = "";
  for (const line of readFileSync(`${GAMES}/${game}/words/${language}.toml`, "utf8").split("\n")) {
    section = /^\[([\w.]+)\]/.exec(line)?.[1] ?? section;
    const [, key, text] = /^(\w+) = "(.*)"/.exec(line) ?? [];
    if (!OF_BADGES.has(section) || key === undefined || text === undefined) continue;
    const forms = /^\{n\} \{n:(.+)\}$/.exec(text)?.[1] ?? text.replace(/^\{n\} /, "");
    if (forms.includes("{")) continue;
    const words = [...forms_of(forms)].filter(([label]) => label !== "is").map(([, word]) => word);
    found.set(`${section}.${key}`, words);
  }
  return found;
}

describe("badges", () => {
  it("have a picture in every language of a game where they have one in English", () => {
    const missing: string[] = [];
    let compared = 0;
    for (const game of readdirSync(GAMES).filter((each) => existsSync(`${GAMES}/${each}/words/en.toml`))) {
      const english = badge_words(game, "en");
      for (const language of COMPLETE) {
        const words = badge_words(game, language);
        for (const [key, [word = ""]] of english) {
          if (signs_of(word, "en")[0]?.icon == null) continue;
          const forms = words.get(key) ?? [];
          compared += forms.length;
          for (const form of forms) {
            if (signs_of(form, language)[0]?.icon == null) missing.push(`${game} ${language} ${key}: ${form}`);
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(60);
    expect(missing.join(" | ")).toBe("");
  });

  it("are all drawn or counted, however small the piece is", () => {
    const none = dyes_of([]);
    const wide = ["poisson", "2 gouttes d’eau", "depuis le tour 12", "à couvert", "+1"];
    for (const most of [0, 1.5, 3, 8, 40]) {
      const lines = drawn(wide, none, "fr", most);
      const counted = lines.reduce((sum, [sign]) => sum + Number(/^\+(\d+)$/.exec(sign?.before ?? "")?.[1] ?? 0), 0);
      const pictures = lines.flat().filter((sign) => sign.icon !== null);
      expect(pictures.map((sign) => sign.before)).toEqual(["", "2"]);
      expect(counted + lines.filter(([sign]) => !sign?.before.startsWith("+")).length).toBeGreaterThanOrEqual(5);
    }
  });

  it("draws what a cube of the table is called as the shape and the colour of that cube", () => {
    const dyes = dyes_of([
      { ...look("cube-brown", "cube"), letter: "N", colour: "#7A4B2A", alt: "brun" },
      { ...look("fish", "tile"), letter: "C", colour: "#D3B066", alt: "carpe" },
    ]);
    expect(dyed("brun", dyes)).toEqual({ before: "", icon: "sign-square", after: "", colour: "#7a4b2a" });
    expect(dyed("☀ brun", dyes)?.before).toBe("☀ ");
    expect(dyed("carpe", dyes)).toBeNull();
    expect(dyed("+1", dyes)).toBeNull();
  });
  it("draws the tile a group sets out for and the footprint of a hunt, in every language", () => {
    for (const [word, language] of [
      ["footprint", "en"],
      ["empreinte", "fr"],
      ["voetafdruk", "nl"],
    ] as const)
      expect(icon_for(signs_of(word, language)[0]?.icon ?? "")).toBe(icon_for("footprint"));
    expect(signs_of("target", "en")[0]?.icon).toBe("target");
    expect(signs_of("cible", "fr")[0]?.icon).toBe("target");
    expect(signs_of("doel", "nl")[0]?.icon).toBe("target");
  });
  it("keep their number beside the picture, in every language", () => {
    expect(signs_of("+2 development", "en")).toEqual([{ before: "+2", icon: "development", after: "" }]);
    expect(signs_of("+2 développement", "fr")).toEqual([{ before: "+2", icon: "development", after: "" }]);
    expect(signs_of("niveau 1", "nl")).toEqual([{ before: "", icon: "level", after: "1" }]);
    expect(signs_of("os", "fr")[0]?.icon).toBe("bone");
    expect(signs_of("os", "nl")[0]?.icon).toBe("ox");
    expect(signs_of("1 hout, 1 steen", "nl").map((sign) => sign.icon)).toEqual(["wood", "stone"]);
  });
  it("stay words where there is no picture for all of them", () => {
    expect(signs_of("×3", "en")).toEqual([{ before: "×3", icon: null, after: "" }]);
    expect(signs_of("c3", "en")).toEqual([{ before: "c3", icon: null, after: "" }]);
    expect(signs_of("quux, 1 wood", "en")).toEqual([{ before: "quux, 1 wood", icon: null, after: "" }]);
  });
  it("tell what lies there of what is needed, and that all is taken", () => {
    expect(signs_of("1/2 skin", "en")).toEqual([{ before: "1/2", icon: "skin", after: "" }]);
    expect(signs_of("tous champignons", "fr")).toEqual([{ before: "tous", icon: "mushroom", after: "" }]);
    expect(signs_of("alle paddenstoelen", "nl")).toEqual([{ before: "alle", icon: "mushroom", after: "" }]);
    expect(signs_of("food section", "en")[0]?.icon).toBe("pot");
    expect(signs_of("→", "en")).toEqual([{ before: "→", icon: null, after: "" }]);
  });
  it("draw a cost that is too long to be written", () => {
    expect(goods_in("bow: wood ×2, skin ×1 → 5", "en")).toEqual([
      { icon: "wood", count: "2" },
      { icon: "skin", count: "1" },
    ]);
    expect(goods_in("drum: 2 wood, 1 skin, 5 points", "en")).toEqual([
      { icon: "wood", count: "2" },
      { icon: "skin", count: "1" },
    ]);
    expect(goods_in("5 points for 3 tents and 1 wood", "en")).toEqual([]);
    expect(goods_in("boog: 2 hout, 3 punten", "nl")).toEqual([{ icon: "wood", count: "2" }]);
    expect(goods_in("arc : bois ×2, peau ×1", "fr").map((good) => good.icon)).toEqual(["wood", "skin"]);
  });
});

describe("things instead of codes", () => {
  const cube = (letter: string, colour: string) => ({ ...look("cube", "cube"), letter, colour, alt: colour });
  it("gives each colour of a game a shape of its own", () => {
    const colours = ["#8D8D86", "#A93226", "#D4AC0D", "#2E6DA4", "#7A4A21", "#F2EFE6"];
    const shapes = colours.map((colour) => sign_on(cube("X", colour)));
    expect(new Set(shapes).size).toBe(colours.length);
    for (const shape of shapes) expect(SIGNS[shape ?? ""]).toMatch(/^M[\d\s.ACHLMQTVZ-]+$/);
    expect(sign_on({ ...look("income", "chip"), letter: "1+0", colour: "#E3D5B8" })).toBe(null);
  });
  it("keeps numbers, signs and the letters of names, and drops codes", () => {
    const printed = (letter: string, more = {}, owned = false): string =>
      without_code({ ...look("any"), letter, alt: "thing", ...more }, owned);
    expect(printed("9")).toBe("9");
    expect(printed("+1")).toBe("+1");
    expect(printed("S2", { alt: "salmon" })).toBe("2");
    expect(printed("C1", { alt: "camp C1" })).toBe("");
    expect(printed("C", { alt: "megalith C" })).toBe("C");
    expect(printed("7c", { shape: "hex", alt: "7c forest" })).toBe("");
    expect(printed("A2", {}, true)).toBe("");
    expect(printed("W", { alt: "wood" })).toBe("");
    expect([is_code("K5"), is_code("5/3"), is_code("salmon 2")]).toEqual([true, false, false]);
  });
});
