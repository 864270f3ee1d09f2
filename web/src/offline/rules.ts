/** The rules of one game as a module of WebAssembly, called by Python: records are copied into the module's memory and
 * back (`firstfire.kernel.engines.module` says what it asks for). */

const PAGE = 65_536;
const ALIGNED = 16;
const ROW = 32; // bytes of an argument: kind, value, size, place

enum Kind {
  Whole,
  Fraction,
  Record, // copied there and back
  Read, // copied there
  There, // lies there already
}

export class RulesHost {
  private readonly memory: WebAssembly.Memory;
  private top: number;

  private constructor(
    private readonly exports: WebAssembly.Exports,
    /** Where Python's memory is: it moves when it grows. */
    private readonly python: { readonly HEAPU8: Uint8Array },
  ) {
    this.memory = exports["memory"] as WebAssembly.Memory;
    this.top = (exports["__heap_base"] as WebAssembly.Global).value as number;
  }

  static async load(address: URL, python: { readonly HEAPU8: Uint8Array }): Promise<RulesHost> {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(address));
    return new RulesHost(instance.exports, python);
  }

  /** What the module says of itself. */
  about(): string {
    const place = (this.exports["firstfire_about"] as WebAssembly.Global).value as number;
    const from = new Uint8Array(this.memory.buffer).subarray(place);
    return new TextDecoder().decode(from.subarray(0, from.indexOf(0)));
  }

  /** Memory of the module, filled with zeros. */
  allocate(bytes: number): number {
    const place = Math.ceil(this.top / ALIGNED) * ALIGNED;
    this.top = place + bytes;
    const missing = this.top - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return place;
  }

  write(place: number, address: number, size: number): void {
    new Uint8Array(this.memory.buffer, place, size).set(this.python.HEAPU8.subarray(address, address + size));
  }

  read(place: number, address: number, size: number): void {
    this.python.HEAPU8.set(new Uint8Array(this.memory.buffer, place, size), address);
  }

  /** Calls a rule with the arguments that a table in Python's memory lists. */
  run(symbol: string, table: number, count: number): number | bigint | null {
    const call = this.exports[symbol];
    if (typeof call !== "function") throw new TypeError(`there is no rule ${symbol}`);
    const rows = new DataView(this.python.HEAPU8.buffer, table, count * ROW);
    const values: (number | bigint)[] = [];
    const back: [place: number, address: number, size: number][] = [];
    for (let at = 0; at < count * ROW; at += ROW) {
      const whole = (column: number): number => Number(rows.getBigInt64(at + 8 * column, true));
      const [kind, address, size, place] = [whole(0), whole(1), whole(2), whole(3)];
      if (kind === Kind.Record || kind === Kind.Read) this.write(place, address, size);
      if (kind === Kind.Record) back.push([place, address, size]);
      if (kind === Kind.Whole) values.push(rows.getBigInt64(at + 8, true));
      else values.push(kind === Kind.Fraction ? rows.getFloat64(at + 8, true) : place);
    }
    const result = (call as (...values: (number | bigint)[]) => number | bigint | undefined)(...values);
    for (const each of back) this.read(...each);
    if (typeof result !== "bigint") return result ?? null;
    return BigInt(Number(result)) === result ? Number(result) : result;
  }
}
