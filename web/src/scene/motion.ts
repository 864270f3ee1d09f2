/** Motion is only presentation: the state is applied at once, and these play over it. */
import type { Placed } from "./layout";

const SLIDE_MS = 260;

/** Whether anything may move now: not in a hidden tab, not when the viewer asked for stillness. */
export function may_move(still: boolean): boolean {
  if (still || document.hidden) return false;
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Where each new piece seems to come from: a piece of like shape that has just vanished, nearest first.
 * (A hidden card that is shown is another piece from then on; it should still turn over in its place.) */
export function origins(before: readonly Placed[], after: readonly Placed[]): Map<string, Placed> {
  const now = new Set(after.map((placed) => placed.piece.id));
  const then = new Set(before.map((placed) => placed.piece.id));
  const gone = before.filter((placed) => !now.has(placed.piece.id));
  const found = new Map<string, Placed>();
  for (const fresh of after) {
    if (then.has(fresh.piece.id) || gone.length === 0) continue;
    let best = -1;
    let least = Infinity;
    gone.forEach((old, i) => {
      if (old.look.shape !== fresh.look.shape) return;
      const far = Math.hypot(old.x - fresh.x, old.y - fresh.y);
      if (far < least) [best, least] = [i, far];
    });
    const old = gone[best];
    if (old) {
      found.set(fresh.piece.id, old);
      gone.splice(best, 1);
    }
  }
  return found;
}

export function place(placed: Placed): string {
  const turn = placed.tilt + (turns_whole(placed) ? placed.piece.turned * 90 : 0);
  const at = `translate(${round(placed.x - placed.w / 2)}px,${round(placed.y - placed.h / 2)}px)`;
  return turn === 0 ? at : `${at} rotate(${round(turn)}deg)`;
}

/** A card lies down as a whole; a disc or a square tile turns its picture only, not its badges. */
export function turns_whole(placed: Placed): boolean {
  return placed.look.shape === "card";
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** A new piece slides in from its origin, or swells up out of the wall. */
export function arrive(node: HTMLElement, to: Placed, from: Placed | undefined): void {
  const end = place(to);
  if (from) {
    const start = `translate(${round(from.x - to.w / 2)}px,${round(from.y - to.h / 2)}px)`;
    node.animate([{ transform: start }, { transform: end }], { duration: SLIDE_MS, easing: "ease-out" });
    node.firstElementChild?.animate([{ transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }], {
      duration: SLIDE_MS, easing: "ease-out",
    }); // prettier-ignore
  } else {
    node.firstElementChild?.animate(
      [
        { transform: "scale(0.4)", opacity: 0 },
        { transform: "scale(1)", opacity: 1 },
      ],
      { duration: 200, easing: "ease-out" },
    );
  }
}

/** A piece that turns over or changes its picture. */
export function flip(node: HTMLElement): void {
  node.firstElementChild?.animate([{ transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }], {
    duration: 220, easing: "ease-out",
  }); // prettier-ignore
}

/** A count that changed. */
export function pulse(node: Element | null): void {
  node?.animate([{ transform: "scale(1.5)" }, { transform: "scale(1)" }], { duration: 320, easing: "ease-out" });
}
