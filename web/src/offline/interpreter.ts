/** Python in a worker: Pyodide from our own folder. The first start on a device imports our packages and keeps a picture
 * of its memory; the next ones begin with that. */
import { pictures_in } from "./picture";
import { RulesHost } from "./rules";

/** What we use of Pyodide. */
export interface Interpreter {
  runPython(code: string): unknown;
  unpackArchive(archive: ArrayBuffer, format: string, how: { extractDir: string }): void;
  makeMemorySnapshot(): Uint8Array;
  readonly _module: { HEAPU8: Uint8Array };
}

type Loader = (how: Record<string, unknown>) => Promise<Interpreter>;
type Told = (done: number, all: number) => void;

/** What lies in the folder of the engine: `parts.json`. */
export interface Parts {
  /** Bytes that a first start fetches. */
  first: number;
  /** What Pyodide knows of packages: none. */
  lock: Record<string, unknown>;
  base: string;
  games: Record<string, string>;
  nets: Record<string, string>;
  /** The rules of games as WebAssembly. */
  rules: Record<string, string>;
}

const PACKAGES = "/app";

export class Python {
  private readonly had = new Map<string, Promise<void>>();

  private constructor(
    readonly engine: string,
    readonly parts: Parts,
    readonly interpreter: Interpreter,
  ) {}

  /** Starts it. `told` hears how much is here of what a first start fetches. */
  static async start(engine: string, told: Told): Promise<Python> {
    const parts = await read_parts(engine);
    const picture = await pictures.find(engine).catch(() => undefined);
    const interpreter =
      (picture && (await begin_with(picture, engine, parts).catch(forget_picture))) ??
      (await begin(engine, parts, told));
    return new Python(engine, parts, interpreter);
  }

  /** Sees to it that the sources of a game are here, and its rules as WebAssembly. */
  readonly have = (game: string): Promise<void> =>
    this.once(game, () => Promise.all([this.unpack(this.parts.games[game]), this.use_rules(game)]));

  /** Sees to it that the net of a game is here. */
  readonly have_net = (game: string): Promise<void> =>
    this.once(`net of ${game}`, () => this.unpack(this.parts.nets[game]));

  private once(what: string, get: () => Promise<unknown>): Promise<void> {
    const getting = this.had.get(what) ?? get().then(() => undefined);
    this.had.set(what, getting);
    getting.catch(() => this.had.delete(what)); // the next who asks tries again
    return getting;
  }

  private async unpack(file: string | undefined): Promise<void> {
    if (file === undefined) return;
    this.interpreter.unpackArchive(await whole(new URL(file, this.engine)), "zip", { extractDir: PACKAGES });
  }

  private async use_rules(game: string): Promise<void> {
    const file = this.parts.rules[game];
    if (file === undefined) return;
    this.modules.set(game, await RulesHost.load(new URL(file, this.engine), this.interpreter._module));
  }

  private readonly modules = new Map<string, RulesHost>();

  /** The rules of a game that Python does not use yet. */
  take_rules(game: string): RulesHost | undefined {
    const found = this.modules.get(game);
    this.modules.delete(game);
    return found;
  }
}

const pictures = pictures_in();

const IMPORTED = `
import sys
sys.path.insert(0, "${PACKAGES}")
from firstfire.offline import warm_up
warm_up()
del sys, warm_up
`;

/** A picture has the dice of the moment when it was made, and has looked at folders that are new. */
const BEGUN = `
import random, sys
random.seed()
sys.path_importer_cache.clear()
`;

async function load(engine: string, parts: Parts, how: Record<string, unknown>): Promise<Interpreter> {
  const { loadPyodide } = (await import(/* @vite-ignore */ new URL("pyodide.mjs", engine).href)) as {
    loadPyodide: Loader;
  };
  return loadPyodide({ indexURL: engine, lockFileContents: parts.lock, ...how });
}

/** Python as it is without a picture; makes one. */
async function begin(engine: string, parts: Parts, told: Told): Promise<Interpreter> {
  const counted = count_fetched((done) => told(done, parts.first));
  try {
    const base = whole(new URL(parts.base, engine));
    const interpreter = await load(engine, parts, { _makeSnapshot: true });
    interpreter.unpackArchive(await base, "zip", { extractDir: PACKAGES });
    interpreter.runPython(IMPORTED);
    void pictures.keep(engine, interpreter.makeMemorySnapshot()).catch(() => undefined); // the next start takes longer
    return interpreter;
  } finally {
    counted.over();
  }
}

async function begin_with(picture: Uint8Array, engine: string, parts: Parts): Promise<Interpreter> {
  const base = whole(new URL(parts.base, engine));
  const interpreter = await load(engine, parts, { _loadSnapshot: picture });
  interpreter.unpackArchive(await base, "zip", { extractDir: PACKAGES });
  interpreter.runPython(BEGUN);
  return interpreter;
}

async function forget_picture(why: unknown): Promise<undefined> {
  console.warn("the picture of Python's memory cannot be used", why);
  await pictures.forget().catch(() => undefined);
  return undefined;
}

/** Pyodide fetches its own files: what this worker fetches is counted on its way. */
function count_fetched(told: (bytes: number) => void): { over: () => void } {
  const plain = self.fetch;
  let done = 0;
  self.fetch = async (...asked) => {
    const { body, status, headers } = await plain(...asked);
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, through) {
        done += chunk.length;
        told(done);
        through.enqueue(chunk);
      },
    });
    return new Response(body?.pipeThrough(counter) ?? null, { status, headers });
  };
  return { over: () => (self.fetch = plain) };
}

async function read_parts(engine: string): Promise<Parts> {
  return (await (await found(new URL("parts.json", engine))).json()) as Parts;
}

async function found(address: URL): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status}`);
  return response;
}

async function whole(address: URL): Promise<ArrayBuffer> {
  return (await found(address)).arrayBuffer();
}
