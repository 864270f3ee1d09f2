/** The worker that thinks: Python with the same sources, one job after the other. */
import { Python } from "./interpreter";
import type { Job, Thought } from "./thinker";

interface Mind {
  game_of(job: string): string;
  needs_net(job: string): boolean;
  use(game: string, host: unknown): void;
  think(job: string): string;
}

const GLUE = `
import sys
sys.path.insert(0, "/app")
from types import SimpleNamespace
from firstfire.offline import use_module
from firstfire.offline.thinking import find_game_of, needs_net, read, think

SimpleNamespace(
    game_of=lambda job: find_game_of(read(job.encode())).partition("@")[0],
    needs_net=lambda job: needs_net(read(job.encode())),
    use=use_module,
    think=think,
)
`;

let python: Promise<Python> | undefined;
let mind: Mind | undefined;
let last: Promise<void> = Promise.resolve();

async function done(id: number, job: string): Promise<Thought> {
  try {
    if (python === undefined) throw new Error("nobody started this worker");
    const found = await python;
    mind ??= found.interpreter.runPython(GLUE) as Mind;
    const game = mind.game_of(job);
    await found.have(game);
    if (mind.needs_net(job)) await found.have_net(game);
    const rules = found.take_rules(game);
    if (rules !== undefined) mind.use(game, rules);
    return { id, answer: mind.think(job) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

self.addEventListener("message", ({ data }: MessageEvent<Job>) => {
  if (data.kind === "start") {
    python = Python.start(data.engine, () => undefined);
    python.catch(() => undefined); // whoever gives a job hears of it
  } else {
    last = last.then(async () => self.postMessage(await done(data.id, data.job)));
  }
});
