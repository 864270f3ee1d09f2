import { describe, expect, it } from "vitest";
import { ago, time_of } from "../src/words/time";

const NOW = new Date(2026, 10, 16, 15, 30).getTime();
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

describe("times", () => {
  it("say how long ago in the viewer's language, and the date after a week", () => {
    expect(ago(NOW - 20_000, "en", NOW)).toBe("now");
    expect(ago(NOW - 5 * MINUTE, "en", NOW)).toBe("5 minutes ago");
    expect(ago(NOW - 3 * HOUR, "fr", NOW)).toBe("il y a 3 heures");
    expect(ago(NOW - DAY, "nl", NOW)).toBe("gisteren");
    expect(ago(NOW - 20 * DAY, "en", NOW)).toContain("2026");
    expect(ago(NOW + HOUR, "en", NOW)).toBe("now"); // another clock than ours
  });

  it("name the day only where it is another one", () => {
    expect(time_of(NOW - HOUR, "en", NOW)).toMatch(/^\d\d:30/);
    expect(time_of(NOW - DAY, "nl", NOW)).toContain("15 nov");
  });
});
