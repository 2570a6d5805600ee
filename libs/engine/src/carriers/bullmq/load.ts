import { performance } from 'node:perf_hooks';

/** Share of the time in which the event loop is at work: above the first, a process is busy; below the second, idle. */
const BUSY = 0.8;
const IDLE = 0.5;

/** How busy this process was between the last two looks at it. */
export class Load {
  private last = performance.eventLoopUtilization();
  private share = 0;

  /** Takes a look. */
  look(): void {
    const now = performance.eventLoopUtilization();
    this.share = performance.eventLoopUtilization(now, this.last).utilization;
    this.last = now;
  }

  get isBusy(): boolean {
    return this.share > BUSY;
  }

  get isIdle(): boolean {
    return this.share < IDLE;
  }
}
