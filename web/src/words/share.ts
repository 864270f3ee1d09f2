/** Shares of one, in percent. */
export const percent = (share: number): string => `${Math.round(share * 100)}\u00a0%`;

/** The same with its sign; what is rounded to nothing has none. */
export function signed(share: number): string {
  const rounded = Math.round(share * 100);
  return `${rounded < 0 ? "−" : rounded > 0 ? "+" : ""}${Math.abs(rounded)}\u00a0%`;
}
