import { once } from 'node:events';
import type { TurnView } from '@quarry/engine';
import type { TurnEvent } from '@quarry/turn';
import type { Response } from 'express';
import { problemOf, type Problem } from '../http/problem-of';
import { HEARTBEAT_MS } from '../http/sse';
import { LiveAnswer } from './live-answer';
import { progressOf } from './progress';

/** A turn that a request waits for. */
export interface FollowedTurn {
  readonly turnId: string;
  /** Aborts when the client disconnects or the gateway shuts down. */
  readonly signal: AbortSignal;
  /** True if a stream has the text of the answer while it is written; otherwise only the final answer. */
  readonly isShownLive: boolean;
  readonly events: () => Promise<AsyncIterable<TurnEvent>>;
  /** The turn once it has ended. */
  readonly settled: () => Promise<TurnView>;
}

/** Receives the parts of a streamed turn in the form of one of OpenAI's routes. */
export interface StreamWriter {
  begin(): Iterable<string>;
  /** @param line what the turn does, without retrieved text */
  progress(line: string): Iterable<string>;
  /** @param version see {@link LiveAnswer} */
  text(version: number, text: string): Iterable<string>;
  end(view: TurnView, live: LiveAnswer): Iterable<string>;
  /** An error after the status was sent. */
  error(problem: Problem): string;
}

/**
 * Streams a turn to a client of OpenAI's API: its progress, the answer while it is written, and its end. Not buffered
 * for a slow client.
 */
export async function streamTurn(
  response: Response,
  { events, settled, signal, isShownLive }: FollowedTurn,
  writer: StreamWriter,
): Promise<void> {
  const log = await events();
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'X-Accel-Buffering': 'no',
  });
  const send = async (messages: Iterable<string>): Promise<void> => {
    for (const message of messages) if (!response.write(message)) await once(response, 'drain', { signal });
  };
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, HEARTBEAT_MS);
  const live = new LiveAnswer();
  try {
    await send(writer.begin());
    for await (const { body } of log) {
      const line = progressOf(body);
      if (line !== null) await send(writer.progress(line));
      const piece = isShownLive ? live.on(body) : null;
      if (piece) await send(writer.text(piece.version, piece.text));
      if (body.type === 'turn.finished') break;
    }
    await send(writer.end(await settled(), live));
  } catch (error) {
    // The status has already been sent; OpenAI's clients throw this event.
    if (!response.closed) response.write(writer.error(problemOf(error, response.req)));
  } finally {
    clearInterval(heartbeat);
    response.end();
  }
}
