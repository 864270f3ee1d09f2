/** A picture of Python's memory in which our packages are imported: made when the games are opened for the first time on a
 * device, so that they open faster from then on. One is kept, of the newest edition; without it all is imported again. */
import { result } from "./store";

const NAME = "firstfire-engine";
const PICTURES = "pictures";
/** Where less than this many times its size is free, the room is left to games. */
const PLENTY = 10;

export interface Pictures {
  /** The picture of an engine, where there is one. */
  find(engine: string): Promise<Uint8Array | undefined>;
  keep(engine: string, picture: Uint8Array): Promise<void>;
  forget(): Promise<void>;
}

export function pictures_in(storage: IDBFactory | undefined = globalThis.indexedDB): Pictures {
  const pictures = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    if (storage === undefined) throw new Error("no storage");
    const request = storage.open(NAME, 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(PICTURES);
    return (await result(request)).transaction(PICTURES, mode).objectStore(PICTURES);
  };
  return {
    find: async (engine) => {
      const found = await result<unknown>((await pictures("readonly")).get(engine));
      return found instanceof Uint8Array ? found : undefined;
    },
    keep: async (engine, picture) => {
      if (!(await has_room(PLENTY * picture.length))) return;
      const store = await pictures("readwrite");
      store.clear();
      await result(store.put(picture, engine));
    },
    forget: async () => {
      await result((await pictures("readwrite")).clear());
    },
  };
}

async function has_room(bytes: number): Promise<boolean> {
  if (!("storage" in navigator)) return false; // a page without HTTPS: nobody can tell
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return quota - usage >= bytes;
}
