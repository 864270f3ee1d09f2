/** A table as this viewer plays it: hears the server's updates in their time, makes moves, takes them back, asks.
 * (What the server has said: sections. What is chosen so far: selection.) */
import { build } from "../net/build.svelte";
import { Link, type LinkEvents, type LinkState, type Wire } from "../net/link";
import { api, Refusal } from "../net/api";
import { transport } from "../net/transport";
import type { Answer, Foreseen, Hint, Message, Refused, Update, Why } from "../net/types";
import { may_move } from "../scene/motion";
import { under } from "../scene/trail";
import type { Chain, Choice } from "../scene/types";
import { sounds } from "../sound";
import { news_from } from "../table/news";
import { Lookback, type Frame } from "./lookback.svelte";
import { Playback, type Sight } from "./playback";
import { t } from "../words/index.svelte";
import { Sections } from "./sections.svelte";
import { Selection } from "./selection.svelte";
import { settings } from "./settings.svelte";

export interface Notice {
  id: number;
  text: string;
  kind: "refused" | "info";
  /** The rule behind a refusal. */
  rule: string;
}

const IMPATIENCE_MS = 350;
/** So many steps are asked for again after a reload. */
const MOST_RECALLED = 40;
/** What one question may try (the server takes no more). */
const MOST_PATHS = 8;
/** How long a move that is made by itself can be seen coming. */
const PAUSE_MS = 600;

/** How long a move of another is looked at; 0 in a hidden tab and where stillness is wished for. */
const pace = (): number => (may_move(settings.still) ? settings.pace : 0);

export class TableState extends Sections {
  /** What the viewer has chosen so far. */
  readonly selection = new Selection(this);
  /** A move is on its way: nothing can be clicked. */
  sending = $state(false);
  link_state: LinkState = $state("connecting");
  retry_at = $state(0);
  rejected = $state(0);
  rejection = $state("");
  /** What one click has still to choose, and for which seat. */
  chain: (Chain & { seat: number | null }) | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  hint_waiting = $state(false);
  /** How long the hint will have to wait, in words. */
  hint_says = $state("");
  /** What the mouse or the focus is on in a list of moves, and since when those moves are open. */
  private previewed: { action: number; since: number } | null = $state.raw(null);
  /** What is marked on the board: the clicks of the move that is looked at in a list, else of what the hint advises. Of
   * moves that are open no more nothing is marked. */
  readonly marks: string[] = $derived.by(() => {
    const looked = this.previewed?.since === this.selection.open_since ? this.previewed.action : undefined;
    const action = looked ?? this.hint?.moves[0]?.action;
    const choice = this.scene?.choices.find((each) => each.action === action);
    return choice ? [...choice.picks, ...choice.take.map(([piece]) => piece)] : [];
  });
  /** What my last move was called, until it is said aloud. */
  own_move = "";
  redo: number[] = $state.raw([]);
  notices: Notice[] = $state.raw([]);
  /** Lines of talk that came since the viewer looked. */
  unread = $state(0);

  private readonly link: Wire;
  /** The version that was heard last, shown or not. */
  private heard = -1;
  /** Whether the viewer has choices in it: what is shown may be older. */
  private asked_for = false;
  /** How many changes of the table wait to be shown. */
  watching = $state(0);
  /** How long the change that is shown stays, in milliseconds. */
  tempo = $state(0);
  /** Who made the last change. */
  mover: number | null = $state(null);
  /** What the guide of a first game points at. */
  pointing: string[] = $state.raw([]);
  readonly lookback = new Lookback();
  /** What happened before is being asked for. */
  recalling = $state(false);
  private readonly playback = new Playback<Update>((update, tempo) => this.take(update, tempo), pace);
  /** The version that the viewer's own move or undo was made at. */
  private asked_at = -1;
  /** How many versions later the answer is shown. */
  private asked = 1;
  private skipped_at = 0;
  private noticed = 0;
  private played: number[] = [];
  private soon = 0;
  /** Whether the server can be asked for earlier steps of this table. */
  private readonly has_past: boolean;
  private foretold = { at: "", of: new Map<number, Promise<Foreseen | null>>() };

