/** Where every piece lies: zones of ten kinds, laid out in table units. Pure geometry; the board draws it.
 *
 *   pile · row · fan · grid · track · slots · area · panel · map · tokens
 */
import { box_of, plane_of, type Arrangement } from "./boxes";
import { label_of, signs_of_zone, type Label, type Signs } from "./labels";
import { ENGLISH } from "../words/languages.svelte";
import { is_named } from "./stretch";
import type { Box, Look, Piece, Scene, Zone } from "./types";

export interface Placed {
  piece: Piece;
  look: Look;
  /** Centre, size and tilt on the table. */
  x: number;
  y: number;
  w: number;
  h: number;
  tilt: number;
  z: number;
  /** Other pieces stand on it: its picture makes room for them. */
  busy?: boolean;
}

export interface Socket {
  x: number;
  y: number;
  w: number;
  h: number;
  shape: "box" | "ring";
  number: number | null;
}

export interface PlacedZone {
  zone: Zone;
  box: Box;
  /** Depth of nesting by `parent`. */
  depth: number;
  label: Label | null;
  /** The height of the letters of its signs, at its lower edge; 0 where it has none, or no room for them. */
  signs: number;
  /** The width they take at the right of its pieces, in several lines, where one line below would be too small; else 0. */
  signs_beside: number;
  /** The width of its left and lower edge, where its columns and rows are named; else 0. */
  rim: number;
  sockets: Socket[];
  /** Cells of a map in table units. */
  cells: [number, number][];
}

export interface Layout {
  plane: Box;
  zones: PlacedZone[];
  pieces: Placed[];
}

const UNKNOWN_LOOK: Look = {
  id: "", shape: "token", front: "", back: "", letter: "?", colour: "", alt: "", w: 40, h: 40,
}; // prettier-ignore
const GAP = 6;
const CARD_GROWTH = 1.5;
/** Cards lie over each other only where they would be smaller than this otherwise, in shares of their size then. */
const SMALLER = 0.62;
/** Loose tokens and figures may grow where their place has room for it. */
const TOKEN_GROWTH = 1.4;
/** Tiles of a land touch, however large its places are. */
const LAND_GROWTH = 3;
/** On a tile of a land larger than this, what stands there grows with it. */
const ROOMY = 68;
/** The edge of a land with named columns and rows: as high as its letters, in shares of them. */
const RIM = 1.15;
/** A marker on a track is never smaller than this, even where the steps are, unless the track itself is lower. */
const SMALLEST_MARKER = 34;
/** Most pieces have round corners: of two that lie aslant, each may be so much of their distance. */
const ROUND = 0.92;
/** How tall a hexagon with a point on top is, of its width. */
const HEXAGON = 2 / Math.sqrt(3);

/** Lays out a whole scene; `scale` (pixels per unit) keeps words readable, `language` is the one they are in. */
export function lay_out(scene: Scene, arrangement: Arrangement, scale = 1, language = ENGLISH): Layout {
  const looks = new Map(scene.looks.map((look) => [look.id, look]));
  const by_zone = new Map<string, Piece[]>();
  for (const piece of scene.pieces) {
    const list = by_zone.get(piece.zone);
    if (list) list.push(piece);
    else by_zone.set(piece.zone, [piece]);
  }
  const by_id = new Map(scene.zones.map((zone) => [zone.id, zone]));
  const zones: PlacedZone[] = [];
  const pieces: Placed[] = [];
  for (const zone of scene.zones) {
    const here = [...(by_zone.get(zone.id) ?? [])].sort((a, b) => a.slot - b.slot);
    const items = here.map((piece) => ({ piece, look: looks.get(piece.look) ?? UNKNOWN_LOOK }));
    const depth = depth_of(zone, by_id);
    const label = label_of(zone, scene, arrangement, scale, language);
    const signs = signs_of_zone(zone, arrangement, scale, label, language);
    const placed = lay_zone(zone, box_of(zone, arrangement), items, depth, label, signs);
    zones.push(placed.zone);
    pieces.push(...placed.pieces);
  }
  zones.sort((a, b) => a.depth - b.depth);
  return { plane: plane_of(scene, arrangement), zones, pieces };
}

