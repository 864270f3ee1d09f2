import { describe, expect, it } from "vitest";
import { flows, journeys } from "../src/scene/journeys";
import { lay_out, type Layout } from "../src/scene/layout";
import { drawn, traced } from "../src/scene/traces";
import type { Piece } from "../src/scene/types";
import { look, piece, scene, zone } from "./scene";

const place = (x: number, y: number) => ({ x, y, w: 300, h: 150 });
const zones = [
  zone("hand0", "fan", place(0, 600), { owner: 0 }),
  zone("zone0", "slots", place(0, 400), { owner: 0, capacity: 4, columns: 4 }),
  zone("zone1", "slots", place(0, 200), { owner: 1, capacity: 4, columns: 4 }),
  zone("hand1", "fan", place(0, 0), { owner: 1 }),
  zone("discard", "pile", place(600, 300)),
  zone("track", "track", place(600, 0), { capacity: 10 }),
  zone("supply", "tokens", place(900, 0)),
  zone("camp", "tokens", place(900, 400), { owner: 1 }),
];
const looks = [look("token"), look("wood"), look("card", "card", 60, 84), look("back", "card", 60, 84)];
const table = (...pieces: Piece[]): Layout => lay_out(scene(zones, pieces, { looks }), "wide");
const card = (id: string, at: string, slot = 0, more: Partial<Piece> = {}): Piece =>
  piece(id, at, slot, { look: "card", ...more });
function moved(before: Layout, after: Layout): Record<string, string> {
  const found = journeys(before.pieces, after.pieces, after.zones);
  return Object.fromEntries([...found].map(([id, { way }]) => [id, way]));
}

describe("what moved between two scenes", () => {
  it("is what changed its place, not what closed up beside it", () => {
    const before = table(card("a", "hand0", 0), card("b", "hand0", 1), piece("m", "track", 2));
    const after = table(card("a", "zone0", 1), card("b", "hand0", 0), piece("m", "track", 5));
    expect(moved(before, after)).toEqual({ a: "moves", m: "moves" });
  });

  it("is a hidden card that becomes another piece when it is shown", () => {
    const before = table(card("hand1-0", "hand1", 0, { look: "back" }), card("zone1-2", "zone1", 2, { look: "back" }));
    const after = table(card("N4", "discard"), card("S7", "zone1", 2));
    expect(moved(before, after)).toEqual({ N4: "moves", S7: "turns" });
  });

  it("is nothing where nothing changed", () => {
    const same = table(card("a", "hand0"), piece("m", "track", 2));
    expect(moved(same, table(card("a", "hand0"), piece("m", "track", 2)))).toEqual({});
  });
});

describe("several moves in one change", () => {
  const deck = (count: number): Piece => piece("deck", "supply", 0, { look: "back", count });
  const origin = (before: Layout, after: Layout): Record<string, string> =>
    Object.fromEntries(
      [...journeys(before.pieces, after.pieces, after.zones)].map(([id, { from }]) => [id, from.piece.id]),
    );

  it("each player's new card comes from their own things, what is drawn from the pile, whoever is nearer", () => {
    const before = table(deck(9), card("hand1-3", "hand1", 3, { look: "back" }), card("a", "hand0"));
    const after = table(
      deck(8),
      card("a", "hand0"),
      card("N4", "hand0", 1),
      card("zone1-0", "zone1", 0, { look: "back" }),
    );
    expect(origin(before, after)).toEqual({ N4: "deck", "zone1-0": "hand1-3" });
  });

  it("still goes from one player to another where nothing else could be meant", () => {
    const before = table(card("hand1-3", "hand1", 3, { look: "back" }));
    expect(origin(before, table(card("N4", "hand0")))).toEqual({ N4: "hand1-3" });
  });

  it("goods are not taken for a rival's where both change by chance", () => {
    const goods = (mine: number, theirs: number): Layout =>
      table(
        piece("m", "zone0", 0, { look: "wood", count: mine }),
        piece("t", "camp", 0, { look: "wood", count: theirs }),
      );
    const between = (one: Layout, other: Layout): number => flows(one.pieces, other.pieces, other.zones).length;
    expect(between(goods(1, 5), goods(4, 3))).toBe(0);
    expect(between(goods(1, 5), goods(3, 3))).toBe(1);
  });
});

