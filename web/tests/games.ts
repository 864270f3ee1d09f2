// Games of a module of WebAssembly, for whoever compares them with those of a library: tools/compare_engines.py plays the
// same ones and says what each part of a job is.

import { RulesModule, type Calling, type RecordLayout } from "../src/rules/module";

interface Net {
  shape: string;
  tables: string;
  weights: string;
  scales: string;
  width: number;
  seats: number;
}

export interface Job {
  fresh: string[]; // records to begin from, one for each number of seats
  box: string;
  dice: string;
  plan: string; // a search, but for the seat that thinks
  used: number; // nodes of its tree that are compared
  every: number; // decisions from one search to the next
  net: Net | null;
}

/** What a job came to: a digest for each game. */
export interface Played {
  digests: string[];
  decisions: number;
}

const ARRAYS = ["shape", "tables", "weights", "scales"] as const;
const NET = [...ARRAYS, "active", "sums", "fine"];
const TREE = ["s", "known", "box", "mask", "moves", "plan", "nodes"];

const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** What was done, and what share of the time of a call it took: the rest is setting up. */
export interface Work {
  count: number;
  share: number;
}

let opened: Table | undefined;

/** Open a module; it stays open for what follows, since a browser compiles code better while it runs. */
export async function open(code: BufferSource, calling: Calling, job: Job): Promise<void> {
  opened = new Table(await RulesModule.load(code, calling), calling, job);
}

function table(): Table {
  if (!opened) throw new Error("no module is open");
  return opened;
}

/** Some games: a digest for each. */
export async function play(first: number, games: number): Promise<Played> {
  const [played, before] = [table(), table().decisions];
  const digests = [];
  for (let game = first; game < first + games; game++) digests.push(await played.game(game));
  return { digests, decisions: played.decisions - before };
}

/** Random games: how many decisions. */
export const randomGames = (games: number): Work => table().randomGames(games);

/** Searches, each in another game and deeper in it, some rounds of them: how many. */
export const searches = (name: string, positions: number, plies: number, rounds: number): Work =>
  table().searches(name, positions, plies, rounds);

class Table {
  decisions = 0;
  private readonly places = new Map<string, { address: number; bytes: number }>();
  private seen = new Uint8Array(1 << 22); // what goes into the digest of a game, and how much it is
  private size = 0;
  private readonly state: RecordLayout;

  constructor(
    private readonly rules: RulesModule,
    private readonly calling: Calling,
    private readonly job: Job,
  ) {
    this.state = this.layout(calling.state);
    for (const { name, bytes } of calling.entries["search"]?.arguments ?? []) this.place(name, bytes ?? 0);
    for (const name of ["table", "fresh", "scratch"]) this.place(name, this.state.bytes);
    for (const name of ["numbers", "points", "fractions", "totals"]) this.place(name, 128);
    this.place("dice", this.layout("Dice").bytes);
    this.place("row", 2 * calling.observation);
    this.write("box", bytesOf(job.box));
    this.write("dice", bytesOf(job.dice));
    if (job.net) this.layOut(job.net);
  }

  private layOut(net: Net): void {
    for (const name of ARRAYS) {
      const content = bytesOf(net[name]);
      this.place(name, content.length);
      this.write(name, content);
    }
    this.place("active", 2 * net.width);
    this.place("sums", 4 * net.width);
    this.place("fine", 8 * net.width);
    this.place("likings", 8 * this.calling.actions);
    this.place("shares", 16 * this.calling.actions);
    this.place("hopes", 8 * net.seats);
  }

