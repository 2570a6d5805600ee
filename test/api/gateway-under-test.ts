import { EndWatcher } from '@quarry/application/ends';
import { StaleWorker } from '@quarry/application/revisions';
import type { QuarryConfig } from '@quarry/platform';
import { openPlatform, readConfig, type Platform } from '@quarry/platform';
import { loadAskablePipelines, startServices, type Running } from '@quarry/solo';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { request } from 'node:http';
import { join } from 'node:path';
import { defined } from '@quarry/turn';
import type { Script } from '../scripted-model/server';

/** For a process that runs the TypeScript sources. */
export const SOURCES: readonly string[] = [
  '--conditions=quarry-source',
  '-r',
  'reflect-metadata',
  '-r',
  join(__dirname, '../../libs/sqlite/src/testing/typescript-hook.cjs'),
];

/**
 * All or some services in this process, on the memory carrier unless `settings` say otherwise, on a free port; without
 * a model unless `settings` name one.
 */
export async function startGateway(
  dataDir: string,
  settings: Partial<QuarryConfig> = {},
  adapt: (platform: Platform) => Platform = (platform) => platform,
  services: readonly string[] = [],
): Promise<Running & { readonly url: string }> {
  const config = readConfig(
    { dataDir, carrier: 'memory', embedderUrl: 'none', logLevel: 'silent', port: 0, ...settings },
    {},
  );
  const platform = adapt(await openPlatform(config));
  const running = await startServices({
    platform,
    pipelines: loadAskablePipelines(config),
    services,
    http: true,
    indexExecArgv: SOURCES,
  });
  if (running.url === null) throw new Error('The gateway does not listen.');
  return { ...running, url: running.url };
}

/**
 * Runs the end handlers for all turns that have ended so far: usage is counted, turns are archived, webhooks are
 * queued.
 */
export async function endsDealtWith({ app }: Running): Promise<void> {
  const watcher = app.get(EndWatcher);
  // A running poll may have started before the last of them ended.
  await watcher.look();
  await watcher.look();
  await app.get(StaleWorker).look();
  await app.get(StaleWorker).look();
}

/** A response of the API. */
export interface Reply<Body = Readonly<Record<string, unknown>>> {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON; an empty object for other bodies. */
  readonly body: Body;
}

export interface Call {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; strings and bytes are sent unchanged. */
  readonly body?: unknown;
}

/** Calls the API once over a real socket. */
export async function call<Body = Readonly<Record<string, unknown>>>(
  url: string,
  route: string,
  options: Call = {},
): Promise<Reply<Body>> {
  const [method, path] = route.split(' ', 2);
  const { body, key } = options;
  const raw = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await fetch(`${url}${path ?? ''}`, {
    ...defined({ method }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: raw }),
  });
  const text = await response.text();
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  const parsed = (isJson ? JSON.parse(text) : {}) as Body;
  return { status: response.status, headers: response.headers, body: parsed };
}

/** Checks that a response is a problem document with this status and code, and returns its message. */
export function expectProblem(reply: Reply, status: number, code: string): string {
  expect({ status: reply.status, ...reply.body }).toMatchObject({ status, code });
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(Object.keys(reply.body).sort()).toEqual(['code', 'detail', 'instance', 'status', 'title', 'type']);
  expect(reply.body['detail']).not.toBe('');
  return String(reply.body['detail']);
}

/** A call with a custom `Host` header, which `fetch` does not allow. Returns status and body. */
export function callAs(host: string, url: string, path: string): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** An open event stream: reads messages one by one. */
export class EventStream {
  private readonly waiting: EventSourceMessage[] = [];
  private readonly parser = createParser({ onEvent: (message) => this.waiting.push(message) });
  private readonly decoder = new TextDecoder();

  private constructor(
    readonly response: Response,
    private readonly reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  ) {}

  static async open(url: string, path: string, headers: Record<string, string> = {}): Promise<EventStream> {
    const response = await fetch(`${url}${path}`, { headers });
    return new EventStream(response, response.body?.getReader());
  }

  /** The next message; null at the end of the stream. */
  async next(): Promise<EventSourceMessage | null> {
    for (;;) {
      const message = this.waiting.shift();
      if (message) return message;
      const part = await this.reader?.read();
      if (!part || part.done) return null;
      this.parser.feed(this.decoder.decode(part.value, { stream: true }));
    }
  }

  /** Reads until a message of this type, and returns it. */
  async until(type: string): Promise<EventSourceMessage> {
    for (let message = await this.next(); message; message = await this.next()) {
      if (message.event === type) return message;
    }
    throw new Error(`The stream ended without ${type}.`);
  }

  async rest(): Promise<EventSourceMessage[]> {
    const messages: EventSourceMessage[] = [];
    for (let message = await this.next(); message; message = await this.next()) messages.push(message);
    return messages;
  }

  /** Disconnects without reading to the end. */
  async leave(): Promise<void> {
    await this.reader?.cancel();
  }
}

/**
 * A model that routes at once and then slowly writes an answer of `words` words: the turn runs for about `words` × 20
 * ms.
 */
export function slowAnswer(words: number): Script {
  return (request) =>
    request.system.includes('[BM25:]')
      ? '[BM25:] invoice cancel stock'
      : {
          text: `[Answer:] ${'word '.repeat(words)}[1].`,
          deltaSize: 5,
          fault: { kind: 'slow', ms: 20 },
        };
}
