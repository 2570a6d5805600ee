import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ENVIRONMENT, QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { RETRIEVER_UP, type RetrieverCount } from './slow-retriever.ts';

const PROGRAM = join(import.meta.dirname, 'retriever-process.ts');

/** Retrievers in separate processes, each with one hop at a time. */
export class RetrieverProcesses {
  private readonly children: readonly Child[];

  private constructor(children: readonly Child[]) {
    this.children = children;
  }

  /** @throws Fault `internal` with the output of a process that does not start */
  static async start(count: number, delayMs: number, config: QuarryConfig): Promise<RetrieverProcesses> {
    const children = Array.from({ length: count }, () => new Child(delayMs, config));
    const processes = new RetrieverProcesses(children);
    try {
      for (const child of children) await child.up;
      return processes;
    } catch (error) {
      await processes.stop();
      throw error;
    }
  }

  /** Lets running hops finish. @returns the number of calls of the search index in all processes */
  async stop(): Promise<number> {
    for (const child of this.children) child.end();
    const counts = await Promise.all(this.children.map((child) => child.count));
    return counts.reduce((sum, { searches }) => sum + searches, 0);
  }
}

class Child {
  readonly up: Promise<void>;
  readonly count: Promise<RetrieverCount>;
  private readonly process: ChildProcess;

  constructor(delayMs: number, config: QuarryConfig) {
    const args = ['--disable-warning=ExperimentalWarning', PROGRAM, String(delayMs)];
    const child = spawn(process.execPath, args, {
      env: environmentOf(config),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let err = '';
    let out = '';
    child.stdin.on('error', () => undefined);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    this.up = new Promise((done, failed) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        err += text;
        if (err.includes(RETRIEVER_UP)) done();
      });
      child.once('error', failed);
      child.once('close', (code) => {
        failed(new Fault('internal', `A retriever process exited with ${code}: ${err.trim().slice(-500)}`));
      });
    });
    this.up.catch(() => undefined);
    this.count = once(child, 'close').then(() => countOf(out));
    this.process = child;
  }

  end(): void {
    this.process.stdin?.end();
  }
}

function countOf(out: string): RetrieverCount {
  return out.startsWith('{') ? (JSON.parse(out) as RetrieverCount) : { searches: 0 };
}

/** The environment with the child's configuration, without other settings of this process. */
function environmentOf({ dataDir, redisUrl, redisPrefix }: QuarryConfig): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  const settings = {
    QUARRY_DATA: dataDir,
    QUARRY_CARRIER: 'bullmq',
    REDIS_URL: redisUrl,
    QUARRY_REDIS_PREFIX: redisPrefix,
    QUARRY_CONCURRENCY: '1',
    EMBEDDER_URL: 'none',
  } satisfies Partial<Record<keyof typeof ENVIRONMENT, string>>;
  return { PATH, HOME, ...settings };
}
