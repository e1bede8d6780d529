// The module gives what the native binary gives: verdict and quantity, on the standard suite and the examples.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import init, * as module from "../pkg/gpu_litmus_web.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const binary = process.env.GPU_LITMUS ?? `${root}target/release/gpu-litmus`;

test("wasm and native agree", { timeout: 600_000 }, async () => {
  assert.ok(existsSync(binary), `there is no ${binary}: make build, or GPU_LITMUS names another`);
  await init({ module_or_path: readFileSync(new URL("../pkg/gpu_litmus_web_bg.wasm", import.meta.url)) });
  const folders = ["suite", "examples/cuda", "examples/mp.litmus", "examples/spinlock.litmus"];
  let out;
  try {
    out = execFileSync(binary, ["batch", ...folders, "-m", "all", "--no-reason", "--engine", "sat", "--format", "jsonl", "-q"], { cwd: root, maxBuffer: 1 << 28 });
  } catch (error) {
    // Exit 1 and 3 are answers: a test of the suite may be unknown.
    out = error.stdout;
  }
  const rows = out.toString().trim().split("\n").map((line) => JSON.parse(line)).filter((row) => row.model);
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
