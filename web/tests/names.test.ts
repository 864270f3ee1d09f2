import { expect, it } from "vitest";
import { piece_name, tell_apart } from "../src/scene/names";
import { piece } from "./scene";

it("calls nothing by the same name twice", () => {
  const called = (label: string, alt: string, more = {}): string =>
    piece_name(piece("a", "z", 0, { label, ...more }), alt, "B");
  expect(called("bow: 2 wood, 5 points", "bow")).toBe("bow: 2 wood, 5 points");
  expect(called("row 1", "row 1: hand")).toBe("row 1: hand");
  expect(called("carp", "fish", { count: 2, badges: ["+1"] })).toBe("carp, fish, × 2, +1");
  expect([called("", "bow"), called("", "")]).toEqual(["bow", "B"]);
});

it("asks by name only where each thing has one of its own", () => {
  expect(tell_apart(["lake", "forest"], "Hunter")).toBe(true);
  expect(tell_apart(["card", "card", "Totem 13"], "Sword 7")).toBe(false); // “card or Totem 13?”
  expect([tell_apart(["", "lake"], "a"), tell_apart(["a"], "a"), tell_apart(["b", "c", "d", "e"], "a")]).not.toContain(
    true,
  );
});
