import { expect, test } from "vitest";
import { size_of, stacks, zone_of } from "../src/scene/piles";
import { under } from "../src/scene/trail";
import type { Scene, Zone } from "../src/scene/types";
import { piece, scene, zone } from "./scene";

function discard(): { table: Scene; pile: Zone } {
  const pile = zone("discard", "pile", undefined, { label: "Discard" });
  const pieces = [0, 1, 2].map((slot) => piece(`c${slot}`, "discard", slot, { look: "card" }));
  return { table: scene([pile], pieces), pile };
}

test("a pile of open cards is looked through from the top", () => {
  const { table, pile } = discard();
  const [stack] = stacks(table, pile);
  expect(stack?.label).toBe("Discard");
  expect(stack?.pieces.map((each) => each.id)).toEqual(["c2", "c1", "c0"]);
  expect(zone_of(table, "c1")?.id).toBe("discard");
});

test("a single card, a face-down pile, a heap of tokens and a map are not opened", () => {
  const { table, pile } = discard();
  const one = table.pieces.slice(0, 1);
  expect(stacks({ ...table, pieces: one }, pile)).toEqual([]);
  expect(stacks({ ...table, pieces: table.pieces.map((each) => ({ ...each, face_up: false })) }, pile)).toEqual([]);
  expect(stacks({ ...table, pieces: table.pieces.map((each) => ({ ...each, look: "token" })) }, pile)).toEqual([]);
  expect(stacks(table, { ...pile, kind: "area", cells: [[0.5, 0.5]] })).toEqual([]);
});

test("a listed pile stands for what lies on the table, an aid beside it", () => {
  const { table, pile } = discard();
  const unseen = {
    id: "unseen",
    zone: "discard",
    label: "Not seen yet",
    pieces: [piece("x", "discard", 0, { look: "card", count: 4 })],
  };
  const whole = { id: "whole", zone: "discard", label: "", pieces: [piece("y", "discard", 0, { look: "card" })] };
  expect(stacks({ ...table, lists: [unseen] }, pile).map((stack) => [stack.label, size_of(stack)])).toEqual([
    ["Discard", 3],
    ["Not seen yet", 4],
  ]);
  expect(stacks({ ...table, lists: [whole, unseen] }, pile).map((stack) => [stack.label, size_of(stack)])).toEqual([
    ["Discard", 1],
    ["Not seen yet", 4],
  ]);
});

test("a click means the thing, its place and the boards under it", () => {
  const zones = [zone("board", "panel"), zone("slot", "slots", undefined, { parent: "board" })];
  const table = scene(zones, [piece("c", "slot")]);
  expect(under(table, "c")).toEqual(["c", "slot", "board"]);
  expect(under(table, "slot")).toEqual(["slot", "board"]);
});