function depth_of(zone: Zone, by_id: Map<string, Zone>): number {
  let depth = 0;
  for (let at = by_id.get(zone.parent); at && depth < 8; at = by_id.get(at.parent)) depth++;
  return depth;
}

interface Item {
  piece: Piece;
  look: Look;
}

interface Laid {
  zone: PlacedZone;
  pieces: Placed[];
}

function lay_zone(zone: Zone, box: Box, items: Item[], depth: number, label: Label | null, signs: Signs): Laid {
  const made: PlacedZone = {
    zone, box, depth, label, signs: signs.size, signs_beside: signs.beside, rim: 0, sockets: [], cells: [],
  }; // prettier-ignore
  const named = is_named(zone);
  if (named) made.rim = signs.size * RIM;
  const strip = label?.at.startsWith("top") && !named ? label.height : 0;
  const pad = named ? 0 : Math.min(6, box.w * 0.05, box.h * 0.05);
  const beside = label?.width ?? 0;
  const inner: Box = {
    x: box.x + pad + beside,
    y: box.y + strip + (strip ? 0 : pad),
    w: Math.max(8, box.w - 2 * pad - beside - signs.beside),
    h: Math.max(
      8,
      box.h -
        strip -
        Math.max(pad, signs.beside > 0 ? 0 : signs.size * (0.15 + 1.15 * signs.lines)) -
        (strip ? 0 : pad),
    ),
  };
  if (named) Object.assign(inner, { x: box.x + made.rim, y: box.y, w: box.w - made.rim - 2, h: box.h - made.rim });
  const z = depth * 1000;
  switch (zone.kind) {
    case "pile":
      if (items.filter((item) => item.piece.count !== null).length > 1)
        return { zone: made, pieces: flow(inner, items, z, TOKEN_GROWTH) };
      return { zone: made, pieces: pile(inner, items, z) };
    case "row":
      return { zone: made, pieces: row(zone, inner, items, z) };
    case "fan":
      return { zone: made, pieces: fan(inner, items, z) };
    case "grid":
    case "slots":
      return { zone: made, pieces: grid(made, inner, items, z) };
    case "track":
      return { zone: made, pieces: track(made, inner, items, z) };
    case "map":
      return { zone: made, pieces: map(made, box, items, z) };
    case "area":
      if (zone.cells.length > 0) return { zone: made, pieces: map(made, inner, items, z) };
      return { zone: made, pieces: flow(inner, items, z, TOKEN_GROWTH) };
    case "panel":
    case "tokens":
      return { zone: made, pieces: flow(inner, items, z, TOKEN_GROWTH) };
  }
}

function placed(item: Item, x: number, y: number, scale: number, z: number, tilt = 0): Placed {
  return { ...item, x, y, w: item.look.w * scale, h: item.look.h * scale, tilt, z };
}

/** The size a look takes on the table after its quarter turns. */
function span(item: Item): { w: number; h: number } {
  const { w, h } = item.look;
  return item.piece.turned % 2 === 1 && item.look.shape === "card" ? { w: h, h: w } : { w, h };
}

function largest(items: Item[]): { w: number; h: number } {
  let [w, h] = [1, 1];
  for (const item of items) {
    const size = span(item);
    [w, h] = [Math.max(w, size.w), Math.max(h, size.h)];
  }
  return { w, h };
}

const fit = (w: number, h: number, box: { w: number; h: number }): number => Math.min(1, box.w / w, box.h / h);

/** Cards and tiles may also grow where there is room: they carry words and pictures. */
function grow(items: Item[], w: number, h: number, box: { w: number; h: number }): number {
  const flat = items.length > 0 && items.every((item) => item.look.shape === "card" || item.look.shape === "tile");
  return flat ? Math.min(CARD_GROWTH, box.w / w, box.h / h) : fit(w, h, box);
}

