import type { OnTurnEnd } from '@quarry/engine';
import { NOBODY, type HopObserver } from '@quarry/engine/observing';
import type { FaultCode } from '@quarry/turn';

/** How metrics name the stores. */
export type ObservedStore = 'search' | 'graph' | 'history' | 'golden' | 'records' | 'turns' | 'sessions';

/** Told of what happens in this process, to be counted. Its methods return at once and never throw. */
export interface PlatformObserver extends HopObserver {
  readonly turnEnded: OnTurnEnd;
  /**
   * A call of a store is over.
   * @param ms how long it took, in milliseconds
   * @param problem code of the fault that it threw; null where it succeeded
   */
  storeCalled(store: ObservedStore, operation: string, ms: number, problem: FaultCode | null): void;
  /** A call of the chat model is over, its retries included. @param task what it was asked for: a reply protocol, or `translate` and the like */
  modelCalled(model: string, task: string, ms: number, problem: FaultCode | null): void;
  /** Texts were embedded, or not. */
  embedderCalled(as: 'query' | 'passage', ms: number, problem: FaultCode | null): void;
  /** A request over HTTP is over. @param route its template, e.g. `/v1/turns/:id`, or `unknown` @param ms null for a stream, which lasts as long as it is followed */
  requestEnded(method: string, route: string, status: number, ms: number | null): void;
  /** From now on `open` tells how many streams of events clients follow in this process. */
  watchStreams(open: () => number): void;
  /** What is done for turns that have ended threw: `handler`, e.g. `archive`; it is done again later. */
  endHandlerFailed(handler: string): void;
}

/** Counts nothing. */
export const UNOBSERVED: PlatformObserver = {
  ...NOBODY,
  turnEnded: () => undefined,
  storeCalled: () => undefined,
  modelCalled: () => undefined,
  embedderCalled: () => undefined,
  requestEnded: () => undefined,
  watchStreams: () => undefined,
  endHandlerFailed: () => undefined,
};
