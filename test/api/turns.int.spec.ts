import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { call, EventStream, expectProblem, slowAnswer, startGateway, type Reply } from './gateway-under-test';

const QUESTION = 'What happens to stock when an invoice is cancelled?';

interface Accepted {
  readonly id: string;
  readonly session: string;
  readonly status: string;
  readonly existing: boolean;
  readonly links: { readonly self: string; readonly events: string; readonly session: string };
}

describe('turns over HTTP', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Running & { readonly url: string };

  const ask = (body: object, headers = {}): Promise<Reply<Accepted>> =>
    call<Accepted>(gateway.url, 'POST /v1/turns', { body: { question: QUESTION, ...body }, headers });

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    gateway = await startGateway(fixture.dataDir);
  });
  afterAll(async () => {
    await gateway.close();
    await fixture.remove();
  });

  describe('asking', () => {
    it('accepts at once, and its links lead to the turn, its log and its session', async () => {
      const { status, headers, body } = await ask({});
      expect(status).toBe(202);
      expect(body).toMatchObject({ status: 'running', existing: false });
      expect(headers.get('location')).toBe(body.links.self);
      expect(headers.get('cache-control')).toBe('no-store');
      const stream = await EventStream.open(gateway.url, body.links.events);
      await stream.until('turn.finished');
      const turn = await call<TurnDto>(gateway.url, `GET ${body.links.self}`);
      expect(turn.status).toBe(200);
      expect(turn.body).toMatchObject({
        id: body.id,
        session: body.session,
        status: 'ended',
        question: { original: QUESTION },
        answer: { writtenBy: 'extractive' },
        links: body.links,
      });
      expect(turn.body.citations.length).toBeGreaterThan(0);
      const session = await call(gateway.url, `GET ${body.links.session}`);
      expect(session.body).toMatchObject({ session: body.session, turns: [{ id: body.id }] });
    });

    it('waits if requested, and responds with the finished turn', async () => {
      const { status, body } = await call<TurnDto>(gateway.url, 'POST /v1/turns', {
        body: { question: QUESTION, wait: true },
      });
      expect(status).toBe(200);
      expect(body.status).toBe('ended');
      expect(body.outcome).not.toBeNull();
      expect(body.evidence.length).toBeGreaterThan(0);
    });

    it('narrows the search by the filter', async () => {
      const { body } = await call<TurnDto>(gateway.url, 'POST /v1/turns', {
        body: { question: QUESTION, wait: true, filter: { languages: ['sql'] } },
      });
      const searched = body.evidence.filter((item) => item.foundBy !== 'graph');
      expect(searched.length).toBeGreaterThan(0);
      expect(new Set(searched.map((item) => item.language))).toEqual(new Set(['sql']));
    });

    it('begins nothing new for a key that was sent before', async () => {
      const headers = { 'idempotency-key': 'order-7' };
      const first = await ask({}, headers);
      const second = await ask({}, headers);
      expect(second.status).toBe(202);
      expect(second.body).toMatchObject({ id: first.body.id, session: first.body.session, existing: true });
      const { body } = await call<TurnDto>(gateway.url, 'POST /v1/turns', {
        body: { question: QUESTION, wait: true },
        headers,
      });
      expect(body.id).toBe(first.body.id);
      const after = await ask({}, headers);
      expect(after.body).toMatchObject({ id: first.body.id, status: 'ended' });
    });

    it('sends many copies of one question at once to a single turn', async () => {
      const headers = { 'idempotency-key': 'at-once' };
      const replies = await Promise.all(Array.from({ length: 8 }, () => ask({}, headers)));
      expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
      expect(replies.filter((reply) => !reply.body.existing)).toHaveLength(1);
    });

    it('refuses a key that began another question', async () => {
      const headers = { 'idempotency-key': 'order-8' };
      await ask({}, headers);
      const reply = await call(gateway.url, 'POST /v1/turns', {
        body: { question: 'Something else?' },
        headers,
      });
      expectProblem(reply, 422, 'idempotency_conflict');
      const deeper = { body: { question: QUESTION, depth: 'deep' }, headers };
      expectProblem(await call(gateway.url, 'POST /v1/turns', deeper), 422, 'idempotency_conflict');
    });
  });

  describe('reading', () => {
    it('lists turns newest first, as many as asked for', async () => {
      const first = await ask({ wait: true });
      const second = await ask({ wait: true });
      const { body } = await call<{ turns: TurnDto[] }>(gateway.url, 'GET /v1/turns?limit=2');
      expect(body.turns.map((turn) => turn.id)).toEqual([second.body.id, first.body.id]);
      expect(body.turns[0]).not.toHaveProperty('evidence');
    });

    it.each(['0', '201', 'many', '1.5', ''])('refuses to list %j turns', async (limit) => {
      expectProblem(await call(gateway.url, `GET /v1/turns?limit=${limit}`), 400, 'bad_request');
    });

    it.each(['GET', 'DELETE'])('%s knows nothing of a turn that is not there', async (method) => {
      for (const id of ['tnever', 'a%3Ab', '..%2F..%2Fetc', '%00', 'x'.repeat(2_000)]) {
        expectProblem(await call(gateway.url, `${method} /v1/turns/${id}`), 404, 'turn_unknown');
      }
    });

    it('has no events of a turn that is not there', async () => {
      expectProblem(await call(gateway.url, 'GET /v1/turns/tnever/events'), 404, 'turn_unknown');
    });
  });

  describe('cancelling', () => {
    let model: ScriptedModel;
    let slow: Running & { readonly url: string };
    beforeAll(async () => {
      model = await startScriptedModel({ replies: slowAnswer(2_000) });
      slow = await startGateway(fixture.dataDir, {
        chatProvider: 'openai',
        chatModel: 'scripted-1',
        chatBaseUrl: model.baseUrl,
      });
    });
    afterAll(async () => {
      await slow.close();
      await model.close();
    });

    it('ends a running turn, and its event stream', async () => {
      const { body } = await call<Accepted>(slow.url, 'POST /v1/turns', { body: { question: QUESTION } });
      const stream = await EventStream.open(slow.url, body.links.events);
      for (let pieces = 0; pieces < 2; pieces++) await stream.until('answer.delta');
      const cancelled = await call(slow.url, `DELETE ${body.links.self}`);
      expect(cancelled).toMatchObject({ status: 200, body: { id: body.id, cancelled: true } });
      const rest = await stream.rest();
      expect(rest.at(-1)?.event).toBe('turn.finished');
      expect(JSON.parse(rest.at(-1)?.data ?? '')).toMatchObject({ outcome: 'cancelled' });
      const turn = await call(slow.url, `GET ${body.links.self}`);
      // What was written of the answer is kept.
      const text = expect.stringMatching(/^word word/) as string;
      expect(turn.body).toMatchObject({ status: 'ended', outcome: 'cancelled', answer: { text } });
      const again = await call(slow.url, `DELETE ${body.links.self}`);
      expect(again).toMatchObject({ status: 200, body: { cancelled: false } });
    });

    it('ends the wait of every waiting client', async () => {
      const headers = { 'idempotency-key': 'waiting' };
      const body = { question: QUESTION };
      const { body: accepted } = await call<Accepted>(slow.url, 'POST /v1/turns', { body, headers });
      const waiting = call<TurnDto>(slow.url, 'POST /v1/turns', { body: { ...body, wait: true }, headers });
      await (await EventStream.open(slow.url, accepted.links.events)).until('answer.delta');
      await call(slow.url, `DELETE ${accepted.links.self}`);
      expect(await waiting).toMatchObject({
        status: 200,
        body: { id: accepted.id, outcome: 'cancelled' },
      });
    });

    it('continues if the waiting client disconnects', async () => {
      const gone = new AbortController();
      const waiting = fetch(`${slow.url}/v1/turns`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'gone' },
        body: JSON.stringify({ question: QUESTION, wait: true }),
        signal: gone.signal,
      });
      const { body } = await call<Accepted>(slow.url, 'POST /v1/turns', {
        body: { question: QUESTION },
        headers: { 'idempotency-key': 'gone' },
      });
      const stream = await EventStream.open(slow.url, body.links.events);
      await stream.until('answer.delta');
      gone.abort();
      await expect(waiting).rejects.toThrow();
      await stream.until('answer.delta');
      expect((await call(slow.url, `GET ${body.links.self}`)).body).toMatchObject({ status: 'running' });
      await call(slow.url, `DELETE ${body.links.self}`);
    });
  });

  it('reports an unreachable model, in the turn and to waiting clients', async () => {
    const broken = await startGateway(fixture.dataDir, {
      chatProvider: 'openai',
      chatModel: 'gone',
      // The discard port: nothing listens there.
      chatBaseUrl: 'http://127.0.0.1:9/v1',
    });
    try {
      const { status, body } = await call<TurnDto>(broken.url, 'POST /v1/turns', {
        body: { question: QUESTION, wait: true },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'ended',
        outcome: 'failed',
        code: 'model_unavailable',
        answer: null,
      });
      expect(body.reason).toContain('127.0.0.1:9');
      const again = await call<TurnDto>(broken.url, `GET ${body.links.self}`);
      expect(again.body).toEqual(body);
    } finally {
      await broken.close();
    }
  });
});
