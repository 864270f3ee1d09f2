/** What is kept in this browser: texts by key, in IndexedDB. A write is done when it lies on the disk. */

const NAME = "firstfire";
const TEXTS = "texts";

export interface Store {
  /** All texts, as they lay there at the start. */
  readonly texts: Record<string, string>;
  /** Whether anything outlives this page. */
  readonly lasting: boolean;
  /** Keeps a text, or deletes it; rejects where the browser has no room. */
  put(key: string, text: string | null): Promise<void>;
}

/** Opens what is kept here. A browser that offers no storage (some private windows) keeps nothing beyond this page. */
export async function open_store(storage: IDBFactory | undefined = globalThis.indexedDB): Promise<Store> {
  try {
    if (storage === undefined) throw new Error("no storage");
    const database = await opened(storage);
    return { texts: await all(database), lasting: true, put: (key, text) => write(database, key, text) };
  } catch {
    return { texts: {}, lasting: false, put: () => Promise.resolve() };
  }
}

function opened(storage: IDBFactory): Promise<IDBDatabase> {
  const request = storage.open(NAME, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(TEXTS);
  return result(request);
}

async function all(database: IDBDatabase): Promise<Record<string, string>> {
  const store = database.transaction(TEXTS).objectStore(TEXTS);
  const [keys, texts] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
  return Object.fromEntries(keys.map((key, i) => [String(key), String(texts[i])]));
}

function write(database: IDBDatabase, key: string, text: string | null): Promise<void> {
  return new Promise((settle, reject) => {
    const writing = database.transaction(TEXTS, "readwrite", { durability: "strict" });
    writing.oncomplete = () => settle();
    writing.onabort = () => reject(writing.error ?? new Error("the browser keeps nothing more"));
    const store = writing.objectStore(TEXTS);
    if (text === null) store.delete(key);
    else store.put(text, key);
  });
}

export function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((settle, reject) => {
    request.onsuccess = () => settle(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage failed"));
  });
}
