/** Looking closer: how large, and which part of the table is in the window. Pure sums; the board scrolls. */
import { box_of, type Arrangement } from "./boxes";
import type { Box, Scene, Zone } from "./types";

export const NEAREST = 4;
export const FARTHEST = 0.6;

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
  let zone = by_id.get(piece ? piece.zone : id) ?? null;
  while (zone !== null) {
    const around: Zone | undefined = by_id.get(zone.parent);
    const box = box_of(zone, arrangement);
    const room = Math.min(window.w / (box.w * fitted), window.h / (box.h * fitted));
    if (!around || room <= NEAREST) break;
    zone = around;
  }
  return zone;
}
