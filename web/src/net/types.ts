/** What the server says: see docs/reference/protocol.md (protocol 1). */
import type { Look, Scene } from "../scene/types";

export const PROTOCOL = 1;

export interface Level {
  name: string;
  label: string;
  blurb: string;
  default: boolean;
}

export interface OptionValue {
  value: string;
  label: string;
}

export interface GameOption {
  name: string;
  label: string;
  rule: string;
  default: string;
  values: OptionValue[];
}

export interface EngineState {
  state: "compiling" | "ready" | "interpreted";
  sentence: string;
}

export interface GameEntry {
  name: string;
  title: string;
  pitch: string;
  length: string;
  seats: number[];
  art: string;
  options: GameOption[];
  engine: EngineState;
}

export interface Section {
  id: string;
  title: string;
  text: string;
}

export interface GameTexts extends GameEntry {
  guide: Section[];
}

/** What stands in a line of a rulebook. */
export type BookPart = string | { b: BookLine } | { i: BookLine } | { to: string; t: BookLine } | { icon: string };
export type BookLine = BookPart[];

export interface BookItem {
  t: BookLine;
  below?: BookBody;
}

export type BookBody =
  | { p: BookLine }
  | { ul: BookItem[] }
  | { ol: BookItem[] }
  | { head: BookLine[]; rows: BookLine[][] }
  | { picture: string; t: BookLine };

/** A paragraph, list, table or picture; a rule where it has an id. */
export interface BookBlock {
  bodies: BookBody[];
  id?: string;
  also?: string[];
  source?: string[];
  rulings?: string[];
}

export interface BookChapter {
  key: string;
  title: BookLine;
  phases: string[];
  blocks: BookBlock[];
  sections: BookChapter[];
}

/** The rulebook of a game, with the kinds of its cards and pieces. */
export interface Book {
  game: string;
  title: string;
  language: string;
  chapters: BookChapter[];
  index: { look: Look; name: string; text: string }[];
}

export interface Games {
  games: GameEntry[];
  levels: Level[];
  languages: string[];
}

export interface Seat {
  seat: number;
  kind: "open" | "person" | "bot";
  name: string;
  level: string | null;
  level_label: string | null;
  connected: boolean;
  thinking: boolean;
  standin: boolean;
  /** From when on a bot may sit in for who is away (ms since 1970). */
  standin_from?: number | null;
  you: boolean;
}

export interface TableInfo {
  id: string;
  game: string;
  title: string;
  /** The game with the version of its rules: what its rules drawer is asked by. */
  rules?: string;
  state: "gathering" | "playing" | "finished" | "closed" | "archived";
  options: Record<string, string>;
  option_labels?: { label: string; value_label: string; rule: string }[];
  language: string;
  listed: boolean;
  /** Whether people without a seat may look on. */
  spectators?: boolean;
  hints: boolean;
  undo: boolean;
  /** The chance of this table was chosen by who made it. */
  seeded?: boolean;
  /** The level of bots that sit in for people, agreed when the table was made. */
  standin?: string;
  standin_label?: string;
  /** Who may talk. */
  chat?: "everybody" | "seated" | "nobody";
  clock: { seconds: number; increment: number } | null;
  seats: Seat[];
  players: number;
  open: number;
  steps: number;
  created: number;
  changed: number;
  mine: number[];
  host: boolean;
  rematch: string | null;
  link: string;
}

export interface Personal {
  seat: number;
  key: string;
  link: string;
}

export interface Me {
  name: string;
  language: string;
  tables: TableInfo[];
}

/** A piece of a sentence: plain words, or an argument with its domain and number. */
export type LogPart = [text: string, domain?: string, index?: number];

export interface LogLine {
  step: number;
  seat: number | null;
  kind: string;
  text: string;
  parts?: LogPart[];
}

export interface ChatLine {
  /** Counted from 1 at each table. */
  number: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

export interface SeatResult {
  seat: number;
  points: number;
  rank: number;
  sources: { label: string; points: number }[];
}

export interface Result {
  ending: string;
  /** Why equal points have unequal places. */
  tie?: string;
  winners: number[];
  seats: SeatResult[];
}

export interface ClockState {
  seat: number;
  left: number;
  running: boolean;
}

export interface Update {
  n: number;
  type: "update";
  version: number;
  viewer?: number;
  mine?: number[];
  hand_over?: number | null;
  table?: TableInfo;
  seats?: Seat[];
  turn?: { seat: number | null; mine: boolean; since: number };
  clocks?: ClockState[] | null;
  now?: number;
  undo?: boolean;
  /** Those of my choices that cannot be taken back. */
  final?: number[];
  hints?: boolean;
  engine?: EngineState;
  /** How bots fare when many think at once; the sentence says it. */
  bots?: { share: number; ahead: number; seconds: number; sentence: string };
  spectators?: number;
  rematch?: string | null;
  result?: Result | null;
  scene?: Partial<Scene> | null;
  log?: { from: number; lines: LogLine[] };
  chat?: { from: number; lines: ChatLine[] };
}

export interface HintMove {
  action: number;
  sentence: string;
  picks: string[];
  worth: number | null;
  visits: number | null;
  why: string | null;
}

export interface Hint {
  type: "hint";
  to: string;
  version: number;
  sentence: string;
  moves: HintMove[];
}

/** Why something is not possible now, and by which rule. */
export interface Why {
  sentence: string;
  rule: string;
}

export interface Refused {
  type: "refused";
  to: string | null;
  code: string;
  sentence: string;
  /** The rule behind it, where there is one. */
  rule?: string;
  version?: number;
}

export interface Done {
  type: "done";
  to: string;
  version: number;
  table?: string | TableInfo;
  reasons?: Why[] | null;
}

export interface Welcome {
  type: "welcome";
  session: string;
  resumed: boolean;
  now: number;
}

/** The elder who was asked is not free yet. */
export interface Waiting {
  type: "waiting";
  to: string;
  ahead: number;
  seconds: number;
  sentence: string;
}

export type Answer = Done | Hint | Refused;
export type Message = (Update | Waiting | Hint | Refused | Done | Welcome | { type: "pong" }) & { n?: number };

export interface ReplayInfo {
  game: string;
  rules: string;
  title: string;
  seat: number | "open";
  names: string[];
  steps: number;
  over: boolean;
  moves: Move[];
  curve: number[][];
  /** where the next leaf of moves begins */
  next: number | null;
  result: Result | null;
}

export interface Move {
  step: number;
  seat: number;
  text: string | null;
  sentence: string | null;
}

/** Some of the moves of a replay; the curve begins where the leaf before ended. */
export interface ReplayMoves {
  moves: Move[];
  curve: number[][];
  next: number | null;
}

/** What a search player says about a finished game. */
export interface Analysis {
  state: "thinking" | "ready";
  curve: number[][];
  turning_points: { step: number; seat: number; played: number; best: number; loss: number }[];
}

export interface ReplayStep {
  step: number;
  seat: number | "open";
  scene: Scene;
  log: LogLine[];
  action: number | null;
}
