/** Things of a painted board as paths, drawn by a hand that is always the same for the same seed. */
import paths from "virtual:icons";
import { chance, closed_curve, hand_line, type Point } from "../art/rough";
import type { PlacedZone } from "../scene/layout";
import type { Box } from "../scene/types";

const n = (value: number): string => String(Math.round(value * 10) / 10);
const at = (x: number, y: number): string => `${n(x)} ${n(y)}`;
const polygon = (points: readonly Point[]): string => `M${points.map(([x, y]) => at(x, y)).join("L")}Z`;

/** A round patch with an uneven edge. */
export function blob(x: number, y: number, rx: number, ry: number, seed: string, rough = 0.14, steps = 12): string {
  const next = chance(seed);
  const points = Array.from({ length: steps }, (_, i): Point => {
    const [angle, reach] = [(i / steps) * Math.PI * 2, 1 + (next() - 0.5) * 2 * rough];
    return [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach];
  });
  return closed_curve(points);
}

/** A box with round corners and an uneven edge, larger than the box by `more` on every side. */
export function patch(box: Box, more: number, seed: string, rough = 3, corner = 0.2): string {
  const next = chance(seed);
  const [w, h] = [box.w + 2 * more, box.h + 2 * more];
  const [left, top] = [box.x - more, box.y - more];
  const c = Math.min(w, h) * corner;
  const points: Point[] = [];
  const side = (ax: number, ay: number, bx: number, by: number): void => {
    const steps = Math.max(2, Math.round(Math.hypot(bx - ax, by - ay) / 36));
    for (let i = 0; i <= steps; i++) {
      const off = (): number => (next() - 0.5) * 2 * rough;
      points.push([left + ax + ((bx - ax) * i) / steps + off(), top + ay + ((by - ay) * i) / steps + off()]);
    }
  };
  side(c, 0, w - c, 0);
  side(w, c, w, h - c);
  side(w - c, h, c, h);
  side(0, h - c, 0, c);
  return closed_curve(points);
}

/** A plain rectangle. */
export const sheet = ({ x, y, w, h }: Box): string => `M${at(x, y)}h${n(w)}v${n(h)}h${n(-w)}Z`;

/** A land's upper edge: hills from side to side, closed below. */
export function hills(box: Box, seed: string, high = 1, steps = 5): string {
  const next = chance(seed);
  let path = `M${at(box.x, box.y + box.h)}V${n(box.y + box.h * (1 - high * (0.4 + next() * 0.5)))}`;
  for (let i = 1; i <= steps; i++) {
    const [x, y] = [box.x + (box.w * i) / steps, box.y + box.h * (1 - high * (0.4 + next() * 0.6))];
    const middle = x - box.w / steps / 2;
    path += `Q${at(middle, y - box.h * high * 0.25 * next())} ${at(x, y)}`;
  }
  return `${path}V${n(box.y + box.h)}Z`;
}

/** A mountain, its snow, and the shade of its far side. */
export function mountain(
  x: number,
  foot: number,
  w: number,
  h: number,
  seed: string,
): [rock: string, shade: string, snow: string] {
  const next = chance(seed);
  const lean = (next() - 0.5) * w * 0.12;
  const top: Point = [x + lean, foot - h];
  const left: Point[] = [[x - w / 2, foot], [x - w * (0.3 + next() * 0.06), foot - h * 0.36], [x - w * 0.17 + lean / 2, foot - h * 0.62]]; // prettier-ignore
  const right: Point[] = [[x + w * 0.14 + lean / 2, foot - h * 0.68], [x + w * (0.28 + next() * 0.06), foot - h * 0.3], [x + w / 2, foot]]; // prettier-ignore
  const ridge: Point[] = [
    top,
    [x + lean - w * 0.03, foot - h * 0.7],
    [x + w * 0.05, foot - h * 0.42],
    [x - w * 0.02, foot],
  ];
  const cap: Point[] = [
    top, [top[0] + w * 0.1, top[1] + h * 0.24], [top[0] + w * 0.05, top[1] + h * 0.2], [top[0] + w * 0.01, top[1] + h * 0.3],
    [top[0] - w * 0.05, top[1] + h * 0.21], [top[0] - w * 0.1, top[1] + h * 0.27],
  ]; // prettier-ignore
  return [polygon([...left, top, ...right]), polygon([...ridge, ...right.slice().reverse()]), polygon(cap)];
}

