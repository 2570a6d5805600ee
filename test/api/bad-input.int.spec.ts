import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { ROOT } from '../scenarios/scenario';
import { call, expectProblem, startGateway, type Reply } from './gateway-under-test';

const NAUGHTY = join(ROOT, '../shared/data/adversarial/blns.json');
const JSON_SUITE = join(ROOT, '../shared/data/adversarial/json_test_suite.jsonl');

describe('bad input', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Running & { readonly url: string };

  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    call(gateway.url, 'POST /v1/turns', { body, headers });

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    gateway = await startGateway(fixture.dataDir);
  });
  afterAll(async () => {
    await gateway.close();
    await fixture.remove();
  });

  it.each(['', ' \n\t ', '\u0000', '\u200b\u200b', '\ufeff\u2060'])(
    'an empty question (%j) is said to be empty',
    async (question) => {
      expect(expectProblem(await post({ question }), 400, 'question_empty')).toContain('Ask something');
    },
  );

  it.each([
    ['33 KB', 'How? '.repeat(33 * 205)],
    ['33 KB of wide characters', '質'.repeat(11_300)],
    ['many tokens', 'a b c d '.repeat(3_900)],
  ])('a question of %s is too long', async (_name, question) => {
    expectProblem(await post({ question }), 413, 'question_too_long');
  });

  it('a body that inflates beyond the limit is too long', async () => {
    const body = gzipSync(JSON.stringify({ question: 'x'.repeat(10 * 1024 * 1024) }));
    expectProblem(await post(body, { 'content-encoding': 'gzip' }), 413, 'body_too_large');
  });

  it('a body of 1 MB is too large', async () => {
    expectProblem(await post({ question: 'x'.repeat(1024 * 1024) }), 413, 'body_too_large');
  });

  it('an unknown pipeline is answered with the nearest name', async () => {
    const reply = await post({ question: 'Why?', pipeline: 'cod' });
    expect(expectProblem(reply, 404, 'pipeline_unknown')).toContain("did you mean 'code'");
    const read = await call(gateway.url, 'GET /v1/pipelines/Codee');
    expect(expectProblem(read, 404, 'pipeline_unknown')).toContain("did you mean 'code'");
    expectProblem(await post({ question: 'Why?', pipeline: 'base' }), 404, 'pipeline_unknown');
  });

  it('a session that is not there is not begun by accident', async () => {
    expectProblem(await post({ question: 'Why?', session: 'nobody' }), 404, 'session_unknown');
  });

  it.each([
    [{ question: 'Why?', sesion: 's' }, "unknown field 'sesion'; did you mean 'session'"],
    [{ question: 'Why?', filter: { language: ['sql'] } }, "unknown field 'filter.language'"],
    [{}, 'question must be a string'],
    [{ question: 7 }, 'question'],
    [{ question: ['Why?'] }, 'question'],
    [{ question: null }, 'question'],
    [{ question: 'Why?', pipeline: 7 }, 'pipeline'],
    [{ question: 'Why?', pipeline: '../code' }, 'pipeline'],
    [{ question: 'Why?', session: null }, 'session'],
    [{ question: 'Why?', session: { $ne: '' } }, 'session'],
    [{ question: 'Why?', session: 'a:b' }, 'session'],
    [{ question: 'Why?', wait: 'yes' }, 'wait'],
    [{ question: 'Why?', isEnglish: null }, 'isEnglish'],
    [{ question: 'Why?', filter: [] }, 'filter'],
    [{ question: 'Why?', filter: 'sql' }, 'filter'],
    [{ question: 'Why?', filter: { languages: 'sql' } }, 'filter.languages'],
    [{ question: 'Why?', filter: { languages: [1] } }, 'filter.languages[0] must be a string'],
    [{ question: 'Why?', filter: { pathPrefixes: Array(51).fill('a') } }, 'pathPrefixes'],
    [[{ question: 'Why?' }], ''],
    [[], ''],
  ])('%j is refused by the name of what is wrong', async (body, named) => {
    expect(expectProblem(await post(body), 400, 'bad_request')).toContain(named);
  });

  it.each([
    '',
    '{',
    '{"question": "a"',
    'null',
    '7',
    '"Why?"',
    '{"question": "\u0001"}',
    "{'question': 'a'}",
  ])('a body that is no JSON object (%j) is refused', async (body) => {
    expectProblem(await post(body), 400, 'bad_request');
  });

  it.each([
    '{"question":"Why?","__proto__":{"wait":true}}',
    '{"question":"Why?","constructor":{"prototype":{"wait":true}}}',
  ])('%s reaches no prototype', async (body) => {
    expect((await post(body)).status).toBe(202);
    expect(({} as Record<string, unknown>)['wait']).toBeUndefined();
  });

  it('a body of another kind is refused', async () => {
    expectProblem(
      await post('question=Why', { 'content-type': 'text/plain' }),
      415,
      'media_type_unsupported',
    );
    expectProblem(
      await post('question=Why', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'media_type_unsupported',
    );
    expectProblem(
      await post('{}', { 'content-type': 'application/json; charset=klingon' }),
      415,
      'media_type_unsupported',
    );
    expectProblem(await post('{}', { 'content-encoding': 'gzip' }), 400, 'bad_request');
    expectProblem(await post('{}', { 'content-encoding': 'rot13' }), 415, 'media_type_unsupported');
  });

  it.each(['two words', 'x'.repeat(201), 'ümlaut'])('the idempotency key %j is refused', async (key) => {
    expectProblem(await post({ question: 'Why?' }, { 'idempotency-key': key }), 400, 'bad_request');
  });

  it.each(['GET /v1', 'GET /v2/turns', 'GET /v1/turns/x/events/y', 'GET /../../etc/passwd'])(
    'there is no %s',
    async (route) => {
      expect(expectProblem(await call(gateway.url, route), 404, 'route_unknown')).toContain('/docs');
    },
  );

  it.each([
    ['PUT /v1/turns', 'GET, HEAD, POST'],
    ['PATCH /v1/turns/x', 'DELETE, GET, HEAD'],
    ['POST /v1/sessions', 'GET, HEAD'],
    ['DELETE /v1/pipelines/code', 'GET, HEAD'],
    ['GET /v1/chat/completions', 'POST'],
  ])('%s is told the methods of the path: %s', async (route, allowed) => {
    const { status, headers, body } = await call<{ detail?: string }>(gateway.url, route);
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: allowed });
    expect(JSON.stringify(body)).toContain(`only ${allowed}.`);
  });

  it.each(['GET /v1/turns/%', 'GET /v1/turns/%ff', 'GET /v1/sessions/%c0%af', 'GET /v1/turns/%E0%A4/events'])(
    'a path that cannot be decoded (%s) is refused',
    async (route) => {
      expectProblem(await call(gateway.url, route), 400, 'bad_request');
    },
  );

  const suite = existsSync(JSON_SUITE) ? it : it.skip;
  suite(
    'bodies of the JSON test suite are never an error of the server (skipped where it is not there)',
    async () => {
      const cases = readFileSync(JSON_SUITE, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { b64: string | null });
      const bodies = cases.flatMap(({ b64 }) => (b64 === null ? [] : [Buffer.from(b64, 'base64')]));
      expect(bodies.length).toBeGreaterThan(200);
      for (const body of bodies) expectProblem(await post(body), 400, 'bad_request');
    },
  );

  const naughty = existsSync(NAUGHTY) ? describe : describe.skip;
  naughty('strings of the Big List of Naughty Strings (skipped where it is not there)', () => {
    const all = existsSync(NAUGHTY) ? (JSON.parse(readFileSync(NAUGHTY, 'utf8')) as string[]) : [];
    const sample = all.filter((text, index) => text.trim() !== '' && index % 8 === 0);
    const more = ['a\u0000b', '\ud800', 'a\udfffb', '\u202Etxt.exe', '" OR 1=1 --', 'NEAR(', '*', '-', '^:'];

    it('are filters that find nothing, or session, turn and pipeline names that are not there', async () => {
      const broken: string[] = [];
      for (const text of [...sample.filter((_, index) => index % 2 === 0), ...more]) {
        const filter = { pathPrefixes: [text.slice(0, 1_000)], languages: [text.slice(0, 50)] };
        const filtered = await post({ question: 'invoice', filter, wait: true });
        expect({ text, status: filtered.status }).toEqual({ text, status: 200 });
        expect(filtered.body).not.toMatchObject({ outcome: 'failed' });
        const path = encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '?'));
        for (const route of [
          'GET /v1/turns/',
          'GET /v1/sessions/',
          'DELETE /v1/sessions/',
          'GET /v1/pipelines/',
        ]) {
          const { status } = await call(gateway.url, `${route}${path}`);
          if (status >= 500) broken.push(`${status} ${route}${path}`);
        }
      }
      expect(broken).toEqual([]);
    }, 120_000);
  });
});
