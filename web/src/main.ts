// The page: a test on the left, what the models say on the right, while one types.

import { closeBrackets, autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { details, offer, remark } from "./details";
import { byId, element } from "./dom";
import { Engine, Stopped } from "./engine";
import { catSupport, colours, litmusSupport } from "./language";
import { BadLink, type Shared, read, written } from "./link";
import { Matrix, OWN } from "./matrix";
import type { Call, Calls, Mistake, Model, Reply, Request } from "./types";

interface Example {
  theme: string;
  name: string;
  about: string;
  text: string;
}

const PAUSE = 250;
/** Longer texts are not asked about while one types. */
const LONG = 200_000;
const OWN_MODEL = `"my model"\n(* Each location on its own, and no cycle through all of program order. *)\nacyclic po-loc | rf | co | fr as coherence\nacyclic po | rf | co | fr as sc\n`;

const quick = new Engine();
const deep = new Engine();
let models: Model[] = [];
let examples: Example[] = [];
let chosen = "ptx-7.5";
let own: string | null = null;
let tab: "test" | "own" = "test";
let timer = 0;
let round = 0;

const language = new Compartment();
const states: Record<"test" | "own", EditorState> = { test: stateOf("", "test"), own: stateOf(OWN_MODEL, "own") };
const editor = new EditorView({ state: states.test, parent: byId("editor") });
const matrix = new Matrix(byId("matrix"), (model) => {
  chosen = model;
  matrix.mark(model);
  void ask(round);
});

function stateOf(text: string, which: "test" | "own"): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      closeBrackets(),
      autocompletion({ icons: false }),
      lintGutter(),
      colours,
      language.of(which === "test" ? litmusSupport : catSupport),
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...completionKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": which === "test" ? "litmus test" : "model of your own" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed();
      }),
    ],
  });
}

function text(which: "test" | "own"): string {
  return (tab === which ? editor.state : states[which]).doc.toString();
}

function replace(which: "test" | "own", to: string): void {
  if (tab !== which) show(which);
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: to } });
}

function show(which: "test" | "own"): void {
  states[tab] = editor.state;
  tab = which;
  editor.setState(states[which]);
  for (const name of ["test", "own"] as const) byId(`tab-${name}`).setAttribute("aria-selected", String(name === which));
  if (which === "own" && own === null) changed();
}

function changed(): void {
  if (tab === "own" || own !== null) own = text("own");
  clearTimeout(timer);
  quick.cancel();
  deep.cancel();
  timer = self.setTimeout(() => void refresh(), PAUSE);
}

function request(model: string, more: Partial<Request> = {}): Request {
  const asked: Request = {
    text: text("test"),
    bound: Number(byId<HTMLSelectElement>("bound").value),
    timeout: Number(byId<HTMLSelectElement>("time").value),
    width: Math.max(40, Math.floor((byId("details").clientWidth - 40) / 7.9)),
    ...more,
  };
  if (model === OWN) asked.own = { name: OWN, text: text("own") };
  else asked.model = model;
  return asked;
}

/** What a question may take before its worker is ended. */
function limit(): number {
  return Number(byId<HTMLSelectElement>("time").value) * 3 + 3000;
}

function rows(): Pick<Model, "name" | "title">[] {
  const mine = { name: OWN, title: "The model in the second tab" };
  return own === null ? models : [mine, ...models];
}

/** Asks all models anew. */
async function refresh(): Promise<void> {
  round += 1;
  const mine = round;
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
    if (!(error instanceof Stopped)) trouble(error);
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
      const actions = { fences: () => void fences(), smallest: () => void ask(round, { smallest: true }), minimize: () => void minimize() };
      pane.replaceChildren(details(said, model, actions));
    } else pane.replaceChildren(remark("error" in said ? said.error : mistaken(said.diagnostics), "bad"));
  } catch (error) {
    if (error instanceof Stopped && error.message.startsWith("a newer")) return;
    pane.replaceChildren(remark(error instanceof Error ? error.message : String(error), "bad"));
  } finally {
    pane.removeAttribute("aria-busy");
  }
}

function mistaken(mistakes: Mistake[]): string {
  const first = mistakes[0];
  if (!first) return "";
  const place = first.labels[0];
  const more = mistakes.length > 1 ? ` (and ${mistakes.length - 1} more)` : "";
  return `${first.file}${place ? `:${place.line}:${place.column}` : ""}: ${first.message}${more}`;
}

