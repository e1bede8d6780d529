// Editors, and mistakes marked in them.

import { closeBrackets, autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { colours } from "./language";
import type { Mistake } from "./types";

/** A text in an editor, with what is called when it changes. */
export function stateOf(text: string, label: string, support: Extension, changed: () => void): EditorState {
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
      support,
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...completionKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": "leave", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed();
      }),
    ],
  });
}

/** Marks mistakes in the text of an editor. */
export function marked(editor: EditorView, mistakes: Mistake[]): void {
  const length = editor.state.doc.length;
  const within = (at: number) => Math.min(at, length);
  const all = mistakes.flatMap((mistake) =>
    mistake.labels.map((label, index): Diagnostic => ({
      from: within(label.from),
      to: within(Math.max(label.to, label.from)),
      severity: mistake.warning ? "warning" : index === 0 ? "error" : "info",
      message: index === 0 ? [mistake.message, label.text, mistake.help].filter((part) => !!part).join("\n") : label.text,
    })),
  );
  editor.dispatch(setDiagnostics(editor.state, all.sort((a, b) => a.from - b.from)));
}

/** Shows a place of the text. */
export function shown(editor: EditorView, at: number): void {
  editor.dispatch({ selection: { anchor: Math.min(at, editor.state.doc.length) }, scrollIntoView: true });
  editor.focus();
}

/** Another text in place of all that stands there. */
export function replaced(editor: EditorView, text: string): void {
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, selection: { anchor: 0 } });
}