function pile(inner: Box, items: Item[], z: number): Placed[] {
  const size = largest(items);
  const scale = grow(items, size.w * 1.04, size.h * 1.04, inner);
  const [x, y] = [inner.x + inner.w / 2, inner.y + inner.h / 2];
  const lift = Math.min(2.2, 10 / Math.max(1, items.length));
  const rise = (lift * (items.length - 1)) / 2;
  return items.map((item, i) => placed(item, x + i * lift * 0.6 - rise * 0.6, y - i * lift + rise, scale, z + i));
}

/** How large several cards side by side are: none over another, unless that makes them much smaller. */
function card_scale(items: Item[], size: Size, n: number, inner: Box, high: number): number {
  const over = fit(size.w, high, inner);
  const apart = grow(items, size.w, high, { w: (inner.w - GAP * (n - 1)) / n, h: inner.h });
  return apart > over * SMALLER ? apart : over;
}

function row(zone: Zone, inner: Box, items: Item[], z: number): Placed[] {
  if (items.length === 0) return [];
  const size = largest(items);
  const wide = Math.max(zone.capacity ?? 0, items.length);
  const scale = card_scale(items, size, wide, inner, size.h);
  const last = Math.max(...items.map((item) => item.piece.slot)) + 1;
  const fixed = zone.capacity !== null && zone.capacity >= last;
  if (fixed || distinct(items)) {
    const places = fixed ? (zone.capacity ?? last) : items.length;
    const natural = size.w * scale + GAP;
    const step = Math.min(natural, places > 1 ? (inner.w - size.w * scale) / (places - 1) : natural);
    const used = step * (places - 1) + size.w * scale;
    const left = inner.x + Math.max(0, (inner.w - used) / 2) + (size.w * scale) / 2;
    return items.map((item, i) =>
      placed(item, left + step * (fixed ? item.piece.slot : i), inner.y + inner.h / 2, scale, z + i),
    );
  }
  return flow(inner, items, z);
}

function distinct(items: Item[]): boolean {
  return new Set(items.map((item) => item.piece.slot)).size === items.length;
}

function fan(inner: Box, items: Item[], z: number): Placed[] {
  const n = items.length;
  if (n === 0) return [];
  const size = largest(items);
  const scale = card_scale(items, size, n, inner, size.h * 1.04);
  const w = size.w * scale;
  const step = n > 1 ? Math.min(w + GAP, (inner.w - w) / (n - 1)) : 0;
  const spread = step < w ? Math.min(2.2, 14 / n) : 0;
  const left = inner.x + inner.w / 2 - (step * (n - 1)) / 2;
  return items.map((item, i) => {
    const off = i - (n - 1) / 2;
    const drop = spread * Math.abs(off) * Math.abs(off) * 0.25;
    return placed(item, left + step * i, inner.y + inner.h / 2 + drop, scale, z + i, off * spread);
  });
}

/** Tokens side by side in as many rows as needed, scaled down until they fit; `most` they may grow. */
function flow(inner: Box, items: Item[], z: number, most = 1, fill = most > 1 ? 0.92 : 1): Placed[] {
  if (items.length === 0) return [];
  const size = largest(items);
  let scale = Math.min(most, inner.w / size.w, (inner.h * fill) / size.h);
  let rows = wrap(items, inner.w, scale);
  for (let tries = 0; height(rows, scale) > inner.h && tries < 24; tries++) {
    scale *= 0.92;
    rows = wrap(items, inner.w, scale);
  }
  const total = height(rows, scale);
  let y = inner.y + Math.max(0, (inner.h - total) / 2);
  const out: Placed[] = [];
  for (const line of rows) {
    const tall = Math.max(...line.map((item) => span(item).h)) * scale;
    const long = line.reduce((sum, item) => sum + span(item).w * scale, 0) + GAP * scale * (line.length - 1);
    let x = inner.x + (inner.w - long) / 2;
    for (const item of line) {
      const w = span(item).w * scale;
      out.push(placed(item, x + w / 2, y + tall / 2, scale, z + out.length));
      x += w + GAP * scale;
    }
    y += tall + GAP * scale;
  }
  return out;
}

function wrap(items: Item[], width: number, scale: number): Item[][] {
  const rows: Item[][] = [];
  let line: Item[] = [];
  let used = 0;
  for (const item of items) {
    const w = span(item).w * scale;
    if (line.length > 0 && used + GAP * scale + w > width + 0.01) {
      rows.push(line);
      [line, used] = [[], 0];
    }
    used += (line.length > 0 ? GAP * scale : 0) + w;
    line.push(item);
  }
  rows.push(line);
  return rows;
}

