// The page: a test on the left, what the models say on the right, while one types.

import { byId } from "./dom";
import { type Example, begins, gallery } from "./gallery";
import { KernelTab, LAUNCH } from "./kernel";
import { BadLink, type Shared, read } from "./link";
import { Matrix, OWN } from "./matrix";
import { json } from "./parts";
import { shareable } from "./share";
import { listed, stopped, trouble, untroubled } from "./said";
import { type Limits, Tests } from "./tests";
import { Texts } from "./texts";
import { learn } from "./words";

type Tab = "test" | "own" | "kernel";
const TABS: Tab[] = ["test", "own", "kernel"];
/** What the third tab opens with. */
const KERNEL = "last-block, wrong";
const PAUSE = 250;

let examples: Example[] = [];
let tab: Tab = "test";
let timer = 0;
/** The verifier is there, and a first text. */
let begun = false;
/** Texts are put there that nobody here wrote. */
let placing = false;

const texts = new Texts(edited, show);
const matrix = new Matrix(byId("matrix"), (model) => {
  tests.chosen = model;
  if (tab === "kernel") kernel.choose(model);
  else tests.choose(model);
});
const tests = new Tests(texts, matrix, limits);
const kernel = new KernelTab(matrix, limits, (mistakes) => listed(mistakes, (mistake) => kernel.go(mistake), (mistake) => (mistake.file === LAUNCH ? "launch" : "PTX")), edited);

function limits(): Limits {
  const timeout = Number(byId<HTMLSelectElement>("time").value);
  return { bound: Number(byId<HTMLSelectElement>("bound").value), timeout, limit: timeout * 3 + 3000 };
}

function show(which: Tab): void {
  if (which === tab) return;
  const before = tab;
  tab = which;
  if (which !== "kernel") texts.show(which);
  for (const name of TABS) {
    const chosen = name === which;
    byId(`tab-${name}`).setAttribute("aria-selected", String(chosen));
    byId(`tab-${name}`).tabIndex = chosen ? 0 : -1;
  }
  byId("editor").hidden = which === "kernel";
  byId("editor").setAttribute("aria-labelledby", `tab-${which}`);
  byId("kernel").hidden = which !== "kernel";
  byId("how").hidden = which !== "test";
  byId("begin").hidden = which !== "own";
  if (which === "kernel" && kernel.empty()) {
    const { ptx, text } = examples.find(({ name }) => name === KERNEL) ?? examples.find(({ ptx }) => ptx !== undefined) ?? {};
    if (ptx !== undefined && text !== undefined) placed(() => kernel.replace(ptx, text));
  }
  // Neither mistakes nor an answer of the one are those of the other.
  if ((which === "kernel") !== (before === "kernel")) {
    byId("mistakes").replaceChildren();
    byId("details").replaceChildren();
  }
  // Who opens it wants to see what that model says.
  if (which === "own" && !tests.own) tests.chosen = OWN;
  if (which === "kernel" || before === "kernel" || (which === "own" && !tests.own)) changed();
}

/** The arrow keys go from tab to tab, as in every list of tabs. */
function steered(event: KeyboardEvent): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? TABS.length - 1 : 0;
  const next = TABS[(TABS.indexOf(tab) + step) % TABS.length];
  if (step === 0 || next === undefined) return;
  event.preventDefault();
  show(next);
  byId(`tab-${next}`).focus();
}

/** The address says no more what stands here: nobody is to take it for that. */
function unlinked(): void {
  if (location.hash !== "") window.history.replaceState(null, "", location.pathname + location.search);
}

/** Puts texts there; what the address says stays true. */
function placed(put: () => void): void {
  const before = placing;
  placing = true;
  put();
  placing = before;
}

function edited(): void {
  if (begun && !placing) unlinked();
  changed();
}

function changed(): void {
  // The verifier is on its way: what it is asked first is not to be taken back.
  if (!begun) return;
  if (tab === "own") tests.include(true);
  clearTimeout(timer);
  tests.cancel();
  kernel.cancel();
  timer = self.setTimeout(() => void refresh(), PAUSE);
}

/** Ends what is asked, and says that nothing is asked any more. */
function stop(): void {
  if (!begun) return;
  clearTimeout(timer);
  tests.cancel();
  kernel.cancel();
  stopped();
  matrix.stopped();
}

