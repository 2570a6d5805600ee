import { once } from 'node:events';
import type { TurnEvent } from '@quarry/turn';
import type { Response } from 'express';

const HEARTBEAT_MS = 15_000;

/**
 * Writes a turn's log as server-sent events, until its end or the signal. A slow client is waited for, not buffered for:
 * the log is read on when the socket has drained. A comment line every 15 s keeps proxies from closing an idle stream.
 */
export async function streamEvents(
  response: Response,
  events: AsyncIterable<TurnEvent>,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, HEARTBEAT_MS);
  try {
    for await (const event of events) {
      if (signal.aborted) break;
      if (!response.write(frame(event))) await once(response, 'drain', { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(heartbeat);
    response.end();
  }
}

/** One event on the wire. JSON has no raw line ends, so `data` is always one line. */
export function frame({ id, at, body }: TurnEvent): string {
  const { type, ...data } = body;
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ at: new Date(at).toISOString(), ...data })}\n\n`;
}
