import { Worker } from 'node:worker_threads';
import { Fault, type DocumentFormat } from '@quarry/turn';
import type { Loaded, Refusal } from '../document';
import type { FromReader, ToReader } from './messages';
import { ProcessorLimit } from './processor-limit';

export interface DocumentReaderOptions {
  /** Most processor time for one file, in milliseconds; 120,000 by default. */
  readonly processorMs?: number;
  /** Memory of the thread, in MB; 1,024 by default. */
  readonly memoryMb?: number;
  /** Longest file that is opened, in bytes; 200 MB by default. */
  readonly maxBytes?: number;
  /** Options of Node for the thread, e.g. to run the sources as they stand. */
  readonly execArgv?: readonly string[];
}

/** Takes the text out of files, one after another. */
export interface DocumentReader {
  /**
   * The document, or why it could not be read. Never rejects for what a file holds.
   * @throws Fault `cancelled` after `close` or where the signal says so, `setup_failed` where a format's library cannot be loaded
   */
  read(absolutePath: string, format: DocumentFormat, signal?: AbortSignal): Promise<Loaded>;
  /** Ends the thread, whatever it does. What waits is rejected. */
  close(): Promise<void>;
}

/**
 * A reader with a thread of its own. Documents come from anywhere: where one makes its loader run on or take all memory, the thread is given up
 * with the file that it had in hand, and the next file gets a new one. An idle thread does not hold the process.
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
  /** Asked for and not answered; the thread has the first in hand. */
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

  /** Gives the thread the first file that waits; it holds the process while it has one, and only as long as a file may take. */
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
      if (worker === this.worker) this.giveUp('damaged', `Reading the file ended its thread (code ${code}).`);
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
    // The thread may have gone over the limit since it was looked at last, or while this one was busy.
    if (!this.limit.allows(message.used)) return;
    this.waiting.shift()?.resolve(message.loaded);
    this.begin();
  }

  private lost(error: unknown): void {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      this.tooHeavy();
    else this.giveUp('damaged', `Reading the file ended its thread: ${String(error)}.`);
  }

  /** Node limits what JavaScript objects take; buffers, as of unpacked streams, are limited here. */
  private async weigh(worker: Worker): Promise<void> {
    const heap = await worker.getHeapStatistics().catch(() => null);
    if (!heap || worker !== this.worker) return;
    if ((heap.external_memory + heap.used_heap_size) / 1e6 > this.memoryMb) this.tooHeavy();
  }

  private tooHeavy(): void {
    const reason = `The file needs more than ${this.memoryMb} MB of memory to be read. Split it, or allow more.`;
    this.giveUp('memory', reason);
  }

  /** Gives up the thread and the file that it has in hand; the others go to a new thread. */
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
