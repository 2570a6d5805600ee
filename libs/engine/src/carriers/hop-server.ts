import {
  BaseRpcContext,
  Server,
  type CustomTransportStrategy,
  type MessageHandler,
} from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { QUARRY_TRANSPORT, type HopJob } from './carrier';

/** The `@Ctx()` of a hop handler: the service whose queue delivered the job, and the number of the delivery. */
export class HopDeliveryContext extends BaseRpcContext<
  [service: string, delivery: number, waitedMs: number | null, leaving: AbortSignal, skippedQueue?: boolean]
> {
  /** Set if the job must be delivered again: after how many milliseconds, without counting this delivery. */
  backInMs: number | null = null;

  get service(): string {
    return this.args[0];
  }

  /** From 1; increases when the handler threw. */
  get delivery(): number {
    return this.args[1];
  }

  /** Milliseconds that the job was in the queue before its first delivery; null for later ones. */
  get waitedMs(): number | null {
    return this.args[2];
  }

  /** True if the commit of the hop before handed it over within this process, without a queue. */
  get skippedQueue(): boolean {
    return this.args[4] ?? false;
  }

  /** Aborts when this process shuts down and no longer waits: running hops must be handed back. */
  get leaving(): AbortSignal {
    return this.args[3];
  }
}

/** Base of the carriers' transports: runs Nest's handler of a service, with its guards, interceptors and filters. */
export abstract class HopServer extends Server implements CustomTransportStrategy {
  override readonly transportId = QUARRY_TRANSPORT;

  /** Services with a handler here. */
  protected get services(): IterableIterator<string> {
    return this.messageHandlers.keys();
  }

  /** When this aborts, running hops hand back their work. */
  protected readonly leaving = new AbortController();

  /**
   * Runs the handler to its end. Returns after how many milliseconds the job must be delivered again; null if it is
   * done.
   * @throws Error that the handler threw, or the one that an exception filter made of it
   */
  protected async deliver(
    service: string,
    job: HopJob,
    delivery: number,
    waitedMs: number | null,
    skippedQueue = false,
  ): Promise<number | null> {
    const handler = this.messageHandlers.get(service) as
      MessageHandler<HopJob, HopDeliveryContext> | undefined;
    if (!handler) throw new Error(`No handler is declared for service '${service}'.`);
    try {
      const context = new HopDeliveryContext([
        ...([service, delivery, waitedMs, this.leaving.signal, skippedQueue] as const),
      ]);
      const result: unknown = await handler(job, context);
      if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
      return context.backInMs;
    } catch (error) {
      throw asError(error);
    }
  }

  abstract override listen(callback: (error?: unknown) => void): void;
  abstract override close(): Promise<void>;

  override on(): never {
    throw new Error('The hop transport has no events of its own; follow a turn with carrier.events().');
  }

  override unwrap<T>(): T {
    return this as unknown as T;
  }
}

/** Nest's default filter returns plain objects `{ status, message }`. */
function asError(error: unknown): Error {
  if (error instanceof Error) return error;
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return new Error(String(message));
}
