/** A Vite plugin: gathers the icons that `src/art/vocabulary.ts` names out of the game-icons set
 * (CC BY 3.0), so that the client carries these few and not all four thousand. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { ICON_NAMES } from "../src/art/vocabulary";

interface IconSet {
  icons: Record<string, { body: string }>;
  aliases?: Record<string, { parent: string }>;
}

const MODULE = "virtual:icons";

export function icons(): Plugin {
  return {
    name: "firstfire-icons",
    resolveId: (id) => (id === MODULE ? "\0" + MODULE : undefined),
    load(id) {
      if (id !== "\0" + MODULE) return undefined;
      const file = createRequire(import.meta.url).resolve("@iconify-json/game-icons/icons.json");
      const set = JSON.parse(readFileSync(file, "utf8")) as IconSet;
      const paths: Record<string, string> = {};
      for (const name of ICON_NAMES) paths[name] = path_of(set, name);
      return `export default ${JSON.stringify(paths)};`;
    },
  };
}

function path_of(set: IconSet, name: string): string {
  const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ""];
  if (icon === undefined) throw new Error(`the game-icons set has no icon ${name}`);
  const drawn = [...icon.body.matchAll(/ d="([^"]+)"/g)].map((found) => found[1]);
  return shortened(drawn.join(""), GRID);
}

/** How many numbers a command takes at a time; curves and arcs end where they lead to. */
const ARITY: Record<string, number> = { m: 2, l: 2, t: 2, h: 1, v: 1, s: 4, q: 4, c: 6, a: 7, z: 0 };

/** The grid on which points lie: no picture is ever drawn so large that half a step of it is seen. */
const GRID = 4;

/** A path in whole steps of the grid (its field is 512 wide, what comes out 512 / grid), written as shortly as the grammar
 * allows. Every point is rounded where it lies, not each step to it: errors do not add up. */
export function shortened(path: string, grid = 1): string {
  const snapped = (value: number): number => Math.round(value / grid);
  let text = "";
  let last = "";
  let [x, y, left, top] = [0, 0, 0, 0]; // where the pen is, and where the figure began
  for (const [, letter = "", rest = ""] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const kind = letter.toLowerCase();
    const arity = ARITY[kind];
    if (arity === undefined) throw new Error(`a path with the command ${letter}`);
    if (kind === "z") {
      [text, last, x, y] = [`${text}z`, "z", left, top];
      continue;
    }
    const values = numbers(letter, rest);
    for (let at = 0; at + arity <= values.length; at += arity) {
      const step = values.slice(at, at + arity);
      const [dx, dy] = letter === kind ? [x, y] : [0, 0];
      /** From the pen, as it is written, to where the number leads. */
      const along = (value: number): number => snapped(value + dx) - snapped(x);
      const down = (value: number): number => snapped(value + dy) - snapped(y);
      const said = step.map((value, i) =>
        kind === "a" && i < 5 ? (i < 2 ? Math.max(0.1, Math.round((value / grid) * 10) / 10) : value)
        : kind === "v" || (kind !== "h" && (kind === "a" ? i === 6 : i % 2 === 1)) ? down(value) : along(value),
      ); // prettier-ignore
      if (kind === "h") x = dx + (step[0] ?? 0);
      else if (kind === "v") y = dy + (step[0] ?? 0);
      else [x, y] = [dx + (step.at(-2) ?? 0), dy + (step.at(-1) ?? 0)];
      if (kind === "m" && at === 0) [left, top] = [x, y];
      if ("lhv".includes(kind) && said.every((value) => value === 0)) continue;
      const [shape, parts] = level(kind === "m" && at > 0 ? "l" : kind, said);
      const told = written(parts);
      text += shape !== last ? shape + told : told.startsWith("-") ? told : ` ${told}`;
      last = shape === "m" ? "" : shape;
    }
  }
  return text;
}

/** A line along an axis is told by one number. */
function level(shape: string, [x = 0, y = 0, ...more]: number[]): [string, number[]] {
  if (shape !== "l" || (x !== 0 && y !== 0)) return [shape, shape === "h" || shape === "v" ? [x] : [x, y, ...more]];
  return y === 0 ? ["h", [x]] : ["v", [y]];
}

/** The numbers of one command; an arc's two flags may stand without a gap before the next number. */
function numbers(letter: string, text: string): number[] {
  const arc = letter === "a" || letter === "A";
  const found: number[] = [];
  let rest = text;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, "");
    const flag = arc && (found.length % 7 === 3 || found.length % 7 === 4);
    const token = (flag ? /^[01]/ : /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/i).exec(rest)?.[0];
    if (token === undefined) return found;
    found.push(Number(token));
    rest = rest.slice(token.length);
  }
}

function written(values: number[]): string {
  let text = "";
  values.forEach((value, i) => {
    const short = String(Math.round(value * 10) / 10 + 0).replace(/^(-?)0\./, "$1.");
    const glued = i === 0 || short.startsWith("-") || (short.startsWith(".") && /\.\d+$/.test(text));
    text += (glued ? "" : " ") + short;
  });
  return text;
}
