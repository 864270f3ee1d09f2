/** REST: everything around a table. A refusal becomes an error with the server's own sentence. */
import { build } from "./build.svelte";
import { transport, type Reply } from "./transport";
import type { Scene } from "../scene/types";
import { settings } from "../state/settings.svelte";
import type {
  Analysis,
  Book,
  ChatLine,
  ComponentChanges,
  Games,
  GameTexts,
  Lab,
  LessonPage,
  Me,
  MyKeys,
  MyRecord,
  Noticed,
  PastGame,
  Personal,
  Playtest,
  PuzzleAnswer,
  PuzzlePage,
  PuzzleShelf,
  ReplayAdvice,
  ReplayInfo,
  ReplayMoves,
  ReplayStep,
  TableInfo,
} from "./types";
import type { StartPlaytest, SubscribeBrowser } from "./server";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

async function ask<T>(path: string, method = "GET", body?: string): Promise<T> {
  const glue = path.includes("?") ? "&" : "?";
  let reply: Reply;
  try {
    reply = await transport().request(method, `/api/${path}${glue}language=${settings.language}`, body);
  } catch {
    throw new Refusal("offline", "", 0);
  }
  build.heard(reply.build);
  const told = json(reply.text);
  if (reply.status < 200 || reply.status > 299) {
    const refused = told as { code?: string; sentence?: string } | null;
    throw new Refusal(refused?.code ?? "trouble", refused?.sentence ?? "", reply.status);
  }
  return told as T;
}

