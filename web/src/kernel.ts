// The third tab: a module of PTX and its launch, and what is said of both.

import { EditorView } from "@codemirror/view";
import { Engine, KERNELS } from "./engine";
import { byId } from "./dom";
import { marked, replaced, shown, stateOf } from "./editor";
import { launchSupport, ptxSupport } from "./language";
import type { Cellular, Matrix } from "./matrix";
import { mended } from "./mend";
import { broken, reported, unanswered, worst } from "./report";
import { asked, failure, mistaken, spoken, working } from "./said";
import { searching } from "./search";
import type { Limits } from "./tests";
import type { Calls, KernelCall, KernelPlace, Launch, Mistake, Model, Reply } from "./types";

/** The models that kernels are asked about. */
export const KERNEL_MODELS = ["ptx-7.5", "ptx-6.0", "sc"];
/** The name that messages have for the launch file. */
export const LAUNCH = "launch file";
/** Longer texts are not read. */
const LONG = 1 << 20;

type Report = Calls["kernel"]["reply"];

export class KernelTab {
  private readonly engine = new Engine(KERNELS);
  /** Searches, one at a time: reports do not wait for them. */
  private readonly deep = new Engine(KERNELS);
  private readonly ptx: EditorView;
  private readonly launch: EditorView;
  private replies = new Map<string, Report | string>();
  private round = 0;
  private asking = false;
  private models: Model[] = [];
  private readonly actions = { mend: () => void this.mend(), smallest: () => void this.smallest() };
  private model = KERNEL_MODELS[0] as string;
  /** Texts were put there, be they empty. */
  private filled = false;

  constructor(
    private readonly matrix: Matrix,
    private readonly limits: () => Limits,
    private readonly complain: (mistakes: Mistake[]) => void,
    edited: () => void,
  ) {
    this.ptx = new EditorView({ state: stateOf("", "module of PTX", ptxSupport, edited), parent: byId("ptx") });
    this.launch = new EditorView({ state: stateOf("", "launch file", launchSupport, edited), parent: byId("launch") });
  }

  texts(): { ptx: string; launch: string } {
    return { ptx: this.ptx.state.doc.toString(), launch: this.launch.state.doc.toString() };
  }

  replace(ptx: string, launch: string): void {
    this.filled = true;
    replaced(this.ptx, ptx);
    replaced(this.launch, launch);
  }

  /** Nothing was put or written there: what a link brought stands, even where it says nothing. */
  empty(): boolean {
    return !this.filled && this.ptx.state.doc.length === 0 && this.launch.state.doc.length === 0;
  }

  /** Goes to where a mistake is. */
  go(mistake: Mistake): void {
    shown(mistake.file === LAUNCH ? this.launch : this.ptx, mistake.labels[0]?.from ?? 0);
  }

  /** Shows another model's report. */
  choose(model: string): void {
    this.model = KERNEL_MODELS.includes(model) ? model : (KERNEL_MODELS[0] as string);
    this.matrix.mark(this.model);
    this.deep.cancel();
    // Where somebody stopped the questions, nobody asks about this model.
    if (!this.asking && !this.replies.has(this.model)) void this.refresh(this.models, this.model);
    else this.details();
  }

  cancel(): void {
    this.round += 1;
    this.asking = false;
    this.engine.cancel();
    this.deep.cancel();
  }

  /** Asks all models, the chosen one first. */
  async refresh(models: Model[], chosen: string): Promise<void> {
    this.cancel();
    const mine = this.round;
    this.asking = true;
    this.models = models;
    this.model = KERNEL_MODELS.includes(chosen) ? chosen : (KERNEL_MODELS[0] as string);
    this.replies.clear();
    const rows = KERNEL_MODELS.flatMap((name) => models.filter((model) => model.name === name));
    this.matrix.list(rows, this.model);
    asked("Do all checks of this launch hold?");
    const { ptx, launch } = this.texts();
    if (ptx.length > LONG || launch.length > LONG) {
      this.unread(rows, [], "A text is larger than 1 MB: nothing of it is read here; the command line takes it: gpu-litmus kernel LAUNCH-FILE.");
      return;
    }
    byId("details").setAttribute("aria-busy", "true");
    const first = [this.model, ...KERNEL_MODELS.filter((name) => name !== this.model)];
    for (const model of first) {
      const said = await this.report({ ptx, launch, ...this.question(model) });
      if (mine !== this.round || said === null) return;
      if (typeof said !== "string" && "diagnostics" in said) {
        this.unread(rows, said.diagnostics, "The texts have mistakes; they are marked there.");
        return;
      }
      this.marks([]);
      this.replies.set(model, said);
      this.matrix.show(model, cell(said));
      if (model === this.model) this.details();
    }
  }

