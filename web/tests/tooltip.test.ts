import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { surround } from "./socket";
import type { Tooltip as Tip } from "../src/state/tooltip.svelte";

let tooltip: Tip;
const node = { isConnected: true } as HTMLElement;
const mouse = (x: number): PointerEvent => ({ clientX: x, clientY: 9 }) as PointerEvent;

beforeEach(async () => {
  surround();
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("navigator", { languages: ["en"] });
  const { Tooltip } = await import("../src/state/tooltip.svelte");
  tooltip = new Tooltip();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("brings no tip after a move before the mouse is moved", () => {
  tooltip.rest(); // the table is shown for the first time
  tooltip.look("disc", node, false);
  tooltip.wake(mouse(5));
  vi.advanceTimersByTime(1000);
  expect(tooltip.looked?.id).toBe("disc");
  tooltip.rest();
  expect(tooltip.looked).toBeNull();
  tooltip.look("laid", node, false); // it came to lie under the mouse
  tooltip.wake(mouse(5));
  vi.advanceTimersByTime(1000);
  expect(tooltip.looked).toBeNull();
  tooltip.wake(mouse(8));
  vi.advanceTimersByTime(1000);
  expect(tooltip.looked?.id).toBe("laid");
});

it("leaves what was pinned, whoever moves", () => {
  tooltip.look("disc", node, true);
  tooltip.rest();
  expect(tooltip.looked?.id).toBe("disc");
  tooltip.look("other", node, true);
  expect(tooltip.looked?.id).toBe("other");
});
