/** One connection to a table: numbered messages, resume after a lost link, backoff with jitter.
 * Requests that were not answered are sent again with the same id; the server does nothing twice. */
import { CONNECTION_OPEN, type Connection } from "./transport";
import { PROTOCOL, type Answer, type Message } from "./types";

export type LinkState = "connecting" | "open" | "waiting" | "closed";

export interface LinkEvents {
  message: (message: Message) => void;
  state: (state: LinkState, retry_at: number) => void;
  /** The server will not have us: close code 4400, 4403, 4404, and its sentence. */
  rejected: (code: number, sentence: string) => void;
  /** What is said of a request that nobody answers. */
  unanswered: () => string;
}

/** What a table is heard and asked through. */
export interface Wire {
  ask(request: Record<string, unknown>): Promise<Answer>;
  /** Tries again at once. */
  now(): void;
  close(): void;
}

interface Pending {
  request: Record<string, unknown>;
  /** When it was sent last, or the server last said that it takes time. */
  sent: number;
  settle: (answer: Answer) => void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
const PING_MS = 20_000;
const SILENCE_MS = 50_000;
/** A connection that has not opened after so long is tried anew. */
const OPEN_MS = 20_000;
/** A request without an answer for so long: is anybody there? */
const DOUBT_MS = 5_000;
/** A server that lives but says nothing to a request for so long will not answer it any more. */
const ANSWER_MS = 60_000;

export class Link implements Wire {
  private socket: Connection | null = null;
  private session: string | null = null;
  private last = 0;
  private tries = 0;
  private retry = 0;
  private opening = 0;
  private heard = 0;
  private beat = 0;
  private over = false;
  private reason = "";
  private readonly pending = new Map<string, Pending>();

  constructor(
    private readonly dial: () => Connection,
    private readonly hello: () => Record<string, unknown>,
    private readonly events: LinkEvents,
  ) {
    window.addEventListener("online", this.now);
    window.addEventListener("offline", this.gone);
    document.addEventListener("visibilitychange", this.seen);
    this.connect();
  }

  /** Asks something; resolves with the answer, however often the link breaks in between. Where none will come (the link
   * is closed, the server lets us in no more, or does not answer), that is a refusal. */
  ask(request: Record<string, unknown>): Promise<Answer> {
    const id = token();
    const whole = { ...request, id };
    if (this.over) return Promise.resolve(this.unanswered(id));
    return new Promise((settle) => {
      this.pending.set(id, { request: whole, sent: Date.now(), settle });
      this.post(whole);
      window.setTimeout(() => this.doubt(id), DOUBT_MS);
    });
  }

  /** No answer yet: ask whether the link still lives, and begin anew where it does not. */
  private doubt(id: string): void {
    if (!this.pending.has(id) || this.over || this.socket?.readyState !== CONNECTION_OPEN) return;
    const asked = Date.now();
    this.post({ type: "ping" });
    window.setTimeout(() => {
      if (this.heard < asked && !this.over) this.gone();
    }, DOUBT_MS);
  }

  /** The link is lost, whatever the socket believes. */
  private readonly gone = (): void => {
    if (this.over || this.socket === null || this.socket.readyState > CONNECTION_OPEN) return;
    this.leave(this.socket);
    this.lost(1006);
  };

  private leave(socket: Connection): void {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** Forgets a wait and tries to connect at once. */
  readonly now = (): void => {
    if (this.over || this.socket?.readyState === CONNECTION_OPEN) return;
    this.tries = 0;
    this.connect();
  };

  close(): void {
    this.over = true;
    clearTimeout(this.retry);
    clearTimeout(this.opening);
    clearInterval(this.beat);
    window.removeEventListener("online", this.now);
    window.removeEventListener("offline", this.gone);
    document.removeEventListener("visibilitychange", this.seen);
    this.socket?.close();
    this.events.state("closed", 0);
    this.give_up(() => true);
  }

  /** Refuses the requests that nobody will answer. */
  private give_up(lost: (request: Pending) => boolean): void {
    for (const [id, request] of [...this.pending]) {
      if (!lost(request)) continue;
      this.pending.delete(id);
      request.settle(this.unanswered(id));
    }
  }

  private unanswered(id: string): Answer {
    const sentence = this.reason || this.events.unanswered();
    return { type: "refused", n: this.last, to: id, code: "trouble", sentence, rule: "", detail: "" };
  }

  private readonly seen = (): void => {
    if (!document.hidden) this.now();
  };

  private connect(): void {
    clearTimeout(this.retry);
    clearTimeout(this.opening);
    if (this.socket) this.leave(this.socket);
    this.events.state("connecting", 0);
    const socket = this.dial();
    this.socket = socket;
    this.opening = window.setTimeout(this.gone, OPEN_MS);
    socket.onopen = () => {
      clearTimeout(this.opening);
      const resume = this.session === null ? {} : { resume: { session: this.session, last: this.last } };
      socket.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, ...this.hello(), ...resume }));
      this.heard = Date.now();
      clearInterval(this.beat);
      this.beat = window.setInterval(() => this.breathe(), PING_MS);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data) as Message);
    socket.onclose = (event) => this.lost(event.code);
  }

  private breathe(): void {
    const now = Date.now();
    if (now - this.heard > SILENCE_MS) return this.gone(); // a polite goodbye would wait for the other side
    this.give_up((request) => now - request.sent > ANSWER_MS);
    this.post({ type: "ping" });
  }

  private hear(message: Message): void {
    this.heard = Date.now();
    if (message.n != null) {
      if (message.n > this.last + 1 && this.last > 0 && message.type !== "welcome") {
        this.session = null; // a gap: begin anew, complete
        this.last = 0;
        this.connect();
        return;
      }
      this.last = message.n;
    }
    if (message.type === "welcome") {
      if (!message.resumed) this.last = message.n ?? 1;
      this.session = message.session;
      this.tries = 0;
      this.events.state("open", 0);
      for (const pending of this.pending.values()) {
        pending.sent = this.heard;
        this.post(pending.request);
      }
    }
    if (message.type === "waiting") {
      const asked = this.pending.get(message.to);
      if (asked) asked.sent = this.heard;
    }
    if (message.type === "refused" && message.to === null) this.reason = message.sentence;
    if (message.type === "done" || message.type === "hint" || message.type === "refused") {
      const waiting = this.pending.get(message.to ?? "");
      if (waiting) {
        this.pending.delete(message.to ?? "");
        waiting.settle(message);
      }
    }
    this.events.message(message);
  }

  private lost(code: number): void {
    clearTimeout(this.opening);
    clearInterval(this.beat);
    if (this.over) return;
    if (code === 4400 || code === 4403 || code === 4404) {
      this.over = true;
      this.events.rejected(code, this.reason);
      this.give_up(() => true);
      return;
    }
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.tries);
    const wait = longest / 2 + (Math.random() * longest) / 2;
    this.tries += 1;
    this.events.state("waiting", Date.now() + wait);
    this.retry = window.setTimeout(() => this.connect(), wait);
  }

  private post(request: Record<string, unknown>): void {
    if (this.socket?.readyState === CONNECTION_OPEN) this.socket.send(JSON.stringify(request));
  }
}

function token(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
