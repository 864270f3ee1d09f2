/** Honga: nine landscapes around the cave of the tiger, side by side as they are played, in a wide steppe. */
import type { Box } from "../scene/types";
import {
  around, blob, bush, crack, figure, fire, fir, hills, mountain, mushroom, patch, reed, ring, scattered, sheet, tent, tuft, wave, ways,
} from "./brush"; // prettier-ignore
import { GROUND, type Picture, type Site, type Stroke } from "./picture";

const DARK = "#3a2a1c";
const STEPPE = "#bba264";

interface Land {
  ground: string;
  paint: (box: Box) => Stroke[];
}

const LANDS: Record<string, Land> = {
  barter: { ground: "#c9a875", paint: barter },
  mountain: { ground: "#b3a892", paint: peaks },
  spring: { ground: "#8f9a62", paint: spring },
  berries: { ground: "#a3a052", paint: berries },
  honga: { ground: "#75624f", paint: lair },
  lake: { ground: "#98985a", paint: lake },
  forest: { ground: "#6f7a45", paint: forest },
  mammoths: { ground: "#c9ab6a", paint: mammoths },
  mushrooms: { ground: "#7c7c48", paint: mushrooms },
};

export function paint(site: Site): Picture {
  const strokes: Stroke[] = steppe(site);
  const found = Object.entries(LANDS).flatMap(([name, land]) => {
    const box = site.zones.get(`field-${name}`)?.box;
    return box ? [{ name, box, ...land }] : [];
  });
  const whole = found.map(({ box }) => patch(box, 9, `rim${box.x}${box.y}`, 4, 0.1)).join("");
  strokes.push({ d: whole, fill: "#6f552f", alpha: 0.55 });
  for (const { name, box, ground } of found) strokes.push({ d: patch(box, 3, name, 5, 0.1), fill: ground });
  for (const { box, paint } of found) strokes.push(...paint(box));
  const steps = site.zones.get("steps");
  if (steps)
    strokes.push(
      { d: ways(steps, 5), line: "#f1e3c2", width: 9, alpha: 0.75 },
      { d: ways(steps, 5), line: "#7b4a1e", width: 2.4, dash: "1 7" },
    );
  const spaces = [...site.zones.values()].filter(({ zone }) => zone.id.startsWith("space-"));
  strokes.push(...spaces.flatMap(({ box }) => slab(box)));
  const bare = [...found.map(({ name }) => `field-${name}`), "steps", "herd", ...spaces.map(({ zone }) => zone.id)];
  return { strokes, bare: new Set(bare) };
}

/** A flat round stone where four landscapes meet: a disc is laid on it. */
function slab(box: Box): Stroke[] {
  const [x, y] = on(box, 0.5, 0.57);
  const r = box.w * 0.4;
  return [
    { d: blob(x + 2, y + 5, r * 1.04, r, `shade${box.x}`, 0.05, 14), fill: DARK, alpha: 0.45 },
    { d: blob(x, y, r * 1.02, r * 0.98, `slab${box.x}${box.y}`, 0.05, 14), fill: "#b7a78d", line: "#4b4136", width: 2 },
    { d: blob(x, y, r * 0.82, r * 0.8, `worn${box.x}${box.y}`, 0.04, 14), fill: "#cbbd9f", line: "#8d8172", width: 1.2, dash: "2 6" },
  ];
} // prettier-ignore

function steppe({ plane, zones }: Site): Stroke[] {
  const taken = [...zones.values()].filter(({ zone }) => zone.parent === "").map(({ box }) => box);
  const land = around(plane, 260);
  const herd = scattered(land, 26, 84, "herd", taken);
  return [
    { d: sheet(around(plane, 3000)), fill: STEPPE, alpha: GROUND },
    ...scattered(land, 30, 150, "dunes").map(([x, y], i): Stroke => ({ d: blob(x, y, 130, 46, `d${i}`, 0.2), fill: i % 2 ? "#a8934f" : "#cdb679", alpha: 0.45 })),
    { d: scattered(land, 300, 30, "grass").map(([x, y], i) => tuft(x, y, 8 + (i % 3) * 3)).join(""), line: "#75682f", width: 1.4, alpha: 0.55 },
    ...herd.map(([x, y], i): Stroke => ({ ...figure(i % 3 ? "bison" : "deer", x, y, 56, i % 2 === 0), fill: "#5a3d22", alpha: 0.5 })),
  ];
} // prettier-ignore

