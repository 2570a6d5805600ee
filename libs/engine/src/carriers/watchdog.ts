const ROUND_MS = 1_000;

/**
 * Runs `reap` every second until stopped, never two rounds at once. It does not keep the process alive. A failed round
 * is reported and retried: the store may be back by then.
 */
export function startWatchdog(reap: () => Promise<unknown>, onError: (error: unknown) => void): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    reap()
      .catch(onError)
      .finally(() => {
        busy = false;
      });
  }, ROUND_MS);
  timer.unref();
  return () => clearInterval(timer);
}
