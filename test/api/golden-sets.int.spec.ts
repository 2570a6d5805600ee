import type { Running } from '@quarry/solo';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, expectProblem, startGateway } from './gateway-under-test';

interface SetBody {
  readonly revision: number;
  readonly size: number;
  readonly questions: readonly { readonly id: string; readonly text: string; readonly note: string }[];
}

const OURS = { key: 'key-of-acme' };
const THEIRS = { key: 'key-of-rival' };
const GOLD = [{ path: 'a.ts', lines: [1, 9], grade: 1 }];

describe('golden sets by HTTP', () => {
  let dataDir: string;
  let gateway: Running & { readonly url: string };
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'quarry-golden-'));
    gateway = await startGateway(dataDir, { apiKeys: { [OURS.key]: 'acme', [THEIRS.key]: 'rival' } });
  });
  afterAll(async () => {
    await gateway.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const create = (name: string, more: object = {}) =>
    call<SetBody>(gateway.url, 'POST /v1/golden-sets', { ...OURS, body: { name, ...more } });
  const add = (name: string, body: object, headers: Record<string, string> = {}) =>
    call(gateway.url, `POST /v1/golden-sets/${name}/questions`, { ...OURS, body, headers });
  const read = async (name: string) =>
    (await call<SetBody>(gateway.url, `GET /v1/golden-sets/${name}`, OURS)).body;

  it('are created once, listed by name, and deleted', async () => {
    const created = await create('two', { description: 'second' });
    expect(created).toMatchObject({ status: 201, body: { revision: 1, size: 0, questions: [] } });
    expect(created.headers.get('location')).toBe('/v1/golden-sets/two');
    expect(created.headers.get('etag')).toBe('"1"');
    expect((await create('two', { description: 'second' })).status).toBe(200);
    const other = await call(gateway.url, 'POST /v1/golden-sets', { ...OURS, body: { name: 'two' } });
    expect(expectProblem(other, 409, 'golden_exists')).toContain('another description');
    await create('one');
    const listed = await call<{ sets: { name: string }[] }>(gateway.url, 'GET /v1/golden-sets', OURS);
    expect(listed.body.sets.map(({ name }) => name)).toEqual(['one', 'two']);
    for (const name of ['one', 'two'])
      expect((await call(gateway.url, `DELETE /v1/golden-sets/${name}`, OURS)).status).toBe(200);
    expectProblem(await call(gateway.url, 'DELETE /v1/golden-sets/one', OURS), 404, 'golden_set_unknown');
  });

  it('take questions, once each, replace and delete them, and count their revisions', async () => {
    await create('faq');
    const question = { id: 'q1', text: ' Why? ', gold: [{ path: 'a.ts' }] };
    expect(await add('faq', question)).toMatchObject({
      status: 201,
      body: {
        revision: 2,
        created: true,
        question: { id: 'q1', text: 'Why?', gold: [{ lines: null, grade: 1 }] },
      },
    });
    expect(await add('faq', question)).toMatchObject({ status: 200, body: { revision: 2, created: false } });
    expectProblem(await add('faq', { ...question, text: 'How?' }), 409, 'golden_exists');
    const replaced = await call(gateway.url, 'PUT /v1/golden-sets/faq/questions/q1', {
      ...OURS,
      body: { text: 'How?', unanswerable: true },
    });
    expect(replaced).toMatchObject({
      status: 200,
      body: { revision: 3, question: { gold: [], unanswerable: true } },
    });
    const removed = await call(gateway.url, 'DELETE /v1/golden-sets/faq/questions/q1', OURS);
    expect(removed).toMatchObject({ status: 200, body: { revision: 4, questions: [] } });
    for (const route of ['PUT', 'DELETE']) {
      const body = route === 'PUT' ? { body: { text: 'x', unanswerable: true } } : {};
      const reply = await call(gateway.url, `${route} /v1/golden-sets/faq/questions/q1`, {
        ...OURS,
        ...body,
      });
      expectProblem(reply, 404, 'golden_question_unknown');
    }
  });

  it('change only in the revision that the caller has seen, where he says which', async () => {
    await create('seen');
    const unanswerable = (text: string) => ({ text, unanswerable: true });
    expect((await add('seen', unanswerable('One?'), { 'if-match': '"1"' })).status).toBe(201);
    const late = await add('seen', unanswerable('Two?'), { 'if-match': '"1"' });
    expect(expectProblem(late, 412, 'revision_conflict')).toContain('If-Match: "2"');
    expect((await add('seen', unanswerable('Two?'), { 'if-match': '*' })).status).toBe(201);
    expectProblem(await add('seen', unanswerable('Three?'), { 'if-match': 'W/x' }), 400, 'bad_request');
    const stale = { ...OURS, headers: { 'if-match': '"1"' } };
    expectProblem(await call(gateway.url, 'DELETE /v1/golden-sets/seen', stale), 412, 'revision_conflict');
    expect((await read('seen')).size).toBe(2);
  });

  it('keep every question of many callers at once', async () => {
    await create('busy');
    const texts = Array.from({ length: 12 }, (_, i) => `Question ${i}?`);
    const replies = await Promise.all(texts.map((text) => add('busy', { text, unanswerable: true })));
    expect(replies.map(({ status }) => status)).toEqual(texts.map(() => 201));
    const { questions, revision } = await read('busy');
    expect(questions.map(({ text }) => text).sort()).toEqual(texts.toSorted());
    expect(revision).toBe(13);
  });

  it.each([
    [{ text: 'Why?' }, /has no expectation/],
    [{ text: '  ', unanswerable: true }, /is empty/],
    [{ text: 'Why?', unanswerable: true, answers: ['So.'] }, /neither accepted answers nor gold/],
    [{ text: 'Why?', gold: [{ path: 'a', lines: [9, 1] }] }, /end before they begin/],
    [{ text: 'Why?', gold: [{ path: 'a', lines: [0, 1] }] }, /lines/],
    [{ text: 'Why?', gold: [{ path: 'a', grade: 11 }] }, /grade/],
    [{ text: 'Why?', gold: [{ path: '' }] }, /path/],
    [{ text: 'Why?', answers: [' '] }, /accepted answer is empty/],
    [{ text: 'Why?', answers: ['x'], id: '../x' }, /id must be/],
    [{ text: 'Why?', answers: ['x'], aswers: [] }, /unknown field 'aswers'/],
    [{ unanswerable: true }, /either 'turnId', or 'text'/],
    [{ turnId: 't1', text: 'Why?' }, /either 'turnId', or 'text'/],
    [{ turnId: 't1', isEnglish: false }, /turn's own/],
  ])('refuse %j', async (body, message) => {
    await create('odd');
    expect(expectProblem(await add('odd', body), 400, 'bad_request')).toMatch(message);
    expect((await read('odd')).size).toBe(0);
  });

  it('refuse what would outgrow them', async () => {
    await create('large');
    const long = 'x'.repeat(8_001);
    expectProblem(await add('large', { text: long, unanswerable: true }), 409, 'golden_limit');
    expectProblem(await add('large', { text: 'Why?', answers: [long] }), 409, 'golden_limit');
    const answers = Array.from({ length: 20 }, (_, i) => `${i} `.padEnd(8_000, 'y'));
    let reply = await add('large', { text: 'Why 0?', answers });
    for (let i = 1; reply.status === 201; i += 1) reply = await add('large', { text: `Why ${i}?`, answers });
    expect(expectProblem(reply, 409, 'golden_limit')).toMatch(/1048576 are allowed.*another set/);
  });

  it('tell what is wrong with a name, a schedule or a comparison', async () => {
    for (const name of ['', '..', 'a/b', '-x', 'x'.repeat(101)])
      expectProblem(
        await call(gateway.url, 'POST /v1/golden-sets', { ...OURS, body: { name } }),
        400,
        'bad_request',
      );
    await create('plain');
    const schedule = (body: object) =>
      call(gateway.url, 'PUT /v1/golden-sets/plain/schedule', { ...OURS, body });
    expectProblem(await schedule({ pipelines: [] }), 400, 'bad_request');
    expectProblem(await schedule({ pipelines: ['code', 'code'] }), 400, 'bad_request');
    expectProblem(await schedule({ pipelines: ['code'], everyHours: 0 }), 400, 'bad_request');
    expectProblem(await schedule({ pipelines: ['cod'], everyHours: 1 }), 404, 'pipeline_unknown');
    const run = (body: object) => call(gateway.url, 'POST /v1/golden-sets/plain/runs', { ...OURS, body });
    expect(expectProblem(await run({ pipelines: ['code'] }), 400, 'bad_request')).toContain(
      'no questions yet',
    );
    expectProblem(await run({ pipelines: ['a', 'b', 'c', 'd', 'e'] }), 400, 'bad_request');
    const compare = (query: string) =>
      call(gateway.url, `GET /v1/golden-sets/plain/comparison${query}`, OURS);
    expectProblem(await compare(''), 400, 'bad_request');
    expectProblem(await compare('?base=r1&with=r2'), 404, 'golden_run_unknown');
  });

  it('do not exist for another tenant, by any verb', async () => {
    await create('secret');
    await add('secret', { id: 'q1', text: 'Why?', gold: GOLD });
    const question = { text: 'Mine?', unanswerable: true };
    const routes: readonly [string, object?][] = [
      ['GET /v1/golden-sets/secret'],
      ['DELETE /v1/golden-sets/secret'],
      ['POST /v1/golden-sets/secret/questions', question],
      ['POST /v1/golden-sets/secret/questions', { turnId: 't1' }],
      ['PUT /v1/golden-sets/secret/questions/q1', question],
      ['DELETE /v1/golden-sets/secret/questions/q1'],
      ['PUT /v1/golden-sets/secret/schedule', { pipelines: ['code'], everyHours: 1 }],
      ['POST /v1/golden-sets/secret/runs', { pipelines: ['code'] }],
      ['GET /v1/golden-sets/secret/runs'],
      ['GET /v1/golden-sets/secret/runs/r1'],
      ['DELETE /v1/golden-sets/secret/runs/r1'],
      ['GET /v1/golden-sets/secret/comparison?base=r1&with=r2'],
    ];
    for (const [route, body] of routes) {
      const sent = body ? { body } : {};
      expectProblem(await call(gateway.url, route, { ...THEIRS, ...sent }), 404, 'golden_set_unknown');
      expectProblem(await call(gateway.url, route, sent), 401, 'unauthorized');
    }
    const theirs = await call(gateway.url, 'GET /v1/golden-sets', THEIRS);
    expect(theirs.body).toEqual({ sets: [] });
    expect(await read('secret')).toMatchObject({ revision: 2, size: 1 });
  });
});
