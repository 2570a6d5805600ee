import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatModel, ChatReply, ChatRequest } from '../port';
import { Draft } from './draft';
import type { Endpoint } from './endpoint';
import { failureOf, isTransient, type Failure } from './failure';
import { expiryFault, faultOf } from './faults';
import { Watch } from './watch';
import type { Wire } from './wire';

/** First delay between attempts in milliseconds. It doubles with each attempt, up to the longest. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/**
 * A chat model over HTTP: bounded retries until the first token, `Retry-After`, timeouts, abort, and a cap on endless
 * streams.
 */
export class HttpChatModel implements ChatModel {
  readonly generative = true;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly wire: Wire,
  ) {}

  get id(): string {
    return this.endpoint.model;
  }

  async complete(request: ChatRequest): Promise<ChatReply> {
    const watch = new Watch(this.endpoint, request.signal);
    try {
      for (let tries = 1; ; tries += 1) {
        const outcome = await this.attempt(request, watch);
        if ('text' in outcome) return outcome;
        await this.waitOrThrow(outcome, tries, watch, request);
      }
    } finally {
      watch.close();
    }
  }

  /** Returns the reply, or a failure before any text was streamed. Throws a fault for everything else. */
  private async attempt(
    request: ChatRequest,
    watch: Watch,
  ): Promise<ChatReply | { readonly failure: Failure; readonly final: boolean }> {
    const draft = new Draft(request);
    try {
      this.throwIfExpired(watch, request);
      watch.beat();
      for await (const piece of this.wire.open(request, watch.signal)) {
        // Clients emit their buffer even after an abort.
        this.throwIfExpired(watch, request);
        watch.beat();
        draft.take(piece);
        if (draft.full) break;
      }
      if (watch.expiry === 'cancelled' || !(draft.finished || draft.full))
        this.throwIfExpired(watch, request);
      return draft.close(this.endpoint.model);
    } catch (error) {
      if (watch.expiry !== 'cancelled' && draft.finished) return draft.close(this.endpoint.model);
      this.throwIfExpired(watch, request);
      return { failure: failureOf(error), final: draft.started };
    } finally {
      watch.rest();
    }
  }

  private async waitOrThrow(
    outcome: { readonly failure: Failure; readonly final: boolean },
    tries: number,
    watch: Watch,
    request: ChatRequest,
  ): Promise<void> {
    const { failure, final } = outcome;
    const wait = waitBefore(failure, tries);
    if (final || !isTransient(failure) || tries > this.endpoint.maxRetries || wait >= watch.remainingMs) {
      throw faultOf(failure, this.endpoint, tries);
    }
    try {
      await sleep(wait, undefined, { signal: watch.signal });
    } catch {
      this.throwIfExpired(watch, request);
    }
  }

  private throwIfExpired(watch: Watch, request: ChatRequest): void {
    if (watch.expiry !== null) throw expiryFault(watch.expiry, this.endpoint, request.signal?.reason);
  }
}

/** The delay that the server requested, otherwise exponential back-off with jitter: half of it is random. */
function waitBefore(failure: Failure, tries: number): number {
  if (failure.kind === 'status' && failure.retryAfterMs !== null) return failure.retryAfterMs;
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
  return full / 2 + (Math.random() * full) / 2;
}