function height(rows: Item[][], scale: number): number {
  const tall = rows.reduce((sum, line) => sum + Math.max(...line.map((item) => span(item).h)) * scale, 0);
  return tall + GAP * scale * (rows.length - 1);
}

function grid(made: PlacedZone, inner: Box, items: Item[], z: number): Placed[] {
  const zone = made.zone;
  const last = items.length > 0 ? Math.max(...items.map((item) => item.piece.slot)) + 1 : 0;
  const places = Math.max(zone.capacity ?? 0, last, 1);
  const columns = zone.columns ?? (zone.kind === "slots" ? slots_columns(places, inner) : Math.ceil(Math.sqrt(places)));
  const lines = Math.ceil(places / columns);
  const cell = { w: inner.w / columns, h: inner.h / lines };
  if (zone.kind === "grid" && is_board(items)) cell.w = cell.h = Math.min(cell.w, cell.h);
  const [left, top] = [inner.x + (inner.w - cell.w * columns) / 2, inner.y + (inner.h - cell.h * lines) / 2];
  const at = (slot: number): [number, number] => [
    left + (slot % columns) * cell.w + cell.w / 2,
    top + Math.floor(slot / columns) * cell.h + cell.h / 2,
  ];
  const size = items.length > 0 ? largest(items) : { w: cell.w * 0.86, h: cell.h * 0.86 };
  const scale = grow(items, size.w, size.h, { w: cell.w * 0.94, h: cell.h * 0.96 });
  const round =
    items.length > 0 && items.every((item) => ["disc", "token", "chip", "meeple", "cube"].includes(item.look.shape));
  if (zone.capacity !== null || (zone.kind === "grid" && zone.columns !== null && items.length > 0)) {
    const w = zone.kind === "grid" ? cell.w * 0.95 : Math.min(cell.w * 0.95, Math.max(size.w * scale * 1.1, 16));
    const h = zone.kind === "grid" ? cell.h * 0.95 : Math.min(cell.h * 0.95, Math.max(size.h * scale * 1.1, 16));
    for (let slot = 0; slot < places; slot++) {
      const [x, y] = at(slot);
      made.sockets.push({ x, y, w, h, shape: round && zone.kind === "slots" ? "ring" : "box", number: null });
    }
  }
  return share_cells(items, at, () => cell, z);
}

/** A land of square tiles: its cells are square too, so that the tiles touch. */
function is_board(items: Item[]): boolean {
  const tiles = items.filter((item) => item.look.shape === "tile");
  return tiles.length > 3 && tiles.every((item) => item.look.w === item.look.h && item.look.w >= 40);
}

function slots_columns(places: number, inner: Box): number {
  const rows = Math.max(1, Math.round(Math.sqrt((places * inner.h) / inner.w)));
  return Math.ceil(places / rows);
}

function track(made: PlacedZone, inner: Box, items: Item[], z: number): Placed[] {
  const zone = made.zone;
  const last = items.length > 0 ? Math.max(...items.map((item) => item.piece.slot)) + 1 : 1;
  const places = Math.max(zone.capacity ?? 0, last, 2);
  if (zone.cells.length >= places) return map(made, inner, items, z);
  const upright = inner.h > inner.w * 1.4;
  let columns =
    zone.columns ??
    (upright ? Math.max(1, Math.round(Math.sqrt((places * inner.w) / inner.h))) : slots_columns(places, inner));
  columns = Math.min(columns, places);
  const lines = Math.ceil(places / columns);
  const cell = { w: inner.w / columns, h: inner.h / lines };
  const at = (slot: number): [number, number] => {
    const line = Math.floor(slot / columns);
    const step = line % 2 === 1 && lines > 1 && columns > 1 ? columns - 1 - (slot % columns) : slot % columns;
    const shown = upright ? lines - 1 - line : line;
    return [inner.x + step * cell.w + cell.w / 2, inner.y + shown * cell.h + cell.h / 2];
  };
  const side = Math.min(cell.w, cell.h) * 0.86;
  const covered = new Set(items.map((item) => item.piece.slot));
  for (let slot = 0; slot < places; slot++) {
    const [x, y] = at(slot);
    const number = covered.has(slot) ? null : slot;
    made.sockets.push({
      x,
      y,
      w: Math.min(cell.w * 0.9, side * 1.6),
      h: Math.min(cell.h * 0.9, side * 1.6),
      shape: "ring",
      number,
    });
  }
  const marker = Math.min(SMALLEST_MARKER, inner.h / lines);
  return on_steps(items, at, { w: Math.max(cell.w * 0.9, marker), h: Math.max(cell.h * 0.9, marker) }, inner, z);
}

