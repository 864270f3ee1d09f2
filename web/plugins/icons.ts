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
  return shortened(drawn.join(""));
}

/** A path with its numbers to one decimal, written as shortly as the grammar allows. */
export function shortened(path: string): string {
  return [...path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)]
    .map(([, letter = "", rest = ""]) => letter + written(numbers(letter, rest)))
    .join("");
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
