/** Badges as signs: a picture and a number where the words of any language name something that can be drawn. */
import { pigment } from "./palette.svelte";
import { sign_on } from "./signs";
import { icon_for } from "./vocabulary";
import type { Look } from "../scene/types";
import { habits as english } from "../words/en";
import { language_of } from "../words/languages.svelte";

export interface Sign {
  /** Written before the picture ("+2"), or after it ("level 2"). */
  before: string;
  /** The art name to draw; null when the badge is only words. */
  icon: string | null;
  after: string;
  /** The ground it stands on, where that is a colour it names. */
  colour?: string;
}

/** What is told by a shape (or a letter) on a colour, by its name: "red" is a flame on red wherever cubes of that name lie
 * on the table. */
export type Dyes = ReadonlyMap<string, { letter: string; sign: string | null; colour: string }>;

export function dyes_of(looks: readonly Look[], letters = false): Dyes {
  const plain = looks.filter((look) => look.shape === "cube" && look.letter !== "" && look.alt !== "");
  return new Map(
    plain.map((look) => {
      const sign = letters ? null : sign_on(look);
      return [
        look.alt,
        { letter: sign === null ? look.letter : "", sign, colour: pigment(look.colour) ?? look.colour },
      ];
    }),
  );
}

/** A badge that names such a thing ("red", "☀ yellow") is drawn as that shape on that colour. Null for all others. */
export function dyed(badge: string, dyes: Dyes): Sign | null {
  const [, mark = "", word = ""] = /^(\P{L}*)(.*)$/u.exec(badge) ?? [];
  const dye = dyes.get(word);
  return dye ? { before: mark + dye.letter, icon: dye.sign, after: "", colour: dye.colour } : null;
}

/** The signs of one badge in as few lines as need no more than a width (in shares of the letters' height). */
export function broken(signs: readonly Sign[], most: number): Sign[][] {
  const lines: Sign[][] = [];
  for (const sign of signs) {
    const line = lines.at(-1);
    if (line && width_of([...line, sign]) <= most) line.push(sign);
    else lines.push([sign]);
  }
  return lines;
}

/** The lines in which badges are drawn, none wider than `most` where that can be had. A badge of words that is too wide
 * is counted at the end ("+1", the tip has it whole); what has a picture is always drawn. */
export function drawn(badges: readonly string[], dyes: Dyes, language: string, most: number): Sign[][] {
  const lines = badges.flatMap((badge) => {
    const dye = dyed(badge, dyes);
    return dye === null ? broken(signs_of(badge, language), most) : [[dye]];
  });
  const shown = lines.filter(
    (line) => width_of(line) <= most || line.some((sign) => sign.icon !== null || sign.colour),
  );
  const left = lines.length - shown.length;
  return left === 0 ? shown : [...shown, [{ before: `+${left}`, icon: null, after: "" }]];
}

/** What a word on a piece is called in the art vocabulary; where a language has no word of its own, it is English. */
function art_of(words: string, language: string): string | null {
  const name = language_of(language).habits.art[words.toLowerCase()] ?? english.art[words.toLowerCase()] ?? words;
  return icon_for(name) === null ? null : name;
}

/** The signs of one badge ("1 wood, 1 stone" is two), which may be English where a language lacks it. */
export function signs_of(badge: string, language: string): Sign[] {
  for (const { between } of [language_of(language).habits, english]) {
    const parts = badge.split(between).map((part) => sign_of(part, language));
    if (parts.every((part) => part.icon !== null)) return parts;
  }
  return [sign_of(badge, language)];
}

function sign_of(badge: string, language: string): Sign {
  const whole = /^\p{L}[\p{L}\s'’-]*$/u.test(badge) ? art_of(badge, language) : null;
  if (whole !== null) return { before: "", icon: whole, after: "" };
  const { all } = language_of(language).habits;
  const first = new RegExp(`^([+−-]?\\d+(?:/\\d+)?|${all}|${english.all})\\s+(.+)$`).exec(badge);
  const led = first ? art_of(first[2] ?? "", language) : null;
  if (first && led !== null) return { before: first[1] ?? "", icon: led, after: "" };
  const last = /^(.+?)\s+(\d+)$/.exec(badge);
  const followed = last ? art_of(last[1] ?? "", language) : null;
  if (last && followed !== null) return { before: "", icon: followed, after: last[2] ?? "" };
  return { before: badge, icon: null, after: "" };
}

/** How wide a badge is, in shares of its letters' height. */
export function width_of(signs: readonly Sign[]): number {
  return signs.reduce(
    (sum, sign) => sum + (sign.before.length + sign.after.length) * 0.52 + (sign.icon === null ? 0 : 1.1),
    0.6,
  );
}

/** Goods with their numbers in a label: "wood ×2, skin ×1", or behind a colon "2 wood, 1 skin", in any language; points are no goods. */
export function goods_in(label: string, language: string): { icon: string; count: string }[] {
  const pattern = /(\p{L}[\p{L}'-]*)\s*×\s*(\d+)|(?<=:.*)(\d+)\s+(\p{L}[\p{L}'-]*)/gu;
  return [...label.matchAll(pattern)].flatMap(([, word, after, before, noun]) => {
    const icon = art_of(word ?? noun ?? "", language);
    return icon === null || icon_for(icon) === icon_for("point") ? [] : [{ icon, count: after ?? before ?? "" }];
  });
}
