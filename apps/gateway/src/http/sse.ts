import { once } from 'node:events';
import type { TurnEvent } from '@quarry/turn';
import type { Response } from 'express';

const HEARTBEAT_MS = 15_000;

/**
 * Writes a turn's log as server-sent events. A slow client is waited for, not buffered for: the log is read on when the
 * socket has drained. A comment line every 15 s keeps proxies from closing an idle stream.
 */
export async function streamEvents(
  response: Response,
  events: AsyncIterable<TurnEvent>,
  abort: AbortController,
): Promise<void> {
  response.on('close', () => {
    abort.abort();
  });
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, HEARTBEAT_MS);
  try {
    for await (const event of events) {
      if (abort.signal.aborted) break;
      const { type, ...data } = event.body;
      const free = response.write(
        `id: ${event.id}\nevent: ${type}\ndata: ${JSON.stringify({ at: event.at, ...data })}\n\n`,
      );
      if (!free) await once(response, 'drain', { signal: abort.signal });
    }
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  } finally {
    clearInterval(heartbeat);
    response.end();
  }
}
