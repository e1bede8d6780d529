// The third tab: a kernel with its launch.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fits, opened, paste, ready, says, shot, started, write } from "./support.mjs";

started();

const root = fileURLToPath(new URL("../..", import.meta.url));
const binary = process.env.GPU_LITMUS ?? `${root}target/release/gpu-litmus`;

async function kernel(options = {}, prepare = undefined) {
  const all = await opened("", options, prepare);
  await ready(all.page);
  await all.page.getByRole("tab", { name: "Kernel" }).click();
  return all;
}

/** The native answers to all checks of an example under a model. */
function native(file, model) {
  let out;
  try {
    out = execFileSync(binary, ["kernel", `examples/kernels/${file}`, "-m", model, "--format", "json"], { cwd: root, maxBuffer: 1 << 28 });
  } catch (error) {
    // Exit 1 and 3 are answers.
    out = error.stdout;
  }
  return JSON.parse(out.toString()).checks.map(({ name, answer }) => [name, answer]);
}

const checks = (page) =>
  page.evaluate(() => [...document.querySelectorAll(".checks tbody tr")].map((row) => [row.cells[0].textContent, row.cells[1].textContent]));

test("the tab opens with a broken kernel, and its checks are those of the command", async () => {
  const { page, wrong, close } = await kernel();
  await says(page, "ptx-7.5", "violated");
  await says(page, "sc", "violated");
  await page.waitForSelector(".checks tbody tr");
  assert.deepEqual(await checks(page), native("last-block/wrong.toml", "ptx-7.5"));
  assert.match(await page.locator(".run").first().innerText(), /last_block\.cu:\d+/);
  await page.waitForSelector("#details .frame img");
  await shot(page, "kernel");
  const place = page.locator(".run .place").first();
  const number = await place.innerText();
  await place.click();
  assert.ok((await page.locator("#ptx .cm-lineNumbers .cm-activeLineGutter, #ptx .cm-activeLine").count()) > 0, number);
  for (const model of ["ptx-6.0", "sc"]) {
    await page.locator(`input[value="${model}"]`).check();
    await page.waitForFunction((model) => document.querySelector("#details h2")?.textContent.endsWith(`under ${model}`), model);
    assert.deepEqual(await checks(page), native("last-block/wrong.toml", model));
  }
  assert.deepEqual(wrong, []);
  await close();
});

test("the table says of each check that does not hold what is said of it", async () => {
  const answers = { races: "violated", robust: "unknown", asserts: "holds", barriers: "unknown", memory: "unknown" };
  const said = `if (event.data.call === "kernel") {
    event.stopImmediatePropagation();
    const checks = Object.entries(${JSON.stringify(answers)}).map(([name, answer]) => ({ name, answer, remarks: [], places: [], witness: [], contents: [], sc_contents: [], proof: null }));
    self.postMessage({ reply: { report: { launch: "k", model: event.data.request.model, assumptions: [], checks, expectations: null }, text: "" } });
  }`;
  const { page, wrong, close } = await kernel({}, worker(said));
  await says(page, "ptx-7.5", "violated");
  const line = await page.locator('tr:has(input[value="ptx-7.5"]) td').last().innerText();
  assert.equal(line, "violated: races; unknown: robust, barriers, memory");
  assert.deepEqual(wrong, []);
  await close();
});

test("kernels of the gallery have the answers of the command", async () => {
  const { page, wrong, close } = await kernel();
  for (const name of ["spin-lock, right", "flag-payload, wrong", "warp-exchange, shuffle", "two-gpus, fences-wrong"]) {
    await page.waitForSelector(".checks tbody tr");
    await page.evaluate(() => document.querySelector("#details").replaceChildren());
    await page.selectOption("#examples", { label: name });
    await page.waitForSelector(".checks tbody tr", { timeout: 120_000 });
    assert.deepEqual(await checks(page), native(`${name.replace(", ", "/")}.toml`, "ptx-7.5"), name);
  }
  assert.deepEqual(wrong, []);
  await close();
});

