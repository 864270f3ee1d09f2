/** Letters as a search reads them. */
import LETTERS from "virtual:letters";

/** A text as it is searched: in small plain letters. The server has the same rule (`languages.folded`). */
export function folded(text: string): string {
  const bare = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return bare.replace(/[^ -~]/gu, (letter) => LETTERS[letter] ?? letter).replaceAll("’", "'");
}
