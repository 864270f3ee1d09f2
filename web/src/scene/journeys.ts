/** What moved between two scenes, and what it means: made from the difference alone, for any game. */
import type { Placed, PlacedZone } from "./layout";

/** moves: goes its way · turns: another face in its place · strikes: goes by the piece it meets · falls: was met, and goes after that ·
 * stands: was met, and stays. */
export type Way = "moves" | "turns" | "strikes" | "falls" | "stands";

export interface Journey {
  way: Way;
  from: Placed;
  to: Placed;
  /** The place where two meet. */
  met?: { x: number; y: number };
}

/** So many of a kind go from one heap to another. */
export interface Flow {
  from: Placed;
  to: Placed;
  amount: number;
}

/** Kinds of zones in which a slot is a place; elsewhere pieces only close up. */
const PLACES = new Set(["track", "slots", "map", "grid", "area"]);

/** One look; or figures of one owner: those who set out together may look otherwise than they did at home. */
function alike(one: Placed, other: Placed): boolean {
  const owner = one.piece.owner;
  const figures = one.look.shape === "meeple" && other.look.shape === "meeple";
  return one.look.id === other.look.id || (figures && owner !== null && owner === other.piece.owner);
}

/** Whose a piece is: its owner's, or of whom its place is; null for what is everybody's. */
const owner_in = (zones: readonly PlacedZone[]): ((placed: Placed) => number | null) => {
  const owners = new Map(zones.map(({ zone }) => [zone.id, zone.owner]));
  return ({ piece }) => piece.owner ?? owners.get(piece.zone) ?? null;
};

/** How likely one comes from the other: 0 within one player's things, 1 from or to what is everybody's, 2 between two players. */
function kinship(one: number | null, other: number | null): number {
  if (one === null || other === null) return 1;
  return one === other ? 0 : 2;
}

/** Where each new piece seems to come from: a piece of like shape that has just vanished, of the same player first, then the
 * nearest; else the heap of its like that has become smaller, or everybody's pile of cards. (A hidden card that is
 * shown is another piece from then on; it should still turn over in its place.) */
export function origins(
  before: readonly Placed[],
  after: readonly Placed[],
  zones: readonly PlacedZone[],
): Map<string, Placed> {
  const now = new Set(after.map((placed) => placed.piece.id));
  const then = new Set(before.map((placed) => placed.piece.id));
  const counts = new Map(after.map(({ piece }) => [piece.id, piece.count ?? 1]));
  const owner = owner_in(zones);
  const fresh = after.filter((placed) => !then.has(placed.piece.id));
  const gone = new Set(before.filter((placed) => !now.has(placed.piece.id)));
  const heaps = before.filter(({ piece }) => (piece.count ?? 0) > (counts.get(piece.id) ?? Infinity));
  const pairs = fresh.flatMap((to) =>
    [...gone]
      .filter((from) => from.look.shape === to.look.shape)
      .map((from) => ({
        from,
        to,
        kin: kinship(owner(from), owner(to)),
        far: Math.hypot(from.x - to.x, from.y - to.y),
      })),
  );
  const found = new Map<string, Placed>();
  for (const { from, to } of pairs.sort((one, other) => one.kin - other.kin || one.far - other.far)) {
    if (found.has(to.piece.id) || !gone.delete(from)) continue;
    found.set(to.piece.id, from);
  }
  for (const to of fresh) {
    if (found.has(to.piece.id)) continue;
    // From heap to heap of one kind goods are poured (see `flows`): that is no way of one piece.
    const like = (heap: Placed): boolean => alike(heap, to) && (to.piece.count === null || heap.look.id !== to.look.id);
    const drawn_from = (heap: Placed): boolean =>
      heap.look.shape === "card" && to.look.shape === "card" && owner(heap) === null && to.piece.count === null;
    const heap = heaps.find(like) ?? heaps.find(drawn_from);
    if (heap) found.set(to.piece.id, heap);
  }
  return found;
}

