/** Words on screen, in the language of the settings; a change shows at once everywhere. */
import { settings, type Language } from "../state/settings.svelte";
import { fill } from "./fill";
import { en, type Words } from "./en";
import { fr } from "./fr";
import { nl } from "./nl";

const ALL: Record<Language, Words> = { en, fr, nl };

export const LANGUAGES: readonly { code: Language; name: string }[] = [
  { code: "en", name: "English" },
  { code: "fr", name: "Français" },
  { code: "nl", name: "Nederlands" },
];

export type Word = keyof Words;

/** A sentence in the viewer's language, its {gaps} filled; `{count:card|cards}` is the noun that fits a number. */
export function t(word: Word, gaps: Record<string, string | number> = {}): string {
  return fill(ALL[settings.language][word], gaps, settings.language);
}
