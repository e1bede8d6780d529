// The built page in a real Chromium, served from a folder: CHROMIUM names the browser, if it is not Debian's.

import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { served } from "./serve.mjs";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
assert.ok(existsSync(executablePath), `no browser at ${executablePath} (Debian: apt install chromium)`);
const shots = process.env.SHOTS;
let browser;
let site;

before(async () => {
  site = await served();
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
});
after(async () => {
  await browser?.close();
  site?.close();
});

/** A page with nothing remembered, that failed nowhere. */
async function opened(path = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  await page.goto(site.url + path);
  return { page, wrong, close: () => context.close() };
}

const ready = (page) => page.waitForSelector("body[data-ready]", { timeout: 60_000 });
const verdict = (page, model) => page.locator(`tr:has(input[value="${model}"]) .verdict`);
async function says(page, model, word) {
  await page.waitForFunction(
    ([model, word]) => document.querySelector(`tr:has(input[value="${model}"]) .verdict`)?.textContent === word,
    [model, word],
    { timeout: 60_000 },
  );
}
async function write(page, text) {
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}
async function shot(page, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

const SB = (order) =>
  `PTX SB\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.${order} x, 1 | st.${order} y, 1 ;\n ld.${order} r0, y | ld.${order} r0, x ;\nexists (P0:r0 == 0 /\\ P1:r0 == 0)\n`;

test("the page opens with message passing and all models answer", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await says(page, "sc", "unreachable");
  await says(page, "ptx-7.5", "reachable");
  await page.waitForSelector("#details .frame img");
  await page.waitForFunction(() => document.querySelector("#details .frame img").naturalWidth > 100);
  await shot(page, "light");
  assert.deepEqual(wrong, []);
  await close();
});

test("dark and narrow: nothing is wider than the screen", async () => {
  for (const [name, options] of [
    ["dark", { colorScheme: "dark" }],
    ["phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
    ["phone-dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
  ]) {
    const { page, wrong, close } = await opened("", options);
    await ready(page);
    await page.waitForSelector("#details .frame img");
    await says(page, "ptx-7.5", "reachable");
    await shot(page, name);
    const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    assert.ok(width <= room, `${name}: ${width} of ${room} pixels`);
    assert.deepEqual(wrong, []);
    await close();
  }
});

test("a typed test is answered, and its mistakes are marked with what is nearest", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await write(page, SB("relaxed.gpu"));
  await says(page, "sc", "unreachable");
  await says(page, "tso", "reachable");
  await write(page, SB("relaxd.gpu"));
  await page.waitForSelector("#mistakes li.bad");
  assert.match(await page.locator("#mistakes").innerText(), /relaxed/);
  await shot(page, "mistakes");
  assert.deepEqual(wrong, []);
  await close();
});

test("the cheapest fences are applied by a click and forbid the outcome", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await says(page, "ptx-7.5", "reachable");
  await page.getByRole("button", { name: "Cheapest fences" }).click();
  await page.waitForSelector(".offer .added", { timeout: 120_000 });
  await shot(page, "fences");
  await page.getByRole("button", { name: "Apply to the test" }).click();
  await says(page, "ptx-7.5", "unreachable");
  await page.waitForFunction(() => /unreachable/.test(document.querySelector("#details h2")?.textContent ?? ""));
  await page.getByRole("button", { name: "Minimize the test" }).click();
  await page.waitForSelector(".search p, .search .diff", { timeout: 120_000 });
  assert.deepEqual(wrong, []);
  await close();
});

test("a machine's schedule is stepped through", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await page.locator('input[value="ugpu-weak"]').check();
  await page.waitForSelector(".schedule");
  const next = page.getByRole("button", { name: "one step on" });
  await next.click();
  await next.click();
  assert.match(await page.locator(".step").innerText(), /^Step 2 of/);
  await page.waitForSelector(".memory tbody tr");
  await shot(page, "schedule");
  assert.deepEqual(wrong, []);
  await close();
});

test("a model of one's own is asked beside the others", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await page.getByRole("tab", { name: "Model of your own" }).click();
  await says(page, "own model", "unreachable");
  await write(page, "acyclic po-loc | rf | co | fr as coherence\n");
  await says(page, "own model", "reachable");
  await write(page, "acyclic po-lock | rf as coherence\n");
  await page.waitForSelector("#mistakes li.bad");
  assert.match(await page.locator("#mistakes").innerText(), /po-loc/);
  assert.deepEqual(wrong, []);
  await close();
});

test("a permalink brings test and model back in a fresh browser; a bad one says so", async () => {
  const first = await opened();
  await ready(first.page);
  await write(first.page, SB("relaxed.gpu"));
  await first.page.locator('input[value="tso"]').check();
  await first.page.getByRole("button", { name: "Share" }).click();
  await first.page.waitForFunction(() => location.hash.startsWith("#v1."));
  const hash = await first.page.evaluate(() => location.hash);
  await first.close();
  const second = await opened(hash);
  await ready(second.page);
  await says(second.page, "tso", "reachable");
  assert.match(await second.page.locator("#editor .cm-content").innerText(), /PTX SB/);
  assert.ok(await second.page.locator('input[value="tso"]').isChecked());
  assert.deepEqual(second.wrong, []);
  await second.close();
  for (const [bad, text] of [
    ["#v2.abc", /newer version/],
    [hash.slice(0, 30), /damaged/],
    ["#what", /says nothing/],
  ]) {
    const { page, close } = await opened(bad);
    await ready(page);
    assert.match(await page.locator("#notice").innerText(), text);
    await says(page, "sc", "unreachable");
    await close();
  }
});

test("hostile input is text, and the page lives on", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  const evil = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
  await write(page, `PTX T\n"${evil}"\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nexists (P0:r0 == 0)\n`);
  await says(page, "sc", "reachable");
  await page.waitForSelector("#details .frame img");
  const terms = Array.from({ length: 20_000 }, () => "P0:r0 == 0").join(" /\\ ");
  for (const text of [`PTX T\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nexists (${terms})\n`, "x".repeat(10_000_000)]) {
    // Typed in one go, as a paste is.
    await page.evaluate((text) => {
      const content = document.querySelector("#editor .cm-content");
      const data = new DataTransfer();
      data.setData("text/plain", text);
      content.focus();
      document.execCommand("selectAll");
      content.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
    await page.waitForTimeout(1500);
  }
  assert.equal(await page.title(), "gpu-litmus");
  await page.selectOption("#examples", { label: "sb" });
  await says(page, "sc", "unreachable");
  assert.deepEqual(wrong, []);
  await close();
});

test("without the module, and without WebAssembly, the page says what is missing", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto(site.url);
  await page.waitForSelector("#notice:not([hidden])");
  await context.close();
  const other = await browser.newContext();
  const without = await other.newPage();
  await without.addInitScript("delete globalThis.WebAssembly");
  await without.goto(site.url);
  await without.waitForSelector("#notice:not([hidden])");
  assert.match(await without.locator("#notice").innerText(), /no WebAssembly/);
  await other.close();
});

test("every control has a name", async () => {
  const { page, close } = await opened();
  await ready(page);
  await page.waitForSelector("#details .frame img");
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, input, img, [role=tab]")]
      .filter((one) => !(one.textContent?.trim() || one.ariaLabel || one.title || one.labels?.length || one.alt))
      .map((one) => one.outerHTML),
  );
  assert.deepEqual(nameless, []);
  await close();
});
