/** What crosses the wire, made from the server's models by `make docs`; do not edit. */

/** Play an action. */
export interface Act {
  id: string;
  type: "act";
  version: number;
  action: number;
  seat?: number | null;
}

/** A move that a hint names. */
export interface AdvisedMove {
  action: number;
  sentence: string;
  picks: string[];
  worth: number | null;
  visits: number | null;
  points: number | null;
  why: string | null;
  /** why this move; of the best one */
  reasons: AdvisedReason[];
}

/** Why a move: what it gains, prevents, risks. */
export interface AdvisedReason {
  kind: "gain" | "cost" | "takes" | "sure" | "next" | "prevents" | "risk" | "hope";
  sentence: string;
}

/** Become whoever made this pass. */
export interface Arrive {
  secret: string;
}

/** Who this device is now. */
export interface Arrived {
  name: string;
}

/** Ask for a hint. */
export interface AskHint {
  id: string;
  type: "hint";
  version: number;
}

/** What a browser has to know to make, or to use, a pass-key. */
export interface AskKeyOptions {
}

/** Play again. */
export interface AskRematch {
  id: string;
  type: "rematch";
}

/** Why not: of an action, or of a click. `paths` are picks (piece or zone ids) to try, one path after the other. */
export interface AskWhy {
  id: string;
  type: "why";
  version: number;
  action?: number | null;
  paths?: string[][];
}

/** Take a seat back from its stand-in. */
export interface Back {
  seat: number;
}

/** A paragraph, list, table or picture of a rulebook; a rule where it has an id. */
export interface BookBlock {
  /** what stands there, one under the other: see the protocol */
  bodies: Record<string, unknown>[];
  id?: string | null;
  /** further ids it tells */
  also?: string[];
  source?: ("book" | "icon" | "public" | "design" | "own")[];
  /** whether it is a table that we reconstructed, at least in part */
  ours?: boolean;
  /** the ids of what explains it */
  rulings?: string[];
}

/** A chapter of a rulebook, or a part of one. */
export interface BookChapter {
  key: string;
  title: unknown[];
  /** the moments of the game it belongs to */
  phases: string[];
  blocks: BookBlock[];
  sections: BookChapter[];
}

/** The rulebook of a game in a language. */
export interface BookPages {
  /** the game with the version of its rules */
  game: string;
  title: string;
  /** who made the printed game; empty where its rulebook names nobody */
  credits: string;
  language: string;
  chapters: BookChapter[];
  index: IndexEntry[];
  /** whether the game can be learned step by step */
  tutorial: boolean;
}

/** A position that a rulebook shows. */
export interface BookPosition {
  scene: Scene;
}

/** How bots fare when many think at once. */
export interface BotsState {
  /** of its usual thinking that the last bot had time for; 1: all of it */
  share: number;
  /** how many bots play before the one that is waited for */
  ahead: number;
  seconds: number;
  sentence: string;
}

/** Let another device be me. */
export interface Carry {
}

/** Several choices by one click, one after the other; none of them gives anything away that could not be taken back. `again`: its only action is chosen again as long as the same chain is offered. `take`: the chain is one answer to a question that the rules ask bit by bit; it is laid together like the take of a choice, and so are all others that are offered then. */
export interface Chain {
  sentence: string;
  actions: number[];
  again: boolean;
  take: [string, number][];
  default: boolean;
}

/** What the host may change in the middle of a game. */
export interface ChangeSettings {
  hints?: boolean | null;
  listed?: boolean | null;
  /** who may talk */
  chat?: "everybody" | "seated" | "nobody" | null;
  spectators?: boolean | null;
}

/** Say something to everybody at the table. */
export interface Chat {
  id: string;
  type: "chat";
  text: string;
}

/** Something somebody said, numbered from 1. */
export interface ChatEntry {
  number: number;
  at: number;
  seat: number;
  name: string;
  text: string;
}

/** Some of what was said; `from`: how many lines were said before them. */
export interface ChatLines {
  from: number;
  lines: ChatEntry[];
}