async function refresh(): Promise<void> {
  if (tab === "kernel") await kernel.refresh(tests.models, tests.chosen);
  else await tests.refresh();
}

/** What a link or a file is to hold. */
function shared(): Shared {
  const { bound, timeout } = limits();
  const all: Shared = { text: texts.of("test"), model: tests.chosen, bound, time: timeout };
  if (tests.own) all.own = texts.of("own");
  if (tab === "kernel") all.kernel = kernel.texts();
  return all;
}

/** Shows what the address says, or what the page begins with. A link that cannot be read leaves what stands there. */
async function opened(): Promise<void> {
  let link: Shared | null = null;
  untroubled();
  try {
    link = await read(location.hash);
  } catch (error) {
    trouble(error instanceof BadLink ? error.message : "This link cannot be read.");
    if (texts.of("test") !== "") return;
  }
  placed(() => begin(link));
  clearTimeout(timer);
  await refresh();
}

/** Puts there what a link holds, or what the page begins with. */
function begin(link: Shared | null): void {
  if (link !== null) settled(link);
  tests.include(link?.own !== undefined);
  if (link?.own !== undefined) texts.adopt(link.own);
  // What somebody wrote while the verifier came is theirs, and where they are they stay.
  const here = link !== null || begun ? "test" : tab;
  if (link !== null || begun || texts.of("test") === "") texts.replace(link?.text ?? examples[0]?.text ?? "");
  begun = true;
  show(here);
  if (link?.kernel) {
    kernel.replace(link.kernel.ptx, link.kernel.launch);
    show("kernel");
  }
}

/** Takes a link's model, bound and time; says which of them the page does not have any more. */
function settled({ model, own, bound, time }: Shared): void {
  const missing: string[] = [];
  if ((model === OWN && own !== undefined) || tests.models.some(({ name }) => name === model)) tests.chosen = model ?? tests.chosen;
  else if (model !== undefined) missing.push(`the model ${model.slice(0, 40)}`);
  if (!selected("bound", bound)) missing.push(`${bound} laps of a loop`);
  if (!selected("time", time)) missing.push(`${Number(time) / 1000} s for a question`);
  if (missing.length > 0) trouble(`This link asks for ${missing.join(" and ")}, which this page does not have: the test is asked as it stands here.`);
}

/** Chooses a value, where one is given; not, if there is no such. */
function selected(id: "bound" | "time", value: number | undefined): boolean {
  const select = byId<HTMLSelectElement>(id);
  const known = [...select.options].some((option) => option.value === String(value));
  if (known) select.value = String(value);
  return known || value === undefined;
}

function take({ text, ptx }: Example): void {
  unlinked();
  untroubled();
  if (ptx === undefined) {
    texts.replace(text);
    return;
  }
  show("kernel");
  kernel.replace(ptx, text);
}

/** Says why the page cannot work, and shows nothing that would not. */
function lost(why: string): void {
  trouble(why);
  document.body.dataset.lost = "true";
}

async function start(): Promise<void> {
  byId("late").remove();
  if (typeof WebAssembly !== "object") {
    lost("This browser has no WebAssembly, which the verifier needs. Every browser of the last years has it, unless somebody switched it off; the command line needs none: gpu-litmus check FILE.");
    return;
  }
  const coming = json("examples.json");
  // Where the verifier fails first, that is what is said.
  coming.catch(() => undefined);
  for (const name of TABS) {
    byId(`tab-${name}`).addEventListener("click", () => show(name));
    byId(`tab-${name}`).addEventListener("keydown", steered);
  }
  shareable(shared);
  byId("stop").addEventListener("click", stop);
  byId("bound").addEventListener("change", changed);
  byId("time").addEventListener("change", changed);
  try {
    const said = await tests.quick.ask("models", null, 60_000);
    if (!("models" in said)) throw new Error("the verifier does not list its models");
    tests.models = said.models;
    const words = await tests.quick.ask("words", null, 60_000);
    if ("test" in words) learn(words);
    byId("version").textContent = said.version;
    examples = (await coming) as Example[];
  } catch (error) {
    lost(error instanceof Error ? error.message : String(error));
    return;
  }
  gallery(examples, take);
  begins(tests.models, (text) => texts.replace(text, "own"));
  window.addEventListener("hashchange", () => void opened());
  await opened();
  document.body.dataset.ready = "true";
}

void start();
