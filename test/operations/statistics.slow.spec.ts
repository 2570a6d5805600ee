import { KeyService } from '@quarry/application/access';
import type { Platform } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import { TestClock } from '@quarry/turn/testing';
import { call, expectProblem, startGateway } from '../api/gateway-under-test';
import { Workplace } from '../cli/quarry';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';

interface Group {
  readonly tenant: string | null;
  readonly pipeline: string | null;
  readonly turns: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

describe('statistics of all tenants', () => {
  const at = new Workplace();
  let fixture: IndexedFixture;
  let gateway: Running & { readonly url: string };
  let platform: Platform;
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    const clock = TestClock.stopped();
    gateway = await startGateway(fixture.dataDir, {}, (opened) => (platform = { ...opened, clock }));
    const none = { pipelines: null, repositories: null, expiresAt: null };
    const limits = { requestsPerMinute: null, tokensPerDay: null, costPerDay: null };
    const service = new KeyService(platform.recordStore);
    for (const [tenant, role] of [
      ['acme', 'reader'],
      ['globex', 'maintainer'],
      ['ops', 'operator'],
    ] as const)
      keys[tenant] = (await service.create({ name: tenant, tenant, role, limits, ...none })).key;
    // What the gateway knew of its keys is forgotten by then.
    clock.pass(2_000);
    for (const [tenant, pipeline] of [
      ['acme', 'code'],
      ['acme', 'code'],
      ['globex', 'cgrag'],
    ] as const) {
      const body = { question: 'How is stock restored in zanzibar?', pipeline, wait: true };
      const reply = await call(gateway.url, 'POST /v1/turns', { key: keys[tenant] ?? '', body });
      expect(reply.status).toBe(200);
    }
  }, 180_000);
  afterAll(async () => {
    await gateway.close();
    await fixture.remove();
    at.remove();
  });

  /** Waits for turns that ended to be archived. */
  async function groups(query = '', turns = 3): Promise<readonly Group[]> {
    for (;;) {
      const route = `GET /v1/operations/statistics${query}`;
      const { body } = await call<{ groups: Group[] }>(gateway.url, route, { key: keys['ops'] ?? '' });
      if (body.groups.reduce((sum, group) => sum + group.turns, 0) >= turns) return body.groups;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it('are for operators: by tenant and pipeline, by one, by none, and of a time', async () => {
    expect(await groups()).toMatchObject([
      { tenant: 'acme', pipeline: 'code', turns: 2 },
      { tenant: 'globex', pipeline: 'cgrag', turns: 1 },
    ]);
    expect(await groups('?by=tenant')).toMatchObject([
      { tenant: 'acme', pipeline: null },
      { tenant: 'globex', pipeline: null },
    ]);
    expect(await groups('?by=none')).toMatchObject([{ tenant: null, pipeline: null, turns: 3 }]);
    expect(await groups('?since=2999-01-01T00:00:00Z', 0)).toEqual([]);
    expect(JSON.stringify(await groups())).not.toContain('zanzibar');
  });

  it('are visible only to operators, and refuse unknown parameters', async () => {
    const route = 'GET /v1/operations/statistics';
    expectProblem(await call(gateway.url, route), 401, 'unauthorized');
    for (const tenant of ['acme', 'globex'])
      expectProblem(await call(gateway.url, route, { key: keys[tenant] ?? '' }), 403, 'forbidden');
    for (const query of ['by=colour', 'since=yesterday', 'by=tenant,tenant'])
      expectProblem(
        await call(gateway.url, `${route}?${query}`, { key: keys['ops'] ?? '' }),
        400,
        'bad_request',
      );
  });

  it('are shown by quarry stats, from the data folder and from a gateway', async () => {
    await groups();
    const here = await at.run(['stats', '--data', fixture.dataDir]);
    expect(here).toMatchObject({ code: 0, err: '' });
    expect(here.out).toMatch(
      /^group +turns +failed +no answer +passes +asked +found +tokens +cost +seconds$/m,
    );
    expect(here.out).toMatch(/^acme code +2 +0 %/m);
    const env = { QUARRY_API_KEY: keys['ops'] ?? '' };
    const there = await at.run(['stats', '--server', gateway.url, '--by', 'tenant', '--json'], { env });
    expect(JSON.parse(there.out)).toMatchObject([{ tenant: 'acme', turns: 2 }, { tenant: 'globex' }]);
    const all = await at.run(['stats', '--server', gateway.url, '--by', 'none', '--days', '1'], { env });
    expect(all.out).toMatch(/^all +3 /m);
    const refused = await at.run(['stats', '--server', gateway.url]);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('QUARRY_API_KEY');
    expect((await at.run(['stats', '--by', 'colour'])).code).toBe(2);
    expect((await at.run(['stats', '--data', at.path('empty')])).err).toContain('no finished turns');
  });
});
