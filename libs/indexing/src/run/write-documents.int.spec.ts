import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraphStore, type GraphStore } from '@quarry/graph-store';
import { openSearchIndex, type SearchIndex } from '@quarry/search-index';
import { indexRepository } from './index-repository';
import type { IndexOptions } from './options';

const ref = { repository: 'demo', snapshot: 'main' };
let folder: string;
let searchIndex: SearchIndex;
let graphStore: GraphStore;
let embedded: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-documents-'));
  mkdirSync(join(folder, 'docs'));
  searchIndex = openSearchIndex(`sqlite:${folder}/data/search`);
  graphStore = openGraphStore(`sqlite:${folder}/data/graph`);
  embedded = [];
});
afterEach(async () => {
  await searchIndex.close();
  await graphStore.close();
  rmSync(folder, { recursive: true });
});

/** Lines of a file: documents, or verbatim lines. */
function put(lines: readonly unknown[], path = 'c.jsonl'): void {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  writeFileSync(join(folder, 'docs', path), text);
}

const run = (options: Partial<IndexOptions> = {}) =>
  indexRepository({
    root: join(folder, 'docs'),
    ref,
    searchIndex,
    graphStore,
    masker: null,
    embedder: {
      id: 'ones@1',
      dimension: 2,
      embed: (texts) => {
        embedded.push(...texts);
        return Promise.resolve(texts.map(() => Float32Array.of(1, 0)));
      },
      close: () => Promise.resolve(),
    },
    extractFor: () => null,
    link: { all: () => ({ graph: [], state: null }) },
    cacheFile: join(folder, 'data/facts.db'),
    lockFile: join(folder, 'data/index.lock'),
    ...options,
  });

async function find(text: string, path?: string): Promise<string[]> {
  const filter = path === undefined ? {} : { filter: { pathPrefixes: [path] } };
  const [hits] = await searchIndex.search(ref, [{ kind: 'bm25', text, k: 10, ...filter }]);
  return (hits ?? []).map(({ chunk }) => chunk.id);
}

const A = { id: 'a', title: 'Alpha', text: 'walrus' };
const B = { id: 'b', text: 'ostrich', url: 'https://example.org/b' };
const C = { id: 'c', text: 'penguin' };

