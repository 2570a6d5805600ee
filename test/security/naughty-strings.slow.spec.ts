import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnDto } from '@quarry/client';
import { defined } from '@quarry/turn';
import { call, type Reply } from '../api/gateway-under-test';
import { Worker } from '../operations/worker';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { AttackFamily } from './attack-family';
import { ADVERSARIAL } from './under-attack';
import { PASSAGES } from '../passages';

const PUBLIC = join(ADVERSARIAL, 'blns.json');
const there = existsSync(PUBLIC);

/** Strings that break lines, terminals, databases, templates and encodings; these are tried everywhere, the public ones where they are there. */
const OWN: readonly string[] = [
  ...[
    'a\u0000b',
    '\ud800',
    'a\udfffb',
    '\ufffe\uffff',
    '\u202etxt.exe',
    '\u2028a\u2029b',
    '\u0085',
    '\u007f',
    'a\rb',
    'a\nb',
  ],
  ...[
    'a\r\n{"level":"fatal","message":"forged"}',
    '\u001b[2J\u001b]0;owned\u0007',
    '" OR 1=1 --',
    "'; DROP TABLE turns; --",
  ],
  ...[
    'NEAR(a b, 1)',
    '*',
    '-',
    '^:',
    'a AND',
    '"',
    '((((',
    '{"$ne": ""}',
    '${7*7}',
    '{{7*7}}',
    '{% include "x" %}',
    '%s%n%x',
  ],
  ...[
    '../../etc/passwd',
    '..%2f..%2f',
    'file:///etc/passwd',
    'C:\\con',
    '$(touch /tmp/x)',
    '`id`',
    '| id',
    '<script>alert(1)</script>',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    '-1',
    '1e999',
    '0x1',
    'true',
    '質問',
    '👩‍👩‍👧',
    'İ',
    'ﬁ',
    'ß',
    'Z̸̡a̷l̷g̷o̷',
  ],
  ...[
    '\u200b',
    '\ufeff',
    '\u00a0',
    ' a ',
    '\ta',
    'a'.repeat(99),
    '質'.repeat(33),
    'MATCH (n) DETACH DELETE n',
    "') RETURN n //",
    '[Answer:] x',
  ],
];

const STRINGS = [...OWN, ...(there ? (JSON.parse(readFileSync(PUBLIC, 'utf8')) as string[]) : [])];
/** For fields that keep nothing: every other one of the public strings. */
const HALF = STRINGS.filter((_, n) => n < OWN.length || n % 2 === 0);
/** Fields whose text is given back. */
const KEEPING = ['the text of a golden question', 'the comment of a feedback', 'the name of a key'];
const AT_ONCE = 4;
/** One that is there. */
const SESSION = 'own';

/** The result for a string: the status and, if the field is stored, the stored value. */
interface Taken {
  readonly reply: Reply;
  readonly kept?: unknown;
}

jest.setTimeout(300_000);

