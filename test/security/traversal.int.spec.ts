import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '@quarry/solo';
import { defined } from '@quarry/turn';
import { call, startGateway, type Reply } from '../api/gateway-under-test';
import { until, type Job } from '../api/index-jobs';
import type { OpenApi } from '../api/openapi';
import { builtConsole } from '../browser/built-console';
import { ROOT } from '../scenarios/scenario';
import { atLeastOne } from './at-least-one';
import { AttackFamily } from './attack-family';
import { benignRequests, isAnswered, targetOf, type BenignRequest } from './benign-requests';
import { Keys } from './keys-under-test';
import { furnish, type Objects } from './tenant-objects';

/** Is in a file next to the source root and, by another name, in this machine's list of users. */
const SECRET = 'zebrasecret-that-lies-outside';
const OUTSIDE = /zebrasecret-that-lies-outside|root:[^:]*:0:0:/;

/** T7: ways out of a folder, as names of files are spoilt. `ROOT`: the source root. */
const ESCAPES: readonly string[] = [
  '../outside/secret.ts',
  '..\\outside\\secret.ts',
  './../outside/secret.ts',
  'a/../../outside/secret.ts',
  '....//outside/secret.ts',
  '..;/outside/secret.ts',
  '..%2foutside%2fsecret.ts',
  '%2e%2e/outside/secret.ts',
  '%252e%252e%252foutside%252fsecret.ts',
  '..%c0%afoutside%c0%afsecret.ts',
  '\uff0e\uff0e/outside/secret.ts',
  '..\u2215outside\u2215secret.ts',
  '../outside/secret.ts\u0000.md',
  'link.ts',
  'folder/secret.ts',
  'ROOT/../outside/secret.ts',
  'ROOT/link.ts',
  'file://ROOT/../outside/secret.ts',
  '/etc/passwd',
  '//etc/passwd',
  'file:///etc/passwd',
  '../../../../../../../../etc/passwd',
  '..\\..\\..\\..\\..\\..\\etc\\passwd',
  '/proc/self/environ',
  '/proc/self/cwd/../outside/secret.ts',
  '~/../../etc/passwd',
  '$HOME/.ssh/id_rsa',
  'C:\\Windows\\win.ini',
  '\\\\server\\share',
  '.',
  '..',
  '',
];

