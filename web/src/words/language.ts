/** A language as the client knows it: a file `<code>.ts` beside this one has its words and its habits. */
import type { words as english } from "./en";

/** All sentences, as English has them. */
export type Words = Record<keyof typeof english, string>;

export interface Habits {
  /** Whose dates, numbers and lists it has, where its code alone would mean another country's. */
  locale?: string;
  /** What a badge says before a noun for "all of them". */
  all: string;
  /** What stands between the things that a badge counts. */
  between: RegExp;
  /** Where a word is broken: its vowels (without their accents), and the consonants that begin a syllable together, at
   * the end of what comes before its vowel. */
  syllables: { vowels: RegExp; together: RegExp };
  /** What short words on pieces are called in the art vocabulary; other words are looked up as they are. */
  art: Readonly<Record<string, string>>;
}

export interface LanguageFile {
  habits: Habits;
  /** Sentences that are missing are read in English. */
  words: Partial<Words>;
}
