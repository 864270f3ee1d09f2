/** What is said to those who listen: of each thing that can be clicked, and of each click. */
import { leads } from "../scene/trail";
import type { Choice } from "../scene/types";
import { t } from "../words/index.svelte";

/** So many choices that a click leaves open are told one by one. */
const MOST_TOLD = 2;

/** What a click on a thing does, as far as the clicks before it tell. */
function outcome(choices: readonly Choice[], trail: readonly string[], id: string): string {
  const open = leads(choices, trail, id);
  if (open.length === 0) return "";
  if (open.length <= MOST_TOLD) return open.map(({ sentence }) => sentence).join(" / ");
  return t("table.leads_to", { count: open.length });
}

/** Of each target, in the order in which one walks through them: its number, and what a click does. */
export function targets(
  order: readonly string[],
  choices: readonly Choice[],
  trail: readonly string[],
): Map<string, string> {
  const of = (id: string, i: number): string => {
    const number = t("table.target", { number: i + 1, count: order.length });
    return [number, outcome(choices, trail, id)].filter(Boolean).join(": ");
  };
  return new Map(order.map((id, i) => [id, of(id, i)]));
}

/** Sentences one after the other, each with its end. */
export function in_sentences(lines: readonly string[]): string {
  return lines
    .filter(Boolean)
    .map((line) => line.charAt(0).toUpperCase() + line.slice(1))
    .map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`))
    .join(" ");
}
