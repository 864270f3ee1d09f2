/** The tooltip and what is highlighted: the tip of a piece or place, and what a word in the log points to. */
import { pointed_at, type Stretch } from "../scene/mentions";
import type { Scene } from "../scene/types";
import { settings } from "./settings.svelte";

export interface Looked {
  id: string;
  /** A look that lies nowhere on the table now: a card the log speaks of. */
  look: string | null;
  node: HTMLElement;
  pinned: boolean;
}

const LINGER_MS = 320;

export class Tooltip {
  looked: Looked | null = $state.raw(null);
  /** Ids that glow because the log or a list speaks of them. */
  pointed: ReadonlySet<string> = $state.raw(new Set<string>());
  private timer = 0;
  private quiet: string | null = null;

  /** A tip comes when one lingers, not while one plays: what was just clicked stays quiet until one points elsewhere. */
  look(id: string | null, node: HTMLElement | null, pinned: boolean): void {
    clearTimeout(this.timer);
    if (id !== this.quiet) this.quiet = null;
    if (pinned) this.looked = id !== null && node !== null ? { id, look: null, node, pinned } : null;
    else if (this.looked?.pinned) return;
    else if (id === null || node === null) this.looked = null;
    else if (settings.tips && id !== this.quiet) {
      if (this.looked && this.looked.id !== id) this.looked = null;
      this.timer = window.setTimeout(() => {
        if (node.isConnected) this.looked = { id, look: null, node, pinned };
      }, LINGER_MS);
    }
  }

  /** A name in the log: what it means glows on the table, and its tip opens beside the word. */
  mention(scene: Scene, stretch: Stretch | null, node: HTMLElement | null, pinned: boolean): void {
    clearTimeout(this.timer);
    if (stretch === null || node === null) {
      this.pointed = new Set();
      if (!this.looked?.pinned) this.looked = null;
      return;
    }
    const { ids, look } = pointed_at(scene, stretch);
    this.pointed = new Set(ids);
    const [first] = ids;
    if (stretch.seat !== null || (first === undefined && look === null)) return;
    this.looked = { id: first ?? "", look: first === undefined ? look : null, node, pinned };
  }

  /** A piece was clicked to play it: no tip now. */
  silence(id: string): void {
    clearTimeout(this.timer);
    [this.looked, this.quiet] = [null, id];
  }

  close(): void {
    this.looked = null;
    this.pointed = new Set();
  }
}
