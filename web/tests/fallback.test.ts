import { describe, expect, it, vi } from "vitest";
import { words as fr } from "../src/words/fr";
import { t } from "../src/words/index.svelte";
import { fill } from "../src/words/fill";

vi.mock("../src/state/settings.svelte", () => ({ settings: { language: "fr" } }));

describe("a sentence that its language lacks", () => {
  it("is English, and bends as English does: 0 has the form for many there, in French the form for one", () => {
    expect(t("table.picked_count", { thing: "Eye", count: 0 })).toBe("Eye picked: 0 targets");
    expect(fill(fr["table.spectators"], { count: 0 }, "fr")).toBe("0 spectateur");
  });
});
