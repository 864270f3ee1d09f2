import { describe, expect, it } from "vitest";
import { without_empty } from "../src/scene/empty";
import { place_name, spare, stretch } from "../src/scene/stretch";
import { plane_of } from "../src/scene/boxes";
import type { Scene } from "../src/scene/types";
import { look, piece, scene, zone } from "./scene";

const tiles = [0, 1, 2, 3].map((slot) => piece(`t${slot}`, "map", slot, { look: "tile" }));
const rect = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });
const land: Scene = scene(
  [
    zone("map", "grid", rect(0, 0, 200, 200), { columns: 2, capacity: 4, signs: ["b", "c", "4", "5"] }),
    zone("hut", "tokens", rect(200, 0, 100, 100)),
    zone("board", "panel", rect(0, 200, 300, 100), { owner: 0 }),
    zone("goods", "tokens", rect(0, 200, 150, 100), { owner: 0, parent: "board", label: "Goods" }),
    zone("made", "tokens", rect(150, 200, 150, 100), { owner: 0, parent: "board", label: "Made" }),
  ],
  [...tiles, piece("w", "goods")],
  { looks: [look("tile", "tile", 64, 64), look("token")] },
);
const box = (made: Scene, id: string) => made.zones.find((each) => each.id === id)?.box;

describe("a window with room to spare", () => {
  it("gives it to the land, and the rest follows", () => {
    const window = { w: 900, h: 600 };
    const made = stretch(land, "wide", spare(land, "wide", window));
    const plane = plane_of(made, "wide");
    expect(plane.w / plane.h).toBeCloseTo(window.w / window.h);
    expect(box(made, "map")?.w).toBeGreaterThan(300);
    expect(box(made, "hut")?.w).toBe(100);
    expect(box(made, "hut")?.x).toBeCloseTo((box(made, "map")?.x ?? 0) + (box(made, "map")?.w ?? 0));
    expect(box(made, "board")?.y).toBeCloseTo((box(made, "map")?.y ?? 0) + (box(made, "map")?.h ?? 0));
    expect(box(made, "board")?.h).toBe(100);
  });
  it("is used by all places alike where there is no land, but not for ever", () => {
    const plain = { ...land, pieces: [] };
    const made = stretch(plain, "wide", spare(plain, "wide", { w: 900, h: 320 }));
    expect(box(made, "hut")?.w).toBeCloseTo(120);
    expect(box(made, "hut")?.h).toBe(100);
  });
  it("is nobody's before the window is known, and in a hand", () => {
    expect(spare(land, "wide", { w: 900, h: 0 })).toBeNull();
    expect(spare(land, "tall", { w: 400, h: 800 })).toBeNull();
  });
  it("names a place of a land after its column and row", () => {
    const map = land.zones[0];
    expect(map && [0, 1, 2, 3].map((slot) => place_name(map, slot))).toEqual(["b4", "c4", "b5", "c5"]);
  });
});

describe("an empty place", () => {
  it("folds to its name, and those beside it get its room", () => {
    const made = without_empty(land, "wide");
    expect(box(made, "made")?.w).toBeLessThan(60);
    expect((box(made, "goods")?.w ?? 0) + (box(made, "made")?.w ?? 0)).toBeCloseTo(300);
    expect(box(made, "made")?.x).toBeCloseTo(box(made, "goods")?.w ?? 0);
  });
  it("stays where all beside it are empty too", () => {
    const bare = { ...land, pieces: tiles };
    expect(without_empty(bare, "wide").zones).toEqual(bare.zones);
  });
});
