// What a page must live with: links that are old, new or damaged, browsers that lack something.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { SB, linked, opened, paste, ready, says, shot, started, write } from "./support.mjs";
import { served } from "./serve.mjs";

started();

test("a permalink brings test and model back in a fresh browser; a bad one says so", async () => {
  const first = await opened();
  await ready(first.page);
  await write(first.page, SB("relaxed.gpu"));
  await first.page.locator('input[value="tso"]').check();
  await first.page.selectOption("#bound", "3");
  await first.page.selectOption("#time", "20000");
  await first.page.getByRole("button", { name: "Share" }).click();
  await first.page.waitForFunction(() => location.hash.startsWith("#v1."));
  const hash = await first.page.evaluate(() => location.hash);
  await first.close();
  const second = await opened(hash);
  await ready(second.page);
  await says(second.page, "tso", "reachable");
  assert.match(await second.page.locator("#editor .cm-content").innerText(), /PTX SB/);
  assert.ok(await second.page.locator('input[value="tso"]').isChecked());
  assert.deepEqual([await second.page.locator("#bound").inputValue(), await second.page.locator("#time").inputValue()], ["3", "20000"]);
  assert.deepEqual(second.wrong, []);
  await second.close();
  for (const [bad, text] of [
    ["#v3.abc", /newer version/],
    ["#v99999999999999999999.abc", /newer version/],
    [hash.slice(0, 30), /damaged/],
    ["#v1.!!!!", /damaged/],
    ["#what", /says nothing/],
    [linked({ model: "sc" }), /no test in it/],
  ]) {
    const { page, close } = await opened(bad);
    await ready(page);
    assert.match(await page.locator("#notice").innerText(), text);
    await says(page, "sc", "unreachable");
    await close();
  }
});

test("a stale link asks its test, and says what this page does not have any more", async () => {
  for (const [shared, text] of [
    [{ text: SB("weak"), model: "ptx-5.0" }, /the model ptx-5\.0, which/],
    [{ text: SB("weak"), model: "sc", bound: 5 }, /5 laps of a loop/],
    [{ text: SB("weak"), model: "sc", time: 7000 }, /7 s for a question/],
  ]) {
    const { page, wrong, close } = await opened(linked(shared));
    await ready(page);
    assert.match(await page.locator("#notice").innerText(), text);
    await says(page, "sc", "unreachable");
    assert.equal(await page.locator("#bound").inputValue(), "2");
    assert.deepEqual(wrong, []);
    await close();
  }
});

test("a link that cannot be read leaves what stands there; what is chosen next has no notice", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await write(page, SB("relaxed.gpu"));
  await page.evaluate(() => { location.hash = "#v3.abc"; });
  await page.waitForFunction(() => /newer version/.test(document.querySelector("#notice").textContent));
  assert.match(await page.locator("#editor .cm-content").innerText(), /st\.relaxed\.gpu/);
  await page.selectOption("#examples", { label: "sb" });
  assert.ok(await page.locator("#notice").isHidden());
  assert.deepEqual(wrong, []);
  await close();
});

test("a link to a model of one's own that is not in it is answered by another", async () => {
  const { page, wrong, close } = await opened(linked({ text: SB("weak"), model: "own model" }));
  await ready(page);
  assert.match(await page.locator("#notice").innerText(), /the model own model, which/);
  await page.waitForFunction(() => /under ptx-7\.5/.test(document.querySelector("#details h2")?.textContent ?? ""));
  assert.deepEqual(wrong, []);
  await close();
});

test("more than a link holds is not shared as one, and can be saved", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  const text = "x ".repeat(600_000);
  await paste(page, text);
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForSelector("#notice:not([hidden])");
  assert.match(await page.locator("#notice").innerText(), /more than a megabyte of text, which no link holds\. .*saved and sent as a file/);
  assert.equal(await page.evaluate(() => location.hash), "");
  assert.equal(await page.locator("#share").innerText(), "Share");
  await shot(page, "too-long");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save test.litmus" }).click()]);
  assert.equal(file.suggestedFilename(), "test.litmus");
  assert.equal(await readFile(await file.path(), "utf8"), text);
  // What is saved is what stands there when the button is pressed.
  await paste(page, SB("weak"));
  const [now] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save test.litmus" }).click()]);
  assert.equal(await readFile(await now.path(), "utf8"), SB("weak"));
  await page.getByRole("tab", { name: "Kernel" }).click();
  await paste(page, "y ".repeat(600_000), "#ptx");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Save kernel.ptx" }).waitFor();
  await page.getByRole("button", { name: "Save launch.toml" }).waitFor();
  await page.selectOption("#examples", { label: "sb" });
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#v1."));
  assert.ok(await page.locator("#notice").isHidden());
  assert.deepEqual(wrong, []);
  await close();
});

