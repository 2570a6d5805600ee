import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** What is done beside reading: how long silence may last, and who wants to know of the stream's `retry:` line. */
export interface ReadOptions {
  /** Milliseconds without a byte, heartbeats included, after which the stream counts as lost. */
  readonly silence: number;
  readonly onRetry: (ms: number) => void;
  readonly signal?: AbortSignal;
}

/** The messages of the body of an event stream, until its end or the signal. @throws Error where the connection is lost, or silent for too long. */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  { silence, onRetry, signal }: ReadOptions,
): AsyncGenerator<EventSourceMessage> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const waiting: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => waiting.push(message), onRetry });
  // Node may have collected the request by then, and with it what made its signal end the body.
  const letGo = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', letGo);
  try {
    for (;;) {
      const { done, value } = await heard(reader, silence);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* waiting.splice(0);
    }
  } finally {
    // Whoever stops reading lets go of the connection.
    signal?.removeEventListener('abort', letGo);
    await reader.cancel().catch(() => undefined);
  }
}

async function heard(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silence: number,
): ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`nothing was heard for ${silence} ms`));
    }, silence);
  });
  try {
    return await Promise.race([reader.read(), silent]);
  } finally {
    clearTimeout(timer);
  }
}
