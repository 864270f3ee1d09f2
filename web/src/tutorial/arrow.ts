/** From where an arrow points at what is lit: from a side where it lies on nothing that one wants to read. */
export interface Hole {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Arrow {
  /** Its point. */
  x: number;
  y: number;
  /** How it is turned, in degrees: 0 comes from above. */
  turn: number;
}

/** How long and how wide it is. */
const LONG = 37;
const WIDE = 26;
const GAP = 3;
/** Lying on another lit thing is worse than lying on anything else. */
const LIT = 4;

/** The best of the four sides, and of three places on each; null where it would stand outside the window. */
export function arrow_for(
  hole: Hole,
  others: readonly Hole[],
  busy: readonly Hole[],
  view: { w: number; h: number },
): Arrow | null {
  let best: Arrow | null = null;
  let least = Infinity;
  for (const share of [0.5, 0.25, 0.75]) {
    const [x, y] = [hole.x + hole.w * share, hole.y + hole.h * share];
    const sides: [Arrow, Hole][] = [
      [
        { x, y: hole.y - GAP, turn: 0 },
        { x: x - WIDE / 2, y: hole.y - LONG, w: WIDE, h: LONG },
      ],
      [
        { x, y: hole.y + hole.h + GAP, turn: 180 },
        { x: x - WIDE / 2, y: hole.y + hole.h, w: WIDE, h: LONG },
      ],
      [
        { x: hole.x - GAP, y, turn: -90 },
        { x: hole.x - LONG, y: y - WIDE / 2, w: LONG, h: WIDE },
      ],
      [
        { x: hole.x + hole.w + GAP, y, turn: 90 },
        { x: hole.x + hole.w, y: y - WIDE / 2, w: LONG, h: WIDE },
      ],
    ];
    for (const [arrow, room] of sides) {
      if (room.x < 0 || room.y < 0 || room.x + room.w > view.w || room.y + room.h > view.h) continue;
      const cost = LIT * hidden(room, others) + hidden(room, busy);
      if (cost < least - 1) [best, least] = [arrow, cost];
    }
  }
  return best;
}

function hidden(room: Hole, things: readonly Hole[]): number {
  let sum = 0;
  for (const thing of things) {
    const across = Math.min(room.x + room.w, thing.x + thing.w) - Math.max(room.x, thing.x);
    const along = Math.min(room.y + room.h, thing.y + thing.h) - Math.max(room.y, thing.y);
    if (across > 0 && along > 0) sum += across * along;
  }
  return sum;
}
