/** The client's files of all languages, and which of them are said to be complete. */
import { readFileSync } from "node:fs";
import type { LanguageFile } from "../src/words/language";

const FILES = import.meta.glob<LanguageFile>("../src/words/??.ts", { eager: true });

export const CATALOGUES: Record<string, LanguageFile> = Object.fromEntries(
  Object.entries(FILES).map(([path, file]) => [path.slice(-5, -3), file]),
);

/** As the server's file of the language says. */
export const is_partial = (code: string): boolean =>
  /^partial = true/m.test(readFileSync(`../src/firstfire/languages/${code}.toml`, "utf8"));

export const COMPLETE = Object.keys(CATALOGUES).filter((code) => !is_partial(code));
