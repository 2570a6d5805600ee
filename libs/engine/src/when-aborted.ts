const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `call` once when the signal aborts, or at once if it already has. Many waiters can share one signal at little
 * cost, while Node warns of the eleventh listener and removes one in linear time. Returns a function that ends the
 * wait.
 */
export function whenAborted(signal: AbortSignal, call: () => void): () => void {
  if (signal.aborted) {
    call();
    return () => undefined;
  }
  const calls = waiting.get(signal) ?? new Set();
  if (!waiting.has(signal)) {
    waiting.set(signal, calls);
    signal.addEventListener('abort', () => [...calls].forEach((one) => one()), { once: true });
  }
  calls.add(call);
  return () => calls.delete(call);
}
