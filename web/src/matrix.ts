// All models and what each says of the test.

import { element } from "./dom";
import type { Answer, Model } from "./types";

/**
 * An answer, or a word and a remark in its place, or why there is none: it is not there yet, the test has mistakes, or
 * something failed.
 */
export type Cellular = Answer | { word: string; remark: string } | "waiting" | "none" | { failed: string };

/** What stands where an answer is to come. */
const WAITING = "…";

export const OWN = "own model";

const QUANTITY: Record<string, string> = {
  always: "in every execution",
  sometimes: "in some executions",
  never: "in no execution",
};

export class Matrix {
  private rows = new Map<string, { row: HTMLTableRowElement; verdict: HTMLElement; remark: HTMLElement; input: HTMLInputElement }>();

  constructor(
    private readonly body: HTMLElement,
    private readonly choose: (model: string) => void,
  ) {}

  /** One row a model, that waits for its answer. Rows that are there stay: somebody may be at one by the keyboard. */
  list(models: Pick<Model, "name" | "title">[], chosen: string): void {
    if (models.map(({ name }) => name).join("\n") === [...this.rows.keys()].join("\n")) {
      for (const name of this.rows.keys()) this.show(name, "waiting");
      this.mark(chosen);
      return;
    }
    this.rows.clear();
    this.body.replaceChildren(
      ...models.map((model) => {
        const id = `model-${model.name.replaceAll(/[^\w-]/g, "-")}`;
        const input = element("input", { type: "radio", name: "model", id, value: model.name });
        input.checked = model.name === chosen;
        input.addEventListener("change", () => this.choose(model.name));
        const verdict = element("span", { class: "verdict waiting" }, WAITING);
        const remark = element("span", { class: "quiet" });
        const row = element(
          "tr",
          { click: () => this.pick(model.name) },
          element("td", {}, input, element("label", { for: id, title: model.title }, model.name)),
          element("td", {}, verdict),
          element("td", {}, remark),
        );
        this.rows.set(model.name, { row, verdict, remark, input });
        return row;
      }),
    );
    this.mark(chosen);
  }

  private pick(model: string): void {
    const row = this.rows.get(model);
    if (!row || row.input.checked) return;
    row.input.checked = true;
    this.choose(model);
  }

  mark(chosen: string): void {
    for (const [name, { row, input }] of this.rows) {
      row.classList.toggle("chosen", name === chosen);
      input.checked = name === chosen;
    }
  }

  /** What is not there will not come. */
  stopped(): void {
    for (const [name, { verdict }] of this.rows) if (verdict.textContent === WAITING) this.show(name, "none");
  }

  show(model: string, cell: Cellular): void {
    const row = this.rows.get(model);
    if (!row) return;
    const { verdict, remark } = row;
    if (cell === "waiting" || cell === "none") {
      verdict.textContent = cell === "none" ? "–" : WAITING;
      verdict.className = "verdict waiting";
      remark.textContent = "";
    } else if ("failed" in cell) {
      verdict.textContent = "no answer";
      verdict.className = "verdict unknown";
      remark.textContent = cell.failed;
    } else if ("word" in cell) {
      verdict.textContent = cell.word;
      verdict.className = `verdict ${cell.word}`;
      remark.textContent = cell.remark;
    } else {
      verdict.textContent = cell.verdict === "unsupported" ? "refuses" : cell.verdict;
      verdict.className = `verdict ${cell.verdict}`;
      remark.textContent = remarked(cell);
    }
  }
}

function remarked(answer: Answer): string {
  if (answer.unsupported) return `gives ${answer.unsupported.what} no meaning (line ${answer.unsupported.line})`;
  if (answer.verdict === "unknown") return answer.notes[0] ?? "";
  if (answer.verdict === "racy") return "a data race takes away the meaning";
  return (answer.quantity && QUANTITY[answer.quantity]) ?? "";
}