/** What a text says; null where it is no answer of ours. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function send<T>(method: "POST" | "PUT", path: string, body: unknown): Promise<T> {
  return ask<T>(path, method, JSON.stringify(body));
}

export interface Seated {
  table: TableInfo;
  personal: Personal[];
}

export interface NewSeat {
  kind: "me" | "open" | "bot" | "hot";
  level?: string;
  name?: string;
}

export interface NewTable {
  game: string;
  options: Record<string, string>;
  seats: NewSeat[];
  listed: boolean;
  language: string;
  hints: boolean;
  undo: boolean;
  clock: { seconds: number; increment?: number; per_turn?: boolean } | null;
  standin?: string;
  returns?: boolean;
  name?: string;
  components?: string;
}

export const api = {
  /** Addresses under which friends in the network find this server. */
  reach: () => ask<{ reach?: string[] }>("health").then((body) => body.reach ?? []),
  me: () => ask<Me>("me"),
  history: (before: number | null) =>
    ask<{ games: PastGame[]; next: number | null }>(`me/history${before === null ? "" : `?before=${before}`}`),
  record: () => ask<MyRecord>("me/record"),
  export_address: "/api/me/export",
  carry: () => send<{ link: string; until: number }>("POST", "me/carry", {}),
  arrive: (secret: string) => send<{ name: string }>("POST", "me/arrive", { secret }),
  /** Pass-keys: the server says what a browser has to know, the browser says what came of it. */
  keys: () => ask<MyKeys>("me/keys"),
  ask_key: (path: "me/keys" | "keys") =>
    send<{ options: never }>("POST", `${path}/ask`, {}).then((body) => body.options),
  key_proof: (path: "me/keys" | "keys/enter", credential: unknown) => send<MyKeys>("POST", path, { credential }),
  remove_key: (id: string) => send<MyKeys>("POST", "me/keys/remove", { id }),
  leave_me: () => send<{ ok: boolean }>("POST", "me/leave", {}),
  forget_me: () => send<{ ok: boolean }>("POST", "me/forget", { sure: "forget me" }),
  set_me: (me: { name?: string; language?: string; mark?: string; colour?: number }) => send<Me>("PUT", "me", me),
  notices: () => ask<Noticed>("me/notices"),
  subscribe: (browser: SubscribeBrowser) => send<Noticed>("POST", "me/notices/browser", browser),
  forget_browser: (endpoint: string) => send<Noticed>("POST", "me/notices/browser/forget", { endpoint }),
  name_mailbox: (address: string) => send<Noticed>("POST", "me/notices/mail", { address }),
  forget_mailbox: () => send<Noticed>("POST", "me/notices/mail/forget", {}),
  mail: (what: "confirm" | "stop", token: string) => send<{ address: string }>("POST", `notices/${what}`, { token }),
  games: () => ask<Games>("games"),
  game: (name: string, own: string | null = null) =>
    ask<GameTexts>(own === null ? `games/${encodeURIComponent(name)}` : `tables/${own}/game`),
  /** `own`: the table whose components it is to speak of. */
  book: (rules: string, own: string | null = null) =>
    ask<Book>(own === null ? `games/${encodeURIComponent(rules)}/book` : `tables/${own}/book`),
  component_changes: (table: string) => ask<ComponentChanges>(`tables/${table}/components`),
  book_position: (rules: string, key: string) =>
    ask<{ scene: Scene }>(`games/${encodeURIComponent(rules)}/book/positions/${key}`).then((body) => body.scene),
  /** A step of a tutorial, or what follows from a request there. */
  learn: (game: string, wish: { at: number; played: number[]; request?: Record<string, unknown> }) =>
    send<LessonPage>("POST", `games/${encodeURIComponent(game)}/tutorial`, wish),
  tables: (state: string) => ask<{ tables: TableInfo[] }>(`tables?state=${state}`).then((body) => body.tables),
  table: (id: string) => ask<TableInfo>(`tables/${id}`),
  create: (table: NewTable) => send<Seated>("POST", "tables", table),
  play_on: (of: string, step: number, seat: number, level: string) =>
    send<Seated>("POST", `${of}/play-on`, { step, seat, level }),
  rematch: (id: string) => send<Seated>("POST", `tables/${id}/rematch`, {}),
  personal: (id: string) => ask<{ personal: Personal[] }>(`tables/${id}/personal`).then((body) => body.personal),
  join: (id: string, seat: number | undefined, name: string | undefined) =>
    send<Seated>("POST", `tables/${id}/join`, { ...(seat === undefined ? {} : { seat }), ...(name ? { name } : {}) }),
  claim: (id: string, key: string) => send<Seated>("POST", `tables/${id}/claim`, { key }),
  leave: (id: string, seat: number) => send<{ table: TableInfo }>("POST", `tables/${id}/leave`, { seat }),
  takeover: (id: string, seat: number) => send<{ table: TableInfo }>("POST", `tables/${id}/takeover`, { seat }),
  settings: (
    id: string,
    changed: { hints?: boolean; listed?: boolean; spectators?: boolean; chat?: "everybody" | "seated" | "nobody" },
  ) => send<{ table: TableInfo }>("POST", `tables/${id}/settings`, changed),
  /** Older talk: a page of it before a line. */
  chat: (id: string, before: number) => ask<{ from: number; lines: ChatLine[] }>(`tables/${id}/chat?before=${before}`),
  remove: (id: string, seat: number) => send<{ table: TableInfo }>("POST", `tables/${id}/remove`, { seat }),
  renew: (id: string, seat: number) =>
    send<Seated>("POST", `tables/${id}/renew`, { seat }).then((body) => body.personal),
  report: (id: string, text: string) => send<{ ok: boolean }>("POST", `tables/${id}/report`, { text }),
  replay: (of: string, seat: string) => ask<ReplayInfo>(`${of}/replay?seat=${seat}`),
  replay_moves: (of: string, start: number, seat: string) =>
    ask<ReplayMoves>(`${of}/replay/moves/${start}?seat=${seat}`),
  replay_step: (of: string, step: number, seat: string) => ask<ReplayStep>(`${of}/replay/${step}?seat=${seat}`),
  advice: (of: string, step: number) => ask<ReplayAdvice>(`${of}/replay/${step}/advice`),
  /** What the analysis says about a finished game; `known`: nobody is asked who has not been asked before. */
  analysis: (of: string, known = false) => ask<Analysis>(`${of}/analysis${known ? "?known" : ""}`),
  upload: (text: string) => ask<ReplayInfo & { id: string; link: string }>("saves", "POST", text),
  puzzles: () => ask<{ puzzles: PuzzleShelf[] }>("puzzles").then((body) => body.puzzles),
  puzzle: (game: string, number: number) => ask<PuzzlePage>(`puzzles/${game}/${number}`),
  puzzle_answer: (game: string, number: number) => ask<PuzzleAnswer>(`puzzles/${game}/${number}/answer`),
  lab: () => ask<Lab>("lab"),
  start_playtest: (wish: StartPlaytest) => send<Playtest>("POST", "lab", wish),
  playtest_address: (id: string, language: string) => `/api/lab/${id}/page?language=${language}`,
  save_address: (id: string) => `/api/tables/${id}/save`,
};
