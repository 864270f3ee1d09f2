/** What the page and the worker of its tables say to each other. */

/** What the worker is doing before it can answer. */
export type Stage = "fetching" | "starting" | "reading";

/** Whether what is played is kept: in this browser, nowhere (it offers no storage), or no longer (it is full). */
export type Keeping = "kept" | "nowhere" | "full";

export type ToRoom =
  | { kind: "start"; engine: string }
  | { kind: "ask"; id: number; method: string; path: string; body: string }
  | { kind: "connect"; id: number; path: string }
  | { kind: "say"; id: number; text: string }
  | { kind: "close"; id: number }
  | { kind: "take_out"; id: number }
  | { kind: "take_in"; id: number; text: string };

export type FromRoom =
  | { kind: "stage"; stage: Stage; done: number; all: number }
  | { kind: "ready" }
  | { kind: "failed"; why: string }
  | { kind: "keeping"; keeping: Keeping }
  | { kind: "answer"; id: number; status: number; text: string }
  | { kind: "heard"; id: number; text: string }
  | { kind: "closed"; id: number; code: number };
