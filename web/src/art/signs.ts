/** Shapes that tell colours apart, and what is left of a letter where shapes and pictures tell the rest. */
import type { Look, Piece } from "../scene/types";

/** In a field of 128. */
export const SIGNS: Record<string, string> = {
  "sign-triangle": "M64 14 118 112H10Z",
  "sign-flame": "M64 8C70 36 104 52 100 86C98 108 82 120 64 120C44 120 28 106 28 84C28 66 40 60 44 44C52 52 54 58 56 64C64 48 66 30 64 8Z",
  "sign-star": "M64 6 78 44 118 46 87 71 98 110 64 88 30 110 41 71 10 46 50 44Z",
  "sign-waves": "M8 44Q22 20 36 34T64 40T92 34T120 40V60Q106 46 92 56T64 62T36 56T8 66ZM8 86Q22 62 36 76T64 82T92 76T120 82V102Q106 88 92 98T64 104T36 98T8 108Z",
  "sign-square": "M20 20H108V108H20Z",
  "sign-ring": "M64 8A56 56 0 1 0 64 120A56 56 0 1 0 64 8ZM64 38A26 26 0 1 1 64 90A26 26 0 1 1 64 38Z",
  "sign-leaf": "M16 112C6 52 44 10 116 12C120 84 78 124 24 104L70 60L16 112Z",
  "sign-diamond": "M64 6 112 64 64 122 16 64Z",
  "sign-bar": "M12 22H116V54H12ZM12 76H116V108H12Z",
  "sign-cross": "M48 10H80V48H118V80H80V118H48V80H10V48H48Z",
}; // prettier-ignore

/** The shape that goes with a colour, always the same: dark and pale ones by their light, the others by their hue. */
export function sign_of_colour(colour: string): string {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(colour);
  if (!hex) return "sign-diamond";
  const [r = 0, g = 0, b = 0] = hex.slice(1).map((part) => parseInt(part, 16) / 255);
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const span = most - least;
  if (span < 0.12) return most > 0.8 ? "sign-ring" : most > 0.35 ? "sign-triangle" : "sign-cross";
  const turn = most === r ? ((g - b) / span + 6) % 6 : most === g ? (b - r) / span + 2 : (r - g) / span + 4;
  const hue = turn * 60;
  if (hue >= 340 || hue < 16) return "sign-flame";
  if (hue < 42) return most < 0.6 ? "sign-square" : "sign-bar";
  if (hue < 66) return "sign-star";
  if (hue < 170) return "sign-leaf";
  return hue < 255 ? "sign-waves" : "sign-diamond";
}

/** The shape on a cube or a chip that is told by a colour; null where a picture or a number tells it. */
export function sign_on(look: Look): string | null {
  const coloured = (look.shape === "cube" || look.shape === "chip") && /\p{L}/u.test(look.letter);
  return coloured && look.colour !== "" ? sign_of_colour(look.colour) : null;
}

/** What is printed of a letter when things are told by pictures and shapes: numbers and signs stay, and a letter that is
 * part of a thing's name ("megalith C"). A code is left to the tip. */
export function without_code(look: Look, is_owned: boolean): string {
  const { letter, shape } = look;
  if (!/\p{L}/u.test(letter)) return letter;
  if (shape === "hex" || is_owned) return "";
  if (look.alt.split(" ").includes(letter)) return /\d/.test(letter) ? "" : letter;
  return /\d+$/.exec(letter)?.[0] ?? "";
}

/** Discs and tokens that say no more than whose they are: the mark of that clan says it, not its letter. */
export const is_told_by_mark = (piece: Piece, look: Look, letters: boolean): boolean =>
  !letters && piece.owner !== null && look.shape === "disc" && /\p{L}/u.test(look.letter);

/** A label that is only a code ("K5") names nothing on a face. */
export const is_code = (label: string): boolean => /^\p{Lu}{1,2}\d+$/u.test(label);
