// `dist/` on the loopback address, below a path: the page must not count on being at the root.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };

export function served(port = 0) {
  if (!existsSync(join(dist, "index.html"))) throw new Error("there is no page in web/dist: make web");
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    if (!path.startsWith("/below/")) return response.writeHead(404).end();
    const file = join(dist, path === "/below/" ? "index.html" : path.slice("/below/".length));
    if (!file.startsWith(dist) || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    // As `gpu-litmus serve` does.
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream", "cache-control": "no-cache" });
    return createReadStream(file).pipe(response);
  });
  return new Promise((resolve) =>
    server.listen(port, "127.0.0.1", () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}/below/`,
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      }),
    ),
  );
}