  constructor(
    readonly id: string,
    key: string | null,
    seat: number | null,
    /** Another way to a table than the WebSocket of its room. */
    wire: ((events: LinkEvents) => Wire) | null = null,
  ) {
    super();
    const events: LinkEvents = {
      message: (message) => this.hear(message),
      state: (state, retry_at) => ([this.link_state, this.retry_at] = [state, retry_at]),
      rejected: (code, sentence) => ([this.rejected, this.rejection] = [code, sentence]),
      unanswered: () => t("app.offline"),
    };
    this.has_past = wire === null;
    if (wire !== null) {
      this.link = wire(events);
      return;
    }
    this.link = new Link(
      () => transport().connect(`/api/tables/${id}/ws`),
      () => ({
        language: settings.language,
        key,
        seat: this.complete ? this.viewer : seat,
        seen: this.complete ? { version: this.heard, chat: this.chat.at(-1)?.number } : null,
      }),
      events,
    );
  }

  close(): void {
    clearTimeout(this.soon);
    this.link.close();
    this.playback.clear();
    this.lookback.clear();
  }

  retry_now(): void {
    this.link.now();
  }

  // ── hearing ──────────────────────────────────────────────────────────────────────────

  private hear(message: Message): void {
    if (message.type === "welcome") build.heard(message.build);
    if (message.type === "welcome" && !message.resumed) {
      this.playback.clear();
      this.lookback.clear();
    }
    if (message.type === "update") this.playback.add(message, this.sight(message));
    if (message.type === "waiting" && this.hint_waiting) this.hint_says = message.sentence;
    this.watching = this.playback.left;
  }

  /** What there is to see in an update. */
  private sight(update: Update): Sight {
    const talk = update.version === this.heard;
    const crosses = this.crosses(update, this.asked_for);
    this.heard = update.version;
    this.asked_for = (update.scene?.choices?.length ?? +this.asked_for) > 0;
    if (talk || !this.complete) return "none";
    if (this.sending && update.version === this.asked_at + this.asked) return "own";
    if (crosses) return "none";
    return update.scene?.pieces === undefined && update.scene?.counters === undefined ? "glance" : "move";
  }

  /** Whether somebody else moved while the viewer has the same choices as before (side by side): that disturbs
   * nothing the viewer has begun. */
  private crosses(update: Update, asked: boolean): boolean {
    return asked && update.scene?.choices === undefined && update.viewer === undefined;
  }

  /** Enough seen: the table as it is. */
  skip(): void {
    this.lookback.now();
    if (this.watching > 0) this.skipped_at = Date.now();
    this.playback.skip();
    this.watching = 0;
  }

  /** The second half of an impatient double click is no choice. */
  get just_skipped(): boolean {
    return Date.now() - this.skipped_at < IMPATIENCE_MS;
  }

  private take(update: Update, tempo: number): void {
    const before = { turn: this.turn, seat: this.scene?.prompt.seat ?? null };
    const moved = update.version !== this.version;
    const own = moved && this.asked_at === this.version;
    const crossing = moved && !own && this.crosses(update, !!this.scene?.choices.length);
    if (moved && !crossing) {
      [this.hint, this.sending, this.tempo, this.asked_at] = [null, false, tempo, -1];
    }
    const turned = update.viewer !== undefined && update.viewer !== this.viewer;
    if (turned) this.lookback.clear(); // the next player at this screen must not see again what the one before was shown
    const said = this.learn(update);
    if (this.complete && said > 0) {
      this.unread += said;
      sounds.talk();
    }
    if (turned || (moved && !crossing)) this.selection.open(update.version);
    else this.selection.prune();
    if (moved) this.remember(update, before.seat, own || !this.complete);
    if (this.complete) this.sound(before.turn, update, own);
    this.complete = true;
    this.watching = this.playback.left;
    if (this.watching === 0) this.go_on();
  }

