/**
 * Lets one hop run while this process runs no other: if the process dies then, that hop is the cause. Counts the jobs
 * of this process, and keeps it from taking more.
 */
export class Alone {
  /** Jobs by id. A job that was delivered here twice is listed twice. */
  private readonly inHand: string[] = [];
  /** Those that must run alone and do not run yet. They do not wait for each other. */
  private readonly waiting: string[] = [];
  private lone: string | null = null;
  /** Takes that Redis has not answered yet. */
  private taking = 0;
  private readonly changed: (() => void)[] = [];

  /** True while a hop runs alone or waits to. No other job may be taken. */
  get isClosed(): boolean {
    return this.lone !== null || this.waiting.length > 0;
  }

  /** Resolves when jobs may be taken. */
  open(): Promise<void> {
    return this.until(() => !this.isClosed);
  }

  /** Counts a take until Redis has answered. */
  async during<T>(take: Promise<T>): Promise<T> {
    this.taking++;
    try {
      return await take;
    } finally {
      this.taking--;
      this.tell();
    }
  }

  /** Registers a job of this process until {@link done}. @param toRunAlone true: nothing else is taken from now on */
  has(job: string, toRunAlone = false): void {
    this.inHand.push(job);
    if (toRunAlone) this.waiting.push(job);
  }

  /** Unregisters the job. If it ran alone, other jobs are taken again. */
  done(job: string): void {
    remove(this.inHand, job);
    if (this.lone !== job) remove(this.waiting, job);
    this.release(job);
  }

  /** The job no longer runs alone, or never did: other jobs are taken again. */
  release(job: string): void {
    if (this.lone === job) this.lone = null;
    this.tell();
  }

  /** Resolves when nothing else runs here. Until the job is done, nothing else is taken. */
  async enter(job: string): Promise<void> {
    await this.until(() => {
      if (!this.waiting.includes(job)) this.waiting.push(job);
      // All waiting jobs are notified at the same moment: the first one enters.
      if (!this.isFree()) return false;
      remove(this.waiting, job);
      this.lone = job;
      return true;
    });
  }

  private isFree(): boolean {
    const idle = [...this.waiting];
    return this.lone === null && this.taking === 0 && this.inHand.every((job) => remove(idle, job));
  }

  private async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((changed) => this.changed.push(changed));
  }

  private tell(): void {
    for (const changed of this.changed.splice(0)) changed();
  }
}

/** False if the list does not contain the job. */
function remove(jobs: string[], job: string): boolean {
  const at = jobs.indexOf(job);
  if (at >= 0) jobs.splice(at, 1);
  return at >= 0;
}
