import { once } from 'node:events';
import { presentEvent, type LoggedEvent } from '@quarry/application/events';
import type { Response } from 'express';

/** How a stream is kept alive, and how long a client may leave it unread. */
export interface StreamTimes {
  /** Milliseconds between two keep-alive comments. */
  readonly heartbeatMs: number;
  /** Milliseconds after which a client that does not read is disconnected. */
  readonly stallMs: number;
}

/** Milliseconds between two keep-alive comments of a stream. */
export const HEARTBEAT_MS = 15_000;

/** Milliseconds that a client should wait before it reconnects. */
const RETRY_MS = 1_000;

/**
 * Writes a log as server-sent events until its end or the signal. Events are not buffered for a slow client: the next
 * one is read when the socket has drained, so a client costs the memory of one event and a socket's buffer. A client
 * that reads nothing for `stallMs` is disconnected and can reconnect with the id of the last event that it received.
 * Comment lines keep proxies from closing an idle stream.
 */
export async function streamEvents(
  response: Response,
  events: AsyncIterable<LoggedEvent>,
  signal: AbortSignal,
  { heartbeatMs, stallMs }: StreamTimes,
): Promise<void> {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'X-Accel-Buffering': 'no',
  });
  let written = 0;
  const write = (text: string): boolean => {
    written += text.length;
    return response.write(text);
  };
  write(`retry: ${RETRY_MS}\n\n`);
  const watch = watchReader(response, () => written - response.writableLength, stallMs);
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) write(': still here\n\n');
  }, heartbeatMs);
  try {
    for await (const event of events) {
      if (signal.aborted) break;
      if (!write(frame(event))) await once(response, 'drain', { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(heartbeat);
    clearInterval(watch);
    response.end();
  }
}

/**
 * Closes the connection if the client leaves data unread for `stallMs`.
 *
 * @param taken total bytes that the socket has accepted; it increases while the client reads
 */
function watchReader(response: Response, taken: () => number, stallMs: number): NodeJS.Timeout {
  const every = Math.max(50, stallMs / 8);
  let most = 0;
  /**
   * Consecutive checks that found nothing read. They are counted, not timed: while this process was blocked, no client
   * could read.
   */
  let unread = 0;
  return setInterval(() => {
    const now = taken();
    unread = response.writableLength === 0 || now > most ? 0 : unread + 1;
    most = Math.max(most, now);
    if (unread * every >= stallMs) response.destroy();
  }, every);
}

/** One event on the wire. JSON has no raw line ends, so `data` is always one line. */
export function frame(event: LoggedEvent): string {
  return `id: ${event.id}\nevent: ${event.body.type}\ndata: ${JSON.stringify(presentEvent(event))}\n\n`;
}