/** A fir with three tiers of branches, standing on a point. */
export function fir(x: number, foot: number, h: number): string {
  const w = h * 0.34;
  const tier = (low: number, wide: number): string => `L${at(x + w * wide, foot - h * low)}`;
  const back = (low: number, wide: number): string => `L${at(x - w * wide, foot - h * low)}`;
  return (
    `M${at(x, foot - h)}${tier(0.62, 0.52)}${tier(0.64, 0.2)}${tier(0.36, 0.78)}${tier(0.39, 0.3)}${tier(0.1, 1)}${tier(0.12, 0.14)}` +
    `${tier(0, 0.14)}${back(0, 0.14)}${back(0.12, 0.14)}${back(0.1, 1)}${back(0.39, 0.3)}${back(0.36, 0.78)}${back(0.64, 0.2)}${back(0.62, 0.52)}Z`
  );
}

/** A tent of hides: its cover, its open side, its poles. */
export function tent(x: number, foot: number, h: number): [cover: string, door: string, poles: string] {
  const w = h * 0.58;
  return [
    `M${at(x, foot - h)}L${at(x + w, foot)}Q${at(x, foot + h * 0.08)} ${at(x - w, foot)}Z`,
    `M${at(x - h * 0.02, foot - h * 0.56)}L${at(x + h * 0.17, foot + h * 0.03)}L${at(x - h * 0.15, foot + h * 0.03)}Z`,
    `M${at(x - h * 0.11, foot - h * 1.17)}L${at(x + h * 0.05, foot - h * 0.88)}M${at(x + h * 0.1, foot - h * 1.15)}L${at(x - h * 0.04, foot - h * 0.9)}M${at(x - w * 0.5, foot - h * 0.47)}L${at(x + w * 0.5, foot - h * 0.47)}`,
  ];
}

/** A low wave. */
export const wave = (x: number, y: number, w: number): string =>
  `M${at(x - w / 2, y)}q${n(w / 4)} ${n(-w / 4.5)} ${n(w / 2)} 0t${n(w / 2)} 0`;

/** Three blades of grass. */
export const tuft = (x: number, y: number, h: number): string =>
  `M${at(x - h * 0.3, y)}q${n(-h * 0.1)} ${n(-h * 0.5)} ${n(-h * 0.28)} ${n(-h * 0.75)}M${at(x, y)}V${n(y - h)}M${at(x + h * 0.3, y)}q${n(h * 0.05)} ${n(-h * 0.5)} ${n(h * 0.28)} ${n(-h * 0.7)}`;

/** Reeds with their heads. */
export function reed(x: number, y: number, h: number): [stalks: string, heads: string] {
  const places: [dx: number, high: number][] = [[-0.2, 0.8], [0, 1], [0.22, 0.72]]; // prettier-ignore
  return [
    places.map(([dx, high]) => `M${at(x + dx * h * 0.6, y)}Q${at(x + dx * h * 0.7, y - h * high * 0.5)} ${at(x + dx * h, y - h * high)}`).join(""), // prettier-ignore
    places.map(([dx, high]) => blob(x + dx * h, y - h * high, h * 0.045, h * 0.13, "reed", 0.05, 6)).join(""),
  ];
}

/** A bush, and the berries on it. */
export function bush(x: number, foot: number, h: number, seed: string): [leaves: string, berries: string] {
  const next = chance(seed);
  const berries = Array.from({ length: 7 }, () =>
    ring(x + (next() - 0.5) * h * 1.2, foot - h * (0.2 + next() * 0.6), h * 0.075),
  );
  return [blob(x, foot - h * 0.48, h * 0.78, h * 0.52, seed, 0.2, 11), berries.join("")]; // prettier-ignore
}

/** A mushroom: stem and cap. */
export const mushroom = (x: number, foot: number, h: number): [stem: string, cap: string] => [
  `M${at(x - h * 0.12, foot)}Q${at(x - h * 0.06, foot - h * 0.3)} ${at(x - h * 0.1, foot - h * 0.52)}H${n(x + h * 0.1)}Q${at(x + h * 0.06, foot - h * 0.3)} ${at(x + h * 0.12, foot)}Z`,
  `M${at(x - h * 0.46, foot - h * 0.46)}Q${at(x - h * 0.4, foot - h)} ${at(x, foot - h)}T${at(x + h * 0.46, foot - h * 0.46)}Q${at(x, foot - h * 0.6)} ${at(x - h * 0.46, foot - h * 0.46)}Z`,
];

