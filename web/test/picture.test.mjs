// The picture, smaller tests and smallest executions, on a desk and on a phone.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { DESK, PHONE, SB, fits, opened, paste, ready, says, shot, started, write } from "./support.mjs";

started();

/** A page with the picture of its first test under ptx-7.5. */
async function pictured(options) {
  const all = await opened("", options);
  await ready(all.page);
  await drawn(all.page, "ptx-7.5");
  return all;
}

/** Waits for the picture of a model's answer. */
async function drawn(page, model) {
  await page.waitForFunction(
    (model) => document.querySelector("#details h2")?.textContent.endsWith(`under ${model}`) && !document.querySelector("#details[aria-busy]") && document.querySelector("#details .frame img")?.naturalWidth > 100,
    model,
    { timeout: 60_000 },
  );
}

const width = (page) => page.locator(".frame img").evaluate((image) => image.getBoundingClientRect().width);

/** What a button saves: its name and its bytes. */
async function saved(page, label) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: label }).first().click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Saves both pictures, and holds them against what is drawn and against each other. */
async function exported(page, name, words) {
  const drawn = await page.locator(".frame img").first().evaluate(({ naturalWidth, naturalHeight, alt }) => [naturalWidth, naturalHeight, alt]);
  const svg = await saved(page, "save as SVG");
  assert.equal(svg.name, `${name}.svg`);
  const text = svg.bytes.toString("utf8");
  const read = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const root = parsed.documentElement;
    const texts = [...parsed.querySelectorAll("text")].map((one) => one.textContent);
    return { broken: parsed.querySelector("parsererror") !== null, drawn: [Number(root.getAttribute("width")), Number(root.getAttribute("height")), parsed.querySelector("title")?.textContent], texts };
  }, text);
  assert.ok(!read.broken, "well-formed");
  assert.deepEqual(read.drawn, drawn);
  for (const word of words) assert.ok(read.texts.some((text) => text.includes(word)), `${word} in ${read.texts.join("; ")}`);
  const png = await saved(page, "save as PNG");
  assert.equal(png.name, `${name}.png`);
  assert.equal(png.bytes.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
  assert.deepEqual([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)], [drawn[0] * 2, drawn[1] * 2]);
  const { differing, dark } = await compared(page, text, png.bytes);
  assert.ok(differing < 0.001, `${differing} of the points differ`);
  assert.ok(dark > 0.001, "there is something on it");
}

/** Which part of the points differs between the two pictures, and which part is dark in the second. */
const compared = (page, svg, png) =>
  page.evaluate(
    async ([svg, png]) => {
      const points = async (source, size) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = size ?? [image.naturalWidth, image.naturalHeight];
        const context = canvas.getContext("2d", { willReadFrequently: true });
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return context.getImageData(0, 0, canvas.width, canvas.height);
      };
      const one = await points(`data:image/png;base64,${png}`);
      const other = await points(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, [one.width, one.height]);
      const all = one.width * one.height;
      let [differing, dark] = [0, 0];
      for (let at = 0; at < all * 4; at += 4) {
        if (Math.abs(one.data[at] - other.data[at]) > 32) differing += 1;
        if (one.data[at] < 128 && one.data[at + 3] > 128) dark += 1;
      }
      return { differing: differing / all, dark: dark / all };
    },
    [svg, png.toString("base64")],
  );

