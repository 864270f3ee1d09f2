import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./state/settings.svelte";
import "./styles/app.css";

settings.keep();
const target = document.getElementById("app");
if (target) {
  target.replaceChildren();
  mount(App, { target });
}
