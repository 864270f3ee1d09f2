import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { bound } from "./plugins/bound";
import { languages } from "./plugins/catalogues";
import { icons } from "./plugins/icons";
import { installable, installable_anywhere } from "./plugins/installable";
import { licences } from "./plugins/licences";

const server = process.env.FIRSTFIRE_SERVER ?? "http://127.0.0.1:8000";

/** `vite build --mode static`: the same client for a folder of files without a server. */
const is_static = (mode: string): boolean => mode === "static";

export default defineConfig(({ mode }) => ({
  plugins: [
    bound(),
    icons(),
    languages(),
    svelte(),
    licences(is_static(mode) ? ["pyodide"] : []),
    is_static(mode) ? installable_anywhere() : installable(),
  ],
  base: is_static(mode) ? "./" : "/",
  worker: { format: "es" },
  build: {
    outDir: is_static(mode) ? "../build/static" : "../src/firstfire/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"], hookTimeout: 120_000, testTimeout: 60_000 }, // a busy machine is slow, not wrong
}));
