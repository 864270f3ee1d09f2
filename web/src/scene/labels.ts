/** The words and signs of a zone: where they stand and how large, so that they can be read at this scale. */
import { signs_of } from "../art/badges";
import { box_of, type Arrangement } from "./boxes";
import { fold_hard } from "./faces";
import { is_named } from "./stretch";
import type { Box, Scene, Zone } from "./types";

export type LabelPlace =
  "top left" | "top middle" | "top right" | "bottom left" | "bottom middle" | "bottom right" | "beside";

/** Labels and signs are never smaller than this on the screen, in pixels. */
const SMALLEST = 11;
/** Up to this height a long zone has its label beside its pieces; */
const LOW = 42;
/** up to this one, where the label takes no more than so much of its width. */
const HALF_LOW = { h: 57, share: 0.18 };
/** The width of a letter, in shares of its height: of the plain hand and of the brush. */
const LETTER = { plain: 0.51, brush: 0.43 };
/** How narrow a label may be drawn where other things stand beside it, in shares of its width. */
const TIGHT = 0.8;
/** So much broader than its place a label may be: it is drawn narrower. */
const SQUEEZED = 1.4;
/** Into so many lines a label may be broken. */
const LINES = 3;
/** Broad letters are so many letters more: words that stand in a narrow place are measured with them. */
const BROAD = 0.55;
const broad = (word: string): number => word.length + (word.match(/[mwMW]/g)?.length ?? 0) * BROAD;

export interface Label {
  at: LabelPlace;
  /** What is written: the name of the zone, its long words broken where they have no room. */
  text: string;
  size: number;
  lines: number;
  height: number;
  /** Of a label that stands beside what it names, at the left of a low zone; of the others 0. */
  width: number;
  /** Boards and maps are named with the brush, what lies on them in the plain hand. */
  brush: boolean;
  /** A hand-print stands before the label: not where the board underneath already has it. */
  hand: boolean;
  /** The width of a label that stands between other things (in two lines, or drawn narrower); else 0. */
  narrow: number;
  /** How far from the left edge a label begins that stands in a gap of the upper edge; else 0. */
  left: number;
}

/** Where and how large a zone's label can stand; null when it is left to the tip. */
export function label_of(
  zone: Zone,
  scene: Scene,
  arrangement: Arrangement,
  scale: number,
  language: string,
): Label | null {
  const [box, text] = [box_of(zone, arrangement), zone.label];
  if (zone.label === "") return null;
  const brush = zone.kind === "panel" || zone.kind === "map";
  const under = scene.zones.find((other) => other.id === zone.parent);
  const hand = zone.owner !== null && under?.owner !== zone.owner;
  const [least, most] = [SMALLEST / scale, Math.max((brush ? 16 : 12.5) / scale, brush ? 17 : 12.5)];
  const room = box.w - 12;
  const wide = (size: number): number =>
    zone.label.length * size * LETTER[brush ? "brush" : "plain"] + (hand ? size * 1.5 : 0);
  const words = zone.label.split(/[\s-]+/);
  const longest = Math.max(...words.map((word) => word.length)) * LETTER.plain;
  const broadest = Math.max(...words.map(broad)) * LETTER.plain;
  const low = !brush && box.w > box.h * 2.2;
  if (low && box.h < LOW) return label_beside(zone, box, scale, least, most, brush, hand, 0.3, 76);
  const half =
    low && box.h < HALF_LOW.h ? label_beside(zone, box, scale, least, most, brush, hand, HALF_LOW.share) : null;
  if (half !== null) return half;
  const fitting = Math.min(most, room / wide(1));
  const tries: [size: number, lines: number, text?: string][] = [];
  if (fitting >= least) tries.push([fitting, 1], [Math.min(fitting, 13.5 / scale), 1], [least, 1]);
  else if (box.h >= least * 4.4 && room + 6 >= longest * least * 0.97 && wide(least) <= room * 1.9)
    tries.push([least, 2]);
  else if (box.h >= least * 6 && room >= longest * least * 0.97 && wide(least) <= room * 2.6) tries.push([least, 3]);
  else {
    if (wide(least) <= room * (arrangement === "tall" ? 1.6 : SQUEEZED)) tries.push([least, 1]);
    const folded = fold_hard(zone.label, Math.floor((room + 4) / (least * LETTER.plain)), LINES, language);
    if (!brush && folded.length > 1 && box.h >= least * (folded.length * 1.6 + 1.2))
      tries.push([least, folded.length, folded.join("\n")]);
  }
  for (const [size, lines, text = zone.label] of tries) {
    const height = lines > 1 ? size * (lines + 0.15) : size * 1.4;
    const at =
      height > box.h * 0.62 ? null : label_place(zone, scene, arrangement, Math.min(room, wide(size) / lines), height);
    if (at !== null) return { at, text, size, lines, height, width: 0, brush, hand, narrow: 0, left: 0 };
  }
  const [tight, line] = [wide(least) * TIGHT, least * 1.4];
  const squeezed =
    !brush && fitting >= least && box.h >= least * 3 ? label_place(zone, scene, arrangement, tight, line) : null;
  if (squeezed !== null)
    return { at: squeezed, text, size: least, lines: 1, height: line, width: 0, brush, hand, narrow: tight, left: 0 };
  const narrow = Math.max(broadest, (wide(1) / 2) * 1.1) * least;
  const between =
    narrow < room && box.h >= least * 5 ? label_place(zone, scene, arrangement, narrow, least * 2.15) : null;
  if (between !== null && !brush)
    return { at: between, text, size: least, lines: 2, height: least * 2.15, width: 0, brush, hand, narrow, left: 0 };
  const [size, height] = [
    Math.max(least, Math.min(most, 13.5 / scale)),
    Math.max(least, Math.min(most, 13.5 / scale)) * 1.4,
  ];
  const left = brush ? gap_above(zone, scene, arrangement, wide(size) + 6, height) : 0;
  return left > 0 ? { at: "top left", text, size, lines: 1, height, width: 0, brush, hand, narrow: 0, left } : null;
}

