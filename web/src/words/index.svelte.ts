/** Words on screen, in the language of the settings; a change shows at once everywhere. */
import { settings } from "../state/settings.svelte";
import { words as english, type Words } from "./en";
import { fill } from "./fill";
import { language_of } from "./languages.svelte";

export type Word = keyof Words;

/** A sentence in the viewer's language (in English where it has none), its {gaps} filled; `{count:card|cards}` is the
 * noun that fits a number. */
export function t(word: Word, gaps: Record<string, string | number> = {}): string {
  return fill(language_of(settings.language).words[word] ?? english[word], gaps, settings.language);
}
