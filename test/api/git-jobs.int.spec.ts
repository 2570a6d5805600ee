import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '@quarry/solo';
import { startGitServer, type GitServer } from '../servers/git-server';
import { servedRepository, type ServedRepository } from '../servers/served-repository';
import { call, expectProblem, startGateway } from './gateway-under-test';
import { until, type Job } from './index-jobs';

jest.setTimeout(120_000);

describe('indexing a git repository of a server through the API', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-git-jobs-')));
  const data = join(root, 'data');
  let shop: ServedRepository;
  let server: GitServer;
  let honeypot: Server;
  let connections = 0;
  let gateway: Running & { readonly url: string };

  beforeAll(async () => {
    shop = servedRepository(root, 'shop');
    shop.commit({
      'src/refuse.ts': 'export function refuseDuplicate(order: string): boolean { return !order; }\n',
    });
    server = await startGitServer(shop.served);
    honeypot = createServer((_request, response) => response.end());
    honeypot.on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => honeypot.listen(0, '127.0.0.1', resolve));
    gateway = await startGateway(data, { gitHosts: [new URL(server.url).host] });
  });
  afterAll(async () => {
    await gateway.close();
    await server.close();
    honeypot.close();
    rmSync(root, { recursive: true });
  });

  const begin = <Body = Readonly<Record<string, unknown>>>(url: string, more: object = {}) =>
    call<Body>(gateway.url, 'POST /v1/index-jobs', {
      body: { repository: 'shop', source: { kind: 'git', url, ...more }, vectors: false },
    });
  const found = async (query: string) => {
    const body = { query, repository: 'shop' };
    const reply = await call<{ hits: { path: string }[] }>(gateway.url, 'POST /v1/search', { body });
    return reply.body.hits.map(({ path }) => path);
  };

  it('fetches and indexes it, then only what is new', async () => {
    const url = `${server.url}/shop.git`;
    const { status, body } = await begin<Job>(url);
    expect([status, body]).toMatchObject([202, { path: url, branch: null, status: 'queued' }]);
    expect(await until(gateway.url, body)).toMatchObject({
      status: 'finished',
      indexed: { files: 1, root: null, commit: shop.head(), remote: { url, branch: 'trunk' } },
    });
    expect(await found('refuseDuplicate')).toEqual(['src/refuse.ts']);
    const commit = shop.commit({ 'src/stock.ts': 'export function restock(): number { return 7; }\n' });
    const packs = server.packs.length;
    expect(await until(gateway.url, (await begin<Job>(url)).body)).toMatchObject({
      indexed: { files: 2, commit },
    });
    expect(await found('restock')).toEqual(['src/stock.ts']);
    expect(Math.max(...server.packs.slice(packs))).toBeLessThan(2_000);
  });

  it('fetches it again without naming its source', async () => {
    const commit = shop.commit({ 'src/again.ts': 'export function again(): number { return 8; }\n' });
    const { body } = await call<Job>(gateway.url, 'POST /v1/index-jobs', {
      body: { repository: 'shop', vectors: false },
    });
    expect(await until(gateway.url, body)).toMatchObject({
      ...{ status: 'finished', path: `${server.url}/shop.git`, branch: null },
      indexed: { files: 3, commit },
    });
  });

  it('says why a fetch failed, and leaves nothing behind', async () => {
    const { body } = await begin<Job>(`${server.url}/none.git`, { branch: 'main' });
    expect(await until(gateway.url, body)).toMatchObject({
      status: 'failed',
      fault: { code: 'repository_unreadable', message: expect.stringContaining('does not exist') as string },
    });
    expect(readdirSync(join(data, 'git')).filter((name) => name.startsWith('none'))).toEqual([]);
  });

  it('makes no connection to an address that the operator does not allow', async () => {
    const { port } = honeypot.address() as AddressInfo;
    for (const url of [
      `http://127.0.0.1:${port}/shop.git`,
      `https://127.0.0.1:${port}/shop.git`,
      `https://[::1]:${port}/x`,
    ])
      expectProblem(await begin(url), 400, 'bad_request');
    // A name is looked up by the indexer, when it fetches.
    const { body } = await begin<Job>(`https://localhost:${port}/shop.git`);
    expect(await until(gateway.url, body)).toMatchObject({
      status: 'failed',
      fault: { code: 'bad_request' },
    });
    expect(connections).toBe(0);
  });

  it.each([
    'git@git.example:ann/shop.git',
    'ssh://git.example/shop.git',
    'ext::sh -c id',
    'file:///etc',
    '/etc',
    'https://ann:secret@git.example/shop.git',
  ])('refuses %s', async (url) => {
    expectProblem(await begin(url), 400, 'bad_request');
  });

  it.each(['--upload-pack=id', 'a..b', ' '])('refuses the branch %j', async (branch) => {
    const { body } = await begin<Job>(`${server.url}/shop.git`, { branch });
    expect(await until(gateway.url, body)).toMatchObject({
      status: 'failed',
      fault: { code: 'bad_request' },
    });
  });
});
