/** A Vite plugin: ties a sign to its word where a blank stands between them (French `:`, `?`, `«`), so that no line
 * breaks there; as kernel/presentation/words.py does with the words of the server. */
import type { Plugin } from "vite";

const CATALOGUE = /\/src\/(offline\/)?words\/[a-z]{2}\.ts$/;

export function bound(): Plugin {
  return {
    name: "firstfire-bound",
    enforce: "pre",
    transform: (code, id) =>
      CATALOGUE.test(id) ? { code: code.replace(/ (?=[:;!?%»](?!\w))|(?<=«) /g, "\u00a0"), map: null } : undefined,
  };
}