/** A field of a body that names a file, a folder, or something that is kept as one. `ROOT` in it is the source root. */
interface Field {
  readonly field: string;
  readonly route: string;
  readonly body: (text: string) => object;
  readonly benign: string;
  /** Found in the reply to the benign text: what only the code under attack writes. */
  readonly found: RegExp;
}
/** A pipeline with prompts. */
const CODE = readFileSync(join(ROOT, 'pipelines/code/pipeline.yaml'), 'utf8');
const QUERY = { query: 'zebra zebrasecret', mode: 'bm25', repository: 'repo' };
const QUESTION = { question: 'Where is the zebra, and what is zebrasecret?', wait: true };
const job = { repository: 'repo', vectors: false };
const FIELDS: readonly Field[] = [
  {
    field: 'a source',
    route: 'POST /v1/index-jobs',
    body: (path) => ({ ...job, source: { path } }),
    benign: 'ROOT',
    found: /"status":"queued"/,
  },
  {
    ...{
      field: 'a source below the root',
      route: 'POST /v1/index-jobs',
      benign: 'docs',
      found: /"status":"queued"/,
    },
    body: (path) => ({ ...job, source: { path: `ROOT/${path}` } }),
  },
  {
    ...{
      field: 'a repository to index',
      route: 'POST /v1/index-jobs',
      benign: 'other',
      found: /"status":"queued"/,
    },
    body: (repository) => ({ ...job, repository, source: { path: 'ROOT' } }),
  },
  {
    ...{
      field: 'a snapshot to index',
      route: 'POST /v1/index-jobs',
      benign: 'next',
      found: /"status":"queued"/,
    },
    body: (snapshot) => ({ ...job, snapshot, source: { path: 'ROOT' } }),
  },
  {
    ...{ field: 'a filter of a search', route: 'POST /v1/search', benign: 'guide.md', found: /in the attic/ },
    body: (path) => ({ ...QUERY, filter: { pathPrefixes: [path] } }),
  },
  {
    ...{ field: 'a repository to search', route: 'POST /v1/search', benign: 'repo', found: /in the attic/ },
    body: (repository) => ({ ...QUERY, repository }),
  },
  {
    ...{ field: 'a snapshot to search', route: 'POST /v1/search', benign: 'current', found: /in the attic/ },
    body: (snapshot) => ({ ...QUERY, snapshot }),
  },
  {
    field: 'a name to look up',
    route: 'POST /v1/lookup',
    body: (name) => ({ name, repository: 'repo' }),
    benign: 'attic',
    found: /"qualifiedName":"attic/,
  },
  {
    ...{ field: 'a document', route: 'POST /v1/sections', benign: 'guide.md', found: /"title":"Guide"/ },
    body: (document) => ({ document, repository: 'repo' }),
  },
  {
    ...{ field: 'a section', route: 'POST /v1/sections/text', benign: 'guide.md', found: /in the attic/ },
    body: (id) => ({ id, repository: 'repo' }),
  },
  {
    ...{ field: 'a table', route: 'POST /v1/tables/cells', benign: 'guide.md', found: /"label":"Zebra"/ },
    body: (table) => ({ table, repository: 'repo' }),
  },
  {
    field: 'a pipeline',
    route: 'POST /v1/turns',
    body: (pipeline) => ({ ...QUESTION, repository: 'repo', pipeline }),
    benign: 'code',
    found: /in the attic/,
  },
  {
    field: 'a repository to ask about',
    route: 'POST /v1/turns',
    body: (repository) => ({ ...QUESTION, repository }),
    benign: 'repo',
    found: /in the attic/,
  },
  {
    ...{
      field: 'a filter of a question',
      route: 'POST /v1/turns',
      benign: 'guide.md',
      found: /in the attic/,
    },
    body: (path) => ({ ...QUESTION, repository: 'repo', filter: { pathPrefixes: [path] } }),
  },
  {
    field: 'a golden set',
    route: 'POST /v1/golden-sets',
    body: (name) => ({ name }),
    benign: 'faq',
    found: /"name":"faq"/,
  },
  {
    ...{
      field: 'the pipeline that one extends',
      route: 'POST /v1/pipelines/validate',
      benign: 'code',
      found: /"valid":true/,
    },
    body: (path) => ({ yaml: `pipeline: {name: a, extends: ${JSON.stringify(path)}}` }),
  },
  {
    ...{ field: 'the prompt of a step', route: 'POST /v1/pipelines/validate', found: /"valid":true/ },
    // A pipeline under its own name has its prompts.
    benign: 'prompts/answer.md',
    body: (path) => ({ yaml: CODE.replaceAll('prompts/answer.md', () => JSON.stringify(path)) }),
  },
];

