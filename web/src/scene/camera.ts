/** Looking closer: how large, and which part of the table is in the window. Pure sums; the board scrolls. */
import { box_of, type Arrangement } from "./boxes";
import { LEAST } from "./reach";
import type { Box, Scene, Zone } from "./types";

export const NEAREST = 4;
export const FARTHEST = 0.6;
/** A board around a tiny place is enlarged instead only if that makes it larger by so much. */
const CLOSER = 1.6;

/** The largest that a table is drawn by itself, in pixels for a unit: in a wide window, and on a phone. */
const LARGEST = { wide: 1.7, tall: 1.5 };
/** A window too low for the table shows a part of it rather than all of it smaller than this. */
const SMALLEST = 0.62;

/** How large the whole table is drawn: as large as the window allows, but the cells of its lands never smaller than
 * what can be hit; then it is wider or higher than the window and is moved about. */
export function fitting(
  plane: Box,
  window: { w: number; h: number },
  arrangement: Arrangement,
  cell: number,
  text: number,
): number {
  const across = window.w / plane.w;
  const least = cell === Infinity ? 0 : LEAST[arrangement] / (cell * text);
  if (arrangement === "tall") return Math.max(Math.min(across, LARGEST.tall), least);
  return Math.max(Math.min(across, window.h / plane.h, LARGEST.wide), Math.min(across, SMALLEST), least);
}

export const within = (zoom: number): number => Math.max(FARTHEST, Math.min(NEAREST, Math.round(zoom * 100) / 100));

/** How many times larger a place is drawn when it fills the window. */
export function zoom_for(box: Box, window: { w: number; h: number }, fitted: number): number {
  const room = Math.min(window.w / (box.w * fitted), window.h / (box.h * fitted));
  return within(room * 0.96);
}

/** The area to enlarge for a thing: the place it lies in, or the board around that where the place is tiny. */
export function area_of(
  scene: Scene,
  id: string,
  arrangement: Arrangement,
  window: { w: number; h: number },
  fitted: number,
): Zone | null {
  const by_id = new Map(scene.zones.map((zone) => [zone.id, zone]));
  const piece = scene.pieces.find((each) => each.id === id);
  const room = (area: Zone): number => {
    const box = box_of(area, arrangement);
    return Math.min(window.w / (box.w * fitted), window.h / (box.h * fitted));
  };
  let zone = by_id.get(piece ? piece.zone : id) ?? null;
  while (zone !== null) {
    const around: Zone | undefined = by_id.get(zone.parent);
    if (!around || room(zone) <= NEAREST || room(around) < CLOSER) break;
    zone = around;
  }
  return zone;
}
