/** What the static edition says by itself, in the languages that have a file in `words`. */
import { settings } from "../state/settings.svelte";
import { fill } from "../words/fill";
import { ENGLISH } from "../words/languages.svelte";
import { words as english } from "./words/en";

export type OfflineWord = keyof typeof english;

const FILES = import.meta.glob<{ words: Partial<Record<OfflineWord, string>> }>("./words/??.ts", { eager: true });

export const OFFLINE_WORDS: Readonly<Record<string, Partial<Record<OfflineWord, string>>>> = Object.fromEntries(
  Object.entries(FILES).map(([path, { words }]) => [path.slice(-5, -3), words]),
);

export function say(word: OfflineWord, gaps: Record<string, string | number> = {}): string {
  const own = OFFLINE_WORDS[settings.language]?.[word];
  return own === undefined ? fill(english[word], gaps, ENGLISH) : fill(own, gaps, settings.language);
}
