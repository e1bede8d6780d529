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

test("by the keyboard alone: out of the text, to a model, through a search, and back", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await says(page, "ptx-7.5", "reachable");
  await page.waitForSelector(".finals tbody tr");
  const here = () => page.evaluate(() => document.activeElement.id || document.activeElement.value || document.activeElement.textContent);
  /** Presses a key until something has the focus; as somebody would who sees where they are. */
  const until = async (key, wanted) => {
    for (let press = 0; press < 40; press += 1) {
      if ((await here()) === wanted) return;
      await page.keyboard.press(key);
    }
    assert.fail(`${wanted} is not reached by ${key}: ${await here()}`);
  };
  await until("Tab", "tab-test");
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains("cm-content")));
  await page.locator("#leave").waitFor({ state: "visible" });
  assert.match(await page.locator("#editor .cm-content").getAttribute("aria-describedby"), /^leave$/);
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains("cm-content")), "Tab indents");
  await page.keyboard.press("Control+z");
  await page.waitForTimeout(400);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await until("Tab", "bound");
  await until("Tab", "model-ptx-7-5");
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => document.activeElement.value === "ptx-6.0" && /under ptx-6\.0/.test(document.querySelector("#details h2")?.textContent));
  await page.waitForFunction(() => document.querySelector("#spoken").textContent === "reachable under ptx-6.0");
  await until("Tab", "Cheapest fences");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".offer .added", { timeout: 120_000 });
  await until("Tab", "Apply to the test");
  await page.keyboard.press("Enter");
  await says(page, "ptx-6.0", "unreachable");
  await page.waitForFunction(() => document.querySelector("#spoken").textContent === "unreachable under ptx-6.0");
  assert.deepEqual(wrong, []);
  await close();
});

test("who is in the table by the keyboard stays there when the test is asked anew", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await says(page, "ptx-7.5", "reachable");
  await page.selectOption("#bound", "3");
  await page.locator('input[value="ptx-7.5"]').focus();
  await page.waitForFunction(() => document.querySelector("#matrix .waiting"));
  await says(page, "ptx-7.5", "reachable");
  assert.equal(await page.evaluate(() => document.activeElement.value), "ptx-7.5");
  assert.deepEqual(wrong, []);
  await close();
});

test("what is read aloud is the short of an answer, and no more than that", async () => {
  const { page, close } = await opened();
  await ready(page);
  await says(page, "ptx-7.5", "reachable");
  await page.waitForSelector(".finals tbody tr");
  const aloud = await page.evaluate(() => [...document.querySelectorAll("[aria-live], [role=status], [role=alert]")].map((one) => [one.id || one.className, one.textContent.length]).filter(([, length]) => length > 120));
  assert.deepEqual(aloud, []);
  assert.equal(await page.locator("#spoken").textContent(), "reachable under ptx-7.5");
  await page.getByRole("tab", { name: "Kernel" }).click();
  await page.waitForFunction(() => document.querySelector("#spoken").textContent === "violated under ptx-7.5", undefined, { timeout: 60_000 });
  await close();
});

test("who wants no motion sees none", async () => {
  const { page, close } = await opened("", { reducedMotion: "reduce" });
  await ready(page);
  await page.locator("#editor .cm-content").click();
  await page.waitForSelector("#editor .cm-focused");
  const moving = await page.evaluate(() => document.getAnimations().map((one) => one.animationName ?? one.transitionProperty));
  assert.deepEqual(moving, []);
  await close();
});
