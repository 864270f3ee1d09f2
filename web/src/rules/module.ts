// The rules of one game as a module of WebAssembly, made by `firstfire build --target wasm`. The file of the same name
// that ends in .json says what each entry point takes: an address, a whole number (bigint) or a fraction (number).

export interface Argument {
  name: string;
  kind: string;
  bytes?: number;
  record?: string;
}

export interface Entry {
  symbol: string;
  arguments: Argument[];
  result: "whole" | "fraction" | "nothing";
}

export interface RecordLayout {
  bytes: number;
  fields: Record<string, { offset: number; kind: string; shape: number[] }>;
}

/** What a host has to know of a module. */
export interface Calling {
  game: string;
  sources: string;
  module: string;
  actions: number;
  observation: number;
  seats: number[];
  state: string;
  box: string;
  standard_box: string;
  options: number[];
  entries: Record<string, Entry>;
  records: Record<string, RecordLayout>;
}

type Call = (...values: (number | bigint)[]) => number | bigint | undefined;

const ABOUT = "firstfire_about";
const PAGE = 65_536;
const ALIGNED = 16;

/** Why a module is not used. */
export class UnfitModule extends Error {}

export class RulesModule {
  private readonly memory: WebAssembly.Memory;
  private readonly calls = new Map<string, { call: Call; whole: boolean[]; result: Entry["result"] }>();
  private top: number;

  private constructor(
    private readonly exports: WebAssembly.Exports,
    readonly calling: Calling,
  ) {
    this.memory = exports["memory"] as WebAssembly.Memory;
    this.top = (exports["__heap_base"] as WebAssembly.Global).value as number;
  }

  /** Load a module. One of another game or of other sources is refused. */
  static async load(code: BufferSource, calling: Calling): Promise<RulesModule> {
    const { instance } = await WebAssembly.instantiate(code).catch((error: unknown) => {
      throw new UnfitModule(`${calling.game}: the module is damaged: ${String(error)}`);
    });
    const about = aboutOf(instance.exports);
    if (about.game !== calling.game || about.sources !== calling.sources)
      throw new UnfitModule(`${calling.game}: the module was made of other rules (${about.game ?? "of no game"})`);
    return new RulesModule(instance.exports, calling);
  }

  /** How much memory is taken; `release` gives back what was taken since. */
  get taken(): number {
    return this.top;
  }

  /** Take memory, filled with zeros; gives its address. */
  take(bytes: number): number {
    const address = Math.ceil(this.top / ALIGNED) * ALIGNED;
    this.top = address + bytes;
    const missing = this.top - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    this.bytes(address, bytes).fill(0);
    return address;
  }

  release(taken: number): void {
    this.top = taken;
  }

  /** The memory at an address, until more is taken. */
  bytes(address: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory.buffer as ArrayBuffer, address, length);
  }

  /** The memory at an address, as a copy. */
  read(address: number, length: number): Uint8Array<ArrayBuffer> {
    return this.bytes(address, length).slice();
  }

  write(address: number, content: Uint8Array): void {
    this.bytes(address, content.length).set(content);
  }

  /** Call an entry point. Whole numbers may be given as numbers, and come back as bigints. */
  call(name: string, ...values: (number | bigint)[]): number | bigint | undefined {
    const { call, whole, result } = this.calls.get(name) ?? this.prepared(name);
    if (values.length !== whole.length)
      throw new TypeError(`${name} takes ${whole.length} arguments, not ${values.length}`);
    const found = call(...values.map((value, i) => (whole[i] ? BigInt(value) : Number(value))));
    return result === "nothing" ? undefined : found;
  }

  private prepared(name: string) {
    const entry = this.calling.entries[name];
    const call = entry && this.exports[entry.symbol];
    if (!entry || typeof call !== "function") throw new TypeError(`${this.calling.game} has no entry point ${name}`);
    const whole = entry.arguments.map(({ kind }) => kind === "whole");
    const made = { call: call as Call, whole, result: entry.result };
    this.calls.set(name, made);
    return made;
  }
}

/** What a module says of itself. */
function aboutOf(exports: WebAssembly.Exports): { game?: string; sources?: string } {
  const place = exports[ABOUT];
  const memory = exports["memory"];
  if (!(place instanceof WebAssembly.Global) || !(memory instanceof WebAssembly.Memory)) return {};
  const from = new Uint8Array(memory.buffer).subarray(place.value as number);
  return JSON.parse(new TextDecoder().decode(from.subarray(0, from.indexOf(0)))) as { game?: string; sources?: string };
}