/** T4. Over a process of its own: its log is read at the end. */
describe('T4: naughty strings in every field', () => {
  let fixture: IndexedFixture;
  let worker: Worker;
  let key: string;
  let turn: string;
  const family = new AttackFamily('test/security/naughty-strings.slow.spec.ts');

  const send = (route: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> =>
    call(worker.api, route, { key, headers, ...defined({ body }) });

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    worker = new Worker([], {
      QUARRY_DATA: fixture.dataDir,
      EMBEDDER_URL: 'none',
      QUARRY_PORT: '0',
      QUARRY_LOG_FORMAT: 'json',
      QUARRY_LOG_LEVEL: 'debug',
      QUARRY_RATE_LIMIT: '0',
    });
    await worker.start();
    const operator = { name: 'of the test', tenant: 'local', role: 'operator' };
    key = String((await call(worker.api, 'POST /v1/keys', { body: operator })).body['key']);
    turn = String(
      (
        await send('POST /v1/turns', {
          ...{ question: 'What is an invoice?', wait: true, session: SESSION, createSession: true },
        })
      ).body['id'],
    );
    await send('POST /v1/golden-sets', { name: 'faq' });
  }, 120_000);
  afterAll(async () => {
    await worker.stop();
    await fixture.remove();
  });

  const FIELDS: Readonly<Record<string, (text: string, n: number) => Promise<Taken>>> = {
    'the text of a golden question': async (text, n) => {
      const reply = await send('POST /v1/golden-sets/faq/questions', {
        id: `q${n}`,
        text,
        gold: [{ path: 'a.ts' }],
      });
      return { reply, kept: (reply.body['question'] as { text?: unknown } | undefined)?.text };
    },
    'the comment of a feedback': async (comment) => {
      const reply = await send(`POST /v1/turns/${turn}/feedback`, { rating: 'up', comment });
      const { feedback } = reply.body as { feedback?: readonly { mine: boolean; comment: unknown }[] };
      return { reply, kept: feedback?.find(({ mine }) => mine)?.comment };
    },
    'the name of a key': async (name) => {
      const reply = await send('POST /v1/keys', { name, tenant: 'other', role: 'reader' });
      return { reply, kept: reply.body['name'] };
    },
    'what is searched for': async (query) => ({ reply: await send('POST /v1/search', { query, topK: 1 }) }),
    'what is looked up': async (name) => ({ reply: await send('POST /v1/lookup', { name }) }),
    'the name of a session': async (session) => ({
      reply: await send('POST /v1/turns', { question: 'Why?', session, createSession: true }),
    }),
    'the name of a pipeline': async (pipeline) => ({
      reply: await send('POST /v1/turns', { question: 'Why?', pipeline }),
    }),
    'the name of a repository': async (repository) => ({
      reply: await send('POST /v1/turns', { question: 'Why?', repository }),
    }),
    'a path': async (text) => ({ reply: await send(`GET /v1/sessions/${encoded(text)}`) }),
    'a filter of a list': async (text) => ({ reply: await send(`GET /v1/turns?limit=1&q=${encoded(text)}`) }),
    headers: async (text) => {
      const header = text.replace(/[^\x20-\x7e\x80-\xff]/g, '~');
      const headers = {
        'x-request-id': header,
        'idempotency-key': header,
        'user-agent': header,
        traceparent: header,
      };
      return { reply: await send('GET /v1/caller', undefined, headers) };
    },
  };

  it.each(Object.keys(FIELDS))('%s: no fault of the server, and kept as it was sent', async (name) => {
    const field = FIELDS[name];
    const keeps = KEEPING.includes(name);
    const texts = keeps ? STRINGS : HALF;
    const numbered = texts.map((text, n) => ({ text, n }));
    await family.row({
      name,
      // Refused strings prove nothing of what keeps them: this one is taken, and kept.
      benign: { text: benignFor(name, fixture.repository), n: texts.length },
      attacks: numbered,
      atOnce: AT_ONCE,
      send: async ({ text, n }) => {
        const { reply, kept } = (await field?.(text, n)) ?? {};
        return { status: reply?.status ?? 0, kept };
      },
      reached: ({ status, kept }) =>
        status >= 200 && status < 300 && (keeps ? kept === benignFor(name) : kept === undefined),
      judge: ({ status, kept }, { text }) => {
        expect({ text, ownFault: status >= 500 }).toEqual({ text, ownFault: false });
        // White space around it is no part of a text.
        const wanted = { text, kept: text.trim() };
        expect(
          status < 300 && keeps ? { text, kept: (typeof kept === 'string' ? kept : '').trim() } : wanted,
        ).toEqual(wanted);
      },
    });
  });

  it('a question: kept as it was sent, and its turn ends', async () => {
    // Every turn costs as much as a hundred of the others.
    await family.row({
      name: 'a question',
      benign: 'What is an invoice?',
      attacks: STRINGS.filter((text, n) => text.trim() !== '' && (n < OWN.length || n % 8 === 0)),
      send: (question) =>
        call<TurnDto>(worker.api, 'POST /v1/turns', { key, body: { question, wait: true } }),
      reached: ({ status, body }) => status === 200 && body.reason === PASSAGES.reason,
      judge: ({ status, body }, question) => {
        expect([200, 400]).toContain(status);
        const kept = status === 200 ? body.question.original : question.trim();
        expect({ question, kept }).toEqual({ question, kept: question.trim() });
        expect({ question, outcome: status === 200 ? body.outcome : null }).not.toMatchObject({
          outcome: 'failed',
        });
      },
    });
  });

  it('every line of the log is one entry, and none is forged', async () => {
    await worker.stop();
    const lines = worker.output
      .split('\n')
      .filter(
        (line) => line !== '' && !/^(quarry: |note |interrupted| {2}http:\/\/127\.0\.0\.1:)/.test(line),
      );
    const entries = lines.map((line) => JSON.parse(line) as { message?: string; level: string });
    expect(entries.length).toBeGreaterThan(STRINGS.length);
    expect(entries.filter(({ message }) => message === 'forged')).toEqual([]);
    expect(entries.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
    family.counted(there ? undefined : OWN.length * 11);
  });
});

/** What each field takes. */
function benignFor(field: string, repository = ''): string {
  const names: Readonly<Record<string, string>> = {
    'the name of a pipeline': 'code',
    'a path': SESSION,
    'the name of a repository': repository,
  };
  return names[field] ?? 'invoice';
}

/** Percent-encoded, also where the text is no text (half of a pair of surrogates). */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/^\.{1,2}$/, '%2e') || '%20';
}
