import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TurnDto } from '@quarry/gateway';
import type { Running } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import type { OpenApi } from '../api/openapi';
import { indexFixture } from '../scenarios/index-fixture';
import { counted } from './families';

/** Stands in a file beside the source root, and, by another name, in this machine's list of users. */
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

/** Fields of bodies that name a file, a folder, or something that is kept as one. */
const BODIES: readonly (readonly [route: string, body: (text: string) => object])[] = [
  ['POST /v1/index-jobs', (path) => ({ path })],
  ['POST /v1/index-jobs', (path) => ({ path: `ROOT/${path}` })],
  ['POST /v1/index-jobs', (name) => ({ path: 'ROOT', repository: name })],
  ['POST /v1/index-jobs', (name) => ({ path: 'ROOT', snapshot: name })],
  ['POST /v1/search', (path) => ({ query: 'zebrasecret', filter: { pathPrefixes: [path] } })],
  ['POST /v1/search', (name) => ({ query: 'zebrasecret', repository: name })],
  ['POST /v1/lookup', (name) => ({ names: [name] })],
  ['POST /v1/lookup', (name) => ({ name })],
  ['POST /v1/turns', (pipeline) => ({ question: 'zebrasecret?', pipeline })],
  ['POST /v1/turns', (repository) => ({ question: 'zebrasecret?', repository })],
  ['POST /v1/golden-sets', (name) => ({ name })],
  [
    'POST /v1/pipelines/validate',
    (path) => ({ text: `pipeline: {name: a, extends: ${JSON.stringify(path)}}` }),
  ],
  [
    'POST /v1/pipelines/validate',
    (path) => ({
      text: `pipeline:\n  name: a\n  extends: base\n  steps:\n    - {id: answer, action: answerer.call_model, prompt: ${JSON.stringify(path)}}`,
    }),
  ],
];

describe('T7: path traversal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-traversal-'));
  const root = join(folder, 'repo');
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Running & { readonly url: string };
  let document: OpenApi;
  let turn: TurnDto;
  let tried = 0;

  beforeAll(async () => {
    for (const place of [root, join(folder, 'outside')]) mkdirSync(place);
    writeFileSync(join(folder, 'outside/secret.ts'), `export const secret = '${SECRET}';\n`);
    writeFileSync(join(root, 'guide.md'), '# Guide\n\nThe zebra is kept in the attic.\n');
    symlinkSync('../outside/secret.ts', join(root, 'link.ts'));
    symlinkSync('../outside', join(root, 'folder'));
    fixture = await indexFixture(root);
    gateway = await startGateway(fixture.dataDir, { indexRoots: [root], rateLimit: 0 });
    document = (await call<OpenApi>(gateway.url, 'GET /v1/openapi.json')).body;
    const body = { question: 'Where is the zebra kept?', wait: true };
    turn = (await call<TurnDto>(gateway.url, 'POST /v1/turns', { body })).body;
  }, 120_000);
  afterAll(async () => {
    await gateway.close();
    await fixture.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sent as it is: `fetch` would tidy a path up before. */
  const get = (path: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const sent = request(gateway.url, { path }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.on('error', reject).end();
    });
  const judge = (what: string, { status, text }: { status: number; text: string }): void => {
    tried += 1;
    expect({ what, status: status < 500, outside: OUTSIDE.exec(text)?.[0] ?? null }).toEqual({
      what,
      status: true,
      outside: null,
    });
  };
  const raw = (escape: string): string => escape.replaceAll('ROOT', root);
  /** What a path of HTTP can hold, and no more is encoded than must be. */
  const inPath = (escape: string): string =>
    raw(escape).replace(/[^\x21-\x7e]|[?#\\"<>^`{|}]/gu, (char) => encodeURIComponent(char));

  it('by a parameter of any route leads to nothing outside', async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const operation = methods['get'];
      if (!operation || path.endsWith('/events')) continue;
      for (const { name, in: place } of operation.parameters.filter(({ in: at }) => at !== 'header'))
        for (const [at, escape] of ESCAPES.entries()) {
          // Every other one for each: all of them for the routes together.
          if ((at >> 1) % 2 !== name.length % 2) continue;
          const known = (text: string): string =>
            text.replace(/\{(\w+)\}/g, (_all, other: string) =>
              other === 'id' ? turn.id : other === 'n' ? '1' : other === 'snapshot' ? 'current' : 'repo',
            );
          // Encoded, and as it is, in turn.
          const value = place === 'path' && at % 2 === 0 ? inPath(escape) : encodeURIComponent(raw(escape));
          const form =
            place === 'path' ? known(path.replace(`{${name}}`, value)) : `${known(path)}?${name}=${value}`;
          judge(form, await get(form));
        }
    }
  }, 180_000);

  it('by a field of a body leads to nothing outside', async () => {
    for (const [route, body] of BODIES)
      for (const escape of ESCAPES) {
        const text = JSON.stringify(body(escape)).replaceAll('ROOT', JSON.stringify(root).slice(1, -1));
        const reply = await call(gateway.url, route, { body: text });
        judge(`${route} ${text}`, { status: reply.status, text: JSON.stringify(reply.body) });
      }
  }, 180_000);

  it('by files of the console leads to nothing outside', async () => {
    for (const escape of ESCAPES)
      for (const path of [`/console/${inPath(escape)}`, `/${inPath(escape)}`]) judge(path, await get(path));
  });

  it('has indexed nothing that lies outside', async () => {
    const body = { question: 'What is zebrasecret, the secret?', wait: true };
    const { body: asked } = await call<TurnDto>(gateway.url, 'POST /v1/turns', { body });
    expect(JSON.stringify(asked.evidence)).not.toMatch(OUTSIDE);
    counted('test/security/traversal.spec.ts', tried);
  });
});
