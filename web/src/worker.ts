// What is asked of tests.

import init, * as module from "../pkg/gpu_litmus_web.js";
import { answering } from "./answering";
import type { TestCall } from "./types";

const calls: Record<TestCall, (request: string) => string> = {
  models: () => module.models(),
  diagnose: module.diagnose,
  check: module.check,
  fences: module.fences,
  minimize: module.minimize,
  words: () => module.words(),
};

answering(init, calls);