/** The label of a low zone: in one, two or three lines beside its pieces, where that takes less than its share. */
function label_beside(
  zone: Zone,
  box: Box,
  scale: number,
  least: number,
  most: number,
  brush: boolean,
  hand: boolean,
  share: number,
  least_wide = 0,
): Label | null {
  for (const lines of [1, 2, 3]) {
    const size = Math.min(most, 12 / scale, box.h / (lines * 1.02));
    const width = longest_line(zone.label, lines) * size * 0.53 + (hand ? size * 1.5 : 0) + 8;
    if (size >= least - 0.01 && width <= Math.max(box.w * share, Math.min(least_wide, box.w * 0.6)))
      return { at: "beside", text: zone.label, size, lines, height: box.h, width, brush, hand, narrow: 0, left: 0 };
  }
  return null;
}

/** The letters of the longest line when a label is laid in so many lines as evenly as can be. */
function longest_line(label: string, lines: number): number {
  const words = label.split(" ");
  for (let most = Math.max(...words.map((word) => word.length)); ; most++) {
    let [used, rows] = [0, 1];
    for (const word of words) {
      if (used > 0 && used + 1 + word.length > most) [used, rows] = [0, rows + 1];
      used += (used > 0 ? 1 : 0) + word.length;
    }
    if (rows <= lines) return most;
  }
}

const PLACES: readonly LabelPlace[] = [
  "top left",
  "top middle",
  "top right",
  "bottom left",
  "bottom middle",
  "bottom right",
];

/** A place for the label that no zone drawn above this one covers; null when there is none. */
function label_place(zone: Zone, scene: Scene, arrangement: Arrangement, w: number, h: number): LabelPlace | null {
  const box = box_of(zone, arrangement);
  const above = scene.zones.slice(scene.zones.indexOf(zone) + 1).map((other) => box_of(other, arrangement));
  const over = above.filter(
    (other) =>
      other.x < box.x + box.w && other.x + other.w > box.x && other.y < box.y + box.h && other.y + other.h > box.y,
  );
  if (over.length === 0) return "top left";
  const free = (place: LabelPlace): boolean => {
    const x = place.endsWith("left")
      ? box.x + 7
      : place.endsWith("right")
        ? box.x + box.w - w - 7
        : box.x + (box.w - w) / 2;
    const y = place.startsWith("top") ? box.y + 2 : box.y + box.h - h;
    return over.every(
      (other) => other.x > x + w || other.x + other.w < x || other.y > y + h - 5 || other.y + other.h < y,
    );
  };
  return PLACES.find(free) ?? null;
}

