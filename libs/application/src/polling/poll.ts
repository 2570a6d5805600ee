import { toFault } from '@quarry/turn';

/** Work that is repeated at an interval and on request. It never throws; a lasting problem is reported once. */
export class Poll {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private problem = '';

  /**
   * @param everyMs interval in milliseconds
   * @param report receives the message of a failure, unless the run before failed with the same one
   * @example
   * const poll = new Poll(3_000, () => this.work(), (message) => this.logger.warn(`deliveries wait: ${message}`));
   */
  constructor(
    private readonly everyMs: number,
    private readonly work: () => Promise<void>,
    private readonly report: (message: string) => void,
  ) {}

  /** Repeats the work from now on. Keeps no process alive. */
  start(): void {
    this.timer ??= setInterval(() => {
      void this.now();
    }, this.everyMs).unref();
  }

  /** Whether the work is repeated: started, and not stopped. */
  get isRepeating(): boolean {
    return this.timer !== null;
  }

  /** Does the work once; concurrent calls share one run. */
  now(): Promise<void> {
    this.running ??= this.once().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Ends the repetition, and waits for a run in progress. */
  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    await this.running;
  }

  private async once(): Promise<void> {
    try {
      await this.work();
      this.problem = '';
    } catch (error) {
      const { message } = toFault(error);
      if (message !== this.problem) this.report(message);
      this.problem = message;
    }
  }
}
