/** Where we are: `/`, `/me`, `/mail#…`, `/learn/{game}`, `/lab/{playtest}`, `/puzzle/{game}/{number}`, `/rules/{game}#{rule}`,
 * `/rules/{game}/summary` (`?table={table}`), `/t/{table}` (with `?replay`),
 * `/replay/{save}`. The static edition lies in any folder of any host, which knows one page: there the whole address stands
 * behind a `#` (`#/t/{table}?replay#step=3`). */
import { STATIC } from "../net/edition";

export type Route =
  | { page: "home"; rules: string | null; query: string; lost: boolean }
  | { page: "table"; id: string; key: string | null; watch: boolean }
  | { page: "learn"; game: string }
  | { page: "summary"; game: string; own: string | null }
  | { page: "me"; pass: string | null }
  | { page: "mail"; what: "confirm" | "stop"; token: string }
  | { page: "lab"; id: string | null }
  | { page: "puzzle"; game: string | null; number: number | null }
  | { page: "replay"; of: string; back: string | null };

/** The address of a page of ours, as a link names it. */
export const href = (path: string): string => (STATIC ? `#${path}` : path);

/** The address we are at, wherever it stands. */
export function here(): URL {
  const path = STATIC ? location.hash.slice(1) : location.pathname + location.search + location.hash;
  return new URL(path.startsWith("/") ? path : "/", location.origin);
}

function read(): Route {
  const { pathname, search, hash } = here();
  const table = /^\/t\/([\w-]+)\/?$/.exec(pathname)?.[1];
  const wishes = new URLSearchParams(search);
  if (table && wishes.has("replay")) return { page: "replay", of: `tables/${table}`, back: `/t/${table}` };
  if (table)
    return { page: "table", id: table, key: /^#key=(.+)$/.exec(hash)?.[1] ?? null, watch: wishes.has("watch") };
  const save = /^\/replay\/([\w-]+)\/?$/.exec(pathname)?.[1];
  if (save) return { page: "replay", of: `saves/${save}`, back: null };
  if (/^\/me\/?$/.test(pathname)) return { page: "me", pass: /^#pass=([\w-]+)$/.exec(hash)?.[1] ?? null };
  const mail = /^\/mail\/?#(confirm|stop)=([\w.-]+)$/.exec(pathname + hash);
  if (mail) return { page: "mail", what: mail[1] as "confirm" | "stop", token: mail[2] ?? "" };
  const lab = /^\/lab(?:\/([\w-]+))?\/?$/.exec(pathname);
  if (lab) return { page: "lab", id: lab[1] ?? null };
  const puzzle = /^\/puzzle(?:\/(\w+)(?:\/(\d{1,4}))?)?\/?$/.exec(pathname);
  if (puzzle)
    return { page: "puzzle", game: puzzle[1] ?? null, number: puzzle[2] === undefined ? null : Number(puzzle[2]) - 1 };
  const game = /^\/learn\/(\w+)\/?$/.exec(pathname)?.[1];
  if (game) return { page: "learn", game };
  const summary = /^\/rules\/([\w@-]+)\/summary\/?$/.exec(pathname)?.[1];
  if (summary) return { page: "summary", game: summary, own: /^[\w-]+$/.exec(wishes.get("table") ?? "")?.[0] ?? null };
  const rules = /^\/rules\/([\w@-]+)\/?$/.exec(pathname)?.[1] ?? null;
  const lost = rules === null && !/^\/(index\.html)?$/.test(pathname);
  return { page: "home", rules, query: rules === null ? "" : hash.slice(1), lost };
}

class Router {
  at: Route = $state.raw(read());

  constructor() {
    window.addEventListener("popstate", () => {
      if (!STATIC || /^(#\/|$)/.test(location.hash)) this.at = read(); // other fragments are places on the page
    });
    document.addEventListener("click", (event) => this.clicked(event));
  }

  go(path: string): void {
    history.pushState(null, "", href(path));
    this.at = read();
    window.scrollTo(0, 0);
  }

  /** Same page, another address (a key that must not stay in the bar). */
  replace(path: string): void {
    history.replaceState(null, "", href(path));
  }

  private clicked(event: MouseEvent): void {
    const anchor = (event.target as HTMLElement).closest("a");
    if (!anchor || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (
      anchor.origin !== location.origin ||
      anchor.target ||
      anchor.hasAttribute("download") ||
      anchor.pathname.startsWith("/api/")
    )
      return;
    const path = STATIC ? anchor.hash.slice(1) : anchor.pathname + anchor.search + anchor.hash;
    if (STATIC ? !path.startsWith("/") : anchor.pathname === location.pathname && anchor.hash !== "") return;
    event.preventDefault();
    this.go(path);
  }
}

export const router = new Router();
