/** Thinking in a worker of its own, so that the table answers meanwhile: bots, hints, and what is said of a finished game.
 * It starts when it is asked for the first time. */

export type Job = { kind: "start"; engine: string } | { kind: "job"; id: number; job: string };
export type Thought = { id: number; answer: string } | { id: number; error: string };

export class Thinker {
  private worker: Worker | undefined;
  private asked = 0;
  private readonly waiting = new Map<number, { settle: (answer: string) => void; fail: (error: Error) => void }>();

  constructor(private readonly engine: string) {}

  readonly think = (job: string): Promise<string> =>
    new Promise((settle, fail) => {
      this.asked += 1;
      this.waiting.set(this.asked, { settle, fail });
      this.started().postMessage({ kind: "job", id: this.asked, job } satisfies Job);
    });

  private started(): Worker {
    if (this.worker !== undefined) return this.worker;
    this.worker = new Worker(new URL("./thinking.worker.ts", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }: MessageEvent<Thought>) => this.heard(data));
    this.worker.addEventListener("error", (event) => this.broke(event.message));
    this.worker.postMessage({ kind: "start", engine: this.engine } satisfies Job);
    return this.worker;
  }

  private heard(thought: Thought): void {
    const asked = this.waiting.get(thought.id);
    this.waiting.delete(thought.id);
    if ("answer" in thought) asked?.settle(thought.answer);
    else asked?.fail(new Error(thought.error));
  }

  /** Whoever asks next gets a new worker. */
  private broke(why: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { fail } of this.waiting.values()) fail(new Error(why));
    this.waiting.clear();
  }
}
