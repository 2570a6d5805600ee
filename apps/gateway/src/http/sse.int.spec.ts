import { EventEmitter, once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TurnEvent } from '@quarry/turn';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import express, { type Response } from 'express';
import fc from 'fast-check';
import { frame, streamEvents, type StreamTimes } from './sse';

describe('an event on the wire', () => {
  it('is read back as it was, whatever text it holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '\n', '\r\n\r\nid: 9', '\u2028', '\0'),
        (a, b) => {
          const text = a + b + a;
          const messages: EventSourceMessage[] = [];
          const parser = createParser({ onEvent: (message) => messages.push(message) });
          const event: TurnEvent = { id: '1001-2', at: 0, body: { type: 'answer.delta', text } };
          parser.feed(frame(event));
          expect(messages).toHaveLength(1);
          expect(messages[0]).toMatchObject({ id: '1001-2', event: 'answer.delta' });
          expect(JSON.parse(messages[0]?.data ?? '')).toEqual({
            type: 'answer.delta',
            at: '1970-01-01T00:00:00.000Z',
            text,
          });
        },
      ),
    );
  });
});

describe('a client on the wire', () => {
  let server: Server;
  /** Ends when the stream does. */
  let streamed: Promise<void>;
  let began = 0;
  let taken = 0;
  let response: Response;

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  /** Events of 64 KB, as many as are asked for, each of them after `pause`. */
  async function* events(pause: () => Promise<void>): AsyncGenerator<TurnEvent> {
    const text = 'x'.repeat(64 * 1024);
    for (taken = 0; taken < 2_000; taken += 1) {
      await pause();
      yield { id: `1-${taken + 1}`, at: 0, body: { type: 'answer.delta', text } };
    }
  }

  async function open(times: StreamTimes, pause = () => Promise.resolve()): Promise<IncomingMessage> {
    const app = express();
    app.get('/', (_request, answer) => {
      response = answer;
      const gone = new AbortController();
      answer.once('close', () => {
        gone.abort();
      });
      began = Date.now();
      streamed = streamEvents(answer, events(pause), gone.signal, times);
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Promise((resolve) => {
      get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, resolve);
    });
  }

  it('that does not read is not buffered for, and let go after a while', async () => {
    const stuck = await open({ heartbeatMs: 20, stallMs: 400 });
    const cut = once(stuck, 'error');
    stuck.pause();
    await streamed;
    expect(Date.now() - began).toBeGreaterThanOrEqual(300);
    // What the system's own sockets take, a few MB; 128 MB were to be had.
    expect(taken).toBeLessThan(500);
    expect(response.writableLength).toBeLessThan(256 * 1024);
    stuck.resume();
    expect(await cut).toMatchObject([{ code: 'ECONNRESET' }]);
  });

  it('that reads slowly, or has nothing to read, is kept', async () => {
    const heard = new EventEmitter();
    let text = '';
    const beats = (): number => text.split(': still here').length - 1;
    // Until the next sign of life: twice as long as a client may leave something unread.
    const quiet = async (): Promise<void> => {
      for (const until = beats() + 1; beats() < until && !response.closed;) await once(heard, 'data');
    };
    const slow = await open({ heartbeatMs: 300, stallMs: 150 }, quiet);
    slow.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      heard.emit('data');
    });
    response.once('close', () => heard.emit('data'));
    while (!text.includes('id: 1-2\n') && !response.closed) await once(heard, 'data');
    expect(response.closed).toBe(false);
    expect(text).toMatch(/^retry: 1000\n\n: still here\n\n/);
    slow.destroy();
    await streamed;
  });

  it('that reads is kept where this process itself stood still', async () => {
    const reader = await open({ heartbeatMs: 1_000, stallMs: 400 });
    reader.resume();
    while (taken < 100) await sleep(1);
    const still = new Int32Array(new SharedArrayBuffer(4));
    for (let n = 0; n < 5; n += 1) {
      const before = taken;
      Atomics.wait(still, 0, 0, 500);
      while (taken < before + 20 && !reader.destroyed) await sleep(1);
    }
    expect(reader.destroyed).toBe(false);
    reader.destroy();
    await streamed;
  });

  it('leaves no listener behind for each time that it was waited for', async () => {
    const reader = await open({ heartbeatMs: 1_000, stallMs: 5_000 });
    reader.resume();
    while (taken < 200) await sleep(5);
    expect(response.listenerCount('close')).toBeLessThan(6);
    expect(response.listenerCount('drain')).toBeLessThan(2);
    reader.destroy();
    await streamed;
  });
});
