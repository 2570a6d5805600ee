/** Resolves after `ms` milliseconds. @throws the reason of the signal if it aborts */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopped = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stopped);
      resolve();
    }, ms);
    if (signal?.aborted === true) stopped();
    else signal?.addEventListener('abort', stopped, { once: true });
  });
}

/**
 * Milliseconds before the attempt after `failures` failures: doubles each time, up to `most`, with a random part so
 * that clients do not retry simultaneously.
 */
export function backoff(failures: number, first: number, most: number): number {
  const full = Math.min(most, first * 2 ** Math.min(failures - 1, 16));
  return full * (0.5 + Math.random() / 2);
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('The call was aborted.', 'AbortError');
}
