import { KeyService } from '@quarry/application/access';
import type { TurnDto } from '@quarry/client';
import type { Platform } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';

/** Port 9 (discard) of this machine: nothing listens there. */
const MODEL = 'http://127.0.0.1:9/v1';

describe('the address of a model that cannot be reached', () => {
  let fixture: IndexedFixture;
  let gateway: Running & { readonly url: string };
  const keys: Record<string, string> = {};
  let turn: string;

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    let platform: Platform | undefined;
    const settings = {
      chatProvider: 'openai',
      chatModel: 'm',
      chatBaseUrl: MODEL,
      apiKeys: { first: 'acme' },
    } as const;
    gateway = await startGateway(fixture.dataDir, settings, (opened) => (platform = opened));
    if (!platform) throw new Error('The gateway opened no stores.');
    const service = new KeyService(platform.recordStore);
    for (const role of ['reader', 'maintainer', 'operator'] as const) {
      const made = await service.create({
        ...{ name: role, tenant: 'acme', role, pipelines: null, repositories: null, expiresAt: null },
        limits: { requestsPerMinute: null, tokensPerDay: null, costPerDay: null },
      });
      keys[role] = made.key;
    }
    const body = { question: 'Who calls taxOf?', wait: true, budget: { seconds: 20 } };
    turn = (await call<{ id: string }>(gateway.url, 'POST /v1/turns', { key: keys['reader'], body })).body.id;
  }, 120_000);
  afterAll(async () => {
    await gateway.close();
    await fixture.remove();
  });

  const told = async (role: string): Promise<readonly string[]> => {
    const key = keys[role];
    const routes = [`GET /v1/turns/${turn}`, 'GET /v1/turns'];
    const replies = await Promise.all(routes.map((route) => call<TurnDto>(gateway.url, route, { key })));
    const headers = { authorization: `Bearer ${key}` };
    const events = await (await fetch(`${gateway.url}/v1/turns/${turn}/events`, { headers })).text();
    return [...replies.map(({ body }) => JSON.stringify(body)), events];
  };

  it.each(['reader', 'maintainer'])('is not told to a %s', async (role) => {
    const trace = await call(gateway.url, `GET /v1/turns/${turn}/trace`, { key: keys[role] });
    expect(JSON.stringify(trace.body)).not.toContain('127.0.0.1:9');
    for (const text of await told(role)) {
      expect(text).toContain('endpoint (address)');
      expect(text).not.toContain('127.0.0.1:9');
    }
  });

  it('is told to an operator', async () => {
    for (const text of await told('operator')) expect(text).toContain(MODEL);
  });
});
