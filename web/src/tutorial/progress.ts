/** How far somebody has come in each tutorial, kept in this browser. */

export interface Progress {
  at: number;
  steps: number;
  /** What the learner played so far. */
  played: number[];
}

const KEY = "firstfire.lessons";

function all(): Record<string, Progress> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Progress>;
  } catch {
    return {}; // no storage, or not ours: begin at the beginning
  }
}

export function progress_of(game: string): Progress {
  const kept = all()[game];
  const whole = kept && Number.isInteger(kept.at) && kept.at >= 0 && Array.isArray(kept.played);
  return whole ? kept : { at: 0, steps: 0, played: [] };
}

export function keep_progress(game: string, progress: Progress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: progress }));
  } catch {
    // private windows may refuse storage; the lesson then lasts as long as the page
  }
}
