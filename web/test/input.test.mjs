// What a page must live with: links that are old, new or damaged, browsers that lack something.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { SB, opened, ready, says, started, write } from "./support.mjs";

started();

/** A link that holds this, as a page would have written it. */
const linked = (shared) => `#v1.${deflateRawSync(JSON.stringify(shared)).toString("base64url")}`;

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
  await close();
}

test("without the module the page says so", () => noticed((page) => page.route("**/*.wasm", (route) => route.abort()), /\S/));

test("a module that is none", () =>
  noticed((page) => page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "" })), /could not be fetched \(404\)/));

test("without WebAssembly the page says what is missing", () =>
  noticed((page) => page.addInitScript("delete globalThis.WebAssembly"), /no WebAssembly/));

test("a worker that is blocked: its script does not come, or the browser makes none", async () => {
  await noticed((page) => page.route("**/worker.js", (route) => route.abort()), /run in a worker/);
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
