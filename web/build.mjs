// Puts the page together in `dist/`: the module that `make web` built, the scripts, the examples.

import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..");
const dist = join(here, "dist");
const common = { bundle: true, format: "esm", target: "es2022", minify: true, outdir: dist, absWorkingDir: here };

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
await build({ ...common, entryPoints: ["src/main.ts", "src/worker.ts", "src/kernel-worker.ts"] });
for (const file of ["index.html", "style.css"]) cpSync(join(here, file), join(dist, file));
for (const file of ["gpu_litmus_web_bg.wasm", "gpu_litmus_web_kernel_bg.wasm"]) cpSync(join(here, "pkg", file), join(dist, file));
writeFileSync(join(dist, "examples.json"), JSON.stringify(examples()));
const kilo = (bytes) => `${Math.ceil(bytes.length / 1024)} kB`.padStart(9);
console.log(`${"".padEnd(32)}${"size".padStart(9)}${"gzip".padStart(9)}${"Brotli".padStart(9)}`);
for (const file of readdirSync(dist)) {
  const bytes = readFileSync(join(dist, file));
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_LGWIN]: 24 } });
  console.log(`${file.padEnd(32)}${kilo(bytes)}${kilo(gzipSync(bytes, { level: 9 }))}${kilo(brotli)}`);
  // `gpu-litmus serve`, and servers that are told so, send these where they are welcome.
  writeFileSync(join(dist, `${file}.br`), brotli);
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
