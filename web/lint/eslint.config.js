/** Likely mistakes of the client: ESLint's own, typescript-eslint's strict ones, those of Svelte. */
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["src/net/server.ts"] }, // made from the server's models
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      "svelte/prefer-svelte-reactivity": "off", // our maps and sets are caches: nobody watches them
      "svelte/no-useless-mustaches": "off", // {" "} is a blank that must stay
      "svelte/no-unused-svelte-ignore": "off", // svelte-check says which warnings there are
    },
  },
);
