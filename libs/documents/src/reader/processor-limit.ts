import type { Worker } from 'node:worker_threads';

/** Time between two looks at a thread, in milliseconds. */
const LOOK_MS = 250;

/**
 * Looks after which a piece of work is given up whatever it used: an hour of them. It is for a thread that waits for what never comes, as
 * for a network folder that is gone. Looks are counted, not time: a process that is stopped takes none.
 */
const MOST_LOOKS = 14_400;

/** Processor time that the calling thread has used so far, in milliseconds. */
export function usedByThread(): number {
  return inMs(process.threadCpuUsage());
}

/**
 * Bounds each piece of work of a thread by the processor time that it takes. What comes of a file then depends on the file, and not on
 * what else the machine has to do.
 */
export class ProcessorLimit {
  private timer: NodeJS.Timeout | undefined;
  private from: number | null = null;

  /** @param giveUp told what the work in hand was not done within, e.g. `10 s of processor time` */
  constructor(
    private readonly limitMs: number,
    private readonly giveUp: (within: string) => void,
  ) {}

  /**
   * The thread works on something from now on. Node answers for it even while it loops; from native code the answer comes afterwards.
   * @param from what the thread had used when it began; null while it starts, which is no file's fault
   */
  watch(thread: Pick<Worker, 'cpuUsage'>, from: number | null): void {
    this.rest();
    this.from = from;
    let looks = 0;
    const timer = setInterval(() => {
      if (++looks > MOST_LOOKS) this.giveUp('an hour');
      else if (from !== null)
        thread.cpuUsage().then(
          // The answer may come when the thread has something else in hand.
          (usage) => timer === this.timer && this.allows(inMs(usage)),
          // The thread is gone, which its owner hears from itself.
          () => undefined,
        );
    }, LOOK_MS);
    this.timer = timer;
  }

  /** Whether the work in hand is within its limit where the thread has used so much by now. Where it is not, it is given up. */
  allows(used: number): boolean {
    if (this.from === null || used - this.from <= this.limitMs) return true;
    this.giveUp(`${this.limitMs / 1_000} s of processor time`);
    return false;
  }

  /** The thread has nothing in hand. */
  rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

function inMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}
