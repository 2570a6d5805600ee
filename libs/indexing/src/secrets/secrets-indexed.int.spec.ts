import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openGraphStore } from '@quarry/graph-store';
import { openSearchIndex } from '@quarry/search-index';
import { openMasker } from '@quarry/secrets';
import { openDocumentReader } from '@quarry/documents';
import { defined } from '@quarry/turn';
import { importRoslyn } from '../import/import-roslyn';
import { loadReaders } from '../readers';
import { indexRepository } from '../run/index-repository';
import type { IndexOptions, IndexReport } from '../run/options';
import { SOURCES } from '../run/testing/papers';

const DIGITS = 'kQ7wZx0bTn4KpW9sVe2LdRf6Hy3Mg8Uc5J1a';
/** Secrets in the format that their vendors publish, assembled here. */
const GITHUB = `gh${'p_'}${DIGITS}`;
const STRIPE = `sk_${'live_'}${DIGITS.slice(0, 24)}`;
const NPM = `np${'m_'}${[...DIGITS].reverse().join('')}`;
const SLACK = `xo${'xb-'}308417592604-593081462704-${DIGITS.slice(4, 28)}`;
const SECRETS = [GITHUB, STRIPE, NPM, SLACK];

const FILES: Readonly<Record<string, string>> = {
  'src/pay.ts': `const key = '${STRIPE}';\nexport function pay(token = '${GITHUB}') {\n  return key + token;\n}\n`,
  'src/plain.ts': 'export function add(a: number, b: number) {\n  return a + b;\n}\n',
  'db/login.sql': `CREATE PROCEDURE dbo.Login AS SELECT * FROM dbo.Users WHERE Token = '${NPM}';\n`,
  'docs/guide.md': `# Guide\n\n## With ${SLACK} in a heading\n\nUse it so.\n`,
  'docs/page.html': `<html><body><h1>Keys</h1><p>The key is ${GITHUB}.</p></body></html>`,
  'corpus.jsonl': [
    {
      id: 'a',
      title: `Key ${STRIPE}`,
      text: `One ${NPM} two`,
      sections: [{ title: 'Last', text: 'said at the end' }],
    },
    { id: 'b', text: 'Nothing to see.' },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
};

const ref = { repository: 'shop', snapshot: 'current' };
let folder: string;
let embedded: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-masked-'));
  embedded = [];
  for (const [path, content] of Object.entries(FILES)) put(path, content);
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, content: string): void {
  mkdirSync(dirname(join(folder, 'repo', path)), { recursive: true });
  writeFileSync(join(folder, 'repo', path), content);
}

const masker = () =>
  openMasker({ dataDir: join(folder, 'data'), repository: ref.repository, root: join(folder, 'repo') });

async function run(options: Partial<IndexOptions> = {}): Promise<IndexReport> {
  const searchIndex = openSearchIndex(`sqlite:${folder}/data/search`);
  const graphStore = openGraphStore(`sqlite:${folder}/data/graph`);
  try {
    return await indexRepository({
      ...(await loadReaders()),
      root: join(folder, 'repo'),
      ref,
      searchIndex,
      graphStore,
      masker: await masker(),
      embedder: {
        id: 'ones@1',
        dimension: 2,
        embed: (texts) => {
          embedded.push(...texts);
          return Promise.resolve(texts.map(() => Float32Array.of(1, 0)));
        },
        close: () => Promise.resolve(),
      },
      openDocuments: () => openDocumentReader({ execArgv: SOURCES }),
      cacheFile: join(folder, 'data/facts.db'),
      lockFile: join(folder, 'data/index.lock'),
      ...options,
    });
  } finally {
    await searchIndex.close();
    await graphStore.close();
  }
}

/**
 * Secrets whose letters and digits occur anywhere in the data folder, in any case: the index stores words in lower
 * case.
 */
function stored(): string[] {
  const files = readdirSync(join(folder, 'data'), { recursive: true, withFileTypes: true });
  const bytes = files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1').toLowerCase())
    .join('\0');
  return SECRETS.filter((secret) =>
    secret
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .some((word) => word.length > 12 && bytes.includes(word)),
  );
}

async function textsOf(path: string, document?: string): Promise<string> {
  const searchIndex = openSearchIndex(`sqlite:${folder}/data/search`);
  const query = { kind: 'path', path, k: 100, ...defined({ document }) } as const;
  const [hits = []] = await searchIndex.search(ref, [query]);
  await searchIndex.close();
  return hits.map(({ chunk }) => chunk.text).join('\n');
}

