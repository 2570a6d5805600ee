import { Worker } from 'node:worker_threads';
import { Fault } from '@quarry/turn';
import type { Pooling } from './models';

/** Absolute paths of the model's files, and of its runtime; without one, the runtime's package is loaded by name. */
export interface ModelPaths {
  readonly model: string;
  readonly tokenizer: string;
  readonly runtime?: string;
}

/** The settings that a worker starts with. */
export interface WorkerSettings {
  /** Absolute path of the module that exports `openModel`. */
  readonly module: string;
  readonly files: ModelPaths;
  readonly pooling: Pooling;
  /** One of `GATE`, shared by the thread and its pool. */
  readonly gate: Int32Array;
}

/**
 * Terminating a thread while native code computes aborts the whole process, without our exit code. Therefore a thread
 * switches between idle and computing atomically, and the exit handler of the process shuts the gate while it is idle.
 */
const GATE = { idle: 0, computing: 1, shut: 2 } as const;

/** A text to embed, or `end`: finish the current text, then exit. */
export type ToWorker = { readonly id: number; readonly text: string } | 'end';

export type FromWorker =
  | { readonly kind: 'ready'; readonly dimension: number }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'vector'; readonly id: number; readonly vector: Float32Array }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

interface Task {
  readonly id: number;
  readonly text: string;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (error: Fault) => void;
}

interface Slot {
  readonly worker: Worker;
  readonly gate: Int32Array;
  ready: boolean;
  task: Task | null;
}

/**
 * A pool of worker threads; each embeds one text at a time. Threads start on demand. If a thread dies, its text fails
 * with a Fault and the next text gets a new thread.
 */
export class ModelPool {
  readonly #slots = new Set<Slot>();
  /** Queries overtake passages, because a caller waits for them. */
  readonly #urgent: Task[] = [];
  readonly #patient: Task[] = [];
  #nextId = 1;
  #closed = false;
  #threads: number;
  readonly #onExit = (): void => this.#slots.forEach(({ gate }) => shut(gate));

  constructor(
    private readonly settings: Omit<WorkerSettings, 'gate'>,
    threads: number,
  ) {
    this.#threads = threads;
    process.on('exit', this.#onExit);
  }

  /** @throws Fault `embedder_unavailable` if the model cannot run, `cancelled` by the signal or after `close`. */
  embed(text: string, urgent: boolean, signal?: AbortSignal): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      if (this.#closed || signal?.aborted) return reject(cancelled());
      const queue = urgent ? this.#urgent : this.#patient;
      const onAbort = (): void => {
        const at = queue.indexOf(task);
        if (at >= 0) queue.splice(at, 1);
        reject(cancelled());
      };
      const task: Task = {
        id: this.#nextId++,
        text,
        resolve: (vector) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(vector);
        },
        reject: (error) => {
          signal?.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      queue.push(task);
      this.#dispatch();
    });
  }

  /** Lets each thread finish its current text, then ends it. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const task of [...this.#urgent.splice(0), ...this.#patient.splice(0)]) task.reject(cancelled());
    await Promise.all([...this.#slots].map((slot) => end(slot.worker)));
    process.off('exit', this.#onExit);
  }

  #dispatch(): void {
    for (const slot of this.#slots) if (slot.ready && !slot.task) this.#give(slot);
    const starting = [...this.#slots].filter((slot) => !slot.ready).length;
    const waiting = this.#urgent.length + this.#patient.length;
    if (waiting > starting && this.#slots.size < this.#threads) this.#start();
  }

  #give(slot: Slot): void {
    const task = this.#urgent.shift() ?? this.#patient.shift() ?? null;
    slot.task = task;
    if (!task) return slot.worker.unref();
    slot.worker.ref();
    slot.worker.postMessage({ id: task.id, text: task.text } satisfies ToWorker);
  }

  #start(): void {
    // Loading the model is native code as well.
    const gate = new Int32Array(new SharedArrayBuffer(4)).fill(GATE.computing);
    const worker = new Worker(require.resolve('./worker'), {
      workerData: { ...this.settings, gate } satisfies WorkerSettings,
      // Tests run the sources directly; Node's warning about their module kind is noise.
      execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
    });
    const slot: Slot = { worker, gate, ready: false, task: null };
    this.#slots.add(slot);
    worker.on('message', (message: FromWorker) => this.#hear(slot, message));
    worker.on('error', (error) => this.#lose(slot, String(error)));
    worker.on('exit', (code) => this.#lose(slot, `its thread ended with code ${code}`));
  }

  #hear(slot: Slot, message: FromWorker): void {
    if (message.kind === 'ready') slot.ready = true;
    if (message.kind === 'broken') return this.#lose(slot, message.message);
    const task = slot.task;
    if (message.kind === 'vector' || message.kind === 'failed') {
      slot.task = null;
      if (message.kind === 'vector') task?.resolve(message.vector);
      else task?.reject(unavailable(message.message, false));
    }
    this.#dispatch();
  }

  /**
   * Handles the loss of a thread. If no thread ever got ready, a new one would fail as well: all waiting texts fail.
   */
  #lose(slot: Slot, why: string): void {
    if (!this.#slots.delete(slot)) return;
    slot.task?.reject(this.#closed ? cancelled() : unavailable(why, true));
    slot.task = null;
    void slot.worker.terminate();
    if (this.#closed) return;
    if (!slot.ready && ![...this.#slots].some(({ ready }) => ready)) {
      const waiting = [...this.#urgent.splice(0), ...this.#patient.splice(0)];
      for (const task of waiting) task.reject(unavailable(why, false));
      return;
    }
    // The machine has no room for more threads than those that run.
    if (!slot.ready) this.#threads = this.#slots.size;
    this.#dispatch();
  }
}

/** Longest wait for a thread that finishes its text, in milliseconds; a text takes well under a second. */
const GRACE_MS = 5_000;

/** Blocks, without the event loop, until the thread is idle, and prevents it from starting again. */
function shut(gate: Int32Array): void {
  const until = Date.now() + GRACE_MS;
  while (Atomics.compareExchange(gate, 0, GATE.idle, GATE.shut) === GATE.computing && Date.now() < until) {
    Atomics.wait(gate, 0, GATE.computing, 100);
  }
}

/** Ends a thread between two texts. */
function end(worker: Worker): Promise<void> {
  return new Promise((done) => {
    const impatient = setTimeout(() => void worker.terminate(), GRACE_MS);
    worker.once('exit', () => {
      clearTimeout(impatient);
      done();
    });
    worker.ref();
    worker.postMessage('end' satisfies ToWorker);
  });
}

function cancelled(): Fault {
  return new Fault('cancelled', 'embedding was cancelled');
}

function unavailable(why: string, retryable: boolean): Fault {
  return new Fault(
    'embedder_unavailable',
    `the embedding model failed: ${why}. Search falls back to BM25; \`quarry setup\` repairs damaged model files`,
    { retryable },
  );
}
