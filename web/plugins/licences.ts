/** A Vite plugin: writes `licences.txt` beside the page, with the licence of every package that the page contains. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const PACKAGES = fileURLToPath(new URL("../node_modules", import.meta.url));
/** Packages whose files reach the page by its styles and its pictures, not by its scripts. */
const BY_NAME = ["@fontsource/alegreya-sans", "@fontsource/caveat-brush", "@iconify-json/game-icons"];

interface About {
  version: string;
  license?: string;
  repository?: { url?: string };
}

/** The package that a module belongs to. */
export function packageOf(module: string): string | undefined {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1];
}

/** What a package says of its licence: name, version, licence, and the licence's text where there is a file of it. */
export function licenceOf(name: string, packages = PACKAGES): string {
  const folder = `${packages}/${name}`;
  const { version, license, repository } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as About;
  if (!license) throw new Error(`${name} names no licence`);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const kept = file && existsSync(`${folder}/${file}`) ? readFileSync(`${folder}/${file}`, "utf8").trim() : "";
  const text = kept || (repository?.url ? `Sources: ${repository.url.replace(/^git\+/, "")}` : "");
  return `${name} ${version}\nLicence: ${license}\n\n${text}`.trim();
}

/** `more` are packages that lie beside the page as they are. */
export function licences(more: string[] = []): Plugin {
  return {
    name: "firstfire-licences",
    apply: "build",
    generateBundle() {
      const found = [...this.getModuleIds()].flatMap((module) => packageOf(module) ?? []);
      const names = [...new Set([...BY_NAME, ...more, ...found])].sort();
      const rule = `\n\n${"-".repeat(100)}\n\n`;
      const source = `This page contains the following packages.${rule}${names.map((name) => licenceOf(name)).join(rule)}\n`;
      this.emitFile({ type: "asset", fileName: "licences.txt", source });
    },
  };
}
