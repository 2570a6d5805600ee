import type { Worker } from 'node:worker_threads';

/** Time between two checks of a thread, in milliseconds. */
const LOOK_MS = 250;

/**
 * Number of checks after which work is abandoned whatever it used: an hour of them. It catches a thread that waits
 * without using CPU, e.g. for a network folder that is gone. It counts checks instead of time, because a suspended
 * process makes none.
 */
const MOST_LOOKS = 14_400;

/** Total CPU time of the calling thread so far, in milliseconds. */
export function usedByThread(): number {
  return inMs(process.threadCpuUsage());
}

/**
 * Limits the CPU time of each piece of work of a thread. The result for a file then depends on the file, not on the
 * load of the machine.
 */
export class ProcessorLimit {
  private timer: NodeJS.Timeout | undefined;
  private from: number | null = null;

  /** @param giveUp called with the exceeded limit, e.g. `10 s of CPU time` */
  constructor(
    private readonly limitMs: number,
    private readonly giveUp: (within: string) => void,
  ) {}

  /**
   * Starts watching a piece of work. Node reports the CPU time even while the thread loops; during native code the
   * reply is delayed.
   * @param from the thread's CPU time at the beginning of the work; null while it starts, which does not count for any
   * file
   */
  watch(thread: Pick<Worker, 'cpuUsage'>, from: number | null): void {
    this.rest();
    this.from = from;
    let looks = 0;
    const timer = setInterval(() => {
      if (++looks > MOST_LOOKS) this.giveUp('an hour');
      else if (from !== null)
        thread.cpuUsage().then(
          // By the time of the reply, the thread may work on something else.
          (usage) => timer === this.timer && this.allows(inMs(usage)),
          // The thread is gone; its owner learns that from the thread's own event.
          () => undefined,
        );
    }, LOOK_MS);
    this.timer = timer;
  }

  /** Whether the current work is within its limit, given the thread's CPU time. If not, it is abandoned. */
  allows(used: number): boolean {
    if (this.from === null || used - this.from <= this.limitMs) return true;
    this.giveUp(`${this.limitMs / 1_000} s of CPU time`);
    return false;
  }

  /** Stops watching: the thread is idle. */
  rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

function inMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}
