import { toFault } from '@quarry/turn';
import { HopServer } from '../hop-server';
import { startWatchdog } from '../watchdog';
import { HAND_BACK_MS } from '../delivery';
import { patiently } from '../within';
import type { MemoryCore } from './memory-core';
import type { MemoryLedger } from './memory-ledger';
import type { Consumer } from './memory-queues';

export interface MemoryTransportOptions {
  readonly concurrency: number;
  readonly closeMs: number;
  /** True: hops that do not end in time are handed back, for the next process. */
  readonly handsBack: boolean;
}

/** Delivers jobs of the in-process queues to Nest's handlers. */
export class MemoryTransport extends HopServer {
  private consumer: Consumer | undefined;
  private stopWatchdog: (() => void) | undefined;
  private closed: Promise<void> | undefined;
  private problem = '';

  constructor(
    private readonly core: MemoryCore,
    private readonly ledger: MemoryLedger,
    private readonly options: MemoryTransportOptions,
  ) {
    super();
  }

  override listen(callback: (error?: unknown) => void): void {
    try {
      this.core.open();
    } catch (error) {
      callback(error);
      return;
    }
    this.consumer = this.core.queues.consume(
      [...this.services],
      this.options.concurrency,
      (service, job, delivery, waitedMs) => this.deliver(service, job, delivery, waitedMs),
    );
    this.stopWatchdog = startWatchdog(
      () => this.look(),
      (error) => this.report(error),
    );
    callback();
  }

  /** Waits up to `closeMs` for running hops, then stops them. A second call waits for the first. */
  override close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  private async end(): Promise<void> {
    this.stopWatchdog?.();
    if (!this.consumer) return;
    this.core.stopping();
    const stopped = this.core.queues.stop(this.consumer);
    await patiently(this.options.closeMs, stopped);
    this.core.handsBack = this.options.handsBack;
    this.leaving.abort();
    await patiently(HAND_BACK_MS, stopped);
  }

  private async look(): Promise<void> {
    await this.ledger.reap();
    this.problem = '';
  }

  /** Reports repeated errors once: a full disk would fill the log. */
  private report(error: unknown): void {
    const { message } = toFault(error);
    if (message !== this.problem) this.logger.error(message);
    this.problem = message;
  }
}
