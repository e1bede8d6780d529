// Labels, contrast and structure by axe-core, on every tab, in light, dark and at the width of a phone.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { opened, ready, says, shot, started, fits } from "./support.mjs";

started();
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe finds, each with where. */
async function found(page) {
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => [id, help, ...nodes.slice(0, 4).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`)]);
  });
}

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
for (const [name, options] of [
  ["light", {}],
  ["dark", { colorScheme: "dark" }],
  ["phone", PHONE],
  ["phone-dark", { ...PHONE, colorScheme: "dark" }],
]) {
  test(`nothing to complain of: ${name}`, { timeout: 240_000 }, async () => {
    const { page, wrong, close } = await opened("", { bypassCSP: true, ...options });
    await page.addScriptTag({ path: axe });
    await ready(page);
    const all = [];
    const look = async (where) => {
      await page.waitForFunction(() => !document.querySelector("[aria-busy]"));
      for (const one of await found(page)) all.push([where, ...one]);
      await shot(page, `access-${name}-${where}`);
      await fits(page, `${name} ${where}`);
    };
    await says(page, "ptx-7.5", "reachable");
    await page.waitForSelector("#details .frame img");
    await page.waitForSelector(".finals tbody tr");
    await page.getByRole("button", { name: "Cheapest fences" }).click();
    await page.waitForSelector(".offer .added", { timeout: 120_000 });
    await look("test");
    await page.locator('input[value="ugpu-weak"]').check();
    await page.waitForSelector(".schedule");
    await page.getByRole("button", { name: "one step on" }).click();
    await look("schedule");
    await page.getByRole("tab", { name: "Model of your own" }).click();
    await says(page, "own model", "unreachable");
    await page.locator("#editor .cm-content").click();
    await page.keyboard.type("acyclc ");
    await page.waitForSelector("#mistakes li.bad");
    await look("own");
    await page.getByRole("tab", { name: "Kernel" }).click();
    await says(page, "ptx-7.5", "violated");
    await page.waitForSelector(".run");
    await look("kernel");
    assert.deepEqual(all, []);
    assert.deepEqual(wrong, []);
    await close();
  });
}

test("the keyboard goes from tab to tab", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await page.getByRole("tab", { name: "Test" }).focus();
  for (const name of ["Model of your own", "Kernel", "Test"]) {
    await page.keyboard.press("ArrowRight");
    const tab = page.getByRole("tab", { name, exact: true });
    assert.equal(await tab.getAttribute("aria-selected"), "true");
    assert.ok(await tab.evaluate((one) => one === document.activeElement), name);
  }
  assert.deepEqual(wrong, []);
  await close();
});