  /** What the others do is kept, to be looked at again. */
  private remember(update: Update, seat: number | null, own: boolean): void {
    const lines = update.log?.lines ?? [];
    this.mover = lines.find((line) => line.kind === "move")?.seat ?? seat;
    const frame = { lines, seat: this.mover, step: this.log.at(-1)?.step ?? 0 };
    if (this.scene) this.lookback.add({ ...frame, scene: this.scene }, own);
    else this.lookback.clear();
  }

  /** Whether earlier steps can be asked for. At a screen that several share nobody is shown what another saw. */
  get reaches_back(): boolean {
    return this.has_past && this.mine.length < 2;
  }

  /** The steps of the log since the viewer's own last move, that one first; where nothing happened since, the last one
   * with the one before it. */
  private get missed(): number[] {
    const last = this.log.at(-1)?.step ?? 0;
    if (!this.reaches_back || this.viewer < 0 || last === 0) return [];
    const news = news_from(this.log, this.viewer);
    const own = news < this.log.length ? (this.log[news - 1]?.step ?? 0) : last - 1;
    return Array.from({ length: last - own + 1 }, (_, i) => own + i).slice(-MOST_RECALLED);
  }

  /** Whether there is something to look at again: seen before, or told by the log. */
  get may_look_back(): boolean {
    return this.watching === 0 && !this.recalling && (this.lookback.steps > 0 || this.missed.length > 1);
  }

  /** Plays again what happened since the viewer's own last move. */
  async look_back(): Promise<void> {
    if (!this.may_look_back) return;
    if (this.lookback.steps === 0) await this.recall(this.missed, (frames) => this.lookback.recall(frames));
    this.lookback.play();
  }

  /** A step back or forth; before the first that is kept, the one before it is asked for. */
  async walk(by: number): Promise<void> {
    const [first] = this.lookback.frames;
    if (by > 0 || this.lookback.at !== 0 || !first) return this.lookback.step(by);
    this.lookback.pause();
    if (!this.reaches_back || first.step === 0) return;
    await this.recall([first.step - 1], ([frame]) => {
      if (frame && this.lookback.frames[0] === first) this.lookback.before(frame);
    });
  }

  /** Asks for what happened earlier: the same tables that this seat was shown then. */
  private async recall(steps: number[], found: (frames: Frame[]) => void): Promise<void> {
    if (this.recalling) return;
    const { version, viewer } = this;
    const frames: Frame[] = [];
    this.recalling = true;
    try {
      for (const step of steps) {
        const { scene, log } = await api.replay_step(`tables/${this.id}`, step, String(viewer));
        const lines = log.filter((line) => line.step === step);
        const seat = lines.find((line) => line.seat !== null)?.seat ?? null;
        frames.push({ scene: { ...scene, choices: [] }, lines, seat, step });
        if (this.version !== version || this.viewer !== viewer) return; // it went on: there is newer to see
      }
      found(frames);
    } catch (error) {
      this.notice((error instanceof Refusal && error.message) || t("app.failed"), "refused");
    } finally {
      this.recalling = false;
    }
  }

  private sound(before: TableState["turn"], update: Update, own: boolean): void {
    if (update.result) sounds.end();
    else if (update.turn?.mine && !before?.mine) sounds.turn();
    else if (own) sounds.own();
    else if (update.scene?.pieces) sounds.move();
  }

  // ── playing ──────────────────────────────────────────────────────────────────────────

