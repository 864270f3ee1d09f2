/** Totem: two camps face to face, each with mounds on which its totems stand, and a dry river bed between them. */
import type { Box } from "../scene/types";
import { around, blob, crack, fire, fir, patch, post, scattered, sheet, tent, tuft } from "./brush";
import { GROUND, type Picture, type Site, type Stroke } from "./picture";

const DARK = "#3a2a1c";
const CAMPS = [
  { far: "#8d8f63", near: "#a49a62", hide: "#8fa6ac", seed: "north" },
  { far: "#c0a05f", near: "#c7a86c", hide: "#c9855f", seed: "south" },
] as const;

export function paint(site: Site): Picture {
  const { plane, zones } = site;
  const rows = [...zones.values()].filter(({ zone }) => zone.kind === "slots").sort((a, b) => a.box.y - b.box.y);
  const [upper, lower] = rows;
  if (!upper || !lower) return { strokes: [], bare: new Set() };
  const river = (upper.box.y + upper.box.h + lower.box.y) / 2;
  const wide = { x: plane.x - 600, w: plane.w + 1200 };
  const north = { ...wide, y: plane.y - 900, h: river - plane.y + 900 };
  const strokes: Stroke[] = [
    { d: sheet(north), fill: CAMPS[0].near, alpha: GROUND },
    { d: sheet({ ...wide, y: river, h: plane.h + 900 }), fill: CAMPS[1].near, alpha: GROUND },
  ];
  rows.forEach(({ box }, i) => strokes.push(...camp(site, box, i, i === 0 ? { ...plane, h: river - plane.y } : { ...plane, y: river, h: plane.y + plane.h - river })));
  strokes.push(...bed({ x: wide.x, w: wide.w, y: river - 9, h: 18 }));
  const ours = [...zones.values()].filter(({ zone }) => zone.owner !== null).map(({ zone }) => zone.id);
  return { strokes, bare: new Set(ours) };
} // prettier-ignore

/** Ground, tents and fires of one side, and a mound under each of its totems. */
function camp(site: Site, row: Box, side: number, ground: Box): Stroke[] {
  const { far, hide, seed } = CAMPS[side] ?? CAMPS[0];
  const taken = [...site.zones.values()].map(({ box }) => box);
  const wide = { ...around(ground, 0), x: ground.x - 260, w: ground.w + 520 };
  const strokes: Stroke[] = scattered(wide, 22, 120, `${seed}patches`).map(([x, y], i) => ({
    d: blob(x, y, 100, 34, `${seed}${i}`, 0.2), fill: far, alpha: 0.5,
  }));
  strokes.push({ d: scattered(wide, 170, 30, `${seed}grass`).map(([x, y], i) => tuft(x, y, 8 + (i % 3) * 3)).join(""), line: "#6a5f30", width: 1.5, alpha: 0.5 });
  const mounds = 4;
  for (let i = 0; i < mounds; i++) {
    const x = row.x + (row.w * (i + 0.5)) / mounds;
    const foot = row.y + row.h - 16;
    strokes.push(
      { d: blob(x, foot, row.w / mounds / 2.15, row.h * 0.2, `${seed}mound${i}`, 0.08, 14), fill: "#7a5c36", alpha: 0.55 },
      { d: blob(x, foot - 7, row.w / mounds / 2.4, row.h * 0.17, `${seed}top${i}`, 0.08, 14), fill: "#a5814c" },
    );
  }
  const free = scattered(wide, 16, 92, `${seed}tents`, taken);
  strokes.push({ d: free.map(([x, y]) => blob(x + 4, y + 3, 38, 9, "shade", 0.1, 8)).join(""), fill: DARK, alpha: 0.3 });
  free.forEach(([x, y], i) => {
    if (i % 4 === 3) return void strokes.push({ d: fir(x, y, 74), fill: "#4d5a32", line: "#2f3820", width: 1.2 });
    const [cover, door, poles] = tent(x, y, 58);
    strokes.push({ d: cover, fill: hide, line: DARK, width: 2 }, { d: door, fill: DARK }, { d: poles, line: DARK, width: 2 });
  });
  const ends = [row.x + 3, row.x + row.w - 3];
  for (const x of ends) {
    const [wood, cuts] = post(x, row.y + row.h - 6, row.h * 0.72);
    strokes.push({ d: wood, fill: "#8d6840", line: DARK, width: 2 }, { d: cuts, line: DARK, width: 2.4 });
  }
  for (const i of [1, 2, 3]) {
    const [stones, flame, heart] = fire(row.x + (row.w * i) / mounds, row.y + row.h - 22, 26);
    strokes.push({ d: stones, fill: "#5c5046" }, { d: flame, fill: "#d9652a", light: true }, { d: heart, fill: "#f7c65a", light: true });
  }
  return strokes;
} // prettier-ignore

/** Nobody's land: sand, and stones in it. */
function bed(box: Box): Stroke[] {
  const stones = scattered(box, 120, 16, "stones");
  return [
    { d: patch(box, 12, "banks", 6, 0.3), fill: "#8a6f45", alpha: 0.7 },
    { d: patch(box, 6, "bed", 4, 0.3), fill: "#dcc79d" },
    { d: stones.map(([x, y], i) => blob(x, y, 5 + (i % 4) * 2, 3 + (i % 3), `s${i}`, 0.2, 7)).join(""), fill: "#97907f", line: "#6a6353", width: 0.8 },
    { d: scattered(box, 14, 90, "clefts").map(([x, y], i) => crack(x, y, 30, `c${i}`)).join(""), line: "#a58d5f", width: 1.2 },
  ];
} // prettier-ignore
