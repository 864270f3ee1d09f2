/** The worker that has the tables: Python with the rooms of the server (`firstfire.offline`), and what is kept here. */
import { Python } from "./interpreter";
import type { FromRoom, ToRoom } from "./messages";
import { open_store, type Store } from "./store";
import { Thinker } from "./thinker";

/** `firstfire.offline.Site`, through the few lines of `GLUE`. */
interface Room {
  ask(method: string, path: string, body: string): Promise<[number, string]>;
  connect(path: string, send: (text: string) => void, closed: (code: number) => void): Link;
  take_out(): string;
  take_in(text: string): Promise<[number, string]>;
}
interface Link {
  receive(text: string): void;
  close(): void;
  destroy(): void;
}

const GLUE = `
import json, sys
sys.path.insert(0, "/app")
from pyodide.ffi import to_js
from firstfire.offline import Site, use_module

class Room:
    def __init__(self, stored, put, think, have, take_rules):
        async def here(game):
            await have(game)
            if (host := take_rules(game)) is not None:
                use_module(game, host)

        self.site = Site(stored.to_py(), put, think, here)

    async def ask(self, method, path, body):
        status, text, _ = await self.site.request(method, path, body, {})
        return to_js([status, text])

    def connect(self, path, send, closed):
        return self.site.connect(path, send, closed)

    def take_out(self):
        return self.site.export_state()

    async def take_in(self, text):
        try:
            return to_js([200, json.dumps({"new": await self.site.import_state(text)})])
        except Exception as error:
            return to_js([400, json.dumps({"code": getattr(error, "code", "trouble"), "sentence": str(error)})])

Room
`;

const post = (message: FromRoom): void => self.postMessage(message);

class Host {
  private readonly links = new Map<number, Link>();

  constructor(private readonly room: Room) {}

  hear(message: ToRoom): void {
    if (message.kind === "ask") {
      this.answer(message.id, this.room.ask(message.method, message.path, message.body));
    } else if (message.kind === "take_in") {
      this.answer(message.id, this.room.take_in(message.text));
    } else if (message.kind === "take_out") {
      post({ kind: "answer", id: message.id, status: 200, text: this.room.take_out() });
    } else if (message.kind === "connect") {
      this.connect(message.id, message.path);
    } else if (message.kind === "say") {
      this.links.get(message.id)?.receive(message.text);
    } else if (message.kind === "close") {
      this.closed(message.id);
    }
  }

  private answer(id: number, found: Promise<[number, string]>): void {
    found.then(
      ([status, text]) => post({ kind: "answer", id, status, text }),
      (error: unknown) => {
        console.error(error);
        post({ kind: "answer", id, status: 500, text: "{}" });
      },
    );
  }

  private connect(id: number, path: string): void {
    const link = this.room.connect(
      path,
      (text) => post({ kind: "heard", id, text }),
      (code) => {
        post({ kind: "closed", id, code });
        this.links.delete(id);
      },
    );
    this.links.set(id, link);
  }

  private closed(id: number): void {
    const link = this.links.get(id);
    this.links.delete(id);
    link?.close();
  }
}

/** Writes what Python wants kept, and says how that goes. */
function keeper(store: Store): Store["put"] {
  return async (key, text) => {
    try {
      await store.put(key, text ?? null);
      post({ kind: "keeping", keeping: store.lasting ? "kept" : "nowhere" });
    } catch (error) {
      post({ kind: "keeping", keeping: "full" });
      throw error;
    }
  };
}

async function start(engine: string): Promise<Host> {
  post({ kind: "stage", stage: "fetching", done: 0, all: 0 });
  const opening = open_store();
  const python = await Python.start(engine, (done, all) =>
    post({ kind: "stage", stage: done < all ? "fetching" : "starting", done, all }),
  );
  const store = await opening;
  const thinker = new Thinker(engine);
  const made = python.interpreter.runPython(GLUE) as (...given: unknown[]) => Room;
  const room = made(store.texts, keeper(store), thinker.think, python.have, (game: string) => python.take_rules(game));
  if (!store.lasting) post({ kind: "keeping", keeping: "nowhere" });
  post({ kind: "ready" });
  return new Host(room);
}

let host: Promise<Host> | undefined;

self.addEventListener("message", ({ data }: MessageEvent<ToRoom>) => {
  if (data.kind === "start") {
    host = start(data.engine);
    host.catch((error: unknown) => post({ kind: "failed", why: String(error) }));
  } else {
    void host?.then((room) => room.hear(data)).catch(() => undefined); // that there are none is said already
  }
});
