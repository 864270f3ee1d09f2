/** Structural sharing, so that what has not changed is kept: the same object for the same place, so that only what moved is drawn again. */
import type { Layout, Placed, PlacedZone } from "./layout";

export class LayoutReuse {
  private pieces = new Map<string, { key: string; placed: Placed }>();
  private zones = new Map<string, { key: string; placed: PlacedZone }>();

  /** The layout with every unchanged piece and zone replaced by its former self. */
  keep(layout: Layout): Layout {
    const pieces = new Map<string, { key: string; placed: Placed }>();
    const zones = new Map<string, { key: string; placed: PlacedZone }>();
    const kept: Layout = {
      plane: layout.plane,
      pieces: layout.pieces.map((placed) => held(this.pieces, pieces, placed.piece.id, placed)),
      zones: layout.zones.map((placed) => held(this.zones, zones, placed.zone.id, placed)),
    };
    [this.pieces, this.zones] = [pieces, zones];
    return kept;
  }
}

function held<T>(
  before: Map<string, { key: string; placed: T }>,
  now: Map<string, { key: string; placed: T }>,
  id: string,
  placed: T,
): T {
  const key = JSON.stringify(placed);
  const old = before.get(id);
  const kept = old !== undefined && old.key === key ? old : { key, placed };
  now.set(id, kept);
  return kept.placed;
}
