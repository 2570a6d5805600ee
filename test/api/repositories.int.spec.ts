import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runIndex } from '@quarry/indexer/run';
import { readConfig } from '@quarry/platform';
import { openGraphStore, ScipFiles } from '@quarry/graph-store';
import { openSearchIndex } from '@quarry/search-index';
import type { Running } from '@quarry/solo';
import { defined } from '@quarry/turn';
import { call, expectProblem, SOURCES, startGateway, type Reply } from './gateway-under-test';
import { begin, until } from './index-jobs';
import { differences, type OpenApi } from './openapi';

const SHOP = resolve(__dirname, '../fixtures/dotnet-shop');

jest.setTimeout(120_000);

interface Repositories {
  readonly repositories: readonly {
    readonly name: string;
    readonly shared: boolean;
    readonly snapshots: number;
  }[];
}

describe('repositories and their snapshots', () => {
  let root: string;
  let data: string;
  let gateway: Running & { readonly url: string };
  let document: OpenApi;
  const keys: Record<string, string> = {};

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-repositories-api-')));
    data = join(root, 'data');
    for (const tenant of ['acme', 'beta'])
      cpSync(join(SHOP, 'app'), join(root, 'sources', tenant, 'shop'), { recursive: true });
    writeFileSync(join(root, 'sources', 'acme', 'shop', 'broken.pdf'), '%PDF-1.7 no more than that');
    mkdirSync(join(root, 'manual'));
    writeFileSync(
      join(root, 'manual', 'readme.md'),
      '# Manual\n\nThe pump is started with the green button.\n',
    );
    // What the command line does.
    const silent = { signal: new AbortController().signal, progress: () => undefined, note: () => undefined };
    const config = readConfig({ dataDir: data, embedderUrl: 'none' }, {});
    await runIndex(config, { root: join(root, 'manual'), by: 'cli' }, silent, SOURCES);
    gateway = await startGateway(data, { indexRoots: [join(root, 'sources', '{tenant}')] });
    document = (await call<OpenApi>(gateway.url, 'GET /v1/openapi.json')).body;
    const wanted: readonly (readonly [string, object])[] = [
      ['operator', { tenant: 'local', role: 'operator' }],
      ['acme', { tenant: 'acme', role: 'maintainer' }],
      ['beta', { tenant: 'beta', role: 'maintainer' }],
      ['reader', { tenant: 'acme', role: 'reader' }],
      ['narrow', { tenant: 'acme', role: 'maintainer', repositories: ['other'] }],
    ];
    for (const [name, more] of wanted) {
      const { body } = await as<{ key: string }>('operator', 'POST /v1/keys', { name, ...more });
      keys[name] = body.key;
    }
    // Without a key: until the gateway has seen that there are some.
    while ((await call(gateway.url, 'GET /v1/repositories')).status !== 401) await sleep(100);
    for (const tenant of ['acme', 'beta']) {
      const path = join(root, 'sources', tenant, 'shop');
      const order = { repository: 'shop', source: { path }, vectors: false };
      const options = { key: keys[tenant] ?? '' };
      expect(
        await until(gateway.url, await begin(gateway.url, order, options), undefined, options),
      ).toMatchObject({
        status: 'finished',
      });
    }
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(root, { recursive: true });
  });

  function as<Body = Readonly<Record<string, unknown>>>(
    who: string,
    route: string,
    body?: object,
  ): Promise<Reply<Body>> {
    const key = keys[who];
    return call<Body>(gateway.url, route, defined({ key, body }));
  }

  /** The body, once it is what the document says. */
  async function checked<Body>(who: string, route: string, described: string): Promise<Body> {
    const reply = await as<Body>(who, route);
    const schema =
      document.paths[described]?.['get']?.responses['200']?.content?.['application/json']?.schema;
    expect({ status: reply.status, wrong: differences(document, schema ?? {}, reply.body) }).toEqual({
      status: 200,
      wrong: [],
    });
    return reply.body;
  }

  const named = async (who: string) =>
    (await as<Repositories>(who, 'GET /v1/repositories')).body.repositories.map(({ name, shared }) =>
      shared ? `${name} (shared)` : name,
    );

  it('are listed: the own ones and the shared ones, what the key names of them', async () => {
    expect(await named('acme')).toEqual(['manual (shared)', 'shop']);
    expect(await named('beta')).toEqual(['manual (shared)', 'shop']);
    expect(await named('operator')).toEqual(['manual (shared)']);
    expect(await named('narrow')).toEqual([]);
    const { repositories } = await checked<Repositories>('acme', 'GET /v1/repositories', '/v1/repositories');
    expect(repositories[1]).toMatchObject({
      snapshots: 1,
      current: { snapshot: 'current', files: 26, pendingVectors: 47, commit: null, embedder: null },
      links: { self: '/v1/repositories/shop', snapshots: '/v1/repositories/shop/snapshots' },
    });
  });

  it('say what is in them, who had them indexed, and what could not be read', async () => {
    await checked('acme', 'GET /v1/repositories/shop', '/v1/repositories/{name}');
    await checked('acme', 'GET /v1/repositories/shop/snapshots', '/v1/repositories/{name}/snapshots');
    const detail = await checked<Record<string, unknown>>(
      'acme',
      'GET /v1/repositories/shop/snapshots/current',
      '/v1/repositories/{name}/snapshots/{snapshot}',
    );
    expect(detail).toMatchObject({
      repository: 'shop',
      by: expect.stringMatching(/^\w{12}$/) as string,
      job: expect.stringMatching(/^j/) as string,
      root: join(root, 'sources', 'acme', 'shop'),
      failures: 1,
      failed: [{ path: 'broken.pdf' }],
    });
    expect(detail['nodes']).toBeGreaterThan(0);
    const manual = await as('acme', 'GET /v1/repositories/manual/snapshots/current');
    expect(manual.body).toMatchObject({ by: 'cli', job: null, failed: [], root: join(root, 'manual') });
  });

  it('do not tell those who only ask where they lie', async () => {
    const { body } = await as('reader', 'GET /v1/repositories/shop/snapshots/current');
    expect(body).toMatchObject({ files: 26, root: null });
    for (const route of ['GET /v1/index-jobs', 'DELETE /v1/repositories/shop?confirm=shop'])
      expectProblem(await as('reader', route), 403, 'forbidden');
    const order = { repository: 'mine', source: { path: join(root, 'sources', 'acme', 'shop') } };
    expectProblem(await as('reader', 'POST /v1/index-jobs', order), 403, 'forbidden');
  });

  it.each([
    ['acme', 'nothing'],
    ['acme', '@beta%2Fshop'],
    ['acme', '%40beta%2Fshop'],
    ['narrow', 'shop'],
    ['operator', 'shop'],
    ['operator', '@acme%2Fshop'],
    ['acme', 'SHOP'],
    ['acme', 'shop%00'],
  ])('for %s, know no %s', async (who, name) => {
    for (const route of [
      `GET /v1/repositories/${name}`,
      `GET /v1/repositories/${name}/snapshots`,
      `GET /v1/repositories/${name}/snapshots/current`,
      `DELETE /v1/repositories/${name}?confirm=${name}`,
      `DELETE /v1/repositories/${name}/snapshots/current?confirm=current`,
    ])
      expectProblem(await as(who, route), 404, 'repository_unknown');
    const asked = { question: 'Where is the tax computed?', repository: decodeURIComponent(name) };
    expectProblem(await as(who, 'POST /v1/turns', asked), 404, 'repository_unknown');
  });

  it('are indexed from where the tenant may read alone, under names that its key reaches', async () => {
    const path = join(root, 'sources', 'beta', 'shop');
    const order = { repository: 'shop', source: { path } };
    expectProblem(await as('acme', 'POST /v1/index-jobs', order), 403, 'source_forbidden');
    const own = { repository: 'shop', source: { path: join(root, 'sources', 'acme', 'shop') } };
    expectProblem(await as('narrow', 'POST /v1/index-jobs', own), 403, 'forbidden');
    // What was indexed by hand may be indexed again, by those to whom it belongs.
    const manual = { repository: 'manual', source: { path: join(root, 'manual') }, vectors: false };
    expectProblem(await as('acme', 'POST /v1/index-jobs', manual), 403, 'source_forbidden');
    const options = { key: keys['operator'] ?? '' };
    const job = await begin(gateway.url, manual, options);
    expect(await until(gateway.url, job, undefined, options)).toMatchObject({ status: 'finished' });
  });

  it('belong to their tenant, and so do their jobs', async () => {
    const { body } = await as<{ jobs: { id: string }[] }>('beta', 'GET /v1/index-jobs');
    expect(body.jobs).toHaveLength(1);
    const [{ id } = { id: '' }] = body.jobs;
    for (const route of [
      `GET /v1/index-jobs/${id}`,
      `GET /v1/index-jobs/${id}/events`,
      `POST /v1/index-jobs/${id}/cancel`,
    ])
      expectProblem(await as('acme', route), 404, 'index_job_unknown');
  });

  describe('that are deleted', () => {
    it('must be confirmed by name, and belong to the caller', async () => {
      expectProblem(await as('acme', 'DELETE /v1/repositories/shop'), 400, 'bad_request');
      expectProblem(await as('acme', 'DELETE /v1/repositories/shop?confirm=manual'), 400, 'bad_request');
      expectProblem(
        await as('acme', 'DELETE /v1/repositories/shop/snapshots/current?confirm=shop'),
        400,
        'bad_request',
      );
      expectProblem(await as('acme', 'DELETE /v1/repositories/manual?confirm=manual'), 403, 'forbidden');
      expect(await named('acme')).toEqual(['manual (shared)', 'shop']);
    });

    it('are gone from every store, and another tenant’s of the same name is not', async () => {
      const at = (tenant: string) => ({ repository: `@${tenant}/shop`, snapshot: 'current' });
      const scip = new ScipFiles<{ readonly path: string; readonly sha: string }>(join(data, 'scip.db'));
      for (const tenant of ['acme', 'beta']) scip.put(at(tenant), [{ path: 'Tax.cs', sha: '1' }]);
      const { body } = await as('acme', 'DELETE /v1/repositories/shop?confirm=shop');
      expect([scip.paths(at('acme')).size, scip.paths(at('beta')).size]).toEqual([0, 1]);
      await scip.close();
      expect(body).toEqual({ repository: 'shop', deleted: ['current'] });
      expect(await named('acme')).toEqual(['manual (shared)']);
      expect(await named('beta')).toEqual(['manual (shared)', 'shop']);
      const index = openSearchIndex(`sqlite:${join(data, 'search')}`);
      const graph = openGraphStore(`sqlite:${join(data, 'graph')}`);
      expect([await index.describe(at('acme')), await graph.describe(at('acme'))]).toEqual([null, null]);
      expect(await index.describe(at('beta'))).toMatchObject({ files: 26 });
      await index.close();
      await graph.close();
      const ask = { question: 'Where is the tax computed?', repository: 'shop', wait: true };
      expectProblem(await as('acme', 'POST /v1/turns', ask), 404, 'repository_unknown');
      const { body: turn } = await as<{ evidence: unknown[] }>('beta', 'POST /v1/turns', ask);
      expect(turn.evidence.length).toBeGreaterThan(0);
    });

    it('wait for the job that writes them', async () => {
      const options = { key: keys['beta'] ?? '' };
      const path = join(root, 'sources', 'beta', 'shop');
      const job = await begin(gateway.url, { repository: 'shop', source: { path }, vectors: false }, options);
      expectProblem(await as('beta', 'DELETE /v1/repositories/shop?confirm=shop'), 409, 'index_busy');
      await until(gateway.url, job, undefined, options);
      expect(
        (await as('beta', 'DELETE /v1/repositories/shop/snapshots/current?confirm=current')).status,
      ).toBe(200);
      expect(await named('beta')).toEqual(['manual (shared)']);
    });
  });
});
