// What is said of a kernel under a model: its checks, the runs that break them, and where that is.

import { element } from "./dom";
import { picture } from "./picture";
import { remark } from "./said";
import type { Calls, KernelAnswer, KernelCheck, KernelPlace, KernelReport, KernelStep } from "./types";

type Said = Calls["kernel"]["reply"];

/** What each check asks. */
const ASKS: Record<string, string> = {
  races: "No two accesses race.",
  robust: "Every outcome is one of sequential consistency.",
  asserts: "No thread traps.",
  barriers: "No barrier blocks for ever, and no threads come to different ones.",
  memory: "Every access stays within its buffer, and reads what somebody wrote.",
  property: "The stated properties hold.",
};

/** What weighs most comes first. */
const WEIGHT: KernelAnswer[] = ["violated", "undefined", "unsupported", "possible", "unknown", "holds"];

export function worst(report: KernelReport): KernelAnswer {
  return WEIGHT.find((answer) => report.checks.some((check) => check.answer === answer)) ?? "unknown";
}

/** The checks that are not known to hold, each with what is said of it, as the command line has them. */
export function broken(report: KernelReport): string {
  const said = WEIGHT.filter((answer) => answer !== "holds").flatMap((answer) => {
    const those = report.checks.filter((check) => check.answer === answer);
    return those.length === 0 ? [] : [`${answer}: ${those.map(({ name }) => name).join(", ")}`];
  });
  return said.length === 0 ? "all checks hold" : said.join("; ");
}

export interface KernelActions {
  mend: () => void;
  smallest: () => void;
}

export function reported({ report, text, pictures }: Said, go: (place: KernelPlace) => void, actions: KernelActions): HTMLElement {
  const overall = worst(report);
  const rows = report.checks.map((check) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, check.name),
      element("td", {}, element("span", { class: `verdict ${check.answer}` }, check.answer)),
      element("td", {}, ...remarked(check)),
    ),
  );
  const head = ["check", "answer", "in words"].map((title) => element("th", { scope: "col" }, title));
  const shown = (check: KernelCheck) => pictures?.find((one) => one.check === check.name)?.svg;
  const runs = report.checks.filter((check) => check.witness.length > 0);
  const expected = (report.expectations ?? []).map(({ name, expected, found, agrees }) => {
    const said = agrees === null ? "open" : agrees ? "as stated" : "not as stated";
    return element("li", { class: agrees === false ? "bad" : "" }, `${name}: ${found}, ${said}${agrees ? "" : ` (${expected})`}`);
  });
  return element(
    "div",
    {},
    element("h2", {}, element("span", { class: `verdict ${overall}` }, overall), ` under ${report.model}`),
    element("p", {}, element("code", {}, report.launch)),
    tools(report, actions),
    element("table", { class: "checks" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)),
    ...runs.map((check, index) => run(check, shown(check), `${report.launch}-${check.name}`, index === 0, go)),
    report.assumptions.length > 0 && list("Taken for granted", report.assumptions.map((one) => element("li", {}, one))),
    expected.length > 0 && list("What the launch file states", expected),
    element("details", { open: runs.length === 0 }, element("summary", {}, "In words"), element("pre", { tabindex: "0" }, text)),
  );
}

/** What can be done about what is violated. */
function tools(report: KernelReport, actions: KernelActions): HTMLElement | null {
  const button = (text: string, title: string, act: () => void) => element("button", { type: "button", title, click: act }, text);
  const wrong = report.checks.some(({ answer }) => answer === "violated" || answer === "undefined");
  const large = report.checks.some(({ witness, smallest }) => witness.length > 0 && smallest === undefined);
  const all = [
    wrong && button("Cheapest fences", "The cheapest fences, orders and scopes with which the checks hold", actions.mend),
    large && button("Smallest runs", "Of each run one with the fewest accesses, and of those the nearest to an interleaving", actions.smallest),
  ].filter((one) => one !== false);
  return all.length > 0 ? element("div", { class: "tools" }, ...all) : null;
}

/** How large a smallest run is. */
function sized(check: KernelCheck): HTMLElement | null {
  const size = check.smallest;
  if (size === undefined) return null;
  if (size.accesses === null || size.relaxations === null) return element("p", {}, `No smallest run: ${size.why ?? "it was not looked for"}.`);
  const many = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;
  const least = size.minimal ? "no run is smaller" : `whether a run is smaller is open${size.why === null ? "" : ` (${size.why})`}`;
  return element("p", {}, `${many(size.accesses, "access", "accesses")}, ${many(size.relaxations, "reordering", "reorderings")}: ${least}.`);
}

function list(title: string, items: HTMLElement[]): HTMLElement {
  return element("section", {}, element("h3", {}, title), element("ul", {}, ...items));
}

function remarked(check: KernelCheck): HTMLElement[] {
  const quiet = element("span", { class: "quiet" }, ASKS[check.name] ?? "");
  if (check.answer === "holds") return [quiet];
  const said = check.remarks.map((text) => element("div", {}, text));
  if (check.name === "robust" && check.sc_contents.length > 0) {
    said.push(element("div", { class: "quiet" }, `Sequential consistency gives ${check.sc_contents.slice(0, 8).join(" or ")}${check.sc_contents.length > 8 ? " or others" : ""}`));
  }
  return said.length > 0 ? said : [quiet];
}

/** `kernel.cu:13`; nothing where the PTX does not say it. */
function cuda(place: KernelPlace): string {
  return place.cuda === null ? "–" : `${place.cuda.file.split("/").at(-1) ?? ""}:${place.cuda.line}`;
}

/** The run that shows what is wrong, with its picture. */
function run(check: KernelCheck, svg: string | undefined, name: string, open: boolean, go: (place: KernelPlace) => void): HTMLElement {
  const row = (step: KernelStep) =>
    element(
      "tr",
      {},
      element("td", {}, step.thread),
      element("td", {}, step.effect),
      element("td", { title: chain(step.place) }, cuda(step.place)),
      element("td", {}, line(step.place, go)),
      element("td", {}, element("code", {}, step.place.opcode)),
    );
  const head = ["thread", "does", "CUDA", "PTX", "instruction"].map((title) => element("th", { scope: "col" }, title));
  const table = element("table", { class: "run" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...check.witness.map(row)));
  // A picture that nobody looks at has no width to fit.
  const place = element("div", {});
  const fill = () => {
    if (svg !== undefined && place.childElementCount === 0) place.append(picture(svg, name.replaceAll(/\W+/g, "-")));
  };
  const details = element(
    "details",
    { class: "breaks", open },
    element("summary", {}, element("span", { class: `verdict ${check.answer}` }, `${check.name}: ${check.answer}`), " — the run that shows it"),
    sized(check),
    element("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "run, scrollable" }, table),
    place,
  );
  details.addEventListener("toggle", () => details.open && fill());
  return details;
}

function chain(place: KernelPlace): string {
  const lines = place.cuda?.chain ?? [];
  return lines.length > 1 ? lines.map(({ file, line }) => `${file}:${line}`).join(", inlined at ") : "";
}

function line(place: KernelPlace, go: (place: KernelPlace) => void): HTMLElement {
  const title = `line ${place.ptx.line} of the PTX`;
  return element("button", { type: "button", class: "place", "aria-label": title, title, click: () => go(place) }, String(place.ptx.line));
}

/** Why there is no report. */
export function unanswered(text: string): HTMLElement {
  return remark(text, "bad");
}
