/** The languages there are: every file `??.ts` of this folder is one. English is part of the page, any other is loaded
 * when somebody reads it. */
import translated from "virtual:translated";
import { SvelteMap } from "svelte/reactivity";
import * as english from "./en";
import type { LanguageFile } from "./language";

const FILES = import.meta.glob<LanguageFile>(["./??.ts", "!./en.ts"]);
export const ENGLISH = "en";

const codes = [ENGLISH, ...Object.keys(FILES).map((path) => path.slice(2, -3))];
/** Each with its name, and with how much of it there is where that is not all. */
export const LANGUAGES: readonly { code: string; name: string }[] = codes.map((code) => ({ code, name: titled(code) }));

const loaded = new SvelteMap<string, LanguageFile>([[ENGLISH, english]]);

function titled(code: string): string {
  const share = translated[code] ?? 0;
  return share < 100 ? `${named(code)} (${(share / 100).toLocaleString(code, { style: "percent" })})` : named(code);
}

/** What its speakers call a language. */
function named(code: string): string {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** Makes a language ready to be read. */
export async function load(code: string): Promise<void> {
  const file = await FILES[`./${code}.ts`]?.();
  if (file) loaded.set(code, file);
}

/** The words and habits of a language; those of English until it is loaded. */
export function language_of(code: string): LanguageFile {
  return loaded.get(code) ?? english;
}

/** Whose dates, numbers and lists are written in a language. */
export function locale_of(code: string): string {
  return loaded.get(code)?.habits.locale ?? code;
}
