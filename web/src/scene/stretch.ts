/** No window stays empty: all places of a table grow into the room it leaves. Where there is a land of tiles the room is
    the land's: it is as large as the window allows, and what lies beside and below follows. */
import { box_of, plane_of, type Arrangement } from "./boxes";
import type { Box, Scene, Zone } from "./types";

/** For a larger land all else is drawn no smaller than this: in shares of what fits, and in pixels for a unit, */
const SHARE = 0.8;
const LEAST = 0.84;
/** and only where the land gains so much. */
const GAIN = 1.07;
/** Other tables grow by so much at most: a place much larger than what lies in it looks lost. */
const MOST = 1.2;

interface Size {
  w: number;
  h: number;
}

/** How much wider and higher a table becomes, or its land alone. */
export interface Spare extends Size {
  land: Box | null;
  plane: Box;
}

/** The map of square tiles, if the table has one. */
export function land_of(scene: Scene): Zone | undefined {
  const looks = new Map(scene.looks.map((look) => [look.id, look]));
  return scene.zones.find((zone) => {
    if (zone.kind !== "grid" || zone.columns === null || zone.capacity === null) return false;
    const tiles = scene.pieces.filter((piece) => piece.zone === zone.id).map((piece) => looks.get(piece.look));
    return tiles.filter((look) => look?.shape === "tile" && look.w === look.h && look.w >= 40).length > 3;
  });
}

/** What a window has to spare for a table. */
export function spare(scene: Scene, arrangement: Arrangement, window: { w: number; h: number }): Spare | null {
  if (arrangement === "tall" || window.w <= 0 || window.h <= 0) return null;
  const zone = land_of(scene);
  const [land, plane] = [zone ? box_of(zone, arrangement) : null, plane_of(scene, arrangement)];
  const left = (scale: number): Size => ({ w: window.w / scale - plane.w, h: window.h / scale - plane.h });
  const largest = Math.min(window.w / plane.w, window.h / plane.h);
  if (land === null) {
    const { w, h } = left(largest);
    return { land, plane, w: Math.min(w, plane.w * (MOST - 1)), h: Math.min(h, plane.h * (MOST - 1)) };
  }
  const side = (scale: number): number => Math.min(land.w + left(scale).w, land.h + left(scale).h) * scale;
  const least = Math.max(LEAST, largest * SHARE);
  const worth = largest > least && side(least) > Math.min(land.w, land.h) * largest * GAIN;
  return { land, plane, ...left(worth ? least : largest) };
}

/** How many pixels the shorter side of the land gets; infinite where there is none. */
export function land_side(scene: Scene, arrangement: Arrangement, window: { w: number; h: number }): number {
  const found = spare(scene, arrangement, window);
  if (found === null || found.land === null) return Infinity;
  return Math.min(found.land.w + found.w, found.land.h + found.h) * (window.w / (found.plane.w + found.w));
}

/** The scene with what is to spare given to it. */
export function stretch(scene: Scene, arrangement: Arrangement, spare: Spare | null): Scene {
  if (spare === null || spare.w + spare.h < 1) return scene;
  return { ...scene, zones: scene.zones.map((zone) => ({ ...zone, box: moved(box_of(zone, arrangement), spare) })) };
}

function moved(box: Box, { land, plane, w, h }: Spare): Box {
  const wide = (plane.w + w) / plane.w;
  const across = { x: plane.x + (box.x - plane.x) * wide, w: box.w * wide };
  if (land === null) {
    const high = (plane.h + h) / plane.h;
    return { ...across, y: plane.y + (box.y - plane.y) * high, h: box.h * high };
  }
  const [right, bottom] = [land.x + land.w, land.y + land.h];
  if (box.y >= bottom - 1) return { ...across, y: box.y + h, h: box.h };
  if (box.y + box.h <= land.y + 1) return { ...across, y: box.y, h: box.h };
  const high = (land.h + h) / land.h;
  const beside = { y: land.y + (box.y - land.y) * high, h: box.h * high };
  if (box.x >= right - 1) return { ...beside, x: box.x + w, w: box.w };
  return { ...beside, x: box.x, w: box.x + box.w > land.x + 1 ? box.w + w : box.w };
}

/** Whether the columns and rows of a grid have names that stand at its edge. */
export function is_named(zone: Zone): boolean {
  return zone.kind === "grid" && zone.columns !== null && zone.capacity !== null &&
    zone.signs.length === zone.columns + Math.ceil(zone.capacity / zone.columns);
} // prettier-ignore

/** What the place of a grid is called after its column and row. */
export function place_name(zone: Zone, slot: number): string {
  const columns = zone.columns ?? 1;
  return `${zone.signs[slot % columns]}${zone.signs[columns + Math.floor(slot / columns)]}`;
}
