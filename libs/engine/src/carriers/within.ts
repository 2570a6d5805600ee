/** Rejection of {@link within}: the work took too long. It continues, and its result is ignored. */
export class TooLate extends Error {}

/** Settles as the work does, but after `ms` at the latest. Leaves no timer behind. @throws TooLate */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until a condition is true, but no longer than `ms`. Returns whether it is. */
export async function untilTrue(ms: number, holds: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + ms;
  for (let pause = 5; ; pause = Math.min(pause * 2, 80)) {
    if (await holds()) return true;
    if (performance.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Waits for work, but no longer than `ms`, whether it completes or not. @throws what the work throws in time */
export async function patiently(ms: number, work: Promise<unknown>): Promise<void> {
  try {
    await within(ms, work);
  } catch (error) {
    if (!(error instanceof TooLate)) throw error;
  }
}
