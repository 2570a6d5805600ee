import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ProcessSettings } from './fault-plan';

const WORKER = join(__dirname, 'hop-process.ts');

/** Worker processes with their queues. A dead one is replaced. */
export class WorkerPool {
  /** Processes that died of SIGKILL from any source: pid → when, in milliseconds since the epoch. */
  readonly deaths = new Map<number, number>();
  /** Number of processes that ended by themselves while taking work, which none may. */
  crashes = 0;
  private readonly workers: ChildProcess[] = [];
  private readonly ready = new Set<ChildProcess>();
  private started = false;
  private stopping = false;

  /** @param slots the services of each process @param settings of the process in a slot, by its index */
  constructor(
    private readonly slots: readonly (readonly string[])[],
    private readonly settings: (slot: number) => ProcessSettings,
    private readonly onCommit: () => void = () => undefined,
  ) {}

  /** Starts all processes; resolves when they take work. */
  async start(): Promise<void> {
    await Promise.all(this.slots.map((_, slot) => this.spawn(slot)));
    this.started = true;
  }

  /** Number of processes while none is dead. */
  get size(): number {
    return this.slots.length;
  }

  /** Process ids of those that take work. */
  get pids(): readonly number[] {
    return [...this.ready].flatMap(({ pid }) => pid ?? []);
  }

  /** Kills one of the processes that take work, as by SIGKILL; false if there is none. @param pick in 0..1 */
  kill(pick: number): boolean {
    const worker = this.picked(pick);
    if (!worker) return false;
    this.ready.delete(worker);
    return worker.kill('SIGKILL');
  }

  /**
   * Suspends one of the processes that take work for `ms`, like a hanging machine; false if there is none. @param pick
   * in 0..1
   */
  async freeze(pick: number, ms: number): Promise<boolean> {
    const worker = this.picked(pick);
    if (!worker?.kill('SIGSTOP')) return false;
    await new Promise((resolve) => setTimeout(resolve, ms));
    return worker.kill('SIGCONT');
  }

  /** Asks all processes to close; resolves with the exit codes of all that were not killed at that moment. */
  async stop(): Promise<(number | null)[]> {
    this.stopping = true;
    const ends = await Promise.all(this.workers.map(endOf));
    return ends.filter(({ signal }) => signal !== 'SIGKILL').map(({ code }) => code);
  }

  /** Kills everything that still runs. */
  abandon(): void {
    this.stopping = true;
    for (const worker of this.workers) worker.kill('SIGKILL');
  }

  private picked(pick: number): ChildProcess | undefined {
    const candidates = [...this.ready];
    return candidates[Math.floor(pick * candidates.length)];
  }

  private async spawn(slot: number): Promise<void> {
    const services = this.slots[slot] ?? [];
    const worker = fork(WORKER, [JSON.stringify(this.settings(slot)), services.join(',')], {
      // Jest's own flags and conditions do not apply to this process, which runs the build.
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.workers[slot] = worker;
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message) => {
        if (message === 'committed') this.onCommit();
        else {
          this.ready.add(worker);
          resolve();
        }
      });
      worker.once('exit', (code, signal) => {
        const wasReady = this.ready.delete(worker);
        const killed = signal === 'SIGKILL';
        if (killed) this.deaths.set(worker.pid ?? 0, Date.now());
        else if (!this.stopping) {
          if (wasReady) this.crashes++;
          reject(new Error(`A worker ended with ${code}. It needs the build: run 'tsc -b' before.`));
        }
        // A process that finds no Redis at its start ends, and is restarted, as an orchestrator does.
        if (!this.stopping && this.started) this.spawn(slot).catch(reject);
      });
    });
  }
}

async function endOf(
  worker: ChildProcess,
): Promise<{ readonly code: number | null; readonly signal: string | null }> {
  if (worker.exitCode === null && worker.signalCode === null) {
    const gone = once(worker, 'exit');
    worker.send('close', () => undefined);
    await gone;
  }
  return { code: worker.exitCode, signal: worker.signalCode };
}