/** A point of a field, in shares of it. */
const on = ({ x, y, w, h }: Box, across: number, down: number): [number, number] => [x + w * across, y + h * down];

function tents(box: Box, places: readonly (readonly [number, number, number])[]): Stroke[] {
  return places.flatMap(([across, down, high]) => {
    const [x, y] = on(box, across, down);
    const [cover, door, poles] = tent(x, y, box.h * high);
    return [
      { d: blob(x + 3, y + 2, box.h * high * 0.66, box.h * 0.03, "shade", 0.1, 8), fill: DARK, alpha: 0.3 },
      { d: cover, fill: "#dcb882", line: DARK, width: 1.8 }, { d: door, fill: DARK }, { d: poles, line: DARK, width: 1.6 },
    ];
  }); // prettier-ignore
}

function barter(box: Box): Stroke[] {
  const [x, y] = on(box, 0.5, 0.68);
  const [stones, flame, heart] = fire(x, y, box.h * 0.13);
  const wares = ["animal-hide", "basket", "primitive-necklace"];
  return [
    { d: blob(x, y, box.w * 0.34, box.h * 0.17, "square", 0.12), fill: "#e0c595", alpha: 0.9 },
    ...tents(box, [[0.24, 0.47, 0.24], [0.57, 0.42, 0.2], [0.16, 0.78, 0.26]]),
    { d: stones, fill: "#5c5046" }, { d: flame, fill: "#d9652a", light: true }, { d: heart, fill: "#f7c65a", light: true },
    ...wares.map((icon, i): Stroke => ({ ...figure(icon, ...on(box, 0.3 + i * 0.17, 0.88), box.w * 0.1), fill: "#6b4524", alpha: 0.9 })),
  ];
} // prettier-ignore

function peaks(box: Box): Stroke[] {
  const [, foot] = on(box, 0, 0.97);
  const range: [number, number, number][] = [[0.2, 0.44, 0.56], [0.82, 0.42, 0.6], [0.5, 0.7, 0.84]]; // prettier-ignore
  return [
    { d: blob(...on(box, 0.5, 0.3), box.w * 0.46, box.h * 0.26, "sky", 0.06), fill: "#cfd0c4", alpha: 0.8 },
    ...range.flatMap(([across, wide, high], i): Stroke[] => {
      const [rock, shade, snow] = mountain(box.x + box.w * across, foot, box.w * wide, box.h * high, `peak${i}`);
      return [{ d: rock, fill: "#93846f", line: DARK, width: 1.6 }, { d: shade, fill: "#5f5243", alpha: 0.5 }, { d: snow, fill: "#f4f0e4" }];
    }),
  ]; // prettier-ignore
}

function spring(box: Box): Stroke[] {
  const [x, y] = on(box, 0.58, 0.36);
  const fall = `M${x - 9} ${y - box.h * 0.14}C${x - 5} ${y} ${x - 18} ${y + box.h * 0.14} ${x - 12} ${y + box.h * 0.32}h28C${x + 20} ${y + box.h * 0.14} ${x + 8} ${y} ${x + 11} ${y - box.h * 0.14}Z`;
  const rocks = scattered({ x: box.x + box.w * 0.2, y: box.y + box.h * 0.2, w: box.w * 0.75, h: box.h * 0.22 }, 12, box.w * 0.11, "rocks");
  return [
    { d: rocks.map(([rx, ry], i) => blob(rx, ry, box.w * 0.11, box.h * 0.09, `rock${i}`, 0.18, 8)).join(""), fill: "#8d8172", line: "#4b4136", width: 1.4 },
    { d: blob(...on(box, 0.56, 0.72), box.w * 0.36, box.h * 0.17, "pond", 0.1, 14), fill: "#4f7a87", line: "#d9e6df", width: 2.4 },
    { d: fall, fill: "#a9c8cb" },
    { d: [0.3, 0.5, 0.7].map((k) => wave(...on(box, 0.3 + k * 0.5, 0.68 + k * 0.1), 18)).join(""), line: "#dbe7df", width: 1.8, alpha: 0.8 },
    { d: `M${x - 3} ${y - 6}v${box.h * 0.3}M${x + 5} ${y + 4}v${box.h * 0.24}`, line: "#f3f7f2", width: 1.8, alpha: 0.8 },
    ...rushes(box, [[0.9, 0.82], [0.82, 0.9], [0.3, 0.92]]),
  ];
} // prettier-ignore

