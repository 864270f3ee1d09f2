/** The stage: what is easy to hit, what can be folded away, what is enlarged. */
import { describe, expect, it } from "vitest";
import { area_of, fitting, NEAREST, zoom_for } from "../src/scene/camera";
import { fold, foldable, in_the_way, panels_with } from "../src/scene/fold";
import { plane_of, smallest_cell } from "../src/scene/boxes";
import { lay_out, type Layout } from "../src/scene/layout";
import { reaches } from "../src/scene/reach";
import type { Scene, Zone } from "../src/scene/types";
import { look, piece, scene, zone as made } from "./scene";

const table = (zones: Zone[], pieces = [piece("p", "inner")]): Scene => scene(zones, pieces);
const zone = (id: string, more: Partial<Zone>): Zone => made(id, more.kind ?? "area", more.box, more);

describe("what glows and is small", () => {
  const laid = (...boxes: [string, number, number, number, number][]): Layout =>
    lay_out(
      table(
        boxes.map(([id, x, y, w, h]) => zone(id, { box: { x, y, w, h } })),
        [],
      ),
      "wide",
    );

  it("counts wider on both sides until it is large enough", () => {
    const found = reaches(laid(["a", 100, 100, 12, 20]), new Set(["a"]), 32);
    expect(found.get("a")).toEqual({ left: 10, right: 10, top: 6, bottom: 6 });
  });
  it("shares the gap with what glows beside it, and reaches out where there is room", () => {
    const found = reaches(laid(["a", 100, 100, 12, 12], ["b", 120, 100, 12, 12]), new Set(["a", "b"]), 32);
    expect(found.get("a")).toEqual({ left: 16, right: 4, top: 10, bottom: 10 });
    expect(found.get("b")).toEqual({ left: 4, right: 16, top: 10, bottom: 10 });
  });
  it("takes from a large neighbour what that one does not need, no more", () => {
    const between = laid(["a", 0, 0, 60, 60], ["b", 60, 20, 12, 32], ["c", 72, 0, 36, 60]);
    const found = reaches(between, new Set(["a", "b", "c"]), 32);
    expect(found.get("b")).toEqual({ left: 14, right: 2, top: 0, bottom: 0 });
    expect(found.size).toBe(1);
  });
  it("stays as it is when it is large, or does not glow", () => {
    expect(reaches(laid(["a", 0, 0, 40, 40], ["b", 90, 0, 9, 9]), new Set(["a"]), 32).size).toBe(0);
  });
});

describe("boards of other players", () => {
  const zones = [
    zone("map", { box: { x: 0, y: 0, w: 500, h: 200 } }),
    zone("rival", { kind: "panel", owner: 1, box: { x: 0, y: 210, w: 500, h: 120 } }),
    zone("inner", { parent: "rival", owner: 1, box: { x: 5, y: 220, w: 100, h: 50 } }),
    zone("mine", { kind: "panel", owner: 0, box: { x: 0, y: 340, w: 500, h: 120 } }),
  ];
  it("fold to one line, and what lies below comes up", () => {
    const whole = table(zones);
    expect(foldable(whole).map((each) => each.id)).toEqual(["rival"]);
    const folded = fold(whole, new Set(["rival"]), "wide", 34);
    expect(folded.zones.map((each) => [each.id, each.box.y, each.box.h])).toEqual([
      ["map", 0, 200],
      ["rival", 210, 34],
      ["mine", 254, 120],
    ]);
    expect(folded.pieces).toEqual([]);
    expect(plane_of(folded, "wide").h).toBe(plane_of(whole, "wide").h - 86);
  });
  it("leave the others where they are when something stands beside them", () => {
    const beside = table([...zones, zone("river", { box: { x: 520, y: 250, w: 50, h: 50 } })]);
    const folded = fold(beside, new Set(["rival"]), "wide", 34);
    expect(folded.zones.find((each) => each.id === "mine")?.box.y).toBe(340);
  });
  it("of several rivals begin folded in a low window, if that makes the table larger", () => {
    const third = zone("third", { kind: "panel", owner: 2, box: { x: 0, y: 470, w: 500, h: 120 } });
    expect(in_the_way(table([...zones, third]), "wide", { w: 1000, h: 600 })).toBe(true);
    expect(in_the_way(table([...zones, third]), "wide", { w: 1000, h: 800 })).toBe(false);
    expect(in_the_way(table([...zones, third]), "wide", { w: 300, h: 600 })).toBe(false);
    expect(in_the_way(table(zones), "wide", { w: 1000, h: 600 })).toBe(false);
    const watched = { ...table([...zones, third]), viewer: -1 };
    expect(in_the_way(watched, "wide", { w: 1000, h: 600 })).toBe(false);
  });
  it("are known by what lies on them", () => {
    expect([...panels_with(table(zones), ["p"])]).toEqual(["inner", "rival"]);
  });
  it("stay open when nobody folded them", () => {
    const whole = table(zones);
    expect(fold(whole, new Set(), "wide")).toBe(whole);
  });
});

describe("the whole table", () => {
  const land = table(
    [zone("land", { kind: "grid", columns: 9, capacity: 81, box: { x: 0, y: 0, w: 462, h: 476 } })],
    [0, 1, 2, 3].map((slot) => piece(`t${slot}`, "land", slot, { look: "square" })),
  );
  const tiled = { ...land, looks: [look("square", "tile", 60, 60)] };
  it("fits the window, but a tile of a land is never too small for a finger", () => {
    expect(smallest_cell(tiled, "tall")).toBe(50);
    expect(smallest_cell(table([zone("row", {})]), "tall")).toBe(Infinity);
    const [plane, window] = [
      { x: 0, y: 0, w: 480, h: 900 },
      { w: 384, h: 500 },
    ];
    expect(fitting(plane, window, "tall", Infinity, 1)).toBe(0.8);
    expect(fitting(plane, window, "tall", 50, 1)).toBe(0.88);
    expect(fitting(plane, window, "tall", 60, 1)).toBe(0.8);
    expect(fitting(plane, window, "tall", 50, 2)).toBe(0.8);
  });
});

describe("enlarging", () => {
  const whole = table([
    zone("board", { kind: "panel", box: { x: 0, y: 0, w: 400, h: 200 } }),
    zone("inner", { parent: "board", box: { x: 0, y: 0, w: 10, h: 10 } }),
  ]);
  it("fills the window with the place a thing lies in, or the board around a tiny one", () => {
    expect(area_of(whole, "p", "wide", { w: 800, h: 600 }, 1)?.id).toBe("board");
    const low = { ...whole, zones: whole.zones.map((each) => ({ ...each, box: { ...each.box, w: each.box.w * 2 } })) };
    expect(area_of(low, "p", "wide", { w: 800, h: 600 }, 1)?.id).toBe("inner");
    expect(area_of(whole, "board", "wide", { w: 800, h: 600 }, 1)?.id).toBe("board");
  });
  it("knows its bounds", () => {
    expect(zoom_for({ x: 0, y: 0, w: 400, h: 200 }, { w: 800, h: 600 }, 1)).toBe(1.92);
    expect(zoom_for({ x: 0, y: 0, w: 4, h: 2 }, { w: 800, h: 600 }, 1)).toBe(NEAREST);
  });
});
