import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    discloseVersion: false,
    cssHash: ({ hash, filename, css }) => `s-${hash(filename === "(unknown)" ? css : filename).slice(0, 4)}`, // many times in the script
  },
};
