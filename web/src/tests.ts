// The first two tabs: what all models say of a test, and what the chosen one says of it.

import { lawless } from "./axioms";
import { details } from "./details";
import { byId } from "./dom";
import { Engine, TESTS } from "./engine";
import { type Finals, type Looked, MOST, finals } from "./finals";
import { type Matrix, OWN } from "./matrix";
import { asked, failure, mistaken, remark, spoken, trouble, untroubled, working } from "./said";
import { type Search, fences, found, minimize } from "./search";
import type { Texts } from "./texts";
import type { Answer, Calls, Mistake, Model, Reply, Request } from "./types";

/** Longer texts are not asked about while one types. */
const LONG = 200_000;

/** The model that is chosen where nobody chose another. */
const FIRST = "ptx-7.5";

/** What the chosen model is asked for beside its verdict. */
const FULL = { reason: true, picture: true };

/** Tables of fewer characters break words in two; on a phone they are scrolled instead. */
const NARROWEST = 60;

export interface Limits {
  bound: number;
  timeout: number;
  /** What a question may take before its worker is ended. */
  limit: number;
}

export class Tests {
  /** All models, in one table. */
  readonly quick = new Engine(TESTS);
  /** The chosen model, with reasons and pictures. */
  private readonly deep = new Engine(TESTS);
  private readonly lister = new Engine(TESTS);
  private round = 0;
  private readonly looked: Looked = { at: "" };
  /** The notice is about a worker that could not be had. */
  private lost = false;
  /** The question about the chosen model: its number, as only the last may be shown. */
  private question = 0;
  models: Model[] = [];
  chosen = FIRST;
  /** The model in the second tab is asked too. */
  own = false;

  constructor(
    private readonly texts: Texts,
    private readonly matrix: Matrix,
    private readonly limits: () => Limits,
  ) {}

  /** Ends what is asked. */
  cancel(): void {
    this.round += 1;
    this.quick.cancel();
    this.deep.cancel();
    this.lister.cancel();
  }

  /** Asks the model in the second tab too, or no more: then it is not the chosen one either. */
  include(own: boolean): void {
    this.own = own;
    if (!own && this.chosen === OWN) this.chosen = FIRST;
  }

  choose(model: string): void {
    this.chosen = model;
    this.matrix.mark(model);
    void this.ask(this.round);
  }

  private rows(): Pick<Model, "name" | "title">[] {
    const mine = { name: OWN, title: "The model in the second tab" };
    return this.own ? [mine, ...this.models] : this.models;
  }

  private request(model: string, more: Partial<Request> = {}): Request {
    const { bound, timeout } = this.limits();
    const width = Math.max(NARROWEST, Math.floor((byId("details").clientWidth - 40) / 7.9));
    const request: Request = { text: this.texts.of("test"), bound, timeout, width, ...more };
    if (model === OWN) request.own = { name: OWN, text: this.texts.of("own") };
    else request.model = model;
    return request;
  }

  /** Asks one model; what forbids nothing gives no verdict, here as elsewhere. */
  private async check(engine: Engine, request: Request): Promise<Reply<Calls["check"]["reply"]>> {
    const said = await engine.ask("check", request, this.limits().limit);
    if (!("answer" in said) || request.own === undefined || !lawless(request.own.text)) return said;
    return { error: `the model \`${OWN}\` has no axiom, so it forbids nothing: it is not asked` };
  }

  /** Asks all models anew. */
  async refresh(): Promise<void> {
    this.round += 1;
    const mine = this.round;
    this.matrix.list(this.rows(), this.chosen);
    if (this.texts.of("test").length > LONG) {
      this.unread();
      return;
    }
    void this.ask(mine);
    try {
      const about = this.own ? OWN : this.chosen === OWN ? "sc" : this.chosen;
      const said = await working(this.quick.ask("diagnose", this.request(about), this.limits().limit));
      if (mine !== this.round) return;
      if (this.lost) untroubled();
      this.lost = false;
      this.texts.diagnosed("diagnostics" in said ? said.diagnostics : []);
      const statement = "statement" in said ? said.statement : null;
      if (statement === null) {
        asked("The test has mistakes; they are marked in the text.");
        for (const { name } of this.rows()) this.matrix.show(name, "none");
        return;
      }
      asked("forall" in said && said.forall ? "Does every execution end like this? " : "Can it end like this? ", statement);
      await working(this.table(mine));
    } catch (error) {
      const text = failure(error);
      if (text === null || mine !== this.round) return;
      trouble(text);
      this.lost = true;
    }
  }

