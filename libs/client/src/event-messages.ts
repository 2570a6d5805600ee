import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** Options for reading: how long silence may last, and a callback for the stream's `retry:` line. */
export interface ReadOptions {
  /** Milliseconds without a byte, heartbeats included, after which the stream counts as lost. */
  readonly silence: number;
  readonly onRetry: (ms: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * The messages of an event stream, until its end or the signal. @throws Error if the connection is lost, or silent for
 * too long
 */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  { silence, onRetry, signal }: ReadOptions,
): AsyncGenerator<EventSourceMessage> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const waiting: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => waiting.push(message), onRetry });
  // By then, Node may have collected the request, together with the listener that ends the body at its signal.
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
    // When the caller stops reading, the connection is released.
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
      reject(new Error(`no data for ${silence} ms`));
    }, silence);
  });
  try {
    return await Promise.race([reader.read(), silent]);
  } finally {
    clearTimeout(timer);
  }
}
