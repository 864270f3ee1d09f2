/** The service worker of the static edition: keeps all of its files, so that it opens without a network, and is of one
 * piece: a newer edition is fetched beside it, and waits until somebody takes it or no window is open. */
import type { Fetch, Late, WorkerScope } from "../worker_scope";

declare const __EDITION__: string;
/** All files, by their place beside the page; those whose names tell their content are never fetched twice. */
declare const __FILES__: string[];

const scope = self as unknown as WorkerScope;
const here = new URL("./", scope.location.href);
const OURS = `firstfire ${here.pathname} `;
const CACHE = OURS + __EDITION__;
const PAGE = "index.html";
const files = new Set(__FILES__);
const FOREVER = /^(assets|engine-[0-9a-f]+)\//;

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const name of files) {
    const address = new URL(name, here).href;
    const had = FOREVER.test(name) ? await caches.match(address) : undefined;
    const found = had ?? (await fetch(address, { cache: FOREVER.test(name) ? "default" : "no-cache" }));
    if (!found.ok) throw new Error(`${name}: ${found.status}`);
    await cache.put(address, found);
  }
}

async function forget_others(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function kept(name: string, request: Request): Promise<Response> {
  return (await (await caches.open(CACHE)).match(new URL(name, here).href)) ?? fetch(request);
}

scope.addEventListener<Late>("install", (event) => event.waitUntil(keep()));
scope.addEventListener<Late>("activate", (event) => event.waitUntil(forget_others()));
scope.addEventListener<Fetch>("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== here.origin || !pathname.startsWith(here.pathname)) return;
  const name = request.mode === "navigate" ? PAGE : decodeURIComponent(pathname.slice(here.pathname.length));
  if (files.has(name)) event.respondWith(kept(name, request));
});
scope.addEventListener<MessageEvent>("message", (event) => {
  if (event.data === "take over") void scope.skipWaiting();
});
