/** Counts the clicks that decisions take, by the client's own grammar: the file named last holds a list of them
 * as JSON; `[fewest clicks, buttons that stand there]` of each goes to the standard output (see benchmarks/clicks.py). */
import { readFileSync } from "node:fs";
import { at_first, lay, same, take_back, type Laid } from "../src/scene/group";
import { follow, prune } from "../src/scene/trail";
import type { Choice } from "../src/scene/types";

interface Decision {
  action: number;
  held: string[];
  choices: Choice[];
}

/** Clicks that make what has stepped forward the group that is wanted. */
function to_lay(group: readonly Choice[], wanted: Laid): number {
  let reached: Laid[] = [at_first(group)];
  const seen: Laid[] = [...reached];
  for (let clicks = 0; reached.length > 0; clicks += 1) {
    if (reached.some((laid) => same(laid, wanted))) return clicks;
    const pieces = new Set(group.flatMap((choice) => choice.take.map(([id]) => id)));
    const next: Laid[] = [];
    for (const laid of reached) {
      const on = [...pieces].flatMap((id) => [
        lay(group, laid, id),
        ...(laid.has(id) ? [take_back(group, laid, id)] : []),
      ]);
      for (const each of on) {
        if (seen.some((other) => same(other, each))) continue;
        seen.push(each);
        next.push(each);
      }
    }
    reached = next;
  }
  throw new Error("no clicks lay this group");
}

function count({ action, held, choices }: Decision): [clicks: number, buttons: number] {
  const choice = choices.find((each) => each.action === action);
  if (!choice) throw new Error(`action ${action} is no choice`);
  const begun = prune(choices, held);
  let trail = begun.every((pick, i) => choice.picks[i] === pick) ? begun : [];
  let buttons = follow(choices, begun).ready.length;
  let clicks = 0;
  while (trail.length < choice.picks.length) {
    trail = choice.picks.slice(0, trail.length + 1);
    clicks += 1;
    const step = follow(choices, trail);
    if (step.settled) return [clicks, buttons];
    buttons = Math.max(buttons, step.ready.length);
  }
  const { group } = follow(choices, trail);
  if (group.includes(choice)) clicks += to_lay(group, new Map(choice.take));
  return [clicks + 1, buttons]; // Go, or its button
}

const decisions = JSON.parse(readFileSync(process.argv.at(-1) ?? "", "utf8")) as Decision[];
process.stdout.write(JSON.stringify(decisions.map(count)));
