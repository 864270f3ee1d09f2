/** How far a glowing thing can be hit around itself: small things are easy to click, and never take from each other. */
import type { Layout } from "./layout";

/** The smallest side of what is clicked, and of what is tapped, in pixels. */
export const LEAST = { wide: 32, tall: 44 };

/** How much farther it counts than it is drawn, on each side. */
export interface Reach {
  left: number;
  right: number;
  top: number;
  bottom: number;
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

/** For every glowing thing that is smaller than `least` units: how much wider it counts, on each side. Two small things
 * share what lies between them; a large one gives what it does not need itself. */
export function reaches(layout: Layout, lit: ReadonlySet<string>, least: number): Map<string, Reach> {
  const targets = targets_of(layout, lit);
  const found = new Map<string, Reach>();
  for (const target of targets) {
    if (target.w >= least && target.h >= least) continue;
    const free = free_around(target, targets, least);
    const [left, right] = shared(least - target.w, free.left, free.right);
    const [top, bottom] = shared(least - target.h, free.top, free.bottom);
    if (left + right + top + bottom > 0) found.set(target.id, { left, right, top, bottom });
  }
  return found;
}

/** How far a thing could reach on each side. */
function free_around(target: Target, targets: readonly Target[], least: number): Reach {
  const free = { left: Infinity, right: Infinity, top: Infinity, bottom: Infinity };
  for (const other of targets) {
    if (other === target || other.within.includes(target.id) || target.within.includes(other.id)) continue;
    const across = Math.abs(target.x - other.x) - (target.w + other.w) / 2;
    const along = Math.abs(target.y - other.y) - (target.h + other.h) / 2;
    // They meet only where both axes meet: the axis on which they lie farther apart is shared out.
    if (across >= along) {
      const side = other.x < target.x ? "left" : "right";
      free[side] = Math.min(free[side], room(across, other.w, least));
    } else {
      const side = other.y < target.y ? "top" : "bottom";
      free[side] = Math.min(free[side], room(along, other.h, least));
    }
  }
  return free;
}

/** What may be taken of a gap, and of the neighbour behind it, so that this stays large enough on both its sides. */
function room(gap: number, size: number, least: number): number {
  return Math.max(0, size < least ? gap / 2 : gap + (size - least) / 2);
}

/** What is missing, taken from both sides alike, or more from the one where there is more. */
function shared(missing: number, before: number, after: number): [number, number] {
  if (missing <= 0) return [0, 0];
  const first = Math.min(before, Math.max(missing / 2, missing - after));
  return [first, Math.min(after, missing - first)];
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
