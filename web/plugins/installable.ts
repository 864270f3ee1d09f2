/** A Vite plugin: what makes the page a web app that can be installed. It writes a manifest in every language and the
 * service worker, which is told the name of this build and the files it consists of. */
import type { Plugin, Rollup } from "vite";
import { words as english } from "../src/words/en";
import type { Words } from "../src/words/language";
import { codes, read } from "./catalogues";

const WORKER = "sw.js";
/** What the page needs without a network; older letters (.woff) are for older browsers, which get them when they ask. */
const KEPT = /\.(js|css|woff2|svg)$/;

export function installable(): Plugin {
  return {
    name: "firstfire-installable",
    apply: "build",
    async buildStart() {
      this.emitFile({ type: "chunk", id: "src/worker.ts", fileName: WORKER });
      await emit_manifests(this, "/");
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== "chunk") throw new Error("the service worker was not built");
        if (worker.imports.length > 0) throw new Error("the service worker is one file and imports nothing");
        const page = Object.values(bundle).find((file) => file.type === "chunk" && file.isEntry && file !== worker);
        const build = /^assets\/([\w-]+)\.js$/.exec(page?.fileName ?? "")?.[1];
        if (build === undefined) throw new Error("the page has no script");
        const kept = Object.keys(bundle).filter((name) => name.startsWith("assets/") && KEPT.test(name));
        worker.code = worker.code
          .replace("__BUILD__", JSON.stringify(build))
          .replace("__FILES__", JSON.stringify(kept.sort().map((name) => `/${name}`)));
      },
    },
  };
}

/** The policy of the static edition: its host sends none. Nothing is asked of any other host. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'";

/** The same for the static edition, which lies in any folder of any host. Which files its service worker keeps is known
 * when Python lies beside them (tools/static_edition.py). */
export function installable_anywhere(): Plugin {
  return {
    name: "firstfire-installable-anywhere",
    apply: "build",
    async buildStart() {
      this.emitFile({ type: "chunk", id: "src/offline/sw.ts", fileName: WORKER });
      await emit_manifests(this, "./");
    },
    transformIndexHtml: (html) => ({
      html: html.replace('href="/en.webmanifest"', 'href="./en.webmanifest"'),
      tags: [
        { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
        { tag: "meta", attrs: { name: "referrer", content: "no-referrer" }, injectTo: "head" },
        { tag: "meta", attrs: { name: "firstfire-engine", content: "engine/" }, injectTo: "head" },
      ],
    }),
  };
}

async function emit_manifests(build: Rollup.PluginContext, base: string): Promise<void> {
  for (const language of codes()) {
    const { words } = await read(language);
    const source = JSON.stringify(manifest(language, { ...english, ...words }, base), null, 1);
    build.emitFile({ type: "asset", fileName: `${language}.webmanifest`, source });
  }
}

/** What an installed app is called and looks like. */
function manifest(language: string, words: Words, base: string): object {
  const icon = (src: string, sizes: string, purpose: string): object => ({ src, sizes, type: "image/png", purpose });
  return {
    id: base,
    name: words["app.name"],
    short_name: words["app.name"],
    description: words["app.tagline"],
    lang: language,
    start_url: base,
    scope: base,
    display: "standalone",
    background_color: "#3a2a1e",
    theme_color: "#3a2a1e",
    categories: ["games"],
    icons: [
      icon(`${base}icon-192.png`, "192x192", "any"),
      icon(`${base}icon-512.png`, "512x512", "any"),
      icon(`${base}icon-maskable-512.png`, "512x512", "maskable"),
    ],
  };
}
