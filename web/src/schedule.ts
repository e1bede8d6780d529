// The schedule of a machine, a step at a time: what is done, and what the memory holds then.

import { element } from "./dom";
import type { Cell, Step } from "./types";

export function schedule(steps: Step[]): HTMLElement {
  const slider = element("input", { type: "range", min: "0", max: String(steps.length), value: "0", "aria-label": "step" });
  const said = element("p", { class: "step", "aria-live": "polite" });
  const memory = element("div", { class: "memory" });
  const list = element("ol", { class: "steps" });
  const show = (at: number) => {
    slider.value = String(at);
    const step = steps[at - 1];
    said.textContent = step ? `Step ${at} of ${steps.length}: ${told(step)}` : `Before the first of ${steps.length} steps.`;
    memory.replaceChildren(held(steps.slice(0, at), step));
    for (const [index, item] of [...list.children].entries()) {
      item.classList.toggle("now", index === at - 1);
      item.classList.toggle("done", index < at - 1);
    }
  };
  let timer = 0;
  const play = element("button", { type: "button" }, "Play");
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  };
  play.addEventListener("click", () => {
    if (timer) {
      stop();
      return;
    }
    if (Number(slider.value) >= steps.length) show(0);
    play.textContent = "Pause";
    timer = self.setInterval(() => {
      if (!slider.isConnected || Number(slider.value) >= steps.length) stop();
      else show(Number(slider.value) + 1);
    }, 900);
  });
  slider.addEventListener("input", () => {
    stop();
    show(Number(slider.value));
  });
  for (const [index, step] of steps.entries()) {
    const go = () => {
      stop();
      show(index + 1);
    };
    list.append(element("li", {}, element("button", { type: "button", click: go }, told(step))));
  }
  const move = (by: number) => () => {
    stop();
    show(Math.min(steps.length, Math.max(0, Number(slider.value) + by)));
  };
  show(0);
  return element(
    "section",
    { class: "schedule", "aria-label": "schedule" },
    element("h3", {}, "Step by step"),
    element(
      "div",
      { class: "tools" },
      element("button", { type: "button", "aria-label": "one step back", click: move(-1) }, "‹"),
      play,
      element("button", { type: "button", "aria-label": "one step on", click: move(1) }, "›"),
      slider,
    ),
    said,
    element("div", { class: "beside" }, list, memory),
  );
}

function told(step: Step): string {
  const what = step.site ? step.site.text : `${step.rule} ${step.location ?? ""}`.trim();
  const rule = step.site && !what.startsWith(step.rule) ? ` (${step.rule})` : "";
  const value = step.value === null || step.location === null ? "" : `, ${step.location} = ${step.value}`;
  return `${step.thread}: ${what}${rule}${value}`;
}

/** The last of each view's cells, those that the step changed marked. */
function held(done: Step[], now: Step | undefined): HTMLElement {
  const cells = new Map<string, Cell>();
  for (const step of done) for (const cell of step.cells) cells.set(`${cell.of}\n${cell.location}`, cell);
  if (cells.size === 0) return element("p", { class: "quiet" }, "All locations hold their initial values.");
  const rows = [...cells.values()].map((cell) => {
    const fresh = now?.cells.some((other) => other.of === cell.of && other.location === cell.location) ?? false;
    return element(
      "tr",
      { class: fresh ? "fresh" : "" },
      element("td", {}, cell.of),
      element("td", {}, cell.location),
      element("td", {}, String(cell.value)),
      element("td", {}, cell.state),
    );
  });
  const head = ["where", "location", "value", "state"].map((text) => element("th", { scope: "col" }, text));
  return element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}
