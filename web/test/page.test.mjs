// The built page in a real Chromium, served from a folder: CHROMIUM names the browser, if it is not Debian's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SB, fits, opened, paste, ready, says, shot, started, write } from "./support.mjs";

started();

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
    await fits(page, name);
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
  assert.match(await page.locator("#mistakes").innerText(), /\S — did you mean `\.relaxed`\?/);
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

test("on a phone no word of the answer in words is broken, and a step's number stands at its first line", async () => {
  const { page, wrong, close } = await opened("", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await ready(page);
  await says(page, "ptx-7.5", "reachable");
  await page.locator('input[value="ugpu-weak"]').check();
  await page.waitForSelector(".schedule");
  const words = await page.locator("#details pre").last().textContent();
  for (const whole of ["instruction", "stores", "(own)", "(borrowed)"]) assert.ok(words.includes(whole), `${whole} in ${words}`);
  // A marker has no box to be measured: a button aligned with its last line would push the marker down.
  const aligned = await page.locator(".steps button").first().evaluate((one) => getComputedStyle(one).verticalAlign);
  assert.equal(aligned, "top");
  await shot(page, "phone-schedule");
  assert.deepEqual(wrong, []);
  await close();
});

test("at 320 pixels no word of the matrix is broken", async () => {
  const { page, wrong, close } = await opened("", { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });
  await ready(page);
  await says(page, "ptx-7.5", "reachable");
  const broken = await page.locator(".matrix").evaluate((matrix) => {
    const found = [];
    for (const cell of matrix.querySelectorAll("td:not(:first-child) span")) {
      const text = cell.firstChild;
      for (const word of text?.textContent.matchAll(/[^\s-]+/g) ?? []) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (range.getClientRects().length > 1) found.push(word[0]);
      }
    }
    return found;
  });
  assert.deepEqual(broken, []);
  await fits(page, "320 pixels");
  const heights = await page.locator(".tabs button").evaluateAll((tabs) => tabs.map((tab) => tab.getClientRects()[0].height));
  assert.equal(new Set(heights).size, 1, "each tab has one line");
  await page.getByRole("tab", { name: "Model of your own" }).click();
  const rows = await page.locator("#tab-own").evaluate((tab) => tab.getBoundingClientRect().height);
  assert.ok(rows < 40, `${rows} pixels`);
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

test("final states are listed beside the answer, of the condition's registers or of all", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await write(page, SB("relaxed.gpu"));
  await page.locator('input[value="tso"]').check();
  // Read at once: the answer before has as many, and its list goes when this one comes.
  const rows = await page.waitForFunction(() => {
    const of = (place) => document.querySelector(place)?.textContent ?? "";
    const found = /under tso/.test(of("#details h2")) && /^4 final states; 1 of them satisfies/.test(of(".finals p"));
    const all = [...document.querySelectorAll(".finals tbody tr")];
    const values = (row) => [...row.cells].slice(1).map((cell) => cell.textContent).join(" ");
    return found && all.map((row) => [values(row), row.className]);
  });
  assert.deepEqual(await rows.jsonValue(), [["0 0", "always"], ["0 1", "never"], ["1 0", "never"], ["1 1", "never"]]);
  await page.locator('input[value="sc"]').check();
  await page.waitForFunction(() => /^3 final states; none/.test(document.querySelector(".finals p")?.textContent ?? ""));
  await page.locator(".finals select").selectOption("all");
  await page.waitForFunction(() => document.querySelectorAll(".finals thead th").length === 5);
  assert.deepEqual((await page.locator(".finals thead th").allInnerTexts()).slice(1), ["P0:r0", "P1:r0", "x", "y"]);
  await page.locator('input[value="tso"]').check();
  await page.waitForFunction(() => /under tso/.test(document.querySelector("#details h2")?.textContent ?? "") && document.querySelectorAll(".finals thead th").length === 5);
  await shot(page, "finals");
  assert.deepEqual(wrong, []);
  await close();
});

test("a test that asks whether executions end has no final states to list, and says so", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await write(page, SB("relaxed.gpu").replace(/exists.*/, "forall (terminates)"));
  await page.waitForFunction(() => /asks whether executions end/.test(document.querySelector(".finals")?.textContent ?? ""), undefined, { timeout: 60_000 });
  assert.deepEqual(wrong, []);
  await close();
});

