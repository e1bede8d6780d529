// The fixes of a kernel, to be taken or left.

import { offer } from "./details";
import { element } from "./dom";
import { mistaken, remark } from "./said";
import type { Calls, KernelEdit, KernelFix, Reply } from "./types";

export function mended(said: Reply<Calls["mend"]["reply"]>, apply: (ptx: string) => void): HTMLElement[] {
  if ("error" in said) return [remark(said.error, "bad")];
  if ("diagnostics" in said) return [remark(mistaken(said.diagnostics), "bad")];
  const words = element("pre", { tabindex: "0" }, said.text);
  if (said.fixes.length === 0) return [words];
  // What CUDA can say may be the cheapest of all.
  const alike = said.fixes.every(({ patched }) => patched === said.fixes[0]?.patched);
  const shown = alike ? said.fixes.slice(0, 1) : said.fixes;
  const offers = shown.map((fix) => offer(title(fix), fix.diff, null, () => apply(fix.patched), "Apply to the PTX", fix.edits.map((edit) => change(edit, fix.language))));
  return [...offers, element("details", {}, element("summary", {}, "The fixes in words"), words)];
}

function title({ language, cost, cheapest, barriers }: KernelFix): string {
  if (barriers) return `With barriers, cost ${cost}`;
  const what = language === "cuda" ? "In CUDA" : "In PTX alone";
  return `${what}, cost ${cost}${cheapest ? ": nothing cheaper does" : ": whether something cheaper does is open"}`;
}

/** `__threadfence();` after kernel.cu:13; in PTX after line 78. */
function change({ kind, place, new: text, cuda, inside_line }: KernelEdit, language: KernelFix["language"]): HTMLElement {
  const side = kind === "insert" ? "after" : kind === "insert-before" ? "before" : "in place of what stands at";
  const code = (words: string) => element("code", {}, words.trim().replaceAll(/\s+/g, " "));
  if (language === "cuda" && place.cuda !== null) {
    const line = `${place.cuda.file.split("/").at(-1) ?? ""}:${place.cuda.line}`;
    const where = kind === "replace" ? "at" : inside_line ? "inside" : side;
    return element("li", {}, code(cuda ?? text), ` ${where} ${line}`);
  }
  return element("li", {}, code(text), ` ${side} line ${place.ptx.line}`);
}
