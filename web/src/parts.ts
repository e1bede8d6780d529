// The parts of the page: files beside it, or, where all of it is one file, elements inside it (build.mjs).

/** What a part has in the page of one file, as text; nothing where it is a file of its own. */
function inside(name: string): string | null {
  return document.getElementById(`part:${name}`)?.textContent ?? null;
}

async function fetched(name: string): Promise<Response> {
  const response = await fetch(new URL(name, document.baseURI)).catch(() => null);
  if (response === null) throw new Error(`${name} could not be fetched: the server is gone, or there is no connection. Reload the page when it is there again.`);
  if (!response.ok) throw new Error(`${name} could not be fetched (${response.status}): the page is not whole where it is served. Reload it to try again.`);
  return response;
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
  // Compiled while it comes, where the server says what it is.
  const streams = response.headers.get("content-type") === "application/wasm";
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** The script of a worker, at an address that needs no server: a worker is ended with every question that is given up, and others must begin without one. */
export async function script(name: string): Promise<string> {
  const text = inside(name) ?? (await (await fetched(name)).text());
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}

/** A worker that runs a script. */
export function worker(name: string, script: string): Worker {
  return inside(name) === null ? new Worker(script, { type: "module" }) : new Worker(script);
}
