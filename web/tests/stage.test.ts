/** The stage: what is easy to hit, what can be folded away, what is enlarged. */
import { describe, expect, it } from "vitest";
import { area_of, NEAREST, zoom_for } from "../src/scene/camera";
import { fold, foldable } from "../src/scene/fold";
import { plane_of } from "../src/scene/boxes";
import { lay_out, type Layout } from "../src/scene/layout";
import { reaches } from "../src/scene/reach";
import type { Scene, Zone } from "../src/scene/types";
import { piece, scene, zone as made } from "./scene";

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
    expect(found.get("a")).toEqual({ x: 10, y: 6 });
  });
  it("shares the gap with what glows beside it, and takes nothing from it", () => {
    const found = reaches(laid(["a", 100, 100, 12, 12], ["b", 120, 100, 12, 12]), new Set(["a", "b"]), 32);
    expect(found.get("a")).toEqual({ x: 4, y: 10 });
    expect(found.get("b")).toEqual({ x: 4, y: 10 });
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
  it("stay open when nobody folded them", () => {
    const whole = table(zones);
    expect(fold(whole, new Set(), "wide")).toBe(whole);
  });
});

describe("enlarging", () => {
  const whole = table([
    zone("board", { kind: "panel", box: { x: 0, y: 0, w: 400, h: 200 } }),
    zone("inner", { parent: "board", box: { x: 0, y: 0, w: 10, h: 10 } }),
  ]);
  it("fills the window with the place a thing lies in, or the board around a tiny one", () => {
    expect(area_of(whole, "p", "wide", { w: 800, h: 600 }, 1)?.id).toBe("board");
    expect(area_of(whole, "board", "wide", { w: 800, h: 600 }, 1)?.id).toBe("board");
  });
  it("knows its bounds", () => {
    expect(zoom_for({ x: 0, y: 0, w: 400, h: 200 }, { w: 800, h: 600 }, 1)).toBe(1.92);
    expect(zoom_for({ x: 0, y: 0, w: 4, h: 2 }, { w: 800, h: 600 }, 1)).toBe(NEAREST);
  });
});
