/** The tables of this page: a worker that answers what a server would. What it is doing is shown by `OfflineNotes`. */
import { CONNECTION_OPEN, use_transport, type Connection, type Reply, type Transport } from "../net/transport";
import type { FromRoom, Keeping, Stage, ToRoom } from "./messages";

const CLOSED = 3;
/** Browsers without it (pages that are not served by HTTPS) cannot know of other windows. */
const LOCK = "firstfire";

export type RoomState = "waiting" | Stage | "ready" | "failed" | "elsewhere";

class RoomConnection implements Connection {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(
    readonly send: (text: string) => void,
    readonly over: () => void,
  ) {}

  close(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.over();
  }
}

let here: Room | undefined;

/** The tables of this page, once they were begun. */
export const tables_here = (): Room | undefined => here;

/** The tables of this page from now on. */
export function use_tables(room: Room): void {
  here = room;
  use_transport(room);
}

export class Room implements Transport {
  state: RoomState = $state("waiting");
  /** How much has been fetched, of how much, in bytes. */
  fetched: [done: number, all: number] = $state.raw([0, 0]);
  why = $state("");
  keeping: Keeping = $state("kept");
  /** The page was opened by a link whose game cannot be read. */
  bad_link = $state(false);

  private worker: Worker | undefined;
  private count = 0;
  private readonly asked = new Map<number, (reply: Reply) => void>();
  private readonly connections = new Map<number, RoomConnection>();
  /** What is said before the worker is there. */
  private held: ToRoom[] = [];

  constructor(
    private readonly engine: string,
    private readonly hire: () => Worker,
  ) {}

  /** Opens the tables, unless another window of this browser has them. Where site data is blocked, the browser does not
   * say whether one has: nothing is kept then, so none can overwrite another's games. */
  async open(wish: { take_over: boolean }): Promise<void> {
    if (!("locks" in navigator)) return this.start();
    const how = wish.take_over ? { steal: true } : { ifAvailable: true };
    let told = false;
    await navigator.locks
      .request(LOCK, how, (lock) => {
        told = true;
        if (lock === null) {
          this.state = "elsewhere";
          return undefined;
        }
        this.start();
        return new Promise<void>(() => undefined); // held until this page goes
      })
      .catch(() => (told ? this.yield() : this.start()));
  }

  private start(): void {
    this.worker = this.hire();
    this.worker.addEventListener("message", ({ data }: MessageEvent<FromRoom>) => this.hear(data));
    this.worker.addEventListener("error", (event) => this.fail(event.message));
    this.state = "fetching";
    const said: ToRoom[] = [{ kind: "start", engine: this.engine }, ...this.held];
    this.held = [];
    for (const message of said) this.worker.postMessage(message);
  }

  /** Another window has the tables from now on. */
  private yield(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.state = "elsewhere";
  }

  private fail(why: string): void {
    [this.state, this.why] = ["failed", why];
  }

  private post(message: ToRoom): void {
    if (this.worker === undefined) this.held.push(message);
    else this.worker.postMessage(message);
  }

  private hear(message: FromRoom): void {
    if (message.kind === "stage") [this.state, this.fetched] = [message.stage, [message.done, message.all]];
    else if (message.kind === "ready") this.state = "ready";
    else if (message.kind === "failed") this.fail(message.why);
    else if (message.kind === "keeping") this.keeping = message.keeping;
    else if (message.kind === "heard") this.connections.get(message.id)?.onmessage?.({ data: message.text });
    else if (message.kind === "closed") this.closed(message.id, message.code);
    else this.answered(message);
  }

  private answered({ id, status, text }: { id: number; status: number; text: string }): void {
    this.asked.get(id)?.({ status, text, build: null });
    this.asked.delete(id);
  }

  private closed(id: number, code: number): void {
    const connection = this.connections.get(id);
    this.connections.delete(id);
    if (connection === undefined) return;
    connection.readyState = CLOSED;
    connection.onclose?.({ code });
  }

  private answer_to(message: (id: number) => ToRoom): Promise<Reply> {
    this.count += 1;
    const id = this.count;
    return new Promise((settle) => {
      this.asked.set(id, settle);
      this.post(message(id));
    });
  }

  request(method: string, path: string, body = ""): Promise<Reply> {
    return this.answer_to((id) => ({ kind: "ask", id, method, path, body }));
  }

  connect(path: string): Connection {
    this.count += 1;
    const id = this.count;
    const connection = new RoomConnection(
      (text) => this.post({ kind: "say", id, text }),
      () => {
        this.connections.delete(id);
        this.post({ kind: "close", id });
      },
    );
    this.connections.set(id, connection);
    this.post({ kind: "connect", id, path });
    queueMicrotask(() => {
      if (connection.readyState === CLOSED) return;
      connection.readyState = CONNECTION_OPEN;
      connection.onopen?.();
    });
    return connection;
  }

  /** Everything that is kept here, as one text. */
  async take_out(): Promise<string> {
    return (await this.answer_to((id) => ({ kind: "take_out", id }))).text;
  }

  take_in(text: string): Promise<Reply> {
    return this.answer_to((id) => ({ kind: "take_in", id, text }));
  }
}