test("the cheapest fences of a kernel are applied by a click, and its checks hold", async () => {
  const { page, wrong, close } = await kernel();
  await says(page, "ptx-7.5", "violated");
  await page.getByRole("button", { name: "Cheapest fences" }).click();
  await page.waitForSelector(".offer .added", { timeout: 240_000 });
  assert.match(await page.locator(".offer li").first().innerText(), /^__threadfence\(\); after last_block\.cu:\d+$/);
  assert.match(await page.locator(".offer .added").first().innerText(), /fence\.acq_rel\.gpu;/);
  await shot(page, "kernel-fences");
  await page.getByRole("button", { name: "Apply to the PTX" }).first().click();
  await says(page, "ptx-7.5", "holds");
  assert.equal(await page.getByRole("button", { name: "Cheapest fences" }).count(), 0, "nothing is violated");
  assert.deepEqual(wrong, []);
  await close();
});

test("smallest runs of a kernel take the place of those that are shown", async () => {
  const { page, wrong, close } = await kernel();
  await says(page, "ptx-7.5", "violated");
  await page.getByRole("button", { name: "Smallest runs" }).click();
  await page.waitForFunction(() => /\d+ access(es)?, \d+ reorderings?: no run is smaller/.test(document.querySelector(".breaks")?.innerText ?? ""), undefined, { timeout: 120_000 });
  assert.equal(await page.getByRole("button", { name: "Smallest runs" }).count(), 0);
  await shot(page, "kernel-smallest");
  assert.deepEqual(wrong, []);
  await close();
});

/** The worker of kernels, which hears first what `hear`, a statement about `event`, makes of a message. */
const worker = (hear) => (page) =>
  page.route("**/kernel-worker.js", async (route) => {
    const response = await route.fetch();
    const body = `self.addEventListener("message", (event) => { ${hear} });\n${await response.text()}`;
    await route.fulfill({ response, body });
  });

test("where no smallest runs are to be had, the report stays, and the failure is said beside it", async () => {
  const fails = `if (event.data.request?.smallest) { event.stopImmediatePropagation(); self.postMessage({ trap: "too large" }); }`;
  const { page, wrong, close } = await kernel({}, worker(fails));
  await says(page, "ptx-7.5", "violated");
  await page.waitForSelector(".checks tbody tr");
  const before = await checks(page);
  await page.getByRole("button", { name: "Smallest runs" }).click();
  await page.waitForFunction(() => /the verifier failed \(too large\)/.test(document.querySelector(".search")?.textContent ?? ""));
  assert.deepEqual(await checks(page), before);
  // What was said is gone with the model, and the report is there still.
  await page.locator('input[value="sc"]').check();
  await page.waitForFunction(() => document.querySelector("#details h2")?.textContent.endsWith("under sc"));
  await page.locator('input[value="ptx-7.5"]').check();
  await page.waitForFunction(() => document.querySelector("#details h2")?.textContent.endsWith("under ptx-7.5"));
  assert.deepEqual(await checks(page), before);
  assert.equal(await page.locator(".search").count(), 0);
  assert.deepEqual(wrong, []);
  await close();
});

test("a search takes the place of the one before, which nobody waits for", async () => {
  const hangs = `if (event.data.call === "mend") event.stopImmediatePropagation();`;
  const { page, wrong, close } = await kernel({}, worker(hangs));
  await says(page, "sc", "violated");
  await page.waitForSelector(".checks tbody tr");
  await page.getByRole("button", { name: "Cheapest fences" }).click();
  await page.getByRole("button", { name: "Cheapest fences" }).click();
  await page.waitForFunction(() => /Looking for the cheapest fences/.test(document.querySelector(".search")?.textContent ?? ""));
  assert.equal(await page.locator(".search").count(), 1);
  const before = await checks(page);
  await page.getByRole("button", { name: "Stop the search" }).click();
  assert.equal(await page.locator(".search").innerText(), "Stopped.");
  assert.deepEqual(await checks(page), before);
  await page.getByRole("button", { name: "Smallest runs" }).click();
  await page.waitForFunction(() => /no run is smaller/.test(document.querySelector(".breaks")?.innerText ?? ""), undefined, { timeout: 60_000 });
  assert.equal(await page.locator(".search").count(), 0);
  assert.deepEqual(wrong, []);
  await close();
});

test("a search for fixes ends when the text changes", async () => {
  const { page, wrong, close } = await kernel();
  await says(page, "ptx-7.5", "violated");
  await page.getByRole("button", { name: "Cheapest fences" }).click();
  await page.selectOption("#examples", { label: "spin-lock, right" });
  await says(page, "ptx-7.5", "holds");
  assert.equal(await page.locator(".search").count(), 0);
  assert.deepEqual(wrong, []);
  await close();
});

