import { expect, it } from "vitest";
import { piece_name } from "../src/scene/names";
import { piece } from "./scene";

it("calls nothing by the same name twice", () => {
  const called = (label: string, alt: string, more = {}): string =>
    piece_name(piece("a", "z", 0, { label, ...more }), alt, "B");
  expect(called("bow: 2 wood, 5 points", "bow")).toBe("bow: 2 wood, 5 points");
  expect(called("row 1", "row 1: hand")).toBe("row 1: hand");
  expect(called("carp", "fish", { count: 2, badges: ["+1"] })).toBe("carp, fish, × 2, +1");
  expect([called("", "bow"), called("", "")]).toEqual(["bow", "B"]);
});
