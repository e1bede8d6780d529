// The final states that a model allows, beside its answer.

import { element } from "./dom";
import { LISTING, remark } from "./said";
import type { States } from "./types";

/** No more than so many are listed. */
export const MOST = 200;

export interface Finals {
  states: States;
  /** The values of each state, as text. */
  ends: string[][];
  /** What keeps the list from being whole. */
  notes: string[];
}

/** What of the states somebody wants to see: that stays when the test or the model changes. */
export interface Looked {
  at: "" | "all";
}

/** A section that asks for the states, and again when something else is to be looked at. */
export function finals(looked: Looked, ask: (observe: string[]) => Promise<Finals | string | null>): HTMLElement {
  const observe = element(
    "select",
    {},
    element("option", { value: "" }, "what the condition names"),
    element("option", { value: "all" }, "every register and location"),
  );
  observe.value = looked.at;
  const place = element("div", {});
  const refresh = async () => {
    place.className = LISTING;
    place.replaceChildren(remark("Listing them …"));
    const said = await ask(observe.value === "" ? [] : [observe.value]);
    // Nothing where another question came.
    if (said === null) return;
    place.className = "";
    place.replaceChildren(...(typeof said === "string" ? [remark(said)] : listed(said)));
  };
  observe.addEventListener("change", () => {
    looked.at = observe.value === "all" ? "all" : "";
    void refresh();
  });
  void refresh();
  return element(
    "section",
    { class: "finals", "aria-label": "final states" },
    element("div", { class: "tools" }, element("h3", {}, "Final states"), element("label", {}, "of ", observe)),
    place,
  );
}

function counted({ found, complete }: States): string {
  const good = found.filter(({ holds }) => holds !== "never").length;
  if (found.length === 0) return complete ? "None: no execution counts." : "None was found.";
  const many = found.length === 1 ? "1 final state" : `${found.length} final states`;
  const satisfied = good === 0 ? "none satisfies the condition" : `${good} of them ${good === 1 ? "satisfies" : "satisfy"} the condition`;
  return `${complete ? "" : "At least "}${many}; ${satisfied}.`;
}

const MARK = {
  always: ["✓", "satisfies the condition"],
  sometimes: ["~", "satisfies the condition in some executions that end so"],
  never: ["", ""],
} as const;

function listed({ states, ends, notes }: Finals): HTMLElement[] {
  const said: HTMLElement[] = [element("p", { role: "status" }, counted(states))];
  if (states.found.length === MOST) said.push(remark(`No more than ${MOST} are listed.`));
  else if (!states.complete) said.push(...notes.map((note) => remark(note)));
  if (states.found.length === 0) return said;
  const head: HTMLElement[] = [element("th", { scope: "col" }, element("span", { class: "unseen" }, "condition"))];
  head.push(...states.observed.map((name) => element("th", { scope: "col" }, name)));
  const rows = states.found.map(({ holds }, at) => {
    const [mark, title] = MARK[holds];
    const first = element("td", { title }, element("span", { "aria-hidden": "true" }, mark), element("span", { class: "unseen" }, title));
    return element("tr", { class: holds }, first, ...(ends[at] ?? []).map((text) => element("td", {}, text)));
  });
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
  said.push(element("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "final states, scrollable" }, table));
  if (states.found.some(({ holds }) => holds === "always")) said.push(remark("✓ satisfies the condition"));
  if (states.found.some(({ holds }) => holds === "sometimes")) said.push(remark("~ satisfies it in some executions that end so, and in others not"));
  return said;
}
