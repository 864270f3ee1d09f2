/** Says outside the page that somebody is waited for: in its title and icon, on an installed app's badge, and, where one
 * asked for it and looks elsewhere, as a notice of the system. */
import flame from "../art/favicon.svg";
import flame_turn from "../art/favicon-turn.svg";
import { t } from "../words/index.svelte";
import { settings } from "./settings.svelte";

type Badge = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

/** Notices need a page that came by https, or from this computer. */
export const can_notify = (): boolean => typeof Notification !== "undefined" && window.isSecureContext;

class Attention {
  /** Whether the browser was asked and said no. */
  denied = $state(can_notify() && Notification.permission === "denied");

  /** So many tables wait for me; the page is called `title`. */
  show(waiting: number, title: string): void {
    document.title = waiting > 1 ? `(${waiting}) ${title}` : waiting === 1 ? `● ${title}` : title;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    const wanted = waiting > 0 ? flame_turn : flame;
    if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
    const badge = navigator as Badge;
    void (waiting > 0 ? badge.setAppBadge?.(waiting) : badge.clearAppBadge?.())?.catch(() => undefined);
  }

  /** Asks the browser whether we may send notices; only ever after a click. */
  async ask(): Promise<boolean> {
    const said = can_notify() ? await Notification.requestPermission() : "denied";
    this.denied = said === "denied";
    return said === "granted";
  }

  /** It is my turn at a table: a notice, where it is wished for and nobody looks at the page. */
  async turn(game: string, address: string): Promise<void> {
    if (!settings.notify || !document.hidden || !can_notify() || Notification.permission !== "granted") return;
    const said = {
      body: t("notify.body"),
      icon: "/icon-192.png",
      badge: "/badge-96.png",
      tag: address,
      data: { address },
    };
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) return worker.showNotification(t("notify.turn", { game }), said);
    const notice = new Notification(t("notify.turn", { game }), said);
    notice.onclick = () => window.focus();
  }
}

export const attention = new Attention();