  /** Plays an action; whether that was granted. */
  async play(action: number, again = false): Promise<boolean> {
    if (this.sending) return false;
    [this.sending, this.asked_at, this.asked] = [true, this.version, 1];
    const seat = this.scene?.prompt.seat ?? undefined;
    const hot = this.mine.length > 1 && seat !== undefined ? { seat } : {};
    this.own_move = this.scene?.choices.find((choice) => choice.action === action)?.sentence ?? "";
    const answer = await this.link.ask({ type: "act", version: this.version, action, ...hot });
    this.settle(answer);
    if (answer.type === "refused") return false;
    if (!again) this.redo = [];
    this.played.push(action);
    return true;
  }

  /** After `done` nothing can be clicked until the update that shows it has come. */
  private settle(answer: Answer): void {
    if (answer.type === "refused") {
      [this.sending, this.asked_at, this.chain] = [false, -1, null];
      this.refuse(answer);
    } else this.sending = answer.version > this.version;
    if (!this.sending) this.selection.restart();
  }

  /** Takes my last move back, or all of my turn; what bots have answered goes with it, seen or not. */
  async undo(turn = false): Promise<void> {
    if (this.sending) return;
    this.skip();
    if (!this.may_undo) return;
    const [own, count] = turn ? [this.undo_own, this.undo_turn] : [1, this.undo_step];
    const [what, answered] = [this.undo_says, this.undo_step > 1];
    [this.sending, this.asked_at, this.asked, this.chain] = [true, this.version, count, null];
    const answer = await this.link.ask({ type: "undo", version: this.version, ...(turn ? { turn } : {}) });
    this.settle(answer);
    if (answer.type === "refused") return;
    this.redo = [...this.redo, ...this.played.splice(-own).reverse()];
    if (answered && what && !turn) this.notice(t("table.taken_back", { what }));
  }

  // ── several moves by one click ───────────────────────────────────────────────────────

  /** Makes the choices of a chain one after the other. */
  follow_chain(chain: Chain): void {
    if (this.selection.idle) return;
    this.chain = { ...chain, seat: this.scene?.prompt.seat ?? null };
    this.go_on();
  }

  /** What is chosen without another click: the next of a chain; or the only choice, where everybody knows that it is
   * one, nothing is lost by it, and it was not just taken back. */
  private go_on(): void {
    clearTimeout(this.soon);
    const choices = this.scene?.choices ?? [];
    if (this.selection.idle || this.hand_over !== null) return;
    if (choices.length === 0) {
      if (!this.chain?.again) this.chain = null;
      return;
    }
    if (this.chain && this.chain.seat !== (this.scene?.prompt.seat ?? null)) return; // another player's, at a shared screen
    const next = this.next_of_chain(choices);
    if (next !== null) void this.play(next);
    else if (this.redo.length === 0) this.play_soon(choices);
  }

  private next_of_chain(choices: Choice[]): number | null {
    const { chain } = this;
    const [next, ...rest] = chain?.actions ?? [];
    const open = next !== undefined && choices.some((choice) => choice.action === next);
    const offered = this.scene?.chains.some(({ again, actions }) => again && actions[0] === next);
    if (!chain || !open || (chain.again && !offered)) {
      this.chain = null;
      return null;
    }
    if (!chain.again) this.chain = { ...chain, actions: rest };
    return next;
  }

  /** Makes the only choice there is. */
  choose_only(): void {
    const [only, other] = this.scene?.choices ?? [];
    if (only && !other) this.selection.choose(only);
  }

  private play_soon(choices: Choice[]): void {
    const { version } = this;
    const action = this.by_itself(choices);
    if (action === null) return;
    this.soon = window.setTimeout(() => {
      if (this.version === version && !this.selection.idle && this.by_itself(choices) === action)
        void this.play(action);
    }, PAUSE_MS);
  }

  /** What is chosen without a click: a pass where nothing else can be done; the only choice, where that is wished for and
   * loses no way back. */
  private by_itself([only, other]: Choice[]): number | null {
    if (settings.skip && this.passes !== null) return this.passes;
    if (!settings.auto || !this.forced || !only || other) return null;
    return this.undo_turn > 0 && this.final.includes(only.action) ? null : only.action;
  }

