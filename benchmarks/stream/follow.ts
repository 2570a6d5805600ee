import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { Fault } from '@quarry/turn';
import { nowMs, STAMP } from './stamping-model.ts';

/** One streamed turn as seen by its client; times in milliseconds. */
export interface Streamed {
  /** From the request to the response headers (the turn is accepted), and from then to the first event. */
  readonly acceptedMs: number;
  readonly firstEventMs: number;
  /** For each stamped token: from the model sending it to the client receiving it. */
  readonly tokensMs: readonly number[];
  readonly outcome: string;
}

/** Number of tries for a question that the gateway refuses with `Retry-After`. */
const TRIES = 5;

/** Asks with `stream`, and reads the events to the end. @throws Fault `internal` if the response is not a stream */
export async function askAndFollow(url: string, question: string, signal: AbortSignal): Promise<Streamed> {
  const began = nowMs();
  const response = await ask(url, question, signal);
  const accepted = nowMs();
  if (!response.ok || !response.body)
    throw new Fault('internal', `POST /v1/turns answered ${response.status}: ${await response.text()}`);
  let first = NaN;
  let outcome = '';
  let text = '';
  const tokensMs: number[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const at = nowMs();
      if (Number.isNaN(first)) first = at;
      const body = JSON.parse(data) as { readonly text?: string; readonly outcome?: string };
      if (event === 'turn.finished') outcome = body.outcome ?? '';
      if (event !== 'answer.delta') return;
      // An event may end within a stamp.
      text += body.text ?? '';
      let read = 0;
      for (const stamp of text.matchAll(STAMP)) {
        tokensMs.push(at - Number(stamp[1]));
        read = stamp.index + stamp[0].length;
      }
      text = text.slice(read);
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
  return { acceptedMs: accepted - began, firstEventMs: first - accepted, tokensMs, outcome };
}

/** Asks like a good client, which retries after the time in `Retry-After`. The wait is part of the measurement. */
async function ask(url: string, question: string, signal: AbortSignal): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(`${url}/v1/turns`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify({ question, stream: true }),
      signal,
    });
    const seconds = response.headers.get('retry-after');
    if (response.status !== 503 || seconds === null || tries === TRIES) return response;
    await response.body?.cancel();
    await sleep(1_000 * Number(seconds), undefined, { signal });
  }
}
