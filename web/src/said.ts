// What the page says beside the answers: notices above, the question, mistakes below the text.

import { byId, element } from "./dom";
import { Stopped } from "./engine";
import type { Mistake } from "./types";

/** The class of a list that is not there yet. */
export const LISTING = "listing";

/** Milliseconds that nobody would want to stop. */
const MOMENT = 400;

/** Why there is no answer, for a reader; nothing where a newer question came. */
export function failure(error: unknown): string | null {
  if (error instanceof Stopped && error.newer) return null;
  return error instanceof Error ? error.message : String(error);
}

/** Says above the page what is wrong with it. */
export function trouble(text: string, actions: HTMLElement[] = []): void {
  const notice = byId("notice");
  notice.replaceChildren(text, ...actions);
  notice.hidden = false;
}

export function untroubled(): void {
  byId("notice").hidden = true;
}

/** Says above the answers what is asked. */
export function asked(said: string, condition?: string): void {
  const code = condition === undefined ? [] : [element("code", {}, condition)];
  byId("statement").replaceChildren(element("span", { class: "quiet" }, said), ...code);
}

let thinking = 0;

/** Lets everybody stop what takes longer than a moment. */
export async function working<T>(answer: Promise<T>): Promise<T> {
  thinking += 1;
  if (thinking === 1) setTimeout(stoppable, MOMENT);
  try {
    return await answer;
  } finally {
    thinking -= 1;
    if (thinking === 0) stoppable();
  }
}

function stoppable(): void {
  byId("stop").setAttribute("aria-disabled", String(thinking === 0));
}

/** Says in place of an answer that is not there that nobody waits for it. */
export function stopped(): void {
  const pane = byId("details");
  for (const list of pane.querySelectorAll(`.${LISTING}`)) list.replaceChildren(remark("Stopped."));
  // An answer that another one was to replace is gone with all that was found beside it.
  const place = pane.hasAttribute("aria-busy") ? pane : pane.querySelector(".search");
  place?.replaceChildren(remark("Stopped. Whatever is changed or chosen is asked again."));
  pane.removeAttribute("aria-busy");
}

/** Says the short of an answer to those who do not see it. */
export function spoken(text: string): void {
  byId("spoken").textContent = text;
}

/** A sentence in place of an answer. */
export function remark(text: string, kind = "quiet"): HTMLElement {
  return element("p", { class: kind, role: kind === "bad" ? "alert" : "status" }, text);
}

/** Lists mistakes below the text; each leads to its place, in a text that is named where there are two. */
export function listed(mistakes: Mistake[], go: (mistake: Mistake) => void, where: (mistake: Mistake) => string): void {
  byId("mistakes").replaceChildren(
    ...mistakes.slice(0, 50).map((mistake) => {
      const place = mistake.labels[0];
      return element(
        "li",
        { class: mistake.warning ? "warning" : "bad" },
        element("button", { type: "button", click: () => go(mistake) }, [where(mistake), place ? `${place.line}:${place.column}` : "–"].join(" ").trim()),
        ` ${mistake.message}`,
        place !== undefined && place.text !== "" && `: ${place.text}`,
        mistake.help !== null && element("span", { class: "quiet" }, ` — ${mistake.help}`),
      );
    }),
  );
}

/** The first mistake as a line. */
export function mistaken(mistakes: Mistake[]): string {
  const first = mistakes[0];
  if (!first) return "";
  const place = first.labels[0];
  const more = mistakes.length > 1 ? ` (and ${mistakes.length - 1} more)` : "";
  return `${first.file}${place ? `:${place.line}:${place.column}` : ""}: ${first.message}${more}`;
}
