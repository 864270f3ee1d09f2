/** How the page reaches its tables: over the network to a server, or to a worker of the page (the static edition). */
import { HEADER } from "./build.svelte";

export interface Reply {
  status: number;
  text: string;
  /** The build of the client that the other side hands out, where it says so. */
  build: string | null;
}

/** What a link uses of a WebSocket. */
export interface Connection {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Transport {
  /** Asks one thing; rejects where nobody is reached. */
  request(method: string, path: string, body?: string): Promise<Reply>;
  /** Opens the messages of a table. */
  connect(path: string): Connection;
}

export const CONNECTION_OPEN = 1;

const over_the_network: Transport = {
  async request(method, path, body) {
    const sent = body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body };
    const response = await fetch(path, { method, ...sent });
    return { status: response.status, text: await response.text(), build: response.headers.get(HEADER) };
  },
  connect(path) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}${path}`) as Connection;
  },
};

let used = over_the_network;

export const transport = (): Transport => used;

/** From now on the page reaches its tables in another way. */
export function use_transport(other: Transport): void {
  used = other;
}
