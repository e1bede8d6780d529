// What is loaded until the first verdicts are there, and how much that is: as it is sent, compressed.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { opened, ready, says, started } from "./support.mjs";

started();

const dist = (name) => new URL(`../dist/${name}`, import.meta.url);
const read = (name) => readFileSync(dist(name));
const kilo = (bytes) => Math.ceil(bytes / 1024);

const MODULE = 1200;
const BESIDE = 300;

test("what the page loads first is what it needs, each once, and below its size", async () => {
  const asked = [];
  const { page, wrong, close } = await opened("", {}, async (page) => {
    page.on("request", (request) => asked.push(request.url()));
  });
  await ready(page);
  await says(page, "ptx-7.5", "reachable");
  await page.waitForSelector(".finals tbody tr");
  const names = asked.filter((url) => /^http/.test(url)).map((url) => new URL(url).pathname.replace("/below/", "") || "index.html").sort();
  assert.deepEqual(names, ["examples.json", "gpu_litmus_web_bg.wasm", "index.html", "main.js", "style.css", "worker.js"]);
  for (const [how, size] of [["gzip", (name) => gzipSync(read(name), { level: 9 }).length], ["Brotli", (name) => read(`${name}.br`).length]]) {
    const [modules, others] = [true, false].map((module) => names.filter((name) => name.endsWith(".wasm") === module).reduce((sum, name) => sum + size(name), 0));
    console.log(`${how}: module ${kilo(modules)} kB of ${MODULE}, beside it ${kilo(others)} kB of ${BESIDE}`);
    assert.ok(modules < MODULE * 1024, `${how}: the module has ${kilo(modules)} kB`);
    assert.ok(others < BESIDE * 1024, `${how}: ${kilo(others)} kB beside the module`);
  }
  // The third tab fetches its own, and no more.
  asked.length = 0;
  await page.getByRole("tab", { name: "Kernel" }).click();
  await says(page, "ptx-7.5", "violated");
  const later = asked.filter((url) => /^http/.test(url)).map((url) => new URL(url).pathname.replace("/below/", "")).sort();
  assert.deepEqual(later, ["gpu_litmus_web_kernel_bg.wasm", "kernel-worker.js"]);
  const kernels = gzipSync(read("gpu_litmus_web_kernel_bg.wasm"), { level: 9 }).length;
  assert.ok(kernels < MODULE * 1024, `the module of kernels has ${kilo(kernels)} kB`);
  assert.deepEqual(wrong, []);
  await close();
});

test("each part has its small form beside it, which is the same", () => {
  const parts = readdirSync(dist("")).filter((name) => !name.endsWith(".br"));
  assert.ok(parts.length >= 9, parts.join(" "));
  for (const name of parts) assert.ok(brotliDecompressSync(read(`${name}.br`)).equals(read(name)), name);
});

test("a test is answered while one types: one question after a pause, none for each letter", async () => {
  const counted = `const Real = Worker; globalThis.questions = []; globalThis.Worker = class extends Real {
    postMessage(message, ...more) {
      if (message.call) globalThis.questions.push(message.call);
      super.postMessage(message, ...more);
    }
  }`;
  const { page, wrong, close } = await opened("", {}, (page) => page.addInitScript(counted));
  await ready(page);
  await page.waitForSelector(".finals tbody tr");
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+End");
  await page.evaluate(() => { globalThis.questions.length = 0; });
  await page.keyboard.type("// a remark that somebody types", { delay: 5 });
  await page.waitForFunction(() => globalThis.questions.includes("diagnose"));
  await says(page, "ptx-7.5", "reachable");
  const diagnosed = await page.evaluate(() => globalThis.questions.filter((call) => call === "diagnose").length);
  assert.ok(diagnosed < 16, `${diagnosed} rounds for 31 letters`);
  assert.deepEqual(wrong, []);
  await close();
});
