import { createHmac } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GitHookReplyDto, RefreshDto } from '@quarry/client';
import { RefreshService } from '@quarry/application/repositories';
import { RECORD_STORE } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import { IndexJobs } from '@quarry/repositories';
import type { Running } from '@quarry/solo';
import { Keys } from '../security/keys-under-test';
import { startGitServer, type GitServer } from '../servers/git-server';
import { servedRepository, type ServedRepository } from '../servers/served-repository';
import { call, expectProblem, startGateway, type Reply } from './gateway-under-test';
import { until, type Job } from './index-jobs';

jest.setTimeout(180_000);

const HOUR_MS = 3_600_000;
const REFRESH = 'PUT /v1/repositories/shop/refresh';

describe('indexing a repository again', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-refresh-')));
  const data = join(root, 'data');
  let shop: ServedRepository;
  let server: GitServer;
  let gateway: Running & { readonly url: string };
  let keys: Keys;
  let key: string;

  beforeAll(async () => {
    shop = servedRepository(root, 'shop');
    shop.commit({ 'src/a.ts': 'export function first(): number { return 1; }\n' });
    server = await startGitServer(shop.served);
    keys = new Keys(data);
    ({ key } = await keys.make({ tenant: 'acme', role: 'maintainer' }));
    gateway = await startGateway(data, { gitHosts: [new URL(server.url).host], failedAttempts: 10 });
    const source = { kind: 'git', url: `${server.url}/shop.git` };
    const body = { repository: 'shop', source, vectors: false };
    const { body: job } = await call<Job>(gateway.url, 'POST /v1/index-jobs', { key, body });
    await until(gateway.url, job, undefined, { key });
  });
  afterAll(async () => {
    await gateway.close();
    await keys.close();
    await server.close();
    rmSync(root, { recursive: true });
  });

  const set = (body: object, as = key): Promise<Reply<RefreshDto>> =>
    call<RefreshDto>(gateway.url, REFRESH, { key: as, body });
  const push = (ref = 'refs/heads/trunk'): string => JSON.stringify({ ref, after: shop.head() });
  const signed = (secret: string, body: string): Record<string, string> => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  });
  const send = (path: string, body: string, headers: Record<string, string>) =>
    call<GitHookReplyDto>(gateway.url, `POST ${path}`, { body, headers });
  const startedBy = async (now: number): Promise<readonly string[]> =>
    (await gateway.app.get(RefreshService).startDue(now)).started;
  const ended = (id: string | null) => until(gateway.url, { id: id ?? 'none' }, undefined, { key });

  it('is off at first, and a secret is shown once', async () => {
    const { body } = await call(gateway.url, 'GET /v1/repositories/shop/refresh', { key });
    expect(body).toEqual({ everyHours: null, nextAt: null, hook: null });
    const made = (await set({ everyHours: null, hook: 'new' })).body.hook;
    expect(made).toMatchObject({ secret: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    const { body: after } = await call(gateway.url, 'GET /v1/repositories/shop/refresh', { key });
    expect(after).toMatchObject({ hook: { path: made?.path, secret: null } });
    // Another period keeps the webhook.
    expect((await set({ everyHours: 5 })).body.hook).toEqual({ path: made?.path, secret: null });
  });

  it('follows a push that is signed as GitHub or GitLab do, once for the same body', async () => {
    const { hook } = (await set({ everyHours: null, hook: 'new' })).body;
    const [path, secret] = [hook?.path ?? '', hook?.secret ?? ''];
    const commit = shop.commit({ 'src/b.ts': 'export function second(): number { return 2; }\n' });
    const body = push();
    const { status, body: reply } = await send(path, body, signed(secret, body));
    expect([status, reply]).toMatchObject([202, { job: expect.any(String) as string }]);
    expect(await ended(reply.job)).toMatchObject({ status: 'finished', indexed: { files: 2, commit } });
    // A replay of the request starts nothing.
    expect((await send(path, body, signed(secret, body))).body.job).toBe(reply.job);

    const next = shop.commit({ 'src/c.ts': 'export function third(): number { return 3; }\n' });
    const { body: other } = await send(path, push(), { 'x-gitlab-token': secret });
    expect(other.job).not.toBe(reply.job);
    expect(await ended(other.job)).toMatchObject({ indexed: { files: 3, commit: next } });

    const form = new URLSearchParams({ payload: push('refs/heads/other') }).toString();
    const formed = { ...signed(secret, form), 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send(path, form, formed)).body).toMatchObject({ job: null });
  });

  it('does nothing without the secret, and says the same for a wrong one and an unknown webhook', async () => {
    const old = (await set({ everyHours: null, hook: 'new' })).body.hook;
    const { hook } = (await set({ everyHours: null, hook: 'new' })).body;
    const [path, secret] = [hook?.path ?? '', hook?.secret ?? ''];
    const body = push();
    const right = signed(secret, body);
    const tries: readonly (readonly [string, string, Record<string, string>])[] = [
      [path, body, {}],
      [path, body, signed('other', body)],
      [path, `${body} `, right],
      [path, body, { 'x-gitlab-token': 'other' }],
      [path, body, { 'x-hub-signature-256': right['x-hub-signature-256']?.slice(0, -1) ?? '' }],
      // The signature decides if both are there.
      [path, body, { ...signed('other', body), 'x-gitlab-token': secret }],
      [old?.path ?? '', body, signed(old?.secret ?? '', body)],
      ['/v1/hooks/git/gh_none', body, right],
    ];
    const details = new Set<string>();
    for (const [at, text, headers] of tries)
      details.add(expectProblem(await send(at, text, headers), 401, 'unauthorized'));
    expect(details.size).toBe(1);
    expect((await send(path, body, right)).status).toBe(202);
    await set({ everyHours: null, hook: 'none' });
    // The address has failed too often by now to try further.
    expect([401, 429]).toContain((await send(path, body, right)).status);
  });

  it('starts by time, one job for each period, and none after it is switched off', async () => {
    const { nextAt } = (await set({ everyHours: 3 })).body;
    const due = Date.parse(nextAt ?? '');
    expect(Math.abs(due - Date.now() - 3 * HOUR_MS)).toBeLessThan(HOUR_MS / 2);
    expect(await startedBy(due - 1)).toEqual([]);
    // Two gateways look at the same time.
    const both = await Promise.all([startedBy(due), startedBy(due)]);
    const started = new Set(both.flat());
    expect(started.size).toBe(1);
    expect(await ended([...started][0] ?? null)).toMatchObject({ status: 'finished', indexed: { files: 3 } });
    expect(await startedBy(due)).toEqual([]);
    const [later, ...more] = await startedBy(due + 3 * HOUR_MS);
    expect(more).toEqual([]);
    await ended(later ?? null);
    await set({ everyHours: null });
    expect(await startedBy(due + 9 * HOUR_MS)).toEqual([]);
  });

  it('starts the others where a tenant has as many jobs as it may', async () => {
    const busy = await keys.make({ tenant: 'abc', role: 'maintainer' });
    const source = { kind: 'git', url: `${server.url}/shop.git` };
    const order = { key: busy.key, body: { repository: 'shop', source, vectors: false } };
    const { body: job } = await call<Job>(gateway.url, 'POST /v1/index-jobs', order);
    await until(gateway.url, job, undefined, { key: busy.key });
    await call(gateway.url, REFRESH, { key: busy.key, body: { everyHours: 1 } });
    await set({ everyHours: 1 });
    const jobs = new IndexJobs(gateway.app.get<RecordStore>(RECORD_STORE));
    const { value: done } = await jobs.read('abc', job.id);
    // They wait for an hour, so that they are not run meanwhile.
    const waits = { status: 'queued', endedAt: null, lease: null, notBefore: Date.now() + HOUR_MS } as const;
    const waiting = Array.from({ length: 50 }, (_, at) => ({ ...done, ...waits, id: `jwaits${at}` }));
    for (const each of waiting)
      await jobs.save(null, { ...each, order: { ...each.order, repository: 'another' } });
    const { started, failed } = await gateway.app.get(RefreshService).startDue(Date.now() + 2 * HOUR_MS);
    expect(failed.map(({ code }) => code)).toEqual(['index_job_limit']);
    expect(started).toHaveLength(1);
    expect(await ended(started[0] ?? null)).toMatchObject({ status: 'finished' });
    await set({ everyHours: null });
  });

  it('is set by maintainers of the tenant, within a year', async () => {
    const reader = await keys.make({ tenant: 'acme', role: 'reader' });
    const other = await keys.make({ tenant: 'zeta', role: 'maintainer' });
    expectProblem(await set({ everyHours: 1 }, reader.key), 403, 'forbidden');
    expectProblem(await set({ everyHours: 1 }, other.key), 404, 'repository_unknown');
    for (const everyHours of [0, 1.5, 8_761, 'daily'])
      expectProblem(await set({ everyHours }), 400, 'bad_request');
  });

  it('ends with its repository', async () => {
    const { hook } = (await set({ everyHours: 1, hook: 'new' })).body;
    await call(gateway.url, 'DELETE /v1/repositories/shop?confirm=shop', { key });
    expect(await startedBy(Date.now() + 2 * HOUR_MS)).toEqual([]);
    const body = push();
    const gone = await send(hook?.path ?? '', body, signed(hook?.secret ?? '', body));
    expect([401, 429]).toContain(gone.status);
  });
});
