/** The scene as the server sends it: the table as one viewer sees it, as plain data (`firstfire.kernel.presentation.scene`).
 * Nothing here knows a game. */
import type * as server from "../net/server";

export type Box = server.Rect;

export type ZoneKind =
  | "pile" | "row" | "fan" | "grid" | "track" | "slots" | "area" | "panel" | "map" | "tokens"; // prettier-ignore

export type Zone = Omit<server.Zone, "kind"> & { kind: ZoneKind };
export type Look = server.Look;
export type Piece = server.Piece;
/** Pieces to look through, opened from a zone: a whole pile, or an aid. Without a label: what lies in the zone. */
export type Listing = server.Listing;
export type Counter = server.Counter;
/** `then`: the actions that follow at once (a chain that is laid together). */
export type Choice = server.Choice & { then?: number[] };
/** Several choices by one click. */
export type Chain = server.Chain;
export type Prompt = server.Prompt;
export type Scene = Omit<server.Scene, "zones"> & { zones: Zone[] };
