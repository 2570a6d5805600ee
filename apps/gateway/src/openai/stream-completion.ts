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

/** Input of a stream. */
export interface Streamed {
  readonly head: Pick<Completed, 'id' | 'created' | 'model'>;
  readonly events: AsyncIterable<TurnEvent>;
  /** The turn once it has ended. */
  readonly settled: () => Promise<TurnView>;
  readonly linkOf: LinkOf;
  readonly includeUsage: boolean;
}

/**
 * Streams a completion. Sent text cannot be taken back, but until a turn ends, another pass can rewrite its answer, a
 * step can start again, and invalid citations are removed. So the answer is sent when it is final, and until then the
 * progress of the turn, as `reasoning_content`. Chunks are not buffered for a slow client.
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
    // The status has already been sent; OpenAI's clients treat this event as an error.
    if (!response.closed)
      response.write(`data: ${JSON.stringify(openAiError(problemOf(error, response.req)))}\n\n`);
  } finally {
    clearInterval(heartbeat);
    response.end();
  }
}
