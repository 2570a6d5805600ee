import { once } from 'node:events';
import type { TurnView } from '@quarry/engine';
import type { TurnEvent } from '@quarry/turn';
import type { Response } from 'express';
import { problemOf } from '../http/problem-of';
import type { LinkOf } from './annotations';
import { answerChunks, chunk } from './chunks';
import { completedOf, type Completed } from './completion';
import { failureOf } from './failure';
import { openAiError } from './openai-error';
import { progressOf } from './progress';

const HEARTBEAT_MS = 15_000;

/** What a stream is made of. */
export interface Streamed {
  readonly head: Pick<Completed, 'id' | 'created' | 'model'>;
  readonly events: AsyncIterable<TurnEvent>;
  /** The turn once it has ended. */
  readonly settled: () => Promise<TurnView>;
  readonly linkOf: LinkOf;
  readonly includeUsage: boolean;
}

/**
 * Streams a completion. What was sent to a client of OpenAI's cannot be taken back; but until a turn ends, another pass may write its answer anew, a step may
 * begin again, and marks that cite nothing are taken out. So the answer is sent once it is final, and until then what the turn does, as
 * `reasoning_content`. A slow client is waited for, not buffered for.
 */
export async function streamCompletion(
  response: Response,
  { head, events, settled, linkOf, includeUsage }: Streamed,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'X-Accel-Buffering': 'no',
  });
  const send = async (data: string): Promise<void> => {
    if (!response.write(`data: ${data}\n\n`)) await once(response, 'drain', { signal });
  };
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, HEARTBEAT_MS);
  const usage = includeUsage ? { usage: null } : {};
  try {
    await send(JSON.stringify(chunk(head, { role: 'assistant', content: '' }, usage)));
    for await (const { body } of events) {
      const line = progressOf(body);
      if (line !== null) await send(JSON.stringify(chunk(head, { reasoning_content: `${line}\n` }, usage)));
      if (body.type === 'turn.finished') break;
    }
    const { turn } = await settled();
    const completed = completedOf(turn, linkOf);
    if (!completed) {
      await send(JSON.stringify(openAiError(failureOf(turn))));
      return;
    }
    for (const part of answerChunks({ ...completed, created: head.created }, includeUsage))
      await send(JSON.stringify(part));
    await send('[DONE]');
  } catch (error) {
    // The status has been sent: OpenAI's clients take this event for the error that it is.
    if (!response.closed)
      response.write(`data: ${JSON.stringify(openAiError(problemOf(error, response.req)))}\n\n`);
  } finally {
    clearInterval(heartbeat);
    response.end();
  }
}
