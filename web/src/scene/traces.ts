/** Where the others' pieces came from and went to: kept by place, so that a trace stays true when the table is laid out anew. */
import type { Flow, Journey } from "./journeys";
import type { Layout, Placed } from "./layout";

/** A spot of a zone: how far across and how far down. */
interface Spot {
  zone: string;
  across: number;
  down: number;
}

export interface Trace {
  seat: number | null;
  from: Spot;
  to: Spot;
}

export interface DrawnTrace {
  seat: number | null;
  path: string;
  /** Where it ends. */
  x: number;
  y: number;
  /** 0 for the newest, 1 for the oldest. */
  age: number;
  /** No trace, but an arrow of who advises. */
  advised?: boolean;
}

/** So many are looked at; older ones are forgotten. */
export const MOST_TRACES = 3;
/** A change that moves more than this is no move but a new beginning (a round is cleared away). */
const MOST_AT_ONCE = 10;
/** A shorter way needs no trace. */
const SHORTEST = 34;

/** The traces with those of one more change. */
export function traced(
  kept: readonly Trace[],
  moved: Iterable<Journey>,
  poured: readonly Flow[],
  before: Layout,
  after: Layout,
  seat: number | null,
): Trace[] {
  const ways = [...[...moved].filter(({ way }) => way !== "turns" && way !== "stands"), ...poured].filter(
    ({ from, to }) => Math.hypot(from.x - to.x, from.y - to.y) >= SHORTEST,
  );
  if (ways.length > MOST_AT_ONCE) return [...kept];
  const fresh = ways.map(({ from, to }) => ({ seat, from: spot(from, before), to: spot(to, after) }));
  return [...kept, ...fresh.filter(({ from, to }) => from !== null && to !== null)].slice(-MOST_TRACES) as Trace[];
}

function spot(placed: Placed, layout: Layout): Spot | null {
  const box = layout.zones.find(({ zone }) => zone.id === placed.piece.zone)?.box;
  if (!box) return null;
  return { zone: placed.piece.zone, across: (placed.x - box.x) / box.w, down: (placed.y - box.y) / box.h };
}

/** The traces as lines on the table, the oldest first; those whose places are gone are left out. */
export function drawn(traces: readonly Trace[], layout: Layout): DrawnTrace[] {
  const boxes = new Map(layout.zones.map(({ zone, box }) => [zone.id, box]));
  const at = ({ zone, across, down }: Spot): { x: number; y: number } | null => {
    const box = boxes.get(zone);
    return box ? { x: box.x + across * box.w, y: box.y + down * box.h } : null;
  };
  return traces.flatMap(({ seat, from, to }, i) => {
    const [start, end] = [at(from), at(to)];
    if (!start || !end) return [];
    const age = traces.length === 1 ? 0 : 1 - i / (traces.length - 1);
    return [{ seat, path: arc(start, end), x: end.x, y: end.y, age }];
  });
}

/** The way an advised move goes, from one of its clicks to the next. */
export function arrows(clicks: Iterable<string>, layout: Layout): DrawnTrace[] {
  const spots = [...clicks].flatMap((id) => {
    const placed = layout.pieces.find(({ piece }) => piece.id === id);
    const box = layout.zones.find(({ zone }) => zone.id === id)?.box;
    return placed ?? (box ? { x: box.x + box.w / 2, y: box.y + box.h / 2 } : []);
  });
  return spots.slice(1).map((to, i) => {
    const path = arc(spots[i] ?? to, to);
    return { seat: null, path, x: to.x, y: to.y, age: 0, advised: true };
  });
}

/** The way through the air, as it was flown. */
function arc(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const far = Math.hypot(from.x - to.x, from.y - to.y);
  const top = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - Math.min(110, 14 + far * 0.22) };
  const n = (value: number): number => Math.round(value * 10) / 10;
  return `M${n(from.x)} ${n(from.y)}Q${n(top.x)} ${n(top.y)} ${n(to.x)} ${n(to.y)}`;
}
