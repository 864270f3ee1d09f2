/** Whether this page is older than the server: it was open when the server was upgraded. Each says which build of the
 * client it knows (the name of the page's script); the server in a header of every answer, and in `welcome`. */

export const HEADER = "Firstfire-Build";

/** The build of a page, from the address of its script; none where nothing was bundled (a developer's server). */
export function build_of(script: string | undefined): string {
  return /\/assets\/([\w-]+)\.js$/.exec(script ?? "")?.[1] ?? "";
}

export class Build {
  readonly own: string;
  /** The server has another client than this page. */
  older = $state(false);

  constructor(own: string) {
    this.own = own;
  }

  /** The server told its build. */
  heard(told: string | null | undefined): void {
    if (told && this.own) this.older = told !== this.own;
  }

  /** Loads the newer page. */
  take = (): void => location.reload();

  /** A part of this page is no longer there to be loaded. */
  missed(): void {
    this.older = true;
  }
}

const script =
  typeof document === "undefined"
    ? undefined
    : document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src;
export const build = new Build(build_of(script));
