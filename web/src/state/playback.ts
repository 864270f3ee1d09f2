/** When each change of the table is shown: one by one, in order, at a pace the eye can follow.
 *
 *     arrives   a  b  c  d  e  f            (a bot plays quicker than one can look)
 *     shown     a····b····c···d··e··f       the longer the queue, the quicker it runs; nothing is left out
 *
 * A queue is over SHOWN_WITHIN_MS after it began. What comes while it runs may still take LATEST_MS. */

export const SHOWN_WITHIN_MS = 6000;
const LATEST_MS = 1500;
/** All that waits should take about so long. */
const HURRY_MS = 3000;

/** What the viewer makes of a change. */
export type Sight =
  /** Nothing to look at: shown with what stands before it. */
  | "none"
  /** The board stays as it is (a turn ends, a question changes): a glance. */
  | "glance"
  /** The viewer's own doing, which waits for nothing. */
  | "own"
  | "move";

const WEIGHT: Record<Sight, number> = { none: 0, glance: 0.3, own: 0.5, move: 1 };

interface Waiting<Change> {
  change: Change;
  sight: Sight;
  /** When it has to be seen at the latest. */
  by: number;
}

export class Playback<Change> {
  private readonly queue: Waiting<Change>[] = [];
  private timer = 0;
  private began = 0;
  private shown_at = 0;
  private stays = 0;

  /** `pace`: how long a move is looked at where there is time, in milliseconds; 0 shows everything at once. */
  constructor(
    private readonly show: (change: Change, tempo: number) => void,
    private readonly pace: () => number,
  ) {}

  /** How many changes of others have not been shown yet. */
  get left(): number {
    return this.queue.filter(({ sight }) => sight === "move" || sight === "glance").length;
  }

  add(change: Change, sight: Sight): void {
    const now = Date.now();
    if (this.queue.length === 0) this.began = now;
    this.queue.push({ change, sight, by: Math.max(this.began + SHOWN_WITHIN_MS, now + LATEST_MS) });
    this.plan();
  }

  /** Show all that waits now, in its order. */
  skip(): void {
    this.stop();
    while (this.queue.length > 0) this.next();
    this.stays = 0;
  }

  /** Forget what waits: something newer takes its place. */
  clear(): void {
    this.stop();
    this.queue.length = 0;
  }

  private plan(): void {
    this.stop();
    const first = this.queue[0];
    if (first === undefined) return;
    const at_once = this.pace() === 0 || first.sight === "none" || first.sight === "own";
    const wait = at_once ? 0 : Math.max(0, this.shown_at + this.stay() - Date.now());
    this.timer = window.setTimeout(this.run, wait);
  }

  private readonly run = (): void => {
    this.timer = 0;
    if (this.pace() === 0) this.skip();
    else {
      this.next();
      this.plan();
    }
  };

  private next(): void {
    const waiting = this.queue.shift();
    if (waiting === undefined) return;
    if (waiting.sight !== "none") [this.shown_at, this.stays] = [Date.now(), WEIGHT[waiting.sight]];
    this.show(waiting.change, this.stay());
  }

  /** How long what is shown stays, so that everything behind it is seen in time. */
  private stay(): number {
    let [full, weight] = [Math.min(this.pace(), HURRY_MS / (this.left + 1)), this.stays];
    for (const waiting of this.queue) {
      if (weight > 0) full = Math.min(full, Math.max(0, waiting.by - this.shown_at) / weight);
      weight += WEIGHT[waiting.sight];
    }
    return this.stays * full;
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }
}