/** Markers on the steps of a track: those that share one lie over each other like scales, each still to be seen. */
function on_steps(items: Item[], at: (slot: number) => [number, number], cell: Size, inner: Box, z: number): Placed[] {
  const seen = new Map<number, number>();
  return items.map((item, i) => {
    const size = span(item);
    const scale = Math.min(1, cell.w / size.w, cell.h / size.h);
    const together = items.filter((other) => other.piece.slot === item.piece.slot).length;
    const before = seen.get(item.piece.slot) ?? 0;
    seen.set(item.piece.slot, before + 1);
    const w = size.w * scale;
    const step = Math.min(w * 0.55, (cell.w * 1.4) / together);
    const [x, y] = at(item.piece.slot);
    const all = step * (together - 1) + w;
    const left = Math.max(inner.x, Math.min(inner.x + inner.w - all, x - all / 2));
    return placed(item, left + w / 2 + before * step, y, scale, z + i);
  });
}

/** Pieces at the cells of a map. Hexagons touch their neighbours; every other piece has the room that its cell leaves. */
function map(made: PlacedZone, inner: Box, items: Item[], z: number): Placed[] {
  const zone = made.zone;
  if (zone.cells.length === 0) return flow(inner, items, z);
  made.cells = zone.cells.map(([x, y]) => [inner.x + x * inner.w, inner.y + y * inner.h]);
  const middle: [number, number] = [inner.x + inner.w / 2, inner.y + inner.h / 2];
  const at = (slot: number): [number, number] => made.cells[slot] ?? middle;
  if (items.some((item) => item.look.shape === "hex")) return honeycomb(made, items, at, z);
  const side = Math.min(inner.w, inner.h) * 0.4;
  const sizes = made.cells.map((_, slot) => {
    const { w, h } = largest(items.filter((item) => item.piece.slot === slot));
    return Math.max(w, h);
  });
  const rooms = made.cells.map((_, slot) => Math.min(side, room_at(made.cells, sizes, slot)) * 0.96);
  made.cells.forEach(([x, y], slot) => {
    const d = Math.min(rooms[slot] ?? side, 64) * 0.8;
    const covered = items.some((item) => item.piece.slot === slot && item.look.w > d * 1.2);
    if (!covered) made.sockets.push({ x, y, w: d, h: d, shape: "ring", number: null });
  });
  const cell = (slot: number): Size => {
    const room = rooms[slot] ?? side;
    return { w: room, h: room };
  };
  return share_cells(items, at, cell, z, false, zone.kind === "area" ? TOKEN_GROWTH : 1);
}

/** How large a piece may be in a cell, so that it does not meet those in the cells around; larger pieces get more. */
function room_at(cells: [number, number][], sizes: number[], slot: number): number {
  const here: [number, number] = cells[slot] ?? [0, 0];
  const own = sizes[slot] ?? 1;
  let best = Infinity;
  cells.forEach((there, other) => {
    if (other === slot) return;
    const [across, down] = [Math.abs(here[0] - there[0]), Math.abs(here[1] - there[1])];
    const far = Math.max(across, down, Math.hypot(across, down) * ROUND);
    const size = sizes[other] ?? 1;
    const share = own <= 1 || size <= 1 ? 1 : (2 * own) / (own + size);
    best = Math.min(best, far * share);
  });
  return Math.max(14, best);
}

