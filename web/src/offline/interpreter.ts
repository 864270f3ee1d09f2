/** Python in a worker: Pyodide from our own folder, begun from a snapshot of its memory in which our packages are already
 * imported (`web/tools/engine.mjs` makes it). */
import { RulesHost } from "./rules";

/** What we use of Pyodide. */
export interface Interpreter {
  runPython(code: string): unknown;
  unpackArchive(archive: ArrayBuffer, format: string, how: { extractDir: string }): void;
  readonly _module: { HEAPU8: Uint8Array };
}

type Loader = (how: Record<string, unknown>) => Promise<Interpreter>;

/** What lies in the folder of the engine: `parts.json`. */
export interface Parts {
  snapshot: { file: string; bytes: number };
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

  /** Starts it. `told` hears how much of the snapshot is here. */
  static async start(engine: string, told: (done: number, all: number) => void): Promise<Python> {
    const loader = import(/* @vite-ignore */ new URL("pyodide.mjs", engine).href) as Promise<{ loadPyodide: Loader }>;
    const parts = await read_parts(engine);
    const snapshot = unpacked(new URL(parts.snapshot.file, engine), parts.snapshot.bytes, told);
    const base = whole(new URL(parts.base, engine));
    const { loadPyodide } = await loader;
    const interpreter = await loadPyodide({ indexURL: engine, lockFileContents: parts.lock, _loadSnapshot: snapshot });
    const python = new Python(engine, parts, interpreter);
    interpreter.unpackArchive(await base, "zip", { extractDir: PACKAGES });
    interpreter.runPython(BEGUN);
    return python;
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

/** The snapshot has the dice of the machine that made it, has looked at folders that were empty there, and knows a
 * standard library that was larger. */
const BEGUN = `
import random, sys, zipimport
random.seed()
sys.path_importer_cache.clear()
for archive, files in zipimport._zip_directory_cache.items():
    files.clear()
    files.update(zipimport._read_directory(archive))
`;

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

/** A file that was compressed before it was put there: hosts compress what they know, and do not know this. */
async function unpacked(address: URL, bytes: number, told: (done: number, all: number) => void): Promise<ArrayBuffer> {
  const { body } = await found(address);
  if (body === null) throw new Error(`${address.pathname} is empty`);
  let done = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, through) {
      done += chunk.length;
      told(done, bytes);
      through.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
