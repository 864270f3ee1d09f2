/** Numbers and lists as the language of the settings writes them. */
import { settings } from "../state/settings.svelte";
import { locale_of } from "./languages.svelte";

export const number = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(locale_of(settings.language), options).replace("-", "−");

/** A share of one, in per cent. */
export const percent = (share: number): string => number(share, { style: "percent" });

/** The same with its sign; what is rounded to nothing has none. */
export const signed = (share: number): string => number(share, { style: "percent", signDisplay: "exceptZero" });

/** Several things as one says them in a row: "a, b and c", or "a, b or c". */
export const list_of = (parts: string[], type: "conjunction" | "disjunction" = "conjunction"): string =>
  new Intl.ListFormat(locale_of(settings.language), { type }).format(parts);