/** A legal action: its number, a sentence, its path of picks (piece or zone ids), and what is laid together after them (`take`: piece ids, each with how many of it). `default`: the sensible one of those with the same picks; without a take, laying nothing is that choice. `quiet`: it is not highlighted but asked for by name, in the card of its first pick or in the list of choices. */
export interface Choice {
  action: number;
  text: string;
  sentence: string;
  picks: string[];
  take: [string, number][];
  default: boolean;
  quiet: boolean;
}

/** Hold the seat of a personal link. */
export interface Claim {
  key: string;
}

/** A seat's thinking time, in milliseconds at `now`. */
export interface Clock {
  seat: number;
  left: number;
  running: boolean;
}

/** Thinking time for the whole game, and what each turn gives back; or, `per_turn`, time for each turn anew. */
export interface ClockSetting {
  seconds: number;
  increment?: number;
  /** every turn begins with all of `seconds` */
  per_turn?: boolean;
}

/** Somebody I played with. */
export interface Companion {
  name: string;
  games: number;
  /** when we played last */
  last: number;
  /** …and where: its rematch invites everybody again */
  table: string;
  /** …and which game it was */
  title: string;
  mark: string;
  colour: number;
}

/** Something that stands otherwise in the components of a table than in the game's own; null: it is not there. */
export interface ComponentChange {
  table: string;
  /** which of the tables of that name, from 1 */
  number: number;
  /** of the card or piece, where it has one */
  name: string;
  key: string;
  printed: string | null;
  own: string | null;
}

/** How the components of a table differ from the game's own. */
export interface ComponentChanges {
  changes: ComponentChange[];
  /** changes that are not listed */
  more: number;
}

/** A number beside a player's name or on the table. */
export interface Counter {
  id: string;
  label: string;
  value: number;
  seat: number | null;
  icon: string;
}

/** A new table. */
export interface CreateTable {
  game: string;
  seats: SeatWish[];
  options?: Record<string, string>;
  listed?: boolean;
  language?: string;
  spectators?: boolean;
  hints?: boolean;
  undo?: boolean;
  clock?: ClockSetting | null;
  /** the level of bots that sit in for people; agreed now, for the whole game */
  standin?: string | null;
  /** whether who left, or ran out of time, may come back though the table is listed */
  returns?: boolean;
  name?: string | null;
  seed?: number | null;
  /** a components file (TOML), to play with the cards of one's own box */
  components?: string | null;
}

/** Any JSON object (a save file, an OpenAPI document). */
export interface Document {
}

/** A request was granted and is stored. */
export interface Done {
  /** gapless in a session */
  n: number;
  type: "done";
  to: string;
  version: number;
  /** the new table, after `rematch` */
  table?: string | null;
  /** why not, after `why` */
  reasons?: Why[] | null;
  /** in the order asked for, after `foresee` */
  foreseen?: Foreseen[] | null;
}

/** Whether the rules are compiled yet; while they are, how many of their parts (none before it begins). */
export interface EngineState {
  state: "compiling" | "ready" | "interpreted";
  done: number;
  parts: number;
  sentence: string;
}

/** What some of my legal actions will certainly do. */
export interface Foresee {
  id: string;
  type: "foresee";
  version: number;
  actions: number[];
}

/** What an action will certainly do, as far as the seat to act can know: until chance or a secret speaks. */
export interface Foreseen {
  action: number;
  /** what the log will say */
  lines: string[];
  changes: NumberChange[];
  /** chance or a secret speaks: it could not be taken back */
  final: boolean;
}

/** Tell this browser no longer. */
export interface ForgetBrowser {
  endpoint: string;
}

/** Write to me no longer. */
export interface ForgetMailbox {
}

/** Forget me: said with the word itself, so that nobody does it by mistake. */
export interface ForgetMe {
  sure: "forget me";
}

/** Nothing is kept any more. */
export interface Forgotten {
  ok: boolean;
}

