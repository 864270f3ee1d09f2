import { describe, expect, it } from "vitest";
import { place_beside, type Area } from "../src/table/place";
import { arrow_for } from "../src/tutorial/arrow";

const view = { w: 1366, h: 768 };
const size = { w: 330, h: 260 };
const area = (left: number, top: number, w: number, h: number): Area => ({
  left,
  top,
  right: left + w,
  bottom: top + h,
});
const meets = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

describe("the card of a thing", () => {
  it("stands above it, else below, else beside", () => {
    expect(place_beside(area(600, 400, 40, 40), size, view)).toMatchObject({ left: 455, top: 128 });
    expect(place_beside(area(600, 40, 40, 40), size, view)).toMatchObject({ left: 455, top: 92 });
    expect(place_beside(area(600, 40, 40, 700), size, view)).toMatchObject({ left: 652, top: 40 });
  });

  it("covers nothing that must stay in sight where there is room for both", () => {
    for (const x of [30, 500, 1000, 1320]) {
      for (const y of [30, 300, 600, 720]) {
        const thing = area(x, y, 40, 40);
        for (const [dx, dy] of [
          [60, 0],
          [-60, -60],
          [0, -120],
          [0, 60],
          [150, -200],
        ] as const) {
          const lit = area(x + dx, y + dy, 44, 44);
          const { left, top, covers } = place_beside(thing, size, view, [lit]);
          expect(covers).toBe(0);
          expect(meets(area(left, top, size.w, size.h), lit)).toBe(false);
          expect(left >= 0 && top >= 0 && left + size.w <= view.w && top + size.h <= view.h).toBe(true);
        }
      }
    }
  });

  it("says how much it covers where it cannot be helped", () => {
    const everything = [area(0, 0, 1366, 768)];
    expect(place_beside(area(600, 400, 40, 40), size, view, everything).covers).toBeGreaterThan(0);
  });
});

describe("the arrow of a light", () => {
  const hole = { x: 400, y: 300, w: 80, h: 60 };
  const above = { x: 420, y: 262, w: 40, h: 38 };
  it("comes from above where nothing lies there", () => {
    expect(arrow_for(hole, [], [], view)).toMatchObject({ x: 440, turn: 0 });
  });
  it("comes from another side where it would hide a piece, a word or another lit thing", () => {
    expect(arrow_for(hole, [], [above], view)?.turn).not.toBe(0);
    expect(arrow_for(hole, [above], [], view)?.turn).not.toBe(0);
  });
  it("is not there where no side has room", () => {
    expect(arrow_for({ x: 5, y: 5, w: 1350, h: 750 }, [], [], view)).toBeNull();
  });
});
