import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Running } from '@quarry/solo';
import { call, EventStream, expectProblem, startGateway } from './gateway-under-test';
import { begin, until, type Job } from './index-jobs';

const SHOP = resolve(__dirname, '../fixtures/dotnet-shop');

/** Enough for a job that runs for some seconds: it is cancelled once it reports progress. */
const MANY = 2_000;

jest.setTimeout(120_000);

describe('indexing through the API', () => {
  let root: string;
  let sources: string;
  let gateway: Running & { readonly url: string };

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-jobs-api-')));
    sources = join(root, 'sources');
    cpSync(SHOP, join(sources, 'shop'), { recursive: true });
    writeFileSync(join(sources, 'shop', 'huge.txt'), 'a line of text\n'.repeat(200_000));
    mkdirSync(join(sources, 'many'));
    for (let n = 0; n < MANY; n++)
      writeFileSync(
        join(sources, 'many', `m${n}.ts`),
        `export function f${n}(): number {\n  return ${n};\n}\n`,
      );
    mkdirSync(join(root, 'outside'));
    writeFileSync(join(root, 'outside', 'secret.txt'), 'nobody may read this');
    symlinkSync(join(root, 'outside'), join(sources, 'escape'));
    gateway = await startGateway(join(root, 'data'), { indexRoots: [sources] });
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(root, { recursive: true });
  });

  const order = (more: object = {}) => ({
    repository: 'shop',
    source: { path: join(sources, 'shop') },
    vectors: false,
    ...more,
  });

  it('reads a folder, tells how far it is, names what it could not read, and answers questions', async () => {
    const reply = await call<Job>(gateway.url, 'POST /v1/index-jobs', { body: order() });
    expect(reply).toMatchObject({ status: 202, body: { status: 'queued', fault: null, indexed: null } });
    expect(reply.headers.get('location')).toBe(reply.body.links.self);
    const stream = await EventStream.open(gateway.url, reply.body.links.events);
    const events = (await stream.rest()).map(({ id, event, data }) => ({
      id: Number(id),
      event,
      data: JSON.parse(data) as Record<string, unknown>,
    }));
    expect(events[0]).toMatchObject({ event: 'job.started', data: { type: 'job.started', attempt: 1 } });
    expect(events.map(({ event }) => event)).toContain('job.progress');
    expect(events.find(({ event }) => event === 'job.progress')?.data).toMatchObject({
      phase: expect.any(String) as string,
      done: expect.any(Number) as number,
      total: expect.any(Number) as number,
    });
    expect(events.filter(({ event }) => event === 'job.failed_file').map(({ data }) => data)).toEqual([
      expect.objectContaining({
        kind: 'skipped',
        path: 'huge.txt',
        reason: expect.stringContaining('limit') as string,
      }),
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'job.finished', data: { status: 'finished', code: null } });
    expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).sort((a, b) => a - b));

    const job = await until(gateway.url, reply.body);
    expect(job).toMatchObject({
      status: 'finished',
      indexed: { files: 27, failures: 1, root: join(sources, 'shop') },
    });
    const { body } = await call<{ answer: { text: string }; evidence: { path: string }[] }>(
      gateway.url,
      'POST /v1/turns',
      {
        body: {
          question: 'What happens to stock when an invoice is cancelled?',
          repository: 'shop',
          wait: true,
        },
      },
    );
    expect(body.evidence.length).toBeGreaterThan(0);
  });

  it('resumes the stream after the last event that was seen, and says when nothing is left', async () => {
    const job = await until(gateway.url, await begin(gateway.url, order()));
    const all = await (await EventStream.open(gateway.url, job.links.events)).rest();
    const middle = all[Math.floor(all.length / 2)];
    const rest = await EventStream.open(gateway.url, job.links.events, { 'last-event-id': middle?.id ?? '' });
    expect((await rest.rest()).map(({ id }) => id)).toEqual(
      all.slice(all.indexOf(middle ?? all[0]!) + 1).map(({ id }) => id),
    );
    const nothing = await EventStream.open(gateway.url, job.links.events, {
      'last-event-id': all.at(-1)?.id ?? '',
    });
    expect(nothing.response.status).toBe(204);
    const garbage = await EventStream.open(gateway.url, job.links.events, { 'last-event-id': '1; DROP' });
    expect(await garbage.rest()).toHaveLength(all.length);
  });

  it('begins one job under one key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await begin(gateway.url, order(), { headers });
    expect((await begin(gateway.url, order(), { headers })).id).toBe(first.id);
    const other = await call(gateway.url, 'POST /v1/index-jobs', {
      body: order({ snapshot: 'v2' }),
      headers,
    });
    expectProblem(other, 422, 'idempotency_conflict');
    await until(gateway.url, first);
  });

  it('is cancelled before it is done, waiting or running, and what was written is whole', async () => {
    const many = order({ repository: 'many', source: { path: join(sources, 'many') } });
    const running = await begin(gateway.url, many);
    const waiting = await begin(gateway.url, { ...many, snapshot: 'v2' });
    await until(gateway.url, running, ({ progress }) => progress !== null);
    expect((await call(gateway.url, `POST ${waiting.links.cancel}`)).body).toMatchObject({ cancelled: true });
    expect(await until(gateway.url, waiting)).toMatchObject({ status: 'cancelled', attempts: 0 });
    expect((await call(gateway.url, `POST ${running.links.cancel}`)).body).toMatchObject({ cancelled: true });
    const ended = await until(gateway.url, running);
    expect(ended).toMatchObject({ status: 'cancelled', cancelling: false, fault: null });
    expect((await call(gateway.url, `POST ${running.links.cancel}`)).body).toMatchObject({
      cancelled: false,
    });
    // The next run resumes from there.
    expect(await until(gateway.url, await begin(gateway.url, many))).toMatchObject({
      status: 'finished',
      indexed: { files: MANY },
    });
  });

  it('fails with a code and a sentence where there is nothing to read', async () => {
    const job = await begin(gateway.url, order({ source: { path: join(sources, 'gone') } }));
    expect(await until(gateway.url, job)).toMatchObject({
      status: 'failed',
      fault: { code: 'path_not_found', message: expect.stringContaining('gone') as string },
    });
    const [last] = (await (await EventStream.open(gateway.url, job.links.events)).rest()).slice(-1);
    expect(JSON.parse(last?.data ?? '')).toMatchObject({ status: 'failed', code: 'path_not_found' });
  });

  describe('reads nothing outside the folders that it may read', () => {
    it.each([
      ['/etc', 403, 'source_forbidden'],
      ['/', 403, 'source_forbidden'],
      ['SOURCES2', 403, 'source_forbidden'],
      ['SOURCES/../outside', 400, 'bad_request'],
      ['SOURCES/./shop', 400, 'bad_request'],
      ['SOURCES//shop', 400, 'bad_request'],
      ['shop', 400, 'bad_request'],
      ['file:///etc', 400, 'bad_request'],
      ['SOURCES/shop\u0000', 400, 'bad_request'],
      ['', 400, 'bad_request'],
    ])('%s', async (path, status, code) => {
      const reply = await call(gateway.url, 'POST /v1/index-jobs', {
        body: order({ source: { path: path.replace('SOURCES', sources) } }),
      });
      expectProblem(reply, status, code);
    });

    it('behind a symbolic link, whose target only the indexer sees', async () => {
      for (const path of ['escape', 'escape/secret.txt']) {
        const job = await begin(gateway.url, order({ source: { path: join(sources, path) } }));
        expect(await until(gateway.url, job)).toMatchObject({
          status: 'failed',
          fault: { code: 'source_forbidden' },
        });
      }
    });
  });

  it.each([
    ['a repository with a path', { repository: 'a/b' }],
    ['a repository that climbs', { repository: '..' }],
    ["another tenant's name", { repository: '@acme/shop' }],
    ['a name that is no ASCII', { repository: 'ｓhop' }],
    ['a snapshot that climbs', { snapshot: '../x' }],
    ['chunks of no size', { chunking: { tokens: 1 } }],
    ['an unknown field', { shell: 'rm -rf /' }],
    ['an invalid source', { source: null }],
    ['sources', { source: [{ path: '/etc' }] }],
    ['invalid chunking', { chunking: [] }],
  ])('refuses %s', async (_what, more) => {
    const reply = await call(gateway.url, 'POST /v1/index-jobs', { body: order(more) });
    expectProblem(reply, 400, 'bad_request');
  });

  it('refuses to read an unknown repository again', async () => {
    const body = order({ repository: 'unheard-of', source: undefined });
    const reply = await call(gateway.url, 'POST /v1/index-jobs', { body });
    expectProblem(reply, 404, 'repository_unknown');
  });

  it('shows jobs, newest first, and knows no other', async () => {
    const { body } = await call<{ jobs: Job[] }>(gateway.url, 'GET /v1/index-jobs?limit=3');
    expect(body.jobs).toHaveLength(3);
    expectProblem(await call(gateway.url, 'GET /v1/index-jobs/jnothing'), 404, 'index_job_unknown');
    expectProblem(await call(gateway.url, 'POST /v1/index-jobs/jnothing/cancel'), 404, 'index_job_unknown');
    expectProblem(await call(gateway.url, 'GET /v1/index-jobs/jnothing/events'), 404, 'index_job_unknown');
  });
});
