/** Links that carry a whole game: its save, compressed, stands behind `#game=`; nobody but the browser reads it. */
import { api } from "../net/api";
import { router } from "../state/route.svelte";

const MARK = "#game=";
/** Longer addresses are cut off by messengers. */
const LONGEST = 8_000;
const LARGEST = 4_000_000; // characters of a save: more is no game

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const read = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(read).arrayBuffer());
}

/** The link that carries a save; null where it would be too long. */
export async function link_of(save: string, page: string): Promise<string | null> {
  const packed = await through(new TextEncoder().encode(save), new CompressionStream("deflate-raw"));
  const text = btoa(String.fromCharCode(...packed))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
  return text.length > LONGEST ? null : `${page}${MARK}${text}`;
}

/** The save that a link carries; null where there is none. */
export async function save_in(fragment: string): Promise<string | null> {
  if (!fragment.startsWith(MARK)) return null;
  const text = fragment.slice(MARK.length).replace(/-/g, "+").replace(/_/g, "/");
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const read = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  if (read.length > LARGEST) throw new Error("too much for a game");
  return read;
}

/** A page that was opened by such a link shows its game. */
export async function follow_link(failed: () => void): Promise<void> {
  const open = async (): Promise<void> => {
    try {
      const save = await save_in(location.hash);
      if (save === null) return;
      router.replace("/");
      router.go((await api.upload(save)).link);
    } catch {
      failed();
    }
  };
  window.addEventListener("hashchange", () => void open());
  await open();
}