/** A land of hexagons that interlock; what stands on one lies below its name. */
function honeycomb(made: PlacedZone, items: Item[], at: (slot: number) => [number, number], z: number): Placed[] {
  const wide = nearest(made.cells) * 0.985;
  const tall = wide * HEXAGON;
  const grounds = items.filter((item) => item.look.shape === "hex");
  const named = grounds.some((item) => item.look.letter !== "");
  const room = { w: wide * 0.9, h: tall * (named ? 0.6 : 0.7) };
  const land = grounds.map((item, i) => {
    const [x, y] = at(item.piece.slot);
    return { ...item, x, y, w: wide, h: tall, tilt: 0, z: z + i };
  });
  const rest = items.filter((item) => item.look.shape !== "hex");
  const below = (slot: number): [number, number] => [at(slot)[0], at(slot)[1] + (named ? tall * 0.1 : 0)];
  return [...land, ...share_cells(rest, below, () => room, z + land.length, true)];
}

/** The distance of the two cells that lie closest together. */
function nearest(cells: [number, number][]): number {
  let best = Infinity;
  cells.forEach((a, i) => {
    for (const b of cells.slice(i + 1)) best = Math.min(best, Math.hypot(a[0] - b[0], a[1] - b[1]));
  });
  return best === Infinity ? 400 : Math.max(14, best);
}

interface Size {
  w: number;
  h: number;
}

/** Pieces in cells: one piece is centred; of several, a large one lies under, the others around on it. */
function share_cells(
  items: Item[],
  at: (slot: number) => [number, number],
  cell_of: (slot: number) => Size,
  z: number,
  loose = false,
  most = 1,
): Placed[] {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const group = groups.get(item.piece.slot);
    if (group) group.push(item);
    else groups.set(item.piece.slot, [item]);
  }
  const out: Placed[] = [];
  for (const [slot, group] of groups) {
    const [[x, y], cell] = [at(slot), cell_of(slot)];
    const large = loose ? [] : group.filter((item) => is_ground(item, cell));
    const figures = large.filter((item) => !is_flat(item)).length;
    const ground = figures > 1 ? large.filter(is_flat) : large; // figures stand beside each other, never on each other
    const rest = group.filter((item) => !ground.includes(item));
    const land = rest.length > 0 && ground.length > 0 && ground.every(is_land);
    ground.forEach((item, i) => {
      const size = span(item);
      const room = { w: cell.w * 0.96, h: cell.h * 0.96 };
      const touching = Math.min(LAND_GROWTH, (cell.w * 0.985) / size.w, (cell.h * 0.985) / size.h);
      const scale = is_land(item) ? touching : grow([item], size.w, size.h, room);
      out.push({ ...placed(item, x + i * 2, y - i * 2, scale, z + out.length), busy: land });
    });
    if (rest.length === 0) continue;
    if (land) {
      const below = { x: x - cell.w * 0.47, y: y - cell.h * 0.17, w: cell.w * 0.94, h: cell.h * 0.48 };
      out.push(...flow(below, rest, z + 400 + out.length, Math.max(1, cell.w / ROOMY)));
      continue;
    }
    const lone = rest.length === 1 && ground.length === 0;
    const share = lone ? 0.98 : 0.9;
    const room = { x: x - (cell.w * share) / 2, y: y - (cell.h * share) / 2, w: cell.w * share, h: cell.h * share };
    out.push(...flow(room, rest, z + 400 + out.length, lone ? most : 1, 1));
  }
  return out;
}

/** A square tile of a land: its picture and its corner signs stay in sight above what stands on it. */
function is_land(item: Item): boolean {
  return item.look.shape === "tile" && item.look.w === item.look.h && item.look.w >= 40;
}

const is_flat = ({ look }: Item): boolean => look.shape === "card" || look.shape === "tile" || look.shape === "hex";

function is_ground(item: Item, cell: { w: number; h: number }): boolean {
  const size = span(item);
  return (
    item.piece.count === null &&
    (is_flat(item) ? size.w > cell.w * 0.4 || size.h > cell.h * 0.4 : size.w > cell.w * 0.72 && size.h > cell.h * 0.6)
  );
}
