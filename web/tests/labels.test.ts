import { beforeAll, describe, expect, it } from "vitest";
import { load } from "../src/words/languages.svelte";
import { label_of, signs_of_zone } from "../src/scene/labels";
import { scene, zone } from "./scene";

describe("the words and signs of a zone", () => {
  beforeAll(() => load("nl"));
  const berries = zone("berries", "area", { x: 0, y: 0, w: 110, h: 110 }, { label: "bessenstruiken" });
  const corners = [-30, 80].map((y) => zone(`corner${y}`, "area", { x: 78, y, w: 64, h: 60 }));
  it("stands narrower where other things leave just no room for it", () => {
    expect(label_of(berries, scene([berries], []), "wide", 1, "nl")).toMatchObject({ at: "top left", narrow: 0 });
    const between = label_of(berries, scene([berries, ...corners], []), "wide", 1, "nl");
    expect(between).toMatchObject({ at: "top left", size: 11, lines: 1 });
    expect(between?.narrow).toBeLessThan(78 - 7);
    const broad = corners.map((each) => ({ ...each, box: { ...each.box, x: 50 } }));
    expect(label_of(berries, scene([berries, ...broad], []), "wide", 1, "nl")).toBeNull();
  });
  it("leaves room for a word before its picture", () => {
    const place = { x: 0, y: 0, w: 70, h: 88 };
    const few = zone("few", "area", place, { signs: ["→", "+1 hout", "/", "3 paddenstoelen"] });
    const all = zone("all", "area", place, { signs: ["→", "+1 wood", "/", "alle paddenstoelen"] });
    expect(signs_of_zone(few, "wide", 0.81, null, "nl").beside).toBe(35);
    expect(signs_of_zone(all, "wide", 0.81, null, "nl").beside).toBeGreaterThan(35);
  });
  it("gives a single piece all of the height, its words beside it", () => {
    const place = { x: 0, y: 0, w: 110, h: 70 };
    const one = zone("one", "slots", place, { capacity: 1, signs: ["−1 hout", "→", "+2 vlees"] });
    expect(signs_of_zone(one, "wide", 1, null, "nl")).toMatchObject({ beside: 55 });
    expect(signs_of_zone({ ...one, capacity: 2 }, "wide", 1, null, "nl")).toMatchObject({ beside: 0, size: 13 });
  });
});
