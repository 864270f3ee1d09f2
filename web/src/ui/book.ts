/** Finding things in a rulebook: rules by id, chapters by key or moment, words anywhere. */
import type { Book, BookBlock, BookBody, BookChapter, BookLine, BookPart } from "../net/types";
import { folded } from "../words/folded";

/** Where something stands: its block, the chapter (or part) that holds it, and the chapter one opens. */
export interface Place {
  chapter: BookChapter;
  part: BookChapter;
  block: BookBlock;
}

export const INDEX = "index";

/** Every block in order. */
export function* places(book: Book): Generator<Place> {
  for (const chapter of book.chapters) {
    for (const block of chapter.blocks) yield { chapter, part: chapter, block };
    for (const part of chapter.sections) for (const block of part.blocks) yield { chapter, part, block };
  }
}

/** The rules by every id they answer to. */
export function rules_of(book: Book): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const place of places(book)) {
    for (const id of place.block.id ? [place.block.id, ...(place.block.also ?? [])] : []) found.set(id, place);
  }
  return found;
}

/** The first id in a text that the book tells: "TT-K4, R1" → TT-K4. */
export function id_in(text: string, rules: ReadonlyMap<string, Place>): string | null {
  return text.split(/[\s,;]+/).find((word) => rules.has(word)) ?? null;
}

/** The chapter that holds a key, its own or that of a part. */
export function chapter_of(book: Book, key: string): BookChapter | null {
  return book.chapters.find((each) => each.key === key || each.sections.some((part) => part.key === key)) ?? null;
}

/** The keys of the chapters and parts that belong to a moment of the game. */
export function keys_of_phase(book: Book, phase: string | null): Set<string> {
  const found = new Set<string>();
  for (const chapter of book.chapters) {
    for (const part of [chapter, ...chapter.sections]) {
      if (phase !== null && part.phases.includes(phase)) found.add(part.key).add(chapter.key);
    }
  }
  return found;
}

/** The plain words of a line. */
export function words_of(line: BookLine): string {
  return line.map(part_words).join("").replace(/ {2,}/g, " ").trim();
}

function part_words(part: BookPart): string {
  if (typeof part === "string") return part;
  if ("icon" in part) return "";
  return ("b" in part ? part.b : "i" in part ? part.i : part.t).map(part_words).join("");
}

function body_words(body: BookBody): string {
  if ("p" in body) return words_of(body.p);
  if ("head" in body) return [body.head, ...body.rows].flat().map(words_of).join(" ");
  if ("picture" in body) return words_of(body.t);
  const items = "ul" in body ? body.ul : body.ol;
  return items.map((item) => `${words_of(item.t)} ${item.below ? body_words(item.below) : ""}`).join(" ");
}

/** The bold words a block begins with. */
function name_of(block: BookBlock): string {
  const [first] = block.bodies;
  const part = first && "p" in first ? first.p[0] : undefined;
  return part !== undefined && typeof part !== "string" && "b" in part ? words_of(part.b) : "";
}

/** What is searched for, as words. */
export function wanted_words(query: string): string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

/** The blocks that hold all the words; those first whose name has them, then those of a chapter about them. */
export function search(book: Book, query: string): Place[] {
  const words = wanted_words(query);
  if (words.length === 0) return [];
  const found: [number, Place][] = [];
  for (const place of places(book)) {
    const title = folded(`${words_of(place.chapter.title)} ${words_of(place.part.title)}`);
    const ids = [place.block.id ?? "", ...(place.block.also ?? [])].join(" ").toLowerCase();
    const text = `${title} ${folded(place.block.bodies.map(body_words).join(" "))} ${ids}`;
    if (!words.every((word) => text.includes(word))) continue;
    const name = `${folded(name_of(place.block))} ${ids}`;
    found.push([
      words.every((word) => name.includes(word)) ? 0 : words.some((word) => title.includes(word)) ? 1 : 2,
      place,
    ]);
  }
  return found.sort((a, b) => a[0] - b[0]).map(([, place]) => place);
}

/** A text in pieces, what was searched for marked (accents and capitals do not matter). */
export function marked(text: string, words: readonly string[]): { text: string; hit: boolean }[] {
  const long = words.filter((word) => word.length > 1);
  const letters = [...text];
  const bare = letters.map(folded);
  const plain = bare.join("");
  if (long.length === 0 || !long.some((word) => plain.includes(word))) return [{ text, hit: false }];
  const hit = new Array<boolean>(plain.length).fill(false);
  for (const word of long) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1)) hit.fill(true, at, at + word.length);
  }
  const pieces: { text: string; hit: boolean }[] = [];
  let at = 0;
  letters.forEach((letter, i) => {
    const here = hit[at] ?? false;
    const last = pieces.at(-1);
    if (last && last.hit === here) last.text += letter;
    else pieces.push({ text: letter, hit: here });
    at += bare[i]?.length ?? 0;
  });
  return pieces;
}