/** A game on the shelf. */
export interface GameInfo {
  name: string;
  title: string;
  pitch: string;
  length: string;
  seats: number[];
  art: string;
  /** who made the printed game; empty where its rulebook names nobody */
  credits: string;
  /** how much of the components is printed, and how much is ours */
  edition: string;
  /** of the seats, where the printed game gives each its own */
  colours: string[];
  options: OptionInfo[];
  engine: EngineState;
  /** whether it can be learned step by step */
  tutorial: boolean;
}

/** What my finished games of one kind say about me (games at a shared screen, and those that went on from the middle of another, left out). */
export interface GameRecord {
  game: string;
  title: string;
  played: number;
  won: number;
  mean_place: number;
  mean_points: number;
  best: number | null;
  /** games won in a row, up to the last one */
  streak: number;
  longest: number;
  levels: LevelRecord[];
  /** 1500 is a beginning; null: no game has counted yet */
  rating: number | null;
  /** it is probably not off by more than this */
  spread: number | null;
  rated: number;
}

/** A game with its guide. */
export interface GameTexts {
  name: string;
  title: string;
  pitch: string;
  length: string;
  seats: number[];
  art: string;
  /** who made the printed game; empty where its rulebook names nobody */
  credits: string;
  /** how much of the components is printed, and how much is ours */
  edition: string;
  /** of the seats, where the printed game gives each its own */
  colours: string[];
  options: OptionInfo[];
  engine: EngineState;
  /** whether it can be learned step by step */
  tutorial: boolean;
  guide: GuideStep[];
}

/** One thought of the guide beside a first game. */
export interface GuideStep {
  id: string;
  title: string;
  text: string;
  /** it is told in one of these phases of `scene.phase`; none: whenever */
  phases: string[];
  /** zones it points at; `{me}` is the viewer's seat, `{rival}` the next one */
  spot: string[];
}

/** The server is well, or what is wrong with it. */
export interface Health {
  ok: boolean;
  /** disk: nearly full; database: cannot be written; workers: do not answer */
  problems: string[];
  version: string;
  /** addresses by which others in the network come; empty: this computer only */
  reach: string[];
}

/** The first message of a client. */
export interface Hello {
  type: "hello";
  protocol: 1;
  language?: string | null;
  seat?: number | null;
  key?: string | null;
  resume?: Resume | null;
  seen?: Seen | null;
}

/** A hint. */
export interface HintMessage {
  /** gapless in a session */
  n: number;
  type: "hint";
  to: string;
  version: number;
  sentence: string;
  moves: AdvisedMove[];
}

/** Some of my finished games, the latest first. */
export interface History {
  games: PastGame[];
  /** `before` of the next page; null: these are the last */
  next: number | null;
}

/** A kind of card or piece. */
export interface IndexEntry {
  look: Record<string, unknown>;
  name: string;
  text: string;
}

/** Take a free seat (the first one, where none is named). */
export interface Join {
  seat?: number | null;
  name?: string | null;
}

