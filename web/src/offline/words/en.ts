/** What the static edition says by itself. */
export const words = {
  fetching: "Fetching the games: {done} of {all} MB. This happens once; afterwards they are on this device.",
  starting: "Starting the games…",
  reading: "Opening your tables…",
  broken: "The games could not be started: {why}",
  again: "Try again",
  elsewhere: "Firstfire is open in another window of this browser. Two windows would overwrite each other's games.",
  here: "Go on here",
  nowhere:
    "This browser keeps nothing (a private window, perhaps). What you play is gone when you close this page: save what you want to keep as a file.",
  full: "This device has no room left. The last move was not kept. Make room, or save your games as a file.",
  close: "Close",
  keep: "Everything on this device",
  keep_told:
    "Your games, your name and your record lie in this browser and nowhere else; whoever uses this browser can open them, hidden cards too. Save them as a file to keep them or to take them to another device.",
  take_out: "Save everything as a file",
  take_in: "Bring back a file",
  taken_in: "Games and settings brought back: {new}.",
  not_taken_in: "This file cannot be read: {why}",
  share: "Link that carries this game",
  share_long: "This game is too long for a link. Save it as a file instead.",
  bad_link: "This link carries no game that can be read.",
  open: "Opening the game of this link…",
};
