/**
 * Lets one hop run while this process works on no other: where the process dies then, the hop is what was there. Counts what the process has in hand, and keeps
 * it from taking more.
 */
export class Alone {
  /** Jobs by id; one that was delivered here twice is there twice. */
  private readonly inHand: string[] = [];
  /** Those of them that are to run alone and do not run yet: they are no reason to wait for each other. */
  private readonly waiting: string[] = [];
  private lone: string | null = null;
  /** Takes that Redis has not answered yet. */
  private taking = 0;
  private readonly changed: (() => void)[] = [];

  /** True while a hop runs alone, or waits for that: no other job is to be taken. */
  get isClosed(): boolean {
    return this.lone !== null || this.waiting.length > 0;
  }

  /** Resolves as soon as jobs may be taken. */
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

  /** This process has a job in hand until {@link done}. @param toRunAlone from now on nothing else is taken */
  has(job: string, toRunAlone = false): void {
    this.inHand.push(job);
    if (toRunAlone) this.waiting.push(job);
  }

  /** The job is in hand no longer; where it ran alone, others are taken again. */
  done(job: string): void {
    remove(this.inHand, job);
    if (this.lone !== job) remove(this.waiting, job);
    this.release(job);
  }

  /** The job runs alone no longer, or never did: others are taken again. */
  release(job: string): void {
    if (this.lone === job) this.lone = null;
    this.tell();
  }

  /** Resolves when nothing else runs here; until the job is done, nothing else is taken. */
  async enter(job: string): Promise<void> {
    await this.until(() => {
      if (!this.waiting.includes(job)) this.waiting.push(job);
      // Whoever waits is told in the same moment: the first one has it.
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

/** False where it is not there. */
function remove(jobs: string[], job: string): boolean {
  const at = jobs.indexOf(job);
  if (at >= 0) jobs.splice(at, 1);
  return at >= 0;
}
