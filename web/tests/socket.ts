/** A browser's socket, clock and window without a browser: what the server would say is said by the test. */
import { vi } from "vitest";

export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const found = FakeSocket.all.at(-1);
    if (!found) throw new Error("nobody has connected");
    return found;
  }

  readyState = FakeSocket.CONNECTING;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  /** The server takes the connection. */
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  /** The server says something. */
  say(message: Record<string, unknown>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The connection ends. */
  end(code = 1006): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }

  /** What was asked, of one kind. */
  asked(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.type === type);
  }
}

/** Puts a window around the code under test. Returns who listens to it. */
export function surround(): Map<string, () => void> {
  const listeners = new Map<string, () => void>();
  const target = {
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
  };
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("window", {
    ...target,
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    matchMedia: () => ({ matches: true, ...target }),
  });
  vi.stubGlobal("document", {
    ...target,
    hidden: false,
    documentElement: { lang: "en", style: { setProperty: () => undefined }, dataset: {} },
    querySelector: () => null,
  });
  vi.stubGlobal("location", { protocol: "http:", host: "table.example" });
  return listeners;
}