describe("figures of a counted heap", () => {
  const home = (count: number): Piece => piece("home", "camp", 0, { look: "hunter", count, owner: 1 });
  const figures = [...looks, look("hunter", "meeple"), look("march", "meeple")];
  const village = (...pieces: Piece[]): Layout => lay_out(scene(zones, pieces, { looks: figures }), "wide");
  const march = piece("away", "track", 3, { look: "march", count: 2, owner: 1 });

  it("come from it, alone or as a group, and go back to it", () => {
    const alone = piece("maker", "track", 5, { look: "hunter", owner: 1 });
    const set_out = journeys(village(home(4)).pieces, village(home(1), march, alone).pieces, village(home(1)).zones);
    expect([...set_out].map(([id, { way, from }]) => [id, way, from.piece.id])).toEqual([
      ["away", "moves", "home"],
      ["maker", "moves", "home"],
    ]);
    const back = flows(village(home(1), march, alone).pieces, village(home(4)).pieces, village(home(4)).zones);
    expect(back.map(({ from, to, amount }) => [from.piece.id, to.piece.id, amount])).toEqual([
      ["away", "home", 2],
      ["maker", "home", 1],
    ]);
  });

  it("are not taken for those of another player, nor for those of a heap that stayed as it was", () => {
    const rival = { ...march, owner: 0 };
    expect(moved(village(home(4)), village(home(2), rival))).toEqual({});
    expect(moved(village(home(4)), village(home(4), march))).toEqual({});
  });
});

describe("cards that meet", () => {
  it("strike the one that falls, and go with it", () => {
    const before = table(card("a", "hand0"), card("d", "zone1", 2, { owner: 1 }));
    const after = table(card("a", "discard", 0), card("d", "discard", 1));
    expect(moved(before, after)).toEqual({ a: "strikes", d: "falls" });
    const found = journeys(before.pieces, after.pieces, after.zones);
    const stood = before.pieces.find(({ piece: { id } }) => id === "d");
    expect(found.get("a")?.met).toEqual({ x: stood?.x, y: stood?.y });
  });

  it("strike in pairs, and the one that holds stands", () => {
    const before = table(card("a", "hand0", 0), card("s", "hand0", 1), card("zone1-2", "zone1", 2, { look: "back" }));
    const after = table(card("a", "discard", 0), card("s", "discard", 1), card("d", "zone1", 2));
    expect(moved(before, after)).toEqual({ a: "strikes", s: "strikes", d: "stands" });
  });

  it("are not those that only lie on the same pile afterwards, nor one's own", () => {
    const before = table(card("a", "hand0"), card("d", "zone0", 2));
    expect(moved(before, table(card("a", "discard", 0), card("d", "discard", 1)))).toEqual({ a: "moves", d: "moves" });
    const hands = table(card("a", "hand0"), card("d", "hand1"));
    expect(moved(hands, table(card("a", "discard", 0), card("d", "discard", 1)))).toEqual({ a: "moves", d: "moves" });
  });
});

describe("goods that go from heap to heap", () => {
  const wood = (id: string, at: string, count: number): Piece => piece(id, at, 0, { look: "wood", count });

  it("are as many as one heap lost and the other won", () => {
    const before = table(wood("pile", "supply", 10), wood("mine", "camp", 1));
    const after = table(wood("pile", "supply", 7), wood("mine", "camp", 4));
    const found = flows(before.pieces, after.pieces, after.zones);
    expect(found.map(({ from, to, amount }) => [from.piece.id, to.piece.id, amount])).toEqual([["pile", "mine", 3]]);
  });

  it("may begin a heap or end one, and are only of one kind", () => {
    const before = table(wood("pile", "supply", 2), piece("stone", "camp", 0, { count: 1 }));
    const after = table(wood("mine", "camp", 2), piece("stone", "camp", 0, { count: 5 }));
    const found = flows(before.pieces, after.pieces, after.zones);
    expect(found.map(({ from, to, amount }) => [from.piece.id, to.piece.id, amount])).toEqual([["pile", "mine", 2]]);
  });
});

describe("traces", () => {
  const before = table(card("a", "hand1"), piece("m", "track", 1));
  const after = table(card("a", "zone1", 3), piece("m", "track", 1));
  const found = journeys(before.pieces, after.pieces, after.zones);

  it("lead from where a piece lay to where it lies, also when the table is laid out anew", () => {
    const traces = traced([], found.values(), [], before, after, 1);
    const [line] = drawn(traces, after);
    const there = after.pieces.find(({ piece: { id } }) => id === "a");
    expect(line).toMatchObject({ seat: 1, x: there?.x, y: there?.y });
    const wider = {
      ...after,
      zones: after.zones.map((each) => ({ ...each, box: { ...each.box, x: each.box.x + 50 } })),
    };
    expect(drawn(traces, wider)[0]?.x).toBeCloseTo((there?.x ?? 0) + 50);
  });

  it("are three at most, the oldest are forgotten, and a new beginning leaves none", () => {
    let traces = traced([], found.values(), [], before, after, 1);
    for (let i = 0; i < 60; i++) traces = traced(traces, found.values(), [], before, after, 2);
    expect(traces).toHaveLength(3);
    expect(drawn(traces, after).map(({ seat }) => seat)).not.toContain(1);
    const many = Array.from({ length: 11 }, () => [...found.values()]).flat();
    expect(traced([], many, [], before, after, 1)).toEqual([]);
  });

  it("are not drawn where their place is gone", () => {
    const traces = traced([], found.values(), [], before, after, 1);
    expect(drawn(traces, { ...after, zones: [] })).toEqual([]);
  });
});
