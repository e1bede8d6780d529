// What the tests of the page share: a browser, the page in it, and what is typed.

import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { after, before } from "node:test";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { served } from "./serve.mjs";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const shots = process.env.SHOTS;
/** The screens that everything is looked at on. */
export const DESK = {};
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const NARROW = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };
let browser;
let site;

/** A browser and a server for the tests of a file. */
export function started() {
  assert.ok(existsSync(executablePath), `no browser at ${executablePath} (Debian: apt install chromium)`);
  before(async () => {
    site = await served();
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
  });
  after(async () => {
    await browser?.close();
    site?.close();
  });
}

/** A page with nothing remembered, of the server or of an address of its own, and what fails in it; `prepare` is called before it opens. */
export async function opened(path = "", options = {}, prepare = async () => {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  await prepare(page);
  await page.goto(new URL(path, site.url).href);
  return { page, wrong, close: () => context.close() };
}

export const ready = (page) => page.waitForSelector("body[data-ready]", { timeout: 60_000 });

export async function says(page, model, word) {
  await page.waitForFunction(
    ([model, word]) => document.querySelector(`tr:has(input[value="${model}"]) .verdict`)?.textContent === word,
    [model, word],
    { timeout: 60_000 },
  );
}

/** Types over what stands in an editor. */
export async function write(page, text, editor = "#editor") {
  await page.locator(`${editor} .cm-content`).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

/** Puts a text into an editor in one go, as a paste does. */
export async function paste(page, text, editor = "#editor") {
  await page.evaluate(
    ([text, editor]) => {
      const content = document.querySelector(`${editor} .cm-content`);
      const data = new DataTransfer();
      data.setData("text/plain", text);
      content.focus();
      document.execCommand("selectAll");
      content.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    },
    [text, editor],
  );
}

/** A picture for people, where SHOTS names a folder. */
export async function shot(page, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

/** Whether the page is as wide as the screen at most. */
export async function fits(page, name) {
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(width <= room, `${name}: ${width} of ${room} pixels`);
}

export const SB = (order) =>
  `PTX SB\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.${order} x, 1 | st.${order} y, 1 ;\n ld.${order} r0, y | ld.${order} r0, x ;\nexists (P0:r0 == 0 /\\ P1:r0 == 0)\n`;

/** A link that holds this, as a page would have written it. */
export const linked = (shared, version = 1) => `#v${version}.${deflateRawSync(JSON.stringify(shared)).toString("base64url")}`;
