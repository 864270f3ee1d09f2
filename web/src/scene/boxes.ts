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