  /** One game, and the digest of all that was seen in it. */
  async game(number: number): Promise<string> {
    const seats = this.begin(number);
    for (;;) {
      this.note("table");
      const legal = this.run("legal_mask", "table", "box", "mask");
      this.note("mask");
      const player = this.player();
      if (legal === 0n) break;
      this.run("observe_as", "table", "s", "box", player, "row");
      this.note("row");
      if (this.decisions % this.job.every === 0) this.think(player);
      this.move();
    }
    this.end(seats);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", this.seen.subarray(0, this.size)));
    this.size = 0;
    return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  private begin(number: number): number {
    const which = number % this.calling.seats.length;
    const seats = this.calling.seats[which] ?? 0;
    this.write("table", bytesOf(this.job.fresh[which] ?? ""));
    this.run("begin", "table", "box", seats, number, 0);
    return seats;
  }

  private move(): void {
    this.run("step", "table", "box", this.run("random_action", "table", "box", "mask", "dice"));
    this.decisions += 1;
  }

  private end(seats: number): void {
    for (const name of ["score", "rank"]) {
      this.run(name, "table", "box", "numbers");
      this.note("numbers", 8 * seats);
    }
    this.run("victory", "table", "box", "fractions", "numbers");
    this.note("fractions", 8 * seats);
  }

  /** A look of the net, searches, and games that are played on. */
  private think(player: number): void {
    const net = this.job.net;
    if (net) {
      this.run("look", "row", ...NET, net.width);
      const moves = this.run("list_legal", "table", "box", "mask", "moves");
      this.run("likings_of", "moves", moves, "likings", ...NET, net.width);
      this.note("likings", 8 * Number(moves));
      this.run("hopes_of", "hopes", ...NET, net.width);
      this.note("hopes");
    }
    for (const name of net ? ["search", "search_with_net"] : ["search"]) {
      this.search(name, player);
      this.noteTree();
    }
    this.playOn();
  }

  /** A search, with a tree of its own; how long it took. */
  private search(name: string, player: number): number {
    this.write("known", this.bytes("table"));
    this.run("see", "known", "box", player);
    const plan = bytesOf(this.job.plan);
    plan[this.layout("SearchPlan").fields["seat"]?.offset ?? 0] = player;
    this.write("plan", plan);
    this.bytes("nodes", this.treeBytes()).fill(0);
    this.bytes("mask").fill(0);
    const arrays = ["scratch", "row", "shares", ...NET];
    const started = performance.now();
    this.run(name, ...TREE, ...(name === "search" ? [] : [...arrays, this.job.net?.width ?? 0]));
    return performance.now() - started;
  }

  private noteTree(): void {
    this.note("plan");
    this.note("nodes", this.treeBytes());
  }

  /** How many bytes of a tree are compared. */
  private treeBytes(): number {
    return this.job.used * this.layout("Node").bytes;
  }

  /** The outlook of a hint, and the estimate of an analysis. */
  private playOn(): void {
    const working = ["box", "mask", "moves", "plan"];
    this.bytes("totals").fill(0);
    this.run("outlook", "s", "known", ...working, -1, "totals");
    this.run("estimate", "s", "table", ...working, -1, "totals");
    this.note("totals");
  }

  randomGames(games: number): Work {
    this.write("fresh", bytesOf(this.job.fresh[0] ?? ""));
    this.write("dice", bytesOf(this.job.dice));
    const made = this.run(
      ...(["playouts", "s", "fresh", "box", "mask", "dice", games, 1, 100_000, "points", "numbers"] as const),
    );
    return { count: Number(made), share: 1 };
  }

  searches(name: string, positions: number, plies: number, rounds: number): Work {
    const began = performance.now();
    let time = 0;
    for (let round = 0; round < rounds; round++) {
      this.write("dice", bytesOf(this.job.dice));
      for (let game = 0; game < positions; game++) {
        this.begin(game);
        for (let ply = 0; ply < plies * game && this.run("legal_mask", "table", "box", "mask") !== 0n; ply++)
          this.move();
        time += this.search(name, this.player());
      }
    }
    return { count: rounds * positions, share: time / (performance.now() - began) };
  }

  /** Call an entry point; a name stands for the memory of this name. */
  private run(name: string, ...given: (string | number | bigint)[]): bigint | number {
    const values = given.map((value) => (typeof value === "string" ? this.known(value).address : value));
    return this.rules.call(name, ...values) ?? 0;
  }

  private place(name: string, bytes: number): void {
    this.places.set(name, { address: this.rules.take(bytes), bytes });
  }

  private known(name: string) {
    const place = this.places.get(name);
    if (!place) throw new Error(`nothing is called ${name}`);
    return place;
  }

  private layout(record: string): RecordLayout {
    const found = this.calling.records[record];
    if (!found) throw new Error(`no record is called ${record}`);
    return found;
  }

  private bytes(name: string, length?: number): Uint8Array<ArrayBuffer> {
    const { address, bytes } = this.known(name);
    return this.rules.bytes(address, length ?? bytes);
  }

  private write(name: string, content: Uint8Array): void {
    this.bytes(name).set(content);
  }

  private note(name: string, length?: number): void {
    const content = this.bytes(name, length);
    if (this.size + content.length > this.seen.length) {
      const larger = new Uint8Array(2 * (this.size + content.length));
      larger.set(this.seen);
      this.seen = larger;
    }
    this.seen.set(content, this.size);
    this.size += content.length;
  }

  private player(): number {
    return this.bytes("table")[this.state.fields["player"]?.offset ?? 0] ?? 0;
  }
}
