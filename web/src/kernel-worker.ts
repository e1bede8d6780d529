// What is asked of kernels: a module of its own, which is fetched when somebody looks at one.

import init, * as module from "../pkg/gpu_litmus_web_kernel.js";
import { answering } from "./answering";
import type { KernelCall } from "./types";

const calls: Record<KernelCall, (request: string) => string> = { kernel: module.kernel, mend: module.mend };

answering(init, calls);
