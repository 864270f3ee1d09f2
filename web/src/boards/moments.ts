/** What happens at a table and deserves a look: by what a line of the log tells, a picture and a sound. */
import type { sounds } from "../sound";

export interface Moment {
  icon: string;
  sound: keyof typeof sounds;
}

const BIRTH: Moment = { icon: "baby", sound: "cry" };
const FEAST: Moment = { icon: "drum", sound: "feast" };
const STONE: Moment = { icon: "menhir", sound: "fall" };
const TIGER: Moment = { icon: "tiger", sound: "roar" };

const MOMENTS: Record<string, Record<string, Moment>> = {
  totem: { destroyed: { icon: "totem", sound: "fall" } },
  honga: {
    neglects: TIGER, chases: TIGER, lures: { icon: "mammoth", sound: "feast" }, reaches_top: { icon: "mountain", sound: "points" },
  },
  neta_tanka: {
    hunted: { icon: "bison", sound: "clash" }, tent_done: { icon: "tent", sound: "points" },
    finished: { icon: "tool", sound: "points" }, overtakes: { icon: "totem", sound: "feast" },
  },
  doggerland: {
    born: BIRTH, hunted: { icon: "spear", sound: "clash" }, megalith_raised: STONE,
    objective_met: { icon: "objective", sound: "points" }, hungry: { icon: "scarcity", sound: "fall" },
  },
  prehistory: {
    danced: FEAST, hunted: { icon: "spear", sound: "clash" }, built: { icon: "village", sound: "points" }, megalith: STONE,
  },
}; // prettier-ignore

/** What a line of a game's log shows; null for what passes quietly. */
export const moment_of = (game: string, kind: string): Moment | null => MOMENTS[game]?.[kind] ?? null;
