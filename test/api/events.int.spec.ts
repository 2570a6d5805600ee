import { once } from 'node:events';
import { connect } from 'node:net';
import type { Carrier } from '@quarry/engine';
import type { Running } from '@quarry/solo';
import { isAfter } from '@quarry/turn';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { call, EventStream, slowAnswer, startGateway } from './gateway-under-test';

const QUESTION = 'What happens to stock when an invoice is cancelled?';

interface Accepted {
  readonly id: string;
  readonly links: { readonly self: string; readonly events: string };
}

/** Counts the open subscriptions to turn logs; everything else is the carrier's own. */
class CountedEvents {
  open = 0;
  private changed = (): void => undefined;

  wrap(carrier: Carrier): Carrier {
    return {
      ...carrier,
      events: (turnId, options) => this.follow(carrier.events(turnId, options)),
    };
  }

  /** Resolves once no subscription is open. */
  async allClosed(): Promise<void> {
    while (this.open > 0) await new Promise<void>((resolve) => (this.changed = resolve));
  }

  private async *follow<T>(events: AsyncIterable<T>): AsyncGenerator<T> {
    this.open += 1;
    try {
      yield* events;
    } finally {
      this.open -= 1;
      this.changed();
    }
  }
}

describe('the event stream of a turn', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: Running & { readonly url: string };
  const subscriptions = new CountedEvents();

  const ask = async (words: number): Promise<Accepted> => {
    model.play(slowAnswer(words));
    return (await call<Accepted>(gateway.url, 'POST /v1/turns', { body: { question: QUESTION } })).body;
  };

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: slowAnswer(3) });
    gateway = await startGateway(
      fixture.dataDir,
      { chatProvider: 'openai', chatModel: 'scripted-1', chatBaseUrl: model.baseUrl },
      (platform) => ({ ...platform, carrier: subscriptions.wrap(platform.carrier) }),
    );
  });
  afterAll(async () => {
    await gateway.close();
    await model.close();
    await fixture.remove();
  });

  it('tells everything in order, ids strictly increasing, and ends after the end', async () => {
    const { links } = await ask(20);
    const stream = await EventStream.open(gateway.url, links.events);
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    const events = await stream.rest();
    const ids = events.map((event) => event.id ?? '');
    expect(ids.every((id, index) => index === 0 || isAfter(id, ids[index - 1] ?? ''))).toBe(true);
    const types = events.map((event) => event.event);
    expect(types[0]).toBe('turn.started');
    expect(types.at(-1)).toBe('turn.finished');
    expect(types).toEqual(
      expect.arrayContaining(['pass.started', 'step.finished', 'evidence.found', 'answer.delta']),
    );
    for (const { data } of events) expect(JSON.parse(data)).toHaveProperty('at');
  });

  it('gives exactly the rest after any event that was seen', async () => {
    const { links } = await ask(8);
    const all = await (await EventStream.open(gateway.url, links.events)).rest();
    for (const [index, { id }] of all.slice(0, -1).entries()) {
      const resumed = await EventStream.open(gateway.url, links.events, { 'last-event-id': id ?? '' });
      expect(await resumed.rest()).toEqual(all.slice(index + 1));
    }
  });

  it('loses and doubles nothing for a client that is cut off again and again', async () => {
    const { links } = await ask(60);
    const seen: string[] = [];
    for (let last = ''; ;) {
      const stream = await EventStream.open(gateway.url, links.events, last ? { 'last-event-id': last } : {});
      let finished = false;
      for (let n = 0; n < 5 && !finished; n++) {
        const message = await stream.next();
        if (!message) break;
        seen.push((last = message.id ?? ''));
        finished = message.event === 'turn.finished';
      }
      await stream.leave();
      if (finished) break;
    }
    const all = await (await EventStream.open(gateway.url, links.events)).rest();
    expect(seen).toEqual(all.map((event) => event.id));
  });

  it('tells a client that has seen the end not to reconnect', async () => {
    const { links } = await ask(2);
    const all = await (await EventStream.open(gateway.url, links.events)).rest();
    const again = await EventStream.open(gateway.url, links.events, {
      'last-event-id': all.at(-1)?.id ?? '',
    });
    expect(again.response.status).toBe(204);
    expect(await again.rest()).toEqual([]);
  });

  it.each(['garbage', '-1', '0', 'a-b', '1001-', '1'.repeat(500), '1001-1; DROP', 'null'])(
    'starts from the beginning for the Last-Event-ID %j',
    async (lastEventId) => {
      const { links } = await ask(1);
      const all = await (await EventStream.open(gateway.url, links.events)).rest();
      const again = await EventStream.open(gateway.url, links.events, { 'last-event-id': lastEventId });
      expect(await again.rest()).toEqual(all);
    },
  );

  it('gives many readers the same', async () => {
    const { links } = await ask(20);
    const streams = await Promise.all(
      Array.from({ length: 12 }, () => EventStream.open(gateway.url, links.events)),
    );
    const [first, ...others] = await Promise.all(streams.map((stream) => stream.rest()));
    for (const other of others) expect(other).toEqual(first);
  });

  it('frees its subscription when the client goes away, and the turn goes on', async () => {
    const { links } = await ask(2_000);
    const stream = await EventStream.open(gateway.url, links.events);
    await stream.until('answer.delta');
    expect(subscriptions.open).toBe(1);
    await stream.leave();
    await subscriptions.allClosed();
    expect((await call(gateway.url, `GET ${links.self}`)).body).toMatchObject({ status: 'running' });
    await call(gateway.url, `DELETE ${links.self}`);
  });

  it('frees the subscription of a wait when the client goes away', async () => {
    model.play(slowAnswer(2_000));
    const gone = new AbortController();
    const waiting = fetch(`${gateway.url}/v1/turns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'leaves' },
      body: JSON.stringify({ question: QUESTION, wait: true }),
      signal: gone.signal,
    });
    const { body } = await call<Accepted>(gateway.url, 'POST /v1/turns', {
      body: { question: QUESTION },
      headers: { 'idempotency-key': 'leaves' },
    });
    const stream = await EventStream.open(gateway.url, body.links.events);
    await stream.until('answer.delta');
    expect(subscriptions.open).toBe(2);
    await stream.leave();
    gone.abort();
    await expect(waiting).rejects.toThrow();
    await subscriptions.allClosed();
    await call(gateway.url, `DELETE ${body.links.self}`);
  });
});

describe('shutting down', () => {
  it('ends streams and waits, lets the running hop finish, and leaves nothing open', async () => {
    const fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    const shutting = Promise.withResolvers<void>();
    const model = await startScriptedModel({
      replies: (request) =>
        request.system.includes('[BM25:]')
          ? '[BM25:] invoice cancel stock'
          : {
              text: `[Answer:] ${'word '.repeat(40)}[1].`,
              deltaSize: 5,
              fault: { kind: 'held', after: 60, until: shutting.promise },
            },
    });
    const committed: string[] = [];
    const gateway = await startGateway(
      fixture.dataDir,
      { chatProvider: 'openai', chatModel: 'scripted-1', chatBaseUrl: model.baseUrl },
      (platform) => ({
        ...platform,
        carrier: {
          ...platform.carrier,
          advance: async (turnId, v, fence, result) => {
            const commit = await platform.carrier.advance(turnId, v, fence, result);
            committed.push(`${Object.keys(result.patch).includes('answer') ? 'answer' : 'other'} ${commit}`);
            return commit;
          },
        },
      }),
    );
    const body = { question: QUESTION };
    const headers = { 'idempotency-key': 'both' };
    const { body: accepted } = await call<Accepted>(gateway.url, 'POST /v1/turns', { body, headers });
    const waiting = call(gateway.url, 'POST /v1/turns', { body: { ...body, wait: true }, headers });
    const stream = await EventStream.open(gateway.url, accepted.links.events);
    await stream.until('answer.delta');
    const closed = gateway.close();
    const rest = await stream.rest();
    expect(rest.map((event) => event.event)).not.toContain('turn.finished');
    expect(await waiting).toMatchObject({ status: 202, body: { id: accepted.id, status: 'running' } });
    shutting.resolve();
    await closed;
    // The hop that wrote the answer was let to its end, and committed.
    expect(committed.at(-1)).toBe('answer ok');
    await expect(fetch(`${gateway.url}/health/live`)).rejects.toThrow();
    await model.close();
    await fixture.remove();
  });

  it('does not wait for a client that keeps a connection and asks nothing', async () => {
    const fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    const gateway = await startGateway(fixture.dataDir);
    const idle = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    await once(idle, 'connect');
    const cut = new Promise<void>((resolve) => {
      idle.on('error', () => undefined);
      idle.once('close', () => {
        resolve();
      });
    });
    await gateway.close();
    await cut;
    await fixture.remove();
  });
});
