// Colours for litmus tests, the model language, PTX and launch files; completion and explanations.

import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { completeModel, completeTest, explained } from "./words";

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

const ptx: StreamParser<{ comment: boolean }> = {
  name: "ptx",
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment || stream.match("/*")) {
      state.comment = !stream.match(/^.*?\*\//);
      if (state.comment) stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/\/.*/)) return "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^@!?%?\w+/)) return "meta";
    if (stream.match(/^\.[a-z]\w*/)) return "keyword";
    if (stream.match(/^%[\w.]+/)) return "variableName";
    if (stream.match(/^(0[fFdDxX][0-9a-fA-F]+|-?\d+)\b/)) return "number";
    if (stream.match(/^[$A-Za-z_][\w$]*:/)) return "className";
    if (stream.match(/^[a-z][a-z0-9]*(\.[A-Za-z0-9_:]+)*(?=\s|;)/)) return "typeName";
    if (stream.match(/^[$A-Za-z_][\w$]*/)) return "variableName";
    stream.next();
    return "operator";
  },
};

const toml: StreamParser<unknown> = {
  name: "toml",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"([^"\\]|\\.)*"?/) || stream.match(/^'[^']*'?/)) return "string";
    if (stream.sol() && stream.match(/^\[\[?[^\]]*\]?\]?/)) return "keyword";
    if (stream.match(/^-?(0x[0-9a-fA-F]+|[\d.]+)\b/)) return "number";
    if (stream.match(/^[\w-]+(?=\s*=)/)) return "typeName";
    if (stream.match(/^[\w-]+/)) return "variableName";
    stream.next();
    return "operator";
  },
};

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
  litmusLanguage.data.of({ autocomplete: completeTest, commentTokens: { line: "//" } }),
  explained("test"),
];
export const catSupport = [
  catLanguage,
  catLanguage.data.of({ autocomplete: completeModel, commentTokens: { line: "//" } }),
  explained("model"),
];
const ptxLanguage = StreamLanguage.define(ptx);
const tomlLanguage = StreamLanguage.define(toml);
export const ptxSupport = [ptxLanguage, ptxLanguage.data.of({ commentTokens: { line: "//" } })];
export const launchSupport = [tomlLanguage, tomlLanguage.data.of({ commentTokens: { line: "#" } })];
