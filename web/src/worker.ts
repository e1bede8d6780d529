// The verifier, off the main thread: whoever has waited long enough ends the whole worker.

import init, * as module from "../pkg/gpu_litmus_web.js";
import type { Call } from "./types";

const calls: Record<Call, (request: string) => string> = {
  models: () => module.models(),
  diagnose: module.diagnose,
  check: module.check,
  fences: module.fences,
  minimize: module.minimize,
  kernel: module.kernel,
  words: () => module.words(),
};

self.onmessage = async (event: MessageEvent) => {
  const { code } = event.data as { code: WebAssembly.Module };
  await init({ module_or_path: code });
  self.onmessage = (message: MessageEvent) => {
    const { id, call, request } = message.data as { id: number; call: Call; request: unknown };
    try {
      const reply: unknown = JSON.parse(calls[call](JSON.stringify(request)));
      self.postMessage({ id, reply });
    } catch (error) {
      // After a trap the module's memory means nothing: the page starts another worker.
      self.postMessage({ id, trap: String(error) });
    }
  };
  self.postMessage({ ready: true });
};
