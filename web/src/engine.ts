// Questions to a worker, one after another; those of an old text end with their worker.

import * as parts from "./parts";
import type { Call, Calls, Reply } from "./types";

/** Why there is no reply. */
export class Stopped extends Error {
  constructor(
    message: string,
    /** Because another question came in its place. */
    readonly newer = false,
  ) {
    super(message);
  }
}

interface Waiting {
  call: Call;
  request: unknown;
  limit: number;
  resolve: (reply: unknown) => void;
  reject: (error: Error) => void;
}

/** Gigabytes of memory that a worker may take: the module is built so (scripts/web.sh). */
const MEMORY = 1;
/** A worker that says nothing for so long will say nothing. */
const START = 60_000;

/** What answers: a script for a worker, and the module that it runs. */
export interface Verifier {
  worker: string;
  module: string;
}

export const TESTS: Verifier = { worker: "worker.js", module: "gpu_litmus_web_bg.wasm" };
export const KERNELS: Verifier = { worker: "kernel-worker.js", module: "gpu_litmus_web_kernel_bg.wasm" };

const compiled = new Map<string, Promise<WebAssembly.Module>>();
const scripts = new Map<string, Promise<string>>();

/** A part, had once for all workers; one that did not come is asked for again. */
function once<T>(all: Map<string, Promise<T>>, name: string, get: (name: string) => Promise<T>): Promise<T> {
  const known = all.get(name);
  if (known) return known;
  const part = get(name);
  all.set(name, part);
  part.catch(() => all.delete(name));
  return part;
}

export class Engine {
  private worker: Worker | null = null;
  /** The start that is under way. */
  private start: symbol | null = null;
  private ready = false;
  private queue: Waiting[] = [];
  private busy: Waiting | null = null;
  private clock = 0;
  private id = 0;

  constructor(private readonly verifier: Verifier) {}

  /** Asks, after what was asked before. The limit is in milliseconds, for this question alone. */
  ask<C extends Call>(call: C, request: Calls[C]["request"], limit: number): Promise<Reply<Calls[C]["reply"]>> {
    return new Promise((resolve, reject) => {
      this.queue.push({ call, request, limit, resolve: resolve as (reply: unknown) => void, reject });
      this.next();
    });
  }

  /** Ends what is asked now, and forgets what waits. */
  cancel(): void {
    const waiting = this.queue.splice(0);
    if (this.busy) {
      waiting.unshift(this.busy);
      this.end();
    }
    for (const one of waiting) one.reject(new Stopped("a newer question came", true));
  }

  private end(): void {
    clearTimeout(this.clock);
    this.worker?.terminate();
    this.worker = null;
    this.start = null;
    this.ready = false;
    this.busy = null;
  }

  private next(): void {
    if (this.busy || this.queue.length === 0) return;
    if (this.start === null) void this.begin();
    if (!this.worker || !this.ready) return;
    const one = this.queue.shift();
    if (!one) return;
    this.busy = one;
    this.id += 1;
    this.worker.postMessage({ id: this.id, call: one.call, request: one.request });
    // The verifier keeps to its own limit; this one is for where it does not.
    this.clock = self.setTimeout(() => this.fail(new Stopped(`no answer after ${one.limit / 1000} s`)), one.limit);
  }

  private fail(error: Error): void {
    const one = this.busy;
    this.end();
    one?.reject(error);
    this.next();
  }

  /** Nobody will answer. */
  private lost(error: Error): void {
    const all = [...(this.busy ? [this.busy] : []), ...this.queue.splice(0)];
    this.end();
    for (const one of all) one.reject(error);
  }

  private blocked(): void {
    this.lost(new Error("this browser does not let the verifier run in a worker, which the page needs"));
  }

  private async begin(): Promise<void> {
    const mine = Symbol("start");
    this.start = mine;
    const { worker: name, module } = this.verifier;
    this.clock = self.setTimeout(() => this.blocked(), START);
    try {
      const code = once(compiled, module, parts.module);
      // Where the script fails first, that is what is said.
      code.catch(() => undefined);
      const script = await once(scripts, name, parts.script);
      const worker = mine === this.start ? this.made(name, script) : null;
      worker?.postMessage({ code: await code });
    } catch (error) {
      if (mine === this.start) this.lost(error as Error);
    }
  }

  /** A worker that is listened to; nothing where the browser makes none. */
  private made(name: string, script: string): Worker | null {
    let worker: Worker;
    try {
      worker = parts.worker(name, script);
    } catch {
      this.blocked();
      return null;
    }
    this.worker = worker;
    worker.onmessage = (event: MessageEvent) => this.heard(worker, event.data);
    worker.onerror = () => {
      if (worker === this.worker) this.blocked();
    };
    return worker;
  }

  private heard(worker: Worker, said: { ready?: true; reply?: unknown; trap?: string }): void {
    if (worker !== this.worker) return;
    if (said.ready) {
      clearTimeout(this.clock);
      this.ready = true;
      this.next();
    } else if (said.trap !== undefined) {
      this.fail(new Error(`the verifier failed (${said.trap}): it may need more than the ${MEMORY} GB of memory that a question has here`));
    } else {
      clearTimeout(this.clock);
      const one = this.busy;
      this.busy = null;
      one?.resolve(said.reply);
      this.next();
    }
  }
}
