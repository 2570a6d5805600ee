import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyLabels, runIndex } from '@quarry/indexer/run';
import { openStores, readConfig } from '@quarry/platform';
import { LabelStore, readLabelRules } from '@quarry/repositories';
import type { Running } from '@quarry/solo';
import { call, endsDealtWith, SOURCES, startGateway, type Reply } from '../api/gateway-under-test';
import type { OpenApi } from '../api/openapi';
import { Keys } from './keys-under-test';
import { FILES, writeFiles } from './labelled-shop';

const LABELS = `
default: {sensitivity: public}
rules:
  - {paths: ['*salar*', payroll/], groups: [finance], sensitivity: internal}
  - {paths: [docs/security.md], groups: [board]}
`;
const QUESTION = 'What does grade four of the narwhal scale earn?';

/** Routes that apply labels. Add a route only after checking what it shows. */
const OPEN: readonly string[] = [
  'DELETE /v1/sessions/{id}',
  'DELETE /v1/turns/{id}',
  'DELETE /v1/turns/{id}/feedback',
  'GET /v1/caller',
  'GET /v1/events/schema.json',
  'GET /v1/graph/{operation}',
  'GET /v1/models',
  'GET /v1/models/{id}',
  'GET /v1/pipelines',
  'GET /v1/pipelines/{name}',
  'GET /v1/repositories',
  'GET /v1/repositories/{name}',
  'GET /v1/repositories/{name}/sample-questions',
  'GET /v1/repositories/{name}/snapshots',
  'GET /v1/responses/{id}',
  'GET /v1/revision-comparisons/{id}',
  'GET /v1/sessions',
  'GET /v1/sessions/{id}',
  'GET /v1/sign-in',
  'GET /v1/turns',
  'GET /v1/turns/{id}',
  'GET /v1/turns/{id}/events',
  'GET /v1/turns/{id}/evidence/{n}/file',
  'GET /v1/turns/{id}/evidence/{n}/source',
  'GET /v1/turns/{id}/feedback',
  'GET /v1/turns/{id}/staleness',
  'GET /v1/turns/{id}/trace',
  'PATCH /v1/sessions/{id}',
  'POST /mcp',
  'POST /v1/chat/completions',
  // It has a signature in place of a key, and shows nothing.
  'POST /v1/hooks/git/{id}',
  'POST /v1/lookup',
  'POST /v1/responses',
  'POST /v1/responses/{id}/cancel',
  'POST /v1/revision-comparisons',
  'POST /v1/search',
  'POST /v1/sections',
  'POST /v1/sections/text',
  // They come before a credential, and show nothing.
  'POST /v1/sign-in',
  'POST /v1/sign-in/end',
  'POST /v1/sign-in/renewal',
  'POST /v1/sign-in/token',
  'POST /v1/tables',
  'POST /v1/tables/cells',
  'POST /v1/turns',
  'POST /v1/turns/{id}/cancel',
  'POST /v1/turns/{id}/feedback',
  'POST /v1/turns/{id}/rerun',
];

let folder: string;
let root: string;
let gateway: Running & { readonly url: string };
let keys: Keys;
const key = { clerk: '', board: '', guest: '', old: '', all: '', ops: '', keeper: '' };

const config = (labels: 'off' | 'enforce' = 'enforce') =>
  readConfig({ dataDir: join(folder, 'data'), embedderUrl: 'none', labels }, {});

/** Puts a labels file in force, as an index run does, or `quarry labels refresh`. */
async function label(
  yaml: string,
  repository = 'shop',
  by: 'run' | 'refresh' = 'run',
): Promise<readonly string[]> {
  writeFileSync(join(folder, repository, 'quarry-labels.yaml'), yaml);
  const notes: string[] = [];
  const stores = await openStores(config());
  try {
    const ref = { repository, snapshot: 'current' };
    if (by === 'refresh') await new LabelStore(stores.recordStore).put(ref, { rules: readLabelRules(yaml) });
    const listener = { note: (text: string) => notes.push(text) };
    await applyLabels(config(), stores, { ref, root: join(folder, repository) }, listener);
  } finally {
    await stores.close();
  }
  return notes;
}

