/** What the server has said about a table, section by section: each update brings those that have changed. */
import { wear_colours } from "../art/palette.svelte";
import type { ChatLine, ClockState, EngineState, LogLine, Result, Seat, TableInfo, Turn, Update } from "../net/types";
import type { Scene } from "../scene/types";

export class Sections {
  version = $state(-1);
  viewer = $state(-1);
  mine: number[] = $state.raw([]);
  hand_over: number | null = $state(null);
  table: TableInfo | null = $state.raw(null);
  seats: Seat[] = $state.raw([]);
  turn: Turn | null = $state.raw(null);
  clocks: ClockState[] | null = $state.raw(null);
  clocks_at = $state(0);
  may_undo = $state(false);
  /** How many moves taking back takes back: my last one, and what bots have answered; the same of my whole turn. */
  undo_step = $state(0);
  undo_turn = $state(0);
  /** What my last move did. */
  undo_says = $state("");
  /** I have one choice, and everybody at the table knows that. */
  forced = $state(false);
  /** The pass that is all I can do, as everybody knows. */
  passes: number | null = $state(null);
  may_hint = $state(false);
  /** Those of my choices that no undo can take back. */
  final: number[] = $state.raw([]);
  engine: EngineState | null = $state.raw(null);
  spectators = $state(0);
  rematch: string | null = $state(null);
  result: Result | null = $state.raw(null);
  scene: Scene | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  /** The older lines are no longer kept. */
  no_older = $state(false);
  /** What is said about bots when many think at once. */
  bots_say = $state("");
  /** The first update, which tells everything, has come. */
  complete = $state(false);

  /** How many of the moves of my turn are my own, as far as they can be taken back. */
  get undo_own(): number {
    return this.undo_turn - this.undo_step + Math.sign(this.undo_step);
  }

  /** How many of my seats are played by people at this screen. */
  get serves(): number {
    return this.mine.filter((seat) => this.seats[seat]?.kind === "person").length;
  }

  /** The seat of mine that is asked while its secrets are covered; null: nobody waits for the screen. */
  get covered(): number | null {
    return this.scene?.over ? null : this.hand_over;
  }

  get names(): string[] {
    return this.seats.map((seat) => seat.name);
  }

  /** Whether I may talk here, as far as the table itself says. */
  get may_talk(): boolean {
    const talk = this.table?.chat ?? "everybody";
    return talk === "everybody" || (talk === "seated" && this.mine.length > 0);
  }

  /** Takes over what an update says; how many lines of talk are new. */
  protected learn(update: Update): number {
    this.version = update.version;
    if (update.viewer !== undefined) this.viewer = update.viewer;
    if (update.mine !== undefined) this.mine = update.mine;
    if (update.hand_over !== undefined) this.hand_over = update.hand_over;
    if (update.table !== undefined) this.table = update.table;
    if (update.seats !== undefined) this.seats = update.seats;
    if (update.turn !== undefined) this.turn = update.turn;
    if (update.clocks !== undefined) [this.clocks, this.clocks_at] = [update.clocks, Date.now()];
    if (update.undo !== undefined) this.may_undo = update.undo;
    if (update.undo_step !== undefined) this.undo_step = update.undo_step;
    if (update.undo_turn !== undefined) this.undo_turn = update.undo_turn;
    if (update.undo_says !== undefined) this.undo_says = update.undo_says;
    if (update.forced !== undefined) this.forced = update.forced;
    if (update.idle !== undefined) this.passes = update.idle;
    if (update.final !== undefined) this.final = update.final;
    if (update.hints !== undefined) this.may_hint = update.hints;
    if (update.engine !== undefined) this.engine = update.engine;
    if (update.bots !== undefined) this.bots_say = update.bots.sentence;
    if (update.spectators !== undefined) this.spectators = update.spectators;
    if (update.rematch !== undefined) this.rematch = update.rematch;
    if (update.result !== undefined) this.result = update.result;
    if (update.scene !== undefined) {
      this.scene = update.scene === null ? null : ({ ...this.scene, ...update.scene } as Scene);
    }
    if (update.scene !== undefined || update.seats !== undefined) wear_colours(this.scene, this.seats);
    if (update.log) this.log = [...this.log.slice(0, update.log.from), ...update.log.lines];
    return update.chat ? this.hear_talk(update.chat) : 0;
  }

  private hear_talk({ from, lines }: NonNullable<Update["chat"]>): number {
    const known = this.chat.at(-1)?.number ?? 0;
    this.chat = [...this.chat.filter((line) => line.number <= from), ...lines];
    return lines.filter((line) => line.number > known).length;
  }
}
