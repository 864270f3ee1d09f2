import { describe, expect, it } from "vitest";
import { follow, leads, on_request, opened, prune } from "../src/scene/trail";
import { choice, piece, scene, zone } from "./scene";

const choices = [
  choice(1, "card", "north"),
  choice(2, "card", "south"),
  choice(3, "stone"),
  choice(4),
  choice(5, "card"),
];

describe("a trail of picks", () => {
  it("lights nothing for what is only asked for by name, and offers it in the card of its thing", () => {
    const all = [...choices, { ...choice(6, "secret", "supply"), quiet: true }];
    const step = follow(all, []);
    expect(step.lit.has("secret")).toBe(false);
    expect([step.ready.map((each) => each.action), step.open.length]).toEqual([[4], 6]);
    expect(on_request(all, [], "secret").map((each) => each.action)).toEqual([6]);
    expect(on_request(all, [], "card")).toEqual([]);
    expect(on_request(all, ["card"], "secret")).toEqual([]);
  });

  it("lights all first picks and shows choices without a place as buttons", () => {
    const step = follow(choices, []);
    expect([...step.lit].sort()).toEqual(["card", "stone"]);
    expect(step.ready.map((each) => each.action)).toEqual([4]);
    expect(step.settled).toBeNull();
  });
  it("narrows by clicks; a choice that ends here becomes a button", () => {
    const step = follow(choices, ["card"]);
    expect([...step.lit].sort()).toEqual(["north", "south"]);
    expect(step.ready.map((each) => each.action)).toEqual([5]);
    expect(step.settled).toBeNull();
  });
  it("settles when one choice is left, even before its last pick", () => {
    expect(follow(choices, ["card", "south"]).settled?.action).toBe(2);
    expect(follow([choice(7, "a", "b"), choice(8, "c")], ["a"]).settled?.action).toBe(7);
  });
  it("never settles before the first click", () => {
    expect(follow([choice(7, "a")], []).settled).toBeNull();
  });
  it("tells what a further pick leads to", () => {
    expect(leads(choices, [], "card").map((each) => each.action)).toEqual([1, 2, 5]);
    expect(leads(choices, ["card"], "north").map((each) => each.action)).toEqual([1]);
  });
  it("opens what opens after a pick only when it is made", () => {
    const box = { x: 0, y: 0, w: 9, h: 9 };
    const zones = [zone("space", "slots"), zone("ways", "grid", box, { after: "space" })];
    const whole = scene(zones, [piece("disc", "space"), piece("turned", "ways")]);
    const ids = (trail: string[]) => {
      const shown = opened(whole, trail);
      return [...shown.zones, ...shown.pieces].map((each) => each.id);
    };
    expect(ids([])).toEqual(["space", "disc"]);
    expect(ids(["space"])).toEqual(["space", "ways", "disc", "turned"]);
  });
  it("drops picks that the table no longer offers", () => {
    expect(prune(choices, ["card", "north"])).toEqual(["card", "north"]);
    expect(prune(choices, ["card", "gone"])).toEqual(["card"]);
    expect(prune([], ["card"])).toEqual([]);
  });
});
