/** What is new to a viewer: everything since the viewer's own last move. */
import type { LogLine } from "../net/types";

/** Where the news begin in a log; its length where there are none. A seat that has not moved yet has no last move. */
export function news_from(lines: readonly LogLine[], viewer: number): number {
  if (viewer < 0) return lines.length;
  let step = -1;
  lines.forEach((line, i) => {
    if (line.seat === viewer && lines[i - 1]?.step !== line.step) step = line.step;
  });
  const after = lines.findIndex((line) => line.step > step);
  return step <= 0 || after < 0 ? lines.length : after;
}

/** The whole last turn of the other who moved last, or what is left of it after the viewer's own last move; of the
 * viewer's own turn the last step: what came before it is known. */
export function last_turn(lines: readonly LogLine[], viewer: number): LogLine[] {
  const last = lines.at(-1);
  if (last === undefined || last.step === 0) return [];
  const movers = new Map<number, number | null>();
  for (const line of lines) if (!movers.has(line.step)) movers.set(line.step, line.seat);
  const mover = movers.get(last.step) ?? null;
  let first = lines.length;
  while (first > 0) {
    const line = lines[first - 1];
    if (line === undefined || line.step === 0 || movers.get(line.step) !== mover) break;
    if (mover === viewer && line.step !== last.step) break;
    first -= 1;
  }
  const news = news_from(lines, viewer);
  return lines.slice(mover === viewer ? first : Math.max(first, news < lines.length ? news : first));
}

/** A sentence that leaves room for another one on a phone. */
const SHORT = 62;

/** The same lines, what befell the viewer (and what led to it, where that is soon said) before what the others did: a
 * phone has room for the first two sentences. How the viewer's own turn begins comes last, as it did. */
export function mine_first(lines: readonly LogLine[], viewer: number): LogLine[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.seat === viewer) end -= 1;
  const befell = lines.slice(0, end).filter(({ seat }) => seat === viewer);
  const led = (line: LogLine): boolean =>
    line.text.length <= SHORT &&
    befell.some(({ step }) => step === line.step) &&
    lines.find(({ step }) => step === line.step) === line;
  const late = (line: LogLine): number => Number(!befell.includes(line) && !led(line));
  return [...lines].sort((one, other) => late(one) - late(other));
}

/** Sentences one after the other; where one ends without a mark, a dot stands between it and the next. */
export function in_one_line(lines: readonly LogLine[]): string {
  return lines
    .map(({ text }) => text)
    .reduce((said, next) => {
      if (said === "") return next;
      return `${said}${/[.!?…:]$/.test(said) ? "" : " ·"} ${next}`;
    }, "");
}

/** What a sentence says, whoever it addresses: "You draw a card." and "Draw a card". */
const gist = (sentence: string): string =>
  sentence
    .trim()
    .replace(/^you\s+/i, "")
    .replace(/[.!]$/, "")
    .toLowerCase();

/** The lines that say more than the choice itself does. */
export function beyond(lines: readonly string[], sentence: string): string[] {
  return lines.filter((line) => gist(line) !== gist(sentence));
}
