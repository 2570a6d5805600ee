/**
 * A process that calls a server or follows its events in one of three ways, aborts its signal after its memory was
 * collected a few times, and prints what happened. Of its own, so that collecting is quick: a test worker has a large
 * heap.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { QuarryClient } from '../quarry-client';

/** What a way of using the client came to. */
export interface Aborted {
  /** Name of the error; null if there was none. */
  readonly error: string | null;
  readonly requests: number;
  /** Ids of the events that arrived. */
  readonly seen: readonly string[];
}

const stop = new AbortController();
const { signal } = stop;

// Node observes a request's signal only while the request is referenced.
async function lateAbort(): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    await pause(20);
    if (!globalThis.gc) throw new Error('started without --expose-gc');
    globalThis.gc();
  }
  stop.abort();
}

async function main(way: string): Promise<Aborted> {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    if (way === 'call') {
      void lateAbort();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('id: 1-1\ndata: {"type":"reset"}\n\nid: 1-2\ndata: {"type":"reset"}\n\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seen: string[] = [];
  const work = async (): Promise<void> => {
    if (way === 'call') await new QuarryClient({ baseUrl }).pipelines({ signal });
    const send =
      way === 'a custom fetch'
        ? (request: Request) => fetch(new Request(request.url, request))
        : (request: Request) => fetch(request);
    for await (const { id } of new QuarryClient({ baseUrl, fetch: send }).events('t1', { signal })) {
      seen.push(id);
      if (id === '1-2') void lateAbort();
    }
  };
  const error = await work().then(
    () => null,
    (reason: unknown) => (reason instanceof Error ? reason.name : String(reason)),
  );
  server.closeAllConnections();
  server.close();
  return { error, requests, seen };
}

void main(process.argv[2] ?? '').then((aborted) => process.stdout.write(JSON.stringify(aborted)));
