// What the module answers: the JSON of the command line (docs/json.md), as far as the page reads it.

export interface Place {
  line: number;
  column: number;
  text: string;
}

export interface Label {
  from: number;
  to: number;
  line: number;
  column: number;
  text: string;
}

export interface Mistake {
  file: string;
  warning: boolean;
  message: string;
  labels: Label[];
  help: string | null;
}

export interface Cell {
  of: string;
  location: string;
  value: number;
  state: string;
}

export interface Step {
  step: number;
  thread: string;
  rule: string;
  location: string | null;
  value: number | null;
  cells: Cell[];
  site: Place | null;
}

export type Verdict = "reachable" | "unreachable" | "racy" | "unknown" | "unsupported";

export interface Witness {
  steps: Step[];
  final: Record<string, number>;
  /** Of a smallest execution: how many accesses it has, and whether there is none with fewer. */
  accesses?: number;
  minimal?: boolean;
}

export interface Answer {
  test: string;
  model: string;
  verdict: Verdict;
  quantity: "always" | "sometimes" | "never" | null;
  holds: boolean | null;
  statement: string;
  witness: Witness | null;
  unsupported: (Place & { what: string; advice: string | null; nearest: string | null }) | null;
  notes: string[];
  millis: number;
  states?: States;
}

/** The final states that a model allows. */
export interface States {
  observed: string[];
  complete: boolean;
  found: { holds: "always" | "sometimes" | "never" }[];
}

export interface Model {
  name: string;
  title: string;
  text: string;
}

export interface Solution {
  cost?: number;
  diff: string;
  patched: string;
}

/** A test under a model, or under a model of one's own; the names are those of `embed::Request`. */
export interface Request {
  text: string;
  name?: string;
  model?: string;
  own?: { name: string; text: string };
  bound?: number;
  timeout?: number;
  reason?: boolean;
  smallest?: boolean;
  width?: number;
  picture?: boolean;
  states?: { observe: string[]; limit: number };
}

/** A word of a language; its meaning has code in backticks. */
export interface Word {
  word: string;
  kind: "mnemonic" | "modifier" | "keyword" | "base";
  meaning?: string;
}

export interface Words {
  test: Word[];
  model: Word[];
}

/** A kernel with its launch, under a model. */
export interface Launch {
  ptx: string;
  launch: string;
  name: string;
  model: string;
  bound: number;
  timeout: number;
  smallest?: boolean;
  /** Milliseconds for a search for fixes. */
  within?: number;
  picture?: true;
}

export interface Line {
  file: string;
  line: number;
}

export interface KernelPlace {
  ptx: { line: number; column: number };
  cuda: (Line & { chain: Line[] }) | null;
  opcode: string;
}

export interface KernelStep {
  thread: string;
  place: KernelPlace;
  effect: string;
}

export type KernelAnswer = "holds" | "violated" | "undefined" | "possible" | "unsupported" | "unknown";

export interface KernelCheck {
  name: string;
  answer: KernelAnswer;
  remarks: string[];
  places: KernelPlace[];
  witness: KernelStep[];
  /** How large the run is, where a smallest one was asked for. */
  smallest?: { accesses: number | null; relaxations: number | null; minimal: boolean; why: string | null };
  contents: string[];
  sc_contents: string[];
  proof: string | null;
}

export interface KernelReport {
  launch: string;
  model: string;
  assumptions: string[];
  checks: KernelCheck[];
  expectations: { name: string; expected: string; found: string; agrees: boolean | null }[] | null;
}

/** A change of one line of a module. */
export interface KernelEdit {
  kind: "insert" | "insert-before" | "replace";
  place: KernelPlace;
  new: string;
  /** What CUDA calls it. */
  cuda: string | null;
  /** The line of CUDA does more than what it stands beside. */
  inside_line: boolean;
}

/** A change of a module with which what is violated holds. */
export interface KernelFix {
  language: "ptx" | "cuda";
  cost: number;
  cheapest: boolean;
  barriers: boolean;
  edits: KernelEdit[];
  diff: string;
  patched: string;
}

export type Reply<T> = T | { diagnostics: Mistake[] } | { error: string };

export interface Calls {
  models: { request: null; reply: { version: string; models: Model[] } };
  diagnose: { request: Request; reply: { diagnostics: Mistake[]; statement: string | null; forall: boolean } };
  check: { request: Request; reply: { answer: Answer; text?: string; picture?: string; ends?: string[][] } };
  words: { request: null; reply: Words };
  kernel: { request: Launch; reply: { report: KernelReport; text: string; pictures?: { check: string; svg: string }[] } };
  mend: { request: Launch; reply: { fixes: KernelFix[]; mended: string[]; beyond: string[]; open: string[]; text: string } };
  fences: {
    request: Request;
    reply: { fences: { answer: string; cost: number | null; solutions: Solution[]; notes?: string[] }; text: string };
  };
  minimize: { request: Request; reply: { minimized: string | null; diff: string; notes: string[] } };
}

export type Call = keyof Calls;
export type KernelCall = "kernel" | "mend";
export type TestCall = Exclude<Call, KernelCall>;
