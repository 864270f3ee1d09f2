/** The way to the table of a tutorial: what would be said over a WebSocket is asked step by step. The server keeps
 * nothing of it; how far one has come goes with every request, and is kept in this browser. */
import { api, Refusal } from "../net/api";
import type { LinkEvents, Wire } from "../net/link";
import type { Answer, LessonPage, Message, Update } from "../net/types";
import { t } from "../words/index.svelte";
import { keep_progress, progress_of, type Progress } from "./progress";

const ASKED = ["act", "why", "foresee", "next"];

/** A lesson takes nothing back by itself, gives no hints, and makes no move on its own. */
function plain(update: Update): Update {
  const scene = update.scene?.chains ? { ...update.scene, chains: [] } : update.scene;
  return {
    ...update, ...(scene === undefined ? {} : { scene }),
    undo: false, undo_step: 0, undo_turn: 0, undo_says: "", final: [], forced: false, idle: null, hints: false,
  }; // prettier-ignore
}

export class LessonWire implements Wire {
  private progress: Progress;
  private count = 0;

  constructor(
    private readonly game: string,
    private readonly events: LinkEvents,
    /** A step, and the version of the table it is about. */
    private readonly onpage: (page: LessonPage, version: number) => void,
  ) {
    this.progress = progress_of(game);
    void this.open();
  }

  private version = 0;

  /** The step as it is, with the whole table. */
  private async open(): Promise<void> {
    this.events.state("connecting", 0);
    try {
      const { at, played } = this.progress;
      this.hear(await api.learn(this.game, { at, played }));
      this.events.state("open", 0);
    } catch (error) {
      const refused = error instanceof Refusal && error.status > 0;
      if (refused) this.events.rejected(4404, error.message);
      else this.events.state("waiting", 0);
    }
  }

  now(): void {
    void this.open();
  }

  close(): void {
    this.events.state("closed", 0);
  }

  /** Another step: one back, or the first. */
  go(at: number): void {
    this.progress = { ...this.progress, at: Math.max(0, at) };
    void this.open();
  }

  async ask(request: Record<string, unknown>): Promise<Answer> {
    const id = `lesson ${(this.count += 1)}`;
    if (request.type === "language") await this.open();
    if (!ASKED.includes(String(request.type))) return { type: "done", n: 1, to: id, version: this.version };
    const asked = this.progress;
    try {
      const { at, played } = asked;
      const page = await api.learn(this.game, { at, played, request: { ...request, id } });
      const answer = page.messages.find((message) => message.type === "done" || message.type === "refused");
      // After whoever asked has heard the answer; not where the lesson has gone on meanwhile.
      setTimeout(() => {
        if (this.progress === asked) this.hear(page);
      });
      if (answer) return answer as Answer;
    } catch (error) {
      const sentence = (error instanceof Refusal && error.message) || t("app.offline");
      return { type: "refused", n: 1, to: id, code: "trouble", sentence, rule: "", detail: "" };
    }
    return { type: "done", n: 1, to: id, version: this.version };
  }

  private hear(page: LessonPage): void {
    const { at, steps, played } = this.progress;
    if (page.at !== at || page.steps !== steps || page.played.length !== played.length)
      this.progress = { at: page.at, steps: page.steps, played: page.played };
    keep_progress(this.game, this.progress);
    for (const message of page.messages) {
      if (message.type === "update") this.version = message.version;
    }
    this.onpage(page, this.version);
    for (const message of page.messages) this.events.message(this.spoken(message));
  }

  private spoken(message: Message): Message {
    return message.type === "update" ? (plain(message) as Message) : message;
  }
}
