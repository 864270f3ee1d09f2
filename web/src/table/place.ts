/** Where a card beside a thing stands: near it, inside the window, and clear of what must stay in sight. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Place {
  left: number;
  top: number;
  /** How much of what must stay in sight it covers: 1 for one whole thing. */
  covers: number;
}

const GAP = 12;
const EDGE = 8;
/** Covering the thing itself is half as bad as covering what must stay in sight. */
const ITSELF = 0.5;

/** The first place that covers nothing, nearest ones first; where there is none, the one that covers least. */
export function place_beside(
  thing: Area,
  size: { w: number; h: number },
  view: { w: number; h: number },
  keep: readonly Area[] = [],
): Place {
  const [x, y] = [(thing.left + thing.right - size.w) / 2, (thing.top + thing.bottom - size.h) / 2];
  const around = [thing, ...keep].reduce((one, other) => ({
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }));
  const tries: [number, number][] = [
    ...four_sides(thing, size, x, thing.top),
    ...four_sides(thing, size, thing.right - size.w, y),
    ...four_sides(thing, size, thing.left, thing.bottom - size.h),
    ...keep.flatMap((each) => four_sides(each, size, x, y)),
    ...four_sides(around, size, x, y),
    ...[EDGE, view.w].flatMap((left) => [EDGE, view.h].map((top): [number, number] => [left, top])),
  ];
  let best: Place = { left: EDGE, top: EDGE, covers: Infinity };
  let least = Infinity;
  for (const [wished_left, wished_top] of tries) {
    const left = Math.max(EDGE, Math.min(wished_left, view.w - size.w - EDGE));
    const top = Math.max(EDGE, Math.min(wished_top, view.h - size.h - EDGE));
    const card = { left, top, right: left + size.w, bottom: top + size.h };
    const covers = keep.reduce((sum, each) => sum + covered(each, card), 0);
    const cost = covers + covered(thing, card) * ITSELF;
    if (cost < least - 1e-9) [best, least] = [{ left, top, covers }, cost];
  }
  return best;
}

/** Above, below, right and left of an area; `x` and `y`: where it begins along the side. */
function four_sides(area: Area, size: { w: number; h: number }, x: number, y: number): [number, number][] {
  return [
    [x, area.top - size.h - GAP],
    [x, area.bottom + GAP],
    [area.right + GAP, y],
    [area.left - size.w - GAP, y],
  ];
}

/** How much of an area lies under a card, from 0 to 1. */
function covered(area: Area, card: Area): number {
  const across = Math.min(area.right, card.right) - Math.max(area.left, card.left);
  const along = Math.min(area.bottom, card.bottom) - Math.max(area.top, card.top);
  if (across <= 0 || along <= 0) return 0;
  return (across * along) / Math.max(1, (area.right - area.left) * (area.bottom - area.top));
}
