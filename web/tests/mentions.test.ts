import { describe, expect, it } from "vitest";
import { between, mark_after, mark_before, pointed_at, Reader } from "../src/scene/mentions";
import { look, piece, scene, zone } from "./scene";

const table = scene(
  [
    zone("lake", "area", undefined, { label: "14 Lake" }),
    zone("clan1", "panel", undefined, { label: "Oru", owner: 1 }),
  ],
  [piece("b1", "lake", 0, { look: "bison" }), piece("h1", "lake", 1, { look: "bison", face_up: false })],
  {
    looks: [
      { ...look("bison"), alt: "Bison" },
      { ...look("owl"), alt: "Snow owl" },
    ],
  },
);

describe("names in the log", () => {
  const reader = new Reader();
  reader.learn(table, ["Ayla", "Oru"]);
  const told = (text: string, parts?: Parameters<Reader["read"]>[1]): [string, string | null, number | null][] =>
    reader.read(text, parts).map((stretch) => [stretch.text, stretch.name, stretch.seat]);

  it("are found in a plain sentence, whole words only, the longest first", () => {
    expect(told("Oru leads the bison to the Lake.")).toEqual([
      ["Oru", null, 1],
      [" leads the ", null, null],
      ["bison", "bison", null],
      [" to the ", null, null],
      ["Lake", "lake", null],
      [".", null, null],
    ]);
    expect(told("bisons and Orus")).toEqual([["bisons and Orus", null, null]]);
    expect(told("a snow owl")).toEqual([
      ["a ", null, null],
      ["snow owl", "snow owl", null],
    ]);
  });
  it("keep the marks that follow them on their line", () => {
    const read = (text: string): string[] => {
      const sentence = reader.read(text, undefined);
      return sentence.map((_, at) => mark_after(sentence, at));
    };
    expect(read("The bison, Oru and the Lake.")).toEqual(["", ",", "", "", "", ".", ""]);
    expect(read("Lake bison")).toEqual(["", "", ""]);
    const inside = reader.read("Oru goes (bison), home", undefined);
    expect(inside.map((_, at) => mark_before(inside, at))).toEqual(["", "", "(", ""]);
    expect([between(inside, 1), between(inside, 3)]).toEqual([" goes ", " home"]);
  });
  it("are taken from the arguments where the server tells them", () => {
    expect(told("Lake hunts the bison", [["Lake", "seat", 0], [" hunts the "], ["bison", "animal", 3]])).toEqual([
      ["Lake", null, 0],
      [" hunts the ", null, null],
      ["bison", "bison", null],
    ]);
  });
  it("know a place by its name without the price beside it", () => {
    const priced = scene([zone("fresco", "grid", undefined, { label: "Fresco (1 Tool)" })], []);
    const own = new Reader();
    own.learn(priced, []);
    expect(own.read("New on the Fresco", undefined).at(-1)?.name).toBe("fresco");
    expect(pointed_at(priced, { text: "Fresco", name: "fresco", seat: null }).ids).toEqual(["fresco"]);
  });
  it("point at what lies open on the table, at a seat's board, or at least at a picture", () => {
    expect(pointed_at(table, { text: "bison", name: "bison", seat: null }).ids).toEqual(["b1"]);
    expect(pointed_at(table, { text: "Lake", name: "lake", seat: null }).ids).toEqual(["lake"]);
    expect(pointed_at(table, { text: "Oru", name: null, seat: 1 }).ids).toEqual(["clan1"]);
    expect(pointed_at(table, { text: "snow owl", name: "snow owl", seat: null })).toEqual({ ids: [], look: "owl" });
  });
});
