import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import { indexFixture } from '../scenarios/index-fixture';
import { atLeastOne } from './at-least-one';
import { ADVERSARIAL } from './under-attack';

const NAUGHTY = join(ADVERSARIAL, 'blns.json');
const strings: readonly string[] = existsSync(NAUGHTY)
  ? (JSON.parse(readFileSync(NAUGHTY, 'utf8')) as string[]).filter((text) => text.trim() !== '')
  : [
      "'; DROP TABLE chunks; --",
      '%',
      '_',
      '${x}',
      '../../etc/passwd',
      '<script>alert(1)</script>',
      '田中さん',
      '\u202etest',
    ];
const SECRET = 'zebrasecret-that-lies-outside';

describe('a hostile repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-hostile-'));
  const root = join(folder, 'repo');
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Running & { readonly url: string };
  const named: string[] = [];

  beforeAll(async () => {
    for (const place of [root, join(root, 'named'), join(folder, 'outside')])
      mkdirSync(place, { recursive: true });
    writeFileSync(join(folder, 'outside/secret.ts'), `export const zebrasecret = '${SECRET}';\n`);
    symlinkSync('../outside/secret.ts', join(root, 'link.ts'));
    symlinkSync('../outside', join(root, 'folder'));
    symlinkSync('/etc/passwd', join(root, 'passwd.md'));
    symlinkSync('.', join(root, 'loop'));
    for (const [n, text] of strings.entries()) {
      writeFileSync(join(root, `text${n}.md`), `# zebratext${n}\n\n${text}\n`);
      writeFileSync(
        join(root, `symbol${n}.ts`),
        `export class Zebra${n} { ['${JSON.stringify(text).slice(1, -1)}']() { return ${JSON.stringify(text)}; } }\n`,
      );
      const name = `${text.replace(/[/\0]/g, '').slice(0, 60)}.md`;
      if (name.length < 5 || Buffer.byteLength(name) > 250) continue;
      writeFileSync(join(root, 'named', name), `zebraname${n}\n`);
      named.push(`named/${name}`);
    }
    writeFileSync(join(root, 'deep.json'), '['.repeat(200_000));
    writeFileSync(join(root, 'deep.yaml'), `${'a: {'.repeat(50_000)}\n`);
    writeFileSync(join(root, 'bomb.yaml'), 'a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n'.repeat(100));
    writeFileSync(join(root, 'package.json'), `{"name": ${'['.repeat(50_000)}`);
    writeFileSync(join(root, 'line.md'), 'zebraline '.repeat(100_000));
    fixture = await indexFixture(root);
    gateway = await startGateway(fixture.dataDir);
  }, 60_000);
  afterAll(async () => {
    await gateway.close();
    await fixture.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (question: string, more: object = {}): Promise<TurnDto> => {
    const { body, status } = await call<TurnDto>(gateway.url, 'POST /v1/turns', {
      body: { question, wait: true, ...more },
    });
    expect({ question, status }).toEqual({ question, status: 200 });
    expect(body.outcome).not.toBe('failed');
    return body;
  };

  it('shows nothing that lies outside of it', async () => {
    const turn = await ask('Where is zebrasecret, and who is root in passwd?');
    expect(JSON.stringify(turn)).not.toContain(SECRET);
    expect(JSON.stringify(turn.evidence)).not.toMatch(/root:|outside\//);
  });

  it('may contain any text: evidence is the content of the file', async () => {
    for (const [n, text] of strings.entries()) {
      if (n % 6 !== 0) continue;
      const turn = await ask(`zebratext${n}`);
      const found = turn.evidence.find(({ path }) => path === `text${n}.md`);
      const clean = text.replaceAll('\r\n', '\n').trim();
      expect({ text, found: found?.text.includes(clean.split('\n')[0]!.slice(0, 200)) }).toEqual({
        text,
        found: true,
      });
    }
  });

  it('may have any names: they are kept as they are, or left out', async () => {
    for (const [n] of strings.entries()) {
      if (n % 8 !== 0) continue;
      const { evidence } = await ask(`zebraname${n}`);
      for (const { path } of evidence.filter(({ path }) => path.startsWith('named/'))) {
        expect(named).toContain(path);
        expect(path).not.toMatch(/\p{Cc}/u);
      }
    }
  });

  it.each([
    '%',
    '_',
    '%%',
    'text_',
    'te%t',
    "' OR 1=1 --",
    "'; DELETE FROM chunks; --",
    '*',
    'text*',
    '[t]ext',
    '"text"',
    '..',
    '\u0000',
    'text0.md\u0000',
  ])('has no file that the filter %j lets through', async (prefix) => {
    const { evidence } = await ask('zebratext0', { filter: { pathPrefixes: [prefix] } });
    expect(evidence).toEqual([]);
    expect((await ask('zebratext0', { filter: { languages: [prefix] } })).evidence).toEqual([]);
  });

  it.each([
    'zebratext0"',
    'zebratext0" OR "a',
    'path:zebratext0',
    'zebratext0*',
    'NEAR(zebratext0 a)',
    '^zebratext0',
    'zebratext0 AND NOT',
    '{path}: zebratext0',
    '-zebratext0',
    '\u0000zebratext0',
  ])('is searched for the words of %j, which is no query language', async (question) => {
    const turn = await ask(question);
    expect(turn.searches.filter(({ fallback }) => fallback?.includes('syntax'))).toEqual([]);
    // The word in it is found, as words are.
    expect(turn.evidence.map(({ path }) => path)).toContain('text0.md');
    for (const { path } of atLeastOne(turn.evidence)) expect(existsSync(join(root, path))).toBe(true);
  });
});

describe('a web page of another site', () => {
  it('may not read replies: no header allows it, and no preflight is answered', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'quarry-cors-'));
    const gateway = await startGateway(dataDir);
    try {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      for (const route of [
        'GET /v1/turns',
        'GET /v1/openapi.json',
        'OPTIONS /v1/turns',
        'GET /health/live',
        'GET /nothing',
      ]) {
        const reply = await call(gateway.url, route, { headers });
        const allowed = [...reply.headers.keys()].filter((name) => name.startsWith('access-control-'));
        expect({ route, allowed }).toEqual({ route, allowed: [] });
      }
    } finally {
      await gateway.close();
      rmSync(dataDir, { recursive: true });
    }
  });
});
