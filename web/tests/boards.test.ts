/** The painted boards: what they are painted from, and what they say of the zones that they show. */
import { describe, expect, it } from "vitest";
import { key_of, painter_of, site_of, type Painter } from "../src/boards/picture";
import { lay_out } from "../src/scene/layout";
import type { Scene } from "../src/scene/types";
import { look, piece, scene, zone } from "./scene";

const box = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });
const land = look("land", "tile", 64, 64);

/** A table of each game with the zones its board is made for. */
const TABLES: Record<string, Scene> = {
  doggerland: scene([zone("map", "grid", box(150, 0, 480, 440), { columns: 5, capacity: 25 }), zone("hut", "grid", box(640, 0, 400, 150))], [12, 13, 17, 18].map((slot) => piece(`tile-${slot}`, "map", slot, { look: "land" })), { looks: [land] }),
  honga: scene([...["barter", "mountain", "spring", "berries", "honga", "lake", "forest", "mammoths", "mushrooms"].map((name, i) => zone(`field-${name}`, "area", box(200 + 200 * (i % 3), 200 * Math.floor(i / 3), 200, 200))), zone("steps", "map", box(410, 40, 180, 110), { parent: "field-mountain", cells: [[0, 1], [0.5, 0.5], [1, 0]], links: [[0, 1, ""], [1, 2, ""]] }), zone("slots", "row", box(0, 0, 180, 180))], []),
  neta_tanka: scene([zone("village", "map", box(200, 0, 600, 500), { cells: [[0.2, 0.2], [0.8, 0.8]], links: [[0, 1, ""]] }), zone("forest", "tokens", box(300, 300, 90, 50), { parent: "village" }), zone("hunting", "tokens", box(600, 40, 90, 50), { parent: "village" }), zone("place-smoke_meat", "slots", box(240, 20, 90, 60), { parent: "village" }), zone("place-raise_totem", "slots", box(450, 420, 90, 60), { parent: "village" }), zone("clan0", "panel", box(0, 510, 1000, 130), { owner: 0 })], []),
  prehistory: scene([zone("map", "map", box(0, 0, 400, 400)), zone("painting", "area", box(410, 0, 110, 140)), zone("cards", "slots", box(410, 150, 300, 100))], []),
  totem: scene([zone("zone1", "slots", box(30, 150, 900, 200), { owner: 1, capacity: 4 }), zone("zone0", "slots", box(30, 370, 900, 200), { owner: 0, capacity: 4 }), zone("deck", "pile", box(980, 150, 190, 190))], []),
}; // prettier-ignore

const painter = async (game: string): Promise<Painter> => (await painter_of(game)) as Painter;
const site = (table: Scene) => site_of(lay_out(table, "wide"));

describe.each(Object.entries(TABLES))("the board of %s", (game, table) => {
  it("is the same for the same places, and every stroke is whole", async () => {
    const paint = await painter(game);
    const picture = paint(site(table));
    expect(picture).toEqual(paint(site(table)));
    expect(picture.strokes.length).toBeGreaterThan(15);
    for (const stroke of picture.strokes) {
      expect(stroke.d).toMatch(/^(M|m|$)/);
      expect(`${stroke.d}${stroke.move ?? ""}`).not.toMatch(/NaN|undefined|Infinity/);
      expect([stroke.fill, stroke.line].filter(Boolean).length).toBeGreaterThan(0);
    }
    expect(picture.strokes.some(({ d }) => d.length > 400)).toBe(true);
  });
  it("shows zones that are there", async () => {
    const { bare } = (await painter(game))(site(table));
    const shown = table.zones.filter(({ id }) => bare.has(id));
    expect(shown.length).toBeGreaterThan(0);
  });
  it("fits a phone's table too", async () => {
    const narrow = { ...table, zones: table.zones.map((each) => ({ ...each, tall: { ...each.box, x: each.box.x / 3, w: each.box.w / 3 } })) };
    const { strokes } = (await painter(game))(site_of(lay_out(narrow, "tall")));
    expect(strokes.map(({ d }) => d).join("")).not.toMatch(/NaN|undefined|Infinity/);
  }); // prettier-ignore
});

describe("a painted board", () => {
  const table = TABLES.doggerland as Scene;
  it("is painted again when a tile comes, and not when a figure moves", () => {
    const before = key_of(site(table));
    const walked = { ...table, pieces: [...table.pieces, piece("hunter", "map", 12, { look: "token" })], looks: [land, look("token", "meeple", 36, 36)] };
    expect(key_of(site(walked))).toBe(before);
    const grown = { ...table, pieces: [...table.pieces, piece("tile-7", "map", 7, { look: "land" })] };
    expect(key_of(site(grown))).not.toBe(before);
  }); // prettier-ignore
  it("has a coast around every tile", async () => {
    const grown = { ...table, pieces: [...table.pieces, piece("tile-7", "map", 7, { look: "land" })] };
    const coasts = async (each: Scene): Promise<number> =>
      (await painter("doggerland"))(site(each)).strokes.reduce((sum, { d }) => sum + (d.match(/Z/g)?.length ?? 0), 0);
    expect(await coasts(grown)).toBe((await coasts(table)) + 5);
  });
  it("is none for a game without one", async () => {
    expect(await painter_of("embers")).toBe(null);
  });
});
