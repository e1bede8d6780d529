// Colours and completion for litmus tests and for the model language.

import { type CompletionContext, type CompletionResult, completeFromList } from "@codemirror/autocomplete";
import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const KEYWORDS = /^(PTX|exists|forall|filter|terminates|always|sometimes|never)\b/;
const MNEMONIC =
  /^(ld|st|atom|red|fence|membar|bar|barrier|add|sub|mul|and|or|xor|not|mov|set|setp|bra|ret|exit|shl|shr|min|max)\b(\.[a-z0-9_]+)*/;

const litmus: StreamParser<unknown> = {
  name: "litmus",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/\/.*/) || stream.match(/^\(\*.*?\*\)/)) return "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(KEYWORDS)) return "keyword";
    if (stream.match(MNEMONIC)) return "typeName";
    if (stream.match(/^P\d+\b/)) return "className";
    if (stream.match(/^@[a-z]+\b/) || stream.match(/^@?!?p\d+\b/)) return "meta";
    if (stream.match(/^-?(0x[0-9a-fA-F]+|\d+)\b/)) return "number";
    if (stream.match(/^[A-Za-z_][\w$]*/)) return "variableName";
    stream.next();
    return "operator";
  },
};

const cat: StreamParser<unknown> = {
  name: "cat",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^\(\*.*?\*\)/) || stream.match(/^\/\/.*/)) return "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^(let|rec|and|acyclic|irreflexive|empty|flag|as|include|option|show|undefined)\b/)) {
      return "keyword";
    }
    if (stream.match(/^[A-Za-z_][\w-]*/)) return "variableName";
    stream.next();
    return "operator";
  },
};

const LITMUS_WORDS = [
  ...["ld.weak", "ld.relaxed.gpu", "ld.relaxed.cta", "ld.acquire.gpu", "ld.acquire.cta", "ld.volatile"],
  ...["st.weak", "st.relaxed.gpu", "st.relaxed.cta", "st.release.gpu", "st.release.cta", "st.volatile"],
  ...["atom.add", "atom.cas", "atom.exch", "atom.acquire.gpu.cas", "atom.acq_rel.gpu.add", "red.add"],
  ...["fence.acq_rel.cta", "fence.acq_rel.gpu", "fence.acq_rel.sys", "fence.sc.cta", "fence.sc.gpu", "fence.sc.sys"],
  ...["membar.cta", "membar.gl", "membar.sys", "bar.sync 0", "exists", "forall", "filter", "terminates"],
];
const CAT_WORDS = [
  ...["po", "rf", "co", "fr", "rfe", "coe", "fre", "po-loc", "loc", "int", "ext", "addr", "data", "ctrl"],
  ...["acyclic", "irreflexive", "empty", "let", "let rec", "flag", "as", "include", "option"],
];

function words(list: string[]) {
  const complete = completeFromList(list.map((label) => ({ label, type: "keyword" })));
  return (context: CompletionContext): CompletionResult | null | Promise<CompletionResult | null> =>
    context.matchBefore(/[\w.]+$/) || context.explicit ? complete(context) : null;
}

const style = HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--quiet)" },
  { tag: tags.keyword, color: "var(--word)", fontWeight: "bold" },
  { tag: tags.typeName, color: "var(--code)" },
  { tag: tags.className, color: "var(--thread)", fontWeight: "bold" },
  { tag: tags.meta, color: "var(--quiet)" },
  { tag: tags.number, color: "var(--number)" },
]);

export const colours = syntaxHighlighting(style);
const litmusLanguage = StreamLanguage.define(litmus);
const catLanguage = StreamLanguage.define(cat);
export const litmusSupport = [
  litmusLanguage,
  litmusLanguage.data.of({ autocomplete: words(LITMUS_WORDS), commentTokens: { line: "//" } }),
];
export const catSupport = [
  catLanguage,
  catLanguage.data.of({ autocomplete: words(CAT_WORDS), commentTokens: { line: "//" } }),
];
