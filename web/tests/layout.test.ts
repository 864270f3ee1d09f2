import { describe, expect, it } from "vitest";
import { lay_out, type Layout } from "../src/scene/layout";
import type { ZoneKind } from "../src/scene/types";
import { look, piece, scene, zone } from "./scene";

const KINDS: ZoneKind[] = ["pile", "row", "fan", "grid", "track", "slots", "area", "panel", "map", "tokens"];
const CELLS: [number, number][] = [
  [0.2, 0.3],
  [0.8, 0.3],
  [0.5, 0.8],
];

function inside(layout: Layout, slack = 14): boolean {
  const box = layout.zones[0]?.box ?? { x: 0, y: 0, w: 0, h: 0 };
  return layout.pieces.every(
    (placed) =>
      placed.x - placed.w / 2 >= box.x - slack &&
      placed.x + placed.w / 2 <= box.x + box.w + slack &&
      placed.y - placed.h / 2 >= box.y - slack &&
      placed.y + placed.h / 2 <= box.y + box.h + slack,
  );
}

describe("the layout", () => {
  for (const kind of KINDS) {
    it(`keeps every piece of a ${kind} inside, few or many, small or large`, () => {
      const cells = kind === "map" ? CELLS : [];
      for (const many of [1, 3, 12, 40]) {
        for (const shape of ["token", "card"]) {
          const pieces = Array.from({ length: many }, (_, i) =>
            piece(`p${i}`, "z", kind === "map" ? i % 3 : i, { look: shape }),
          );
          const place = zone("z", kind, { x: 50, y: 60, w: 260, h: 140 }, { label: "A place", cells });
          const layout = lay_out(scene([place], pieces), "wide");
          expect(layout.pieces).toHaveLength(many);
          expect(inside(layout)).toBe(true);
        }
      }
    });
  }
  it("puts pieces of a grid into their cells", () => {
    const place = zone("z", "grid", { x: 0, y: 0, w: 300, h: 300 }, { columns: 3, capacity: 9 });
    const layout = lay_out(scene([place], [piece("a", "z", 0), piece("b", "z", 8)]), "wide");
    const [a, b] = layout.pieces;
    expect([Math.round(a?.x ?? 0), Math.round(a?.y ?? 0)]).toEqual([54, 54]);
    expect([Math.round(b?.x ?? 0), Math.round(b?.y ?? 0)]).toEqual([246, 246]);
    expect(layout.zones[0]?.sockets).toHaveLength(9);
  });
  it("spreads pieces that share a cell", () => {
    const place = zone("z", "map", { x: 0, y: 0, w: 400, h: 400 }, { cells: CELLS });
    const layout = lay_out(scene([place], [piece("a", "z", 1), piece("b", "z", 1)]), "wide");
    const [a, b] = layout.pieces;
    expect(Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0))).toBeGreaterThan(20);
  });
  it("takes the tall box on a phone", () => {
    const place = zone("z", "pile", { x: 0, y: 0, w: 100, h: 100 }, { tall: { x: 200, y: 300, w: 100, h: 100 } });
    const layout = lay_out(scene([place], [piece("a", "z")]), "tall");
    expect([layout.pieces[0]?.x, layout.pieces[0]?.y]).toEqual([250, 350]);
    expect(layout.plane).toEqual({ x: 193, y: 293, w: 114, h: 114 });
  });
  it("moves a label out from under a zone that covers it", () => {
    const under = zone("under", "area", { x: 0, y: 0, w: 200, h: 200 }, { label: "Lake" });
    const over = zone("over", "pile", { x: -40, y: -40, w: 90, h: 90 });
    expect(lay_out(scene([under, over], []), "wide").zones[0]?.label?.at).toBe("top middle");
  });
  it("leaves room for the signs of a place, and leaves them out where they could not be read", () => {
    const signs = ["+1 wood", "/", "wood", "→", "totem"];
    const place = zone("z", "slots", { x: 0, y: 0, w: 90, h: 56 }, { label: "5 Elder", capacity: 2, signs });
    const [large, small] = [
      lay_out(scene([place], [piece("a", "z")]), "wide", 1.2),
      lay_out(scene([place], [piece("a", "z")]), "wide", 0.3),
    ];
    const strip = large.zones[0]?.signs ?? 0;
    expect(strip).toBeGreaterThan(6);
    const token = large.pieces[0];
    expect((token?.y ?? 99) + (token?.h ?? 99) / 2).toBeLessThanOrEqual(56 - strip);
    expect(small.zones[0]?.signs).toBe(0);
  });
  it("interlocks hexagons: neighbours touch, nothing overlaps, and what stands on one leaves its name free", () => {
    const [step, row] = [0.2, (0.2 * Math.sqrt(3)) / 2];
    const cells: [number, number][] = [0, 1, 2].flatMap((r) =>
      [0, 1, 2].map((q): [number, number] => [0.2 + step * (q + r / 2), 0.2 + row * r]),
    );
    const hexagon = { ...look("hex", "hex", 64, 74), letter: "7c" };
    const land = cells.map((_, slot) => piece(`hex${slot}`, "z", slot, { look: "hex" }));
    const place = zone("z", "map", { x: 0, y: 0, w: 500, h: 500 }, { cells });
    const made = { ...scene([place], [...land, piece("stone", "z", 4)]), looks: [hexagon, look("token")] };
    const laid = lay_out(made, "wide").pieces;
    const hexes = laid.filter((each) => each.look.shape === "hex");
    const width = hexes[0]?.w ?? 0;
    expect(width).toBeGreaterThan(96);
    expect(hexes[0]?.h).toBeCloseTo((width * 2) / Math.sqrt(3));
    for (const a of hexes)
      for (const b of hexes) if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(width);
    const [stone, under] = [laid.at(-1), hexes[4]];
    expect((stone?.y ?? 0) - (stone?.h ?? 0) / 2).toBeGreaterThan((under?.y ?? 0) - (under?.h ?? 0) * 0.28);
    expect((stone?.y ?? 0) + (stone?.h ?? 0) / 2).toBeLessThan((under?.y ?? 0) + (under?.h ?? 0) / 2);
  });
  it("gives larger pieces on a map more of the room between two cells, and lets none overlap", () => {
    const around = [0, 1, 2, 3, 4, 5].map((side) => (side * Math.PI) / 3);
    const cells = [0.17, 0.4].flatMap((r) =>
      around.map((a): [number, number] => [0.5 + r * Math.sin(a), 0.5 - r * Math.cos(a)]),
    );
    const pieces = cells.map((_, slot) => piece(`p${slot}`, "z", slot, { look: slot < 6 ? "token" : "card" }));
    const place = zone("z", "area", { x: 0, y: 0, w: 140, h: 140 }, { cells });
    const laid = lay_out(
      { ...scene([place], pieces), looks: [look("token", "chip", 30, 30), look("card", "tile", 50, 50)] },
      "wide",
    ).pieces;
    expect(laid[6]?.w ?? 0).toBeGreaterThan((laid[0]?.w ?? 0) * 1.4);
    for (const [i, a] of laid.entries())
      for (const b of laid.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan((a.w + b.w) / 2);
  });
  it("names a low track beside its steps, and keeps markers on one step apart and on the track", () => {
    const place = zone("z", "track", { x: 0, y: 0, w: 400, h: 36 }, { label: "Development track", capacity: 16 });
    const discs = [0, 1, 2].map((seat) => piece(`d${seat}`, "z", 0));
    const layout = lay_out(scene([place], discs), "wide");
    const label = layout.zones[0]?.label;
    expect(label?.at).toBe("beside");
    expect(Math.min(...(layout.zones[0]?.sockets.map((socket) => socket.x - socket.w / 2) ?? []))).toBeGreaterThan(
      label?.width ?? 999,
    );
    const [a, b, c] = layout.pieces;
    expect(a?.w).toBeGreaterThan(30);
    expect((b?.x ?? 0) - (a?.x ?? 0)).toBeGreaterThan(12);
    expect((c?.x ?? 0) - (b?.x ?? 0)).toBeGreaterThan(12);
    expect(inside(layout, 0)).toBe(true);
  });
  it("leaves the picture and the corner signs of a land tile in sight above what stands on it", () => {
    const place = zone("z", "grid", { x: 0, y: 0, w: 260, h: 260 }, { columns: 2, capacity: 4 });
    const tiles = [0, 1, 2, 3].map((slot) => piece(`t${slot}`, "z", slot, { look: "tile" }));
    const looks = [look("tile", "tile", 100, 100), look("token")];
    const laid = lay_out({ ...scene([place], [...tiles, piece("village", "z", 0)]), looks }, "wide").pieces;
    const [under, village] = [
      laid.find((each) => each.piece.id === "t0"),
      laid.find((each) => each.piece.id === "village"),
    ];
    expect([under?.busy, laid.find((each) => each.piece.id === "t1")?.busy]).toEqual([true, false]);
    const top = (under?.y ?? 0) - (under?.h ?? 0) / 2;
    expect((village?.y ?? 0) - (village?.h ?? 0) / 2).toBeGreaterThan(top + (under?.h ?? 0) * 0.3);
    expect((village?.y ?? 0) + (village?.h ?? 0) / 2).toBeLessThan(top + (under?.h ?? 0) * 0.86);
  });
  it("lays many signs in lines beside a lone figure where one line below could not be read", () => {
    const signs = ["+1 craft card", "/", "wood", "/", "skin", "→", "craft card"];
    const place = zone("z", "slots", { x: 0, y: 0, w: 91, h: 62 }, { label: "6 Elder", capacity: 1, signs });
    const layout = lay_out(scene([place], [piece("a", "z")]), "wide", 1);
    const [made, figure] = [layout.zones[0], layout.pieces[0]];
    expect(made?.signs).toBeGreaterThanOrEqual(10);
    expect(made?.signs_beside).toBeGreaterThan(40);
    expect((figure?.x ?? 99) + (figure?.w ?? 99) / 2).toBeLessThanOrEqual(91 - (made?.signs_beside ?? 0));
  });

  it("stands figures that share a place beside each other", () => {
    const fire = zone("fire", "area", { x: 0, y: 0, w: 160, h: 160 }, { cells: CELLS });
    const pieces = [piece("mine", "fire", 1, { look: "shaman" }), piece("theirs", "fire", 1, { look: "shaman" })];
    const table = scene([fire], pieces, { looks: [look("shaman", "meeple", 54, 54)] });
    const [one, other] = lay_out(table, "wide").pieces;
    expect(Math.abs((one?.x ?? 0) - (other?.x ?? 0))).toBeGreaterThanOrEqual((one?.w ?? 0) * 0.95);
  });
});
