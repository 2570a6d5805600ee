export type Expiry = 'cancelled' | 'total' | 'idle';

/** One signal for everything that ends a call early: the caller, the total timeout, and silence while armed. */
export class Watch {
  private readonly controller = new AbortController();
  private readonly onAbort = () => this.expire('cancelled');
  private readonly total: NodeJS.Timeout;
  private readonly endsAt: number;
  private idle: NodeJS.Timeout | undefined;
  private why: Expiry | null = null;

  constructor(
    private readonly limits: { readonly timeoutMs: number; readonly idleTimeoutMs: number },
    private readonly caller?: AbortSignal,
  ) {
    this.endsAt = Date.now() + limits.timeoutMs;
    this.total = setTimeout(() => this.expire('total'), limits.timeoutMs);
    if (caller?.aborted) this.expire('cancelled');
    else caller?.addEventListener('abort', this.onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Why the signal fired; null if it has not. */
  get expiry(): Expiry | null {
    return this.why;
  }

  /** Milliseconds until the total timeout. */
  get remainingMs(): number {
    return Math.max(0, this.endsAt - Date.now());
  }

  /** Resets the silence timer: data arrived, or the wait for data starts. */
  beat(): void {
    clearTimeout(this.idle);
    if (this.why === null) this.idle = setTimeout(() => this.expire('idle'), this.limits.idleTimeoutMs);
  }

  /** Suspends the silence timer until the next beat. */
  rest(): void {
    clearTimeout(this.idle);
  }

  close(): void {
    this.rest();
    clearTimeout(this.total);
    this.caller?.removeEventListener('abort', this.onAbort);
  }

  private expire(why: Expiry): void {
    this.why ??= why;
    this.rest();
    this.controller.abort();
  }
}
