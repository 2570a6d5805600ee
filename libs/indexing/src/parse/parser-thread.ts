import { Worker } from 'node:worker_threads';
import { ProcessorLimit } from '@quarry/documents';
import { Fault } from '@quarry/turn';
import type { FileFacts } from '../facts';
import { languageByExtension } from '../source/language-by-extension';
import type { FromParser, ToParser } from './messages';

export interface ParserThreadOptions {
  /**
   * Limit of the CPU time for one file, in milliseconds; 10,000 by default. An ordinary file takes less than a tenth of
   * a second.
   */
  readonly processorMs?: number;
  /** Memory limit of the thread in addition to that of the grammars, in MB. */
  readonly memoryMb?: number;
  /** Node options for the thread, e.g. to run the sources directly. */
  readonly execArgv?: readonly string[];
}

interface Task extends ToParser {
  readonly resolve: (facts: FileFacts) => void;
  readonly reject: (error: Fault) => void;
}

/**
 * Reads files in its own thread, one after another. Grammars are third-party programs that parse untrusted text. If one
 * aborts, hangs or takes all memory, the thread is dropped together with its current file, and a new thread continues
 * with the next one.
 */
export class ParserThread {
  private worker: Worker | null = null;
  /** Requests without a result; the thread processes the first. */
  private readonly waiting: Task[] = [];
  private readonly limit: ProcessorLimit;
  /** CPU time of the thread when it took the current file, in milliseconds; null while it starts. */
  private used: number | null = null;
  private nextId = 1;
  private closed = false;

  constructor(private readonly options: ParserThreadOptions = {}) {
    this.limit = new ProcessorLimit(options.processorMs ?? 10_000, (within) => {
      this.replace(`it did not end within ${within}`);
    });
  }

  /**
   * The facts of a file or, if the parser gave up, only its FILE node, with the reason as `problem`.
   * @throws Fault `setup_failed` if the grammars cannot be loaded, `cancelled` after `close`
   */
  read(path: string, text: string): Promise<FileFacts> {
    return new Promise((resolve, reject) => {
      if (this.closed) {
        reject(cancelled());
        return;
      }
      const task = { id: this.nextId++, path, text, resolve, reject };
      this.waiting.push(task);
      this.worker ??= this.start();
      this.give(this.worker, task);
      if (this.waiting.length === 1) this.watch();
    });
  }

  /** Terminates the thread at once and rejects all waiting files. */
  async close(): Promise<void> {
    this.closed = true;
    this.limit.rest();
    for (const task of this.waiting.splice(0)) task.reject(cancelled());
    const worker = this.worker;
    this.worker = null;
    await worker?.terminate();
  }

  private start(): Worker {
    this.used = null;
    const worker = new Worker(require.resolve('./worker'), {
      execArgv: [...(this.options.execArgv ?? [])],
      resourceLimits: { maxOldGenerationSizeMb: this.options.memoryMb ?? 1_024 },
    });
    worker.on('message', (message: FromParser) => {
      if (worker === this.worker) this.hear(message);
    });
    worker.on('error', (error) => {
      this.lose(worker, reasonOf(error));
    });
    worker.on('exit', (code) => {
      this.lose(worker, `it ended with code ${code}`);
    });
    return worker;
  }

  private give(worker: Worker, { id, path, text }: Task): void {
    worker.postMessage({ id, path, text } satisfies ToParser);
  }

  private hear(message: FromParser): void {
    if (message.kind === 'broken') {
      const fault = new Fault('setup_failed', message.message);
      for (const task of this.waiting.splice(0)) task.reject(fault);
      this.watch();
      return;
    }
    if (message.kind === 'failed') {
      this.replace(message.message.replace(/\(?\)?\. Build with .*$/s, ''));
      return;
    }
    if (message.kind === 'facts') {
      if (this.waiting[0]?.id !== message.id || !this.limit.allows(message.used)) return;
      this.waiting.shift()?.resolve(message.facts);
    }
    this.used = message.used;
    this.watch();
  }

  private lose(worker: Worker, why: string): void {
    if (worker === this.worker) this.replace(why);
  }

  /** Drops the thread and its current file; a new thread continues with the others. */
  private replace(why: string): void {
    const worker = this.worker;
    this.worker = null;
    void worker?.terminate();
    const task = this.waiting.shift();
    task?.resolve(asText(task, why));
    if (this.waiting.length > 0) {
      const next = (this.worker = this.start());
      for (const one of this.waiting) this.give(next, one);
    }
    this.watch();
  }

  /** The thread keeps the process alive only while it has work, at most for the time limit. */
  private watch(): void {
    if (!this.worker || this.waiting.length === 0) {
      this.limit.rest();
      this.worker?.unref();
      return;
    }
    this.worker.ref();
    this.limit.watch(this.worker, this.used);
  }
}

/** The facts of an unreadable file: only its FILE node. */
function asText({ path, text }: Task, why: string): FileFacts {
  const language = languageByExtension(path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const endLine = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return {
    path,
    language,
    nodes: [
      {
        key: `file:${path}|FILE`,
        kind: 'FILE',
        name,
        qualifiedName: path,
        language,
        path,
        startLine: 1,
        endLine: Math.max(1, endLine),
      },
    ],
    imports: [],
    references: [],
    problem: `The parser gave up on this file (${why}); it is indexed as text only.`,
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function cancelled(): Fault {
  return new Fault('cancelled', 'indexing was cancelled');
}
