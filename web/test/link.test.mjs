// What the address says, and what stands in the page: links that come while it is open, and texts that are changed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SB, linked, opened, ready, says, started, write } from "./support.mjs";

started();

const OWN = "acyclic po | rf | co | fr as sc\n";
const under = (page, model) => page.waitForFunction((model) => document.querySelector("#details h2")?.textContent.endsWith(`under ${model}`), model);
const hash = (page) => page.evaluate(() => location.hash);

test("where a model of one's own goes with its link, another is chosen", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  for (const other of ["", linked({ text: SB("weak") })]) {
    if (other !== "") await page.evaluate((hash) => { location.hash = hash; }, other);
    await page.evaluate((hash) => { location.hash = hash; }, linked({ text: SB("relaxed.gpu"), own: OWN, model: "own model" }));
    await under(page, "own model");
    await page.goBack();
    await under(page, "ptx-7.5");
    assert.ok(await page.locator('input[value="ptx-7.5"]').isChecked());
    assert.equal(await page.locator('input[value="own model"]').count(), 0);
  }
  assert.deepEqual(wrong, []);
  await close();
});

test("a link to a kernel without a text shows none", async () => {
  const { page, wrong, close } = await opened(linked({ text: SB("weak"), kernel: { ptx: "", launch: "" } }, 2));
  await ready(page);
  assert.equal(await page.getByRole("tab", { name: "Kernel" }).getAttribute("aria-selected"), "true");
  await page.waitForSelector("#mistakes li.bad");
  assert.deepEqual(await page.locator("#kernel .cm-content").allInnerTexts(), ["\n", "\n"]);
  assert.equal(await page.locator("#details h2").count(), 0);
  assert.deepEqual(wrong, []);
  await close();
});

test("a text that is changed is none that the address has; what is only looked at is", async () => {
  const [first, second] = [linked({ text: SB("weak") }), linked({ text: SB("relaxed.gpu") })];
  const { page, wrong, close } = await opened(first);
  await ready(page);
  await says(page, "sc", "unreachable");
  await page.evaluate((hash) => { location.hash = hash; }, second);
  await says(page, "tso", "reachable");
  await page.locator('input[value="tso"]').check();
  await page.getByRole("tab", { name: "Kernel" }).click();
  await says(page, "ptx-7.5", "violated");
  await page.getByRole("tab", { name: "Model of your own" }).click();
  await page.getByRole("tab", { name: "Test" }).click();
  assert.equal(await hash(page), second);
  await write(page, SB("volatile"));
  await page.waitForFunction(() => location.hash === "");
  await page.goBack();
  await page.waitForFunction(() => /st\.weak/.test(document.querySelector("#editor .cm-content").innerText));
  assert.equal(await hash(page), first);
  await page.getByRole("tab", { name: "Kernel" }).click();
  await write(page, "// mine\n", "#ptx");
  await page.waitForFunction(() => location.hash === "");
  assert.deepEqual(wrong, []);
  await close();
});