/** Everything that went from one place to another, or turned over, by the id it has now. */
export function journeys(
  before: readonly Placed[],
  after: readonly Placed[],
  zones: readonly PlacedZone[],
): Map<string, Journey> {
  const then = new Map(before.map((placed) => [placed.piece.id, placed]));
  const kinds = new Map(zones.map(({ zone }) => [zone.id, zone.kind]));
  const came = origins(before, after, zones);
  const found = new Map<string, Journey>();
  for (const to of after) {
    const from = then.get(to.piece.id) ?? came.get(to.piece.id);
    if (!from) continue;
    const place = from.piece.zone !== to.piece.zone;
    const slot = from.piece.slot !== to.piece.slot && PLACES.has(kinds.get(to.piece.zone) ?? "");
    if (place || slot) found.set(to.piece.id, { way: "moves", from, to });
    else if (face_of(from) !== face_of(to)) found.set(to.piece.id, { way: "turns", from, to });
  }
  clash(found, zones);
  return found;
}

const face_of = (placed: Placed): string => `${placed.look.id}/${placed.piece.face_up}`;

/** Cards that meet: one side's cards are put away in the same change that puts away, or turns up, a card of the
 * other side. The first go by the second. */
function clash(found: Map<string, Journey>, zones: readonly PlacedZone[]): void {
  const owners = new Map(zones.map(({ zone }) => [zone.id, zone.owner]));
  const cards = [...found.values()].filter(({ to, from }) => to.look.shape === "card" && side(from) !== null);
  const side_of_place = (placed: Placed): number | null => owners.get(placed.piece.zone) ?? null;
  const put_away = cards.filter(({ way, to }) => way === "moves" && side_of_place(to) === null);
  const met = cards
    .filter((one) => one.way === "turns" || put_away.includes(one))
    .filter(({ from }) => PLACES.has(kind_of(from)));
  const [target] = met;
  if (met.length !== 1 || target === undefined) return;
  const strikers = put_away.filter((one) => one !== target && side(one.from) !== side(target.from));
  if (strikers.length === 0) return;
  const place = { x: target.from.x, y: target.from.y };
  for (const one of strikers) [one.way, one.met] = ["strikes", place];
  [target.way, target.met] = [target.way === "turns" ? "stands" : "falls", place];

  function side(placed: Placed): number | null {
    return placed.piece.owner ?? owners.get(placed.piece.zone) ?? null;
  }
  function kind_of(placed: Placed): string {
    return zones.find(({ zone }) => zone.id === placed.piece.zone)?.zone.kind ?? "";
  }
}

/** What went from heap to heap: one count of a kind fell as another of the same kind rose; or a single piece went back to
 * the heap of its like. Between two players only what fell and rose alike: more is chance. */
export function flows(before: readonly Placed[], after: readonly Placed[], zones: readonly PlacedZone[]): Flow[] {
  const then = new Map(before.map((placed) => [placed.piece.id, placed]));
  const now = new Map(after.map((placed) => [placed.piece.id, placed]));
  const taken = new Set(origins(before, after, zones).values());
  const owner = owner_in(zones);
  const less: { at: Placed; amount: number }[] = [];
  const more: { at: Placed; amount: number }[] = [];
  for (const at of [...after, ...before.filter((placed) => !now.has(placed.piece.id))]) {
    const [old, fresh] = [then.get(at.piece.id), now.get(at.piece.id)];
    if (fresh === undefined && at.piece.count === null && !taken.has(at)) less.push({ at, amount: 1 });
    if ((old ?? fresh)?.piece.count === null || (fresh ?? old)?.piece.count === null) continue;
    const amount = (fresh?.piece.count ?? 0) - (old?.piece.count ?? 0);
    if (amount > 0) more.push({ at, amount });
    if (amount < 0) less.push({ at, amount: -amount });
  }
  const found: Flow[] = [];
  for (const kin of [0, 1, 2]) for (const to of more) pour(to, kin);
  return found;

  function pour(to: { at: Placed; amount: number }, kin: number): void {
    const like = (from: Placed): boolean =>
      from.look.id === to.at.look.id || (!now.has(from.piece.id) && alike(from, to.at));
    for (const from of less) {
      const amount = Math.min(from.amount, to.amount);
      if (amount === 0 || from.at.piece.zone === to.at.piece.zone || !like(from.at)) continue;
      if (kinship(owner(from.at), owner(to.at)) !== kin || (kin === 2 && from.amount !== to.amount)) continue;
      found.push({ from: from.at, to: to.at, amount });
      from.amount -= amount;
      to.amount -= amount;
    }
  }
}