test("without the module of kernels tests are answered, and the tab says what is missing", async () => {
  const { page, close } = await opened("", {}, (page) => page.route("**/gpu_litmus_web_kernel_bg.wasm", (route) => route.fulfill({ status: 404, body: "" })));
  await ready(page);
  await says(page, "sc", "unreachable");
  await page.getByRole("tab", { name: "Kernel" }).click();
  await page.waitForFunction(() => /could not be fetched \(404\)/.test(document.querySelector("#details").textContent));
  await close();
});

test("mistakes in either text are marked there, with what is nearest", async () => {
  const { page, wrong, close } = await kernel();
  await says(page, "ptx-7.5", "violated");
  await write(page, 'ptx = "a.ptx"\n[[launch]]\nentry = "wrnog"\nargs = []\n', "#launch");
  await page.waitForSelector("#mistakes li.bad");
  assert.match(await page.locator("#mistakes").innerText(), /wrnog/);
  await page.locator("#mistakes button").first().click();
  assert.ok(await page.evaluate(() => document.querySelector("#launch").contains(document.activeElement)));
  await page.waitForSelector("#launch .cm-lintRange-error");
  await shot(page, "kernel-mistakes");
  await write(page, ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n  bogus.u32 %r1;\n", "#ptx");
  await page.waitForSelector("#ptx .cm-lintRange-error");
  assert.deepEqual(wrong, []);
  await close();
});

test("hostile kernels are text, and the tab lives on", async () => {
  const { page, wrong, close } = await kernel();
  await says(page, "ptx-7.5", "violated");
  const evil = `"<img src=x onerror=\\"document.title='taken'\\"><script>document.title='taken'</script>"`;
  await paste(page, `ptx = ${evil}\n[[launch]]\nentry = ${evil}\n`, "#launch");
  await page.waitForSelector("#mistakes li.bad");
  const loop = `.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n${"  bar.sync 0;\n".repeat(20_000)}  ret;\n}\n`;
  for (const [text, editor] of [
    [`ptx = "a"\n[[launch]]\nentry = "k"\ngrid = [2000000000, 2, 2]\nblock = [1024]\n`, "#launch"],
    [loop, "#ptx"],
    [`ptx = "a"\n[[launch]]\nentry = "k"\nblock = [64]\n`, "#launch"],
    [`${"{".repeat(100_000)}`, "#ptx"],
    [`a = ${"[".repeat(100_000)}`, "#launch"],
    ["x".repeat(10_000_000), "#ptx"],
    ["\u{1d6fc} = \u0000", "#launch"],
  ]) {
    await paste(page, text, editor);
    await page.waitForTimeout(1500);
  }
  assert.match(await page.locator("#statement").innerText(), /larger than 1 MB/);
  assert.equal(await page.title(), "gpu-litmus");
  await page.selectOption("#examples", { label: "spin-lock, wrong" });
  await says(page, "ptx-7.5", "violated");
  await page.selectOption("#examples", { label: "sb" });
  await says(page, "sc", "unreachable");
  assert.deepEqual(wrong, []);
  await close();
});

test("a link brings kernel and launch back", async () => {
  const first = await kernel();
  await first.page.selectOption("#examples", { label: "spin-lock, right" });
  await says(first.page, "ptx-7.5", "holds");
  await first.page.getByRole("button", { name: "Share" }).click();
  await first.page.waitForFunction(() => location.hash.startsWith("#v2."));
  const hash = await first.page.evaluate(() => location.hash);
  await first.close();
  const { page, wrong, close } = await opened(hash);
  await ready(page);
  await says(page, "ptx-7.5", "holds");
  assert.equal(await page.getByRole("tab", { name: "Kernel" }).getAttribute("aria-selected"), "true");
  assert.match(await page.locator("#launch .cm-content").innerText(), /entry = "right"/);
  assert.deepEqual(wrong, []);
  await close();
});

test("on a phone, and in the dark", async () => {
  for (const [name, options] of [
    ["kernel-phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
    ["kernel-dark", { colorScheme: "dark" }],
  ]) {
    const { page, wrong, close } = await kernel(options);
    await says(page, "ptx-7.5", "violated");
    await page.waitForSelector("#details .frame img");
    await page.waitForTimeout(300);
    await shot(page, name);
    await fits(page, name);
    assert.deepEqual(wrong, []);
    await close();
  }
});
