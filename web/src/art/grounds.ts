/** Which painted ground an art name calls for, or null. */

const GROUNDS: Record<string, string> = {
  forest: "forest", woodland: "forest", trees: "forest", meadow: "meadow", grass: "meadow", grassland: "meadow",
  field: "meadow", plain: "plain", plains: "plain", steppe: "plain", land: "plain", ground: "plain",
  water: "water", sea: "water", river: "water", lake: "water", ocean: "water", marsh: "water", swamp: "water",
  mountain: "mountain", mountains: "mountain", hill: "mountain", hills: "mountain", rock: "mountain",
  snow: "snow", ice: "snow", winter: "snow", cave: "cave", cavern: "cave", sand: "sand", beach: "sand",
  desert: "sand", hide: "hide", leather: "hide", board: "sand", village: "camp", camp: "camp", wood: "wood",
  totem: "wood", table: "hide",
}; // prettier-ignore

export function ground_for(name: string): string | null {
  const words = name
    .toLowerCase()
    .split(/[-_ .:/]+/)
    .reverse();
  for (const word of words) {
    const found = GROUNDS[word];
    if (found) return found;
  }
  return null;
}
