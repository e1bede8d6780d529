// The grammars as VS Code reads them, on every test and model of the repository.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const here = fileURLToPath(new URL("..", import.meta.url));
const root = join(here, "../..");

await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
const FILES = { "source.litmus": "litmus", "source.cat-model": "cat" };
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => {
    const path = join(here, `syntaxes/${FILES[scope]}.tmLanguage.json`);
    return textmate.parseRawGrammar(readFileSync(path, "utf8"), path);
  },
});

/** The parts of a text, each with its innermost scope. */
async function parts(scope, text) {
  const grammar = await registry.loadGrammar(scope);
  let stack = textmate.INITIAL;
  return text.split("\n").flatMap((line) => {
    const { tokens, ruleStack, stoppedEarly } = grammar.tokenizeLine(line, stack, 1000);
    assert.ok(!stoppedEarly, line);
    stack = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => [line.slice(startIndex, endIndex), scopes.at(-1)]);
  });
}

const files = (folder, end) => readdirSync(join(root, folder), { recursive: true }).filter((file) => file.endsWith(end)).map((file) => join(root, folder, file));

test("a test in its parts", async () => {
  const text = 'PTX MP\n"a name"\n{ x = 0; (* a comment *) }\n P0@cta 0,gpu 0 ;\n ld.acquire.gpu r1, x ; // more\nL0: ;\nexists (P0:r1 == 1)\n';
  const found = await parts("source.litmus", text);
  const of = (word) => found.find(([part]) => part === word)?.[1];
  for (const [word, scope] of [
    ["PTX", "keyword.control.litmus"],
    ["MP", "entity.name.type.litmus"],
    ['"a name"', "string.quoted.double.litmus"],
    ["P0", "entity.name.namespace.litmus"],
    ["ld", "support.function.litmus"],
    ["acquire", "storage.modifier.order.litmus"],
    ["gpu", "storage.modifier.litmus"],
    ["r1", "variable.parameter.litmus"],
    ["L0", "entity.name.label.litmus"],
    ["exists", "keyword.control.litmus"],
  ]) {
    assert.equal(of(word), scope, word);
  }
  for (const word of ["a comment", "more"]) {
    const part = found.find(([text]) => text.includes(word));
    assert.match(part?.[1] ?? "", /^comment/, word);
  }
});

test("every test of the suite: instructions are instructions, in the threads alone", async () => {
  const all = [...files("suite", ".litmus"), ...files("examples", ".litmus")];
  assert.ok(all.length > 100, `only ${all.length} tests`);
  for (const file of all) {
    const found = await parts("source.litmus", readFileSync(file, "utf8"));
    const of = (scope) => found.filter(([, own]) => own === scope).map(([text]) => text);
    assert.ok(of("keyword.control.litmus").includes("PTX"), file);
    assert.ok(of("entity.name.namespace.litmus").length > 0, file);
    assert.ok(of("support.function.litmus").length > 0, file);
    assert.equal(found.filter(([, scope]) => scope.startsWith("invalid")).length, 0, file);
  }
});

test("every model: its comments and its axioms", async () => {
  const all = files("src/model/texts", ".cat");
  assert.ok(all.length > 5, `only ${all.length} models`);
  for (const file of all) {
    const text = readFileSync(file, "utf8");
    const found = await parts("source.cat-model", text);
    const axioms = found.filter(([part, scope]) => /^(acyclic|irreflexive|empty)$/.test(part) && /^keyword/.test(scope));
    if (/^\s*(acyclic|irreflexive|empty)\b/m.test(text)) assert.ok(axioms.length > 0, file);
    const comments = found.filter(([, scope]) => scope.startsWith("comment")).map(([part]) => part);
    assert.ok(!comments.some((part) => /^(acyclic|let) /.test(part)), file);
  }
});
