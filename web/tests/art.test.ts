import { describe, expect, it } from "vitest";
import { shortened } from "../plugins/icons";
import { ground_for } from "../src/art/grounds";
import { hand_box, hand_ring } from "../src/art/rough";
import { ICON_NAMES, icon_for } from "../src/art/vocabulary";

describe("art by name", () => {
  it("finds a picture by the whole name, else by the rightmost word it knows", () => {
    expect(icon_for("bison")).toBe("bison");
    expect(icon_for("card-winter-bison")).toBe("bison");
    expect(icon_for("Mushrooms")).toBe("mushroom");
    expect(icon_for("hands_3010")).toBe("hand");
    expect(icon_for("quux")).toBeNull();
    expect(icon_for("")).toBeNull();
  });
  it("names every icon once", () => {
    expect(new Set(ICON_NAMES).size).toBe(ICON_NAMES.length);
  });
  it("knows the grounds", () => {
    expect(ground_for("field-forest")).toBe("forest");
    expect(ground_for("spring")).toBeNull();
  });
});

describe("lines", () => {
  it("are drawn the same for the same thing", () => {
    expect(hand_box(100, 60, "lake")).toBe(hand_box(100, 60, "lake"));
    expect(hand_ring(40, 40, "a")).not.toBe(hand_ring(40, 40, "b"));
  });
  it("are shortened without running into each other", () => {
    expect(shortened("M1.04-.04.06.04")).toBe("M1 0 .1 0");
    expect(shortened("a1.5 1.5 0 011.26.04z")).toBe("a1.5 1.5 0 0 1 1.3 0z");
  });
});
