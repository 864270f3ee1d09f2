/** A small scene to lay out and click through in the tests. */
import type { Choice, Look, Piece, Scene, Zone, ZoneKind } from "../src/scene/types";

export function zone(id: string, kind: ZoneKind, box = { x: 0, y: 0, w: 300, h: 150 }, more: Partial<Zone> = {}): Zone {
  return {
    id, kind, box, tall: null, label: "", owner: null, capacity: null, columns: null, cells: [], links: [], art: "",
    tip: "", parent: "", signs: [], after: "", ...more,
  }; // prettier-ignore
}

export function look(id: string, shape = "token", w = 40, h = 40): Look {
  return { id, shape, front: "", back: "", letter: "", colour: "", alt: id, w, h };
}

export function piece(id: string, at: string, slot = 0, more: Partial<Piece> = {}): Piece {
  return {
    id, zone: at, slot, look: "token", face_up: true, turned: 0, owner: null, count: null, label: "", badges: [],
    tip: "", ...more,
  }; // prettier-ignore
}

export function choice(action: number, ...picks: string[]): Choice {
  return { action, text: `a${action}`, sentence: `Do ${action}`, picks, take: [], default: false, quiet: false };
}

export function scene(zones: Zone[], pieces: Piece[], more: Partial<Scene> = {}): Scene {
  const plane = { x: 0, y: 0, w: 1200, h: 800 };
  return {
    game: "any", seats: 2, viewer: 0, size: plane, tall: { x: 0, y: 0, w: 600, h: 1000 },
    prompt: { seat: 0, sentence: "", step: "", held: [], chapter: "" }, zones,
    looks: [look("token"), look("card", "card", 60, 84)], pieces,
    counters: [], choices: [], chains: [], lists: [], colours: [], over: false, ending: "", phase: "", quiet: [], ...more,
  }; // prettier-ignore
}
