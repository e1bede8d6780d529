// The page: a test on the left, what the models say on the right, while one types.

import type { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { details, remark } from "./details";
import { byId, element } from "./dom";
import { marked, replaced, shown, stateOf } from "./editor";
import { Engine, Stopped } from "./engine";
import { type Finals, MOST, finals } from "./finals";
import { KernelTab } from "./kernel";
import { catSupport, litmusSupport } from "./language";
import { BadLink, type Shared, read, written } from "./link";
import { Matrix, OWN } from "./matrix";
import { type Search, fences, minimize } from "./search";
import type { Answer, Mistake, Model, Request } from "./types";
import { learn } from "./words";

interface Example {
  theme: string;
  name: string;
  about: string;
  text: string;
  /** Of a kernel, its module; the text is its launch file. */
  ptx?: string;
}

type Tab = "test" | "own" | "kernel";

/** What the third tab opens with. */
const KERNEL = "last-block, wrong";
const PAUSE = 250;
/** Longer texts are not asked about while one types. */
const LONG = 200_000;
const OWN_MODEL = `"my model"\n(* Each location on its own, and no cycle through all of program order. *)\nacyclic po-loc | rf | co | fr as coherence\nacyclic po | rf | co | fr as sc\n`;

const quick = new Engine();
const deep = new Engine();
const lister = new Engine();
let models: Model[] = [];
let examples: Example[] = [];
let chosen = "ptx-7.5";
let own: string | null = null;
let tab: Tab = "test";
let timer = 0;
let round = 0;
/** The notice is about a worker that could not be had. */
let lost = false;

const states: Record<"test" | "own", EditorState> = {
  test: stateOf("", "litmus test", litmusSupport, changed),
  own: stateOf(OWN_MODEL, "model of your own", catSupport, changed),
};
const editor = new EditorView({ state: states.test, parent: byId("editor") });
const matrix = new Matrix(byId("matrix"), (model) => {
  chosen = model;
  if (tab === "kernel") {
    kernel.choose(model);
    return;
  }
  matrix.mark(model);
  void ask(round);
});
const kernel = new KernelTab(
  deep,
  matrix,
  () => ({ bound: bound(), timeout: time(), most: limit() * 4 }),
  (mistakes) => listed(mistakes, (mistake) => kernel.go(mistake)),
  changed,
);

function bound(): number {
  return Number(byId<HTMLSelectElement>("bound").value);
}

function time(): number {
  return Number(byId<HTMLSelectElement>("time").value);
}

function text(which: "test" | "own"): string {
  return (tab === which ? editor.state : states[which]).doc.toString();
}

function replace(which: "test" | "own", to: string): void {
  if (tab !== which) show(which);
  replaced(editor, to);
}

function show(which: Tab): void {
  if (which === tab) return;
  const before = tab;
  if (tab !== "kernel") states[tab] = editor.state;
  tab = which;
  if (which !== "kernel") editor.setState(states[which]);
  for (const name of ["test", "own", "kernel"] as const) byId(`tab-${name}`).setAttribute("aria-selected", String(name === which));
  byId("editor").hidden = which === "kernel";
  byId("editor").setAttribute("aria-labelledby", `tab-${which}`);
  byId("kernel").hidden = which !== "kernel";
  if (which === "kernel" && kernel.empty()) {
    const first = examples.find(({ name }) => name === KERNEL) ?? examples.find(({ ptx }) => ptx !== undefined);
    if (first?.ptx !== undefined) kernel.replace(first.ptx, first.text);
  }
  if (which === "kernel" || before === "kernel" || (which === "own" && own === null)) changed();
}

function changed(): void {
  if (tab === "own" || own !== null) own = text("own");
  clearTimeout(timer);
  quick.cancel();
  deep.cancel();
  lister.cancel();
  timer = self.setTimeout(() => void refresh(), PAUSE);
}

function request(model: string, more: Partial<Request> = {}): Request {
  const asked: Request = {
    text: text("test"),
    bound: bound(),
    timeout: time(),
    width: Math.max(40, Math.floor((byId("details").clientWidth - 40) / 7.9)),
    ...more,
  };
  if (model === OWN) asked.own = { name: OWN, text: text("own") };
  else asked.model = model;
  return asked;
}

/** What a question may take before its worker is ended. */
function limit(): number {
  return time() * 3 + 3000;
}

function rows(): Pick<Model, "name" | "title">[] {
  const mine = { name: OWN, title: "The model in the second tab" };
  return own === null ? models : [mine, ...models];
}

/** Asks all models anew. */
async function refresh(): Promise<void> {
  round += 1;
  const mine = round;
  if (tab === "kernel") {
    await kernel.refresh(models, chosen);
    return;
  }
  matrix.list(rows(), chosen);
  void ask(mine);
  if (text("test").length > LONG) {
    diagnosed([]);
    asked("The test is too long to be answered while you type.");
    return;
  }
  try {
    const said = await quick.ask("diagnose", request(own === null ? chosenBuiltIn() : OWN), limit());
    if (mine !== round) return;
    if (lost) byId("notice").hidden = true;
    lost = false;
    const mistakes = "diagnostics" in said ? said.diagnostics : [];
    diagnosed(mistakes);
    const statement = "statement" in said ? said.statement : null;
    if (statement === null) {
      asked("The test has mistakes; they are marked in the text.");
      for (const { name } of rows()) matrix.show(name, "none");
      return;
    }
    asked("forall" in said && said.forall ? "Does every execution end like this? " : "Can it end like this? ", statement);
    for (const { name } of rows()) {
      const reply = await quick.ask("check", request(name), limit()).catch(excused);
      if (mine !== round) return;
      matrix.show(name, "answer" in reply ? reply.answer : { failed: failure(reply) });
    }
  } catch (error) {
    if (error instanceof Stopped) return;
    trouble(error);
    lost = true;
  }
}

function asked(said: string, condition?: string): void {
  const code = condition === undefined ? [] : [element("code", {}, condition)];
  byId("statement").replaceChildren(element("span", { class: "quiet" }, said), ...code);
}

function chosenBuiltIn(): string {
  return chosen === OWN ? "sc" : chosen;
}

function excused(error: unknown): { error: string } {
  if (error instanceof Stopped && error.message.startsWith("a newer")) throw error;
  return { error: error instanceof Error ? error.message : String(error) };
}

function failure(reply: { diagnostics: Mistake[] } | { error: string }): string {
  return "error" in reply ? reply.error : (reply.diagnostics[0]?.message ?? "");
}

/** Asks the chosen model, with its reason and its picture. */
async function ask(mine: number, more: Partial<Request> = {}): Promise<void> {
  deep.cancel();
  lister.cancel();
  const pane = byId("details");
  const model = rows().find(({ name }) => name === chosen);
  if (!model || text("test").length > LONG) {
    pane.replaceChildren();
    return;
  }
  pane.setAttribute("aria-busy", "true");
  try {
    const said = await deep.ask("check", request(chosen, { reason: true, picture: true, ...more }), limit());
    if (mine !== round) return;
    if ("answer" in said) {
      const actions = { fences: () => void fences(search()), smallest: () => void ask(round, { smallest: true }), minimize: () => void minimize(search()) };
      pane.replaceChildren(details(said, model, actions, ends(said.answer, mine)));
    } else pane.replaceChildren(remark("error" in said ? said.error : mistaken(said.diagnostics), "bad"));
  } catch (error) {
    if (error instanceof Stopped && error.message.startsWith("a newer")) return;
    pane.replaceChildren(remark(error instanceof Error ? error.message : String(error), "bad"));
  } finally {
    pane.removeAttribute("aria-busy");
  }
}

/** A search for another test. */
function search(): Search {
  return { engine: deep, request: request(chosen), limit: limit() * 4, apply: (text) => replace("test", text) };
}

/** The final states under the chosen model, where it promises any. */
function ends(answer: Answer, mine: number): HTMLElement | null {
  if (answer.verdict === "racy" || answer.verdict === "unsupported") return null;
  const model = chosen;
  return finals(async (observe): Promise<Finals | string | null> => {
    lister.cancel();
    try {
      const said = await lister.ask("check", request(model, { states: { observe, limit: MOST }, picture: true }), limit() * 2);
      if (mine !== round || model !== chosen) return null;
      if ("error" in said) return said.error;
      if ("diagnostics" in said) return said.diagnostics.map((one) => [one.message, one.labels[0]?.text].filter((part) => !!part).join(": ")).join(" ");
      const { states, notes } = said.answer;
      return states ? { states, notes, ends: said.ends ?? [] } : notes.join(" ") || "They were not found out.";
    } catch (error) {
      if (error instanceof Stopped && error.message.startsWith("a newer")) return null;
      return error instanceof Error ? error.message : String(error);
    }
  });
}

function mistaken(mistakes: Mistake[]): string {
  const first = mistakes[0];
  if (!first) return "";
  const place = first.labels[0];
  const more = mistakes.length > 1 ? ` (and ${mistakes.length - 1} more)` : "";
  return `${first.file}${place ? `:${place.line}:${place.column}` : ""}: ${first.message}${more}`;
}

/** Marks mistakes in the text and lists them below it. */
function diagnosed(mistakes: Mistake[]): void {
  const here = mistakes.filter((mistake) => (mistake.file === OWN) === (tab === "own"));
  marked(editor, here.slice(0, 50));
  listed(mistakes, (mistake) => {
    show(mistake.file === OWN ? "own" : "test");
    shown(editor, mistake.labels[0]?.from ?? 0);
  });
}

/** Lists mistakes below the text; each leads to its place. */
function listed(mistakes: Mistake[], go: (mistake: Mistake) => void): void {
  byId("mistakes").replaceChildren(
    ...mistakes.slice(0, 50).map((mistake) => {
      const place = mistake.labels[0];
      return element(
        "li",
        { class: mistake.warning ? "warning" : "bad" },
        element("button", { type: "button", click: () => go(mistake) }, place ? `${place.line}:${place.column}` : "–"),
        ` ${mistake.message}`,
        place !== undefined && place.text !== "" && `: ${place.text}`,
        mistake.help !== null && element("span", { class: "quiet" }, ` ${mistake.help}`),
      );
    }),
  );
}

function trouble(error: unknown): void {
  const notice = byId("notice");
  notice.textContent = error instanceof Error ? error.message : String(error);
  notice.hidden = false;
}

async function share(): Promise<void> {
  const shared: Shared = { text: text("test"), model: chosen, bound: bound() };
  if (own !== null) shared.own = own;
  if (tab === "kernel") shared.kernel = kernel.texts();
  const fragment = await written(shared);
  history_(fragment);
  const button = byId("share");
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = "Link copied";
  } catch {
    button.textContent = "Link is in the address bar";
  }
  setTimeout(() => {
    button.textContent = "Share";
  }, 2500);
}

