/** A table as this viewer knows it: the sections of the server's updates, and what the viewer is doing. */
import { dress } from "../art/palette.svelte";
import { Link, type LinkState } from "../net/link";
import type {
  Answer, ChatLine, ClockState, EngineState, Hint, LogLine, Message, Refused, Result, Seat, TableInfo, Update,
} from "../net/types"; // prettier-ignore
import { follow, prune, type Step } from "../scene/trail";
import type { Choice, Scene } from "../scene/types";
import { sounds } from "../sound";
import { settings } from "./settings.svelte";

export interface Notice {
  id: number;
  text: string;
  kind: "refused" | "info";
}

export class TableState {
  version = $state(-1);
  viewer = $state(-1);
  mine: number[] = $state.raw([]);
  hand_over: number | null = $state(null);
  table: TableInfo | null = $state.raw(null);
  seats: Seat[] = $state.raw([]);
  turn: { seat: number | null; mine: boolean; since: number } | null = $state.raw(null);
  clocks: ClockState[] | null = $state.raw(null);
  clocks_at = $state(0);
  may_undo = $state(false);
  may_hint = $state(false);
  engine: EngineState | null = $state.raw(null);
  spectators = $state(0);
  rematch: string | null = $state(null);
  result: Result | null = $state.raw(null);
  scene: Scene | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);

  link_state: LinkState = $state("connecting");
  retry_at = $state(0);
  rejected = $state(0);
  trail: string[] = $state.raw([]);
  sending = $state(false);
  hint: Hint | null = $state.raw(null);
  hint_waiting = $state(false);
  redo: number[] = $state.raw([]);
  notices: Notice[] = $state.raw([]);
  unread = $state(0);
  complete = $state(false);

  readonly step: Step = $derived(follow(this.scene?.choices ?? [], this.trail));
  private readonly link: Link;
  private readonly waiting: Update[] = [];
  private due = 0;
  private noticed = 0;
  private played: number[] = [];

  constructor(
    readonly id: string,
    key: string | null,
    seat: number | null,
  ) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.link = new Link(
      `${scheme}://${location.host}/api/tables/${id}/ws`,
      () => ({
        language: settings.language,
        ...(key ? { key } : {}),
        ...(this.complete ? { seat: this.viewer } : seat === null ? {} : { seat }),
      }),
      {
        message: (message) => this.hear(message),
        state: (state, retry_at) => ([this.link_state, this.retry_at] = [state, retry_at]),
        rejected: (code) => (this.rejected = code),
      },
    );
  }

  close(): void {
    this.link.close();
  }

  retry_now(): void {
    this.link.now();
  }

  // ── hearing ──────────────────────────────────────────────────────────────────────────

  private hear(message: Message): void {
    if (message.type === "welcome" && !message.resumed) this.waiting.length = 0;
    if (message.type === "update") this.waiting.push(message);
    if (this.waiting.length > 0 && this.due === 0) {
      this.due = window.setTimeout(this.catch_up, 60);
      requestAnimationFrame(this.catch_up);
    }
  }

  /** All that has come since the last frame is taken at once: who falls behind jumps to the end. */
  private readonly catch_up = (): void => {
    clearTimeout(this.due);
    this.due = 0;
    for (const update of this.waiting.splice(0)) this.take(update);
  };

  private take(update: Update): void {
    const before = this.turn;
    if (update.version !== this.version) {
      [this.hint, this.sending, this.trail] = [null, false, []];
    }
    this.version = update.version;
    if (update.viewer !== undefined) this.viewer = update.viewer;
    if (update.mine !== undefined) this.mine = update.mine;
    if (update.hand_over !== undefined) this.hand_over = update.hand_over;
    if (update.table !== undefined) this.table = update.table;
    if (update.seats !== undefined) this.seats = update.seats;
    if (update.turn !== undefined) this.turn = update.turn;
    if (update.clocks !== undefined) [this.clocks, this.clocks_at] = [update.clocks, Date.now()];
    if (update.undo !== undefined) this.may_undo = update.undo;
    if (update.hints !== undefined) this.may_hint = update.hints;
    if (update.engine !== undefined) this.engine = update.engine;
    if (update.spectators !== undefined) this.spectators = update.spectators;
    if (update.rematch !== undefined) this.rematch = update.rematch;
    if (update.result !== undefined) this.result = update.result;
    if (update.scene !== undefined) {
      this.scene = update.scene === null ? null : ({ ...this.scene, ...update.scene } as Scene);
    }
    if (update.scene !== undefined) dress(this.scene);
    if (update.log) this.log = [...this.log.slice(0, update.log.from), ...update.log.lines];
    if (update.chat) {
      const known = this.chat.length;
      this.chat = [...this.chat.slice(0, update.chat.from), ...update.chat.lines];
      if (this.complete && this.chat.length > known) {
        this.unread += this.chat.length - known;
        sounds.talk();
      }
    }
    this.trail = prune(this.scene?.choices ?? [], this.trail);
    if (this.complete) this.sound(before, update);
    this.complete = true;
  }

  private sound(before: TableState["turn"], update: Update): void {
    if (update.result) sounds.end();
    else if (update.turn?.mine && !before?.mine) sounds.turn();
    else if (update.scene) sounds.move();
  }

  // ── playing ──────────────────────────────────────────────────────────────────────────

  get names(): string[] {
    return this.seats.map((seat) => seat.name);
  }

  /** One more click of a trail; plays when one choice is left. A click on a picked id takes it back. */
  pick(id: string): void {
    if (this.sending) return;
    const at = this.trail.indexOf(id);
    if (!this.step.lit.has(id)) {
      if (at >= 0) this.trail = this.trail.slice(0, at);
      return;
    }
    this.trail = [...this.trail, id];
    sounds.pick();
    const settled = this.step.settled;
    if (settled) void this.play(settled.action);
  }

  back(): boolean {
    if (this.trail.length === 0) return false;
    this.trail = this.trail.slice(0, -1);
    return true;
  }

  choose(choice: Choice): void {
    this.trail = choice.picks;
    void this.play(choice.action);
  }

  async play(action: number, again = false): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    const seat = this.scene?.prompt.seat ?? undefined;
    const hot = this.mine.length > 1 && seat !== undefined ? { seat } : {};
    const answer = await this.link.ask({ type: "act", version: this.version, action, ...hot });
    this.settle(answer);
    if (answer.type === "refused") return;
    if (!again) this.redo = [];
    this.played.push(action);
  }

  /** After `done` nothing can be clicked until the update that shows it has come. */
  private settle(answer: Answer): void {
    if (answer.type === "refused") {
      this.sending = false;
      this.refuse(answer);
    } else this.sending = answer.version > this.version;
    if (!this.sending) this.trail = [];
  }

  async undo(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    const last = this.played.at(-1);
    const answer = await this.link.ask({ type: "undo", version: this.version });
    this.settle(answer);
    if (answer.type === "refused") return;
    if (last !== undefined) {
      this.played.pop();
      this.redo = [...this.redo, last];
    }
  }

  get may_redo(): boolean {
    const action = this.redo.at(-1);
    return action !== undefined && (this.scene?.choices ?? []).some((choice) => choice.action === action);
  }

  async play_again(): Promise<void> {
    const action = this.redo.at(-1);
    if (action === undefined) return;
    await this.play(action, true);
    this.redo = this.redo.slice(0, -1);
  }

  async ask_elder(): Promise<void> {
    if (this.hint_waiting) return;
    this.hint_waiting = true;
    const answer = await this.link.ask({ type: "hint", version: this.version });
    this.hint_waiting = false;
    if (answer.type === "refused") this.refuse(answer);
    else if (answer.type === "hint" && answer.version === this.version) this.hint = answer;
  }

  async say(text: string): Promise<boolean> {
    const answer = await this.link.ask({ type: "chat", text });
    if (answer.type === "refused") this.refuse(answer);
    return answer.type !== "refused";
  }

  async request(request: Record<string, unknown>): Promise<boolean> {
    const answer = await this.link.ask(request);
    if (answer.type === "refused") this.refuse(answer);
    return answer.type !== "refused";
  }

  look(seat: number): Promise<boolean> {
    this.trail = [];
    return this.request({ type: "look", seat });
  }

  speak(language: string): Promise<boolean> {
    return this.request({ type: "language", language });
  }

  async play_rematch(): Promise<void> {
    const answer = await this.link.ask({ type: "rematch" });
    if (answer.type === "refused") this.refuse(answer);
    else if (answer.type === "done" && answer.table) {
      this.rematch = typeof answer.table === "string" ? answer.table : answer.table.id;
    }
  }

  refuse(refused: Refused): void {
    this.trail = [];
    sounds.refused();
    this.notice(refused.sentence, "refused");
  }

  notice(text: string, kind: Notice["kind"] = "info"): void {
    const id = ++this.noticed;
    this.notices = [...this.notices.filter((notice) => notice.text !== text).slice(-1), { id, text, kind }];
    setTimeout(() => (this.notices = this.notices.filter((notice) => notice.id !== id)), kind === "refused" ? 7000 : 3500);
  }
}
