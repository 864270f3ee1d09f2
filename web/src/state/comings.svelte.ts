/** Who comes and goes at a table: told in passing, and kept among the talk with the time. */
import type { Seat } from "../net/types";
import { t, type Word } from "../words/index.svelte";

export interface Coming {
  at: number;
  text: string;
}

/** Who only loads the page again is not away. */
const PATIENCE_MS = 6000;
const MOST = 50;

interface Told {
  kind: Seat["kind"];
  name: string;
  standin: boolean;
  away: boolean;
}

export class Comings {
  lines: Coming[] = $state.raw([]);
  private known: Told[] | null = null;
  private readonly leaving = new Map<number, number>();

  constructor(private readonly say: (text: string) => void) {}

  /** The seats as they are now. What was so when one came is no news. */
  see(seats: readonly Seat[]): void {
    const before = this.known;
    this.known = seats.map((seat, i) => {
      const old = before?.[i];
      const { kind, name, standin } = seat;
      const told = { kind, name, standin, away: old?.away ?? (kind === "person" && !seat.connected) };
      if (old && !seat.you) this.compare(old, told, seat);
      return told;
    });
  }

  close(): void {
    for (const timer of this.leaving.values()) clearTimeout(timer);
    this.leaving.clear();
  }

  private compare(old: Told, told: Told, seat: Seat): void {
    if (old.kind !== told.kind || (old.kind === "person" && old.name !== told.name)) {
      this.stop(seat.seat);
      told.away = false;
      if (told.kind === "open") this.tell("table.went", old.name);
      else if (old.kind === "open" && told.kind === "person") this.tell("table.came", told.name);
      else if (old.kind === "person" && told.kind === "bot") this.tell("table.plays_bot", told.name);
      else if (old.kind === "bot" && told.kind === "person") this.tell("table.returned", told.name);
      return;
    }
    if (told.kind !== "person") return;
    if (seat.connected) {
      this.stop(seat.seat);
      if (old.away) this.tell("table.returned", told.name);
      told.away = false;
    } else if (!old.away && !this.leaving.has(seat.seat)) {
      const away = (): void => {
        this.leaving.delete(seat.seat);
        const now = this.known?.[seat.seat];
        if (!now || now.away) return;
        now.away = true;
        this.tell("table.gone", now.name);
      };
      this.leaving.set(seat.seat, window.setTimeout(away, PATIENCE_MS));
    }
  }

  private stop(seat: number): void {
    clearTimeout(this.leaving.get(seat));
    this.leaving.delete(seat);
  }

  private tell(word: Word, name: string): void {
    const text = t(word, { name });
    this.lines = [...this.lines, { at: Date.now(), text }].slice(-MOST);
    this.say(text);
  }
}
