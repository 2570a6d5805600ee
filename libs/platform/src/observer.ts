import type { OnTurnEnd } from '@quarry/engine';
import { NOBODY, type HopObserver } from '@quarry/engine/observing';
import type { FaultCode } from '@quarry/turn';

/** Names of stores in metrics. */
export type ObservedStore = 'search' | 'graph' | 'history' | 'golden' | 'records' | 'turns' | 'sessions';

/** Receives measurements of this process. Its methods return at once and never throw. */
export interface PlatformObserver extends HopObserver {
  readonly turnEnded: OnTurnEnd;
  /**
   * A call of a store has ended.
   * @param ms its duration, in milliseconds
   * @param problem code of the fault that it threw; null if it succeeded
   */
  storeCalled(store: ObservedStore, operation: string, ms: number, problem: FaultCode | null): void;
  /** A call of the chat model has ended, including retries. @param task a reply protocol, or e.g. `translate` */
  modelCalled(model: string, task: string, ms: number, problem: FaultCode | null): void;
  /** A call of the embedder has ended. */
  embedderCalled(as: 'query' | 'passage', ms: number, problem: FaultCode | null): void;
  /** A call of the reranker has ended, including retries. */
  rerankerCalled(ms: number, problem: FaultCode | null): void;
  /**
   * An HTTP request has ended.
   * @param route its template, e.g. `/v1/turns/:id`, or `unknown`
   * @param ms its duration; null for a stream, which lasts as long as the client follows it
   */
  requestEnded(method: string, route: string, status: number, ms: number | null): void;
  /** Registers `open`, which returns the number of event streams that clients follow in this process. */
  watchStreams(open: () => number): void;
  /** A handler of ended turns, e.g. `archive`, threw; it will run again. */
  endHandlerFailed(handler: string): void;
}

/** Ignores all measurements. */
export const UNOBSERVED: PlatformObserver = {
  ...NOBODY,
  turnEnded: () => undefined,
  storeCalled: () => undefined,
  modelCalled: () => undefined,
  embedderCalled: () => undefined,
  rerankerCalled: () => undefined,
  requestEnded: () => undefined,
  watchStreams: () => undefined,
  endHandlerFailed: () => undefined,
};
