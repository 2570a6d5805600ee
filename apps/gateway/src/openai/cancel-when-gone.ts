import type { Response } from 'express';

/**
 * Cancels the turn if the client disconnects before it has the whole response: the answer would cost tokens without a
 * reader, and OpenAI's clients have no other way to cancel. A gateway that shuts down ends its responses itself, and
 * the turn continues elsewhere.
 */
export function cancelWhenGone(response: Response, cancel: () => Promise<unknown>): void {
  const gone = (): void => {
    if (response.writableEnded) return;
    // The turn has ended or the queue is unavailable: there is no client left to notify.
    cancel().catch(() => undefined);
  };
  if (response.closed) gone();
  else response.once('close', gone);
}
