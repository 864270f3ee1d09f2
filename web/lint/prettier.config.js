/** How the client's code is laid out: Prettier's own ways, as wide as our Python. */
import * as svelte from "prettier-plugin-svelte";

export default {
  printWidth: 120,
  quoteProps: "preserve", // tables of words keep their quotes, whatever stands beside them
  bracketSameLine: true,
  plugins: [svelte],
};
