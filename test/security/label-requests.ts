import { setTimeout as sleep } from 'node:timers/promises';
import { FILES, NAMES, QUERIES } from './labelled-shop';

/** A request and what its reply says, without what differs between any two runs. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  readonly reply: unknown;
}

export interface Asking {
  readonly url: string;
  readonly key: string;
  /** False if the caller may read nothing: then only the first request of each kind is asked. */
  readonly isAnything: boolean;
  /** Waits until all turns so far are in the archive. */
  settled(): Promise<unknown>;
}

const OF_A_NAME = [
  'callers',
  'callees',
  'impact',
  'tests',
  'implementations',
  'usages',
  'readers',
  'accesses',
  'routes-to',
];
const OF_ALL = ['entry-points', 'unused', 'cycles', 'routes'];
const WAYS = [
  ['Cart.total', 'rate'],
  ['bonus', 'margin'],
  ['checkout', 'price'],
] as const;
const QUESTIONS = [
  'What does grade four of the narwhal scale earn?',
  'Who decides the discount of loyal customers?',
  'Who calls price?',
  'What is the unicorn?',
] as const;
const MCP = { accept: 'application/json, text/event-stream' };

/** Fields that differ between any two runs; and the number of secrets, which callers whom labels limit are not told. */
const VARIES =
  /^(?:id|turn|turnId|session|sessionId|session_id|turn_id|links|at|ms|waitedMs|workMs|totalMs|durationMs|lastAskedAt|finishedAt|askedAt|endedAt|lastAt|startedAt|createdAt|indexedAt|updatedAt|created|created_at|completed_at|instance|pipeline|root|commit|secrets|key|uri|response_id|item_id)$/;
/** Ids of turns and messages inside of texts. */
const IDS = /\b(?:t0[0-9a-z]{16,}|(?:chatcmpl|resp|msg)[-_][\w-]+)/g;
/** A session in a text, also in one that is quoted in JSON. */
const SESSION = /\\?"session\\?":\s?\\?"([^"\\]+)/g;

/** Sends every kind of request that applies labels, also about what its own turns have left behind. */
export async function askEverything(asking: Asking): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  const sessions = new Set<string>();
  const nameless = (text: string): string => {
    let shown = text.replaceAll(IDS, 'ID').replaceAll(asking.url, 'URL');
    for (const session of sessions) shown = shown.replaceAll(session, 'SESSION');
    return shown;
  };
  const ask = async (route: string, body?: object): Promise<Reply> => {
    const reply = await patient(asking, route, body);
    for (const [, session] of JSON.stringify(reply.body).matchAll(SESSION))
      if (session) sessions.add(session);
    const request = nameless(`${route} ${body ? JSON.stringify(body) : ''}`);
    const text = nameless(JSON.stringify(reply.body, told));
    exchanges.push({ request, status: reply.status, reply: JSON.parse(text) as unknown });
    return reply;
  };
  await askTheIndex(ask, asking.isAnything);
  if (asking.isAnything) await askTurns(ask, asking);
  return exchanges;
}

type Ask = (route: string, body?: object) => Promise<Reply>;

