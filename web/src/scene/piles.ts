/** Piles that can be opened: everything in them, and aids (cards nobody has seen yet) opened from the same place. */
import type { Piece, Scene, Zone } from "./types";

/** Something to look through: what it is called, and its pieces, the top first. */
export interface Stack {
  label: string;
  pieces: Piece[];
  /** Not what lies there, but an aid that is opened from there. */
  aid: boolean;
}

/** The zone a click on a piece or zone means. */
export function zone_of(scene: Scene, id: string): Zone | undefined {
  const piece = scene.pieces.find((each) => each.id === id);
  return scene.zones.find((zone) => zone.id === (piece?.zone ?? id));
}

/** What can be looked through at a place: the lists the scene gives, or a heap of open cards. */
export function stacks(scene: Scene, zone: Zone): Stack[] {
  const lists = scene.lists.filter((list) => list.zone === zone.id && list.pieces.length > 0);
  const own = lists.some((list) => list.label === "") ? [] : open_cards(scene, zone);
  const found = lists.map((list) => ({ label: list.label || zone.label, pieces: list.pieces, aid: list.label !== "" }));
  return own.length > 1 ? [{ label: zone.label, pieces: own, aid: false }, ...found] : found;
}

/** The cards and tiles that lie open on one another, the last one first. */
function open_cards(scene: Scene, zone: Zone): Piece[] {
  if (zone.kind !== "pile" && (zone.kind !== "area" || zone.cells.length > 0)) return [];
  const flat = new Set(
    scene.looks.filter((look) => look.shape === "card" || look.shape === "tile").map((look) => look.id),
  );
  const inside = scene.pieces.filter(
    (piece) => piece.zone === zone.id && piece.face_up && piece.count === null && flat.has(piece.look),
  );
  return inside.sort((a, b) => b.slot - a.slot);
}

/** How many pieces a stack holds, equal ones counted. */
export function size_of(stack: Stack): number {
  return stack.pieces.reduce((sum, piece) => sum + (piece.count ?? 1), 0);
}