/** A call, again while the view of the caller is built. */
async function as(who: keyof typeof key, route: string, body?: object): Promise<Reply> {
  for (;;) {
    const reply = await call(gateway.url, route, { key: key[who], ...(body ? { body } : {}) });
    if (reply.body['code'] !== 'index_busy') return reply;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-label-routes-')));
  root = join(folder, 'shop');
  writeFiles(root, FILES);
  writeFileSync(join(root, 'quarry-labels.yaml'), LABELS);
  const listener = { signal: new AbortController().signal, progress: () => undefined, note: () => undefined };
  await runIndex(config('off'), { root, repository: 'shop', by: 'cli' }, listener, SOURCES);
  gateway = await startGateway(join(folder, 'data'), { labels: 'enforce' });
  keys = new Keys(join(folder, 'data'));
  const make = async (change: Parameters<Keys['make']>[0]) => (await keys.make(change)).key;
  key.clerk = await make({ clearance: { groups: ['finance'], sensitivity: 'internal' } });
  key.board = await make({ clearance: { groups: ['board'], sensitivity: 'restricted' } });
  key.guest = await make({ clearance: { groups: [], sensitivity: null } });
  key.old = await make({ role: 'operator' });
  key.all = await make({ clearance: 'all' });
  key.keeper = await make({ clearance: 'all', role: 'maintainer' });
  key.ops = await make({ clearance: 'all', role: 'operator', tenant: 'ops' });
});
afterAll(async () => {
  await keys.close();
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => label(LABELS));

describe('labels', () => {
  it('decide what each caller finds; a key of before labels finds what is for everybody', async () => {
    const found = async (who: keyof typeof key, query: string): Promise<string> =>
      JSON.stringify((await as(who, 'POST /v1/search', { query, mode: 'bm25' })).body);
    for (const who of ['clerk', 'all', 'ops'] as const) expect(await found(who, 'narwhal')).toContain('4200');
    for (const who of ['board', 'guest', 'old'] as const)
      expect(await found(who, 'narwhal')).not.toMatch(/4200|salar|narwhal scale/i);
    expect(await found('board', 'pangolin')).toContain('opens the vault');
    expect(await found('clerk', 'pangolin')).not.toContain('opens the vault');
    // The rules tell what there is to hide.
    expect(await found('clerk', 'finance')).not.toContain('quarry-labels');
  });

  it('cannot be gone round by the name of a view, or of the whole snapshot', async () => {
    const { body } = await as('clerk', 'POST /v1/search', { query: 'narwhal', mode: 'bm25' });
    expect(JSON.stringify(body)).not.toContain('~');
    for (const snapshot of ['current', `current~${'0'.repeat(32)}`])
      expect(
        JSON.stringify(
          (await as('guest', 'POST /v1/search', { query: 'narwhal', mode: 'bm25', snapshot })).body,
        ),
      ).not.toContain('4200');
  });

  it('hide past turns, sessions and sources from callers who may read less than their asker', async () => {
    const asked = await as('clerk', 'POST /v1/turns', { question: QUESTION, wait: true });
    expect(JSON.stringify(asked.body['answer'])).toContain('4200');
    const [id, session] = [String(asked.body['id']), String(asked.body['session'])];
    await endsDealtWith(gateway);
    const routes = ['', '/events', '/staleness', '/trace'].map((part) => `GET /v1/turns/${id}${part}`);
    const places = [`GET /v1/turns/${id}/evidence/1/source`, `GET /v1/turns/${id}/evidence/1/file`];
    for (const route of [...routes, ...places, `GET /v1/sessions/${session}`]) {
      for (const who of ['clerk', 'all'] as const)
        expect({ route, who, status: (await as(who, route)).status }).toEqual({ route, who, status: 200 });
      for (const who of ['guest', 'board', 'old'] as const)
        expect({ route, who, status: (await as(who, route)).status }).toEqual({ route, who, status: 404 });
    }
    for (const who of ['guest', 'board'] as const) {
      expect((await as(who, `POST /v1/turns/${id}/rerun`)).status).toBe(404);
      expect(JSON.stringify((await as(who, 'GET /v1/turns')).body)).not.toContain(id);
      expect(JSON.stringify((await as(who, 'GET /v1/sessions')).body)).not.toMatch(/narwhal/);
      expect((await as(who, 'POST /v1/turns', { question: 'And grade five?', session })).body).toMatchObject({
        code: 'session_unknown',
      });
    }
    // Neither can one who reads everything put more into the session.
    expect((await as('all', 'POST /v1/turns', { question: 'And?', session })).status).toBe(404);
    expect((await as('clerk', 'POST /v1/turns', { question: 'And grade five?', session })).status).toBe(202);
  });

  it('give a session of one name to each clearance', async () => {
    const ask = async (who: keyof typeof key): Promise<Reply> =>
      as(who, 'POST /v1/turns', { question: QUESTION, session: 'shared', createSession: true, wait: true });
    const [clerk, guest] = [await ask('clerk'), await ask('guest')];
    expect(clerk.body['session']).not.toBe(guest.body['session']);
    expect(JSON.stringify(guest.body)).not.toMatch(/4200|salar/);
  });

  it('count for past turns as they are now', async () => {
    const asked = await as('clerk', 'POST /v1/turns', { question: QUESTION, wait: true });
    const other = await as('clerk', 'POST /v1/turns', {
      question: 'What does the quokka feed say?',
      wait: true,
    });
    await endsDealtWith(gateway);
    await label(LABELS.replace('groups: [finance]', 'groups: [board]'));
    expect((await as('clerk', `GET /v1/turns/${String(asked.body['id'])}`)).status).toBe(404);
    expect((await as('clerk', `GET /v1/turns/${String(other.body['id'])}`)).status).toBe(200);
    expect(
      JSON.stringify((await as('clerk', 'POST /v1/search', { query: 'narwhal', mode: 'bm25' })).body),
    ).not.toContain('4200');
    await label(LABELS);
    expect((await as('clerk', `GET /v1/turns/${String(asked.body['id'])}`)).status).toBe(200);
  });

  it('hide a repository without any, and divide each of several', async () => {
    const desk = {
      'notes.md': '# Notes\n\nThe narwhal desk is closed on Mondays.\n',
      'plan.md': '# Plan\n\nA yak.\n',
    };
    writeFiles(join(folder, 'desk'), desk);
    const listener = {
      signal: new AbortController().signal,
      progress: () => undefined,
      note: () => undefined,
    };
    const about = { root: join(folder, 'desk'), repository: 'desk', by: 'cli' };
    await runIndex(config(), about, listener, SOURCES);
    const narwhal = { query: 'narwhal', mode: 'bm25' };
    const named = async (who: keyof typeof key): Promise<readonly unknown[]> => {
      const { body } = await as(who, 'GET /v1/repositories');
      return (body['repositories'] as readonly { readonly name: string }[]).map(({ name }) => name);
    };
    expect(await named('all')).toEqual(['desk', 'shop']);
    expect(await named('clerk')).toEqual(['shop']);
    expect(JSON.stringify((await as('clerk', 'POST /v1/search', narwhal)).body)).not.toMatch(/desk/);
    const problem = async (repository: string): Promise<string> =>
      JSON.stringify((await as('clerk', 'POST /v1/search', { ...narwhal, repository })).body).replaceAll(
        repository,
        'X',
      );
    expect(await problem('desk')).toBe(await problem('none'));

    await label('default: {groups: [finance]}\nrules: [{paths: [plan.md], groups: [board]}]\n', 'desk');
    expect(await named('clerk')).toEqual(['desk', 'shop']);
    expect(await named('guest')).toEqual(['shop']);
    const found = JSON.stringify((await as('clerk', 'POST /v1/search', narwhal)).body);
    expect(found).toMatch(/closed on Mondays/);
    expect(found).toMatch(/narwhal scale has nine/);
    expect(found).not.toContain('~');
    const asked = await as('clerk', 'POST /v1/turns', {
      ...{ question: 'When is the narwhal desk closed?', wait: true },
      filter: { pathPrefixes: ['desk/', 'shop/docs/guide.md'] },
    });
    expect(JSON.stringify(asked.body)).toMatch(/closed on Mondays/);
    expect(JSON.stringify(asked.body)).not.toMatch(/yak|~/);
    await endsDealtWith(gateway);
    const turn = `GET /v1/turns/${String(asked.body['id'])}`;
    expect((await as('guest', turn)).status).toBe(404);
    await label(LABELS.replace('docs/security.md', 'docs/security.md, src/rate.ts'));
    expect((await as('clerk', turn)).status).toBe(200);
    await label('default: {groups: [board]}\nrules: []\n', 'desk');
    expect((await as('clerk', turn)).status).toBe(404);
    expect(await named('clerk')).toEqual(['shop']);
  });

  it('can be put through the API: in force from the next request on, also after the next index run', async () => {
    const route = 'PUT /v1/repositories/shop/labels';
    const rules = [{ paths: ['*salar*', 'payroll/'], groups: ['board'] }];
    const found = async (who: keyof typeof key): Promise<string> =>
      JSON.stringify((await as(who, 'POST /v1/search', { query: 'narwhal', mode: 'bm25' })).body);
    expect(await found('clerk')).toContain('4200');
    const put = await as('ops', route, { default: { sensitivity: 'public' }, rules });
    expect(put).toMatchObject({ status: 200, body: { repository: 'shop' } });
    expect(put.body['snapshots']).toMatchObject([
      { snapshot: 'current', source: 'request', problem: null, unlabelled: 1, rules },
    ]);
    // Nothing was built yet: no call in between may still see the former labels.
    const next = await call(gateway.url, 'POST /v1/search', {
      ...{ key: key.clerk, body: { query: 'narwhal', mode: 'bm25' } },
    });
    expect(JSON.stringify(next.body)).not.toContain('4200');
    expect(await found('clerk')).not.toContain('4200');
    expect(await found('board')).toContain('4200');
    expect(await label(LABELS)).toEqual([expect.stringMatching(/quarry-labels.yaml is not in force/)]);
    expect(await found('clerk')).not.toContain('4200');
    expect((await as('ops', 'GET /v1/repositories/shop/labels')).body).toEqual(put.body);

    const wrong = { rules: [{ paths: ['!a'], sensitivity: 'secret' }] };
    const refused = await as('ops', route, wrong);
    expect(refused).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    expect(refused.body['detail']).toMatch(/pattern "!a".*\nunknown sensitivity "secret"/);
    expect(refused.body['detail']).not.toContain('yaml:');
    expect((await as('ops', route, { rules: [], snapshot: 'none' })).body).toMatchObject({
      code: 'repository_unknown',
    });
    // The shop is shared: a maintainer of one tenant cannot open it to others, and none whom labels limit can.
    expect((await as('keeper', route, { rules })).status).toBe(403);
    expect((await as('old', route, { rules })).status).toBe(403);
    await label(LABELS, 'shop', 'refresh');
    expect(await found('clerk')).toContain('4200');
  });

  it('with errors are for nobody but those who read everything', async () => {
    expect(await label('rules:\n  - {paths: payroll, groups: [finance]}\n')).toEqual([
      expect.stringMatching(/quarry-labels\.yaml:2:13: `paths` must be a list of names/),
    ]);
    for (const who of ['clerk', 'guest'] as const)
      for (const [route, body] of [
        ['POST /v1/search', { query: 'cart' }],
        ['GET /v1/repositories/shop', undefined],
        ['POST /v1/turns', { question: 'What is a cart?' }],
      ] as const)
        expect((await as(who, route, body)).body).toMatchObject({ code: 'repository_unknown' });
    expect((await as('all', 'POST /v1/search', { query: 'cart', mode: 'bm25' })).status).toBe(200);
  });

  it('close every route that does not apply them', async () => {
    const { body } = await call<OpenApi>(gateway.url, 'GET /v1/openapi.json', { key: key.all });
    const opened: string[] = [];
    for (const [path, methods] of Object.entries(body.paths))
      for (const method of Object.keys(methods)) {
        const route = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, 'x')}`;
        if (path.startsWith('/health') || path === '/v1/owner-session') continue;
        const reply = await call(gateway.url, route, { key: key.old });
        if (reply.status !== 403) opened.push(`${method.toUpperCase()} ${path}`);
      }
    expect(opened.sort()).toEqual([...OPEN]);
  });
});
