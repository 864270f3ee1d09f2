/** Files from the page itself: what a server would have sent as a download. */
import type { Transport } from "../net/transport";

/** Links to files (`/api/tables/…/save`) are answered by the tables of this page. */
export function offer_downloads(tables: Transport): void {
  document.addEventListener(
    "click",
    (event) => {
      const anchor = (event.target as HTMLElement).closest<HTMLAnchorElement>("a[download]");
      const path = anchor?.getAttribute("href") ?? "";
      if (!path.startsWith("/api/")) return;
      event.preventDefault();
      void tables.request("GET", path).then(({ status, text }) => {
        if (status === 200) save_file(`firstfire-${path.split("/").at(-2) ?? "game"}.json`, text);
      });
    },
    { capture: true },
  );
}

export function save_file(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
