import { Worker } from 'node:worker_threads';
import { Fault } from '@quarry/turn';
import type { Refusal } from '../document';
import type { FromThread, ToThread } from './messages';
import { ProcessorLimit } from './processor-limit';

export interface ThreadOptions {
  /** Path of the thread's script, which answers with `answerIn`. */
  readonly script: string;
  /** Limit of the CPU time of one piece of work, in milliseconds. */
  readonly processorMs: number;
  /** Memory limit of the thread, in MB. */
  readonly memoryMb: number;
  /** Node options for the thread, e.g. to run the sources directly. */
  readonly execArgv?: readonly string[];
  /** What is read, at the beginning of a sentence: `The file`. */
  readonly subject: string;
  /** What to do about a limit: `Split it`. */
  readonly remedy: string;
}

interface Task<Request, Reply> extends ToThread<Request> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Fault) => void;
}

/**
 * A thread that works on one untrusted request after another. If one exceeds the CPU time or memory limit, the thread
 * is dropped together with that request, and a new one starts for the next. An idle thread does not keep the process
 * alive.
 */
export class BoundedThread<Request, Reply> {
  private worker: Worker | null = null;
  /** Requests without a reply; the thread works on the first. */
  private readonly waiting: Task<Request, Reply>[] = [];
  private readonly limit: ProcessorLimit;
  private gauge: NodeJS.Timeout | undefined;
  private nextId = 1;
  private closed = false;

  /** @param refused the reply to a request that was given up: `reason` says what happened and what to do */
  constructor(
    private readonly options: ThreadOptions,
    private readonly refused: (refusal: Refusal, reason: string) => Reply,
  ) {
    this.limit = new ProcessorLimit(options.processorMs, (within) => {
      this.giveUp('timeout', `${options.subject} was not read within ${within}. ${options.remedy}.`);
    });
  }

  /** @throws Fault `cancelled` after `close` or by the signal, `setup_failed` if the thread cannot work at all */
  run(request: Request, signal?: AbortSignal): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.closed || signal?.aborted) {
        reject(cancelled());
        return;
      }
      const abort = (): void => {
        this.cancel(task);
      };
      const done = (): void => signal?.removeEventListener('abort', abort);
      const task: Task<Request, Reply> = {
        id: this.nextId++,
        request,
        resolve: (reply) => {
          done();
          resolve(reply);
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

  /** Terminates the thread at once and rejects all waiting requests. */
  async close(): Promise<void> {
    this.closed = true;
    this.rest();
    const worker = this.worker;
    this.worker = null;
    for (const task of this.waiting.splice(0)) task.reject(cancelled());
    await worker?.terminate();
  }

  /**
   * Passes the first waiting request to the thread. The thread keeps the process alive only while it has one, at most
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
    worker.postMessage({ id: task.id, request: task.request } satisfies ToThread<Request>);
    this.limit.watch(worker, null);
    this.gauge = setInterval(() => void this.weigh(worker), 250);
  }

  private rest(): void {
    this.limit.rest();
    clearInterval(this.gauge);
  }

  private start(): Worker {
    const worker = new Worker(this.options.script, {
      execArgv: [...(this.options.execArgv ?? [])],
      resourceLimits: { maxOldGenerationSizeMb: this.options.memoryMb },
    });
    worker.on('message', (message: FromThread<Reply>) => {
      if (worker === this.worker) this.hear(message);
    });
    worker.on('error', (error) => {
      if (worker === this.worker) this.lost(error);
    });
    worker.on('exit', (code) => {
      if (worker === this.worker) this.crashed(` (code ${code})`);
    });
    return worker;
  }

  private hear(message: FromThread<Reply>): void {
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
    this.waiting.shift()?.resolve(message.reply);
    this.begin();
  }

  private lost(error: unknown): void {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      this.tooHeavy();
    else this.crashed(`: ${String(error)}`);
  }

  private crashed(how: string): void {
    const { subject } = this.options;
    this.giveUp(
      'damaged',
      `Reading ${subject[0]?.toLowerCase()}${subject.slice(1)} crashed its thread${how}.`,
    );
  }

  /** Node limits only the memory of JavaScript objects. Buffers, e.g. of unpacked streams, are limited here. */
  private async weigh(worker: Worker): Promise<void> {
    const heap = await worker.getHeapStatistics().catch(() => null);
    if (!heap || worker !== this.worker) return;
    if ((heap.external_memory + heap.used_heap_size) / 1e6 > this.options.memoryMb) this.tooHeavy();
  }

  private tooHeavy(): void {
    const { subject, memoryMb, remedy } = this.options;
    const reason = `${subject} needs more than ${memoryMb} MB of memory to be read. ${remedy}, or raise the limit.`;
    this.giveUp('memory', reason);
  }

  /** Drops the thread and its current request; a new thread continues with the others. */
  private giveUp(refusal: Refusal, reason: string): void {
    this.drop();
    this.waiting.shift()?.resolve(this.refused(refusal, reason));
    this.begin();
  }

  private cancel(task: Task<Request, Reply>): void {
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