function history_(fragment: string): void {
  window.history.replaceState(null, "", fragment);
}

async function opened(): Promise<void> {
  let shared: Shared | null = null;
  try {
    shared = await read(location.hash);
    byId("notice").hidden = true;
  } catch (error) {
    trouble(error instanceof BadLink ? error : new Error("This link cannot be read."));
  }
  if (shared !== null) settled(shared);
  own = shared?.own ?? null;
  if (shared?.own !== undefined) states.own = stateOf(shared.own, "model of your own", catSupport, changed);
  replace("test", shared?.text ?? examples[0]?.text ?? "");
  if (shared?.kernel) {
    kernel.replace(shared.kernel.ptx, shared.kernel.launch);
    show("kernel");
  }
  clearTimeout(timer);
  await refresh();
}

/** Takes a link's model and bound; says which of them the page does not have any more. */
function settled({ model, bound }: Shared): void {
  const missing: string[] = [];
  if (model === OWN || models.some(({ name }) => name === model)) chosen = model ?? chosen;
  else if (model !== undefined) missing.push(`the model ${model.slice(0, 40)}`);
  const select = byId<HTMLSelectElement>("bound");
  if ([...select.options].some(({ value }) => value === String(bound))) select.value = String(bound);
  else if (bound !== undefined) missing.push(`${bound} laps of a loop`);
  if (missing.length > 0) trouble(new Error(`This link asks for ${missing.join(" and ")}, which this page does not have: the test is asked as it stands here.`));
}

