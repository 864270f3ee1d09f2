/** The static edition begins: its tables come into a worker of this page, and the page is kept for days without a network. */
import { mount } from "svelte";
import { build } from "../net/build.svelte";
import { offer_downloads } from "./files";
import OfflineNotes from "./OfflineNotes.svelte";
import { Room, use_tables } from "./room.svelte";
import { follow_link } from "./links";

/** The folder of Python and the games: the page names it, since its name changes with what lies there. */
function engine(): string {
  const name = document.querySelector<HTMLMetaElement>("meta[name=firstfire-engine]")?.content ?? "engine/";
  return new URL(name, document.baseURI).href;
}

/** Whether somebody has just said that they go on in this window. */
function takes_over(): boolean {
  try {
    const wished = sessionStorage.getItem("firstfire.here") !== null;
    sessionStorage.removeItem("firstfire.here");
    return wished;
  } catch {
    return false;
  }
}

export function begin(): void {
  const hire = (): Worker => new Worker(new URL("./room.worker.ts", import.meta.url), { type: "module" });
  const room = new Room(engine(), hire);
  use_tables(room);
  void room.open({ take_over: takes_over() });
  mount(OfflineNotes, { target: document.body, props: { room } });
  offer_downloads(room);
  void follow_link(() => (room.bad_link = true));
  if (import.meta.env.PROD) void keep_for_days(room);
}

/** The service worker keeps all files, once the tables are open (they go first); a newer edition waits until somebody
 * takes it. */
async function keep_for_days(room: Room): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  let controlled = navigator.serviceWorker.controller !== null;
  while (!controlled && room.state !== "ready") await new Promise((settle) => setTimeout(settle, 200));
  const registration = await navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch(() => null);
  if (!registration) return;
  build.take = () => {
    if (registration.waiting === null) location.reload();
    else registration.waiting.postMessage("take over");
  };
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (controlled) location.reload();
    controlled = true; // a first visit goes on: all of its files are of one edition
  });
  const look = (): void => {
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) build.missed();
  };
  look();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
}
