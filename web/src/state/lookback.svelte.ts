/** What happened since the viewer's own last move, kept to be looked at again: by itself, or step by step.
 * Only what this viewer was shown is kept (another viewer at the same screen begins anew), so there is nothing in it to
 * find out. */
import type { LogLine } from "../net/types";
import type { Scene } from "../scene/types";

export interface Frame {
  scene: Scene;
  /** What was said of this change. */
  lines: LogLine[];
  /** Who made it; null: where the looking back begins. */
  seat: number | null;
}

/** Nobody looks back further; the whole game stands in the replay. */
const MOST_FRAMES = 120;
const STEP_MS = 900;
/** However much happened, it is played again in about so long. */
const WHOLE_MS = 12_000;

export class Lookback {
  /** The first is the table as the viewer's own last move left it. */
  frames: Frame[] = $state.raw([]);
  /** Which frame is looked at; null: the table as it is. */
  at: number | null = $state(null);
  playing = $state(false);
  /** Who made the change that is looked at; nobody, where one stepped back. */
  mover: number | null = $state(null);
  private timer = 0;

  get frame(): Frame | null {
    return this.at === null ? null : (this.frames[this.at] ?? null);
  }

  /** How many changes there are to look at. */
  get steps(): number {
    return Math.max(0, this.frames.length - 1);
  }

  /** One more change of the table. The viewer's own begins anew. */
  add(scene: Scene, lines: LogLine[], seat: number | null, own: boolean): void {
    this.now();
    const frame = { scene: { ...scene, choices: [] }, lines, seat };
    this.frames = own ? [{ ...frame, seat: null }] : [...this.frames, frame].slice(-MOST_FRAMES);
  }

  /** What happened before the page was opened, as the server tells it again. */
  recall(frames: Frame[]): void {
    this.now();
    this.frames = frames;
  }

  clear(): void {
    this.now();
    this.frames = [];
  }

  /** Plays everything again from where the viewer's own last move left it. */
  play(): void {
    if (this.steps === 0) return;
    if (this.at === null) [this.at, this.mover] = [0, null];
    this.playing = true;
    this.wait();
  }

  pause(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  step(by: number): void {
    this.pause();
    const to = Math.max(0, (this.at ?? this.steps) + by);
    this.at = to < this.steps ? to : null;
    this.mover = by > 0 ? (this.frame?.seat ?? null) : null;
  }

  /** Back to the table as it is. */
  now(): void {
    this.pause();
    this.at = null;
  }

  private wait(): void {
    this.timer = window.setTimeout(
      () => {
        if (this.at === null || this.at + 1 >= this.steps) return this.now();
        this.at += 1;
        this.mover = this.frame?.seat ?? null;
        this.wait();
      },
      Math.min(STEP_MS, WHOLE_MS / (this.steps + 1)),
    );
  }
}