describe('a corpus of documents', () => {
  it('is indexed document by document, found by text and title, and cited with its line', async () => {
    put([A, '', B]);
    expect(await run()).toMatchObject({ files: 1, documents: 2, indexed: 1, chunks: 2, problems: [] });
    expect(await find('walrus')).toEqual(['c.jsonl#a']);
    expect(await find('alpha')).toEqual(['c.jsonl#a']);
    expect(embedded).toEqual(['Alpha\nwalrus', 'ostrich']);
    const [hits] = await searchIndex.search(ref, [{ kind: 'bm25', text: 'ostrich', k: 1 }]);
    expect(hits?.[0]?.chunk).toMatchObject({
      path: 'c.jsonl',
      document: 'b',
      offset: 0,
      startLine: 3,
      endLine: 3,
      url: 'https://example.org/b',
    });
  });

  it('is found with the path filter of the file and of the document', async () => {
    put([A, B]);
    put([{ ...A, id: 'z' }], 'other.jsonl');
    await run();
    expect((await find('walrus ostrich', 'c.jsonl')).sort()).toEqual(['c.jsonl#a', 'c.jsonl#b']);
    expect(await find('walrus ostrich', 'c.jsonl/b')).toEqual(['c.jsonl#b']);
  });

  it('is embedded again only if a document changed', async () => {
    put([A, B]);
    await run();
    expect(await run()).toMatchObject({ indexed: 0, unchanged: 1, documents: 2, embedded: 0 });
    put([C, A, { ...B, text: 'heron' }]);
    expect(await run()).toMatchObject({ indexed: 1, documents: 3, embedded: 2 });
    expect(embedded.slice(2).sort()).toEqual(['heron', 'penguin']);
    expect(await find('ostrich')).toEqual([]);
    const [hits] = await searchIndex.search(ref, [{ kind: 'bm25', text: 'walrus', k: 1 }]);
    expect(hits?.[0]?.chunk.startLine).toBe(2);
  });

  it('loses deleted documents, and all of them with the file', async () => {
    put([A, B]);
    put([C], 'd.jsonl');
    await run();
    put([B]);
    expect(await run()).toMatchObject({ documents: 2, chunks: 2, removed: 0 });
    expect(await find('walrus')).toEqual([]);
    rmSync(join(folder, 'docs/c.jsonl'));
    expect(await run()).toMatchObject({ files: 1, documents: 1, chunks: 1, removed: 1 });
    expect([...(await searchIndex.manifest(ref)).keys()].sort()).toEqual(['d.jsonl', 'd.jsonl/c']);
  });

  it('reports invalid lines and indexes the rest', async () => {
    put([A, '{broken', { id: 'x' }, { text: 'y' }, B, { ...C, id: 'a' }, { ...C, url: 'javascript:1' }]);
    const report = await run();
    expect(report.documents).toBe(3);
    expect(report.problems).toEqual([
      { path: 'c.jsonl:2', reason: expect.stringContaining('not JSON') as string },
      { path: 'c.jsonl:3', reason: 'document "x" has no text' },
      { path: 'c.jsonl:4', reason: expect.stringContaining('no usable `id`') as string },
      { path: 'c.jsonl:6', reason: 'id "a" is already used on line 1' },
      { path: 'c.jsonl:7', reason: expect.stringContaining('not an http(s) URL') as string },
    ]);
  });

  it('skips an overlong line and reads the next ones', async () => {
    put([A, { id: 'huge', text: 'x'.repeat(9_000_000) }, B]);
    const report = await run();
    expect(report.documents).toBe(2);
    expect(report.problems).toEqual([
      { path: 'c.jsonl:2', reason: expect.stringContaining('longer than') as string },
    ]);
  });

  it('lists a hundred problems and counts the others', async () => {
    put([...Array.from({ length: 110 }, (_, i) => ({ id: i, text: 'x' })), ...Array(150).fill('{')]);
    const { problems } = await run();
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)?.reason).toContain('50 more');
  });

  it('can be indexed on its own', async () => {
    put([A]);
    put([B], 'd.jsonl');
    expect(await run({ root: join(folder, 'docs/c.jsonl') })).toMatchObject({ files: 1, documents: 1 });
  });

  it('is not a corpus if its lines are not documents: a log is text', async () => {
    put(Array.from({ length: 5 }, (_, i) => ({ level: 'info', message: `walrus ${i}` })));
    expect(await run()).toMatchObject({ files: 1, documents: 0, chunks: 1 });
    expect(await find('walrus')).toEqual(['c.jsonl#L1-L5']);
    put([{ ...A, id: 'L1-L5' }]);
    expect(await run()).toMatchObject({ documents: 1, chunks: 1 });
    expect(await find('walrus')).toEqual(['c.jsonl#L1-L5']);
    put([{ level: 'warn', message: 'walrus' }]);
    expect(await run()).toMatchObject({ documents: 0, chunks: 1 });
    expect(await find('walrus')).toEqual(['c.jsonl#L1-L1']);
  });

  it('is cut as requested, recut after a change, and cut as before without a request', async () => {
    put([{ id: 'long', text: 'Some words of a sentence. '.repeat(100) }]);
    writeFileSync(join(folder, 'docs/a.txt'), 'Some words of a line.\n'.repeat(100));
    const usual = await run();
    const small = await run({ chunking: { tokens: 100, overlap: 10 } });
    expect(small).toMatchObject({ indexed: 2 });
    expect(small.chunks).toBeGreaterThan(usual.chunks);
    expect(await run()).toMatchObject({ indexed: 0, chunks: small.chunks });
    expect((await searchIndex.describe(ref))?.chunking).toEqual({ tokens: 100, overlap: 10 });
    await run({ chunking: { tokens: 200 } });
    expect((await searchIndex.describe(ref))?.chunking).toEqual({ tokens: 200, overlap: 10 });
    await expect(run({ chunking: { overlap: 101 } })).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('is completed by the next run after an interruption', async () => {
    put(Array.from({ length: 2_000 }, (_, i) => ({ id: i, text: `document ${i}` })));
    const stop = new AbortController();
    const interrupted = run({
      signal: stop.signal,
      onProgress: ({ phase, done }) => {
        if (phase === 'corpus' && done > 30) stop.abort();
      },
    });
    await expect(interrupted).rejects.toMatchObject({ code: 'cancelled' });
    const part = (await searchIndex.describe(ref))?.chunks ?? 0;
    expect(part).toBeGreaterThan(0);
    expect(part).toBeLessThan(2_000);
    expect(await run()).toMatchObject({ documents: 2_000, chunks: 2_000 });
  });
});

describe('the URL registry', () => {
  const registry = (yaml: string): void => writeFileSync(join(folder, 'docs/quarry-urls.yaml'), yaml);
  const urls = async (): Promise<(string | undefined)[]> => {
    const [hits = []] = await searchIndex.search(ref, [
      { kind: 'bm25', text: 'walrus ostrich guide', k: 10 },
    ]);
    return hits.map(({ chunk }) => chunk.url).sort();
  };

  it('assigns URLs to chunks; a change embeds nothing again; a document keeps its own URL', async () => {
    put([A, B]);
    writeFileSync(join(folder, 'docs/a.md'), '# Guide\n');
    await run();
    expect(await urls()).toEqual(['https://example.org/b', undefined, undefined]);
    registry(
      `- {path: c.jsonl, url: 'https://one.example/{document}'}\n- {path: '*.md', url: 'https://one.example/docs'}`,
    );
    const embeddedBefore = embedded.length;
    expect(await run()).toMatchObject({ files: 2, indexed: 2, embedded: 0 });
    expect(await urls()).toEqual([
      'https://example.org/b',
      'https://one.example/a',
      'https://one.example/docs/a.md',
    ]);
    const other = join(folder, 'other.yaml');
    writeFileSync(other, `- {path: '', url: 'https://two.example'}`);
    await run({ urlsFile: other });
    expect(await urls()).toEqual([
      'https://example.org/b',
      'https://two.example/a.md',
      'https://two.example/c.jsonl',
    ]);
    expect(embedded).toHaveLength(embeddedBefore);
  });

  it('is rejected as a whole if it is invalid, before anything is written', async () => {
    put([A]);
    registry('- path: a');
    await expect(run()).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('quarry-urls.yaml:1:3: url must be a string') as string,
    });
    expect(await searchIndex.describe(ref)).toBeNull();
  });
});
