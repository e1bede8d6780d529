// What words mean, as the verifier tells it, while one points at them or completes them.

import { type Completion, type CompletionContext, type CompletionResult, completeAnyWord } from "@codemirror/autocomplete";
import { type Tooltip, hoverTooltip } from "@codemirror/view";
import { element } from "./dom";
import { following } from "./following";
import type { Word, Words } from "./types";

let known: Words = { test: [], model: [] };

/** What the module said. */
export function learn(words: Words): void {
  known = words;
}

/** A text with code in backticks. */
function told(text: string): HTMLElement {
  const parts = text.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part));
  return element("div", { class: "meaning" }, ...parts);
}

function offered(words: Word[]): Completion[] {
  return words.map(({ word, meaning }) => ({
    label: word,
    type: "keyword",
    ...(meaning === undefined ? {} : { info: () => told(meaning) }),
  }));
}

const of = (kinds: Word["kind"][]) => known.test.filter((word) => kinds.includes(word.kind));

/** What may follow a dot in an instruction, between what stands before and behind it. */
function modifiers(before: string, behind: string): Word[] {
  const [base = "", ...earlier] = (/[\w.:?]*$/.exec(before)?.[0] ?? "").split(".");
  // The rest of the word that is being written says nothing.
  const later = (/^[\w.:?]*/.exec(behind)?.[0] ?? "").split(".").slice(1);
  const all = of(["modifier"]);
  const words = following(base, [...earlier, ...later].filter((part) => part !== ""));
  return words.map((word) => all.find((one) => one.word === word) ?? { word, kind: "modifier" });
}

/** Instructions where one begins, behind a dot what may follow it, and names elsewhere. */
export async function completeTest(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w$%~]*/);
  const from = word?.from ?? context.pos;
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, from - line.from);
  if (before.includes("//")) return null;
  const modifies = before.endsWith(".");
  if (from === context.pos && !modifies && !context.explicit) return null;
  if (modifies) return { from, options: offered(modifiers(before, line.text.slice(context.pos - line.from))), validFor: /^\w*$/ };
  if (/(^|[|;}])\s*$/.test(before)) return { from, options: offered(of(["mnemonic", "keyword"])), validFor: /^[\w~]*$/ };
  return completeAnyWord(context);
}

/** Relations, sets and statements, and names of one's own. */
export async function completeModel(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w-]*/);
  const from = word?.from ?? context.pos;
  if (from === context.pos && !context.explicit) return null;
  const names = (await completeAnyWord(context))?.options ?? [];
  const own = names.filter(({ label }) => !known.model.some(({ word }) => word === label));
  return { from, options: [...offered(known.model), ...own], validFor: /^[\w-]*$/ };
}

/** The word around a place, and what it means; nothing in a comment. */
function meant(text: string, at: number, which: "test" | "model"): { from: number; to: number; meaning: string } | null {
  const comment = text.indexOf("//");
  for (const found of text.matchAll(which === "test" ? /~?[A-Za-z_][\w$]*/g : /[A-Za-z_][\w-]*/g)) {
    const [from, to] = [found.index, found.index + found[0].length];
    if (at < from || at > to || (comment >= 0 && from > comment)) continue;
    // A word behind a dot modifies; one behind a colon is somebody's name.
    const before = text[from - 1];
    if (before === ":" || before === "%" || before === "$") return null;
    const words = known[which].filter(({ kind }) => before !== "." || kind === "modifier");
    const meaning = words.find(({ word }) => word === found[0])?.meaning;
    return meaning === undefined ? null : { from, to, meaning };
  }
  return null;
}

/** Explains the word that is pointed at. */
export function explained(which: "test" | "model") {
  return hoverTooltip((view, pos): Tooltip | null => {
    const line = view.state.doc.lineAt(pos);
    const said = meant(line.text, pos - line.from, which);
    if (!said) return null;
    return {
      pos: line.from + said.from,
      end: line.from + said.to,
      above: true,
      create: () => ({ dom: told(said.meaning) }),
    };
  });
}
