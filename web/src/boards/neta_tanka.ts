/** Nētā-Tanka: a village in a clearing. Trodden paths lead from place to place, tents stand between them. */
import type { Box } from "../scene/types";
import { around, blob, figure, fire, fir, mushroom, patch, post, scattered, sheet, tent, tuft, ways } from "./brush";
import { GROUND, type Picture, type Site, type Stroke } from "./picture";

const GRASS = "#a49a58";
const EARTH = "#cdae7b";
const PATH = "#e2c893";
const DARK = "#4a3420";

export function paint(site: Site): Picture {
  const { plane, zones } = site;
  const village = zones.get("village")?.box ?? plane;
  const places = [...zones.values()].filter(({ zone }) => zone.parent === "village").map(({ zone, box }) => ({ id: zone.id, box }));
  const taken = places.map(({ box }) => box);
  const beside = [...zones.values()].filter(({ zone }) => zone.parent === "" && zone.id !== "village").map(({ box }) => box);
  const box_of = (id: string): Box | undefined => zones.get(id)?.box;

  const strokes: Stroke[] = [{ d: sheet(around(plane, 3000)), fill: GRASS, alpha: GROUND }, ...wilds(plane, [...beside, village])];
  strokes.push(
    { d: patch(village, 5, "edge", 7, 0.12), fill: "#b7a765" },
    { d: patch(village, -7, "clearing", 9, 0.16), fill: EARTH },
  );
  scattered(village, 26, 66, "trodden").forEach(([x, y], i) =>
    strokes.push({ d: blob(x, y, 30 + (i % 3) * 14, 15 + (i % 2) * 9, `t${i}`, 0.2), fill: i % 2 ? "#bd9a66" : "#d9bd8c", alpha: 0.45 }));
  const blades = scattered(village, 120, 24, "blades", taken).map(([x, y], i) => tuft(x, y, 6 + (i % 3) * 2));
  strokes.push({ d: blades.join(""), line: "#7b7137", width: 1.3, alpha: 0.7 });
  strokes.push(...paths(site));
  // every place is a worn round of earth
  strokes.push(
    { d: taken.filter(({ w }) => w > 40).map((box) => patch(box, 7, `ground${Math.round(box.x)}`, 4, 0.4)).join(""), fill: PATH, alpha: 0.75 },
  );
  const forest = box_of("forest");
  if (forest) strokes.push(...woods(around(forest, 34), taken));
  const hunting = box_of("hunting");
  if (hunting) strokes.push(...pasture(hunting, taken, village));
  strokes.push(...dwellings(village, taken, box_of));
  return { strokes, bare: new Set(["village", "forest"]) };
} // prettier-ignore

/** Firs and grass outside of the village. */
function wilds(plane: Box, taken: Box[]): Stroke[] {
  const land = around(plane, 240);
  const blades = scattered(land, 300, 26, "wild").map(([x, y], i) => tuft(x, y, 7 + (i % 3) * 2));
  const trees = scattered(land, 110, 30, "trees", taken);
  return [
    ...scattered(land, 22, 150, "meadow").map(([x, y], i): Stroke => ({ d: blob(x, y, 110, 50, `m${i}`, 0.2), fill: "#8f8a49", alpha: 0.4 })),
    { d: blades.join(""), line: "#66602c", width: 1.3, alpha: 0.55 },
    { d: trees.map(([x, y], i) => fir(x, y, 36 + (i % 3) * 12)).join(""), fill: "#4d5a32", line: "#2f3820", width: 1 },
  ];
} // prettier-ignore

/** What the neighbours of a link tread. */
function paths({ zones }: Site): Stroke[] {
  const village = zones.get("village");
  if (!village) return [];
  const d = ways(village, 9);
  return [
    { d, line: "#8c6a3c", width: 19, alpha: 0.4 },
    { d, line: PATH, width: 15 },
    { d, line: "#a57f4b", width: 2, dash: "1 8", alpha: 0.9 },
  ];
}

function woods(box: Box, taken: Box[]): Stroke[] {
  const trees = scattered(box, 34, 17, "forest", taken);
  const caps = scattered(box, 8, 26, "caps", taken).map(([x, y]) => mushroom(x, y, 9));
  return [
    { d: patch(box, -6, "moss", 9, 0.4), fill: "#7a7f44", alpha: 0.85 },
    { d: trees.map(([x, y], i) => fir(x, y, 32 + (i % 3) * 8)).join(""), fill: "#55653a", line: "#2f3820", width: 1 },
    { d: caps.map(([stem]) => stem).join(""), fill: "#f0e2c0" },
    { d: caps.map(([, cap]) => cap).join(""), fill: "#a63d25" },
  ];
}

/** Where the buffaloes graze, at the edge of the village. */
function pasture(box: Box, taken: Box[], village: Box): Stroke[] {
  const field = { x: box.x - 20, y: Math.max(village.y, box.y - 50), w: box.w + 40, h: box.h + 70 };
  return [
    { d: patch(field, 0, "pasture", 9, 0.4), fill: "#a8a058", alpha: 0.75 },
    ...scattered(field, 6, 30, "buffaloes", taken).map(([x, y], i): Stroke => ({ ...figure("bison", x, y - 8, 26, i % 2 === 0), fill: "#5a3d22", alpha: 0.85 })),
  ];
} // prettier-ignore

/** Tents wherever nobody else stands; a fire to smoke meat on, and posts by the place of the totems. */
function dwellings(village: Box, taken: Box[], box_of: (id: string) => Box | undefined): Stroke[] {
  const strokes: Stroke[] = [];
  const inside = around(village, -18);
  const camp = scattered({ ...inside, y: inside.y + 16, h: inside.h - 16 }, 9, 62, "tents", taken);
  const shade = camp.map(([x, y]) => blob(x + 3, y + 2, 22, 6, "shade", 0.1, 8)).join("");
  strokes.push({ d: shade, fill: DARK, alpha: 0.3 });
  camp.forEach(([x, y], i) => {
    const [cover, door, poles] = tent(x, y, 34);
    const hide = ["#d8b27c", "#c79b66", "#e0c592"][i % 3] as string;
    strokes.push({ d: cover, fill: hide, line: DARK, width: 1.5 }, { d: door, fill: DARK }, { d: poles, line: DARK, width: 1.4 });
  });
  const [smoke, totems] = [box_of("place-smoke_meat"), box_of("place-raise_totem")];
  if (totems)
    for (const side of [-0.12, 1.12]) {
      const [wood, cuts] = post(totems.x + totems.w * side, totems.y + totems.h * 0.72, totems.h * 0.8);
      strokes.push({ d: wood, fill: "#8d6840", line: DARK, width: 1.3 }, { d: cuts, line: DARK, width: 1.6 });
    }
  const hearths: [number, number][] = camp.slice(0, 3).map(([x, y]) => [x + 30, y + 4]);
  if (smoke) hearths.push([smoke.x + smoke.w + 16, smoke.y + smoke.h - 4]);
  for (const [x, y] of hearths) {
    const [stones, flame, heart] = fire(x, y, 15);
    strokes.push({ d: stones, fill: "#6d6256" }, { d: flame, fill: "#d9652a", light: true }, { d: heart, fill: "#f7c65a", light: true });
  }
  return strokes;
} // prettier-ignore