  /** Fills the table, a model after the other. */
  private async table(mine: number): Promise<void> {
    for (const { name } of this.rows()) {
      const reply = await this.check(this.quick, this.request(name)).catch(excused);
      if (mine !== this.round) return;
      this.matrix.show(name, "answer" in reply ? reply.answer : { failed: refused(reply) });
    }
  }

  /** A text that is too long is not asked about. */
  private unread(): void {
    this.texts.diagnosed([]);
    asked(`The test has more than ${LONG / 1000} kB, which is not asked about here; the command line takes one of up to 1 MiB: gpu-litmus check FILE.`);
    for (const { name } of this.rows()) this.matrix.show(name, "none");
    this.shown();
  }

  /** Puts something in place of the chosen model's answer. */
  private shown(...children: HTMLElement[]): void {
    const pane = byId("details");
    pane.replaceChildren(...children);
    pane.removeAttribute("aria-busy");
  }

  /** Asks the chosen model, with its reason and its picture. */
  private async ask(mine: number): Promise<void> {
    this.deep.cancel();
    this.lister.cancel();
    this.question += 1;
    const { question } = this;
    const model = this.rows().find(({ name }) => name === this.chosen);
    if (!model || this.texts.of("test").length > LONG) {
      this.shown();
      return;
    }
    byId("details").setAttribute("aria-busy", "true");
    try {
      const said = await working(this.check(this.deep, this.request(this.chosen, FULL)));
      if (mine !== this.round || question !== this.question) return;
      if ("answer" in said) this.answered(said, model, mine);
      else this.shown(remark(refused(said), "bad"));
    } catch (error) {
      const text = failure(error);
      if (text !== null) this.shown(remark(text, "bad"));
    }
  }

  private answered(said: Calls["check"]["reply"], model: Pick<Model, "name" | "title">, mine: number): void {
    const actions = {
      fences: () => void fences(this.search()),
      smallest: () => void this.smallest(model, mine),
      minimize: () => void minimize(this.search()),
    };
    this.shown(details(said, model, actions, this.ends(said.answer, mine)));
    // The table may be stopped before it comes to this model.
    this.matrix.show(model.name, said.answer);
    spoken(`${said.answer.verdict} under ${model.name}`);
  }

  /** Shows a smallest execution in place of the one that is shown; where there is none to be had, that stays. */
  private async smallest(model: Pick<Model, "name" | "title">, mine: number): Promise<void> {
    const request = this.request(this.chosen, { ...FULL, smallest: true });
    const said = await found({ ...this.search(), request }, "check", "Looking for the smallest execution …");
    if (said !== null && mine === this.round && model.name === this.chosen) this.answered(said, model, mine);
  }

  /** A search for another test. */
  private search(): Search {
    return {
      engine: this.deep,
      request: this.request(this.chosen),
      limit: this.limits().limit * 4,
      apply: (text) => this.texts.replace(text),
    };
  }

  /** The final states under the chosen model, where it promises any. */
  private ends(answer: Answer, mine: number): HTMLElement | null {
    if (answer.verdict === "racy" || answer.verdict === "unsupported") return null;
    const model = this.chosen;
    return finals(this.looked, async (observe): Promise<Finals | string | null> => {
      this.lister.cancel();
      try {
        const wanted = this.request(model, { states: { observe, limit: MOST }, picture: true });
        const said = await working(this.lister.ask("check", wanted, this.limits().limit * 2));
        if (mine !== this.round || model !== this.chosen) return null;
        if ("error" in said) return said.error;
        if ("diagnostics" in said) return said.diagnostics.map((one) => [one.message, one.labels[0]?.text].filter((part) => !!part).join(": ")).join(" ");
        const { states, notes } = said.answer;
        return states ? { states, notes, ends: said.ends ?? [] } : notes.join(" ") || "They were not found out.";
      } catch (error) {
        return failure(error);
      }
    });
  }
}

/** What failed for one model leaves the others. */
function excused(error: unknown): { error: string } {
  const text = failure(error);
  if (text === null) throw error;
  return { error: text };
}

function refused(reply: Exclude<Reply<never>, never>): string {
  return "error" in reply ? reply.error : mistaken((reply as { diagnostics: Mistake[] }).diagnostics);
}
