import type { SessionDto, SessionListDto, TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { call, expectProblem, startGateway } from './gateway-under-test';

describe('names and pins of sessions', () => {
  const KEYS = { apiKeys: { 'alice-key': 'acme', 'bob-key': 'globex' } };
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Running & { readonly url: string };
  let session: string;

  const as = <Body = Readonly<Record<string, unknown>>>(key: string, route: string, body?: object) =>
    call<Body>(gateway.url, route, { key, ...(body ? { body } : {}) });
  const listed = async (key = 'alice-key'): Promise<readonly SessionDto[]> =>
    (await as<SessionListDto>(key, 'GET /v1/sessions')).body.sessions;

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    gateway = await startGateway(fixture.dataDir, KEYS);
    const question = { question: 'Which procedure cancels an invoice?', wait: true };
    session = (await as<TurnDto>('alice-key', 'POST /v1/turns', question)).body.session;
  });
  afterAll(async () => {
    await gateway.close();
    await fixture.remove();
  });

  it('are shown in the list, each changed alone, and survive a restart', async () => {
    const route = `PATCH /v1/sessions/${session}`;
    const renamed = await as<SessionDto>('alice-key', route, { name: '  Cancelling  ' });
    expect(renamed).toMatchObject({
      status: 200,
      body: { session, name: 'Cancelling', pinned: false, turns: 1 },
    });
    await as('alice-key', route, { pinned: true });
    const wanted = [
      { session, title: 'Which procedure cancels an invoice?', name: 'Cancelling', pinned: true },
    ];
    expect(await listed()).toMatchObject(wanted);
    await gateway.close();
    gateway = await startGateway(fixture.dataDir, KEYS);
    expect(await listed()).toMatchObject(wanted);
    await as('alice-key', route, { name: '' });
    expect(await listed()).toMatchObject([{ name: null, pinned: true }]);
  });

  it('belong to the tenant: for another one, the session does not exist', async () => {
    const reply = await as('bob-key', `PATCH /v1/sessions/${session}`, { name: 'Mine' });
    expectProblem(reply, 404, 'session_unknown');
    expectProblem(await as('alice-key', 'PATCH /v1/sessions/none', { pinned: true }), 404, 'session_unknown');
    expect(await listed()).toMatchObject([{ name: null, pinned: true }]);
  });

  it.each([{ name: 'x'.repeat(201) }, { name: 7 }, { pinned: 'yes' }, { title: 'x' }])(
    'refuse %j',
    async (body) => {
      expectProblem(await as('alice-key', `PATCH /v1/sessions/${session}`, body), 400, 'bad_request');
    },
  );

  it('are searched and paged by the server, also with first questions', async () => {
    const others = ['Where is the tax computed?', 'Which table has the stock?', 'Who calls the tax gateway?'];
    const ids: string[] = [];
    for (const question of others)
      ids.push((await as<TurnDto>('alice-key', 'POST /v1/turns', { question, wait: true })).body.session);
    await as('alice-key', `PATCH /v1/sessions/${ids[1] ?? ''}`, { name: 'Taxed goods', pinned: true });
    const found = async (query: string, key = 'alice-key'): Promise<readonly string[]> => {
      const sessions: string[] = [];
      for (let after: number | null = 0; after !== null;) {
        const route: string = `GET /v1/sessions?limit=1&after=${after}&${query}`;
        const body: SessionListDto = (await as<SessionListDto>(key, route)).body;
        expect(body.sessions.length).toBeLessThanOrEqual(1);
        sessions.push(...body.sessions.map((each) => each.session));
        after = body.next;
      }
      return sessions;
    };
    const [computed, table, gateway] = ids;
    expect(await found('q=TAX')).toEqual([gateway, table, computed]);
    expect(await found('q=gateway%20calls')).toEqual([gateway]);
    expect(await found('q=taxed%20stock')).toEqual([table]);
    expect(await found('q=nothing')).toEqual([]);
    expect(await found('pinned=true')).toEqual([table, session]);
    expect(await found('pinned=false')).toEqual([gateway, computed]);
    expect(await found('pinned=true&q=invoice')).toEqual([session]);
    expect(await found('pinned=true', 'bob-key')).toEqual([]);
    expect((await as('alice-key', `GET /v1/sessions/${table ?? ''}`)).body).toMatchObject({
      title: 'Which table has the stock?',
      name: 'Taxed goods',
      pinned: true,
    });
    for (const query of ['q=', 'q=%20', `q=${'x'.repeat(201)}`, 'pinned=yes'])
      expectProblem(await as('alice-key', `GET /v1/sessions?${query}`), 400, 'bad_request');
    for (const id of ids) await as('alice-key', `DELETE /v1/sessions/${id}`);
  });

  it('end with their session', async () => {
    const again = {
      question: 'Which procedure cancels an invoice?',
      session,
      createSession: true,
      wait: true,
    };
    await as('alice-key', `DELETE /v1/sessions/${session}`);
    expect((await as('alice-key', 'POST /v1/turns', again)).status).toBe(200);
    expect(await listed()).toMatchObject([{ session, name: null, pinned: false }]);
  });
});
