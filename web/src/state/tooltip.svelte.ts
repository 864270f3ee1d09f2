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
  /** Where the mouse was seen last. */
  private at: { x: number; y: number } | null = null;
  /** The table changed under a mouse that stood still: what it happens to lie on now. */
  private resting: { id: string | null; node: HTMLElement | null } | null = null;

  /** A tip comes when one lingers, not while one plays: what was just clicked stays quiet until one points elsewhere. */
  look(id: string | null, node: HTMLElement | null, pinned: boolean): void {
    clearTimeout(this.timer);
    if (id !== this.quiet) this.quiet = null;
    if (!pinned && this.resting) {
      this.resting = { id, node };
      return;
    }
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

  /** Somebody moved: no tip is open, and none comes before the mouse is moved. */
  rest(): void {
    clearTimeout(this.timer);
    this.resting ??= { id: null, node: null };
    if (this.looked && !this.looked.pinned) this.looked = null;
  }

  /** The mouse is moved: what it lies on may be looked at again. */
  wake(event: PointerEvent): void {
    const still = this.at?.x === event.clientX && this.at.y === event.clientY;
    this.at = { x: event.clientX, y: event.clientY };
    if (!this.resting || still) return;
    const { id, node } = this.resting;
    this.resting = null;
    if (id !== null) this.look(id, node, false);
  }

  close(): void {
    this.looked = null;
    this.pointed = new Set();
  }
}
