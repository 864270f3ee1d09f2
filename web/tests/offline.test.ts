import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSocket, surround } from "./socket";

/** A worker without a browser: what it hears is kept, what it says is said by the test. */
class FakeWorker {
  heard: Record<string, unknown>[] = [];
  over = false;
  private readonly listeners: ((event: { data: unknown }) => void)[] = [];
  addEventListener(kind: string, listener: (event: { data: unknown }) => void): void {
    if (kind === "message") this.listeners.push(listener);
  }
  postMessage(message: Record<string, unknown>): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.over = true;
  }
  say(message: Record<string, unknown>): void {
    for (const listener of this.listeners) listener({ data: message });
  }
}

let worker: FakeWorker;

async function room(): Promise<import("../src/offline/room.svelte").Room> {
  const { Room } = await import("../src/offline/room.svelte");
  return new Room("http://here/engine/", () => (worker = new FakeWorker()) as unknown as Worker);
}

beforeEach(() => {
  surround();
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("navigator", { languages: ["en"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("tables in a worker of the page", () => {
  it("answer what was asked before they were there", async () => {
    const tables = await room();
    const asked = tables.request("GET", "/api/games");
    await tables.open({ take_over: false });
    expect(worker.heard.map(({ kind }) => kind)).toEqual(["start", "ask"]);
    worker.say({ kind: "ready" });
    worker.say({ kind: "answer", id: worker.heard[1]?.id, status: 200, text: '{"games":[]}' });
    expect(await asked).toEqual({ status: 200, text: '{"games":[]}', build: null });
    expect(tables.state).toBe("ready");
  });

  it("are a connection to a link, which no network can break", async () => {
    const tables = await room();
    await tables.open({ take_over: false });
    const { Link } = await import("../src/net/link");
    const states: string[] = [];
    const link = new Link(() => tables.connect("/api/tables/t1/ws"), () => ({ language: "nl" }), {
      message: () => undefined, state: (state) => states.push(state), rejected: () => undefined, unanswered: () => "",
    }); // prettier-ignore
    await Promise.resolve();
    const [, connect, hello] = worker.heard;
    expect(connect).toMatchObject({ kind: "connect", path: "/api/tables/t1/ws" });
    expect(JSON.parse(String(hello?.text))).toEqual({ type: "hello", protocol: 1, language: "nl" });
    worker.say({ kind: "heard", id: connect?.id, text: '{"n":1,"type":"welcome","session":"s","resumed":false}' });
    expect([states.at(-1), FakeSocket.all]).toEqual(["open", []]);
    link.close();
    expect(worker.heard.at(-1)).toEqual({ kind: "close", id: connect?.id });
  });

  it("wait where another window has them, and give way to one that takes them", async () => {
    let taken: (error: Error) => void = () => undefined;
    const request = vi.fn((_: string, __: unknown, held: (lock: object | null) => unknown) => {
      held(request.mock.calls.length === 1 ? null : {});
      return request.mock.calls.length === 1 ? Promise.resolve() : new Promise((_ok, fail) => (taken = fail));
    });
    vi.stubGlobal("navigator", { languages: ["en"], locks: { request } });
    const second = await room();
    await second.open({ take_over: false });
    expect(second.state).toBe("elsewhere");
    const first = await room();
    const open = first.open({ take_over: true });
    expect([first.state, request.mock.calls[1]?.[1]]).toEqual(["fetching", { steal: true }]);
    taken(new Error("stolen"));
    await open;
    expect([first.state, worker.over]).toEqual(["elsewhere", true]);
  });

  it("open where the browser does not say what other windows have", async () => {
    const request = (): Promise<void> => Promise.reject(new DOMException("The request was denied.", "SecurityError"));
    vi.stubGlobal("navigator", { languages: ["en"], locks: { request } });
    const tables = await room();
    await tables.open({ take_over: false });
    expect(tables.state).toBe("fetching");
  });

  it("tell what is kept no more", async () => {
    const tables = await room();
    await tables.open({ take_over: false });
    worker.say({ kind: "keeping", keeping: "full" });
    expect(tables.keeping).toBe("full");
    worker.say({ kind: "failed", why: "no Python" });
    expect([tables.state, tables.why]).toEqual(["failed", "no Python"]);
  });
});

describe("a store of texts", () => {
  it("keeps nothing where the browser offers no storage, and says so", async () => {
    const { open_store } = await import("../src/offline/store");
    const refused = { open: () => { throw new Error("private"); } } as unknown as IDBFactory; // prettier-ignore
    for (const storage of [undefined, refused]) {
      const store = await open_store(storage);
      expect([store.lasting, store.texts]).toEqual([false, {}]);
      await store.put("table/a", "text");
    }
  });
});

describe("a link that carries a game", () => {
  it("brings the same save, and only where it is short and ours", async () => {
    vi.useRealTimers();
    vi.stubGlobal("location", { origin: "https://host", pathname: "/", search: "", hash: "" });
    const { link_of, save_in } = await import("../src/offline/links");
    const save = JSON.stringify({
      game: "totem",
      actions: Array.from({ length: 120 }, (_, i) => (i * 7) % 90),
      é: "û",
    });
    const link = await link_of(save, "https://host/folder/");
    expect(link).toMatch(/^https:\/\/host\/folder\/#game=[\w-]+$/);
    expect(await save_in(new URL(link ?? "").hash)).toBe(save);
    expect(await save_in("#/t/abc")).toBeNull();
    await expect(save_in("#game=nonsense")).rejects.toThrow();
    const noise = Array.from({ length: 30_000 }, (_, i) => (i * i * 7919) % 65_537).join();
    expect(await link_of(noise, "https://host/")).toBeNull();
  });
});

describe("addresses of the static edition", () => {
  it("stand behind a #", async () => {
    vi.stubEnv("MODE", "static");
    vi.resetModules();
    vi.stubGlobal("location", {
      origin: "https://host",
      pathname: "/folder/",
      search: "",
      hash: "#/t/abc?replay#step=3",
    });
    const { here, href, router } = await import("../src/state/route.svelte");
    expect([href("/me"), here().pathname, here().search, here().hash]).toEqual([
      "#/me",
      "/t/abc",
      "?replay",
      "#step=3",
    ]);
    expect(router.at).toEqual({ page: "replay", of: "tables/abc", back: "/t/abc" });
    vi.unstubAllEnvs();
    vi.resetModules();
  });
});

describe("words of the static edition", () => {
  it("have the gaps of English in every language", async () => {
    const { OFFLINE_WORDS } = await import("../src/offline/words");
    expect(Object.keys(OFFLINE_WORDS).length).toBeGreaterThan(1);
    const gaps = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap).sort();
    for (const language of Object.values(OFFLINE_WORDS))
      for (const [word, text] of Object.entries(language))
        expect([word, gaps(text)]).toEqual([word, gaps(OFFLINE_WORDS.en?.[word as keyof typeof language] ?? "")]);
  });
});
