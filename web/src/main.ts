import { mount } from "svelte";
import App from "./App.svelte";
import { STATIC } from "./net/edition";
import { settings } from "./state/settings.svelte";
import { load } from "./words/languages.svelte";
import "./styles/app.css";

settings.keep();
if (STATIC) (await import("./offline/start")).begin();
await load(settings.language).catch(() => undefined); // without it the page is read in English
const target = document.getElementById("app");
if (target) {
  target.replaceChildren();
  mount(App, { target });
}
// In a developer's server there is no build to keep.
if (import.meta.env.PROD && !STATIC) void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
if (settings.push && !STATIC) void import("./state/notices.svelte").then(({ notices }) => notices.renew());