  /** Says why nothing is asked of these texts. */
  private unread(rows: Model[], mistakes: Mistake[], why: string): void {
    this.asking = false;
    this.marks(mistakes);
    asked(why);
    for (const { name } of rows) this.matrix.show(name, "none");
    byId("details").replaceChildren();
    byId("details").removeAttribute("aria-busy");
  }

  private question(model: string): Omit<Launch, "ptx" | "launch"> {
    const { bound, timeout } = this.limits();
    return { name: LAUNCH, model, bound, timeout, picture: true };
  }

  /** A report, or mistakes, or why there is neither; nothing where another question came. */
  private async report(launch: Launch): Promise<Report | { diagnostics: Mistake[] } | string | null> {
    try {
      const said = await working(this.engine.ask("kernel", launch, this.limits().limit * 4));
      return "error" in said ? said.error : said;
    } catch (error) {
      return failure(error);
    }
  }

  /** Shows the smallest runs in place of those that are shown; where there are none to be had, those stay. */
  private async smallest(): Promise<void> {
    const found = await this.search("kernel", "Looking for the smallest runs …", { smallest: true }, this.limits().limit * 4);
    if (!found) return;
    const { said, place } = found;
    if ("error" in said) place.replaceChildren(unanswered(said.error));
    else if ("diagnostics" in said) place.replaceChildren(unanswered(mistaken(said.diagnostics)));
    else {
      this.replies.set(this.model, said);
      this.details();
    }
  }

  /** Looks for the cheapest fixes, and offers them. */
  private async mend(): Promise<void> {
    const { launch } = this.texts();
    const { timeout, limit } = this.limits();
    const within = timeout * 12;
    const found = await this.search("mend", "Looking for the cheapest fences …", { within }, within + limit);
    found?.place.replaceChildren(...mended(found.said, (ptx) => this.replace(ptx, launch)));
  }

  /** Asks what takes longer, in place of what was asked so before, and has a place for the reply; none where something else is shown by then. */
  private async search<C extends KernelCall>(call: C, doing: string, more: Partial<Calls[C]["request"]>, limit: number): Promise<{ said: Reply<Calls[C]["reply"]>; place: HTMLElement } | null> {
    const { round, model } = this;
    this.deep.cancel();
    const place = searching(doing, () => this.deep.cancel());
    try {
      const said = await working(this.deep.ask<C>(call, { ...this.texts(), ...this.question(model), ...more } as Calls[C]["request"], limit));
      return round === this.round && model === this.model ? { said, place } : null;
    } catch (error) {
      const text = failure(error);
      if (text !== null) place.replaceChildren(unanswered(text));
      return null;
    }
  }

  private marks(mistakes: Mistake[]): void {
    marked(this.launch, mistakes.filter(({ file }) => file === LAUNCH).slice(0, 50));
    marked(this.ptx, mistakes.filter(({ file }) => file !== LAUNCH).slice(0, 50));
    this.complain(mistakes);
  }

  private details(): void {
    const said = this.replies.get(this.model);
    const pane = byId("details");
    if (said === undefined) {
      pane.setAttribute("aria-busy", "true");
      return;
    }
    pane.removeAttribute("aria-busy");
    if (typeof said !== "string") spoken(`${worst(said.report)} under ${this.model}`);
    pane.replaceChildren(typeof said === "string" ? unanswered(said) : reported(said, (place) => this.show(place), this.actions));
  }

  private show({ ptx }: KernelPlace): void {
    const { doc } = this.ptx.state;
    shown(this.ptx, ptx.line <= doc.lines ? doc.line(ptx.line).from + ptx.column - 1 : doc.length);
  }
}

function cell(said: Report | string): Cellular {
  return typeof said === "string" ? { failed: said } : { word: worst(said.report), remark: broken(said.report) };
}
