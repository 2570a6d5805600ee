/** Rejection of {@link within}: the work took too long. It goes on, unheard. */
export class TooLate extends Error {}

/** Settles as the work does, but no later than after `ms`. No timer is left behind. @throws TooLate */
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

/** Waits for work, but no longer than `ms`, whether it was done or not. @throws what the work throws in time. */
export async function patiently(ms: number, work: Promise<unknown>): Promise<void> {
  try {
    await within(ms, work);
  } catch (error) {
    if (!(error instanceof TooLate)) throw error;
  }
}
