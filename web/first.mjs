// How long the page takes to its first verdict, opened from `gpu-litmus serve` with nothing in any cache, and to the verdict on
// what is typed: `make first`. The ratio beside each time is to that in which the same browser has the page and its
// script, before anything is asked: another machine has other times, and about the same ratios. GPU_LITMUS names the program,
// CHROMIUM the browser.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = process.env.GPU_LITMUS ?? `${root}target/release/gpu-litmus`;
/** What the first verdict may take, in milliseconds. */
const GOAL = 1000;
const server = spawn(program, ["serve", "--port", "0", "--from", `${root}web/dist`], { stdio: ["ignore", "pipe", "inherit"] });
const line = await new Promise((resolve) => createInterface({ input: server.stdout }).once("line", resolve));
const url = line.split(" ")[0];
const times = { "page and script": [], "first verdict": [], "all verdicts": [], "verdict on what is typed": [], "first kernel": [] };
let sent = 0;
for (let run = 0; run < 7; run += 1) {
  // A browser of its own: neither its cache nor its compiled code is warm.
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
  const since = async (test) => {
    await page.waitForFunction(test, undefined, { polling: 10, timeout: 60_000 });
    return page.evaluate(() => performance.now());
  };
  await page.goto(url, { waitUntil: "commit" });
  const known = () => [...document.querySelectorAll("#matrix .verdict")].some((one) => !/^[…–]$/.test(one.textContent));
  const first = await since(known);
  const all = await since(() => document.querySelector("#matrix tr") && !document.querySelector("#matrix .waiting"));
  sent = bytes;
  const loaded = await page.evaluate(() => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd);
  const typed = await answered(page);
  const before = await page.evaluate(() => performance.now());
  await page.getByRole("tab", { name: "Kernel" }).click();
  const kernel = (await since(() => document.querySelector(".checks tbody tr"))) - before;
  // The first run fills the caches of the machine, not of the browser.
  if (run > 0) for (const [name, time] of [["page and script", loaded], ["first verdict", first], ["all verdicts", all], ["verdict on what is typed", typed], ["first kernel", kernel]]) times[name].push(time);
  await browser.close();
}
server.kill();
const sorted = Object.entries(times).map(([name, all]) => [name, all.sort((a, b) => a - b)]);
const median = (all) => all[Math.floor(all.length / 2)];
const unit = median(times["page and script"]);
for (const [name, all] of sorted) {
  const least = Math.round(all[0]);
  console.log(`${name}: ${Math.round(median(all))} ms (${least} to ${Math.round(all.at(-1))}), ${(median(all) / unit).toFixed(1)} times the page and its script`);
}
console.log(`the first verdict takes ${(median(times["first verdict"]) / GOAL).toFixed(2)} of its goal`);
console.log(`sent by the network's count until all verdicts were there: ${Math.round(sent / 1024)} kB`);

/** How long it takes from a letter to the verdict on the text with it; the page waits a quarter of a second for more. */
async function answered(page) {
  await page.waitForSelector("#details:not([aria-busy]) .frame img");
  await page.locator("#editor .cm-content").click();
  await page.evaluate(() => {
    const working = () => document.querySelector("#details").hasAttribute("aria-busy");
    globalThis.typed = new Promise((resolve) => {
      let [since, busy] = [0, false];
      document.querySelector("#editor").addEventListener("keydown", () => { since = performance.now(); }, { capture: true });
      new MutationObserver(() => {
        if (busy && !working()) resolve(performance.now() - since);
        busy = working();
      }).observe(document.querySelector("#details"), { attributes: true, childList: true });
    });
  });
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" ");
  return page.evaluate(() => globalThis.typed);
}
