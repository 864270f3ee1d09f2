import { describe, expect, it } from "vitest";
import { Build, build_of } from "../src/net/build.svelte";

describe("the build of a page", () => {
  it("is the name of its script; a developer's page has none", () => {
    expect(build_of("http://table/assets/index-Dmh0PR4z.js")).toBe("index-Dmh0PR4z");
    expect(build_of("http://table/src/main.ts")).toBe("");
    expect(build_of(undefined)).toBe("");
  });

  it("is older when the server hands out another one, and only then", () => {
    const page = new Build("index-old");
    for (const told of [null, undefined, "", "index-old"]) page.heard(told);
    expect(page.older).toBe(false);
    page.heard("index-new");
    expect(page.older).toBe(true);
    page.heard("index-old"); // the server went back
    expect(page.older).toBe(false);
  });

  it("says nothing where the page was not bundled", () => {
    const page = new Build("");
    page.heard("index-new");
    expect(page.older).toBe(false);
  });

  it("is older when a part of it is gone", () => {
    const page = new Build("index-old");
    page.missed();
    expect(page.older).toBe(true);
  });
});