function rushes(box: Box, places: readonly (readonly [number, number])[]): Stroke[] {
  const drawn = places.map(([across, down]) => reed(...on(box, across, down), box.h * 0.14));
  return [
    { d: drawn.map(([stalks]) => stalks).join(""), line: "#4d5a2c", width: 1.8 },
    { d: drawn.map(([, heads]) => heads).join(""), fill: "#6b4524" },
  ];
}

function berries(box: Box): Stroke[] {
  const inside = { x: box.x + box.w * 0.1, y: box.y + box.h * 0.3, w: box.w * 0.8, h: box.h * 0.64 };
  const drawn = scattered(inside, 9, box.w * 0.2, "bushes").map(([x, y], i) => bush(x, y, box.h * 0.13, `bush${i}`));
  return [
    { d: scattered(box, 40, 20, "blades").map(([x, y]) => tuft(x, y, 8)).join(""), line: "#6c6a2c", width: 1.4, alpha: 0.7 },
    ...drawn.flatMap(([leaves, fruit]): Stroke[] => [{ d: leaves, fill: "#5c6e34", line: "#3a4622", width: 1.4 }, { d: fruit, fill: "#6b2f5a" }]),
  ];
} // prettier-ignore

function lair(box: Box): Stroke[] {
  const [x, y] = on(box, 0.5, 0.86);
  const mouth = `M${x - box.w * 0.27} ${y}C${x - box.w * 0.32} ${y - box.h * 0.4} ${x - box.w * 0.12} ${y - box.h * 0.6} ${x} ${y - box.h * 0.6}S${x + box.w * 0.31} ${y - box.h * 0.42} ${x + box.w * 0.27} ${y}Z`;
  const eyes = [-0.07, 0.07].map((dx) => ring(x + box.w * dx, y - box.h * 0.3, box.w * 0.021)).join("");
  return [
    ...scattered(around(box, -4), 15, box.w * 0.14, "boulders").map(([bx, by], i): Stroke => ({ d: blob(bx, by, box.w * 0.13, box.h * 0.1, `boulder${i}`, 0.18, 9), fill: i % 2 ? "#86725d" : "#665444", line: "#3a2d22", width: 1.3 })),
    { d: mouth, fill: "#17100b", line: "#2c2017", width: 4 },
    { d: scattered(box, 8, 50, "clefts").map(([cx, cy], i) => crack(cx, cy, 34, `cleft${i}`)).join(""), line: "#3a2d22", width: 1.3, alpha: 0.6 },
    { ...figure("saber-toothed-cat-head", x, y - box.h * 0.25, box.w * 0.34), fill: "#7d4a24", alpha: 0.75 },
    { d: eyes, fill: "#ffd45e", light: true },
  ];
} // prettier-ignore

