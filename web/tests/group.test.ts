import { describe, expect, it } from "vitest";
import { at_first, gather, lay, same, take_back, NOTHING, type Laid } from "../src/scene/group";
import { follow, others, pick_again } from "../src/scene/trail";
import type { Choice } from "../src/scene/types";
import { choice } from "./scene";

function taking(action: number, take: Record<string, number>, more: Partial<Choice> = {}): Choice {
  return { ...choice(action), take: Object.entries(take), ...more };
}
const laid = (pieces: Record<string, number>): Laid => new Map(Object.entries(pieces));

/** One or two hunters, or a hunter with a chief, or a chief with a tool. */
const parties = [
  taking(1, { hunter: 1 }, { default: true }),
  taking(2, { hunter: 2 }),
  taking(3, { hunter: 1, chief: 1 }),
  taking(4, { chief: 1, tool: 1 }),
];

describe("a group put together piece by piece", () => {
  it("is no button: choices with a take stand apart from those without", () => {
    const step = follow([...parties, choice(9), choice(8, "away")], []);
    expect(step.group.map((each) => each.action)).toEqual([1, 2, 3, 4]);
    expect(step.ready.map((each) => each.action)).toEqual([9]);
    expect([...step.lit]).toEqual(["away"]);
  });
  it("has the default, or the only choice, stepped forward before the first click", () => {
    expect(at_first(parties)).toEqual(laid({ hunter: 1 }));
    expect(at_first(parties.slice(1))).toEqual(NOTHING);
    expect(at_first(parties.slice(3))).toEqual(laid({ chief: 1, tool: 1 }));
  });
  it("lights what can join, and knows what another choice has", () => {
    const group = gather(parties, laid({ hunter: 1 }));
    expect([...group.lit].sort()).toEqual(["chief", "hunter"]);
    expect([...group.other]).toEqual(["tool"]);
    expect(group.match?.action).toBe(1);
  });
  it("says what the nearest choice lacks", () => {
    const group = gather(parties, laid({ tool: 1 }));
    expect(group.match).toBeNull();
    expect(group.nearest?.action).toBe(4);
    expect(group.missing).toEqual([["chief", 1]]);
  });
  it("adds by a click, and takes back what cannot be more", () => {
    const two = lay(parties, laid({ hunter: 1 }), "hunter");
    expect(two).toEqual(laid({ hunter: 2 }));
    expect(lay(parties, two, "hunter")).toEqual(NOTHING);
    expect(take_back(parties, two, "hunter")).toEqual(laid({ hunter: 1 }));
    expect(take_back(parties, laid({ chief: 1 }), "chief")).toEqual(NOTHING);
  });
  it("lays what is certain by itself: water goes by twos, and what every choice pays lies there", () => {
    const paying = [
      taking(1, { fish: 1 }, { default: true }),
      taking(2, { fish: 1, water: 2 }),
      taking(3, { fish: 1, water: 4 }),
    ];
    const two = lay(paying, at_first(paying), "water");
    expect(two).toEqual(laid({ fish: 1, water: 2 }));
    const four = lay(paying, two, "water");
    expect(four).toEqual(laid({ fish: 1, water: 4 }));
    expect(take_back(paying, four, "water")).toEqual(two);
    expect(take_back(paying, two, "water")).toEqual(laid({ fish: 1 }));
    expect(take_back(paying, two, "fish")).toEqual(two);
    expect(at_first(paying.map((each) => ({ ...each, default: false })))).toEqual(laid({ fish: 1 }));
  });
  it("counts nothing laid as a choice where the default takes nothing", () => {
    const choices = [taking(1, {}, { default: true }), taking(2, { water: 2 })];
    const step = follow(choices, []);
    expect(step.ready).toEqual([]);
    expect(gather(step.group, at_first(step.group)).match?.action).toBe(1);
    expect(gather(step.group, lay(step.group, NOTHING, "water")).match?.action).toBe(2);
  });
  it("takes the nearest choice instead when a piece cannot join", () => {
    expect(lay(parties, laid({ hunter: 2 }), "chief")).toEqual(laid({ hunter: 1, chief: 1 }));
    expect(lay(parties, laid({ hunter: 1 }), "tool")).toEqual(laid({ chief: 1, tool: 1 }));
  });
  it("tells two groups apart", () => {
    expect(same(laid({ a: 1 }), laid({ a: 1 }))).toBe(true);
    expect(same(laid({ a: 1 }), laid({ a: 2 }))).toBe(false);
    expect(same(laid({ a: 1 }), laid({ a: 1, b: 1 }))).toBe(false);
  });
  it("reaches every choice by clicks on glowing pieces, from nothing and from any other choice", () => {
    let state = 7;
    const below = (n: number): number => (state = (state * 1103515245 + 12345) % 2147483648) % n;
    for (let round = 0; round < 60; round += 1) {
      const made = new Map<string, Choice>();
      for (let i = 0; i < 2 + below(12); i += 1) {
        const take: Record<string, number> = {};
        for (const id of ["a", "b", "c", "d"]) if (below(2) === 1) take[id] = 1 + below(3);
        if (Object.keys(take).length > 0) made.set(JSON.stringify(take), taking(i, take));
      }
      const choices = [...made.values()];
      for (const wanted of choices) {
        for (const from of [NOTHING, ...choices.map((each): Laid => new Map(each.take))]) {
          let now = from;
          for (const [id, count] of from) {
            const keep = wanted.take.find(([each]) => each === id)?.[1] ?? 0;
            for (let n = count; n > keep; n -= 1) if ((now.get(id) ?? 0) > keep) now = take_back(choices, now, id);
          }
          for (const [id, count] of wanted.take) {
            while ((now.get(id) ?? 0) < count) {
              expect(gather(choices, now).lit.has(id)).toBe(true);
              now = lay(choices, now, id);
            }
            expect(now.get(id) ?? 0).toBeLessThanOrEqual(count);
          }
          expect(gather(choices, now).match).toBe(wanted);
        }
      }
    }
  });
});

describe("picking again", () => {
  const choices = [choice(1, "a", "north"), choice(2, "b", "north"), choice(3, "b", "south"), choice(4, "a", "west")];
  it("changes the last pick that could be this one", () => {
    expect(pick_again(choices, ["a"], "b")).toEqual(["b"]);
    expect(pick_again(choices, ["a"], "south")).toBeNull();
    expect(pick_again([...choices, choice(5, "a", "north", "x")], ["a", "north"], "west")).toEqual(["a", "west"]);
  });
  it("knows all that could be picked instead", () => {
    expect([...others(choices, ["a"])].sort()).toEqual(["a", "b"]);
    expect([...others(choices, [])]).toEqual([]);
  });
});