/** A pass-key of mine. */
export interface KeyInfo {
  id: string;
  created: number;
  /** when I last signed in by it */
  used: number | null;
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. */
export interface KeyOptions {
  options: Record<string, unknown>;
}

/** What a browser says of a key it has made or used (`PublicKeyCredential.toJSON()`). */
export interface KeyProof {
  credential: Record<string, unknown>;
}

/** The playtests of this server. */
export interface Lab {
  /** whether new ones may be started */
  open: boolean;
  games: LabGame[];
  levels: LabLevel[];
  most_games: number;
  /** where one of the players thinks */
  most_games_thinking: number;
  runs: Playtest[];
  reports: Playtest[];
}

/** A game that can be playtested. */
export interface LabGame {
  name: string;
  title: string;
  seats: number[];
}

/** Who can play in a playtest. */
export interface LabLevel {
  name: string;
  label: string;
  /** plays thousands of games a second, without thinking */
  fast: boolean;
}

/** Go away from a seat. */
export interface Leave {
  seat: number;
  level?: string | null;
}

/** A step of a tutorial, with the messages that bring the table up to date. */
export interface LessonPage {
  game: string;
  title: string;
  at: number;
  steps: number;
  /** what the learner played so far: to be named in the next request */
  played: number[];
  /** the actions that are asked for, any of them */
  wanted: number[];
  /** what the light falls on: pieces, zones, or parts of the page (@prompt) */
  spot: string[];
  says: LessonWords;
  messages: (Welcome | Update | Done | RefusedMessage)[];
}

/** How far a learner has come, and what is asked there; without a request: the step as it is. */
export interface LessonWish {
  at?: number;
  played?: number[];
  request?: Act | AskWhy | Foresee | Next | null;
}

/** What a step of a tutorial says; empty where it says nothing of a kind. */
export interface LessonWords {
  title: string;
  text: string;
  /** what is to be done; empty: nothing but looking */
  task: string;
  /** what is said to who does something else */
  wrong: string;
}

/** A level of bots. */
export interface LevelInfo {
  name: string;
  label: string;
  blurb: string;
  default: boolean;
}

/** How often I met bots of a level, and came in before them. */
export interface LevelRecord {
  level: string;
  label: string | null;
  met: number;
  beaten: number;
}

/** Log lines from an index on. */
export interface Lines {
  from: number;
  lines: LogLine[];
}

/** Pieces that can be looked through by opening a zone: a public pile of which only the top lies on the table, or an aid such as the cards nobody has seen yet. Without a label it is what lies in the zone, and a text table shows it instead of the top; the top comes first. Its pieces are on no board: no click means one of them. */
export interface Listing {
  id: string;
  zone: string;
  pieces: Piece[];
  label: string;
}

/** Something that happened. */
export interface LogLine {
  step: number;
  seat: number;
  kind: string;
  text: string;
  /** when; null where nobody knows */
  at?: number | null;
  /** the text, cut: [plain text], or [text, domain, index] for a thing at the table */
  parts: ((string | number)[])[];
}

/** How a kind of piece looks. `shape`: card, tile, disc, cube, meeple, hex, token, chip. */
export interface Look {
  id: string;
  shape: string;
  front: string;
  back: string;
  letter: string;
  colour: string;
  alt: string;
  w: number;
  h: number;
}

/** See the table from another of my seats, or as a spectator (-1). */
export interface LookFrom {
  id: string;
  type: "look";
  seat: number;
}

/** Where a seat's result comes from: result = par + luck + skill. */
export interface LuckSplit {
  par: number;
  luck: number;
  skill: number;
  result: number;
  doubt: number;
}

/** It is done. */
export interface MailAnswer {
  address: string;
}

/** What a link in a message says. */
export interface MailToken {
  token: string;
}

/** This guest. */
export interface Me {
  name: string;
  language: string;
  mark: string;
  colour: number;
  /** whether one can sign in by pass-keys here */
  pass_keys: boolean;
  tables: TableInfo[];
}

/** A new name, language, mark (the name of a drawing) or colour for this guest. */
export interface MeChange {
  name?: string | null;
  language?: string | null;
  mark?: string | null;
  colour?: number | null;
}

/** One action of a replay (texts only where everything may be known). */
export interface Move {
  step: number;
  seat: number;
  text: string | null;
  sentence: string | null;
  /** what the log says of it to who looks */
  told: string[];
}

/** Silence the one who said a line (host only), or let them talk again. */
export interface Mute {
  id: string;
  type: "mute";
  line: number;
  muted?: boolean;
}

/** My pass-keys, the oldest first. */
export interface MyKeys {
  keys: KeyInfo[];
}

/** My record. */
export interface MyRecord {
  games: GameRecord[];
  people: Companion[];
}

/** Write to this address; it must be confirmed from there. */
export interface NameMailbox {
  address: string;
}

/** I have read this step. */
export interface Next {
  id: string;
  type: "next";
}

/** How I am told of my turns. */
export interface Noticed {
  /** the server's key for push services; null: it sends no such messages */
  push_key: string | null;
  /** how many browsers of mine are told */
  browsers: number;
  /** whether this server sends e-mail */
  mail: boolean;
  /** minutes between two messages, at the least */
  mail_every: number;
  /** my e-mail address, where I have named one */
  address: string | null;
  /** whether it was confirmed by the link that was sent there */
  confirmed: boolean;
}

/** A number beside a player's name that changes. */
export interface NumberChange {
  seat: number;
  label: string;
  icon: string;
  by: number;
}

/** Somebody else in a finished game; a person where there is no level. */
export interface Opponent {
  seat: number;
  name: string;
  level: string | null;
  level_label: string | null;
  place: number;
  points: number;
  mark: string;
  colour: number;
}

/** A rule option, and the numbers of players for which there is something to choose. */
export interface OptionInfo {
  name: string;
  label: string;
  rule: string;
  default: string;
  values: OptionValue[];
  seats: number[];
}

/** An option of the table in words. */
export interface OptionLabel {
  label: string;
  value_label: string;
  rule: string;
}

/** One value of an option, and the numbers of players for which it can be chosen. */
export interface OptionValue {
  value: string;
  label: string;
  seats: number[];
}

/** A link that makes another device me: once, until a time. */
export interface Pass {
  link: string;
  until: number;
}

/** A finished game in my history. */
export interface PastGame {
  table: string;
  link: string;
  game: string;
  title: string;
  at: number;
  seat: number;
  name: string;
  place: number;
  points: number;
  /** I gave the seat up, or ran out of time */
  left: boolean;
  players: number;
  rated: boolean;
  /** in my record; not where it went on from the middle of another game */
  counts: boolean;
  others: Opponent[];
  /** my rating after it, where it counted */
  rating: number | null;
  spread: number | null;
}

/** The key to a seat. */
export interface PersonalLink {
  seat: number;
  key: string;
  link: string;
}

/** The keys to my seats. */
export interface PersonalLinks {
  personal: PersonalLink[];
}

/** A thing in a zone. A hidden piece has an id that tells nothing and the look of a back. */
export interface Piece {
  id: string;
  zone: string;
  slot: number;
  look: string;
  face_up: boolean;
  turned: number;
  owner: number | null;
  count: number | null;
  label: string;
  badges: string[];
  tip: string;
}

/** Are you there. */
export interface Ping {
  type: "ping";
}

/** Go on from a step of a finished game, on one of its seats, against bots of one level. */
export interface PlayOn {
  step: number;
  seat: number;
  level?: string | null;
}

/** A playtest: waiting, being played, failed, or ready with a page at /api/lab/{id}/page. */
export interface Playtest {
  id: string;
  link: string;
  game: string;
  title: string;
  players: number;
  /** in words, weakest first */
  levels: string[];
  games: number;
  state: "waiting" | "playing" | "ready" | "failed";
  /** playtests that come first */
  ahead: number;
  /** the first steps play the games, the others test what stood out; 0: it gets ready */
  step: number;
  /** jobs of this step */
  done: number;
  total: number;
  /** milliseconds since 1970; 0 before it is ready */
  made: number;
  /** the first few, in sentences */
  conclusions: string[];
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
}

/** The player to act, and the question. `held`: the first picks, made before anybody clicks (a pile of figures that is in the hand already); another click changes them. `chapter`: the round or season, whose change is announced. */
export interface Prompt {
  seat: number | null;
  sentence: string;
  step: string;
  held: string[];
  chapter: string;
}

/** The best move, what it does for certain, and all moves, best first. */
export interface PuzzleAnswer {
  best: number;
  sentence: string;
  why: string[];
  moves: PuzzleMove[];
}

/** A move of a puzzle, and the chance to win after it. */
export interface PuzzleMove {
  action: number;
  sentence: string;
  worth: number;
}

/** A puzzle, as the seat to act sees it. */
export interface PuzzlePage {
  game: string;
  rules: string;
  title: string;
  number: number;
  count: number;
  seat: number;
  names: string[];
  scene: Scene;
}

/** The puzzles of a game: how many, and which one is today's. */
export interface PuzzleShelf {
  game: string;
  title: string;
  count: number;
  today: number;
}

/** The games that have puzzles. */
export interface Puzzles {
  puzzles: PuzzleShelf[];
}

/** A rectangle on the table: left, top, width, height. */
export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A request that was not granted. */
export interface RefusalBody {
  type: "refused";
  code: string;
  sentence: string;
  /** the rule that forbids it, where one can be named */
  rule?: string;
  /** what a programmer may want to know, in English; often left out */
  detail?: string;
}

/** A request was not granted. Who is turned away at the door is told so without a number. */
export interface RefusedMessage {
  type: "refused";
  code: string;
  sentence: string;
  /** the rule that forbids it, where one can be named */
  rule?: string;
  /** what a programmer may want to know, in English; often left out */
  detail?: string;
  n?: number | null;
  to: string | null;
  version?: number | null;
}

/** The same people, bots and options at a new table. */
export interface Rematch {
}

/** The host takes somebody's seat away before the game begins; who had it cannot come back. */
export interface Remove {
  seat: number;
}

/** Sign in by that key no longer. */
export interface RemoveKey {
  id: string;
}

/** A new personal link for a seat of mine; the old one, and whoever came by it, lose the seat. */
export interface Renew {
  seat: number;
}

/** A game to walk through. */
export interface Replay {
  id: string;
  game: string;
  /** the game with the version of its rules */
  rules: string;
  title: string;
  seat: number | "open";
  players: number;
  names: string[];
  steps: number;
  over: boolean;
  /** whether it was played with components that its host brought along */
  own_components: boolean;
  /** how many moves stand before these */
  moves_from?: number;
  moves: Move[];
  /** the shares before these moves and after each of them */
  curve: number[][];
  /** where the next leaf of moves begins; null: these are the last */
  next: number | null;
  result: Result | null;
  link: string;
}

/** What the search would do after some steps of a finished game, from what the player to act could know then. */
export interface ReplayAdvice {
  step: number;
  seat: number;
  /** from whose view the hint was worked out, in words */
  eyes: string;
  sentence: string;
  moves: AdvisedMove[];
}

/** A leaf of a replay's moves. */
export interface ReplayMoves {
  moves_from: number;
  moves: Move[];
  curve: number[][];
  next: number | null;
}

/** The table after one step of a replay. */
export interface ReplayStep {
  step: number;
  seat: number | "open";
  scene: Scene;
  log: LogLine[];
  action: number | null;
}

/** Something for whoever runs the server to look at. */
export interface Report {
  text: string;
}

/** It was written down. */
export interface Reported {
  ok: boolean;
}

/** How the game ended. */
export interface Result {
  ending: string;
  winners: number[];
  seats: SeatResult[];
  /** said where equal points have unequal places */
  tie?: string;
  /** what decided then, in this order */
  ties?: TieBreak[];
}

/** What a client had when its link was lost. */
export interface Resume {
  session: string;
  last: number;
}

/** What a search player says about a finished game. */
export interface Review {
  state: "none" | "thinking" | "ready" | "failed";
  curve: number[][];
  turning_points: TurningPoint[];
  split: LuckSplit[];
  strokes: Stroke[];
  /** how many games were played on for each point of the curve */
  games: number;
  /** how many moves look mistaken, but by too few looks to say so */
  withheld: number;
  /** how far the thinking is, 0 to 1, where that is known */
  progress?: number | null;
}

/** The whole table as one viewer sees it. */
export interface Scene {
  game: string;
  seats: number;
  viewer: number;
  size: Rect;
  tall: Rect;
  prompt: Prompt;
  zones: Zone[];
  looks: Look[];
  pieces: Piece[];
  counters: Counter[];
  choices: Choice[];
  chains: Chain[];
  lists: Listing[];
  colours: string[];
  over: boolean;
  ending: string;
  phase: string;
  quiet: string[];
}

/** The scene: only the parts that changed. */
export interface SceneSections {
  game?: string;
  seats?: number;
  viewer?: number;
  size?: Rect;
  tall?: Rect;
  prompt?: Prompt;
  zones?: Zone[];
  looks?: Look[];
  pieces?: Piece[];
  counters?: Counter[];
  choices?: Choice[];
  chains?: Chain[];
  lists?: Listing[];
  colours?: string[];
  over?: boolean;
  ending?: string;
  phase?: string;
  quiet?: string[];
}

/** A chair, as everybody may know it. */
export interface SeatInfo {
  seat: number;
  kind: "open" | "person" | "bot";
  name: string;
  level: string | null;
  level_label: string | null;
  connected: boolean;
  thinking: boolean;
  /** a bot plays here for a person, who keeps the seat */
  standin: boolean;
  /** why a bot plays for that person */
  gone?: "clock" | "left" | "away" | null;
  /** that person may take the seat back */
  may_return?: boolean;
  /** from when on a bot may sit in for who is gone */
  standin_from?: number | null;
  you: boolean;
  /** that person has set the table */
  host?: boolean;
  /** the drawing that who sits there has chosen; empty: none */
  mark: string;
  /** …and the colour (0 to 5) */
  colour: number;
}

/** Something about a seat: stand in, come back, or leave. */
export interface SeatRequest {
  id: string;
  type: "takeover" | "back" | "leave";
  seat: number;
  level?: string | null;
}

/** How one seat ended. */
export interface SeatResult {
  seat: number;
  points: number;
  rank: number;
  sources: Source[];
}

/** Who shall sit on a chair of a new table. */
export interface SeatWish {
  kind: "me" | "open" | "bot" | "hot";
  level?: string | null;
  name?: string | null;
}

/** A table where I have a seat now. */
export interface Seated {
  table: TableInfo;
  personal: PersonalLink[];
}

/** What a client shows: for a server that does not know its session. */
export interface Seen {
  version: number;
  chat?: number;
}

/** All games and levels. */
export interface Shelf {
  games: GameInfo[];
  levels: LevelInfo[];
  languages: string[];
}

/** Sign this browser out. */
export interface SignOut {
}

/** This browser is a new guest from here on. */
export interface SignedOut {
  ok: boolean;
}

/** Points from one source. */
export interface Source {
  label: string;
  points: number;
}

/** Read everything in another language. */
export interface SpeakLanguage {
  id: string;
  type: "language";
  language: string;
}

/** A small playtest: who plays is named weakest first; each plays games of its own. */
export interface StartPlaytest {
  game: string;
  players: number;
  levels: string[];
  games: number;
}

/** A step in which chance gave a seat much: `step` decisions after the set-up, 0 the deal itself. */
export interface Stroke {
  step: number;
  seat: number;
  by: number;
}

/** Tell this browser: what its push service gave it (the keys as base64 of the kind addresses have). */
export interface SubscribeBrowser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A table after a request. */
export interface TableAnswer {
  table: TableInfo;
}

/** A table, as everybody may know it. */
export interface TableInfo {
  id: string;
  game: string;
  /** the game with the version of its rules: `/api/games/{rules}/book` tells them */
  rules: string;
  title: string;
  /** archived: begun under rules that are not kept here; it can be looked at, not played */
  state: "gathering" | "playing" | "finished" | "closed" | "archived";
  options: Record<string, string>;
  language: string;
  listed: boolean;
  spectators: boolean;
  hints: boolean;
  undo: boolean;
  seeded: boolean;
  /** the level of bots that sit in for people */
  standin: string;
  standin_label: string;
  /** whether who left, or ran out of time, may come back though the table is listed */
  returns: boolean;
  /** who may talk */
  chat: "everybody" | "seated" | "nobody";
  clock: ClockSetting | null;
  /** whether it is played with components that its host brought along */
  own_components: boolean;
  /** of the seats, where the printed game gives each its own */
  colours: string[];
  players: number;
  open: number;
  created: number;
  host: boolean;
  link: string;
  seats: SeatInfo[];
  steps: number;
  changed: number;
  /** the seat to act */
  turn: number | null;
  /** when the game ended */
  ended: number | null;
  /** of a finished game */
  winners: number[];
  mine: number[];
  rematch: string | null;
}

/** Some tables. */
export interface TableList {
  tables: TableInfo[];
}

/** The table, without what has sections of its own. */
export interface TableSection {
  id: string;
  game: string;
  /** the game with the version of its rules: `/api/games/{rules}/book` tells them */
  rules: string;
  title: string;
  /** archived: begun under rules that are not kept here; it can be looked at, not played */
  state: "gathering" | "playing" | "finished" | "closed" | "archived";
  options: Record<string, string>;
  language: string;
  listed: boolean;
  spectators: boolean;
  hints: boolean;
  undo: boolean;
  seeded: boolean;
  /** the level of bots that sit in for people */
  standin: string;
  standin_label: string;
  /** whether who left, or ran out of time, may come back though the table is listed */
  returns: boolean;
  /** who may talk */
  chat: "everybody" | "seated" | "nobody";
  clock: ClockSetting | null;
  /** whether it is played with components that its host brought along */
  own_components: boolean;
  /** of the seats, where the printed game gives each its own */
  colours: string[];
  players: number;
  open: number;
  created: number;
  host: boolean;
  link: string;
  option_labels: OptionLabel[];
}

/** Let a bot sit in for somebody who is away. */
export interface Takeover {
  seat: number;
  level?: string | null;
}

/** What decides between equal points. */
export interface TieBreak {
  label: string;
  /** of each seat */
  numbers: number[];
}

/** Whose turn it is; my own where I choose side by side with others. */
export interface Turn {
  seat: number | null;
  mine: boolean;
  since: number;
  /** I have chosen; another one, who chooses at the same time, has not */
  chosen?: boolean;
}

/** A decision that gave much away. */
export interface TurningPoint {
  step: number;
  seat: number;
  played: number;
  best: number;
  loss: number;
  played_sentence: string;
  best_sentence: string;
  why: string[];
  /** how many simulations each of the two actions got */
  looks: number;
}

/** Take my last action back, or all of my turn, as far as that can be; against bots alone with their answers. */
export interface Undo {
  id: string;
  type: "undo";
  version: number;
  turn?: boolean;
}

/** All that can be seen; after the first one only the sections that changed. */
export interface Update {
  /** gapless in a session */
  n: number;
  type: "update";
  version: number;
  now: number;
  viewer?: number;
  mine?: number[];
  hand_over?: number | null;
  table?: TableSection;
  seats?: SeatInfo[];
  turn?: Turn;
  clocks?: Clock[] | null;
  undo?: boolean;
  /** how many actions `undo` takes back, bots' answers among them */
  undo_step?: number;
  /** how many actions `undo` with `turn` takes back */
  undo_turn?: number;
  /** what my action did that `undo` takes back */
  undo_says?: string;
  /** my legal actions that could not be taken back */
  final?: number[];
  /** I have one choice, and everybody at the table knows that */
  forced?: boolean;
  /** the pass that is all I can do now, as everybody knows */
  idle?: number | null;
  hints?: boolean;
  engine?: EngineState;
  bots?: BotsState;
  spectators?: number;
  rematch?: string | null;
  result?: Result | null;
  scene?: SceneSections | null;
  log?: Lines;
  chat?: ChatLines;
}

/** The hint has to wait: others are worked out before it. */
export interface WaitingMessage {
  /** gapless in a session */
  n: number;
  type: "waiting";
  to: string;
  /** how many are asked first */
  ahead: number;
  /** about how long that takes */
  seconds: number;
  sentence: string;
}

/** The first message: the session, to be named in `resume`. A resumed one has no number. */
export interface Welcome {
  n?: number | null;
  type: "welcome";
  protocol: 1;
  session: string;
  resumed: boolean;
  now: number;
  /** which client the server hands out; empty: none is built */
  build: string;
}

/** Why something is not possible now. */
export interface Why {
  sentence: string;
  rule: string;
}

/** A place on the table. `cells` places slots inside a map or area (x, y in 0..1); `links` joins cells by index (drawn as lines, with a label). */
export interface Zone {
  id: string;
  kind: string;
  box: Rect;
  tall: Rect | null;
  label: string;
  owner: number | null;
  capacity: number | null;
  columns: number | null;
  cells: [number, number][];
  links: [number, number, string][];
  art: string;
  tip: string;
  parent: string;
  signs: string[];
  after: string;
}