function lake(box: Box): Stroke[] {
  const [x, y] = on(box, 0.55, 0.53);
  const fish = [[0.62, 0.34, 0.2], [0.72, 0.62, 0.24], [0.44, 0.74, 0.18]] as const;
  return [
    { d: blob(x, y, box.w * 0.47, box.h * 0.42, "bank", 0.07, 16), fill: "#d8c48f" },
    { d: blob(x, y, box.w * 0.44, box.h * 0.38, "water", 0.07, 16), fill: "#5a8591" },
    { d: blob(x + 4, y + 6, box.w * 0.32, box.h * 0.27, "deep", 0.09, 14), fill: "#47707e", alpha: 0.8 },
    { d: scattered({ x: x - box.w * 0.34, y: y - box.h * 0.28, w: box.w * 0.68, h: box.h * 0.56 }, 9, 34, "swell").map(([wx, wy]) => wave(wx, wy, 22)).join(""), line: "#dbe7df", width: 1.8, alpha: 0.6 },
    ...fish.map(([across, down, size], i): Stroke => ({ ...figure("salmon", ...on(box, across, down), box.w * size, i === 1), fill: "#e8d9b0", alpha: 0.75 })),
    ...rushes(box, [[0.92, 0.9], [0.84, 0.95], [0.16, 0.2], [0.94, 0.22]]),
  ];
} // prettier-ignore

function forest(box: Box): Stroke[] {
  const trees = scattered({ x: box.x + 10, y: box.y + box.h * 0.26, w: box.w - 20, h: box.h * 0.7 }, 34, box.w * 0.1, "trees");
  return [
    { d: hills({ ...box, y: box.y + box.h * 0.1, h: box.h * 0.3 }, "ridge", 0.9, 4), fill: "#5c683a", alpha: 0.7 },
    { d: trees.map(([x, y]) => blob(x, y, 14, 4, "shade", 0.1, 8)).join(""), fill: "#2f3820", alpha: 0.4 },
    ...trees.map(([x, y], i): Stroke => ({ d: fir(x, y, box.h * (0.2 + (i % 3) * 0.04)), fill: i % 2 ? "#4d5a32" : "#40502e", line: "#26301a", width: 1 })),
  ];
} // prettier-ignore

function mammoths(box: Box): Stroke[] {
  const herd = [[0.2, 0.3, 0.24], [0.82, 0.3, 0.26], [0.18, 0.86, 0.2], [0.84, 0.84, 0.24]] as const;
  return [
    { d: hills({ ...box, y: box.y + box.h * 0.06, h: box.h * 0.34 }, "rise", 0.7, 3), fill: "#b08f52", alpha: 0.75 },
    { d: scattered(box, 46, 22, "steppe").map(([x, y]) => tuft(x, y, 9)).join(""), line: "#7f6327", width: 1.4, alpha: 0.7 },
    ...herd.map(([across, down, size], i): Stroke => ({ ...figure("mammoth", ...on(box, across, down), box.w * size, i % 2 === 1), fill: "#5a3d22" })),
  ];
} // prettier-ignore

function mushrooms(box: Box): Stroke[] {
  const inside = { x: box.x + box.w * 0.12, y: box.y + box.h * 0.34, w: box.w * 0.8, h: box.h * 0.58 };
  const caps = scattered(inside, 15, box.w * 0.14, "caps").map(([x, y], i) => mushroom(x, y, box.h * (0.1 + (i % 3) * 0.035)));
  const trunks = [0.14, 0.52, 0.88].map((across, i) => {
    const [x] = on(box, across, 0);
    const [w, top, foot] = [box.w * 0.045, box.y + box.h * 0.04, box.y + box.h * (0.3 + i * 0.05)];
    return `M${x - w} ${top}L${x - w * 1.5} ${foot}h${w * 3}L${x + w} ${top}Z`;
  });
  return [
    { d: trunks.join(""), fill: "#5f4a2c", line: "#3a2a1c", width: 1.4 },
    { d: scattered(box, 12, 40, "moss").map(([x, y], i) => blob(x, y, 22, 9, `moss${i}`, 0.2)).join(""), fill: "#626b38", alpha: 0.7 },
    { d: caps.map(([stem]) => stem).join(""), fill: "#f0e2c0", line: "#6b5338", width: 1 },
    { d: caps.map(([, cap]) => cap).join(""), fill: "#a8562f", line: "#5e2c17", width: 1.2 },
  ];
} // prettier-ignore
