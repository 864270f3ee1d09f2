/** Whether this page is the static edition (`vite build --mode static`): tables live in a worker of the page, there is no
 * server, and nobody else is reached over a network. */
export const STATIC = import.meta.env.MODE === "static";
