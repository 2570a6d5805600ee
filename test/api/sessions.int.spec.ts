import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { call, EventStream, expectProblem, slowAnswer, startGateway } from './gateway-under-test';

interface Session {
  readonly session: string;
  readonly turns: readonly TurnDto[];
}

const ALICE = 'alice-key';
const BOB = 'bob-key';

describe('sessions and tenants', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: Running & { readonly url: string };

  const as = async <Body = Readonly<Record<string, unknown>>>(key: string, route: string, body?: object) =>
    call<Body>(gateway.url, route, { key, ...(body ? { body } : {}) });
  const ask = async (key: string, question: string, more: object = {}): Promise<TurnDto> => {
    const { status, body } = await as<TurnDto>(key, 'POST /v1/turns', { question, wait: true, ...more });
    expect(status).toBe(200);
    return body;
  };

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    model = await startScriptedModel({ replies: slowAnswer(2) });
    gateway = await startGateway(fixture.dataDir, {
      apiKeys: { [ALICE]: 'acme', [BOB]: 'globex', 'alice-too': 'acme' },
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
    });
  });
  beforeEach(() => {
    model.play(slowAnswer(2));
  });
  afterAll(async () => {
    await gateway.close();
    await model.close();
    await fixture.remove();
  });

  describe('keys', () => {
    it.each([
      ['no header', {}],
      ['a wrong key', { authorization: 'Bearer nobody' }],
      ['a part of a key', { authorization: 'Bearer alice-ke' }],
      ['no key', { authorization: 'Bearer ' }],
      ['a huge key', { authorization: `Bearer ${'x'.repeat(4_000)}` }],
      ['another scheme', { authorization: `Basic ${Buffer.from(`${ALICE}:`).toString('base64')}` }],
      ['another header', { 'x-api-key': ALICE }],
      ['a property of every object', { authorization: 'Bearer constructor' }],
    ])('%s opens nothing, whichever the route', async (_name, headers) => {
      const routes = [
        'GET /v1/turns',
        'GET /v1/turns/x',
        'GET /v1/turns/x/events',
        'DELETE /v1/turns/x',
        'GET /v1/sessions',
        'GET /v1/sessions/x',
        'DELETE /v1/sessions/x',
        'GET /v1/pipelines',
        'GET /v1/pipelines/code',
      ];
      const sentences = new Set<string>();
      for (const route of routes) {
        const reply = await call(gateway.url, route, { headers });
        sentences.add(expectProblem(reply, 401, 'unauthorized'));
        expect(reply.headers.get('www-authenticate')).toBe('Bearer');
      }
      const posted = await call(gateway.url, 'POST /v1/turns', { headers, body: { question: 'Why?' } });
      sentences.add(expectProblem(posted, 401, 'unauthorized'));
      expect(sentences.size).toBe(1);
    });

    it('two keys of one tenant see the same', async () => {
      const turn = await ask(ALICE, 'How is an invoice cancelled?');
      expect((await as<TurnDto>('alice-too', `GET ${turn.links.self}`)).body).toEqual(turn);
    });

    it('the name of a host does not matter where there are keys', async () => {
      const { status } = await as(ALICE, 'GET /v1/pipelines');
      expect(status).toBe(200);
    });
  });

  describe('another tenant', () => {
    it("finds nothing of one's turns: not the turn, not its log, and cannot cancel it", async () => {
      model.play(slowAnswer(2_000));
      const { body } = await as<TurnDto>(ALICE, 'POST /v1/turns', { question: 'How is stock restored?' });
      const stream = await EventStream.open(gateway.url, body.links.events, {
        authorization: `Bearer ${ALICE}`,
      });
      await stream.until('answer.delta');
      for (const route of [
        `GET ${body.links.self}`,
        `GET ${body.links.events}`,
        `DELETE ${body.links.self}`,
      ]) {
        expectProblem(await as(BOB, route), 404, 'turn_unknown');
      }
      expect((await as<TurnDto>(ALICE, `GET ${body.links.self}`)).body.status).toBe('running');
      const list = await as<{ turns: TurnDto[] }>(BOB, 'GET /v1/turns');
      expect(list.body.turns.map((turn) => turn.id)).not.toContain(body.id);
      await as(ALICE, `DELETE ${body.links.self}`);
      await stream.rest();
      for (const route of [`GET ${body.links.self}`, `DELETE ${body.links.self}`])
        expectProblem(await as(BOB, route), 404, 'turn_unknown');
    });

    it('finds no foreign sessions, and cannot continue or delete them', async () => {
      const turn = await ask(ALICE, 'How is an invoice paid?');
      const { session } = turn;
      for (const route of [`GET /v1/sessions/${session}`, `DELETE /v1/sessions/${session}`]) {
        expectProblem(await as(BOB, route), 404, 'session_unknown');
      }
      const follow = await as(BOB, 'POST /v1/turns', { question: 'And then?', session });
      expectProblem(follow, 404, 'session_unknown');
      const list = await as(BOB, 'GET /v1/sessions');
      expect(JSON.stringify(list.body)).not.toContain(session);
      expect((await as(ALICE, `GET /v1/sessions/${session}`)).status).toBe(200);
    });

    it('may call a session by the same name: each has its own', async () => {
      const mine = { session: 'shared-name', createSession: true };
      await ask(ALICE, 'What is the secret of Alice?', mine);
      await ask(BOB, 'What is the secret of Bob?', mine);
      const asked = model.requests.slice(-4).map((request) => JSON.stringify(request.body));
      expect(asked.some((text) => text.includes('secret of Bob'))).toBe(true);
      const read = await as<Session>(BOB, 'GET /v1/sessions/shared-name');
      expect(read.body.turns.map((turn) => turn.question.original)).toEqual(['What is the secret of Bob?']);
      expect((await as(BOB, 'DELETE /v1/sessions/shared-name')).status).toBe(200);
      expect((await as<Session>(ALICE, 'GET /v1/sessions/shared-name')).body.turns).toHaveLength(1);
    });

    it('may use the same idempotency key: each begins its own turn', async () => {
      const question = { question: 'How is stock moved?' };
      const headers = { 'idempotency-key': 'one-of-many' };
      const first = await call(gateway.url, 'POST /v1/turns', { key: ALICE, body: question, headers });
      const second = await call(gateway.url, 'POST /v1/turns', { key: BOB, body: question, headers });
      expect(second.body).toMatchObject({ existing: false });
      expect(second.body['id']).not.toBe(first.body['id']);
    });
  });

  describe('a session', () => {
    it('continues: the follow-up knows the conversation', async () => {
      const first = await ask(ALICE, 'Which procedure cancels an invoice?');
      const before = model.requests.length;
      const second = await ask(ALICE, 'And what does it write?', { session: first.session });
      expect(second.session).toBe(first.session);
      const prompts = model.requests.slice(before).map((request) => request.last);
      expect(prompts.some((prompt) => prompt.includes('Which procedure cancels an invoice?'))).toBe(true);
      const { body } = await as<Session>(ALICE, `GET ${first.links.session}`);
      expect(body.turns.map((turn) => turn.id)).toEqual([first.id, second.id]);
      const list = await as<{ sessions: object[] }>(ALICE, 'GET /v1/sessions');
      expect(list.body.sessions[0]).toEqual({
        session: first.session,
        title: 'Which procedure cancels an invoice?',
        name: null,
        pinned: false,
        turns: 2,
        lastAskedAt: second.askedAt,
      });
    });

    it('shows the turn that still runs, and takes a follow-up meanwhile', async () => {
      model.play(slowAnswer(2_000));
      const { body } = await as<TurnDto>(ALICE, 'POST /v1/turns', { question: 'How are taxes computed?' });
      const read = await as<Session>(ALICE, `GET ${body.links.session}`);
      expect(read.body.turns).toMatchObject([{ id: body.id, status: 'running' }]);
      const second = await as<TurnDto>(ALICE, 'POST /v1/turns', {
        question: 'And rounded?',
        session: body.session,
      });
      expect(second).toMatchObject({ status: 202, body: { session: body.session } });
      const deleted = await as(ALICE, `DELETE ${body.links.session}`);
      expect(deleted.body).toEqual({ session: body.session, deleted: true, cancelledTurns: 2 });
      expectProblem(await as(ALICE, `GET ${body.links.self}`), 404, 'turn_unknown');
    });

    it('counts only in the statistics of its tenant', async () => {
      interface Statistics {
        readonly pipelines: readonly { readonly pipeline: string; readonly turns: number }[];
      }
      const turns = async (key: string, query = ''): Promise<number> => {
        const { body } = await as<Statistics>(key, `GET /v1/statistics${query}`);
        return body.pipelines.reduce((sum, one) => sum + one.turns, 0);
      };
      const [alice, bob] = [await turns(ALICE), await turns(BOB)];
      const asked = await ask(ALICE, 'What is a stock movement?');
      expect([await turns(ALICE), await turns(BOB)]).toEqual([alice + 1, bob]);
      expect(await turns(ALICE, `?since=${asked.askedAt}`)).toBe(1);
      expectProblem(await as(ALICE, 'GET /v1/statistics?since=yesterday'), 400, 'bad_request');
    });

    it('is forgotten when it is deleted', async () => {
      const turn = await ask(ALICE, 'What is a stock movement?');
      const path = turn.links.session;
      expect((await as(ALICE, `DELETE ${path}`)).body).toEqual({
        session: turn.session,
        deleted: true,
        cancelledTurns: 0,
      });
      expectProblem(await as(ALICE, `GET ${path}`), 404, 'session_unknown');
      expectProblem(await as(ALICE, `DELETE ${path}`), 404, 'session_unknown');
    });

    it('is given what it has found before, until it is deleted', async () => {
      const found = async (session: string): Promise<readonly string[]> => {
        const { evidence } = await ask(ALICE, 'Which statuses can a cancelled invoice have?', { session });
        return evidence.filter(({ foundBy }) => foundBy === 'session').map(({ path }) => path);
      };
      const first = await ask(ALICE, 'What happens to stock when an invoice is cancelled?');
      expect(await found(first.session)).not.toEqual([]);
      await as(ALICE, `DELETE ${first.links.session}`);
      const again = await as<TurnDto>(ALICE, 'POST /v1/turns', {
        question: 'Which statuses can a cancelled invoice have?',
        session: first.session,
        createSession: true,
        wait: true,
      });
      expect(again.body.evidence.filter(({ foundBy }) => foundBy === 'session')).toEqual([]);
    });

    it('outlives the process, and so do its answers', async () => {
      const turn = await ask(ALICE, 'Where are invoices stored?');
      await gateway.close();
      gateway = await startGateway(fixture.dataDir, {
        apiKeys: { [ALICE]: 'acme', [BOB]: 'globex', 'alice-too': 'acme' },
        chatProvider: 'openai',
        chatModel: 'scripted-1',
        chatBaseUrl: model.baseUrl,
      });
      const { status, body } = await as<TurnDto>(ALICE, `GET ${turn.links.self}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'ended',
        outcome: turn.outcome,
        answer: turn.answer,
        citations: turn.citations,
        evidence: turn.evidence,
        passes: turn.passes,
        spent: turn.spent,
      });
      expectProblem(await as(BOB, `GET ${turn.links.self}`), 404, 'turn_unknown');
      const follow = await ask(ALICE, 'And paid ones?', { session: turn.session });
      expect(follow.session).toBe(turn.session);
    });
  });
});
