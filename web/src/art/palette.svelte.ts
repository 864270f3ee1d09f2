/** Colours by name, as earth pigments; and the clans' colours and marks. */
import type { Scene } from "../scene/types";

const PIGMENTS: Record<string, string> = {
  red: "#a63d25", rust: "#a63d25", ochre: "#c8862b", yellow: "#d9a62e", gold: "#d9a62e", orange: "#c9682c",
  blue: "#3f6f8c", teal: "#3d7f78", green: "#5f7a36", moss: "#5f7a36", white: "#ece3cf", bone: "#e6d9bb",
  chalk: "#f2ecdd", black: "#3a322b", charcoal: "#3a322b", brown: "#75492a", grey: "#8b8378", gray: "#8b8378",
  purple: "#74506e", violet: "#74506e", pink: "#c78a7d", sand: "#d8bd8a", stone: "#97907f", lime: "#93a34b",
  beige: "#d8c49b", cream: "#efe4c8", amber: "#d08b2a", crimson: "#8f2d2b", cyan: "#5b96a0", tan: "#b98d5c",
}; // prettier-ignore

/** The pigment a colour name stands for; a `#rrggbb` stays; anything else is null. */
export function pigment(name: string): string | null {
  const clean = name.trim().toLowerCase();
  if (/^#[0-9a-f]{3,8}$/.test(clean)) return clean;
  return PIGMENTS[clean] ?? null;
}

export interface Clan {
  colour: string;
  /** What stands in the palm of the clan's hand-print. */
  mark: "dot" | "bar" | "cross" | "ring" | "wave" | "sun";
}

export const CLANS: readonly Clan[] = [
  { colour: "#a63d25", mark: "dot" },
  { colour: "#3f6f8c", mark: "bar" },
  { colour: "#d39b26", mark: "cross" },
  { colour: "#5f7a36", mark: "ring" },
  { colour: "#74506e", mark: "wave" },
  { colour: "#8b8378", mark: "sun" },
];

/** What somebody has chosen for themselves; no mark: nothing. */
interface Chosen {
  mark: string;
  colour: number;
}
/** Colours of the seats at the table, none: the clans' own; and the marks of who sits there. */
const worn = $state<{ colours: readonly string[]; marks: readonly string[] }>({ colours: [], marks: [] });

/** A seat's colour and mark; `given`: the colours of a game that is not on the table yet. */
export function clan(seat: number, given: readonly string[] = []): Clan {
  const own = CLANS[((seat % CLANS.length) + CLANS.length) % CLANS.length] as Clan;
  const colour = pigment(given[seat] ?? "") ?? worn.colours[seat];
  return colour === undefined ? own : { ...own, colour };
}

/** The mark of who sits on a seat; empty: none. */
export const mark_of = (seat: number): string => worn.marks[seat] ?? "";

/** Seats wear the colours the scene gives them, wherever their pieces lie; else those that people have chosen. */
export function wear_colours(scene: Scene | null, seats: readonly Chosen[] = []): void {
  const given = (scene?.colours ?? []).map(pigment).filter((colour) => colour !== null);
  const found = given.length === scene?.seats ? given : chosen_colours(seats);
  if (found.join() !== worn.colours.join()) worn.colours = found;
  const all = seats.map((seat) => seat.mark);
  const marks = all.map((mark, i) => (all.indexOf(mark) === i ? mark : ""));
  if (marks.join() !== worn.marks.join()) worn.marks = marks;
}

/** Everybody's own colour, where nobody before them has it; the others keep their seat's, or get one that is left. */
function chosen_colours(seats: readonly Chosen[]): string[] {
  if (!seats.some((seat) => seat.mark)) return [];
  const taken = new Set<number>();
  const take = (colour: number): boolean => !taken.has(colour) && taken.add(colour).size > 0;
  const own = seats.map((seat) => (seat.mark && take(seat.colour) ? seat.colour : null));
  return own.map((colour, seat) => {
    const free = colour ?? (take(seat) ? seat : CLANS.findIndex((_, i) => take(i)));
    return (CLANS[free] ?? (CLANS[0] as Clan)).colour;
  });
}

/** How much light a colour gives back, 0 to 1. */
function light_of(colour: string): number {
  const hex = colour.replace("#", "");
  const wide = hex.length < 6 ? [...hex].map((c) => c + c).join("") : hex;
  const part = (at: number): number => {
    const value = parseInt(wide.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4);
}

/** Chalk or charcoal, whichever reads better on a colour. */
export function ink_on(colour: string): string {
  return light_of(colour) > 0.26 ? "#2b231c" : "#f6efe0";
}

/** Charcoal and its like. */
export function is_dark(colour: string): boolean {
  return light_of(colour) < 0.045;
}

/** A colour to draw lines with: pale ones are darkened, or they are lost on the wall. */
export function line_of(colour: string): string {
  return light_of(colour) > 0.5 ? shade(colour, -0.38) : colour;
}

/** The colour of the picture on a card: pale ones are darkened, or they are lost on its face. */
export function drawn_on_card(colour: string): string {
  const darker = shade(colour, -0.18);
  return light_of(darker) > 0.22 ? shade(colour, -0.5) : darker;
}

/** A colour moved towards black (negative) or white (positive), by a share of the way. */
export function shade(colour: string, share: number): string {
  const hex = colour.replace("#", "");
  const wide = hex.length < 6 ? [...hex].map((c) => c + c).join("") : hex;
  const part = (at: number): string => {
    const value = parseInt(wide.slice(at, at + 2), 16);
    const moved = share < 0 ? value * (1 + share) : value + (255 - value) * share;
    return Math.round(moved).toString(16).padStart(2, "0");
  };
  return `#${part(0)}${part(2)}${part(4)}`;
}
