/** What a screen reader says for each piece and zone, and the order in which one walks through them. */
import { stacks } from "./piles";
import { is_named, place_name } from "./stretch";
import type { Piece, Scene, Zone } from "./types";

export interface Names {
  zones: Map<string, string>;
  pieces: Map<string, string>;
}

/** `slot` says which place of its row a piece has, where that is all that tells it from its neighbours. */
export function names_of(
  scene: Scene,
  say: { lit: string; empty: string; open: string; slot?: (number: number) => string },
): Names {
  const looks = new Map(scene.looks.map((look) => [look.id, look]));
  const labels = new Map(scene.zones.map((zone) => [zone.id, full_label(zone, scene.zones)]));
  const named = new Map(scene.zones.filter(is_named).map((zone) => [zone.id, zone]));
  const held = new Map<string, string[]>();
  /** Pieces of the same look and name lie in several places of its zone. */
  const rows = new Map<string, Set<number>>();
  const row_of = (piece: Piece): string => [piece.zone, piece.look, piece.label].join("\n");
  for (const piece of scene.pieces) rows.set(row_of(piece), (rows.get(row_of(piece)) ?? new Set()).add(piece.slot));
  const is_one_of = (piece: Piece): boolean => (rows.get(row_of(piece))?.size ?? 0) > 1;
  const pieces = new Map<string, string>();
  for (const piece of scene.pieces) {
    const look = looks.get(piece.look);
    const what = piece_name(piece, look?.alt ?? "", look?.letter ?? "");
    const where = labels.get(piece.zone) ?? "";
    const land = named.get(piece.zone);
    const alike = say.slot && where !== "" && is_one_of(piece) && !land;
    const place = land ? place_name(land, piece.slot) : alike ? say.slot?.(piece.slot + 1) : "";
    pieces.set(piece.id, [what, where, place].filter(Boolean).join(", "));
    const list = held.get(piece.zone);
    if (list) list.push(what);
    else held.set(piece.zone, [what]);
  }
  const zones = new Map<string, string>();
  for (const zone of scene.zones) {
    const label = labels.get(zone.id) || zone.id;
    const inside = held.get(zone.id);
    const opens = stacks(scene, zone).length > 0 ? ` (${say.open})` : "";
    const printed = zone.signs.length > 0 && !named.has(zone.id) ? ` (${zone.signs.join(" ")})` : "";
    zones.set(zone.id, `${label}${printed}${opens}: ${inside ? inside.slice(0, 12).join("; ") : say.empty}`);
  }
  return { zones, pieces };
}

/** What one piece of a kind is called: its label, or what it shows. */
export function look_name(scene: Scene, id: string): string {
  const piece = scene.pieces.find((each) => each.id === id);
  const look = scene.looks.find((each) => each.id === piece?.look);
  if (piece && piece.count !== null && look?.alt) return look.alt; // its label may tell how many there are
  return piece?.label || look?.alt || look?.letter || id;
}

/** What a piece or a place is called in a sentence; "" where it has no name. */
export function thing_name(scene: Scene, id: string): string {
  if (scene.pieces.some((each) => each.id === id)) return look_name(scene, id);
  return scene.zones.find((each) => each.id === id)?.label ?? "";
}

export function piece_name(piece: Piece, alt: string, letter: string): string {
  const whole = alt.includes(piece.label); // what it shows says all that its label says
  const words = [whole ? alt || letter || piece.look : piece.label];
  if (!whole && !piece.label.includes(alt)) words.push(alt);
  if (piece.count !== null) words.push(`× ${piece.count}`);
  if (piece.badges.length > 0) words.push(piece.badges.join(", "));
  return words.join(", ");
}

function full_label(zone: Zone, zones: readonly Zone[]): string {
  const parent = zones.find((each) => each.id === zone.parent);
  if (zone.label === "") return parent?.label ?? "";
  const owned = parent !== undefined && parent.label !== "" && zone.owner !== null && parent.owner === zone.owner;
  return owned && !zone.label.includes(parent.label) ? `${zone.label}, ${parent.label}` : zone.label;
}

/** Lit ids in the order a player thinks: own area, then the board, then the others; left to right. */
export function walk(scene: Scene, lit: ReadonlySet<string>): string[] {
  const zones = new Map(scene.zones.map((zone) => [zone.id, zone]));
  const entries: { id: string; key: [number, number, number] }[] = [];
  const push = (id: string, zone: Zone | undefined, slot: number): void => {
    const owner = zone?.owner ?? null;
    const rank = owner === null ? 1 : owner === scene.viewer ? 0 : 2;
    entries.push({ id, key: [rank, Math.round((zone?.box.y ?? 0) / 40) * 4000 + (zone?.box.x ?? 0), slot] });
  };
  for (const piece of scene.pieces) if (lit.has(piece.id)) push(piece.id, zones.get(piece.zone), piece.slot);
  for (const zone of scene.zones) if (lit.has(zone.id)) push(zone.id, zone, -1);
  entries.sort((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1] || a.key[2] - b.key[2]);
  return entries.map((entry) => entry.id);
}

/** So few things that glow are called by their names, */
const MOST_NAMED = 3;

/** if each has one of its own, other than that of what was picked. */
export function tell_apart(names: readonly string[], picked: string): boolean {
  return names.length <= MOST_NAMED && new Set(["", picked, ...names]).size === names.length + 2;
}
