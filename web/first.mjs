// How long the page takes to its first verdict, opened from `gpu-litmus serve` with nothing in any cache: `npm run first`.
// GPU_LITMUS names the program, CHROMIUM the browser.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = process.env.GPU_LITMUS ?? `${root}target/release/gpu-litmus`;
const server = spawn(program, ["serve", "--port", "0", "--from", `${root}web/dist`], { stdio: ["ignore", "pipe", "inherit"] });
const line = await new Promise((resolve) => createInterface({ input: server.stdout }).once("line", resolve));
const url = line.split(" ")[0];
const times = { "first verdict": [], "all verdicts": [], "first kernel": [] };
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
  const before = await page.evaluate(() => performance.now());
  await page.getByRole("tab", { name: "Kernel" }).click();
  const kernel = (await since(() => document.querySelector(".checks tbody tr"))) - before;
  // The first run fills the caches of the machine, not of the browser.
  if (run > 0) for (const [name, time] of [["first verdict", first], ["all verdicts", all], ["first kernel", kernel]]) times[name].push(time);
  await browser.close();
}
server.kill();
for (const [name, all] of Object.entries(times)) {
  all.sort((a, b) => a - b);
  console.log(`${name}: ${Math.round(all[Math.floor(all.length / 2)])} ms (${Math.round(all[0])} to ${Math.round(all.at(-1))})`);
}
console.log(`sent by the network's count until all verdicts were there: ${Math.round(sent / 1024)} kB`);