/** How far from its left edge a board has room for its name between what lies along its upper edge; 0: nowhere. */
function gap_above(zone: Zone, scene: Scene, arrangement: Arrangement, w: number, h: number): number {
  const box = box_of(zone, arrangement);
  const taken = scene.zones
    .slice(scene.zones.indexOf(zone) + 1)
    .map((other) => box_of(other, arrangement))
    .filter((other) => other.y < box.y + h - 2 && other.y + other.h > box.y && other.x < box.x + box.w)
    .sort((a, b) => a.x - b.x);
  let at = box.x + 4;
  for (const other of taken) {
    if (other.x - at >= w) break;
    at = Math.max(at, other.x + other.w + 2);
  }
  return at + w <= box.x + box.w - 4 ? at - box.x : 0;
}

/** One line of signs takes no more than this share of a place. */
const SIGN_SHARE = 0.3;
const SIGN_GAP = 0.15;
const LARGEST_SIGN = 15;
const NEARLY = 0.8;

export interface Signs {
  size: number;
  /** Their width beside the pieces, or 0: they stand below. */
  beside: number;
  /** In how many lines they stand below. */
  lines: number;
}

/** Signs in lines beside a single piece, which then has all of the height, where they are not much smaller than in one
 * line below it; else below. */
export function signs_of_zone(
  zone: Zone,
  arrangement: Arrangement,
  scale: number,
  label: Label | null,
  language: string,
): Signs {
  const none: Signs = { size: 0, beside: 0, lines: 1 };
  if (zone.signs.length === 0) return none;
  if (is_named(zone)) return { ...none, size: Math.max(SMALLEST / scale, 12) };
  const box = box_of(zone, arrangement);
  const least = SMALLEST / scale;
  const widths = zone.signs.map((sign) => sign_width(sign, language) + SIGN_GAP);
  const wide = widths.reduce((sum, width) => sum + width, 0);
  const below = Math.min(13, (box.w - 6) / wide, (box.h * SIGN_SHARE) / 1.3);
  const one: Signs = { size: below, beside: 0, lines: 1 };
  if (below >= least && zone.capacity !== 1) return one;
  const room = box.h - (label?.height ?? 0) - 3;
  const widest = Math.max(...widths) - SIGN_GAP;
  for (let size = Math.max(least, LARGEST_SIGN); ; size = Math.max(least, size - 0.5)) {
    if (below >= least && size < below * NEARLY) return one;
    for (const share of size > least ? [0.5] : [0.5, 0.6]) {
      const across = (box.w * share - 3) / size;
      if (widest <= across && sign_lines(widths, across) * 1.1 * size <= room)
        return { size, beside: box.w * share, lines: 1 };
    }
    if (!(size > least)) break;
  }
  if (below >= least) return one;
  const lines = sign_lines(widths, (box.w - 4) / least);
  if (lines * 1.15 * least <= box.h * 0.46) return { size: least, beside: 0, lines };
  return none;
}

/** How many lines signs of these widths need in a room, both in shares of their height. */
function sign_lines(widths: number[], room: number): number {
  let [lines, used] = [1, 0];
  for (const width of widths) {
    if (used > 0 && used + width > room) [lines, used] = [lines + 1, 0];
    used += width;
  }
  return lines;
}

/** The width of a sign in shares of its height: a picture, and before it a number or the word for "all". */
function sign_width(sign: string, language: string): number {
  const parts = signs_of(sign, language).map(({ before, icon, after }) => {
    const [said, letters] = [before + after, /\p{L}/u.test(before)];
    return icon === null ? said.length * (letters ? 0.5 : 0.6) : said.length * (letters ? 0.38 : 0.55) + 1.15;
  });
  return parts.reduce((sum, width) => sum + width, 0);
}
