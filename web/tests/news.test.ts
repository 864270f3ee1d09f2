import { describe, expect, it } from "vitest";
import type { LogLine } from "../src/net/types";
import { beyond, in_one_line, last_turn, mine_first, news_from } from "../src/table/news";

const line = (step: number, seat: number, text: string): LogLine => ({ step, seat, kind: "move", text, parts: [] });
const said = (lines: LogLine[]): string[] => lines.map(({ text }) => text);
const log = [
  line(0, -1, "set-up"),
  line(1, 0, "I lay a disc"),
  line(2, 1, "B lays a disc"),
  line(2, 1, "B gets fish"),
  line(3, 1, "B uses a hand"),
  line(4, 1, "B draws a disc"),
];

describe("what is new to a viewer", () => {
  it("is everything since the own last move", () => {
    expect(said(log.slice(news_from(log, 0)))).toEqual([
      "B lays a disc",
      "B gets fish",
      "B uses a hand",
      "B draws a disc",
    ]);
    expect(news_from(log, -1)).toBe(log.length);
    expect(news_from(log.slice(0, 2), 0)).toBe(2);
  });

  it("just now is the whole turn of the other, not only its last event", () => {
    expect(said(last_turn(log, 0))).toEqual(["B lays a disc", "B gets fish", "B uses a hand", "B draws a disc"]);
  });

  it("is the turn of the last of several others, and one's own where that was the last", () => {
    const more = [...log, line(5, 2, "C passes")];
    expect(said(last_turn(more, 0))).toEqual(["C passes"]);
    expect(said(last_turn([...more, line(6, 0, "I pass")], 0))).toEqual(["I pass"]);
    expect(last_turn(log.slice(0, 1), 0)).toEqual([]);
  });
});

describe("what befell the viewer", () => {
  const attack = "B lays a card of the hand on the north-east space, turned a quarter";
  const turn = [
    line(2, 1, attack),
    line(2, 0, "The tiger eats from you"),
    line(3, 1, "B draws"),
    line(4, 1, "B ends"),
    line(4, 0, "You lose"),
    line(4, 1, "B waits"),
    line(4, 0, "It is your turn"),
  ];

  it("is told before what the others did, with what led to it where that is soon said, each in its order", () => {
    const first = ["The tiger eats from you", "B ends", "You lose"];
    expect(said(mine_first(turn, 0))).toEqual([...first, attack, "B draws", "B waits", "It is your turn"]);
    expect(said(mine_first(turn, -1))).toEqual(said(turn));
  });

  it("is of one's own turn the last step", () => {
    const own = [line(1, 1, "B passes"), line(2, 0, "I attack"), line(3, 0, "I attack again"), line(3, 1, "B loses")];
    expect(said(last_turn(own, 0))).toEqual(["I attack again", "B loses"]);
    expect(said(last_turn(own, 1))).toEqual(["I attack", "I attack again", "B loses"]);
  });
});

describe("what a choice will do", () => {
  it("does not say again what the choice says", () => {
    const lines = ["You draw a card.", "You get 2 fish", "draw a card and more"];
    expect(beyond(lines, "Draw a card")).toEqual(["You get 2 fish", "draw a card and more"]);
  });
});

describe("sentences in one line", () => {
  it("are told apart, with or without a mark at their end", () => {
    const lines = [line(1, 0, "A sets out"), line(1, 0, "A pays 1 tool."), line(1, 0, "B goes home")];
    expect(in_one_line(lines)).toBe("A sets out · A pays 1 tool. B goes home");
    expect(in_one_line([])).toBe("");
  });
});
