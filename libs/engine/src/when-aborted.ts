const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls once when the signal fires; at once where it has. Any number may wait for one signal at little cost: Node warns of the eleventh listener, and looks
 * through all of them to take one away. Gives what ends the wait.
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
