/** What can be written on the face of a piece. */
import { icon_for } from "../art/vocabulary";
import type { Look, Piece } from "./types";

/** Chips that are told by a letter alone carry their number beside it: a bubble would hide the letter. */
export function counts_on_face(piece: Piece, look: Look): boolean {
  return look.shape === "chip" && piece.count !== null && look.letter !== "" && icon_for(look.front) === null;
}

/** A text in a few lines of whole words (`most` letters each), or nothing where it cannot be read as a whole. */
export function fold(text: string, most: number, rows: number): string[] {
  const folded: string[] = [];
  for (const word of text.split(" ")) {
    const line = folded.at(-1);
    if (line !== undefined && `${line} ${word}`.length <= most) folded[folded.length - 1] = `${line} ${word}`;
    else folded.push(word);
  }
  return folded.length <= rows && folded.every((line) => line.length <= most) ? folded : [];
}

/** The same where it must stand: a word that is too long for a line goes on in the next. */
export function fold_hard(text: string, most: number, rows: number): string[] {
  if (most < 4) return [];
  const words = text.split(" ").flatMap((word) => broken(word, most));
  return fold(words.join(" "), most, rows);
}

function broken(word: string, most: number): string[] {
  if (word.length <= most) return [word];
  const hyphen = word.lastIndexOf("-", most - 1);
  if (hyphen > 0) return [word.slice(0, hyphen + 1), ...broken(word.slice(hyphen + 1), most)];
  const cut = Math.min(most - 1, word.length - 3);
  return [`${word.slice(0, cut)}-`, ...broken(word.slice(cut), most)];
}
