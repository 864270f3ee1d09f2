/** What the words in an art name show: word → icon of the game-icons set (CC BY 3.0, see the credits).
 * A name is read as words; the rightmost known word wins (`winter-bison` shows a bison). */

const SHOWN: Record<string, string> = {
  // animals
  "bison": "bison buffalo auroch aurochs ox",
  "mammoth": "mammoth",
  "deer": "deer reindeer",
  "deer-head": "elk caribou",
  "stag-head": "stag antler antlers megaloceros",
  "horse-head": "horse horses",
  "bear-head": "bear",
  "wolf-howl": "wolf wolves",
  "eagle-head": "eagle",
  "owl": "owl",
  "raven": "raven crow",
  "circling-fish": "fishes shoal fishing",
  "salmon": "salmon fish trout pike",
  "sperm-whale": "whale",
  "rabbit": "rabbit hare",
  "boar": "boar pig",
  "goat": "goat ibex chamois",
  "fox": "fox",
  "lynx-head": "lynx",
  "beaver": "beaver",
  "saber-toothed-cat-head": "tiger sabre saber",
  "lion": "lion",
  "rhinoceros-horn": "rhino rhinoceros",
  "snake": "snake",
  "duck": "duck bird goose",
  "turtle": "turtle",
  "bee": "bee",
  "juggling-seal": "seal",
  "paw-print": "paw animal beast prey herd",
  "deer-track": "track tracks trail",
  "footprint": "markers marker footprint footprints walk move march journey step",
  // what animals and plants give
  "ivory-tusks": "tusk tusks ivory",
  "crossed-bones": "bone bones",
  "animal-skull": "skull skulls trophy-skull",
  "feather": "feather",
  "hunting-horn": "horn",
  "animal-hide": "hide skin skins hides leather fur tanning tan pelt",
  "meat": "meat food ham smoked",
  "mushroom": "mushroom mushrooms",
  "berry-bush": "berry berries fruit",
  "dripping-honey": "honey",
  "nest-eggs": "egg eggs nest",
  "acorn": "acorn nut nuts hazelnut",
  "carrot": "root roots",
  "wheat": "wheat grain",
  "herbs-bundle": "herb herbs plant plants",
  "flowers": "flower flowers",
  "oak-leaf": "leaf leaves autumn",
  "high-grass": "grass plain plains meadow steppe grassland prairie",
  "sprout": "sprout spring",
  // land and weather
  "log": "wood log logs timber",
  "wood-pile": "resources resource woodpile stock supply reserve",
  "pine-tree": "tree pine birch",
  "forest": "forest wood-land woodland taiga",
  "mountains": "mountain mountains hill hills peak",
  "river": "river stream",
  "water-drop": "water drop",
  "waves": "sea lake wave waves ocean marsh swamp",
  "island": "island shore coast land",
  "cave-entrance": "cave caves cavern shelter habitat",
  "snowflake-1": "snow winter cold",
  "ice-cube": "ice",
  "heavy-rain": "rain bad-weather",
  "sun": "sun summer day weather",
  "moon": "moon night",
  "fluffy-cloud": "cloud",
  "lightning-storm": "storm thunder",
  "windy-stripes": "wind",
  "round-star": "star bonus",
  "desert": "sand dune",
  // camp and tools
  "hut": "hut hutte house home",
  "tipi": "tent tipi tents",
  "huts-village": "village camp settlement encampment settler settlers",
  "campfire": "fire hearth campfire",
  "flame": "flame ember embers energy",
  "fish-smoking": "smoke smokehouse smoking",
  "stone-spear": "spear spears weapon",
  "thrown-spear": "hunt hunting hunted throw",
  "flint-spark": "flint spark",
  "bow-arrow": "bow",
  "broadhead-arrow": "arrow arrowhead",
  "stone-axe": "axe",
  "wood-axe": "chop cut",
  "bone-knife": "knife",
  "rock": "rock stone boulder stones",
  "stone-pile": "rocks quarry",
  "menhir": "menhir megalith",
  "dolmen": "dolmen megaliths",
  "totem": "totem totems",
  "totem-mask": "spirit",
  "sun-priest": "shaman witch priest",
  "totem-head": "idol none",
  "ceremonial-mask": "mask ceremony ritual dance power",
  "drum": "drum feast",
  "primitive-necklace": "necklace jewel jewelry ornament",
  "oyster-pearl": "pearl",
  "venus-of-willendorf": "woman women female statuette venus statue figurine fertility",
  "large-paint-brush": "paint brush painting",
  "palette": "pigment ochre",
  "hand": "hand palm handprint",
  "open-palm": "give gift generosity generous offering offer",
  "shaking-hands": "barter deal alliance",
  "trade": "trade exchange swap market price",
  "all-seeing-eye": "eye vision see scout",
  "crossed-swords": "sword swords fight attack war",
  "bordered-shield": "shield defence defense block",
  "basket": "basket gather gathering gatherer",
  "cooking-pot": "pot bowl",
  "canoe": "canoe boat",
  "raft": "raft",
  "fishing-net": "net",
  "fishing-hook": "hook",
  "sewing-needle": "needle",
  "wolf-trap": "trap pit",
  "stone-crafting": "tool tools craft crafts crafting workshop",
  "knapsack": "transport pack carry bag",
  "radar-sweep": "range reach",
  // people
  "caveman": "caveman man hunter tribesman men male",
  "person": "members member person nomad people villager worker figure",
  "meeple": "meeple pawn",
  "meeple-group": "tribe clan population family",
  "old-king": "elder elders chief old",
  "baby-face": "child baby birth twins born newborn",
  "meditation": "meditate meditation pray",
  // signs
  "scroll-unfurled": "objective goal task card deck scroll mission",
  "laurel-crown": "vp prestige prestigious medal point points score victory",
  "crown": "crown first leader",
  "trophy": "trophy",
  "spiral-bloom": "disc token chip bead",
  "stone-wheel": "wheel turn rotate round rounds",
  "archery-target": "target aim",
  "divided-spiral": "spiral fate destiny chance luck",
  "spiral-shell": "shell shells",
  "amber-mosquito": "amber",
  "gems": "gem gems",
  "ring": "ring",
  "perspective-dice-six": "dice die joker random",
  "health-normal": "plus add more extra",
  "rope-coil": "link links chain copy rope",
  "hourglass": "time season seasons year pass wait",
  "cross-mark": "minus scarcity hunger cross discard remove no exhausted",
  "check-mark": "check done yes",
  "ringing-bell": "must",
  "stairs": "track level development develop progress",
  "compass": "compass map direction explore exploration",
  "backpack": "equipment",
  "rule-book": "book rules",
  "abacus": "sum count total",
  "magnifying-glass": "search look",
  "uncertainty": "secret hidden unknown question back",
  "broken-bone": "broken wound dead death",
  "hearts": "heart life",
};

const DRAWN = Object.entries(SHOWN);

export const ICON_NAMES: readonly string[] = DRAWN.map(([icon]) => icon);

const BY_WORD = new Map<string, string>();
for (const [icon, words] of DRAWN) {
  for (const word of words.split(" ")) BY_WORD.set(word, icon);
  if (!BY_WORD.has(icon)) BY_WORD.set(icon, icon);
}

/** The icon that an art name shows, or null: the whole name, else its rightmost known word. */
export function icon_for(name: string): string | null {
  const clean = name
    .trim()
    .toLowerCase()
    .replace(/[_ .:/]+/g, "-");
  if (clean === "") return null;
  const whole = BY_WORD.get(clean) ?? singular(clean);
  if (whole !== null && whole !== undefined) return whole;
  const words = clean.split("-").reverse();
  for (const word of words) {
    const found = BY_WORD.get(word) ?? singular(word);
    if (found) return found;
  }
  return null;
}

function singular(word: string): string | null {
  const bare = word.replace(/\d+$/, "");
  return BY_WORD.get(bare) ?? BY_WORD.get(bare.replace(/s$/, "")) ?? null;
}
