/** The interaction grammar: a list of paths of picks. Light all first picks, narrow by clicks,
 * play when one choice is left. No rule is computed here. */
import type { Choice, Scene } from "./types";

export interface Step {
  /** Choices that are still reachable by the trail. */
  open: Choice[];
  /** Ids that may be picked next. */
  lit: Set<string>;
  /** Choices that need no further pick: shown as buttons. */
  ready: Choice[];
  /** Choices that need no further pick, but pieces laid together (see `group.ts`). */
  group: Choice[];
  /** The choice to play now, when the trail leaves only one. */
  settled: Choice | null;
}

/** Where a trail of picks has led. An empty trail never settles by itself. */
export function follow(choices: readonly Choice[], trail: readonly string[]): Step {
  const open = choices.filter((choice) => trail.every((pick, i) => choice.picks[i] === pick));
  const lit = new Set<string>();
  const ready: Choice[] = [];
  const group: Choice[] = [];
  for (const choice of open) {
    const next = choice.picks[trail.length];
    if (choice.quiet && trail.length === 0) continue;
    if (next !== undefined) lit.add(next);
    else if (choice.take.length > 0 || choice.default) group.push(choice);
    else ready.push(choice);
  }
  const settled = trail.length > 0 && open.length === 1 ? (open[0] ?? null) : null;
  return { open, lit, ready, group, settled };
}

/** Another pick instead of the last one, or of one before: the longest beginning of the trail that could go on with this
 * id instead, and the id; null where none could. */
export function pick_again(choices: readonly Choice[], trail: readonly string[], id: string): string[] | null {
  for (let kept = trail.length - 1; kept >= 0; kept -= 1) {
    const before = trail.slice(0, kept);
    if (follow(choices, before).lit.has(id)) return [...before, id];
  }
  return null;
}

/** Everything that could be picked instead of something on the trail. */
export function others(choices: readonly Choice[], trail: readonly string[]): Set<string> {
  return new Set(trail.flatMap((_, kept) => [...follow(choices, trail.slice(0, kept)).lit]));
}

/** The choices that a further pick would keep: what a hovered piece can lead to. */
export function leads(choices: readonly Choice[], trail: readonly string[], id: string): Choice[] {
  return choices.filter(
    (choice) => choice.picks[trail.length] === id && trail.every((pick, i) => choice.picks[i] === pick),
  );
}

/** What is not offered by a glow, but can be asked for by name in the card of a thing. */
export function on_request(choices: readonly Choice[], trail: readonly string[], id: string): Choice[] {
  return trail.length > 0 ? [] : leads(choices, trail, id).filter((choice) => choice.quiet);
}

/** What a click on a thing may mean: the thing, the zone it lies in, and the boards under that. */
export function under(scene: Scene, id: string): string[] {
  const zones = new Map(scene.zones.map((zone) => [zone.id, zone]));
  const found = [id];
  const first = scene.pieces.find((piece) => piece.id === id)?.zone ?? zones.get(id)?.parent;
  for (let at = first; at && !found.includes(at); at = zones.get(at)?.parent) found.push(at);
  return found;
}

/** The table as it is drawn: zones that open after a pick are there when it has been made, with what lies on them. */
export function opened(scene: Scene, trail: readonly string[]): Scene {
  const shut = new Set(scene.zones.filter((zone) => zone.after && !trail.includes(zone.after)).map((zone) => zone.id));
  if (shut.size === 0) return scene;
  return {
    ...scene,
    zones: scene.zones.filter((zone) => !shut.has(zone.id)),
    pieces: scene.pieces.filter((piece) => !shut.has(piece.zone)),
  };
}

/** Drops picks that the present choices no longer know (after the state has moved on). */
export function prune(choices: readonly Choice[], trail: readonly string[]): string[] {
  const kept: string[] = [];
  for (const pick of trail) {
    const next = [...kept, pick];
    if (follow(choices, next).open.length === 0) break;
    kept.push(pick);
  }
  return kept;
}
