/** What is laid together: figures that set out, goods that pay. After a trail of picks, choices with a `take` form a
 * group; clicks lay pieces and take them back until what lies there is one of them. No rule is computed here. */
import type { Chain, Choice } from "./types";

/** Pieces that have stepped forward, each with how many of it. */
export type Laid = ReadonlyMap<string, number>;

export interface Group {
  /** All that can be put together here. */
  choices: readonly Choice[];
  laid: Laid;
  /** Pieces of which one more can join what is laid. */
  lit: Set<string>;
  /** Pieces that cannot join, but belong to another choice: a click takes that one instead. */
  other: Set<string>;
  /** The choice that is laid, whole. */
  match: Choice | null;
  /** The choice that has all that is laid and lacks least, and what it lacks. */
  nearest: Choice | null;
  missing: [string, number][];
}

export const NOTHING: Laid = new Map();

/** Answers to a question that the rules ask bit by bit, as choices: the first action of each, then the others. */
export function bundled(chains: readonly Chain[]): Choice[] {
  return chains.flatMap(({ sentence, actions: [action, ...then], take, default: first }) =>
    action === undefined || take.length === 0
      ? []
      : { action, text: "", sentence, picks: [], take, default: first, quiet: false, then },
  );
}

/** How many pieces are laid, of how many, where each choice takes as many. */
export function count_laid(choices: readonly Choice[], laid: Laid): [number, number] | null {
  const totals = new Set(choices.map(({ take }) => size(take)));
  const [total = 0] = totals;
  return totals.size === 1 && choices.length > 1 ? [size([...laid]), total] : null;
}

/** Where a group stands. */
export function gather(choices: readonly Choice[], laid: Laid): Group {
  const lit = new Set<string>();
  const other = new Set<string>();
  for (const choice of choices) {
    const more = lacks(choice, laid);
    if (holds(choice, laid)) for (const [id] of more) lit.add(id);
    else for (const [id] of more) other.add(id);
  }
  for (const id of lit) other.delete(id);
  const nearest = best(
    choices.filter((choice) => holds(choice, laid)),
    (choice) => size(lacks(choice, laid)),
  );
  const missing = nearest ? lacks(nearest, laid) : [];
  return { choices, laid, lit, other, match: missing.length === 0 ? nearest : null, nearest, missing };
}

/** What has stepped forward before anybody clicked: the default, or the only one there is. */
export function at_first(choices: readonly Choice[]): Laid {
  const first = choices.find((choice) => choice.default);
  return first ? new Map(first.take) : with_certain(choices, NOTHING);
}

/** What is laid, and what every choice that has it has besides: nobody needs to click what is certain. */
function with_certain(choices: readonly Choice[], laid: Laid): Laid {
  const [first, ...rest] = choices.filter((choice) => holds(choice, laid));
  if (!first) return laid;
  const found = new Map(laid);
  for (const [id, count] of first.take) {
    const certain = Math.min(count, ...rest.map((choice) => count_of(choice, id)));
    if (certain > (laid.get(id) ?? 0)) found.set(id, certain);
  }
  return found;
}

/** A click on a piece: one more of it joins; else the nearest choice that has one more of it takes the place of what is
 * laid; else, as it cannot be more, it goes back. */
export function lay(choices: readonly Choice[], laid: Laid, id: string): Laid {
  const wanted = (laid.get(id) ?? 0) + 1;
  const more = new Map(laid).set(id, wanted);
  if (choices.some((choice) => holds(choice, more))) return with_certain(choices, more);
  const having = choices.filter((choice) => count_of(choice, id) >= wanted);
  const nearest = best(having, (choice) => 1000 * size(given_up(choice, laid)) + size(lacks(choice, laid)));
  if (nearest) return new Map(nearest.take);
  more.delete(id);
  return with_certain(choices, more);
}

/** One of a piece goes back, and with it those that only go together with it (water is paid by twos). What every choice
 * has stays. */
export function take_back(choices: readonly Choice[], laid: Laid, id: string): Laid {
  const before = laid.get(id) ?? 0;
  for (let left = before - 1; left >= 0; left -= 1) {
    const rest = new Map(laid);
    if (left > 0) rest.set(id, left);
    else rest.delete(id);
    const certain = with_certain(choices, rest).get(id) ?? 0;
    if (certain < before) return certain === left ? rest : rest.set(id, certain);
  }
  if ((with_certain(choices, NOTHING).get(id) ?? 0) >= before) return laid;
  const rest = new Map(laid);
  if (before > 1) rest.set(id, before - 1);
  else rest.delete(id);
  return rest;
}

/** Whether two groups are the same. */
export function same(one: Laid, other: Laid): boolean {
  return one.size === other.size && [...one].every(([id, count]) => other.get(id) === count);
}

function count_of(choice: Choice, id: string): number {
  return choice.take.find(([each]) => each === id)?.[1] ?? 0;
}

/** Whether a choice has all that is laid. */
function holds(choice: Choice, laid: Laid): boolean {
  return [...laid].every(([id, count]) => count_of(choice, id) >= count);
}

/** What a choice has beyond what is laid. */
function lacks(choice: Choice, laid: Laid): [string, number][] {
  return choice.take.flatMap(([id, count]): [string, number][] => {
    const more = count - (laid.get(id) ?? 0);
    return more > 0 ? [[id, more]] : [];
  });
}

/** What is laid beyond what a choice has. */
function given_up(choice: Choice, laid: Laid): [string, number][] {
  return [...laid].flatMap(([id, count]): [string, number][] => {
    const less = count - count_of(choice, id);
    return less > 0 ? [[id, less]] : [];
  });
}

function size(pieces: readonly [string, number][]): number {
  return pieces.reduce((sum, [, count]) => sum + count, 0);
}

/** The choice that costs least; among equals the default, else the first. */
function best(choices: readonly Choice[], cost: (choice: Choice) => number): Choice | null {
  let [found, least]: [Choice | null, number] = [null, Infinity];
  for (const choice of choices) {
    const far = 2 * cost(choice) - (choice.default ? 1 : 0);
    if (far < least) [found, least] = [choice, far];
  }
  return found;
}
