// The verifier, off the main thread: whoever has waited long enough ends the whole worker.

/** Answers questions by the functions of a module, once its code is there. */
export function answering(init: (from: { module_or_path: WebAssembly.Module }) => Promise<unknown>, calls: Record<string, (request: string) => string>): void {
  self.onmessage = async (event: MessageEvent) => {
    const { code } = event.data as { code: WebAssembly.Module };
    await init({ module_or_path: code });
    self.onmessage = (message: MessageEvent) => {
      const { id, call, request } = message.data as { id: number; call: string; request: unknown };
      try {
        const reply: unknown = JSON.parse(calls[call]?.(JSON.stringify(request)) ?? "{}");
        self.postMessage({ id, reply });
      } catch (error) {
        // After a trap the module's memory means nothing: the page starts another worker.
        self.postMessage({ id, trap: String(error) });
      }
    };
    self.postMessage({ ready: true });
  };
}
