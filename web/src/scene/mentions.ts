/** Names in the log: which words of a sentence are things on the table, so that they can be pointed at. */
import type { LogPart } from "../net/types";
import type { Scene } from "./types";

/** A stretch of a sentence; `name` (in lower case) when it stands for something one can point at. */
export interface Stretch {
  text: string;
  name: string | null;
  seat: number | null;
}

/** What a name stands for at this moment: places and pieces that glow, and the look of a card that is not on the table. */
export interface Pointed {
  ids: string[];
  look: string | null;
}

const SHORTEST = 3;

/** All names that this scene knows, in lower case: labels of zones and pieces, and what looks are called. */
export function names_in(scene: Scene): Set<string> {
  const names = new Set<string>();
  const add = (name: string): void => {
    const clean = name.trim().toLowerCase();
    if (clean.length >= SHORTEST && /\p{L}/u.test(clean)) names.add(clean);
  };
  for (const zone of scene.zones) add(plain_label(zone.label));
  for (const piece of scene.pieces) add(piece.label);
  for (const look of scene.looks) add(look.alt);
  return names;
}

/** "14 Smoke" is spoken of as "Smoke", "Fresco (1 Tool)" as "Fresco". */
function plain_label(label: string): string {
  return label.replace(/^\d+\s+/, "").replace(/\s+\([^()]*\)$/, "");
}

/** Cuts sentences into stretches; remembers what it has cut while the names stay the same. */
export class Reader {
  private pattern: RegExp | null = null;
  private names = new Set<string>();
  private key = "";
  private cut = new Map<string, Stretch[]>();

  constructor(private seats: readonly string[] = []) {}

  /** The names of the scene on the table, and of the players. */
  learn(scene: Scene, seats: readonly string[]): void {
    this.names = names_in(scene);
    this.seats = seats;
    const key = JSON.stringify([[...this.names].sort(), seats]);
    if (key === this.key) return;
    this.key = key;
    this.cut = new Map();
    const words = [...this.names, ...seats.map((name) => name.toLowerCase()).filter(Boolean)];
    words.sort((a, b) => b.length - a.length);
    const choice = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
    this.pattern = words.length > 0 ? new RegExp(`(?<![\\p{L}\\p{N}])(${choice})(?![\\p{L}\\p{N}])`, "giu") : null;
  }

  /** A sentence in stretches; `parts` (from the server) says which of its words are arguments. */
  read(text: string, parts: readonly LogPart[] | undefined): Stretch[] {
    const known = this.cut.get(text);
    if (known) return known;
    const made = parts && parts.length > 0 ? parts.flatMap((part) => this.argument(part)) : this.search(text);
    if (this.cut.size > 600) this.cut.clear();
    this.cut.set(text, made);
    return made;
  }

  private argument([text, domain, index]: LogPart): Stretch[] {
    if (domain === undefined) return [{ text, name: null, seat: null }];
    if (domain === "seat") return [{ text, name: null, seat: index ?? null }];
    return this.names.has(text.toLowerCase()) ? [{ text, name: text.toLowerCase(), seat: null }] : this.search(text);
  }

  private search(text: string): Stretch[] {
    if (this.pattern === null) return [{ text, name: null, seat: null }];
    const made: Stretch[] = [];
    let from = 0;
    for (const found of text.matchAll(this.pattern)) {
      if (found.index > from) made.push({ text: text.slice(from, found.index), name: null, seat: null });
      const seat = this.seats.findIndex((name) => name.toLowerCase() === found[0].toLowerCase());
      made.push({ text: found[0], name: seat < 0 ? found[0].toLowerCase() : null, seat: seat < 0 ? null : seat });
      from = found.index + found[0].length;
    }
    if (from < text.length) made.push({ text: text.slice(from), name: null, seat: null });
    return made;
  }
}

/** Marks that may not begin a line. */
const MARKS = /^[\u00a0\u202f]?[.,;:!?)\]»”’]+/u;
const is_name = (stretch: Stretch | undefined): boolean => stretch?.name != null || stretch?.seat != null;

/** The marks right after the name at this place of a sentence: they stay on its line. */
export function mark_after(sentence: readonly Stretch[], at: number): string {
  const next = sentence[at + 1];
  return next && is_name(sentence[at]) && !is_name(next) ? (MARKS.exec(next.text)?.[0] ?? "") : "";
}

/** Marks that may not end a line. */
const OPENING = /[([«“‘][\u00a0\u202f]?$/u;

/** The marks right before the name at this place of a sentence: they stay on its line too. */
export function mark_before(sentence: readonly Stretch[], at: number): string {
  const last = sentence[at - 1];
  return last && is_name(sentence[at]) && !is_name(last) ? (OPENING.exec(last.text)?.[0] ?? "") : "";
}

/** What a plain stretch says itself, without the marks that stand with the names around it. */
export function between(sentence: readonly Stretch[], at: number): string {
  const text = sentence[at]?.text ?? "";
  return text.slice(mark_after(sentence, at - 1).length, text.length - mark_before(sentence, at + 1).length);
}

/** What a stretch points at in the scene on the table. */
export function pointed_at(scene: Scene, stretch: Stretch): Pointed {
  if (stretch.seat !== null) {
    const boards = scene.zones.filter((zone) => zone.owner === stretch.seat);
    const panels = boards.filter((zone) => zone.kind === "panel");
    return { ids: (panels.length > 0 ? panels : boards).map((zone) => zone.id), look: null };
  }
  const name = stretch.name;
  if (name === null) return { ids: [], look: null };
  const looks = new Set(scene.looks.filter((look) => look.alt.toLowerCase() === name).map((look) => look.id));
  const pieces = scene.pieces.filter(
    (piece) => piece.label.toLowerCase() === name || (looks.has(piece.look) && piece.face_up),
  );
  const zones = scene.zones.filter((zone) => plain_label(zone.label).toLowerCase() === name);
  return { ids: [...pieces, ...zones].map((each) => each.id), look: [...looks][0] ?? null };
}