async function askTheIndex(ask: Ask, isAnything: boolean): Promise<void> {
  const few = <T>(list: readonly T[]): readonly T[] => (isAnything ? list : list.slice(0, 1));
  for (const query of few(QUERIES))
    for (const mode of ['bm25', 'hybrid', 'semantic'])
      await ask('POST /v1/search', { query, mode, topK: 20 });
  await ask('POST /v1/search', { query: 'walrus board', repository: 'shop*', snapshot: 'old' });
  await ask('POST /v1/search', { query: 'walrus board', filter: { pathPrefixes: ['payroll/'] } });
  for (const name of few(NAMES)) {
    await ask('POST /v1/lookup', { name });
    for (const operation of OF_A_NAME)
      await ask(`GET /v1/graph/${operation}?name=${encodeURIComponent(name)}`);
  }
  for (const operation of OF_ALL) await ask(`GET /v1/graph/${operation}`);
  for (const [from, to] of WAYS) await ask(`GET /v1/graph/path?name=${from}&other=${to}`);
  for (const snapshot of ['old', 'current']) await ask('POST /v1/sections', { snapshot });
  for (const id of few(Object.keys(FILES))) await ask('POST /v1/sections/text', { id });
  await ask('POST /v1/tables', {});
  await ask('POST /v1/tables/cells', { table: 'Prices', row: 'Chair' });
  for (const part of ['', '/shop', '/shop/snapshots', '/shop/sample-questions', '/none'])
    await ask(`GET /v1/repositories${part}`);
  const tool = (name: string, input: object): Promise<Reply> =>
    ask('POST /mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } });
  for (const query of few(QUERIES)) await tool('search', { query });
  for (const name of few(NAMES)) await tool('lookup', { name });
  for (const name of few(NAMES)) await tool('graph', { operation: 'usages', name });
  for (const id of few(Object.keys(FILES))) await tool('fetch_section', { id });
  await tool('fetch_table', { table: 'Prices', row: 'Chair' });
}

async function askTurns(ask: Ask, { settled }: Asking): Promise<void> {
  const turns: string[] = [];
  let session = '';
  for (const question of QUESTIONS) {
    const { body } = await ask('POST /v1/turns', { question, wait: true });
    const answered = body as { readonly id?: string; readonly session?: string };
    turns.push(answered.id ?? 'none');
    session ||= answered.session ?? 'none';
  }
  const followUp = await ask('POST /v1/turns', { question: 'And grade five of it?', session, wait: true });
  turns.push((followUp.body as { readonly id?: string }).id ?? 'none');
  const compared = await ask('POST /v1/revision-comparisons', {
    ...{ question: QUESTIONS[1], from: 'old', to: 'current', wait: true },
  });
  const tool = { name: 'ask', arguments: { question: QUESTIONS[1] } };
  await ask('POST /mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool });
  for (const content of QUESTIONS.slice(0, 2)) {
    const messages = [{ role: 'user', content }];
    await ask('POST /v1/chat/completions', { model: 'code', messages });
    await ask('POST /v1/chat/completions', { model: 'code', messages, stream: true });
    await ask('POST /v1/responses', { model: 'code', input: content });
  }
  await settled();
  for (const id of turns) {
    for (const part of ['', '/events', '/trace', '/staleness', '/feedback'])
      await ask(`GET /v1/turns/${id}${part}`);
    for (const n of [1, 2, 9])
      for (const part of ['source', 'file']) await ask(`GET /v1/turns/${id}/evidence/${n}/${part}`);
  }
  const filters = ['', '?q=narwhal', '?q=walrus', '?outcome=insufficient', '?repository=shop'];
  const states = ['fresh', 'moved', 'changed', 'gone', 'stale'].map((state) => `?staleness=${state}`);
  for (const filter of [...filters, ...states, '?staleness=stale&limit=1'])
    await ask(`GET /v1/turns${filter}`);
  await ask('GET /v1/sessions');
  await ask(`GET /v1/sessions/${session}`);
  await ask(`GET /v1/revision-comparisons/${(compared.body as { readonly id?: string }).id ?? 'none'}`);
  await ask(`POST /v1/turns/${turns[0] ?? 'none'}/rerun`);
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** The call, again until the view of the caller is built. */
async function patient({ url, key }: Asking, route: string, body?: object): Promise<Reply> {
  const [method = 'GET', path = ''] = route.split(' ', 2);
  for (;;) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(path === '/mcp' ? MCP : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!text.includes('index_busy')) return { status: response.status, body: read(text, response) };
    await sleep(20);
  }
}

function read(text: string, { headers }: Response): unknown {
  const type = headers.get('content-type') ?? '';
  if (/\bjson\b/.test(type)) return JSON.parse(text) as unknown;
  if (!type.startsWith('text/event-stream')) return text;
  const lines = text.split('\n').filter((line) => /^(?:event|data):/.test(line));
  const streamed = lines.filter((line) => !/"type":"answer.delta"|"delta":\{"content"/.test(line));
  const data = streamed.map((line) =>
    line.startsWith('data: {') ? (JSON.parse(line.slice(6)) as unknown) : line,
  );
  // How a text is cut into pieces depends on time.
  const pieces = lines.flatMap((line) => {
    const [, piece] =
      /"(?:content|text)":("(?:[^"\\]|\\.)*")/.exec(streamed.includes(line) ? '' : line) ?? [];
    return piece === undefined ? [] : [JSON.parse(piece) as string];
  });
  return { data: data.filter((line) => line !== 'event: answer.delta'), text: pieces.join('') };
}

/** A field as it is compared; undefined for one that varies. */
function told(name: string, value: unknown): unknown {
  // Sections and definitions have ids that say something: a path or a name.
  const isAbout =
    name === 'id' && typeof value === 'string' && /[./]/.test(value) && !/^t0[0-9a-z]{16,}/.test(value);
  return VARIES.test(name) && !isAbout ? undefined : value;
}
