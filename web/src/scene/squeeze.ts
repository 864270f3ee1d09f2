/** Words that are a little too long for their one line are drawn narrower, not cut. */
import type { Action } from "svelte/action";

/** How narrow letters may become, in shares of their width; what needs more than that ends in dots. */
const NARROWEST = 0.66;
/** Those to be measured next: all are measured before any is changed, so that the page is laid out once. */
const waiting = new Set<HTMLElement>();

/** Fit words into the element around them; again whenever what is given changes (the words, their size, their place). */
export const squeeze: Action<HTMLElement, string> = (words) => {
  measure(words);
  void document.fonts.ready.then(() => words.isConnected && measure(words));
  return { update: () => measure(words), destroy: () => waiting.delete(words) };
};

function measure(words: HTMLElement): void {
  if (waiting.size === 0) requestAnimationFrame(fit);
  waiting.add(words);
}

function fit(): void {
  const found = [...waiting].map((words) => ({ words, share: share(words) }));
  waiting.clear();
  for (const { words, share } of found) {
    const fits = share >= 1 || share < NARROWEST;
    words.style.cssText = fits ? "" : `display: block; width: max-content; transform: scaleX(${share.toFixed(3)})`;
  }
}

/** How much of their width words have room for. */
function share(words: HTMLElement): number {
  const around = words.parentElement;
  if (around === null || words.offsetWidth === 0) return 1;
  const { paddingLeft, paddingRight, whiteSpace } = getComputedStyle(around);
  if (whiteSpace !== "nowrap") return 1; // they stand in several lines
  // Both widths are rounded: words that just fit would end in dots.
  return (around.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 1) / words.offsetWidth;
}
