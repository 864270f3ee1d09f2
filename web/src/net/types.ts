/** What the server says, by the names the client uses: see docs/reference/protocol.md (protocol 1).
 * The shapes are the server's own (`server.ts`, made from its models); here stands only what they leave open. */
import type { Look, Scene } from "../scene/types";
import type * as server from "./server";

export const PROTOCOL = 1;

export type Level = server.LevelInfo;
export type OptionValue = server.OptionValue;
export type GameOption = server.OptionInfo;
export type EngineState = server.EngineState;
export type GameEntry = server.GameInfo;
export type Section = server.GuideStep;
export type GameTexts = server.GameTexts;
export type Games = server.Shelf;
export type Lab = server.Lab;
export type Playtest = server.Playtest;

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
export interface BookBlock extends Omit<server.BookBlock, "bodies" | "id"> {
  bodies: BookBody[];
  id?: string;
}

export interface BookChapter extends Omit<server.BookChapter, "title" | "blocks" | "sections"> {
  title: BookLine;
  blocks: BookBlock[];
  sections: BookChapter[];
}

/** The rulebook of a game, with the kinds of its cards and pieces. */
export interface Book extends Omit<server.BookPages, "chapters" | "index"> {
  chapters: BookChapter[];
  index: (Omit<server.IndexEntry, "look"> & { look: Look })[];
}

export type Seat = server.SeatInfo;
export type TableInfo = server.TableInfo & Partial<Pick<server.TableSection, "option_labels">>;
export type Personal = server.PersonalLink;
export type ComponentChanges = server.ComponentChanges;
export type Me = server.Me;
export type PastGame = server.PastGame;
export type MyRecord = server.MyRecord;
export type MyKeys = server.MyKeys;
export type Noticed = server.Noticed;

/** A piece of a sentence: plain words, or an argument with its domain and number. */
export type LogPart = [text: string, domain?: string, index?: number];
export type LogLine = Omit<server.LogLine, "parts"> & { parts?: LogPart[] };
export type ChatLine = server.ChatEntry;
export type SeatResult = server.SeatResult;
export type Result = server.Result;
export type ClockState = server.Clock;
export type Turn = server.Turn;

/** The sections of an update; the table is told without what has sections of its own. */
export interface Update extends Omit<server.Update, "table" | "scene" | "log"> {
  table?: TableInfo;
  scene?: Partial<Scene> | null;
  log?: { from: number; lines: LogLine[] };
}

export type HintMove = server.AdvisedMove;
export type Hint = server.HintMessage;
export type Why = server.Why;
/** What a choice will certainly do. */
export type Foreseen = server.Foreseen;
export type Refused = server.RefusedMessage;
export type Done = Omit<server.Done, "table"> & { table?: string | TableInfo | null };
export type Welcome = server.Welcome;
export type Waiting = server.WaitingMessage;

export type Answer = Done | Hint | Refused;
export type Message = (Update | Waiting | Hint | Refused | Done | Welcome | server.Pong) & { n?: number | null };

/** A step of a tutorial. */
export type LessonPage = Omit<server.LessonPage, "messages"> & { messages: Message[] };

export type ReplayInfo = server.Replay;
export type Move = server.Move;
export type ReplayMoves = server.ReplayMoves;
export type Analysis = server.Review;
export type ReplayAdvice = server.ReplayAdvice;
export type PuzzleShelf = server.PuzzleShelf;
export type PuzzleAnswer = server.PuzzleAnswer;
export type PuzzlePage = Omit<server.PuzzlePage, "scene"> & { scene: Scene };
export type ReplayStep = Omit<server.ReplayStep, "scene" | "log"> & { scene: Scene; log: LogLine[] };