/** A fire between stones: stones, outer and inner flame. */
export function fire(x: number, foot: number, h: number): [stones: string, flame: string, heart: string] {
  const stones = [-0.5, -0.25, 0, 0.25, 0.5].map((dx, i) => blob(x + dx * h, foot + (1 - Math.abs(dx)) * h * 0.1, h * 0.15, h * 0.1, `s${i}`)); // prettier-ignore
  const flame = (k: number): string =>
    `M${at(x - h * 0.3 * k, foot)}C${at(x - h * 0.42 * k, foot - h * 0.4 * k)} ${at(x - h * 0.05 * k, foot - h * 0.5 * k)} ${at(x, foot - h * k)}C${at(x + h * 0.1 * k, foot - h * 0.62 * k)} ${at(x + h * 0.42 * k, foot - h * 0.42 * k)} ${at(x + h * 0.28 * k, foot)}Z`;
  return [stones.join(""), flame(1), flame(0.55)];
}

/** A carved post: its wood, its cuts. */
export function post(x: number, foot: number, h: number): [wood: string, cuts: string] {
  const w = h * 0.11;
  const wing = foot - h * 0.78;
  return [
    `M${at(x - w, foot)}V${n(foot - h)}Q${at(x, foot - h * 1.1)} ${at(x + w, foot - h)}V${n(foot)}ZM${at(x - w * 3.4, wing - h * 0.05)}L${at(x + w * 3.4, wing - h * 0.05)}L${at(x + w * 2.4, wing + h * 0.07)}L${at(x - w * 2.4, wing + h * 0.07)}Z`,
    [0.2, 0.38, 0.56]
      .map((up) => `M${at(x - w * 0.7, foot - h * up)}q${n(w * 0.7)} ${n(h * 0.05)} ${n(w * 1.4)} 0`)
      .join("") + `M${at(x - w * 0.5, foot - h * 0.9)}h${n(w * 0.3)}M${at(x + w * 0.2, foot - h * 0.9)}h${n(w * 0.3)}`,
  ];
}

export const ring = (x: number, y: number, r: number): string =>
  `M${at(x - r, y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;

/** A cleft in rock. */
export function crack(x: number, y: number, long: number, seed: string): string {
  const next = chance(seed);
  let [path, angle, px, py] = [`M${at(x, y)}`, next() * Math.PI * 2, x, y];
  for (let i = 0; i < 5; i++) {
    angle += (next() - 0.5) * 1.2;
    [px, py] = [px + (Math.cos(angle) * long) / 5, py + (Math.sin(angle) * long) / 5];
    path += `L${at(px, py)}`;
  }
  return path;
}

/** The ways between the linked places of a zone, as one line. */
export function ways(placed: PlacedZone, bend: number): string {
  return placed.zone.links
    .map(([from, to], i) => {
      const [a, b] = [placed.cells[from], placed.cells[to]];
      return a && b ? hand_line(a, b, `way${i}`, bend) : "";
    })
    .join("");
}

/** A figure of the vocabulary, in the middle of a place; `flip`: it looks the other way. */
export function figure(icon: string, x: number, y: number, size: number, flip = false): { d: string; move: string } {
  const k = size / 128;
  return {
    d: paths[icon] ?? "",
    move: `translate(${at(x + (flip ? size : -size) / 2, y - size / 2)}) scale(${flip ? -k : k} ${k})`,
  };
}

/** Places all over a box that keep their distance from each other and from what is taken. */
export function scattered(box: Box, count: number, gap: number, seed: string, taken: readonly Box[] = []): Point[] {
  const next = chance(seed);
  const found: Point[] = [];
  for (let tries = count * 12; tries > 0 && found.length < count; tries--) {
    const [x, y]: Point = [box.x + next() * box.w, box.y + next() * box.h];
    const near = found.some(([ox, oy]) => Math.hypot(ox - x, (oy - y) * 1.3) < gap);
    const on = taken.some((other) => x > other.x - gap * 0.4 && x < other.x + other.w + gap * 0.4 && y > other.y - gap * 0.15 && y < other.y + other.h + gap * 0.75); // prettier-ignore
    if (!near && !on) found.push([x, y]);
  }
  return found.sort((a, b) => a[1] - b[1]);
}

/** The box `more` larger on every side. */
export const around = (box: Box, more: number): Box => ({ x: box.x - more, y: box.y - more, w: box.w + 2 * more, h: box.h + 2 * more }); // prettier-ignore