function gallery(): void {
  const select = byId<HTMLSelectElement>("examples");
  const themes = [...new Set(examples.map(({ theme }) => theme))];
  for (const theme of themes) {
    const group = element("optgroup", { label: theme });
    for (const [index, example] of examples.entries()) {
      if (example.theme === theme) group.append(element("option", { value: String(index), title: example.about }, example.name));
    }
    select.append(group);
  }
  select.addEventListener("change", () => {
    const example = examples[Number(select.value)];
    select.value = "";
    if (!example) return;
    history_(location.pathname + location.search);
    if (example.ptx === undefined) {
      replace("test", example.text);
      return;
    }
    show("kernel");
    kernel.replace(example.ptx, example.text);
  });
}

async function start(): Promise<void> {
  if (typeof WebAssembly !== "object") {
    trouble(new Error("This browser has no WebAssembly, which the verifier needs; the command line needs no browser."));
    return;
  }
  const fetched = fetch(new URL("examples.json", document.baseURI));
  byId("tab-test").addEventListener("click", () => show("test"));
  byId("tab-own").addEventListener("click", () => show("own"));
  byId("tab-kernel").addEventListener("click", () => show("kernel"));
  byId("share").addEventListener("click", () => void share());
  byId("bound").addEventListener("change", () => void changed());
  byId("time").addEventListener("change", () => void changed());
  try {
    const said = await quick.ask("models", null, 60_000);
    if (!("models" in said)) throw new Error("the verifier does not list its models");
    models = said.models;
    const words = await quick.ask("words", null, 60_000);
    if ("test" in words) learn(words);
    byId("version").textContent = said.version;
    examples = (await (await fetched).json()) as Example[];
  } catch (error) {
    trouble(error);
    return;
  }
  gallery();
  window.addEventListener("hashchange", () => void opened());
  await opened();
  document.body.dataset.ready = "true";
}

void start();
