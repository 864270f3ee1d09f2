import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

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
