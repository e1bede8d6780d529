// What is offered while one writes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, ready, started, write } from "./support.mjs";

started();

test("behind a dot stands only what the instruction takes there", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  for (const [begun, those, others] of [
    ["st.", ["weak", "release"], ["acquire", "acq_rel", "gpu", "sync"]],
    ["st.release.", ["gpu", "cta"], ["weak", "relaxed", "acquire"]],
    ["atom.", ["acq_rel", "gpu", "cas"], ["weak", "volatile", "sync"]],
    ["red.relaxed.gpu.", ["add"], ["exch", "cas", "cta", "acquire"]],
    ["fence.", ["sc", "acq_rel", "gpu", "proxy"], ["weak", "acquire", "release"]],
    ["fence.proxy.", ["alias", "generic"], ["sc", "gpu"]],
    ["membar.", ["cta", "gl", "sys"], ["sc", "gpu"]],
    ["bar.", ["sync", "arrive"], ["sc", "relaxed", "gpu"]],
  ]) {
    await write(page, "PTX T\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ");
    await page.waitForSelector(".cm-tooltip-autocomplete", { state: "detached" });
    await page.keyboard.type(begun);
    await page.waitForSelector(".cm-tooltip-autocomplete li");
    const offers = await page.locator(".cm-tooltip-autocomplete li").allInnerTexts();
    for (const word of those) assert.ok(offers.includes(word), `${begun}: ${word} in ${offers}`);
    for (const word of others) assert.ok(!offers.includes(word), `${begun}: ${word} in ${offers}`);
    await page.keyboard.press("Escape");
  }
  assert.deepEqual(wrong, []);
  await close();
});