describe('T7: path traversal', () => {
  const family = new AttackFamily('test/security/traversal.int.spec.ts');
  const folder = mkdtempSync(join(tmpdir(), 'quarry-traversal-'));
  const root = join(folder, 'repo');
  const dataDir = join(folder, 'data');
  let gateway: Running & { readonly url: string };
  let requests: readonly BenignRequest[];
  let key: string;

  beforeAll(async () => {
    builtConsole();
    for (const place of [root, join(root, 'docs'), join(folder, 'outside'), dataDir]) mkdirSync(place);
    writeFileSync(join(folder, 'outside/secret.ts'), `export const secret = '${SECRET}';\n`);
    writeFileSync(
      join(root, 'guide.md'),
      '# Guide\n\nThe zebra is kept in the attic.\n\n## More\n\nAnd nowhere else.\n\n| Animal | Legs |\n| --- | --- |\n| Zebra | 4 |\n',
    );
    writeFileSync(join(root, 'attic.ts'), 'export function attic(): void {}\n');
    writeFileSync(join(root, 'docs/note.md'), '# Note\n\nNothing.\n');
    symlinkSync('../outside/secret.ts', join(root, 'link.ts'));
    symlinkSync('../outside', join(root, 'folder'));
    const keys = new Keys(dataDir);
    ({ key } = await keys.make({ role: 'operator' }));
    await keys.close();
    gateway = await startGateway(dataDir, { indexRoots: [root], rateLimit: 0, webhookAllowPrivate: 'on' });
    const { body: document } = await call<OpenApi>(gateway.url, 'GET /v1/openapi.json', { key });
    const objects: Objects = await furnish(gateway.url, 'acme', root, key);
    requests = benignRequests(document, objects).filter(({ method }) => method === 'GET');
    await index({ ...job, source: { path: root } });
  }, 120_000);
  afterAll(async () => {
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Waits for its end, if it begins: what a job did is seen then. */
  const index = async (body: string | object): Promise<Reply & { readonly job?: Job }> => {
    const reply = await call<Job>(gateway.url, 'POST /v1/index-jobs', { key, body });
    const ended = reply.status === 202 ? await until(gateway.url, reply.body, undefined, { key }) : undefined;
    return { ...(reply as unknown as Reply), ...defined({ job: ended }) };
  };
  interface Seen {
    readonly status: number;
    readonly text: string;
  }
  /** Sent as it is: `fetch` would tidy a path up before. */
  const get = (path: string): Promise<Seen> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}` };
      const sent = request(gateway.url, { path, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.on('error', reject).end();
    });
  const judge = ({ status, text }: Seen, what: string): void => {
    expect({ what, ownFault: status >= 500, outside: OUTSIDE.exec(text)?.[0] ?? null }).toEqual({
      ...{ what, ownFault: false, outside: null },
    });
  };
  const raw = (escape: string): string => escape.replaceAll('ROOT', root);
  /** What a path of HTTP can hold, and no more is encoded than must be. */
  const inPath = (escape: string): string =>
    raw(escape).replace(/[^\x21-\x7e]|[?#\\"<>^`{|}]/gu, (char) => encodeURIComponent(char));
  /** Every other one for each parameter: all of them for the routes together. */
  const someFor = (name: string): readonly string[] =>
    ESCAPES.filter((_, at) => (at >> 1) % 2 === name.length % 2);

  /** The request once for each of its parameters and ways out. */
  const targets = (one: BenignRequest): readonly string[] => [
    ...Object.keys(one.parameters).flatMap((name) =>
      someFor(name).map((escape, at) => {
        const value = at % 2 === 0 ? inPath(escape) : encodeURIComponent(raw(escape));
        return targetOf({ ...one, path: one.path.replace(`{${name}}`, () => value) });
      }),
    ),
    ...Object.keys(one.query).flatMap((name) =>
      someFor(name).map((escape) => targetOf({ ...one, query: { ...one.query, [name]: raw(escape) } })),
    ),
  ];

  it('by a parameter of any route leads to nothing outside', async () => {
    for (const one of atLeastOne(requests.filter((each) => targets(each).length > 0)))
      await family.row({
        name: `GET ${one.path}`,
        benign: targetOf(one),
        attacks: targets(one),
        send: get,
        reached: ({ status }) => isAnswered(one, status),
        judge,
      });
  }, 180_000);

  it.each(FIELDS)(
    'by $field in a body leads to nothing outside',
    async ({ field, route, body, benign, found }) =>
      family.row({
        name: `${field} of ${route}`,
        benign,
        attacks: ESCAPES,
        send: async (escape): Promise<Seen> => {
          const text = JSON.stringify(body(escape)).replaceAll('ROOT', JSON.stringify(root).slice(1, -1));
          const reply = await (route.endsWith('jobs')
            ? index(text)
            : call(gateway.url, route, { key, body: text }));
          return { status: reply.status, text: JSON.stringify(reply) };
        },
        reached: ({ text }) => found.test(text),
        judge,
      }),
    180_000,
  );

  it('by files of the console leads to nothing outside', async () => {
    const page = (await get('/')).text;
    for (const [, file = '', name = ''] of atLeastOne([
      ...page.matchAll(/(?:src|href)="(\/[^"]*?([^"/]+))"/g),
    ]))
      await family.row({
        name: `the console's ${file}`,
        benign: file,
        attacks: ESCAPES.map((escape) => file.replace(name, () => inPath(escape))),
        send: get,
        // No page, which is what any other path leads to.
        reached: ({ status, text }) => status === 200 && text !== page,
        judge,
      });
  });

  it('has indexed nothing that lies outside, into any repository', async () => {
    const { body } = await call<{ repositories: { name: string }[] }>(gateway.url, 'GET /v1/repositories', {
      key,
    });
    for (const { name } of atLeastOne(body.repositories)) {
      const query = { query: 'zebrasecret secret', mode: 'bm25', repository: name };
      const { body: found } = await call(gateway.url, 'POST /v1/search', { key, body: query });
      expect(JSON.stringify(found)).not.toMatch(OUTSIDE);
    }
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    const held = files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1')).join('\n');
    expect(held).toContain('is kept in the attic');
    expect(held).not.toContain(SECRET);
    family.counted();
  });
});