describe('secrets in indexed files', () => {
  it('are in no store, cache or embedded text; the rest of each text is', async () => {
    const report = await run();
    expect(stored()).toEqual([]);
    expect(embedded.join('\n')).not.toMatch(new RegExp(SECRETS.join('|')));
    expect(report.secrets?.map(({ path, line, kind }) => `${path}:${line} ${kind}`)).toEqual([
      'corpus.jsonl:1 npm-access-token',
      'corpus.jsonl:1 stripe-secret-key-live',
      'db/login.sql:1 npm-access-token',
      'docs/guide.md:3 slack-token',
      'docs/page.html:2 github-token',
      'src/pay.ts:1 stripe-secret-key-live',
      'src/pay.ts:2 github-token',
    ]);
    expect(await textsOf('src/pay.ts')).toMatch(
      /const key = '<secret:stripe-secret-key-live:\w{8}>';\nexport function pay\(token = '<secret:github-token:\w{8}>'\) \{\n {2}return key \+ token;/,
    );
    expect(await textsOf('corpus.jsonl', 'a')).toMatch(
      /One <secret:npm-access-token:\w{8}> two[^]*said at the end/,
    );
    expect(await textsOf('docs/page.html')).toMatch(/The key is <secret:github-token:\w{8}>\./);
  });

  it('are searched for once: a run without changes writes and reads nothing', async () => {
    const { secrets } = await run();
    embedded = [];
    const again = await run();
    expect(again).toMatchObject({ indexed: 0, embedded: 0 });
    expect(again.secrets).toEqual(secrets);
  });

  it('indexed by an older version are masked by the next run, which writes only these files', async () => {
    const before = await run({ masker: null });
    expect(before.secrets).toBeNull();
    expect(stored()).toEqual(SECRETS);
    const cache = new DatabaseSync(join(folder, 'data/facts.db'));
    cache.exec(`
      DROP TABLE scan; DROP TABLE seen; DROP TABLE facts; DROP TABLE outline; DROP TABLE flow; DROP TABLE ocr_page;
      DROP TABLE linked_graph; DROP TABLE linked_file;
      CREATE TABLE facts (path TEXT NOT NULL, hash TEXT NOT NULL, body TEXT NOT NULL, run INTEGER NOT NULL) STRICT;
      PRAGMA user_version = 2`);
    cache.close();
    embedded = [];
    const after = await run();
    expect(after.indexed).toBe(5);
    expect(after.unchanged).toBe(1);
    expect(embedded.filter((text) => !/<secret:/.test(text))).toEqual([]);
    expect(stored()).toEqual([]);
  });

  it('return if masking is turned off, and disappear when it is turned on', async () => {
    await run();
    expect(await run({ masker: null })).toMatchObject({ indexed: 5, secrets: null });
    expect(stored()).toEqual(SECRETS);
    expect(await run()).toMatchObject({ indexed: 5 });
    expect(stored()).toEqual([]);
  });

  it('stay if .secretlintignore allows their file', async () => {
    await run();
    put('.secretlintignore', 'src/\n');
    expect(await textsOf('src/pay.ts')).not.toContain(STRIPE);
    const { secrets } = await run();
    expect(secrets?.some(({ path }) => path.startsWith('src/'))).toBe(false);
    expect(await textsOf('src/pay.ts')).toContain(STRIPE);
  });

  it('are masked in a RoslynIndexer bundle: texts, signatures and the graph', async () => {
    const chunk = {
      ...{ Id: 1, File: 'Pay.cs', RepoRelativePath: 'Pay.cs', Class: 'Pay', Member: 'Do', Type: 'Method' },
      ...{
        Signature: `void Do(string key = "${STRIPE}")`,
        TypeFqn: 'Shop.Pay',
        Text: `void Do() { Use("${GITHUB}"); }`,
      },
    };
    mkdirSync(join(folder, 'bundle/regular_code_bundle'), { recursive: true });
    writeFileSync(join(folder, 'bundle/regular_code_bundle/chunks.json'), JSON.stringify([chunk]));
    const searchIndex = openSearchIndex(`sqlite:${folder}/data/search`);
    const graphStore = openGraphStore(`sqlite:${folder}/data/graph`);
    const options = { ref, searchIndex, graphStore, maskerFor: () => masker() };
    const { secrets } = await importRoslyn(join(folder, 'bundle'), options);
    await searchIndex.close();
    await graphStore.close();
    expect(secrets?.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'Pay.cs stripe-secret-key-live',
      'Pay.cs github-token',
    ]);
    expect(stored()).toEqual([]);
  });
});
