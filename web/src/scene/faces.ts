/** What can be written on the face of a piece. */
import { goods_in, signs_of, width_of, type Sign } from "../art/badges";
import { is_code } from "../art/signs";
import { icon_for } from "../art/vocabulary";
import { language_of } from "../words/languages.svelte";
import type { Look, Piece } from "./types";

/** The smallest words on a piece, in pixels on the screen. */
export const SMALLEST = 11;
/** Lines over a whole face stand closer than their height. */
export const TIGHT = 0.94;
/** So few letters stand below the picture of a small card too. */
export const SHORT = 3;
/** From this width on, in pixels, a card writes out a cost that it else draws: all those of a row alike. */
const SPACIOUS = 92;

export interface Wording {
  /** The height of the letters. */
  size: number;
  /** Lines below the picture. */
  under: string[];
  /** Lines over the whole face, the picture faint behind them. */
  over: string[];
  /** A cost too long to be written ("wood ×2, skin ×1") is drawn: pictures with their numbers. */
  cost: { icon: string; count: string }[];
  /** The words need the room of the badges, and say what these would. */
  alone: boolean;
}

/** The words of a piece: below its picture where they fit, else over the whole face; readable, or not there at all (the
 * tip has them all). */
export function words_on(
  piece: Piece,
  look: Look,
  w: number,
  h: number,
  scale: number,
  busy: boolean,
  language: string,
): Wording {
  const size = Math.max(SMALLEST / scale, Math.min(12, w * 0.125));
  const none: Wording = { size, under: [], over: [], cost: [], alone: false };
  const flat = look.shape === "card" || look.shape === "tile";
  /** Its picture says more than its label does ("row 1, column 2: a hand"). */
  const pictured = look.shape === "tile" && look.alt.startsWith(piece.label) && look.alt !== piece.label;
  if (!piece.face_up || !flat || pictured || piece.label === "" || is_code(piece.label) || (piece.count ?? 1) !== 1)
    return none;
  const card = look.shape === "card";
  const most = Math.floor((w - 4) / (size * 0.48));
  const roomy = h * scale >= (card && piece.label.length > SHORT ? 56 : 40);
  /** How much of a face words may take: a tile with chips in its corner needs its upper half for them. */
  const share = card ? 0.66 : piece.badges.length > 0 ? 0.42 : 0.55;
  /** Goods that the label names as a cost. */
  const goods = card ? goods_in(piece.label, language).slice(0, 3) : [];
  const rows = busy ? 1 : Math.floor((h * share) / size);
  const under = roomy && (goods.length === 0 || w * scale >= SPACIOUS) ? fold(piece.label, most, rows, language) : [];
  if (under.length > 0) return { ...none, under };
  if (goods.length > 0) return { ...none, cost: goods };
  if (!card && icon_for(look.front) !== null) return none;
  const widths = piece.badges.map((badge) => width_of(signs_of(badge, language)) * size);
  const above = Math.ceil(widths.reduce((sum, width) => sum + width, 0) / (w + 8)) * size * 1.15;
  const lines = (room: number): string[] => {
    const fitting = Math.floor(room / (size * TIGHT));
    const easy = fold(piece.label, most, fitting, language);
    return easy.length > 0 ? easy : fold_hard(piece.label, most, fitting, language);
  };
  const below = lines(h - 3 - above);
  if (below.length > 0 || above === 0) return { ...none, over: below };
  const said = new Set(words_of(piece.label));
  const alone = piece.badges.every((badge) => words_of(badge).every((word) => said.has(word))) ? lines(h - 3) : [];
  return { ...none, over: alone, alone: alone.length > 0 };
}

/** Badges make room for the picture of their face where that leaves it so much of the height. */
const PICTURED = 0.34;
const LINE = 1.34;

/** How high the badges of a card or tile stand at its upper edge, or at its lower one where no words are. */
export interface Edges {
  head: number;
  foot: number;
}

/** What badges take of a face, in lines of their size; nothing where the picture would be too small beside them. */
export function edges_of(
  piece: Piece,
  look: Look,
  { w, h, busy = false }: { w: number; h: number; busy?: boolean },
  { under, over, cost, size: letters }: Wording,
  badges: readonly (readonly Sign[])[],
  size: number,
): Edges {
  const none: Edges = { head: 0, foot: 0 };
  const ground = look.shape === "tile" && look.w === look.h; // of a land: one corner alone carries its badges
  const flat = look.shape === "card" || (look.shape === "tile" && !ground && w < h * 1.3);
  if (!flat || busy || !piece.face_up || badges.length === 0 || icon_for(look.front) === null) return none;
  let [lines, used] = [1, 0];
  for (const badge of badges) {
    const wide = (width_of(badge) + 0.2) * size;
    if (used > 0 && used + wide > w + 6) [lines, used] = [lines + 1, 0];
    used += wide;
  }
  const high = lines * LINE * size - 4;
  if (under.length + over.length + cost.length === 0)
    return look.letter === "" && h - high >= h * PICTURED ? { head: 0, foot: high } : none;
  const left = h - high - under.length * letters - 4;
  return look.shape === "card" && under.length > 0 && left >= h * PICTURED ? { head: high, foot: 0 } : none;
}

