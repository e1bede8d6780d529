// The module gives what the native binary gives: verdict and quantity, on the standard suite and the examples.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import init, * as module from "../pkg/gpu_litmus_web.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const binary = process.env.GPU_LITMUS ?? `${root}target/release/gpu-litmus`;

/** The rows that the native binary gives for some tests. */
function native(files, ...options) {
  assert.ok(existsSync(binary), `there is no ${binary}: make build, or GPU_LITMUS names another`);
  const words = ["batch", ...files, "-m", "all", "--no-reason", "--engine", "sat", "--format", "jsonl", "-q", ...options];
  let out;
  try {
    out = execFileSync(binary, words, { cwd: root, maxBuffer: 1 << 28 });
  } catch (error) {
    // Exit 1 and 3 are answers: a test of the suite may be unknown.
    out = error.stdout;
  }
  return out.toString().trim().split("\n").map((line) => JSON.parse(line)).filter((row) => row.model);
}

let memory;
before(async () => {
  ({ memory } = await init({ module_or_path: readFileSync(new URL("../pkg/gpu_litmus_web_bg.wasm", import.meta.url)) }));
});

test("wasm and native agree", { timeout: 600_000 }, async () => {
  const rows = native(["suite", "examples/cuda", "examples/mp.litmus", "examples/spinlock.litmus"]);
  const times = [];
  const wrong = [];
  for (const row of rows) {
    const text = readFileSync(root + row.file, "utf8");
    const start = performance.now();
    const said = JSON.parse(module.check(JSON.stringify({ text, name: row.file, model: row.model, timeout: 60_000 })));
    times.push(performance.now() - start);
    const { verdict, quantity } = said.answer ?? {};
    if (verdict !== row.verdict || quantity !== row.quantity) wrong.push([row.file, row.model, verdict, row.verdict, quantity, row.quantity]);
  }
  assert.ok(rows.length > 500, `only ${rows.length} rows`);
  assert.deepEqual(wrong, []);
  times.sort((a, b) => a - b);
  console.log(`${rows.length} rows; 95 % under ${times[Math.floor(times.length * 0.95)].toFixed(1)} ms, slowest ${times.at(-1).toFixed(0)} ms`);
});

test("final states in wasm are those of the native binary", { timeout: 600_000 }, () => {
  const rows = native(["suite/coherence", "suite/hrf", "examples/mp.litmus"], "--states").filter((row) => row.states);
  const wrong = [];
  for (const { file, model, states } of rows) {
    const text = readFileSync(root + file, "utf8");
    const said = JSON.parse(module.check(JSON.stringify({ text, name: file, model, timeout: 60_000, states: { observe: [] } })));
    const listed = said.answer?.states;
    if (JSON.stringify(listed) !== JSON.stringify(states) || said.ends.length !== states.found.length) wrong.push([file, model, listed, states]);
  }
  assert.ok(rows.length > 100, `only ${rows.length} rows`);
  assert.deepEqual(wrong, []);
});

test("the checks of every kernel of the gallery are those of the native binary", { timeout: 600_000 }, () => {
  const examples = JSON.parse(readFileSync(new URL("../dist/examples.json", import.meta.url), "utf8")).filter(({ ptx }) => ptx);
  assert.ok(examples.length > 30, `only ${examples.length} kernels`);
  const wrong = [];
  let slowest = 0;
  for (const { name, text, ptx } of examples) {
    const file = `examples/kernels/${name.replace(", ", "/")}.toml`;
    for (const model of ["ptx-7.5", "ptx-6.0", "sc"]) {
      let out;
      try {
        out = execFileSync(binary, ["kernel", file, "-m", model, "--format", "json"], { cwd: root, maxBuffer: 1 << 28, stdio: "pipe" });
      } catch (error) {
        out = error.stdout;
      }
      const start = performance.now();
      const said = JSON.parse(module.kernel(JSON.stringify({ ptx, launch: text, name: file, model, timeout: 60_000 })));
      slowest = Math.max(slowest, performance.now() - start);
      const answers = (report) => JSON.stringify(report?.checks?.map(({ name, answer, word }) => [name, answer, word]));
      if (answers(said.report) !== answers(JSON.parse(out.toString()))) wrong.push([name, model, answers(said.report) ?? said]);
    }
  }
  assert.deepEqual(wrong, []);
  console.log(`${examples.length} kernels under 3 models; slowest ${slowest.toFixed(0)} ms`);
});

test("the module has no more than the gigabyte that the page names", () => {
  const page = 65_536;
  const left = (2 ** 30 - memory.buffer.byteLength) / page;
  assert.throws(() => memory.grow(left + 1), RangeError);
  memory.grow(left);
});
