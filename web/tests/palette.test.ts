import { describe, expect, it } from "vitest";
import { CLANS, clan, drawn_on_card, ink_on, mark_of, pigment, wear_colours } from "../src/art/palette.svelte";
import type { Look, Piece, Scene } from "../src/scene/types";

const look = (id: string, colour: string): Look => ({
  id,
  shape: "meeple",
  front: "nomad",
  back: "",
  letter: "",
  colour,
  alt: "",
  w: 30,
  h: 40,
});
const piece = (id: string, owner: number): Piece => ({
  id,
  zone: "board",
  slot: 0,
  look: id,
  face_up: true,
  turned: 0,
  owner,
  count: null,
  label: "",
  badges: [],
  tip: "",
});
const box = { x: 0, y: 0, w: 1, h: 1 };

/** A table of two, each with two sets of figures, in any order. */
function scene(order: string[], colours: string[]): Scene {
  const looks = [look("A", ""), look("A2", "charcoal"), look("B", ""), look("B2", "bone")];
  const pieces = order.map((id) => piece(id, id.startsWith("A") ? 0 : 1));
  return {
    game: "village",
    seats: 2,
    viewer: 0,
    size: box,
    tall: box,
    prompt: { seat: 0, sentence: "", step: "", held: [], chapter: "" },
    zones: [],
    looks,
    pieces,
    counters: [],
    choices: [],
    chains: [],
    lists: [],
    colours,
    over: false,
    ending: "",
    phase: "",
    quiet: [],
  };
}

describe("the colours of the seats", () => {
  it("are those of the scene, wherever the figures lie", () => {
    for (const order of [["A", "A2", "B", "B2"], ["A2", "B2", "A", "B"], ["B2"], []]) {
      wear_colours(scene(order, ["red", "#123456"]));
      expect([clan(0).colour, clan(1).colour]).toEqual(["#a63d25", "#123456"]);
      expect([clan(0).mark, clan(1).mark]).toEqual([CLANS[0]?.mark, CLANS[1]?.mark]);
    }
  });
  it("are the clans' own where the scene gives none, or not one for each", () => {
    for (const colours of [[], ["red"], ["red", "no colour at all"]]) {
      wear_colours(scene(["A2", "B2"], ["green", "ochre"]));
      wear_colours(scene(["A2", "B2"], colours));
      expect([clan(0), clan(1)]).toEqual([CLANS[0], CLANS[1]]);
    }
    wear_colours(scene([], ["green", "ochre"]));
    wear_colours(null);
    expect(clan(0)).toEqual(CLANS[0]);
  });
});

describe("what people have chosen", () => {
  const wearing = (): unknown => [0, 1, 2].map((seat) => [CLANS.findIndex((each) => each.colour === clan(seat).colour), mark_of(seat)]); // prettier-ignore
  it("is worn at their seats; nobody has the colour or the mark of another", () => {
    const nobody = { mark: "", colour: 0 };
    wear_colours(null, [{ mark: "owl", colour: 1 }, nobody, nobody]);
    expect(wearing()).toEqual([[1, "owl"], [0, ""], [2, ""]]); // prettier-ignore
    wear_colours(null, [{ mark: "owl", colour: 4 }, { mark: "owl", colour: 4 }, { mark: "fox", colour: 1 }]); // prettier-ignore
    expect(wearing()).toEqual([[4, "owl"], [0, ""], [1, "fox"]]); // prettier-ignore
    wear_colours(null);
    expect(wearing()).toEqual([[0, ""], [1, ""], [2, ""]]); // prettier-ignore
  });
  it("is a mark only where the game gives the colours", () => {
    wear_colours(scene([], ["red", "#123456"]), [{ mark: "owl", colour: 4 }, { mark: "fox", colour: 4 }]); // prettier-ignore
    expect([clan(0).colour, clan(1).colour, mark_of(0), mark_of(1)]).toEqual(["#a63d25", "#123456", "owl", "fox"]);
    wear_colours(null);
  });
});

describe("the picture on a card", () => {
  it("stands out from its pale face, whatever its colour", () => {
    for (const name of ["bone", "grey", "white", "yellow", "ochre", "teal", "charcoal"]) {
      const drawn = drawn_on_card(pigment(name) ?? "");
      expect([name, ink_on(drawn)]).toEqual([name, "#f6efe0"]); // dark enough to need light letters
    }
  });
});
