// Puts the page together in `dist/`: the module that `make web` built, the scripts, the examples.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..");
const dist = join(here, "dist");
const MODULES = ["gpu_litmus_web_bg.wasm", "gpu_litmus_web_kernel_bg.wasm"];
const common = { bundle: true, format: "esm", target: "es2022", minify: true, outdir: dist, absWorkingDir: here };

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
await build({ ...common, entryPoints: ["src/main.ts", "src/worker.ts", "src/kernel-worker.ts"] });
for (const file of ["index.html", "style.css"]) cpSync(join(here, file), join(dist, file));
for (const file of MODULES) cpSync(join(here, "pkg", file), join(dist, file));
writeFileSync(join(dist, "examples.json"), JSON.stringify(examples()));
writeFileSync(join(dist, "gpu-litmus.html"), await whole());
const kilo = (bytes) => `${Math.ceil(bytes.length / 1024)} kB`.padStart(9);
console.log(`${"".padEnd(32)}${"size".padStart(9)}${"gzip".padStart(9)}${"Brotli".padStart(9)}`);
for (const file of readdirSync(dist)) {
  const bytes = readFileSync(join(dist, file));
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_LGWIN]: 24 } });
  console.log(`${file.padEnd(32)}${kilo(bytes)}${kilo(gzipSync(bytes, { level: 9 }))}${kilo(brotli)}`);
  // `gpu-litmus serve`, and servers that are told so, send these where they are welcome.
  writeFileSync(join(dist, `${file}.br`), brotli);
}

/** The page with all its parts inside: what a mail or a folder can carry, where browsers load no modules. */
async function whole() {
  const text = (file) => readFileSync(join(dist, file), "utf8");
  // Nothing in a script may end its element: strings of scripts and of JSON may have these escapes.
  const script = (text) => text.replaceAll(/<(?=\/script)/gi, "\\x3c").replaceAll("<!--", "\\x3c!--");
  const json = (text) => text.replaceAll("<", "\\u003c");
  const part = (name, content) => `<script type="text/plain" id="part:${name}">${content}</script>`;
  // Browsers run no modules from a folder, and no worker that is one: `import.meta` is not looked at, as the code is given.
  const workers = ["src/worker.ts", "src/kernel-worker.ts"];
  const built = await build({ ...common, entryPoints: workers, format: "iife", write: false, logOverride: { "empty-import-meta": "silent" } });
  const parts = [
    ...built.outputFiles.map(({ path, text }) => part(basename(path), script(text))),
    ...MODULES.map((name) => part(name, gzipSync(readFileSync(join(dist, name)), { level: 9 }).toString("base64"))),
    part("examples.json", json(text("examples.json"))),
  ];
  const main = script(text("main.js"));
  const hash = createHash("sha256").update(main).digest("base64");
  const changes = [
    ["script-src 'self'", `script-src 'sha256-${hash}' blob:`],
    ["connect-src 'self'", "connect-src 'none'"],
    ['<link rel="stylesheet" href="style.css">', `<style>\n${text("style.css")}</style>`],
    [/<link rel="preload".*>\n/g, ""],
    [/<p id="late"[^]*?<\/p>/, '<p id="late" hidden></p>'],
    [/<a id="whole"[^]*?<\/a>/, ""],
    ['<script type="module" src="main.js"></script>', `${parts.join("\n")}\n<script type="module">${main}</script>`],
  ];
  return changes.reduce((page, [from, to]) => {
    const next = page.replace(from, () => to);
    if (next === page) throw new Error(`the page has no ${from}`);
    return next;
  }, text("index.html"));
}

function examples() {
  const themes = [
    ["First steps", "examples", (file) => file.endsWith(".litmus") && !file.includes("sweep")],
    ["CUDA patterns, broken and mended", "examples/cuda", () => true],
    ["Coherence", "suite/coherence", () => true],
    ["PTX", "suite/ptx", () => true],
    ["Scopes and races (HRF)", "suite/hrf", () => true],
    ["The Utah machines", "suite/ugpu", () => true],
  ];
  const all = themes.flatMap(([theme, folder, wanted]) => {
    const files = readdirSync(join(root, folder)).filter((file) => file.endsWith(".litmus") && wanted(file)).sort();
    return files.filter((file) => statSync(join(root, folder, file)).isFile()).map((file) => {
      const text = readFileSync(join(root, folder, file), "utf8");
      const about = /^"(.*)"/m.exec(text)?.[1] ?? "";
      return { theme, name: file.replace(/\.litmus$/, ""), about, text };
    });
  });
  all.push(...kernels());
  // The page opens with message passing.
  return all.sort((a, b) => Number(b.name === "mp" && b.theme === "First steps") - Number(a.name === "mp" && a.theme === "First steps"));
}

/** The kernels, each with its launch. */
function kernels() {
  const folder = join(root, "examples/kernels");
  const launches = readdirSync(folder).sort().flatMap((name) => {
    const files = statSync(join(folder, name)).isDirectory() ? readdirSync(join(folder, name)) : [];
    return files.filter((file) => file.endsWith(".toml")).sort().map((file) => [name, file]);
  });
  return launches.map(([name, file]) => {
    const text = readFileSync(join(folder, name, file), "utf8");
    const about = /^((# .*\n)+)/.exec(text)?.[1].replaceAll(/^# /gm, "").replaceAll("\n", " ").trim() ?? "";
    const ptx = readFileSync(join(folder, name, /^ptx = "(.*)"/m.exec(text)[1]), "utf8");
    return { theme: "Kernels (PTX)", name: `${name}, ${file.replace(/\.toml$/, "")}`, about, text, ptx };
  });
}
