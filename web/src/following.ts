// What may follow an instruction's name, as the language server has it (src/syntax/mnemonic/following.rs).

interface Rules {
  orders: string[];
  /** What else may stand there. */
  words: string[];
  /** Those of which there is one at most. */
  one: string[];
  /** Orders without which there is no scope; nothing where there may be one in any case. */
  strong?: string[];
}

const SCOPES = ["cta", "gpu", "sys", "warp", "thread", "cmp", "agent", "wave", "wg", "wv", "wi"];
/** A scope for `membar`; elsewhere it is read, and not offered. */
const LEVEL = "gl";
const SPACES = ["global", "shared"];
/** It is read, and not offered. */
const CTA_SPACE = "shared::cta";
const REDUCTIONS = ["add", "sub", "and", "or", "xor", "min", "max", "inc", "dec"];
const OPERATIONS = [...REDUCTIONS, "exch", "cas"];
const LEVELS = ["cta", LEVEL, "sys"];
const PROXIES = ["alias", "surface", "texture", "constant", "generic"];
const KINDS = ["sync", "arrive"];

const LOADS = ["relaxed", "acquire", "rm_acquire", "sc"];
const STORES = ["relaxed", "release", "rm_release", "sc"];
const ATOMICS = ["relaxed", "acquire", "release", "acq_rel", "sc", "rm_acquire", "rm_release", "rm_acq_rel"];
const OTHER_PROXY: Rules = { orders: ["weak"], words: [], one: [], strong: [] };
const BARRIER: Rules = { orders: [], words: ["cta", ...KINDS, "aligned"], one: KINDS, strong: [] };

const RULES = new Map<string, Rules>(Object.entries({
  ld: { orders: ["weak", ...LOADS, "volatile"], words: [], one: [], strong: LOADS },
  st: { orders: ["weak", ...STORES, "volatile"], words: [], one: [], strong: STORES },
  atom: { orders: ATOMICS, words: OPERATIONS, one: OPERATIONS },
  red: { orders: ATOMICS, words: REDUCTIONS, one: REDUCTIONS },
  fence: { orders: ["sc", "acq_rel"], words: [], one: [] },
  membar: { orders: [], words: LEVELS, one: [...SCOPES, LEVEL], strong: [] },
  suld: OTHER_PROXY,
  tld: OTHER_PROXY,
  cold: OTHER_PROXY,
  sust: OTHER_PROXY,
  bar: BARRIER,
  barrier: BARRIER,
}));

const ACCESSES = ["ld", "st", "atom", "red", "suld", "tld", "cold", "sust"];

/** The words, without their dots, that may stand in an instruction beside those that stand there already; types are not told. */
export function following(base: string, beside: string[]): string[] {
  // A proxy fence and a hole have neither order nor scope.
  if (base === "fence" && beside.includes("?")) return [];
  if (base === "fence" && beside.includes("proxy")) return beside.some((word) => PROXIES.includes(word)) ? [] : PROXIES;
  const rules = RULES.get(base);
  if (rules === undefined) return [];
  const none = (words: string[]) => !beside.some((word) => words.includes(word));
  const words = rules.words.filter((word) => !beside.includes(word) && (!rules.one.includes(word) || none(rules.one)));
  if (none(rules.orders)) words.push(...rules.orders);
  if (none([...SCOPES, LEVEL]) && (rules.strong === undefined || !none(rules.strong))) words.push(...SCOPES);
  if (ACCESSES.includes(base) && none([...SPACES, CTA_SPACE])) words.push(...SPACES);
  if (base === "fence" && beside.length === 0) words.push("?", "proxy");
  return words;
}