test("a link just below the limit is one that opens", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  const text = `${SB("weak")}// ${"x".repeat(180_000)}\n`;
  await paste(page, text);
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#v1."));
  const hash = await page.evaluate(() => location.hash);
  await close();
  const again = await opened(hash);
  await ready(again.page);
  await says(again.page, "sc", "unreachable");
  assert.ok(await again.page.locator("#notice").isHidden());
  assert.deepEqual([...wrong, ...again.wrong], []);
  await again.close();
});

test("a text that is not asked about: nothing waits, and the page says who takes it", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await says(page, "ptx-7.5", "reachable");
  await paste(page, "x".repeat(10_000_000));
  await page.waitForFunction(() => /more than 200 kB.*gpu-litmus check/.test(document.querySelector("#statement").textContent));
  await page.waitForFunction(() => [...document.querySelectorAll("#matrix .verdict")].every((one) => one.textContent === "–"));
  assert.equal(await page.locator("#details").getAttribute("aria-busy"), null);
  await shot(page, "long");
  await page.locator('input[value="sc"]').check();
  assert.equal(await page.locator("#details").getAttribute("aria-busy"), null);
  assert.deepEqual(wrong, []);
  await close();
});

test("the page goes on when the server is gone", async () => {
  const server = await served();
  const { page, wrong, close } = await opened(server.url);
  await ready(page);
  await page.getByRole("tab", { name: "Kernel" }).click();
  await says(page, "ptx-7.5", "violated");
  await page.getByRole("tab", { name: "Test" }).click();
  server.close();
  // Each text ends the workers of the one before: others begin without a server.
  for (const order of ["relaxed.gpu", "weak", "relaxed.gpu"]) {
    await write(page, SB(order));
    await page.waitForTimeout(300);
  }
  await says(page, "tso", "reachable");
  await page.getByRole("button", { name: "Minimize the test" }).click();
  await page.waitForFunction(() => /No part|smaller test/.test(document.querySelector(".search")?.textContent ?? ""), undefined, { timeout: 60_000 });
  await page.getByRole("tab", { name: "Kernel" }).click();
  await page.selectOption("#examples", { label: "spin-lock, wrong" });
  await says(page, "ptx-7.5", "violated");
  assert.deepEqual(wrong, []);
  await close();
});

test("where storage is blocked nothing is missing", async () => {
  const blocked = `for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
    Object.defineProperty(globalThis, name, { get() { throw new DOMException("no", "SecurityError"); } });
  }
  Object.defineProperty(navigator, "clipboard", { value: undefined });`;
  const { page, wrong, close } = await opened("", {}, (page) => page.addInitScript(blocked));
  await ready(page);
  await says(page, "sc", "unreachable");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Link is in the address bar" }).waitFor();
  assert.equal(await page.locator("#spoken").textContent(), "Link is in the address bar");
  assert.deepEqual(wrong, []);
  await close();
});

/** A worker that never answers some questions: `which` is a condition on `asked`. */
const silent = (script, which) => (page) =>
  page.route(`**/${script}`, async (route) => {
    const response = await route.fetch();
    const first = `self.addEventListener("message", (event) => { const asked = event.data; if (${which}) event.stopImmediatePropagation(); });`;
    await route.fulfill({ response, body: `${first}\n${await response.text()}` });
  });

test("what is asked is stopped by a button, and asked again when something changes", async () => {
  const { page, wrong, close } = await opened("", {}, silent("worker.js", `asked.call === "check" && asked.request.model !== "sc" && asked.request.text.includes("for ever")`));
  await ready(page);
  const stop = page.locator("#stop");
  await write(page, `${SB("weak")}// for ever\n`);
  await page.waitForSelector('#stop[aria-disabled="false"]');
  await shot(page, "working");
  await stop.click();
  assert.match(await page.locator("#details").innerText(), /^Stopped\. Whatever is changed or chosen is asked again\.$/);
  assert.equal(await page.locator("#details").getAttribute("aria-busy"), null);
  const words = await page.locator("#matrix .verdict").allInnerTexts();
  assert.ok(words.includes("–") && !words.includes("…"), words.join(" "));
  await page.waitForSelector('#stop[aria-disabled="true"]');
  await shot(page, "stopped");
  await page.locator('input[value="sc"]').check();
  await page.waitForFunction(() => /unreachable under sc/.test(document.querySelector("#details h2")?.textContent ?? ""));
  assert.deepEqual(wrong, []);
  await close();
});

