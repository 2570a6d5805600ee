import type { Response } from 'express';

/**
 * Cancels where the client goes away before it has everything: it pays for what nobody reads, and OpenAI's clients have no other way to stop. A gateway
 * that closes ends its replies itself, and the turn goes on elsewhere.
 */
export function cancelWhenGone(response: Response, cancel: () => Promise<unknown>): void {
  const gone = (): void => {
    if (response.writableEnded) return;
    // A turn that is over, or a queue that is away: nobody is left to be told.
    cancel().catch(() => undefined);
  };
  if (response.closed) gone();
  else response.once('close', gone);
}
