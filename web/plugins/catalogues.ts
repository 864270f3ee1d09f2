/** The files of all languages, as they lie in the repository: the client's own, and those of the server. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformWithEsbuild, type Plugin } from "vite";
import type { LanguageFile } from "../src/words/language";

const CLIENT = fileURLToPath(new URL("../src/words", import.meta.url));
const OFFLINE = fileURLToPath(new URL("../src/offline/words", import.meta.url));
const SERVER = fileURLToPath(new URL("../../src/firstfire", import.meta.url));
const TRANSLATED = "virtual:translated";
const LETTERS = "virtual:letters";
const ENGLISH = "en";

/** The codes of all languages: English first. */
export function codes(): string[] {
  const found = readdirSync(CLIENT).flatMap((name) => /^([a-z]{2})\.ts$/.exec(name)?.[1] ?? []);
  return [ENGLISH, ...found.filter((code) => code !== ENGLISH).sort()];
}

/** A language's file, which imports nothing but types. */
export async function read(code: string, folder = CLIENT): Promise<LanguageFile> {
  const file = `${folder}/${code}.ts`;
  const { code: script } = await transformWithEsbuild(readFileSync(file, "utf8"), file);
  return (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as LanguageFile;
}

/** How many per cent of all sentences a language has: words, tutorials, and the lines of the rulebooks. */
export async function translated(code: string, server = SERVER): Promise<number> {
  let [there, all] = [await said(code), await said(ENGLISH)];
  for (const file of readdirSync(server, { recursive: true, encoding: "utf8" })) {
    if (!/(words|tutorial|book)\/en\.(toml|md)$/.test(file)) continue;
    const own = file.replace(/en(\.\w+)$/, `${code}$1`);
    all += sentences(`${server}/${file}`);
    there += existsSync(`${server}/${own}`) ? sentences(`${server}/${own}`) : 0;
  }
  return Math.floor((100 * Math.min(there, all)) / all);
}

/** How many sentences of the client a language has, those of the edition without a server among them. */
async function said(code: string): Promise<number> {
  const folders = [CLIENT, OFFLINE].filter((folder) => existsSync(`${folder}/${code}.ts`));
  const files = await Promise.all(folders.map((folder) => read(code, folder)));
  return files.reduce((sum, { words }) => sum + Object.keys(words).length, 0);
}

const sentences = (file: string): number =>
  (readFileSync(file, "utf8").match(file.endsWith(".toml") ? /^[\w-]+ = /gm : /^.+$/gm) ?? []).length;

/** What stands for the small letters of all languages that are no plain letter with an accent, as the server reads it. */
export function letters(server = SERVER): Record<string, string> {
  const files = readdirSync(`${server}/languages`).map((name) => readFileSync(`${server}/languages/${name}`, "utf8"));
  const tables = files.map((text) => /^\[letters\]\n((?:.+\n?)*)/m.exec(text)?.[1] ?? "");
  return Object.fromEntries(
    tables.flatMap((lines) => [...lines.matchAll(/^"(.)" = "(\w+)"/gm)].map(([, letter, plain]) => [letter, plain])),
  );
}

/** A Vite plugin: `virtual:translated` says how much of each language there is, `virtual:letters` has their letters. */
export function languages(): Plugin {
  return {
    name: "firstfire-languages",
    resolveId: (id) => (id === TRANSLATED || id === LETTERS ? "\0" + id : undefined),
    async load(id) {
      if (id === "\0" + LETTERS) return `export default ${JSON.stringify(letters())};`;
      if (id !== "\0" + TRANSLATED) return undefined;
      const found = await Promise.all(codes().map(async (code) => [code, await translated(code)] as const));
      return `export default ${JSON.stringify(Object.fromEntries(found))};`;
    },
  };
}
