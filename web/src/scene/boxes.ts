/** Where zones lie on the table, in its wide and its tall arrangement. */
import type { Box, Scene, Zone } from "./types";

export type Arrangement = "wide" | "tall";

/** Space around the zones: room for glow and crooked lines. */
const MARGIN = 7;

export function box_of(zone: Zone, arrangement: Arrangement): Box {
  return arrangement === "tall" && zone.tall ? zone.tall : zone.box;
}

/** The part of the table that is used: what all zones cover, and a little around it. */
export function plane_of(scene: Scene, arrangement: Arrangement): Box {
  const whole = arrangement === "tall" ? scene.tall : scene.size;
  if (scene.zones.length === 0) return whole;
  const boxes = scene.zones.map((zone) => box_of(zone, arrangement));
  const [left, top] = [
    Math.min(...boxes.map((box) => box.x)) - MARGIN,
    Math.min(...boxes.map((box) => box.y)) - MARGIN,
  ];
  const right = Math.max(...boxes.map((box) => box.x + box.w)) + MARGIN;
  const bottom = Math.max(...boxes.map((box) => box.y + box.h)) + MARGIN;
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** What the edge of a place and its label take of it. */
const EDGE = { w: 12, h: 26 };

/** The side of the smallest square tile of a land that is laid in lines, in units; infinite where there is none. Every
 * one of them is clicked at some time, and none can reach over its neighbours. */
export function smallest_cell(scene: Scene, arrangement: Arrangement): number {
  const looks = new Map(scene.looks.map((look) => [look.id, look]));
  const sides = scene.zones.map((zone) => {
    if (zone.kind !== "grid" || zone.columns === null || zone.capacity === null) return Infinity;
    const tiles = scene.pieces.filter((piece) => piece.zone === zone.id).map((piece) => looks.get(piece.look));
    const square = tiles.filter((look) => look?.shape === "tile" && look.w === look.h && look.w >= 40);
    const box = box_of(zone, arrangement);
    const lines = Math.ceil(zone.capacity / zone.columns);
    return square.length > 3 ? Math.min((box.w - EDGE.w) / zone.columns, (box.h - EDGE.h) / lines) : Infinity;
  });
  return Math.min(Infinity, ...sides);
}
