/** Lines as a hand draws them with charcoal: seeded, so that the same thing is always drawn the same. */

export type Point = readonly [number, number];

/** A small repeatable source of chance (mulberry32), seeded by a text. */
export function chance(seed: string): () => number {
  let state = 2166136261;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const drawn = new Map<string, string>();

/** What was drawn once is not drawn again: tables are redrawn at every move, their lines are not. */
function remembered(key: string, draw: () => string): string {
  const old = drawn.get(key);
  if (old !== undefined) return old;
  if (drawn.size > 4000) drawn.clear();
  const path = draw();
  drawn.set(key, path);
  return path;
}

const short = (number: number): string => String(Math.round(number * 10) / 10);

/** A smooth closed curve through points (Catmull-Rom as cubic Béziers). */
export function closed_curve(points: readonly Point[]): string {
  const n = points.length;
  const at = (i: number): Point => points[(i + n) % n] ?? [0, 0];
  let path = `M${short(at(0)[0])} ${short(at(0)[1])}`;
  for (let i = 0; i < n; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const one: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const two: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    path += `C${short(one[0])} ${short(one[1])} ${short(two[0])} ${short(two[1])} ${short(to[0])} ${short(to[1])}`;
  }
  return path + "Z";
}

/** A rounded rectangle drawn by hand. */
export function hand_box(w: number, h: number, seed: string, wobble = 1.6, corner = 9): string {
  return remembered(`box ${w} ${h} ${seed} ${wobble} ${corner}`, () => box(w, h, seed, wobble, corner));
}

function box(w: number, h: number, seed: string, wobble: number, corner: number): string {
  const next = chance(seed + w + "x" + h);
  const off = (): number => (next() - 0.5) * 2 * wobble;
  const c = Math.min(corner, w / 3, h / 3);
  const points: Point[] = [];
  const side = (ax: number, ay: number, bx: number, by: number): void => {
    const steps = Math.max(2, Math.round(Math.hypot(bx - ax, by - ay) / 55));
    for (let i = 0; i <= steps; i++) {
      points.push([ax + ((bx - ax) * i) / steps + off(), ay + ((by - ay) * i) / steps + off()]);
    }
  };
  side(c, 0, w - c, 0);
  side(w, c, w, h - c);
  side(w - c, h, c, h);
  side(0, h - c, 0, c);
  return closed_curve(points);
}

/** A circle drawn by hand, in a box of w × h. */
export function hand_ring(w: number, h: number, seed: string, wobble = 1.2): string {
  return remembered(`ring ${w} ${h} ${seed} ${wobble}`, () => ring(w, h, seed, wobble));
}

function ring(w: number, h: number, seed: string, wobble: number): string {
  const next = chance(seed + "ring");
  const points: Point[] = [];
  const steps = 10;
  for (let i = 0; i < steps; i++) {
    const angle = (i / steps) * Math.PI * 2;
    const reach = 1 - (next() * wobble * 2) / Math.max(w, h);
    points.push([w / 2 + Math.cos(angle) * (w / 2) * reach, h / 2 + Math.sin(angle) * (h / 2) * reach]);
  }
  return closed_curve(points);
}

/** A polygon with slightly crooked sides (sharp corners). */
export function hand_polygon(corners: readonly Point[], seed: string, wobble = 1): string {
  const next = chance(seed + "polygon");
  const off = (): number => (next() - 0.5) * 2 * wobble;
  let path = "";
  corners.forEach((corner, i) => {
    const to = corners[(i + 1) % corners.length] ?? corner;
    const middle: Point = [(corner[0] + to[0]) / 2 + off(), (corner[1] + to[1]) / 2 + off()];
    path +=
      (i === 0 ? `M${short(corner[0])} ${short(corner[1])}` : "") +
      `Q${short(middle[0])} ${short(middle[1])} ${short(to[0])} ${short(to[1])}`;
  });
  return path + "Z";
}

/** A line from a to b that sags like a path in the grass. */
export function hand_line(a: Point, b: Point, seed: string, wobble = 4): string {
  const next = chance(seed + "line");
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [-dy / length, dx / length];
  const bend = (at: number): Point => {
    const off = (next() - 0.5) * 2 * wobble;
    return [a[0] + dx * at + nx * off, a[1] + dy * at + ny * off];
  };
  const [one, two] = [bend(0.33), bend(0.67)];
  return `M${short(a[0])} ${short(a[1])}C${short(one[0])} ${short(one[1])} ${short(two[0])} ${short(two[1])} ${short(b[0])} ${short(b[1])}`;
}

/** The corners of a hexagon in a box; pointed on top when it is taller than wide. */
export function hexagon(w: number, h: number): Point[] {
  return h >= w
    ? [
        [w / 2, 0],
        [w, h / 4],
        [w, (h * 3) / 4],
        [w / 2, h],
        [0, (h * 3) / 4],
        [0, h / 4],
      ]
    : [
        [w / 4, 0],
        [(w * 3) / 4, 0],
        [w, h / 2],
        [(w * 3) / 4, h],
        [w / 4, h],
        [0, h / 2],
      ];
}
