/** Places of a board on which nothing lies shrink to their names, and those beside them get the room. */
import type { Arrangement } from "./boxes";
import type { Box, Scene, Zone } from "./types";

/** The width of a letter, the edge around a name, and the height of a line, in units. */
const LETTER = 6.4;
const EDGE = 16;
const LINE = 21;
/** Nothing is narrower than what can be hit. */
const NARROWEST = 46;
/** Places closer than this stand side by side. */
const NEAR = 8;

export function without_empty(scene: Scene, arrangement: Arrangement): Scene {
  if (arrangement === "tall") return scene;
  const full = new Set(scene.pieces.map((piece) => piece.zone));
  const boxes = new Map(scene.zones.map((zone) => [zone.id, { ...zone.box }]));
  for (const across of [true, false])
    for (const line of lines(scene.zones, boxes, across)) shrink(line, boxes, full, across);
  return { ...scene, zones: scene.zones.map((zone) => ({ ...zone, box: boxes.get(zone.id) ?? zone.box })) };
}

/** The empty places of a line give what they do not need to the others. */
function shrink(line: Zone[], boxes: Map<string, Box>, full: ReadonlySet<string>, across: boolean): void {
  const side = across ? "w" : "h";
  const at = across ? "x" : "y";
  const size = (zone: Zone): number => boxes.get(zone.id)?.[side] ?? 0;
  const given = (zone: Zone): number =>
    is_empty(zone, full)
      ? Math.max(
          0,
          size(zone) - (across ? named_width(zone) : LINE * (zone.label.length * LETTER > size(zone) ? 2 : 1)),
        )
      : 0;
  const gifts = line.map(given);
  const others = line.filter((zone) => !is_empty(zone, full));
  const whole = others.reduce((sum, zone) => sum + size(zone), 0);
  const free = gifts.reduce((sum, gift) => sum + gift, 0);
  if (whole === 0 || free === 0) return;
  let shift = 0;
  line.forEach((zone, i) => {
    const box = boxes.get(zone.id);
    if (box === undefined) return;
    const more = is_empty(zone, full) ? -(gifts[i] ?? 0) : (free * box[side]) / whole;
    box[at] += shift;
    box[side] += more;
    shift += more;
  });
}

/** Places of one board that stand side by side and are as high as each other (or over each other and as wide), in
 * order. */
function* lines(zones: readonly Zone[], boxes: ReadonlyMap<string, Box>, across: boolean): Generator<Zone[]> {
  const found = new Map<string, { zone: Zone; from: number; to: number }[]>();
  for (const zone of zones) {
    const box = boxes.get(zone.id);
    if (box === undefined || zone.parent === "" || zone.owner === null || zone.kind === "panel") continue;
    const [from, to, low, long] = across ? [box.x, box.x + box.w, box.y, box.h] : [box.y, box.y + box.h, box.x, box.w];
    const key = `${zone.parent} ${Math.round(low)} ${Math.round(long)}`;
    found.set(key, [...(found.get(key) ?? []), { zone, from, to }]);
  }
  for (const all of found.values()) {
    all.sort((a, b) => a.from - b.from);
    let run: typeof all = [];
    for (const each of all) {
      const last = run.at(-1);
      if (last && each.from - last.to >= NEAR) {
        yield run.map(({ zone }) => zone);
        run = [];
      }
      run.push(each);
    }
    yield run.map(({ zone }) => zone);
  }
}

/** Nothing lies there, and no places for anything are printed there. */
function is_empty(zone: Zone, full: ReadonlySet<string>): boolean {
  return !full.has(zone.id) && zone.capacity === null && zone.cells.length === 0 && zone.signs.length === 0;
}

function named_width(zone: Zone): number {
  return Math.max(NARROWEST, zone.label.length * LETTER + EDGE);
}