/** Chips that are told by a letter alone carry their number beside it: a bubble would hide the letter. */
export function counts_on_face(piece: Piece, look: Look): boolean {
  return look.shape === "chip" && piece.count !== null && look.letter !== "" && icon_for(look.front) === null;
}

const words_of = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];

/** How many letters are as wide; a bound sign (French ` :`) is hardly wider than what it follows. */
const letters = (text: string): number => text.replace(/\u00a0\W/g, "").length;

/** Whether a line has room. A word of one syllable cannot be broken: two of its narrow letters are as wide as one. */
const fits = (line: string, most: number, language: string): boolean =>
  letters(line) <= most ||
  (/^\p{L}+$/u.test(line) &&
    line.replace(/[ijl](.*?)[ijl]/g, "i$1").length <= most &&
    syllable(line, most - 1, language) === 0);

/** A text in a few lines of whole words (`most` letters each), or nothing where it cannot be read as a whole. */
export function fold(text: string, most: number, rows: number, language: string): string[] {
  const folded: string[] = [];
  for (const word of text.split(" ")) {
    const line = folded.at(-1);
    if (line !== undefined && letters(`${line} ${word}`) <= most) folded[folded.length - 1] = `${line} ${word}`;
    else folded.push(word);
  }
  return folded.length <= rows && folded.every((line) => fits(line, most, language)) ? folded : [];
}

/** The same where it must stand: a word that is too long for a line goes on in the next, with a syllable of its own if
 * there are lines for that. */
export function fold_hard(text: string, most: number, rows: number, language: string): string[] {
  if (most < 4) return [];
  const folded = (cut: Cut): string[] =>
    fold(text.split(" ").flatMap((word) => broken(word, most, cut, language)).join(" "), most, rows, language); // prettier-ignore
  const kindly = folded(syllable);
  if (kindly.length > 0) return kindly;
  const full = filled(text, most, language);
  return full.length <= rows && full.every((line) => fits(line, most, language)) ? full : folded(() => 0);
}

/** The lines of a text when each is filled: a word that has no room begins in the line before, with whole syllables. */
function filled(text: string, most: number, language: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    const room = line === undefined ? 0 : most - letters(line) - 1;
    const cut = letters(word) <= room || room < 4 ? 0 : syllable(word, room - 1, language);
    if (line === undefined || (letters(word) > room && cut < 3)) lines.push(...broken(word, most, syllable, language));
    else if (cut === 0) lines[lines.length - 1] = `${line} ${word}`;
    else lines.splice(-1, 1, `${line} ${word.slice(0, cut)}-`, ...broken(word.slice(cut), most, syllable, language));
  }
  return lines;
}

/** After how many letters a word is broken, of so many at most; 0: nowhere in particular. */
type Cut = (word: string, most: number, language: string) => number;

/** The last place, after so many letters at most, where a word may be broken: before a consonant and its vowel, and
 * before the consonants that begin a syllable together with it. */
function syllable(word: string, most: number, language: string): number {
  const { vowels, together } = language_of(language).habits.syllables;
  const plain = word.replace(/\p{L}/gu, (letter) => letter.normalize("NFD").charAt(0)); // without accents
  const is_vowel = (at: number): boolean => vowels.test(plain.charAt(at));
  for (let at = Math.min(most + 1, word.length - 3); at >= 2; at--) {
    if (is_vowel(at) || !is_vowel(at + 1)) continue;
    const cut = at + 1 - (together.exec(plain.slice(0, at + 1))?.[0].length ?? 1);
    if (cut >= 2 && cut <= most && vowels.test(plain.slice(0, cut))) return cut;
  }
  return 0;
}

function broken(word: string, most: number, cut_of: Cut, language: string): string[] {
  if (fits(word, most, language)) return [word];
  const hyphen = word.lastIndexOf("-", most - 1);
  if (hyphen > 0) return [word.slice(0, hyphen + 1), ...broken(word.slice(hyphen + 1), most, cut_of, language)];
  const cut = cut_of(word, most - 1, language) || Math.min(most - 1, word.length - 3);
  return [`${word.slice(0, cut)}-`, ...broken(word.slice(cut), most, cut_of, language)];
}
