import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Link, type LinkEvents } from "../src/net/link";
import { transport, type Connection } from "../src/net/transport";
import { FakeSocket, surround } from "./socket";

const dial = (): Connection => transport().connect("/table");

let listeners: Map<string, () => void>;
let heard: string[];
let states: string[];
let rejections: [number, string][];

const events: LinkEvents = {
  message: (message) => heard.push(message.type),
  state: (state) => states.push(state),
  rejected: (code, sentence) => rejections.push([code, sentence]),
  unanswered: () => "Nobody answers.",
};

function welcome(more: Record<string, unknown> = {}): Record<string, unknown> {
  return { n: 1, type: "welcome", protocol: 1, session: "s1", resumed: false, now: 0, ...more };
}

function connected(): Link {
  const link = new Link(dial, () => ({ language: "fr" }), events);
  FakeSocket.last.open();
  FakeSocket.last.say(welcome());
  return link;
}

beforeEach(() => {
  listeners = surround();
  [heard, states, rejections] = [[], [], []];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a link to a table", () => {
  it("greets, and is open when it is welcomed", () => {
    connected();
    expect(FakeSocket.last.sent).toEqual([{ type: "hello", protocol: 1, language: "fr" }]);
    expect(states).toEqual(["connecting", "open"]);
  });

  it("settles a question with the answer that names it", async () => {
    const link = connected();
    const first = link.ask({ type: "undo", version: 3 });
    const second = link.ask({ type: "hint", version: 3 });
    const [undo, hint] = [FakeSocket.last.asked("undo")[0], FakeSocket.last.asked("hint")[0]];
    expect(undo?.id).not.toBe(hint?.id);
    FakeSocket.last.say({ n: 2, type: "refused", to: hint?.id, code: "no_hints", sentence: "No." });
    FakeSocket.last.say({ n: 3, type: "done", to: undo?.id, version: 2 });
    expect((await first).type).toBe("done");
    expect((await second).type).toBe("refused");
  });

  it("resumes after a lost connection and asks again what was not answered, with the same id", async () => {
    const link = connected();
    FakeSocket.last.say({ n: 2, type: "update", version: 5, now: 0 });
    const answer = link.ask({ type: "act", version: 5, action: 7 });
    const before = FakeSocket.last.asked("act")[0];
    FakeSocket.last.end();
    expect(states.at(-1)).toBe("waiting");
    vi.advanceTimersByTime(500);
    FakeSocket.last.open();
    expect(FakeSocket.last.sent[0]?.resume).toEqual({ session: "s1", last: 2 });
    FakeSocket.last.say({ type: "welcome", protocol: 1, session: "s1", resumed: true, now: 0 });
    expect(FakeSocket.last.asked("act")).toEqual([before]);
    FakeSocket.last.say({ n: 3, type: "done", to: before?.id, version: 6 });
    expect((await answer).type).toBe("done");
    FakeSocket.last.end();
    vi.advanceTimersByTime(20_000);
    FakeSocket.last.open();
    FakeSocket.last.say(welcome({ n: undefined, resumed: true }));
    expect(FakeSocket.last.asked("act")).toEqual([]); // answered once: never asked again
  });

  it("begins anew where a message is missing", () => {
    connected();
    FakeSocket.last.say({ n: 2, type: "update", version: 1, now: 0 });
    FakeSocket.last.say({ n: 5, type: "update", version: 4, now: 0 });
    expect(heard.filter((type) => type === "update")).toHaveLength(1); // what came after the gap is not shown
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.open();
    expect(FakeSocket.last.sent[0]).not.toHaveProperty("resume");
  });

  it("waits longer after each try, but never long", () => {
    connected();
    const waits: number[] = [];
    for (let i = 0; i < 12; i++) {
      const tries = FakeSocket.all.length;
      const began = Date.now();
      FakeSocket.last.end();
      while (FakeSocket.all.length === tries) vi.advanceTimersByTime(50);
      waits.push(Date.now() - began);
    }
    expect(waits[0]).toBeLessThanOrEqual(450);
    expect(Math.max(...waits)).toBeLessThanOrEqual(15_050);
    expect(waits[11]).toBeGreaterThanOrEqual(7_500);
  });

  it("connects at once when the network is back", () => {
    connected();
    FakeSocket.last.end();
    const tries = FakeSocket.all.length;
    listeners.get("online")?.();
    expect(FakeSocket.all).toHaveLength(tries + 1);
  });

  it("notices a server that no longer answers, though its socket is open", () => {
    const link = connected();
    void link.ask({ type: "undo", version: 1 });
    vi.advanceTimersByTime(5_000);
    expect(FakeSocket.last.asked("ping")).toHaveLength(1);
    const silent = FakeSocket.last;
    vi.advanceTimersByTime(5_000);
    expect(silent.readyState).toBe(FakeSocket.CLOSED);
    expect(states.at(-1)).toBe("waiting");
  });

  it("tries anew where a connection never opens, and waits for one that opens late", () => {
    connected();
    FakeSocket.last.end();
    vi.advanceTimersByTime(500);
    const [stuck, tries] = [FakeSocket.last, FakeSocket.all.length];
    vi.advanceTimersByTime(19_000);
    expect([stuck.readyState, states.at(-1)]).toEqual([FakeSocket.CONNECTING, "connecting"]);
    vi.advanceTimersByTime(1_000);
    expect([stuck.readyState, states.at(-1)]).toEqual([FakeSocket.CLOSED, "waiting"]);
    stuck.open(); // too late
    expect(stuck.sent).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(tries + 1);
    vi.advanceTimersByTime(19_000);
    FakeSocket.last.open();
    FakeSocket.last.say(welcome({ n: undefined, resumed: true }));
    vi.advanceTimersByTime(19_000);
    expect([states.at(-1), FakeSocket.all.length]).toEqual(["open", tries + 1]);
  });

  it("leaves a dead line at once, without waiting for a goodbye from the other side", () => {
    connected();
    const silent = FakeSocket.last; // its close() is never answered, as on a network that has gone
    vi.advanceTimersByTime(60_500);
    expect(silent.readyState).toBe(FakeSocket.CLOSED);
    expect([states.at(-1), FakeSocket.all.length]).toEqual(["connecting", 2]);
  });

  it("refuses what was asked when it is closed, and what is asked later", async () => {
    const link = connected();
    const asked = link.ask({ type: "undo", version: 1 });
    link.close();
    for (const answer of [asked, link.ask({ type: "hint", version: 1 })])
      expect(await answer).toMatchObject({ type: "refused", code: "trouble" });
  });

  it("refuses what was asked where the server lets it in no more, in the server's words", async () => {
    const link = connected();
    const asked = link.ask({ type: "undo", version: 1 });
    FakeSocket.last.say({ n: 2, type: "refused", to: null, code: "removed", sentence: "You were removed." });
    FakeSocket.last.end(4403);
    expect(await asked).toMatchObject({ type: "refused", sentence: "You were removed." });
  });

  it("gives a request up that a living server does not answer, but not one it calls slow", async () => {
    const link = connected();
    const settled: string[] = [];
    void link.ask({ type: "undo", version: 1 }).then((answer) => settled.push(answer.type));
    void link.ask({ type: "hint", version: 1 }).then((answer) => settled.push(`hint ${answer.type}`));
    for (let i = 0; i < 23; i++) {
      vi.advanceTimersByTime(4_000);
      FakeSocket.last.say({ type: "waiting", to: FakeSocket.last.asked("hint")[0]?.id, sentence: "Busy." });
    }
    await vi.advanceTimersByTimeAsync(1);
    expect([settled, FakeSocket.all.length]).toEqual([["refused"], 1]);
  });

  it("does not come back where the server will not have it, and says why", () => {
    connected();
    FakeSocket.last.say({ n: 2, type: "refused", to: null, code: "gone", sentence: "This table is gone." });
    FakeSocket.last.end(4404);
    vi.advanceTimersByTime(60_000);
    expect(rejections).toEqual([[4404, "This table is gone."]]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("is over when it is closed, and listens to nobody", () => {
    const link = connected();
    link.close();
    FakeSocket.last.end();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(states.at(-1)).toBe("closed");
    expect(listeners.size).toBe(0);
  });
});
