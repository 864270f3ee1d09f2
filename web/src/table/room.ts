/** How much room the window leaves for the table, and what of the table lies under the bar. */

const NARROW = 900;
/** A phone held sideways, and letters twice as large on a laptop. (The style sheets say the same.) */
const LOW = { height: 480, width: 560 };

/** Whether the bar and the players stand beside the board because the window is low. */
const is_low = (width: number, height: number): boolean => height <= LOW.height && width >= LOW.width;

/** Whether there is no room for a column beside the board that tells everything. */
export const is_narrow = (width: number, height: number): boolean =>
  width > 0 && (width <= NARROW || is_low(width, height));

/** What is left of the board's window by the bar, which may lie over its upper or its lower end. */
export function uncovered(window: DOMRect, bar: DOMRect | undefined): DOMRect {
  if (!bar || bar.right <= window.left || bar.left >= window.right) return window;
  const [above, below] = [bar.top <= window.top, bar.bottom >= window.bottom];
  const top = above && !below ? Math.max(window.top, bar.bottom) : window.top;
  const bottom = below && !above ? Math.min(window.bottom, bar.top) : window.bottom;
  return new DOMRect(window.left, top, window.width, Math.max(0, bottom - top));
}
