import { expect, test } from "vitest";
import { licenceOf, packageOf } from "../plugins/licences";

test("a module belongs to the innermost package", () => {
  expect(packageOf("/home/a/node_modules/svelte/src/index.js")).toBe("svelte");
  expect(packageOf("/a/node_modules/x/node_modules/@scope/name/lib/a.js")).toBe("@scope/name");
  expect(packageOf("/a/src/main.ts")).toBeUndefined();
});

test("the licence of a font is told whole", () => {
  const told = licenceOf("@fontsource/caveat-brush");
  expect(told).toMatch(/^@fontsource\/caveat-brush \d/);
  expect(told).toContain("SIL OPEN FONT LICENSE Version 1.1");
});

test("a package with no file of its licence is told by the licence's name", () => {
  expect(licenceOf("@iconify-json/game-icons")).toContain("Licence: CC-BY-3.0");
});
