/** Words on screen, in the language of the settings; a change shows at once everywhere. */
import { settings } from "../state/settings.svelte";
import { words as english } from "./en";
import { fill } from "./fill";
import type { Words } from "./language";
import { ENGLISH, language_of } from "./languages.svelte";

export type Word = keyof Words;

/** A sentence in the viewer's language, its {gaps} filled; `{count:card|cards}` is the noun that fits a number.
 * Where the language has none it is English, and bends as English does. */
export function t(word: Word, gaps: Record<string, string | number> = {}): string {
  const { words } = language_of(settings.language); // English until the language is loaded
  const own = words === english ? undefined : words[word];
  return own === undefined ? fill(english[word], gaps, ENGLISH) : fill(own, gaps, settings.language);
}