async function search<C extends "fences" | "minimize">(call: C, doing: string): Promise<Calls[C]["reply"] | null> {
  const pane = byId("details");
  const place = element("div", { class: "search" }, remark(doing));
  pane.querySelector(".search")?.remove();
  pane.querySelector(".tools")?.after(place);
  try {
    const said: Reply<Calls[C]["reply"]> = await deep.ask(call as Call, request(chosen) as never, limit() * 4) as Reply<Calls[C]["reply"]>;
    if ("error" in (said as object)) place.replaceChildren(remark((said as { error: string }).error, "bad"));
    else if ("diagnostics" in (said as object)) place.replaceChildren(remark("The test has mistakes.", "bad"));
    else return said as Calls[C]["reply"];
  } catch (error) {
    place.replaceChildren(remark(error instanceof Error ? error.message : String(error), "bad"));
  }
  return null;
}

function found(...children: HTMLElement[]): void {
  byId("details").querySelector(".search")?.replaceChildren(...children);
}

const NO_FENCES: Record<string, string> = {
  impossible: "No fences forbid this outcome.",
  vacuous: "No execution ends and counts, so there is nothing to forbid.",
};

async function fences(): Promise<void> {
  const said = await search("fences", "Looking for the cheapest fences …");
  if (!said) return;
  const solution = said.fences.solutions[0];
  if (said.fences.answer !== "found" || !solution) {
    found(remark(NO_FENCES[said.fences.answer] ?? "It was not found out."), element("pre", {}, said.text));
    return;
  }
  const title = solution.diff === "" ? "The test forbids it as it is" : `Cheapest fences, cost ${said.fences.cost ?? "?"}`;
  found(offer(title, solution.diff, said.text, () => replace("test", solution.patched)));
}

async function minimize(): Promise<void> {
  const said = await search("minimize", "Looking for a smaller test …");
  if (!said) return;
  const { minimized, diff } = said;
  if (minimized === null) found(remark(said.notes.join(" ") || "It was not found out."));
  else if (diff === "") found(remark("No part of the test can go: every smaller one has another verdict."));
  else found(offer("A smaller test with the same verdict", diff, null, () => replace("test", minimized)));
}

/** Marks mistakes in the text and lists them below it. */
function diagnosed(mistakes: Mistake[]): void {
  const shown = mistakes.slice(0, 50);
  const here = shown.filter((mistake) => (mistake.file === OWN) === (tab === "own"));
  const length = editor.state.doc.length;
  const within = (at: number) => Math.min(at, length);
  const all = here.flatMap((mistake) =>
    mistake.labels.map((label, index): Diagnostic => ({
      from: within(label.from),
      to: within(Math.max(label.to, label.from)),
      severity: mistake.warning ? "warning" : index === 0 ? "error" : "info",
      message: index === 0 ? [mistake.message, label.text, mistake.help].filter((part) => !!part).join("\n") : label.text,
    })),
  );
  editor.dispatch(setDiagnostics(editor.state, all.sort((a, b) => a.from - b.from)));
  byId("mistakes").replaceChildren(
    ...shown.map((mistake) => {
      const place = mistake.labels[0];
      const go = () => {
        show(mistake.file === OWN ? "own" : "test");
        editor.dispatch({ selection: { anchor: Math.min(place?.from ?? 0, editor.state.doc.length) }, scrollIntoView: true });
        editor.focus();
      };
      return element(
        "li",
        { class: mistake.warning ? "warning" : "bad" },
        element("button", { type: "button", click: go }, place ? `${place.line}:${place.column}` : "–"),
        ` ${mistake.message}`,
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
  const shared: Shared = { text: text("test"), model: chosen, bound: Number(byId<HTMLSelectElement>("bound").value) };
  if (own !== null) shared.own = own;
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
  if (shared?.model !== undefined && (shared.model === OWN || models.some(({ name }) => name === shared.model))) chosen = shared.model;
  if (shared?.bound !== undefined) byId<HTMLSelectElement>("bound").value = String(shared.bound);
  own = shared?.own ?? null;
  if (shared?.own !== undefined) states.own = stateOf(shared.own, "own");
  replace("test", shared?.text ?? examples[0]?.text ?? "");
  editor.dispatch({ selection: { anchor: 0 } });
  clearTimeout(timer);
  await refresh();
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
    replace("test", example.text);
    editor.dispatch({ selection: { anchor: 0 } });
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
  byId("share").addEventListener("click", () => void share());
  byId("bound").addEventListener("change", () => void changed());
  byId("time").addEventListener("change", () => void changed());
  try {
    const said = await quick.ask("models", null, 60_000);
    if (!("models" in said)) throw new Error("the verifier does not list its models");
    models = said.models;
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
