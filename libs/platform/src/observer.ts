import type { HopObserver, OnTurnEnd } from '@quarry/engine';
import { toFault, type FaultCode } from '@quarry/turn';

/** How metrics name the stores. */
export type ObservedStore = 'search' | 'graph' | 'history' | 'golden' | 'sessions';

/** Told of what happens in this process, to be counted. Its methods return at once and never throw. */
export interface PlatformObserver extends HopObserver {
  readonly turnEnded: OnTurnEnd;
  /**
   * A call of a store is over.
   * @param ms how long it took, in milliseconds
   * @param problem code of the fault that it threw; null where it succeeded
   */
  storeCalled(store: ObservedStore, operation: string, ms: number, problem: FaultCode | null): void;
}

/** The same store, whose calls the observer is told of. What streams, and `close`, is not counted. */
export function observed<T extends object>(store: T, name: ObservedStore, observer: PlatformObserver): T {
  return new Proxy(store, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function' || typeof property !== 'string') return member;
      return (...args: unknown[]): unknown => {
        const began = performance.now();
        const result: unknown = Reflect.apply(member, target, args);
        if (property === 'close' || !isPromise(result)) return result;
        const tell = (problem: FaultCode | null): void => {
          observer.storeCalled(name, property, performance.now() - began, problem);
        };
        return result.then(
          (value) => {
            tell(null);
            return value;
          },
          (error: unknown) => {
            tell(toFault(error).code);
            throw error;
          },
        );
      };
    },
  });
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
