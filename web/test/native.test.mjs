// The module gives what the native binary gives: verdict and quantity, on the standard suite and the examples.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import init, * as module from "../pkg/gpu_litmus_web.js";
import initKernels, * as kernels from "../pkg/gpu_litmus_web_kernel.js";

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

const code = (name) => ({ module_or_path: readFileSync(new URL(`../pkg/${name}_bg.wasm`, import.meta.url)) });
let memories;
before(async () => {
  memories = [await init(code("gpu_litmus_web")), await initKernels(code("gpu_litmus_web_kernel"))].map(({ memory }) => memory);
});

/** What the native binary says of a launch. */
function launched(file, ...options) {
  try {
    return JSON.parse(execFileSync(binary, ["kernel", file, "--format", "json", ...options], { cwd: root, maxBuffer: 1 << 28, stdio: "pipe" }));
  } catch (error) {
    // Exit 1 and 3 are answers.
    return JSON.parse(error.stdout);
  }
}

const gallery = () => JSON.parse(readFileSync(new URL("../dist/examples.json", import.meta.url), "utf8")).filter(({ ptx }) => ptx);
const path = (name) => `examples/kernels/${name.replace(", ", "/")}.toml`;

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
  const sum = (all) => all.reduce((sum, one) => sum + one, 0);
  const ratio = sum(times) / sum(rows.map(({ millis }) => millis));
  times.sort((a, b) => a - b);
  console.log(`${rows.length} rows; 95 % under ${times[Math.floor(times.length * 0.95)].toFixed(1)} ms, slowest ${times.at(-1).toFixed(0)} ms; in all ${ratio.toFixed(1)} times what the native binary takes`);
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
  const examples = gallery();
  assert.ok(examples.length > 30, `only ${examples.length} kernels`);
  const wrong = [];
  let slowest = 0;
  for (const { name, text, ptx } of examples) {
    const file = path(name);
    for (const model of ["ptx-7.5", "ptx-6.0", "sc"]) {
      const theirs = launched(file, "-m", model);
      const start = performance.now();
      const said = JSON.parse(kernels.kernel(JSON.stringify({ ptx, launch: text, name: file, model, timeout: 60_000 })));
      slowest = Math.max(slowest, performance.now() - start);
      const answers = (report) => JSON.stringify(report?.checks?.map(({ name, answer, word }) => [name, answer, word]));
      if (answers(said.report) !== answers(theirs)) wrong.push([name, model, answers(said.report) ?? said]);
    }
  }
  assert.deepEqual(wrong, []);
  console.log(`${examples.length} kernels under 3 models; slowest ${slowest.toFixed(0)} ms`);
});

test("fixes and smallest runs of kernels are those of the native binary", { timeout: 600_000 }, () => {
  const wrong = [];
  const some = gallery().filter(({ name }) => /^(last-block|flag-payload|spin-lock|two-gpus), (wrong|right)$/.test(name));
  assert.equal(some.length, 8, some.map(({ name }) => name).join("; "));
  for (const { name, text, ptx } of some) {
    const asked = { ptx, launch: text, name: path(name), timeout: 60_000 };
    const found = JSON.parse(kernels.mend(JSON.stringify({ ...asked, within: 300_000 })));
    const bare = (fixes) => JSON.stringify(fixes.map(({ language, cost, cheapest, edits }) => [language, cost, cheapest, edits.map(({ new: text, place }) => [text, place.ptx])]));
    const theirs = launched(path(name), "--fences").checks.map(({ fixes }) => fixes).sort((a, b) => b.length - a.length)[0];
    if (bare(found.fixes) !== bare(theirs)) wrong.push([name, bare(found.fixes), bare(theirs)]);
    const sizes = ({ checks }) => JSON.stringify(checks.map(({ name, smallest }) => [name, smallest?.accesses, smallest?.relaxations, smallest?.minimal]));
    const small = JSON.parse(kernels.kernel(JSON.stringify({ ...asked, smallest: true })));
    const native = launched(path(name), "--minimal");
    if (sizes(small.report) !== sizes(native)) wrong.push([name, sizes(small.report), sizes(native)]);
  }
  assert.deepEqual(wrong, []);
});

test("a module has no more than the gigabyte that the page names", () => {
  const page = 65_536;
  for (const memory of memories) {
    const left = (2 ** 30 - memory.buffer.byteLength) / page;
    assert.throws(() => memory.grow(left + 1), RangeError);
    memory.grow(left);
  }
});
