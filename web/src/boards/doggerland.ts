/** Doggerland: a land in the sea. The coast follows the tiles; what lies beside the map stands on the shore. */
import { around, blob, figure, fir, patch, scattered, sheet, tent, tuft, wave } from "./brush";
import { GROUND, type Picture, type Site, type Stroke } from "./picture";

const LAND = "#bfa671";
const GRASS = "#9d9152";
const SEA = "#5f8691";

export function paint(site: Site): Picture {
  const { plane, tiles } = site;
  const map = site.zones.get("map")?.box ?? plane;
  const strokes: Stroke[] = [{ d: sheet(around(plane, 3000)), fill: LAND, alpha: GROUND }];
  strokes.push(...shore(site));
  // the sea reaches beyond the upper edge of the table
  const sea = { x: map.x - 2, y: map.y - 160, w: map.w + 4, h: map.h + 162 };
  strokes.push(
    { d: patch(sea, 13, "beach", 5, 0.06), fill: "#e2cd9a" },
    { d: patch(sea, 7, "wet", 4, 0.06), fill: "#b9b08c" },
    { d: patch(sea, 3, "sea", 3, 0.06), fill: SEA },
    { d: patch(sea, -9, "deep", 6, 0.1), fill: "#55798a", alpha: 0.8 },
  );
  const swell = scattered(map, 60, 44, "swell");
  strokes.push({ d: swell.map(([x, y], i) => wave(x, y, 16 + (i % 4) * 5)).join(""), line: "#dbe7df", width: 1.7, alpha: 0.5 });
  const swimmers = scattered(around(map, -30), 5, 130, "swimmers", tiles);
  swimmers.forEach(([x, y], i) =>
    strokes.push({ ...figure(i % 3 === 2 ? "sperm-whale" : "salmon", x, y, i % 3 === 2 ? 54 : 34, i % 2 === 0), fill: "#2f4a55", alpha: 0.34 }));
  strokes.push(...coast(site));
  return { strokes, bare: new Set(["map"]) };
} // prettier-ignore

/** Shallows, surf, sand and grass around the tiles: each layer runs together where tiles are neighbours. */
function coast({ tiles }: Site): Stroke[] {
  const layer = (more: number, rough: number, fill: string, alpha = 1): Stroke => ({
    d: tiles.map((tile) => patch(tile, more * (tile.w / 80), `coast${more}${Math.round(tile.x)}${Math.round(tile.y)}`, rough, 0.28)).join(""),
    fill, alpha,
  }); // prettier-ignore
  return [
    layer(30, 6, "#6f9aa0"),
    layer(21, 5, "#8fb3b0"),
    layer(14, 3, "#dfe9df"),
    layer(11, 3, "#e2cd9a"),
    layer(5, 2.5, GRASS),
  ];
}

/** Grass, stones, firs and a camp on the land beside the sea, and a herd that crosses it. */
function shore({ plane, zones }: Site): Stroke[] {
  const taken = [...zones.values()].filter(({ zone }) => zone.parent === "").map(({ box }) => box);
  const land = around(plane, 240);
  const strokes: Stroke[] = scattered(land, 26, 150, "meadows").map(([x, y], i) => ({
    d: blob(x, y, 90 + (i % 3) * 40, 44 + (i % 4) * 14, `meadow${i}`, 0.2), fill: GRASS, alpha: 0.4,
  })); // prettier-ignore
  const blades = scattered(land, 260, 26, "blades").map(([x, y], i) => tuft(x, y, 7 + (i % 3) * 2));
  strokes.push({ d: blades.join(""), line: "#6c6430", width: 1.3, alpha: 0.6 });
  const woods = scattered(land, 44, 40, "woods", taken);
  strokes.push(
    { d: woods.map(([x, y]) => blob(x, y, 13, 4, "shade", 0.1, 8)).join(""), fill: "#4b4426", alpha: 0.35 },
    { d: woods.map(([x, y], i) => fir(x, y, 34 + (i % 3) * 10)).join(""), fill: "#4d5a32", line: "#2f3820", width: 1 },
  );
  for (const [x, y] of scattered(land, 5, 160, "camps", taken)) {
    const [cover, door, poles] = tent(x, y, 34);
    strokes.push({ d: cover, fill: "#c79b66", line: "#4a3420", width: 1.4 }, { d: door, fill: "#4a3420" }, { d: poles, line: "#4a3420", width: 1.4 });
  }
  const herd = scattered(land, 9, 70, "herd", taken);
  herd.forEach(([x, y], i) => strokes.push({ ...figure(i % 3 === 0 ? "mammoth" : "deer", x, y - 12, 34), fill: "#5a3d22", alpha: 0.6 }));
  return strokes;
} // prettier-ignore
