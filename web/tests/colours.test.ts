import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { STONE } from "../src/boards/prehistory";

const blocks = readFileSync("src/styles/app.css", "utf8")
  .split(/\n\s*}/)
  .filter((text) => text.includes("--sheet:"));
const value = (block: string, name: string): string =>
  new RegExp(`--${name}: #([0-9a-f]{6});`).exec(block)?.[1] ?? `no --${name}`;

/** How light a colour is to the eye, and how far two of them stand apart (WCAG 2). */
function luminance(colour: string): number {
  const parts = [0, 2, 4].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe("words on a sheet", () => {
  it("stand there by day, by night, and as the system wishes", () => expect(blocks).toHaveLength(3));

  for (const ink of ["ink", "ink-soft", "ember", "link"])
    for (const ground of ["sheet", "sheet-2"])
      it(`can be read: --${ink} on --${ground}`, () => {
        for (const block of blocks)
          expect(contrast(value(block, ink), value(block, ground)), block.slice(0, 60)).toBeGreaterThanOrEqual(4.5);
      });
});

/** A colour as it comes out where it is laid over another: "rgb(r g b / alpha)" over six digits. */
function over(coat: string, under: string): string {
  const [r = 0, g = 0, b = 0, alpha = 0] = (coat.match(/[\d.]+/g) ?? []).map(Number);
  const below = [0, 2, 4].map((at) => parseInt(under.slice(at, at + 2), 16));
  return [r, g, b]
    .map((part, i) => Math.round(part * alpha + (below[i] ?? 0) * (1 - alpha)))
    .map((part) => part.toString(16).padStart(2, "0"))
    .join("");
}

describe("words on a painted board", () => {
  const coat = (block: string, name: string): string => new RegExp(`--${name}: (.*);`).exec(block)?.[1] ?? "";
  const night = (block: string, colour: string): string =>
    coat(block, "night") === "transparent" ? colour : over(coat(block, "night"), colour);
  it("can be read on a hide and on a stone, whatever is painted around it", () => {
    for (const block of blocks) {
      expect(contrast(value(block, "ink"), night(block, STONE.slice(1)))).toBeGreaterThanOrEqual(4.5);
      for (const paint of ["000000", "f4f0e4"])
        expect(contrast(value(block, "ink"), over(coat(block, "hide"), night(block, paint)))).toBeGreaterThanOrEqual(
          4.5,
        );
    }
  });
});
