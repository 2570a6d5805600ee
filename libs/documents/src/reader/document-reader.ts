import { Worker } from 'node:worker_threads';
import { Fault, type DocumentFormat } from '@quarry/turn';
import type { Loaded, Refusal } from '../document';
import type { FromReader, ToReader } from './messages';
import { ProcessorLimit } from './processor-limit';

export interface DocumentReaderOptions {
  /** Limit of the CPU time for one file, in milliseconds; 120,000 by default. */
  readonly processorMs?: number;
  /** Memory limit of the thread, in MB; 1,024 by default. */
  readonly memoryMb?: number;
  /** Size limit of a file, in bytes; 200 MB by default. */
  readonly maxBytes?: number;
  /** Node options for the thread, e.g. to run the sources directly. */
  readonly execArgv?: readonly string[];
}

/** Extracts the text of files, one after another. */
export interface DocumentReader {
  /**
   * Reads a document, or reports why it could not be read. Never rejects because of the content of a file.
   * @throws Fault `cancelled` after `close` or by the signal, `setup_failed` if a format's library cannot be loaded
   */
  read(absolutePath: string, format: DocumentFormat, signal?: AbortSignal): Promise<Loaded>;
  /** Terminates the thread at once and rejects all waiting files. */
  close(): Promise<void>;
}

/**
 * Opens a reader with its own thread. Documents are untrusted: if one exceeds the CPU time or memory limit, the reader
 * drops the thread together with that file and starts a new thread for the next one. An idle thread does not keep the
 * process alive.
 *
 * @example
 * const reader = openDocumentReader();
 * const loaded = await reader.read('/papers/report.pdf', 'pdf');
 * await reader.close();
 */
export function openDocumentReader(options: DocumentReaderOptions = {}): DocumentReader {
  return new ReaderThread(options);
}

interface Task extends ToReader {
  readonly resolve: (loaded: Loaded) => void;
  readonly reject: (error: Fault) => void;
}

class ReaderThread implements DocumentReader {
  private worker: Worker | null = null;
  /** Requests without a result; the thread processes the first. */
  private readonly waiting: Task[] = [];
  private readonly limit: ProcessorLimit;
  private gauge: NodeJS.Timeout | undefined;
  private nextId = 1;
  private closed = false;
  private readonly memoryMb: number;

  constructor(private readonly options: DocumentReaderOptions) {
    this.memoryMb = options.memoryMb ?? 1_024;
    this.limit = new ProcessorLimit(options.processorMs ?? 120_000, (within) => {
      this.giveUp('timeout', `The file was not read within ${within}. Split it.`);
    });
  }

  read(path: string, format: DocumentFormat, signal?: AbortSignal): Promise<Loaded> {
    return new Promise((resolve, reject) => {
      if (this.closed || signal?.aborted) {
        reject(cancelled());
        return;
      }
      const abort = (): void => {
        this.cancel(task);
      };
      const done = (): void => signal?.removeEventListener('abort', abort);
      const task: Task = {
        id: this.nextId++,
        path,
        format,
        maxBytes: this.options.maxBytes ?? 200e6,
        resolve: (loaded) => {
          done();
          resolve(loaded);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      };
      signal?.addEventListener('abort', abort);
      this.waiting.push(task);
      if (this.waiting.length === 1) this.begin();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.rest();
    const worker = this.worker;
    this.worker = null;
    for (const task of this.waiting.splice(0)) task.reject(cancelled());
    await worker?.terminate();
  }

  /**
   * Passes the first waiting file to the thread. The thread keeps the process alive only while it has a file, at most
   * for the time limit.
   */
  private begin(): void {
    this.rest();
    const task = this.waiting[0];
    if (!task) {
      this.worker?.unref();
      return;
    }
    const worker = (this.worker ??= this.start());
    worker.ref();
    const { id, path, format, maxBytes } = task;
    worker.postMessage({ id, path, format, maxBytes } satisfies ToReader);
    this.limit.watch(worker, null);
    this.gauge = setInterval(() => void this.weigh(worker), 250);
  }

  private rest(): void {
    this.limit.rest();
    clearInterval(this.gauge);
  }

  private start(): Worker {
    const worker = new Worker(require.resolve('./worker'), {
      execArgv: [...(this.options.execArgv ?? [])],
      resourceLimits: { maxOldGenerationSizeMb: this.memoryMb },
    });
    worker.on('message', (message: FromReader) => {
      if (worker === this.worker) this.hear(message);
    });
    worker.on('error', (error) => {
      if (worker === this.worker) this.lost(error);
    });
    worker.on('exit', (code) => {
      if (worker === this.worker)
        this.giveUp('damaged', `Reading the file crashed its thread (code ${code}).`);
    });
    return worker;
  }

  private hear(message: FromReader): void {
    if (message.kind === 'broken') {
      const fault = new Fault('setup_failed', message.message);
      for (const task of this.waiting.splice(0)) task.reject(fault);
      this.begin();
      return;
    }
    if (this.waiting[0]?.id !== message.id) return;
    if (message.kind === 'begun') {
      if (this.worker) this.limit.watch(this.worker, message.used);
      return;
    }
    // The thread may have exceeded the limit since the last check, or while this thread was busy.
    if (!this.limit.allows(message.used)) return;
    this.waiting.shift()?.resolve(message.loaded);
    this.begin();
  }

  private lost(error: unknown): void {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      this.tooHeavy();
    else this.giveUp('damaged', `Reading the file crashed its thread: ${String(error)}.`);
  }

  /** Node limits only the memory of JavaScript objects. Buffers, e.g. of unpacked streams, are limited here. */
  private async weigh(worker: Worker): Promise<void> {
    const heap = await worker.getHeapStatistics().catch(() => null);
    if (!heap || worker !== this.worker) return;
    if ((heap.external_memory + heap.used_heap_size) / 1e6 > this.memoryMb) this.tooHeavy();
  }

  private tooHeavy(): void {
    const reason = `The file needs more than ${this.memoryMb} MB of memory to be read. Split it, or raise the limit.`;
    this.giveUp('memory', reason);
  }

  /** Drops the thread and its current file; a new thread continues with the others. */
  private giveUp(refusal: Refusal, reason: string): void {
    this.drop();
    this.waiting.shift()?.resolve({ kind: 'refused', refusal, reason });
    this.begin();
  }

  private cancel(task: Task): void {
    const at = this.waiting.indexOf(task);
    if (at === 0) this.drop();
    if (at >= 0) this.waiting.splice(at, 1);
    task.reject(cancelled());
    if (at === 0) this.begin();
  }

  private drop(): void {
    const worker = this.worker;
    this.worker = null;
    void worker?.terminate();
  }
}

function cancelled(): Fault {
  return new Fault('cancelled', 'reading documents was cancelled');
}
