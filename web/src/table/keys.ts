/** The keyboard at the table: which key asks for what. The page says what can be done. */

export interface KeyCommands {
  /** Walk among what can be chosen, by so many steps. */
  walk: (by: number) => boolean;
  /** Take back the last thing that is open; false when there is none. */
  escape: () => boolean;
  /** Say the second word to what cannot be taken back; false when nothing waits for it. */
  confirm: () => boolean;
  undo: () => void;
  undo_turn: () => void;
  /** The first of what one click does at once. */
  chain: () => void;
  redo: () => void;
  hint: () => void;
  list: () => void;
  rules: () => void;
  coach: () => void;
  talk: () => void;
  inspect: () => void;
  /** Show again what the others did, or enough of it. */
  watch: () => void;
  mute: () => void;
  help: () => void;
  zoom: (by: number) => void;
  /** Enlarge what has the focus, or show the whole table again. */
  enlarge: () => void;
  /** Press a button of the prompt by its number. */
  digit: (number: number) => void;
}

type Letter =
  | "undo" | "undo_turn" | "chain" | "redo" | "hint" | "list" | "rules" | "coach" | "talk" | "inspect" | "watch" | "mute"
  | "help" | "enlarge"; // prettier-ignore
const LETTERS: Record<string, Letter> = {
  u: "undo", U: "undo_turn", a: "chain", y: "redo", h: "hint", l: "list", r: "rules", g: "coach", t: "talk", i: "inspect",
  w: "watch", m: "mute", f: "enlarge", "?": "help",
}; // prettier-ignore
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Does what a key asks for; false when it asks for nothing here. */
export function handle_key(event: KeyboardEvent, commands: KeyCommands): boolean {
  const target = event.target as HTMLElement;
  if (target.closest("input,textarea,select,dialog") || document.querySelector("dialog[open]")) return false;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    if (event.repeat) return true;
    if (event.shiftKey) commands.redo();
    else commands.undo();
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const step = STEPS[event.key];
  if (step !== undefined) return commands.walk(step);
  if (event.key === "+" || event.key === "-") {
    commands.zoom(event.key === "+" ? 1.2 : 1 / 1.2);
    return true;
  }
  if (event.repeat) return false; // a key that is held walks and zooms; everything else is asked for once
  if (event.key === "Escape") return commands.escape();
  if (event.key === "Enter") return target.closest("button,a") === null && commands.confirm();
  if (/^[1-9]$/.test(event.key)) {
    commands.digit(Number(event.key));
    return true;
  }
  const letter = LETTERS[event.key];
  if (letter === undefined) return false;
  commands[letter]();
  return true;
}
