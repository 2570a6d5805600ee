import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ProcessSettings } from './fault-plan';

const WORKER = join(__dirname, 'hop-process.ts');

/** A fixed number of worker processes; one that dies is replaced. */
export class WorkerPool {
  /** Processes that died of SIGKILL, whoever sent it. */
  deaths = 0;
  private readonly workers: (ChildProcess | undefined)[] = [];
  private readonly ready = new Set<ChildProcess>();
  private stopping = false;

  constructor(
    private readonly size: number,
    private readonly settings: ProcessSettings,
    private readonly onCommit: () => void,
  ) {}

  /** Starts all processes; resolves when they take work. */
  async start(): Promise<void> {
    await Promise.all(Array.from({ length: this.size }, (_, slot) => this.spawn(slot)));
  }

  /** Kills one of the processes that take work, as SIGKILL does; false where none does. @param pick in 0..1. */
  kill(pick: number): boolean {
    const candidates = [...this.ready];
    const worker = candidates[Math.floor(pick * candidates.length)];
    if (!worker) return false;
    this.ready.delete(worker);
    return worker.kill('SIGKILL');
  }

  /** Asks all processes to close; resolves with their exit codes. */
  async stop(): Promise<(number | null)[]> {
    this.stopping = true;
    return Promise.all(
      this.workers.map(async (worker) => {
        if (!worker || worker.exitCode !== null) return worker?.exitCode ?? null;
        const gone = once(worker, 'exit') as Promise<[number | null]>;
        worker.send('close');
        return (await gone)[0];
      }),
    );
  }

  /** Ends whatever still runs. */
  abandon(): void {
    this.stopping = true;
    for (const worker of this.workers) worker?.kill('SIGKILL');
  }

  private async spawn(slot: number): Promise<void> {
    const worker = fork(WORKER, [JSON.stringify(this.settings)], {
      // Jest's own flags and conditions are not for this process, which runs the build.
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.workers[slot] = worker;
    const first = new Promise<void>((resolve, reject) => {
      worker.on('message', (message) => {
        if (message === 'committed') this.onCommit();
        else {
          this.ready.add(worker);
          resolve();
        }
      });
      worker.once('exit', (code, signal) => {
        this.ready.delete(worker);
        if (signal === 'SIGKILL') this.deaths++;
        if (!this.stopping && signal === 'SIGKILL') this.spawn(slot).catch(reject);
        if (code !== 0 && signal !== 'SIGKILL') {
          reject(new Error(`A worker ended with ${code}. It needs the build: run 'tsc -b' before.`));
        }
      });
    });
    await first;
  }
}
