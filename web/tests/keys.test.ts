import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { handle_key, type KeyCommands } from "../src/table/keys";

let asked: string[];
const commands = new Proxy({} as KeyCommands, { get: (_, name: string) => () => (asked.push(name), true) });

function press(key: string, more: Partial<KeyboardEvent> = {}): boolean {
  const target = { closest: () => null } as unknown as EventTarget;
  return handle_key({ key, target, repeat: false, ...more } as KeyboardEvent, commands);
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal("document", { querySelector: () => null });
});
afterEach(() => vi.unstubAllGlobals());

it("asks once for what a key stands for, however long it is held", () => {
  const held = [["y", {}], ["u", {}], ["z", { ctrlKey: true, shiftKey: true }], ["Enter", {}], ["1", {}]] as const; // prettier-ignore
  for (const [key, more] of held) {
    press(key, more);
    press(key, { ...more, repeat: true });
  }
  expect(asked).toEqual(["redo", "undo", "redo", "confirm", "digit"]);
});

it("walks and zooms on while a key is held", () => {
  for (const key of ["ArrowRight", "+"]) press(key, { repeat: true });
  expect(asked).toEqual(["walk", "zoom"]);
});
