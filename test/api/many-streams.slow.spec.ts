import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type Script, type ScriptedModel } from '../scripted-model/server';
import { GatewayChild } from './gateway-child';
import { call, slowAnswer } from './gateway-under-test';

const CLIENTS = 1_000;
/** Of these, so many never read. */
const STUCK = 200;
/**
 * Most bytes that one client may cost the gateway: a socket, a request and a subscription were measured as 20 KB. One for whom the log is kept costs as
 * much more as the log is long.
 */
const BYTES_A_CLIENT = 28 * 1024;

/** Characters of an answer that then stands still until the test cancels it. */
const WRITTEN = 10_000;

const standingAnswer: Script = (request) =>
  request.system.includes('[BM25:]')
    ? '[BM25:] invoice cancel stock'
    : {
        text: `[Answer:] ${'word '.repeat(WRITTEN)}`,
        deltaSize: 20,
        fault: { kind: 'hang', after: WRITTEN },
      };

interface Reader {
  readonly text: string;
  readonly ended: Promise<unknown>;
}

describe('1,000 clients on one gateway', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: GatewayChild;
  let url: string;
  const agent = new Agent({ maxSockets: Infinity });

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: slowAnswer(10) });
    const settings = {
      dataDir: fixture.dataDir,
      chatProvider: 'openai' as const,
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
    };
    gateway = await GatewayChild.start(settings);
    url = gateway.url;
  }, 120_000);
  afterAll(async () => {
    agent.destroy();
    await gateway.stop();
    await model.close();
    await fixture.remove();
  });

  const open = async (path: string): Promise<IncomingMessage> => {
    const [response] = (await once(get(`${url}${path}`, { agent }), 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    return response;
  };

  /** Opens so many streams at a time: all at once would measure the queue of a listening socket. */
  const openAll = async (path: string, count: number): Promise<IncomingMessage[]> => {
    const opened: IncomingMessage[] = [];
    while (opened.length < count) {
      const some = Array.from({ length: Math.min(50, count - opened.length) }, () => open(path));
      opened.push(...(await Promise.all(some)));
    }
    return opened;
  };

  const ask = async (script: Script): Promise<{ self: string; events: string }> => {
    model.play(script);
    const { body } = await call<{ links: { self: string; events: string } }>(url, 'POST /v1/turns', {
      body: { question: 'What happens to stock when an invoice is cancelled?' },
    });
    return body.links;
  };

  /** Reads a stream, and knows what it has had so far. */
  const read = (stream: IncomingMessage): Reader => {
    const reader = { text: '', ended: once(stream, 'end') };
    stream
      .setEncoding('utf8')
      .on('data', (chunk: string) => (reader.text += chunk))
      .resume();
    return reader;
  };
  const ends = (readers: readonly Reader[]): Promise<unknown> =>
    Promise.all(readers.map(({ ended }) => ended));

  it('are served with bounded memory, whether they read or not, and all see the end', async () => {
    // Code is loaded and compiled, and the heap has its working size.
    const warm = await ask(slowAnswer(10));
    await ends((await openAll(warm.events, 50)).map(read));
    const before = await gateway.memory();

    const { self, events } = await ask(standingAnswer);
    const streams = await openAll(events, CLIENTS);
    const stuck = streams.slice(0, STUCK);
    const reading = streams.slice(STUCK).map(read);
    for (const stream of stuck) stream.pause();
    // All that read have all that was written, past those that do not.
    while (reading.some(({ text }) => text.length < WRITTEN)) await sleep(20);
    const during = await gateway.memory();
    const each = (during - before) / CLIENTS;
    expect(each).toBeLessThan(BYTES_A_CLIENT);

    await call(url, `DELETE ${self}`);
    const all = [...reading, ...stuck.map(read)];
    await ends(all);
    // The same log for all, with its end. Comments, which keep an idle stream open, are no part of it.
    const logs = new Set(all.map(({ text }) => (text.match(/^(?:id|event): .*$/gm) ?? []).join('\n')));
    expect(logs.size).toBe(1);
    expect([...logs].join('').match(/event: turn\.finished/g)).toHaveLength(1);

    // And what was taken is given back: as many again cost no more.
    const again = await ask(standingAnswer);
    const others = (await openAll(again.events, CLIENTS)).map(read);
    expect((await gateway.memory()) - before).toBeLessThan(CLIENTS * BYTES_A_CLIENT);
    await call(url, `DELETE ${again.self}`);
    await ends(others);
  }, 240_000);
});