  /** What a choice will certainly do; asked once for each. */
  foresee(action: number): Promise<Foreseen | null> {
    const at = `${this.version} ${settings.language}`;
    if (this.foretold.at !== at) this.foretold = { at, of: new Map() };
    const { of } = this.foretold;
    const known = of.get(action);
    if (known) return known;
    const asked = this.link.ask({ type: "foresee", version: this.version, actions: [action] }).then((answer) => {
      if (answer.type === "done") return answer.foreseen?.[0] ?? null;
      of.delete(action);
      return null;
    });
    of.set(action, asked);
    return asked;
  }

  get may_redo(): boolean {
    const action = this.redo.at(-1);
    if (action === undefined || this.sending) return false;
    return (this.scene?.choices ?? []).some((choice) => choice.action === action);
  }

  /** Plays what was taken back last; it is forgotten when it stands again. */
  async play_again(): Promise<void> {
    const action = this.redo.at(-1);
    if (action !== undefined && (await this.play(action, true))) this.redo = this.redo.slice(0, -1);
  }

  /** A move of a list is looked at; null: none is any more. */
  preview(action: number | null): void {
    this.previewed = action === null ? null : { action, since: this.selection.open_since };
  }

  async ask_hint(): Promise<void> {
    if (this.hint_waiting) return;
    this.hint_waiting = true;
    const answer = await this.link.ask({ type: "hint", version: this.version });
    this.hint_waiting = false;
    this.hint_says = "";
    if (answer.type === "refused") this.refuse(answer);
    else if (answer.type === "hint" && answer.version === this.version) this.hint = answer;
  }

  /** Why a click on something that does not glow leads to nothing: first after the clicks before it, then by itself. */
  async why(id: string): Promise<Why[]> {
    if (!this.scene || this.scene.choices.length === 0 || this.sending) return [];
    const things = under(this.scene, id);
    const { trail } = this.selection;
    const after = trail.length > 0 ? things.map((thing) => [...trail, thing]) : [];
    const paths = [...after, ...things.map((thing) => [thing])].slice(0, MOST_PATHS);
    const answer = await this.link.ask({ type: "why", version: this.version, paths });
    return answer.type === "done" ? (answer.reasons ?? []) : [];
  }

  async say(text: string): Promise<boolean> {
    const answer = await this.link.ask({ type: "chat", text });
    if (answer.type === "refused") this.refuse(answer);
    return answer.type !== "refused";
  }

  /** One more page of what was said before. */
  async older(id: string): Promise<void> {
    const first = this.chat[0]?.number ?? 1;
    if (first <= 1) return;
    const page = await api.chat(id, first).catch(() => ({ lines: [] }));
    const known = this.chat[0]?.number ?? 1;
    this.chat = [...page.lines.filter((line) => line.number < known), ...this.chat];
    this.no_older = page.lines.length === 0;
  }

  async request(request: Record<string, unknown>): Promise<boolean> {
    const answer = await this.link.ask(request);
    if (answer.type === "refused") this.refuse(answer);
    return answer.type !== "refused";
  }

  look(seat: number): Promise<boolean> {
    this.selection.restart();
    return this.request({ type: "look", seat });
  }

  /** Another language from now on; a hint in the old one is gone. */
  speak(language: string): Promise<boolean> {
    this.hint = null;
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
    sounds.refused();
    this.notice(refused.sentence, "refused", refused.rule);
  }

  notice(text: string, kind: Notice["kind"] = "info", rule = ""): void {
    const id = ++this.noticed;
    this.notices = [...this.notices.filter((notice) => notice.text !== text).slice(-1), { id, text, kind, rule }];
    setTimeout(
      () => (this.notices = this.notices.filter((notice) => notice.id !== id)),
      kind === "refused" ? 7000 : 3500,
    );
  }
}