test("when a question is stopped, nothing of the answer before stays, and the table says what the details say", async () => {
  const { page, wrong, close } = await opened("", {}, silent("worker.js", `asked.call === "check" && asked.request.text.includes("for ever") && !(asked.request.picture && asked.request.model === "sc")`));
  await ready(page);
  await page.waitForSelector("#details .frame img");
  await page.getByRole("button", { name: "Minimize the test" }).click();
  await page.waitForFunction(() => /No part|smaller test/.test(document.querySelector(".search")?.textContent ?? ""), undefined, { timeout: 60_000 });
  await write(page, `${SB("weak")}// for ever\n`);
  await page.waitForSelector('#stop[aria-disabled="false"]');
  await page.locator("#stop").click();
  assert.match(await page.locator("#details").innerText(), /^Stopped\. Whatever is changed or chosen is asked again\.$/);
  assert.deepEqual(new Set(await page.locator("#matrix .verdict").allInnerTexts()), new Set(["–"]));
  await page.locator('input[value="sc"]').check();
  await page.waitForFunction(() => /unreachable under sc/.test(document.querySelector("#details h2")?.textContent ?? ""));
  await says(page, "sc", "unreachable");
  assert.deepEqual(wrong, []);
  await close();
});

test("a search is stopped by the button beside it, and the answer stays", async () => {
  const { page, wrong, close } = await opened("", {}, silent("worker.js", `asked.call === "fences" || asked.request?.smallest`));
  await ready(page);
  await page.waitForSelector("#details .frame img");
  for (const name of ["Cheapest fences", "Smallest execution"]) {
    await page.getByRole("button", { name }).click();
    await page.getByRole("button", { name: "Stop the search" }).click();
    assert.equal(await page.locator(".search").innerText(), "Stopped.");
    assert.match(await page.locator("#details h2").innerText(), /reachable under ptx-7\.5/);
  }
  await page.getByRole("button", { name: "Minimize the test" }).click();
  await page.waitForFunction(() => /No part|smaller test/.test(document.querySelector(".search")?.textContent ?? ""), undefined, { timeout: 60_000 });
  assert.deepEqual(wrong, []);
  await close();
});

test("a kernel's questions are stopped, and asked again when a model is chosen", async () => {
  const { page, wrong, close } = await opened("", {}, silent("kernel-worker.js", "asked.call === \"kernel\" && !globalThis.name"));
  await ready(page);
  await page.getByRole("tab", { name: "Kernel" }).click();
  await page.waitForSelector('#stop[aria-disabled="false"]');
  await page.locator("#stop").click();
  assert.match(await page.locator("#details").innerText(), /^Stopped\./);
  await page.locator('input[value="sc"]').check();
  await page.waitForSelector("#details[aria-busy]");
  assert.deepEqual(await page.locator("#matrix .verdict").allInnerTexts(), ["…", "…", "…"]);
  assert.deepEqual(wrong, []);
  await close();
});

test("a model that is broken and a kernel that is broken leave nothing waiting", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await says(page, "sc", "unreachable");
  await page.getByRole("tab", { name: "Model of your own" }).click();
  await write(page, "let = po\nacyclic (\n");
  await page.waitForSelector("#mistakes li.bad");
  await page.waitForFunction(() => !document.querySelector("#details[aria-busy]") && ![...document.querySelectorAll("#matrix .verdict")].some((one) => one.textContent === "…"));
  assert.deepEqual(await page.locator("#mistakes button").allInnerTexts(), ["model 1:5", "model 2:9"]);
  await shot(page, "broken-model");
  await page.getByRole("tab", { name: "Kernel" }).click();
  await says(page, "ptx-7.5", "violated");
  await paste(page, 'ptx = "a"\n[[launch]]\nentri = 1\n', "#launch");
  await page.waitForFunction(() => /^launch 2:1/.test(document.querySelector("#mistakes button")?.textContent ?? ""));
  await page.selectOption("#examples", { label: "last-block, wrong" });
  await says(page, "ptx-7.5", "violated");
  await write(page, ".version 8.0\n.target sm_90\n.visible .entry k() {\n  bogus.u32 %r1;\n", "#ptx");
  await page.waitForFunction(() => /^PTX/.test(document.querySelector("#mistakes button")?.textContent ?? ""));
  await page.locator('input[value="sc"]').check();
  await page.waitForTimeout(600);
  assert.equal(await page.locator("#details").getAttribute("aria-busy"), null);
  await page.waitForSelector("#mistakes li.bad");
  assert.deepEqual(await page.locator("#mistakes button").allInnerTexts(), ["PTX 4:16"]);
  await shot(page, "broken-kernel");
  assert.deepEqual(wrong, []);
  await close();
});

test("a link with a test that has mistakes shows them", async () => {
  const { page, close } = await opened(linked({ text: SB("weka") }));
  await ready(page);
  await page.waitForSelector("#mistakes li.bad");
  await close();
});

