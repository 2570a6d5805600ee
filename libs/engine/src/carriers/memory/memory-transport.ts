import { HopServer } from '../hop-server';
import { startWatchdog } from '../watchdog';
import { HAND_BACK_MS } from '../delivery';
import { patiently } from '../within';
import type { MemoryLedger } from './memory-ledger';
import type { Consumer } from './memory-queues';

export interface MemoryTransportOptions {
  readonly concurrency: number;
  readonly closeMs: number;
}

/** Delivers jobs of the in-process queues to Nest's handlers. */
export class MemoryTransport extends HopServer {
  private consumer: Consumer | undefined;
  private stopWatchdog: (() => void) | undefined;

  constructor(
    private readonly ledger: MemoryLedger,
    private readonly options: MemoryTransportOptions,
  ) {
    super();
  }

  override listen(callback: (error?: unknown) => void): void {
    this.consumer = this.ledger.queues.consume(
      [...this.services],
      this.options.concurrency,
      (service, job, delivery, waitedMs) => this.deliver(service, job, delivery, waitedMs),
    );
    this.stopWatchdog = startWatchdog(
      () => this.ledger.reap(),
      (error) => {
        this.logger.error(error);
      },
    );
    callback();
  }

  /** Running hops may finish, for as long as `closeMs` says; then they are stopped. */
  override async close(): Promise<void> {
    this.stopWatchdog?.();
    if (!this.consumer) return;
    const stopped = this.ledger.queues.stop(this.consumer);
    await patiently(this.options.closeMs, stopped);
    this.leaving.abort();
    await patiently(HAND_BACK_MS, stopped);
  }
}
