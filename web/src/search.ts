// Other tests than the one that stands there: one with fences, a smaller one.

import { offer } from "./details";
import { byId, element } from "./dom";
import type { Engine } from "./engine";
import { failure, remark, working } from "./said";
import type { Calls, Reply, Request } from "./types";

export interface Search {
  engine: Engine;
  request: Request;
  limit: number;
  /** Takes the test that was found. */
  apply: (text: string) => void;
}

/** The place for what a search finds, below the buttons. */
export function searching(doing: string, cancel: () => void): HTMLElement {
  const pane = byId("details");
  const stop = () => {
    cancel();
    place.replaceChildren(remark("Stopped."));
  };
  const place = element("div", { class: "search" }, remark(doing), element("button", { type: "button", click: stop }, "Stop the search"));
  pane.querySelector(".search")?.remove();
  pane.querySelector(".tools")?.after(place);
  return place;
}

/** What a search says; nothing where it says why there is nothing. */
export async function found<C extends "fences" | "minimize" | "check">({ engine, request, limit }: Search, call: C, doing: string): Promise<Calls[C]["reply"] | null> {
  const place = searching(doing, () => engine.cancel());
  try {
    const said: Reply<Calls[C]["reply"]> = await working(engine.ask<C>(call, request as Calls[C]["request"], limit));
    if ("error" in (said as object)) place.replaceChildren(remark((said as { error: string }).error, "bad"));
    else if ("diagnostics" in (said as object)) place.replaceChildren(remark("The test has mistakes.", "bad"));
    else return said as Calls[C]["reply"];
  } catch (error) {
    const text = failure(error);
    if (text !== null) place.replaceChildren(remark(text, "bad"));
  }
  return null;
}

function tell(...children: HTMLElement[]): void {
  byId("details").querySelector(".search")?.replaceChildren(...children);
}

const NO_FENCES: Record<string, string> = {
  impossible: "No fences forbid this outcome.",
  vacuous: "No execution ends and counts, so there is nothing to forbid.",
};

export async function fences(search: Search): Promise<void> {
  const said = await found(search, "fences", "Looking for the cheapest fences …");
  if (!said) return;
  const solution = said.fences.solutions[0];
  if (said.fences.answer !== "found" || !solution) {
    tell(remark(NO_FENCES[said.fences.answer] ?? "It was not found out."), element("pre", {}, said.text));
    return;
  }
  const title = solution.diff === "" ? "The test forbids it as it is" : `Cheapest fences, cost ${said.fences.cost ?? "?"}`;
  tell(offer(title, solution.diff, said.text, () => search.apply(solution.patched)));
}

export async function minimize(search: Search): Promise<void> {
  const said = await found(search, "minimize", "Looking for a smaller test …");
  if (!said) return;
  const { minimized, diff } = said;
  if (minimized === null) tell(remark(said.notes.join(" ") || "It was not found out."));
  else if (diff === "") tell(remark("No part of the test can go: every smaller one has another verdict."));
  else tell(offer("A smaller test with the same verdict", diff, null, () => search.apply(minimized)));
}