/** What the page says where it cannot work. */
async function noticed(prepare, text) {
  const { page, close } = await opened("", {}, prepare);
  await page.waitForSelector("#notice:not([hidden])");
  assert.match(await page.locator("#notice").innerText(), text);
  // Nothing that would not work.
  for (const place of ["main", "#examples", "#share"]) assert.ok(await page.locator(place).isHidden(), place);
  await close();
}

test("what is written while the verifier comes stays, and the page says that it comes", async () => {
  let come;
  const coming = new Promise((resolve) => { come = resolve; });
  const late = async (route) => {
    await coming;
    await route.continue();
  };
  const { page, wrong, close } = await opened("", {}, (page) => page.route("**/*.wasm", late));
  await page.waitForSelector("#editor .cm-content");
  assert.equal(await page.locator("#statement").innerText(), "The verifier is on its way …");
  await write(page, SB("relaxed.gpu"));
  await page.waitForTimeout(400);
  come();
  await ready(page);
  await says(page, "tso", "reachable");
  assert.match(await page.locator("#editor .cm-content").innerText(), /PTX SB/);
  assert.deepEqual(wrong, []);
  await close();
});

test("a tab that is opened while the verifier comes is filled when it is there", async () => {
  let come;
  const coming = new Promise((resolve) => { come = resolve; });
  const late = async (route) => {
    await coming;
    await route.continue();
  };
  const { page, wrong, close } = await opened("", {}, (page) => page.route("**/gpu_litmus_web_bg.wasm", late));
  await page.getByRole("tab", { name: "Kernel" }).click();
  await page.waitForTimeout(400);
  come();
  await ready(page);
  await says(page, "ptx-7.5", "violated");
  assert.equal(await page.getByRole("tab", { name: "Kernel" }).getAttribute("aria-selected"), "true");
  await page.getByRole("tab", { name: "Test" }).click();
  await says(page, "tso", "unreachable");
  assert.deepEqual(wrong, []);
  await close();
});

test("mistakes and answers of tests are none of kernels", async () => {
  const { page, wrong, close } = await opened("", {}, silent("kernel-worker.js", "true"));
  await ready(page);
  await write(page, SB("weka"));
  await page.waitForSelector("#mistakes li.bad");
  await page.getByRole("tab", { name: "Kernel" }).click();
  await page.waitForFunction(() => /checks of this launch/.test(document.querySelector("#statement").textContent));
  assert.equal(await page.locator("#mistakes li").count(), 0);
  assert.equal(await page.locator("#details").innerText(), "");
  await page.getByRole("tab", { name: "Test" }).click();
  await page.waitForSelector("#mistakes li.bad");
  assert.deepEqual(wrong, []);
  await close();
});

test("without the module the page says so", () => noticed((page) => page.route("**/*.wasm", (route) => route.abort()), /could not be fetched: .* Reload the page/));

test("without the examples the page says so", () => noticed((page) => page.route("**/examples.json", (route) => route.abort()), /examples\.json could not be fetched/));

test("a module that is none", () =>
  noticed((page) => page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "" })), /could not be fetched \(404\)/));

test("without WebAssembly the page says what is missing", () =>
  noticed((page) => page.addInitScript("delete globalThis.WebAssembly"), /no WebAssembly/));

test("a worker that is blocked: its script does not come, or the browser makes none", async () => {
  await noticed((page) => page.route("**/worker.js", (route) => route.abort()), /worker\.js could not be fetched: the server is gone/);
  await noticed((page) => page.route("**/worker.js", (route) => route.fulfill({ status: 404, body: "" })), /worker\.js could not be fetched \(404\)/);
  await noticed((page) => page.addInitScript("globalThis.Worker = class { constructor() { throw new DOMException('no', 'SecurityError'); } }"), /run in a worker/);
  await noticed((page) => page.addInitScript("delete globalThis.Worker"), /run in a worker/);
});

test("a worker that cannot be had is asked for again with the next text", async () => {
  const script = `const Real = Worker; globalThis.workers = []; globalThis.Worker = class extends Real {
    constructor(...all) {
      if (globalThis.blocked) throw new DOMException("no", "SecurityError");
      super(...all);
      workers.push(this);
    }
  }`;
  const { page, wrong, close } = await opened("", {}, (page) => page.addInitScript(script));
  await ready(page);
  await page.evaluate(() => {
    globalThis.blocked = true;
    for (const worker of globalThis.workers) worker.dispatchEvent(new ErrorEvent("error"));
  });
  await write(page, SB("relaxed.gpu"));
  await page.waitForFunction(() => /run in a worker/.test(document.querySelector("#details").textContent));
  await page.evaluate(() => { globalThis.blocked = false; });
  await write(page, SB("weak"));
  await says(page, "sc", "unreachable");
  assert.ok(await page.locator("#notice").isHidden());
  assert.deepEqual(wrong, []);
  await close();
});
