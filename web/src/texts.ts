// The texts of the first two tabs, in one editor.

import type { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { byId } from "./dom";
import { marked, replaced, shown, stateOf } from "./editor";
import { catSupport, litmusSupport } from "./language";
import { OWN } from "./matrix";
import { listed } from "./said";
import type { Mistake } from "./types";

export type Which = "test" | "own";

const OWN_MODEL = `"my model"\n(* Each location on its own, and no cycle through all of program order. *)\nacyclic po-loc | rf | co | fr as coherence\nacyclic po | rf | co | fr as sc\n`;

export class Texts {
  private readonly states: Record<Which, EditorState>;
  private readonly editor: EditorView;
  private here: Which = "test";

  constructor(
    private readonly edited: () => void,
    /** Brings one of the tabs to the front. */
    private readonly bring: (which: Which) => void,
  ) {
    this.states = { test: stateOf("", "litmus test", litmusSupport, edited), own: this.model(OWN_MODEL) };
    this.editor = new EditorView({ state: this.states.test, parent: byId("editor") });
  }

  private model(text: string): EditorState {
    return stateOf(text, "model of your own", catSupport, this.edited);
  }

  /** The text of a tab. */
  of(which: Which): string {
    return (this.here === which ? this.editor.state : this.states[which]).doc.toString();
  }

  /** Shows one of the two. */
  show(which: Which): void {
    if (which === this.here) return;
    this.states[this.here] = this.editor.state;
    this.here = which;
    this.editor.setState(this.states[which]);
  }

  /** Puts another text in place of the one that is there. */
  replace(text: string, which: Which = "test"): void {
    this.bring(which);
    replaced(this.editor, text);
  }

  /** Takes a model that came with a link. */
  adopt(model: string): void {
    this.bring("test");
    this.states.own = this.model(model);
  }

  /** Marks mistakes in the text and lists them below it. */
  diagnosed(mistakes: Mistake[]): void {
    const here = mistakes.filter((mistake) => (mistake.file === OWN) === (this.here === "own"));
    marked(this.editor, here.slice(0, 50));
    const go = (mistake: Mistake) => {
      this.bring(mistake.file === OWN ? "own" : "test");
      shown(this.editor, mistake.labels[0]?.from ?? 0);
    };
    listed(mistakes, go, (mistake) => (mistake.file === OWN ? "model" : this.here === "own" ? "test" : ""));
  }
}
