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

export interface Answer {
  test: string;
  model: string;
  verdict: Verdict;
  quantity: "always" | "sometimes" | "never" | null;
  holds: boolean | null;
  statement: string;
  witness: { steps: Step[]; final: Record<string, number> } | null;
  unsupported: (Place & { what: string; advice: string | null; nearest: string | null }) | null;
  notes: string[];
  millis: number;
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
}

export type Reply<T> = T | { diagnostics: Mistake[] } | { error: string };

export interface Calls {
  models: { request: null; reply: { version: string; models: Model[] } };
  diagnose: { request: Request; reply: { diagnostics: Mistake[]; statement: string | null; forall: boolean } };
  check: { request: Request; reply: { answer: Answer; text?: string; picture?: string } };
  fences: {
    request: Request;
    reply: { fences: { answer: string; cost: number | null; solutions: Solution[]; notes?: string[] }; text: string };
  };
  minimize: { request: Request; reply: { minimized: string | null; diff: string; notes: string[] } };
}

export type Call = keyof Calls;
