// The parts of the page: files beside it, or, where all of it is one file, elements inside it (build.mjs).

/** What a part has in the page of one file, as text; nothing where it is a file of its own. */
function inside(name: string): string | null {
  return document.getElementById(`part:${name}`)?.textContent ?? null;
}

function fetched(name: string): Promise<Response> {
  return fetch(new URL(name, document.baseURI));
}

/** A part in JSON. */
export async function json(name: string): Promise<unknown> {
  const text = inside(name);
  return text === null ? (await fetched(name)).json() : JSON.parse(text);
}

/** A module, compiled. */
export async function module(name: string): Promise<WebAssembly.Module> {
  const text = inside(name);
  if (text !== null) {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const code = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(code).arrayBuffer());
  }
  const response = await fetched(name);
  if (!response.ok) throw new Error(`the verifier could not be fetched (${response.status})`);
  // Compiled while it comes, where the server says what it is.
  const streams = response.headers.get("content-type") === "application/wasm";
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** A worker that runs a script. */
export function worker(name: string): Worker {
  const text = inside(name);
  if (text === null) return new Worker(new URL(name, document.baseURI), { type: "module" });
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return new Worker(url);
  } finally {
    // The worker has its script once it has begun; a page that asks much would keep many.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}
