/** Times and dates as people say them, in the viewer's language. */
import { locale_of } from "./languages.svelte";

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const WEEK = 7 * 86_400_000;

/** How dates are written where the viewer lives, if the browser speaks this language; else as is usual in it. */
const locale_for = (language: string): string =>
  globalThis.navigator?.languages?.find((wished) => wished.split("-")[0] === language) ?? locale_of(language);

/** How long ago something was: "3 hours ago"; after a week the date. */
export function ago(at: number, language: string, now = Date.now()): string {
  const passed = Math.max(0, now - at);
  if (passed >= WEEK) return new Intl.DateTimeFormat(locale_for(language), { dateStyle: "medium" }).format(at);
  const said = new Intl.RelativeTimeFormat(locale_of(language), { numeric: "auto" });
  for (const [unit, length] of STEPS) if (passed >= length) return said.format(-Math.floor(passed / length), unit);
  return said.format(0, "second");
}

/** The time of day; with the date where that is another day. */
export function time_of(at: number, language: string, now = Date.now()): string {
  const same = new Date(at).toDateString() === new Date(now).toDateString();
  const time: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return new Intl.DateTimeFormat(
    locale_for(language),
    same ? time : { ...time, day: "numeric", month: "short" },
  ).format(at);
}

/** Date and time in full. */
export function moment_of(at: number, language: string): string {
  return new Intl.DateTimeFormat(locale_for(language), { dateStyle: "full", timeStyle: "short" }).format(at);
}
