/** A player's board folded to one line, so that the rest of the table has its room. */
import { box_of, plane_of, type Arrangement } from "./boxes";
import { land_side } from "./stretch";
import type { Box, Scene, Zone } from "./types";

/** The height of a folded board in units of the table, before the words' size asks for more. */
const LINE = 34;

/** The boards that can be folded: those of the other players. */
export function foldable(scene: Scene): Zone[] {
  return scene.zones.filter((zone) => zone.kind === "panel" && zone.parent === "" && is_rival(zone, scene));
}

function is_rival(zone: Zone, scene: Scene): boolean {
  return zone.owner !== null && zone.owner !== scene.viewer;
}

/** A window lower than this, in pixels, has no room for the boards of several others. */
const LOW = 700;
/** Nor has one in which a land would be smaller than this: seven tiles in a line, each as large as two fingers. */
const LAND = 605;

/** The boards of several others begin folded in a low window, where that makes the rest of the table larger. Who only
    watches has no board of his own to look at: there all stay open. */
export function in_the_way(scene: Scene, arrangement: Arrangement, window: { w: number; h: number }): boolean {
  const rivals = foldable(scene).map((zone) => zone.id);
  const has_own = scene.zones.some((zone) => zone.kind === "panel" && zone.owner === scene.viewer);
  if (arrangement !== "wide" || !has_own || rivals.length < 2) return false;
  if (window.h >= LOW) return land_side(scene, arrangement, window) < LAND;
  const fit = (table: Scene): number => {
    const plane = plane_of(table, arrangement);
    return Math.min(window.w / plane.w, window.h / plane.h);
  };
  return fit(fold(scene, new Set(rivals), arrangement)) > fit(scene) * 1.03;
}

/** The boards on which one of these things lies. */
export function panels_with(scene: Scene, ids: readonly string[]): Set<string> {
  const parents = new Map(scene.zones.map((zone) => [zone.id, zone.parent]));
  const zones = new Map(scene.pieces.map((piece) => [piece.id, piece.zone]));
  const found = new Set<string>();
  for (const id of ids) for (let at = zones.get(id) ?? id; at; at = parents.get(at) ?? "") found.add(at);
  return found;
}

/** The scene without what lies on the folded boards; where nothing stood beside them, all below comes up. */
export function fold(scene: Scene, folded: ReadonlySet<string>, arrangement: Arrangement, line = LINE): Scene {
  const panels = foldable(scene).filter((zone) => folded.has(zone.id));
  if (panels.length === 0) return scene;
  const gone = below(scene, new Set(panels.map((zone) => zone.id)));
  const kept = scene.zones.filter((zone) => !gone.has(zone.id));
  const strips = free_strips(kept, panels, arrangement, line);
  const raised = (box: Box): Box => {
    const up = strips.reduce((sum, strip) => sum + (box.y >= strip.bottom - 1 ? strip.saved : 0), 0);
    return up === 0 ? box : { ...box, y: box.y - up };
  };
  const shut = new Set(panels.map((zone) => zone.id));
  const zones = kept.map((zone) => {
    const box = raised(box_of(zone, arrangement));
    const laid = shut.has(zone.id) ? { ...box, h: Math.min(box.h, line) } : box;
    return laid === box_of(zone, arrangement)
      ? zone
      : arrangement === "tall" ? { ...zone, tall: laid } : { ...zone, box: laid };
  }); // prettier-ignore
  return { ...scene, zones, pieces: scene.pieces.filter((piece) => !gone.has(piece.zone) && !shut.has(piece.zone)) };
}

/** Everything that lies on these zones, and on what lies on them. */
function below(scene: Scene, roots: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (let grown = true; grown;) {
    grown = false;
    for (const zone of scene.zones)
      if (!found.has(zone.id) && (roots.has(zone.parent) || found.has(zone.parent))) {
        found.add(zone.id);
        grown = true;
      }
  }
  return found;
}

interface Strip {
  bottom: number;
  saved: number;
}

/** Strips of the table, from side to side, in which nothing but folded boards stood. */
function free_strips(kept: Zone[], panels: Zone[], arrangement: Arrangement, line: number): Strip[] {
  const shut = new Set(panels.map((zone) => zone.id));
  const others = kept.filter((zone) => !shut.has(zone.id)).map((zone) => box_of(zone, arrangement));
  const strips: Strip[] = [];
  for (const panel of panels) {
    const box = box_of(panel, arrangement);
    const bottom = box.y + box.h;
    const alone = others.every((other) => other.y >= bottom - 1 || other.y + other.h <= box.y + 1);
    const known = strips.some((strip) => Math.abs(strip.bottom - bottom) < 2);
    if (alone && !known && box.h > line) strips.push({ bottom, saved: box.h - line });
  }
  return strips;
}
