/** Prehistory: the wall of a cave by firelight. The map is painted on it; each season's wheel lies on a stone. */
import type { Box } from "../scene/types";
import { around, blob, crack, figure, fire, patch, ring, scattered, sheet } from "./brush";
import { GROUND, type Picture, type Site, type Stroke } from "./picture";

const WALL = "#a98a63";
const SHADE = "#7d6143";
const OCHRE = "#8f3d1c";
const COAL = "#33261b";
/** Names stand on it. */
export const STONE = "#d3bf9c";
const HERD = ["bison", "mammoth", "deer", "horse-head", "goat", "boar", "stag-head", "rhinoceros-horn"];
const WHEELS = ["painting", "gathering", "ceremony", "river", "migration", "central"];

export function paint(site: Site): Picture {
  const { plane, zones } = site;
  const cave = around(plane, 260);
  const strokes: Stroke[] = [{ d: sheet(around(plane, 3000)), fill: WALL, alpha: GROUND }];
  scattered(cave, 60, 90, "bulges").forEach(([x, y], i) =>
    strokes.push({ d: blob(x, y, 90 + (i % 4) * 34, 42 + (i % 3) * 22, `b${i}`, 0.22), fill: i % 2 ? SHADE : "#c6a67b", alpha: 0.28 }));
  strokes.push({ d: scattered(cave, 46, 84, "clefts").map(([x, y], i) => crack(x, y, 50 + (i % 3) * 30, `c${i}`)).join(""), line: "#5b432b", width: 1.6, alpha: 0.55 });
  const map = zones.get("map")?.box;
  const taken = [...zones.values()].filter(({ zone }) => zone.parent === "" && zone.id !== "map").map(({ box }) => box);
  strokes.push(...herd(cave, taken));
  if (map) strokes.push(...chart(map));
  strokes.push(...wheels(site));
  for (const [x, y] of [[plane.x - 24, plane.y + plane.h + 4], [plane.x + plane.w + 24, plane.y + plane.h + 4]] as const) {
    const [stones, flame, heart] = fire(x, y, 44);
    strokes.push(
      { d: ring(x, y - 14, 130), fill: "#f0a646", alpha: 0.16, light: true }, { d: ring(x, y - 14, 70), fill: "#f7c65a", alpha: 0.2, light: true },
      { d: stones, fill: "#4b3d30" }, { d: flame, fill: "#d9652a", light: true }, { d: heart, fill: "#f7c65a", light: true },
    );
  }
  return { strokes, bare: new Set(["map", ...WHEELS]), legible: new Set(WHEELS) };
} // prettier-ignore

/** Animals and hands in ochre and charcoal, wherever the wall is free. */
function herd(cave: Box, taken: Box[]): Stroke[] {
  return scattered(cave, 40, 70, "herd", taken).map(([x, y], i) =>
    i % 6 === 5
      ? { ...figure("hand", x, y, 42, i % 4 === 1), fill: OCHRE, alpha: 0.5 }
      : { ...figure(HERD[i % HERD.length] as string, x, y, 62 + (i % 3) * 18, i % 2 === 0), fill: i % 3 === 0 ? COAL : OCHRE, alpha: 0.42 });
} // prettier-ignore

/** A smooth pale place on the wall, rubbed with chalk, on which the land is painted. */
function chart(map: Box): Stroke[] {
  const corners = scattered(around(map, -20), 14, 40, "marks", [around(map, -map.w * 0.2)]);
  return [
    { d: patch(map, 4, "chart", 6, 0.12), fill: "#7b5d3e", alpha: 0.6 },
    { d: patch(map, -3, "chalk", 6, 0.14), fill: "#d9bf94" },
    { d: patch(map, -12, "rubbed", 9, 0.2), fill: "#e4cfa8", alpha: 0.7 },
    { d: patch(map, -6, "rim", 4, 0.14), line: OCHRE, width: 2.4, dash: "1 7", alpha: 0.7 },
    ...corners.map(([x, y], i): Stroke => ({ ...figure(HERD[(i * 3) % HERD.length] as string, x, y, 34, i % 2 === 0), fill: i % 2 ? OCHRE : COAL, alpha: 0.45 })),
  ];
} // prettier-ignore

/** Flat stones under the round price tiles, with the spokes of the six positions. */
function wheels({ zones }: Site): Stroke[] {
  return WHEELS.flatMap((id): Stroke[] => {
    const box = zones.get(id)?.box;
    if (!box) return [];
    const inside = { x: box.x + 2, y: box.y + 2, w: box.w - 4, h: box.h - 4 };
    const [x, y] = [box.x + box.w / 2, box.y + box.h / 2 + 6];
    return [
      { d: patch(inside, 1, `${id}shade`, 3, 0.1), fill: "#4b3826", alpha: 0.5 },
      { d: patch(inside, -1, `${id}stone`, 3, 0.1), fill: STONE, line: "#6b5338", width: 1.6 },
      { d: blob(x, y, inside.w * 0.42, inside.h * 0.39, `${id}round`, 0.05, 16), fill: "#c2aa83", alpha: 0.75 },
      { d: blob(x, y, inside.w * 0.15, inside.h * 0.14, `${id}hub`, 0.08, 10), fill: "#a98e66", alpha: 0.55 },
    ];
  });
}