for (const [name, options] of [["desk", DESK], ["phone", PHONE]]) {
  test(`zoom: larger, smaller, fit (${name})`, async () => {
    const { page, wrong, close } = await pictured(options);
    const natural = await page.locator(".frame img").evaluate((image) => image.naturalWidth);
    const room = await page.locator(".frame").evaluate((frame) => frame.clientWidth);
    const before = await width(page);
    assert.ok(Math.abs(before - Math.min(natural, room - 2)) <= 1, `${before} of ${room}, drawn with ${natural}`);
    await page.getByRole("button", { name: "larger" }).click();
    assert.ok(Math.abs((await width(page)) / before - 1.25) < 0.01);
    for (let click = 0; click < 12; click += 1) await page.getByRole("button", { name: "larger" }).click();
    assert.equal(Math.round(await width(page)), natural * 4);
    await fits(page, "the largest picture");
    await page.getByRole("button", { name: "fit the width" }).click();
    assert.equal(await width(page), before);
    await page.getByRole("button", { name: "smaller" }).click();
    assert.ok(Math.abs((await width(page)) / before - 0.8) < 0.01);
    assert.deepEqual(wrong, []);
    await close();
  });

  test(`a picture wider than four screens fits the width (${name})`, async () => {
    const { page, wrong, close } = await pictured(options);
    const threads = Array.from({ length: 24 }, (_, at) => at);
    const row = (cell) => ` ${threads.map(cell).join(" | ")} ;\n`;
    const wide = `PTX wide\n{ x = 0; }\n${row((at) => `P${at}@cta ${at},gpu 0`)}${row(() => "st.weak x, 1")}exists (x == 1)\n`;
    await paste(page, wide);
    await says(page, "sc", "reachable");
    await page.locator('input[value="sc"]').check();
    await page.waitForFunction(() => document.querySelector("#details .frame img")?.alt.includes("wide"), undefined, { timeout: 60_000 });
    await page.waitForFunction(() => document.querySelector("#details .frame img").style.width);
    const [frame, image, natural] = await page.locator(".frame").evaluate((one) => [one.clientWidth, one.firstChild.getBoundingClientRect().width, one.firstChild.naturalWidth]);
    assert.ok(natural > frame * 4, `${natural} of ${frame}`);
    assert.ok(image <= frame, `${image} of ${frame}`);
    await shot(page, `wide-${name}`);
    await fits(page, "a wide picture");
    assert.deepEqual(wrong, []);
    await close();
  });

  test(`what is saved is the picture of the same execution, as wide as it is drawn (${name})`, async () => {
    const { page, wrong, close } = await pictured(options);
    await exported(page, "MP-ptx-7.5", ["st.weak data, 1", "ld.weak r1, data", "at the end P1:r0=1, P1:r1=0"]);
    // Another execution has another picture, and that is saved.
    await page.locator('input[value="sc"]').check();
    await drawn(page, "sc");
    await exported(page, "MP-sc", ["st.weak data, 1", "ld.weak r1, data"]);
    await page.getByRole("tab", { name: "Kernel" }).click();
    await says(page, "ptx-7.5", "violated");
    await page.waitForFunction(() => document.querySelector(".breaks .frame img")?.naturalWidth > 100);
    await exported(page, "wrong-2-2-races", []);
    assert.deepEqual(wrong, []);
    await close();
  });

  test(`a smallest execution takes the place of the answer, and is told as one (${name})`, async () => {
    const { page, wrong, close } = await pictured(options);
    await page.getByRole("button", { name: "Smallest execution" }).click();
    await page.waitForFunction(() => /^This execution has 4 accesses: none that ends so is smaller/.test(document.querySelector(".search")?.textContent ?? ""), undefined, { timeout: 60_000 });
    await drawn(page, "ptx-7.5");
    assert.match(await page.locator("#details pre").last().innerText(), /smallest\s+4 accesses, 1 reordering/);
    assert.equal(await page.getByRole("button", { name: "Smallest execution" }).count(), 0);
    await shot(page, `smallest-${name}`);
    await fits(page, "a smallest execution");
    assert.deepEqual(wrong, []);
    await close();
  });

  test(`a smaller test with the same verdict is shown as a diff, and taken by a click (${name})`, async () => {
    const { page, wrong, close } = await pictured(options);
    await paste(page, SB("weak").replace("ld.weak r0, y |", "ld.weak r0, y |").replace("\nexists", "\n ld.weak r7, x | add r8, 1, 2 ;\nexists"));
    await page.waitForFunction(() => /SB under ptx-7.5/.test(document.querySelector("#details .frame img")?.alt ?? ""), undefined, { timeout: 60_000 });
    await page.getByRole("button", { name: "Minimize the test" }).click();
    await page.waitForSelector(".search .diff .gone", { timeout: 120_000 });
    const gone = (await page.locator(".search .diff .gone").allInnerTexts()).join("\n");
    assert.match(gone, /r7/);
    await shot(page, `minimize-${name}`);
    await fits(page, "a smaller test");
    await page.getByRole("button", { name: "Apply to the test" }).click();
    await page.waitForFunction(() => !/r7|r8/.test(document.querySelector("#editor .cm-content").textContent));
    await says(page, "ptx-7.5", "reachable");
    await page.getByRole("button", { name: "Minimize the test" }).click();
    await page.waitForFunction(() => /No part of the test can go/.test(document.querySelector(".search")?.textContent ?? ""), undefined, { timeout: 120_000 });
    assert.deepEqual(wrong, []);
    await close();
  });
}

test("a picture is moved by dragging, and with the arrow keys", async () => {
  const { page, wrong, close } = await pictured(DESK);
  for (let click = 0; click < 6; click += 1) await page.getByRole("button", { name: "larger" }).click();
  const frame = page.locator(".frame");
  await frame.scrollIntoViewIfNeeded();
  const place = () => frame.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  const { x, y, width, height } = await frame.boundingBox();
  const [from, to] = [{ x: x + width - 40, y: y + Math.min(height, 300) - 40 }, { x: x + width - 190, y: y + Math.min(height, 300) - 130 }];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  assert.deepEqual(await place(), [150, 90]);
  await page.mouse.up();
  await page.mouse.move(from.x, from.y);
  assert.deepEqual(await place(), [150, 90], "nothing is held");
  await frame.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".frame").scrollLeft > 150);
  assert.deepEqual(wrong, []);
  await close();
});

test("a picture is moved by a finger", async () => {
  const { page, wrong, close } = await pictured(PHONE);
  for (let click = 0; click < 6; click += 1) await page.getByRole("button", { name: "larger" }).click();
  const frame = page.locator(".frame");
  await frame.scrollIntoViewIfNeeded();
  const { x, y, width } = await frame.boundingBox();
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [{ x: x + width - 20, y: y + 60 }]);
  for (const far of [30, 60, 90, 120]) await touch("touchMove", [{ x: x + width - 20 - far, y: y + 60 }]);
  await touch("touchEnd", []);
  await page.waitForFunction(() => document.querySelector(".frame").scrollLeft > 50);
  assert.deepEqual(wrong, []);
  await close();
});

test("a picture too large for an image of points is saved as large as one can be", async () => {
  const { page, wrong, close } = await pictured(DESK);
  // As an execution of some hundred threads has it; no browser makes a canvas of that size twice over.
  await page.locator(".frame img").evaluate((image) => {
    Object.defineProperty(image, "naturalWidth", { value: 60_000 });
    Object.defineProperty(image, "naturalHeight", { value: 6_000 });
  });
  const { bytes } = await saved(page, "save as PNG");
  const [across, down] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  assert.ok(across > 8_000 && across <= 16_384, String(across));
  assert.ok(Math.abs(across / down - 10) < 0.1, `${across} by ${down}`);
  assert.deepEqual(wrong, []);
  await close();
});
