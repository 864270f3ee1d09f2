/** What happened since the viewer's own last move, kept to be looked at again: by itself, or step by step.
 * Only what this viewer was shown is kept (another viewer at the same screen begins anew), so there is nothing in it to
 * find out. */
import type { LogLine } from "../net/types";
import type { Scene } from "../scene/types";

export interface Frame {
  scene: Scene;
  /** What was said of this change. */
  lines: LogLine[];
  /** Who made it. */
  seat: number | null;
  /** How many moves there were by then. */
  step: number;
}

/** Nobody looks back further; the whole game stands in the replay. */
const MOST_FRAMES = 120;
/** How long one change is looked at: long enough to read what was said of it, between these two… */
const [STEP_MS, MOST_MS] = [900, 2_600];
const [BEGIN_MS, LETTER_MS] = [500, 30];
/** …but however much happened, it is played again in about so long. */
const WHOLE_MS = 15_000;

function time_for(frame: Frame): number {
  const letters = frame.lines.reduce((sum, line) => sum + line.text.length, 0);
  return Math.min(MOST_MS, Math.max(STEP_MS, BEGIN_MS + LETTER_MS * letters));
}

export class Lookback {
  /** The first is the table as the viewer's own last move left it, or an earlier one that was asked for. */
  frames: Frame[] = $state.raw([]);
  /** How many are earlier than the viewer's own last move. */
  earlier = $state(0);
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
  add(frame: Frame, own: boolean): void {
    const kept = own ? [] : this.frames.slice(this.earlier);
    this.recall([...kept, { ...frame, scene: { ...frame.scene, choices: [] } }].slice(-MOST_FRAMES));
  }

  /** What happened before the page was opened, as the server tells it again. */
  recall(frames: Frame[]): void {
    this.now();
    [this.frames, this.earlier] = [frames, 0];
  }

  /** One step more before the first. */
  before(frame: Frame): void {
    this.frames = [frame, ...this.frames];
    this.earlier += 1;
    [this.at, this.mover] = [0, null];
  }

  clear(): void {
    this.recall([]);
  }

  /** Plays everything again from where the viewer's own last move left it; the last change too is looked at for a
   * while, with what was said of it, before the table is as it is. */
  play(): void {
    if (this.steps === 0) return;
    if (this.at === null) [this.at, this.mover] = [this.earlier, null];
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
    this.at = to <= this.steps ? to : null;
    this.mover = by > 0 ? (this.frame?.seat ?? null) : null;
  }

  /** Back to the table as it is. */
  now(): void {
    this.pause();
    this.at = null;
  }

  private wait(): void {
    clearTimeout(this.timer); // of a "Show me" that was pressed twice
    const { frame } = this;
    if (frame === null) return this.now();
    const first = this.at === this.earlier;
    const whole = this.frames.reduce((sum, each) => sum + time_for(each), 0);
    this.timer = window.setTimeout(
      () => {
        if (this.at === null || this.at >= this.steps) return this.now();
        this.at += 1;
        this.mover = this.frame?.seat ?? null;
        this.wait();
      },
      (first ? STEP_MS : time_for(frame)) * Math.min(1, WHOLE_MS / whole),
    );
  }
}
