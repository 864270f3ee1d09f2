/** The service worker: keeps the files of one build of the page, so that it opens at once and can say a clear word where
 * there is no network. Answers of the server (`/api/`) never pass through it, nor do files of another build. */

import type { Clicked, Fetch, Late, Pushed, Renewed, Window_, WorkerScope } from "./worker_scope";

declare const __BUILD__: string;
declare const __FILES__: string[];

const scope = self as unknown as WorkerScope;
const build = __BUILD__;
const files = new Set(__FILES__);
const CACHE = `firstfire ${build}`;

/** The page of this very build: a server that is being upgraded may already have another one. */
async function page(): Promise<Response> {
  const found = await fetch("/", { cache: "no-store" });
  const text = await found.clone().text();
  if (!found.ok || !text.includes(`/assets/${build}.js`)) throw new Error("the server has another build");
  return found;
}

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put("/", await page());
  await cache.addAll([...files]);
  await scope.skipWaiting();
}

async function forget_others(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function kept(path: string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(path);
}

scope.addEventListener<Late>("install", (event) => event.waitUntil(keep()));
scope.addEventListener<Late>("activate", (event) => event.waitUntil(forget_others()));
scope.addEventListener<Fetch>("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin || /^\/api(\/|$)/.test(pathname)) return;
  if (request.mode === "navigate")
    event.respondWith(fetch(request).catch(async () => (await kept("/")) ?? Response.error()));
  else if (files.has(pathname)) event.respondWith(kept(pathname).then((found) => found ?? fetch(request)));
});

/** A notice was clicked: the window that shows its table comes forward, or any window goes there, or a new one. */
async function open(address: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((window) => new URL(window.url).pathname === address);
  if (there) await there.focus();
  else await scope.clients.openWindow(address);
}
scope.addEventListener<Clicked>("notificationclick", (event) => {
  event.notification.close();
  const data = event.notification.data as { address?: string } | null;
  event.waitUntil(open(data?.address ?? "/"));
});

/** It is my turn, and the server knows no open page of mine. Whoever looks at the table all the same sees it. */
async function turn(said: { title: string; body: string; address: string }): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const seen = (window: Window_): boolean =>
    window.visibilityState === "visible" && new URL(window.url).pathname === said.address;
  if (windows.some(seen)) return;
  await scope.registration.showNotification(said.title, {
    body: said.body,
    icon: "/icon-192.png",
    badge: "/badge-96.png",
    tag: said.address,
    data: { address: said.address },
  });
}
scope.addEventListener<Pushed>("push", (event) => {
  const said = event.data?.json() as Parameters<typeof turn>[0] | undefined;
  if (said) event.waitUntil(turn(said));
});

/** The browser has another subscription from now on: the server is told. */
async function renew({ oldSubscription: old, newSubscription: found }: Renewed): Promise<void> {
  const key = old?.options.applicationServerKey ?? null;
  const now =
    found ?? (await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { p256dh, auth } = now.toJSON().keys ?? {};
  await fetch("/api/me/notices/browser", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint: now.endpoint, p256dh, auth }),
  });
}
scope.addEventListener<Renewed>("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
