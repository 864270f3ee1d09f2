/** The scene as the server sends it: the table as one viewer sees it, as plain data.
 * Mirrors `firstfire.kernel.scene`; nothing here knows a game. */

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export type ZoneKind =
  | "pile" | "row" | "fan" | "grid" | "track" | "slots" | "area" | "panel" | "map" | "tokens"; // prettier-ignore

export interface Zone {
  id: string;
  kind: ZoneKind;
  box: Box;
  tall: Box | null;
  label: string;
  owner: number | null;
  capacity: number | null;
  columns: number | null;
  cells: [number, number][];
  links: [number, number, string][];
  art: string;
  tip: string;
  parent: string;
  /** What is printed on it: "+1 wood", "/", "2 meat". */
  signs: string[];
}

export interface Look {
  id: string;
  shape: string;
  front: string;
  back: string;
  letter: string;
  colour: string;
  alt: string;
  w: number;
  h: number;
}

export interface Piece {
  id: string;
  zone: string;
  slot: number;
  look: string;
  face_up: boolean;
  turned: number;
  owner: number | null;
  count: number | null;
  label: string;
  badges: string[];
  tip: string;
}

/** Pieces to look through, opened from a zone: a whole pile, or an aid. Without a label: what lies in the zone. */
export interface Listing {
  id: string;
  zone: string;
  pieces: Piece[];
  label: string;
}

export interface Counter {
  id: string;
  label: string;
  value: number;
  seat: number | null;
  icon: string;
}

export interface Choice {
  action: number;
  text: string;
  sentence: string;
  picks: string[];
}

export interface Prompt {
  seat: number | null;
  sentence: string;
  step: string;
}

export interface Scene {
  game: string;
  seats: number;
  viewer: number;
  size: Box;
  tall: Box;
  prompt: Prompt;
  zones: Zone[];
  looks: Look[];
  pieces: Piece[];
  counters: Counter[];
  choices: Choice[];
  lists: Listing[];
  /** Of each seat, the same all game long; none: the client's own. */
  colours: string[];
  over: boolean;
  ending: string;
  /** The moment of the game, as chapters of its rulebook name it. */
  phase?: string;
}
