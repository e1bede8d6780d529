// What the page says beside the answers: notices above, the question, mistakes below the text.

import { byId, element } from "./dom";
import { Stopped } from "./engine";
import type { Mistake } from "./types";

/** Why there is no answer, for a reader; nothing where a newer question came. */
export function failure(error: unknown): string | null {
  if (error instanceof Stopped && error.newer) return null;
  return error instanceof Error ? error.message : String(error);
}

/** Says above the page what is wrong with it. */
export function trouble(text: string): void {
  const notice = byId("notice");
  notice.textContent = text;
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

/** Lists mistakes below the text; each leads to its place. */
export function listed(mistakes: Mistake[], go: (mistake: Mistake) => void): void {
  byId("mistakes").replaceChildren(
    ...mistakes.slice(0, 50).map((mistake) => {
      const place = mistake.labels[0];
      return element(
        "li",
        { class: mistake.warning ? "warning" : "bad" },
        element("button", { type: "button", click: () => go(mistake) }, place ? `${place.line}:${place.column}` : "–"),
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
