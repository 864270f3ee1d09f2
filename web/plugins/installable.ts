/** A Vite plugin: what makes the page a web app that can be installed. It writes a manifest in every language and the
 * service worker, which is told the name of this build and the files it consists of. */
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformWithEsbuild, type Plugin } from "vite";
import { words as english, type Words } from "../src/words/en";
import type { LanguageFile } from "../src/words/language";

const CATALOGUES = fileURLToPath(new URL("../src/words", import.meta.url));
const WORKER = "sw.js";
/** What the page needs without a network; older letters (.woff) are for older browsers, which get them when they ask. */
const KEPT = /\.(js|css|woff2|svg)$/;

export function installable(): Plugin {
  return {
    name: "firstfire-installable",
    apply: "build",
    async buildStart() {
      this.emitFile({ type: "chunk", id: "src/worker.ts", fileName: WORKER });
      for (const name of readdirSync(CATALOGUES)) {
        const [, language] = /^([a-z]{2})\.ts$/.exec(name) ?? [];
        if (language === undefined) continue;
        const { words } = await read(`${CATALOGUES}/${name}`);
        const source = JSON.stringify(manifest(language, { ...english, ...words }), null, 1);
        this.emitFile({ type: "asset", fileName: `${language}.webmanifest`, source });
      }
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

/** A language's file, which imports nothing but types. */
async function read(file: string): Promise<LanguageFile> {
  const { code } = await transformWithEsbuild(readFileSync(file, "utf8"), file);
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as LanguageFile;
}

/** What an installed app is called and looks like. */
function manifest(language: string, words: Words): object {
  const icon = (src: string, sizes: string, purpose: string): object => ({ src, sizes, type: "image/png", purpose });
  return {
    id: "/",
    name: words["app.name"],
    short_name: words["app.name"],
    description: words["app.tagline"],
    lang: language,
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#3a2a1e",
    theme_color: "#3a2a1e",
    categories: ["games"],
    icons: [
      icon("/icon-192.png", "192x192", "any"),
      icon("/icon-512.png", "512x512", "any"),
      icon("/icon-maskable-512.png", "512x512", "maskable"),
    ],
  };
}
