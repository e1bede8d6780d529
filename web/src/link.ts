// Permalinks: what the page shows, compressed, behind the `#`. Nothing is stored anywhere else.

export interface Shared {
  text: string;
  own?: string;
  model?: string;
  bound?: number;
  /** Milliseconds for a question. */
  time?: number;
  /** A kernel with its launch, if the third tab is meant. */
  kernel?: { ptx: string; launch: string };
}

/** 2 holds a kernel; what holds none is still 1, for pages that know no other. */
const VERSION = 2;
/** More than this is no test that somebody wrote. */
const MOST = 1 << 20;

export class BadLink extends Error {}

async function piped(bytes: Uint8Array, through: TransformStream, most: number): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(through);
  const reader = (stream as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new BadLink("This link holds more than a megabyte of text.");
    }
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A link; none that `read` would refuse is made. */
export async function written(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (bytes.length > MOST) throw new BadLink("This is more than a megabyte of text, which no link holds.");
  const small = await piped(bytes, new CompressionStream("deflate-raw"), Number.MAX_SAFE_INTEGER);
  let text = "";
  for (const byte of small) text += String.fromCharCode(byte);
  return `#v${shared.kernel ? VERSION : 1}.${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** What a fragment says; nothing if it is no permalink. */
export async function read(fragment: string): Promise<Shared | null> {
  const parts = /^#v(\d+)\.(.*)$/s.exec(fragment);
  if (!parts) {
    if (fragment.length > 1) throw new BadLink("This link says nothing that the page knows: it was cut, perhaps, when it was copied.");
    return null;
  }
  if (Number(parts[1]) > VERSION) throw new BadLink("This link was made by a newer version of the page: reload the page to get that one, or ask whoever sent the link for the text.");
  try {
    const text = atob((parts[2] ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const json = await piped(bytes, new DecompressionStream("deflate-raw"), MOST);
    return checked(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json)));
  } catch (error) {
    if (error instanceof BadLink) throw error;
    throw new BadLink("This link is damaged: it was cut, perhaps, when it was copied. Ask for it again.");
  }
}

function checked(said: unknown): Shared {
  const all = said as Record<string, unknown>;
  if (typeof all !== "object" || all === null || typeof all.text !== "string") {
    throw new BadLink("This link has no test in it.");
  }
  const shared: Shared = { text: all.text };
  if (typeof all.own === "string") shared.own = all.own;
  if (typeof all.model === "string") shared.model = all.model;
  if (typeof all.bound === "number" && all.bound >= 0 && all.bound <= 32) shared.bound = Math.floor(all.bound);
  if (typeof all.time === "number" && all.time > 0 && all.time <= 3_600_000) shared.time = all.time;
  const kernel = all.kernel as Record<string, unknown> | undefined;
  if (typeof kernel === "object" && kernel !== null && typeof kernel.ptx === "string" && typeof kernel.launch === "string") {
    shared.kernel = { ptx: kernel.ptx, launch: kernel.launch };
  }
  return shared;
}