test("a word that is pointed at is explained, and completion says what it offers", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await write(page, SB("relaxed.gpu"));
  const spot = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector("#editor .cm-content"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent.indexOf("relaxed");
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at + 2);
      range.setEnd(node, at + 3);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
  });
  await page.mouse.move(spot.x - 3, spot.y);
  await page.mouse.move(spot.x, spot.y, { steps: 3 });
  await page.waitForSelector(".cm-tooltip-hover .meaning");
  assert.match(await page.locator(".cm-tooltip-hover .meaning").innerText(), /\S{3}/);
  await shot(page, "hover");
  await write(page, "PTX T\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ");
  await page.keyboard.type("ld.");
  await page.waitForSelector(".cm-tooltip-autocomplete li");
  const offers = await page.locator(".cm-tooltip-autocomplete li").allInnerTexts();
  for (const word of ["acquire", "weak"]) assert.ok(offers.includes(word), `${word} in ${offers}`);
  for (const word of ["fence", "release", "acq_rel"]) assert.ok(!offers.includes(word), `${word} in ${offers}`);
  await page.waitForSelector(".cm-completionInfo .meaning");
  await page.keyboard.type("acq");
  await shot(page, "completion");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /ld\.acquire/.test(document.querySelector("#editor .cm-content").textContent));
  await page.getByRole("tab", { name: "Model of your own" }).click();
  await write(page, "acyclic ");
  await page.keyboard.type("po-l");
  await page.waitForSelector(".cm-completionInfo .meaning");
  assert.deepEqual(wrong, []);
  await close();
});

test("a model of one's own is asked beside the others", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await page.getByRole("tab", { name: "Model of your own" }).click();
  await says(page, "own model", "unreachable");
  await page.waitForFunction(() => /unreachable under own model/.test(document.querySelector("#details h2")?.textContent));
  await write(page, "acyclic po-loc | rf | co | fr as coherence\n");
  await says(page, "own model", "reachable");
  await write(page, "acyclic po-lock | rf as coherence\n");
  await page.waitForSelector("#mistakes li.bad");
  assert.match(await page.locator("#mistakes").innerText(), /po-loc/);
  assert.deepEqual(wrong, []);
  await close();
});

test("a model of one's own that forbids nothing gives no verdict, and the page says why", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await page.getByRole("tab", { name: "Model of your own" }).click();
  for (const text of [" \n", "// acyclic po as x\n(* (* *) empty rf *)\n", "let a = po\n"]) {
    await says(page, "own model", "unreachable");
    await write(page, text);
    await says(page, "own model", "no answer");
    await page.waitForFunction(() => /has no axiom, so it forbids nothing/.test(document.querySelector("#details .bad")?.textContent ?? ""));
    assert.equal(await page.locator("#details h2").count(), 0);
    await says(page, "sc", "unreachable");
    await write(page, "(* (* *) *) acyclic po | rf | co | fr as sc\n");
  }
  assert.deepEqual(wrong, []);
  await close();
});

test("a model of one's own begins with the text of one that is there, and says what that says", async () => {
  const { page, wrong, close } = await opened();
  await ready(page);
  await page.getByRole("tab", { name: "Model of your own" }).click();
  const models = await page.locator("#models option").evaluateAll((all) => all.map(({ value }) => value).filter((value) => value !== ""));
  assert.ok(models.includes("ptx-7.5") && models.includes("hrf-rsp") && !models.includes("ugpu-weak"), models.join(" "));
  const verdict = (model) => page.locator(`tr:has(input[value="${model}"]) .verdict`).innerText();
  for (const model of models) {
    await page.selectOption("#models", model);
    await page.waitForFunction(() => document.querySelector("#matrix .waiting"));
    await page.waitForFunction(() => !document.querySelector("#matrix .waiting"), undefined, { timeout: 60_000 });
    assert.equal(await verdict("own model"), await verdict(model), model);
  }
  assert.equal(await page.locator("#mistakes li").count(), 0);
  assert.deepEqual(wrong, []);
  await close();
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
    await paste(page, text);
    await page.waitForTimeout(1500);
  }
  assert.equal(await page.title(), "gpu-litmus");
  await page.selectOption("#examples", { label: "sb" });
  await says(page, "sc", "unreachable");
  assert.deepEqual(wrong, []);
  await close();
});

test("every control has a name", async () => {
  const { page, close } = await opened();
  await ready(page);
  await page.waitForSelector("#details .frame img");
  await page.waitForSelector(".finals tbody tr");
  const nameless = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("button, select, input, img, [role=tab], [tabindex='0'][role=group], [role=textbox]")]
        .filter((one) => !(one.textContent?.trim() || one.ariaLabel || one.title || one.labels?.length || one.alt))
        .map((one) => one.outerHTML),
    );
  assert.deepEqual(await nameless(), []);
  await page.getByRole("tab", { name: "Kernel" }).click();
  await page.waitForSelector(".run");
  assert.deepEqual(await nameless(), []);
  await close();
});
