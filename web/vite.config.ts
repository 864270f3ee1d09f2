import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { bound } from "./plugins/bound";
import { shares } from "./plugins/catalogues";
import { icons } from "./plugins/icons";
import { installable } from "./plugins/installable";

const server = process.env.FIRSTFIRE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [bound(), icons(), shares(), svelte(), installable()],
  base: "/",
  build: {
    outDir: "../src/firstfire/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"], hookTimeout: 120_000, testTimeout: 60_000 }, // a busy machine is slow, not wrong
});
