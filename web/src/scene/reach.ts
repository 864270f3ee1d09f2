/** How far a glowing thing can be hit around itself: small things are easy to click, and never take from each other. */
import type { Layout } from "./layout";

/** The smallest side of what is clicked, and of what is tapped, in pixels. */
export const LEAST = { wide: 32, tall: 44 };

export interface Reach {
  x: number;
  y: number;
}

interface Target {
  id: string;
  /** The places it lies in, from the inside out. */
  within: string[];
  x: number;
  y: number;
  w: number;
  h: number;
}

/** For every glowing thing that is smaller than `least` units: how much wider it counts, on each side. */
export function reaches(layout: Layout, lit: ReadonlySet<string>, least: number): Map<string, Reach> {
  const targets = targets_of(layout, lit);
  const found = new Map<string, Reach>();
  for (const target of targets) {
    const reach = { x: Math.max(0, (least - target.w) / 2), y: Math.max(0, (least - target.h) / 2) };
    if (reach.x === 0 && reach.y === 0) continue;
    for (const other of targets) {
      if (other === target || other.within.includes(target.id)) continue;
      if (target.within.includes(other.id)) continue;
      const across = Math.abs(target.x - other.x) - (target.w + other.w) / 2;
      const along = Math.abs(target.y - other.y) - (target.h + other.h) / 2;
      // They meet only where both axes meet: the axis on which they lie farther apart is shared out.
      if (across >= along) reach.x = Math.min(reach.x, Math.max(0, across / 2));
      else reach.y = Math.min(reach.y, Math.max(0, along / 2));
    }
    if (reach.x > 0 || reach.y > 0) found.set(target.id, reach);
  }
  return found;
}

function targets_of(layout: Layout, lit: ReadonlySet<string>): Target[] {
  const parents = new Map(layout.zones.map(({ zone }) => [zone.id, zone.parent]));
  const around = (zone: string): string[] => {
    const found: string[] = [];
    for (let at: string | undefined = zone; at && found.length < 9; at = parents.get(at)) found.push(at);
    return found;
  };
  const zones = layout.zones
    .filter(({ zone }) => lit.has(zone.id))
    .map(({ zone, box }) => ({
      id: zone.id, within: around(zone.parent), x: box.x + box.w / 2, y: box.y + box.h / 2, w: box.w, h: box.h,
    })); // prettier-ignore
  const pieces = layout.pieces
    .filter(({ piece }) => lit.has(piece.id))
    .map(({ piece, x, y, w, h }) => ({ id: piece.id, within: around(piece.zone), x, y, w, h }));
  return [...zones, ...pieces];
}
