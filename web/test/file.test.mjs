// The page in one file, opened from a folder: no server, and nothing that it could fetch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SB, fits, opened, ready, says, shot, started, write } from "./support.mjs";

started();

const at = (file) => new URL(`../dist/${file}`, import.meta.url).href;

test("the page in one file answers tests and kernels, and is shared, without a server", async () => {
  const asked = [];
  const { page, wrong, close } = await opened(at("gpu-litmus.html"), {}, async (page) => {
    page.on("request", (request) => asked.push(request.url()));
  });
  await ready(page);
  await says(page, "sc", "unreachable");
  await says(page, "ptx-7.5", "reachable");
  await write(page, SB("relaxed.gpu"));
  await says(page, "tso", "reachable");
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#v1."));
  const shared = page.url();
  await page.locator("#tab-kernel").click();
  await says(page, "ptx-7.5", "violated");
  await shot(page, "file");
  await fits(page, "file");
  await close();
  const again = await opened(shared);
  await ready(again.page);
  assert.match(await again.page.locator("#editor").innerText(), /relaxed\.gpu/);
  await again.page.context().setOffline(true);
  await again.page.reload();
  await ready(again.page);
  await says(again.page, "tso", "reachable");
  await again.close();
  assert.deepEqual([...wrong, ...again.wrong], []);
  assert.deepEqual(asked.filter((url) => !/^(file|blob|data):/.test(url)), []);
  assert.equal(asked.filter((url) => url.startsWith("file:")).length, 1);
});

test("the page of many files says from a folder what does work there", async () => {
  const { page, close } = await opened(at("index.html"));
  const late = page.locator("#late");
  await late.waitFor({ state: "visible", timeout: 10_000 });
  await late.getByRole("link").click();
  await ready(page);
  await says(page, "sc", "unreachable");
  await close();
});
