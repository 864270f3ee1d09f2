/** What this viewer likes, kept in this browser. */

import { ENGLISH, LANGUAGES, load } from "../words/languages.svelte";

export type Theme = "auto" | "light" | "dark";

interface Kept {
  language: string;
  theme: Theme;
  still: boolean;
  sound: boolean;
  text: number;
  tips: boolean;
  /** Letters and codes on pieces, beside shapes and pictures. */
  letters: boolean;
  /** Ask before what cannot be taken back. */
  confirm: boolean;
  /** Make the only move by itself where everybody knows that it is the only one. */
  auto: boolean;
  /** Pass, or end my turn, by itself where nothing else can be done. */
  skip: boolean;
  /** How long a move of another player stays before the next one is shown, in milliseconds. */
  pace: number;
  /** A notice of the system when it is my turn and I look elsewhere. */
  notify: boolean;
  /** This browser's push service tells me of my turns when no page is open. */
  push: boolean;
  /** Games whose first-game guide has been closed. */
  guided: string[];
}

const KEY = "firstfire.settings";

const is_known = (code: string): boolean => LANGUAGES.some((language) => language.code === code);

function language_of_browser(): string {
  for (const wished of navigator.languages ?? []) {
    const short = wished.slice(0, 2);
    if (is_known(short)) return short;
  }
  return ENGLISH;
}

function read(): Kept {
  const plain: Kept = {
    language: language_of_browser(), theme: "auto", still: false, sound: true, text: 1, tips: true, letters: false, confirm: true, auto: false, skip: true, pace: 800,
    notify: false, push: false, guided: [],
  }; // prettier-ignore
  try {
    const kept = { ...plain, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
    return is_known(kept.language) ? kept : { ...kept, language: plain.language };
  } catch {
    return plain; // no storage, or not ours: begin afresh
  }
}

class Settings implements Kept {
  language = $state(ENGLISH);
  theme: Theme = $state("auto");
  still = $state(false);
  sound = $state(true);
  text = $state(1);
  tips = $state(true);
  letters = $state(false);
  confirm = $state(true);
  auto = $state(false);
  skip = $state(true);
  pace = $state(800);
  notify = $state(false);
  push = $state(false);
  guided: string[] = $state([]);

  constructor() {
    Object.assign(this, read());
  }

  /** Another language from now on, as soon as its words are here. */
  async speak(language: string): Promise<void> {
    await load(language);
    this.language = language;
  }

  /** Writes the present likes to this browser and to the page's root. */
  keep(): void {
    const { language, theme, still, sound, text, tips, letters, confirm, auto, skip, pace, notify, push, guided } =
      this;
    const root = document.documentElement;
    root.lang = language;
    document
      .querySelector("link[rel=manifest]")
      ?.setAttribute("href", `${import.meta.env.BASE_URL}${language}.webmanifest`);
    root.dataset.theme = theme;
    root.dataset.still = String(still);
    root.style.fontSize = `${Math.round(text * 100)}%`;
    try {
      localStorage.setItem(
        KEY,
        JSON.stringify({
          language,
          theme,
          still,
          sound,
          text,
          tips,
          letters,
          confirm,
          auto,
          skip,
          pace,
          notify,
          push,
          guided,
        }),
      );
    } catch {
      // private windows may refuse storage; the likes then last as long as the page
    }
  }
}

export const settings = new Settings();
