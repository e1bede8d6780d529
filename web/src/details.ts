// What the chosen model says, with what shows it, and what can be done about it.

import { type Child, element } from "./dom";
import { picture } from "./picture";
import { remark } from "./said";
import { schedule } from "./schedule";
import type { Answer, Calls, Model } from "./types";

type Checked = Calls["check"]["reply"];

const MEANING: Record<Answer["verdict"], string> = {
  reachable: "An execution that the model allows ends like this.",
  unreachable: "No execution that the model allows ends like this.",
  racy: "Some execution has a data race, so the model promises nothing about this test.",
  unknown: "It was not found out.",
  unsupported: "The model gives an instruction of this test no meaning.",
};

export interface Actions {
  fences: () => void;
  smallest: () => void;
  minimize: () => void;
}

/** The answer of one model. */
export function details(said: Checked, model: Pick<Model, "name" | "title">, actions: Actions, ends: HTMLElement | null): HTMLElement {
  const { answer } = said;
  const machine = answer.witness?.steps ?? [];
  const children: Child[] = [
    element(
      "h2",
      {},
      element("span", { class: `verdict ${answer.verdict}` }, answer.verdict),
      ` under ${model.name}`,
    ),
    element("p", { class: "quiet" }, model.title),
    element("p", {}, meaning(answer), ` `, element("code", {}, answer.statement)),
    refusal(answer),
    tools(answer, actions),
    sized(answer),
    machine.length > 0 && schedule(machine),
    ends,
    said.picture !== undefined && shown(answer) && picture(said.picture, `${answer.test}-${model.name}`),
    said.text !== undefined && element("details", { open: true }, element("summary", {}, "In words"), element("pre", { tabindex: "0" }, said.text)),
  ];
  return element("div", {}, ...children);
}

function meaning(answer: Answer): string {
  if (!/(^| )forall \(/.test(answer.statement) || answer.holds === null) return MEANING[answer.verdict];
  return answer.holds ? "Every execution that the model allows ends like this." : "Some execution that the model allows ends otherwise.";
}

function shown(answer: Answer): boolean {
  return answer.verdict === "reachable" || answer.verdict === "unreachable" || answer.verdict === "racy";
}

function refusal(answer: Answer): HTMLElement | null {
  const refused = answer.unsupported;
  if (!refused) return null;
  const advice = [refused.advice, refused.nearest && `nearest: ${refused.nearest}`].filter((text) => !!text);
  return element("p", {}, `Line ${refused.line}: `, element("code", {}, refused.text), advice.length > 0 && ` — ${advice.join("; ")}`);
}

function tools(answer: Answer, actions: Actions): HTMLElement | null {
  const button = (text: string, title: string, act: () => void) =>
    element("button", { type: "button", title, click: act }, text);
  const all: HTMLElement[] = [];
  if (answer.verdict === "reachable") {
    all.push(button("Cheapest fences", "The cheapest fences and orders that forbid this outcome", actions.fences));
    if (answer.witness?.accesses === undefined) all.push(button("Smallest execution", "A witness with the fewest steps", actions.smallest));
  }
  if (answer.verdict === "reachable" || answer.verdict === "unreachable" || answer.verdict === "racy") {
    all.push(button("Minimize the test", "The smallest part of the test with the same verdict", actions.minimize));
  }
  return all.length > 0 ? element("div", { class: "tools" }, ...all) : null;
}

/** How large a smallest execution is, where what a search finds stands. */
function sized({ witness }: Answer): HTMLElement | null {
  if (witness?.accesses === undefined) return null;
  const many = witness.accesses === 1 ? "1 access" : `${witness.accesses} accesses`;
  const least = witness.minimal ? "none that ends so is smaller" : "whether a smaller one ends so is open";
  return element("div", { class: "search" }, remark(`This execution has ${many}: ${least}.`));
}

/** A changed test as a diff, to be taken or left. */
export function offer(title: string, diff: string, words: string | null, apply: () => void, label = "Apply to the test", changes: HTMLElement[] = []): HTMLElement {
  const lines = diff.split("\n").filter((line) => !line.startsWith("---") && !line.startsWith("+++") && line !== "");
  const kind = (line: string) => (line.startsWith("+") ? "added" : line.startsWith("-") ? "gone" : line.startsWith("@@") ? "quiet" : "");
  return element(
    "section",
    { class: "offer" },
    element("h3", {}, title),
    changes.length > 0 && element("ul", {}, ...changes),
    element("pre", { class: "diff", tabindex: "0" }, ...lines.map((line) => element("span", { class: kind(line) }, `${line}\n`))),
    element("div", { class: "tools" }, element("button", { type: "button", class: "main", click: apply }, label)),
    words !== null && element("details", {}, element("summary", {}, "Why nothing cheaper does"), element("pre", { tabindex: "0" }, words)),
  );
}
