/** What a painted board is made of: strokes in units of the table, under the zones. Plain data; `Backdrop` draws it. */
import type { Box } from "../scene/types";
import type { Layout, PlacedZone } from "../scene/layout";

/** How thickly the ground is laid on: the grain of the wall shows through. */
export const GROUND = 0.84;

export interface Stroke {
  d: string;
  /** What it is filled with; none: only a line. */
  fill?: string;
  line?: string;
  width?: number;
  alpha?: number;
  dash?: string;
  /** Where a figure of the vocabulary stands, as a transform. */
  move?: string;
  /** A light that stays bright by night. */
  light?: boolean;
}

export interface Picture {
  strokes: readonly Stroke[];
  /** Zones that are places of the picture itself: they need no ground of their own. */
  bare: ReadonlySet<string>;
  /** Those of them whose name can be read on the picture as it is; the others' names stand on a label. */
  legible?: ReadonlySet<string>;
}

/** The table as a painter sees it. */
export interface Site {
  plane: Box;
  zones: ReadonlyMap<string, PlacedZone>;
  /** Tiles of the land, where they lie. */
  tiles: readonly Box[];
}

export type Painter = (site: Site) => Picture;

/** Boxes that open and close while somebody chooses are no part of the picture; tiles that come are. */
export function site_of(layout: Layout): Site {
  const kept = layout.zones.filter(({ zone }) => zone.after === "");
  const land = new Set(kept.filter(({ zone }) => zone.parent === "").map(({ zone }) => zone.id));
  const tiles = layout.pieces
    .filter(({ piece, look }) => land.has(piece.zone) && look.shape === "tile" && look.w === look.h && look.w >= 60)
    .map(({ x, y, w, h }) => ({ x: x - w / 2, y: y - h / 2, w, h }));
  return { plane: layout.plane, zones: new Map(kept.map((placed) => [placed.zone.id, placed])), tiles };
}

/** Two sites with the same key have the same picture. */
export function key_of(site: Site): string {
  const said = (box: Box): string => [box.x, box.y, box.w, box.h].map(Math.round).join();
  return [
    said(site.plane),
    ...[...site.zones.values()].map(({ zone, box }) => `${zone.id}${zone.kind === "map" || zone.parent === "" ? said(box) : ""}`),
    ...site.tiles.map(said),
  ].join(" "); // prettier-ignore
}

const PAINTERS: Record<string, () => Promise<{ paint: Painter }>> = {
  doggerland: () => import("./doggerland"),
  honga: () => import("./honga"),
  neta_tanka: () => import("./neta_tanka"),
  prehistory: () => import("./prehistory"),
  totem: () => import("./totem"),
};

/** The painter of a game's board, fetched when that game is played; null where a game has none. */
export async function painter_of(game: string): Promise<Painter | null> {
  return (await PAINTERS[game]?.())?.paint ?? null;
}
