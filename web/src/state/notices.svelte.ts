/** How I am told of my turns while no page is open: this browser by its push service, and an e-mail address. */
import { api, Refusal } from "../net/api";
import type { Noticed } from "../net/types";
import { t } from "../words/index.svelte";
import { attention, can_notify } from "./attention.svelte";
import { settings } from "./settings.svelte";

export const can_push = (): boolean =>
  can_notify() && "serviceWorker" in navigator && typeof PushManager !== "undefined";

class Notices {
  /** What the server knows of it; null until it was asked. */
  known: Noticed | null = $state.raw(null);
  /** What is to be said about the last try. */
  said = $state("");
  busy = $state(false);

  get by_push(): boolean {
    return settings.push && this.known?.push_key != null;
  }

  async load(): Promise<void> {
    await this.attempt(api.notices());
    if (settings.push && (await this.subscription()) === null) settings.push = false; // taken back in the browser
  }

  /** Once a visit: the server may have another key, or take me for somebody else than when I subscribed. */
  async renew(): Promise<void> {
    if (!settings.push || !can_push() || Notification.permission !== "granted") return;
    await this.load();
    if (settings.push) await this.subscribe();
  }

  async set_push(wanted: boolean): Promise<void> {
    this.busy = true;
    try {
      settings.push = wanted ? await this.begin() : !(await this.end());
    } finally {
      this.busy = false;
    }
  }

  async name_mailbox(address: string): Promise<void> {
    this.busy = true;
    await this.attempt(api.name_mailbox(address));
    this.busy = false;
  }

  async forget_mailbox(): Promise<void> {
    await this.attempt(api.forget_mailbox());
  }

  private async begin(): Promise<boolean> {
    return (await attention.ask()) && (await this.subscribe());
  }

  private async end(): Promise<boolean> {
    const held = await this.subscription();
    await held?.unsubscribe();
    if (held) await this.attempt(api.forget_browser(held.endpoint));
    return true;
  }

  /** Lets the browser's push service know this server, and this server the browser. */
  private async subscribe(): Promise<boolean> {
    const key = this.known?.push_key;
    const worker = await navigator.serviceWorker.getRegistration();
    if (key == null || !worker) return false;
    try {
      const bytes = from_base64(key);
      let held = await worker.pushManager.getSubscription();
      if (held && !same(held.options.applicationServerKey, bytes)) {
        await held.unsubscribe();
        held = null;
      }
      held ??= await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
      const { p256dh = "", auth = "" } = held.toJSON().keys ?? {};
      return await this.attempt(api.subscribe({ endpoint: held.endpoint, p256dh, auth }));
    } catch {
      this.said = t("notify.push_failed"); // its push service cannot be reached, or the browser has none
      return false;
    }
  }

  private async subscription(): Promise<PushSubscription | null> {
    const worker = can_push() ? await navigator.serviceWorker.getRegistration() : undefined;
    return (await worker?.pushManager.getSubscription()) ?? null;
  }

  private async attempt(asked: Promise<Noticed>): Promise<boolean> {
    try {
      [this.known, this.said] = [await asked, ""];
      return true;
    } catch (error) {
      this.said = (error instanceof Refusal && error.message) || t(navigator.onLine ? "app.failed" : "app.offline");
      return false;
    }
  }
}

function from_base64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

function same(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const held = new Uint8Array(one ?? new ArrayBuffer(0));
  return held.length === other.length && held.every((byte, i) => byte === other[i]);
}

export const notices = new Notices();
