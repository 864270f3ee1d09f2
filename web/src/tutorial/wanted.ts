/** What the learner is to click next. */
import type { Choice } from "../scene/types";

/** The next clicks of the wanted choices after a trail: where it has gone astray, the one that leads back. Of what is
 * laid together, only what does not lie there as it should. */
export function next_clicks(
  choices: readonly Choice[],
  wanted: readonly number[],
  trail: readonly string[],
  laid: ReadonlyMap<string, number> = new Map(),
): Set<string> {
  const found = new Set<string>();
  for (const choice of choices) {
    if (!wanted.includes(choice.action)) continue;
    const astray = trail.findIndex((pick, i) => choice.picks[i] !== pick);
    const next = choice.picks[astray < 0 ? trail.length : astray];
    if (next !== undefined) found.add(next);
    else for (const [piece, count] of choice.take) if (laid.get(piece) !== count) found.add(piece);
  }
  return found;
}
