import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Embedder } from '@quarry/embedder';
import { openGraphStore, type GraphStore } from '@quarry/graph-store';
import { openSearchIndex, type SearchIndex } from '@quarry/search-index';
import { Fault } from '@quarry/turn';
import type { FileFacts } from '../facts';
import { sha256 } from '../source/decode';
import { indexRepository } from './index-repository';
import { lockIndex } from './lock';
import type { IndexOptions } from './options';
import { extractPlain, linkPlain } from './testing/plain-functions';

const ref = { repository: 'demo', snapshot: 'main' };
let folder: string;
let searchIndex: SearchIndex;
let graphStore: GraphStore;
let parsed: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-run-'));
  searchIndex = openSearchIndex(`sqlite:${folder}/data/search`);
  graphStore = openGraphStore(`sqlite:${folder}/data/graph`);
  parsed = [];
});
afterEach(async () => {
  await searchIndex.close();
  await graphStore.close();
  rmSync(folder, { recursive: true });
});

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, 'repo', path)), { recursive: true });
  writeFileSync(join(folder, 'repo', path), content);
}

const fn = (name: string, ...calls: string[]): string =>
  ['function ' + name, ...calls.map((call) => `  call ${call}`), 'end', ''].join('\n');

function run(options: Partial<IndexOptions> = {}) {
  return indexRepository({
    root: join(folder, 'repo'),
    ref,
    searchIndex,
    graphStore,
    masker: null,
    embedder: null,
    extractFor: (path) =>
      path.endsWith('.plain')
        ? (...args) => {
            parsed.push(path);
            return extractPlain(...args);
          }
        : null,
    link: { all: (facts) => ({ graph: linkPlain(facts), state: null }) },
    cacheFile: join(folder, 'data/facts.db'),
    lockFile: join(folder, 'data/index.lock'),
    ...options,
  });
}

/** Letter counts: a real, tiny embedding that needs no model. */
function letters(id = 'letters@1', dimension = 26): Embedder & { readonly texts: string[] } {
  const texts: string[] = [];
  return {
    id,
    dimension,
    texts,
    embed: (batch, { signal }) => {
      if (signal?.aborted) return Promise.reject(new Fault('cancelled', 'cancelled'));
      texts.push(...batch);
      return Promise.resolve(
        batch.map((text) => {
          const vector = new Float32Array(dimension);
          for (const letter of text.toLowerCase().match(/[a-z]/g) ?? ['a'])
            vector[(letter.charCodeAt(0) - 97) % dimension]! += 1;
          const length = Math.hypot(...vector);
          return vector.map((value) => value / length);
        }),
      );
    },
    close: () => Promise.resolve(),
  };
}

async function find(text: string): Promise<string[]> {
  const [hits] = await searchIndex.search(ref, [{ kind: 'bm25', text, k: 10 }]);
  return (hits ?? []).map(({ chunk }) => chunk.id);
}

async function called(name: string): Promise<string[]> {
  const graph = await graphStore.walk(ref, [`plain:${name}|FUNCTION`], {
    depth: 1,
    maxNodes: 50,
    edgeKinds: ['CALLS'],
  });
  return graph.edges.map(({ from, to }) => `${from} ${to}`);
}

describe('indexRepository', () => {
  it('makes files searchable by definition and links them', async () => {
    put('a.plain', fn('alpha', 'beta') + fn('gamma'));
    put('sub/b.plain', fn('beta'));
    put('README.md', '# Hello\n\nQuarry digs.\n');
    const report = await run();
    expect(report).toMatchObject({
      files: 3,
      indexed: 3,
      unchanged: 0,
      removed: 0,
      skipped: [],
      problems: [],
      chunks: 4,
      nodes: 5,
      edges: 1,
      embedded: 0,
      pendingVectors: 4,
      commit: null,
    });
    expect(await find('gamma')).toEqual(['a.plain#L4-L5']);
    expect(await find('digs')).toEqual(['README.md#L1-L3']);
    expect(await called('alpha')).toEqual(['plain:alpha|FUNCTION plain:beta|FUNCTION']);
    expect(await searchIndex.describe(ref)).toMatchObject({ bm25: true, embedder: null });
  });

  it('parses and writes only changed files, removes deleted ones, and relinks across files', async () => {
    put('a.plain', fn('alpha', 'beta', 'delta'));
    put('b.plain', fn('beta'));
    put('c.txt', 'some words\n');
    await run();
    parsed.length = 0;
    expect(await run()).toMatchObject({ indexed: 0, unchanged: 3, removed: 0, edges: 1 });
    expect(parsed).toEqual([]);

    put('b.plain', fn('delta'));
    rmSync(join(folder, 'repo/c.txt'));
    expect(await run()).toMatchObject({
      files: 2,
      indexed: 1,
      unchanged: 1,
      removed: 1,
      chunks: 2,
      edges: 1,
    });
    expect(parsed).toEqual(['b.plain']);
    expect(await called('alpha')).toEqual(['plain:alpha|FUNCTION plain:delta|FUNCTION']);
    expect(await find('words')).toEqual([]);
    expect(await find('beta')).toEqual(['a.plain#L1-L4']);
  });

  it('skips a drawing of coordinates alone, and indexes it once it has words', async () => {
    const drawing = (inner: string): string => `<svg><path d="M4 2h16v20z"/>${inner}</svg>\n`;
    put('fine.plain', fn('fine'));
    put('logo.svg', drawing(''));
    expect(await run()).toMatchObject({
      files: 1,
      skipped: [{ path: 'logo.svg', reason: 'a drawing without text (SVG); pictures are not read' }],
    });
    expect((await run()).skipped).toHaveLength(1);
    put('logo.svg', drawing('<text>Lighthouse</text>'));
    expect(await run()).toMatchObject({ files: 2, skipped: [] });
    expect(await find('lighthouse')).toEqual(['logo.svg#L1-L1']);
  });

  it('reports unreadable and unparsable files, and indexes the latter as text', async () => {
    put('fine.plain', fn('fine'));
    put('bomb.plain', 'PARSER BOMB detonates\n');
    put('odd.plain', 'odd ???\n' + fn('odd'));
    put('latin.txt', Buffer.from('gr\xfcn', 'latin1'));
    put('image.png', Buffer.from([0x89, 0x50, 0, 1]));
    const report = await run();
    expect(report.skipped).toEqual([{ path: 'image.png', reason: expect.stringContaining('NUL') as string }]);
    expect(Object.fromEntries(report.problems.map(({ path, reason }) => [path, reason]))).toEqual({
      'bomb.plain': expect.stringMatching(/indexed as text.*the parser gave up/) as string,
      'latin.txt': expect.stringContaining('Windows-1252') as string,
      'odd.plain': 'line 1: ??? is no word',
    });
    expect(await find('detonates')).toEqual(['bomb.plain#L1-L1']);
    expect(await find('odd')).toContain('odd.plain#L1-L3');
    // A file that turns binary leaves the index.
    put('latin.txt', Buffer.from([1, 0, 2]));
    expect(await run()).toMatchObject({
      removed: 1,
      skipped: [{ path: 'image.png' }, { path: 'latin.txt' }],
    });
  });

  it('retries files that an older version gave up on by the clock, but not by CPU time', async () => {
    const gaveUp = (within: string) => (path: string, text: string) => ({
      ...extractPlain(path, text),
      problem: `The parser gave up on this file (it did not end within ${within}); it is indexed as text only.`,
    });
    put('busy.plain', fn('busy'));
    put('long.plain', fn('long'));
    await run({
      extractFor: (path) => gaveUp(path === 'busy.plain' ? '10 s' : '10 s of CPU time'),
    });
    expect((await run()).problems.map(({ path }) => path)).toEqual(['long.plain']);
    expect(parsed).toEqual(['busy.plain']);
    await run();
    expect(parsed).toEqual(['busy.plain']);
    expect(await run({ rebuild: true })).toMatchObject({ problems: [] });
  });

  it('embeds each chunk without a vector once', async () => {
    const embedder = letters();
    put('a.plain', fn('alpha') + fn('beta'));
    expect(await run({ embedder })).toMatchObject({ embedded: 2, pendingVectors: 0 });
    put('a.plain', fn('alpha') + fn('gamma'));
    embedder.texts.length = 0;
    expect(await run({ embedder })).toMatchObject({ embedded: 1, pendingVectors: 0 });
    expect(embedder.texts).toEqual(['a.plain gamma\nfunction gamma\nend']);
    expect((await searchIndex.describe(ref))?.embedder).toEqual({ id: 'letters@1', dimension: 26 });
    // Without an embedder the vectors stay.
    expect(await run({ embedder: null })).toMatchObject({ pendingVectors: 0 });
  });

  it('falls back to BM25 if the embedder fails, and catches up later', async () => {
    put('a.plain', fn('alpha'));
    const dead: Embedder = {
      ...letters(),
      embed: () => Promise.reject(new Fault('embedder_unavailable', 'no model here')),
    };
    expect(await run({ embedder: dead })).toMatchObject({
      pendingVectors: 1,
      embedderProblem: 'no model here',
    });
    expect(await find('alpha')).toHaveLength(1);
    expect(await run({ embedder: letters() })).toMatchObject({
      indexed: 0,
      embedded: 1,
      embedderProblem: null,
    });
  });

  it('rejects another embedder without changes, and accepts it with rebuild', async () => {
    put('a.plain', fn('alpha'));
    await run({ embedder: letters() });
    put('a.plain', fn('beta'));
    await expect(run({ embedder: letters('other@1', 13) })).rejects.toMatchObject({
      code: 'index_other_model',
      message: expect.stringMatching(/letters@1.*other@1.*--rebuild/) as string,
    });
    expect(await find('alpha')).toHaveLength(1);
    expect(await run({ embedder: letters('other@1', 13), rebuild: true })).toMatchObject({
      indexed: 1,
      embedded: 1,
      pendingVectors: 0,
    });
    expect((await searchIndex.describe(ref))?.embedder).toEqual({ id: 'other@1', dimension: 13 });
  });

  it('is completed by the next run, wherever it is interrupted', async () => {
    for (let i = 0; i < 12; i++) put(`f${i}.plain`, fn(`f${i}`, `f${i + 1}`));
    const embedder = letters();
    for (const phase of ['read', 'link', 'chunks', 'vectors'] as const) {
      put('f0.plain', fn('f0', 'f5', phase));
      put('f7.plain', fn(`renamed_${phase}`));
      const stop = new AbortController();
      const interrupted = run({
        embedder,
        signal: stop.signal,
        onProgress: (progress) => progress.phase === phase && stop.abort(),
      });
      // After the last step of the last phase nothing is left to interrupt.
      if (phase === 'vectors') await interrupted;
      else await expect(interrupted).rejects.toMatchObject({ code: 'cancelled' });
      const report = await run({ embedder });
      expect(report).toMatchObject({ files: 12, chunks: 12, nodes: 24, edges: 9, pendingVectors: 0 });
      expect(await find(`renamed_${phase}`)).toContain('f7.plain#L1-L2');
    }
  });

  it('relinks if a run was interrupted within the graph and the files were reverted', async () => {
    put('a.plain', fn('alpha', 'beta'));
    put('b.plain', fn('beta'));
    await run();
    put('a.plain', fn('other'));
    const stop = new AbortController();
    const running = run({
      signal: stop.signal,
      onProgress: (progress) => progress.phase === 'graph' && stop.abort(),
    });
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    put('a.plain', fn('alpha', 'beta'));
    // Its chunks were written before the graph, so they are written again.
    expect(await run()).toMatchObject({ indexed: 1, nodes: 4, edges: 1 });
    expect(await called('alpha')).toHaveLength(1);
  });

  it('assigns the keys in the graph to chunks, even if another file changes them', async () => {
    put('b.plain', fn('total'));
    await run();
    const keys = async () => {
      const [hits] = await searchIndex.search(ref, [{ kind: 'bm25', text: 'total', k: 10 }]);
      return (hits ?? []).map(({ chunk }) => [chunk.path, chunk.nodeKey ?? '']).sort();
    };
    const [[, before] = []] = await keys();
    put('a.plain', fn('total', 'other'));
    expect(await run()).toMatchObject({ indexed: 2 });
    const after = await keys();
    expect(after.map(([path]) => path)).toEqual(['a.plain', 'b.plain']);
    expect(after[0]?.[1]).toBe(before);
    expect(after[1]?.[1]).not.toBe(before);
    const nodes = await graphStore.nodes(
      ref,
      after.map(([, key]) => key ?? ''),
    );
    expect(nodes.map(({ path }) => path)).toEqual(['a.plain', 'b.plain']);
    expect(await run()).toMatchObject({ indexed: 0, unchanged: 2 });
  });

  it('reports progress that reaches its total in every phase', async () => {
    for (let i = 0; i < 5; i++) put(`f${i}.plain`, fn(`f${i}`));
    const last = new Map<string, string>();
    await run({
      embedder: letters(),
      onProgress: ({ phase, done, total }) => last.set(phase, `${done}/${total}`),
    });
    expect(Object.fromEntries(last)).toEqual({
      read: '5/5',
      link: '5/5',
      graph: '5/5',
      chunks: '5/5',
      vectors: '5/5',
    });
  });

  it('does not open a file whose status is as the last run saw it', async () => {
    const now = Date.now();
    // Files that have just changed may change again without another time, so only older ones are recognised.
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + 60_000);
    put('a.plain', fn('alpha'));
    put('words.txt', 'some words\n');
    put('corpus.jsonl', `${JSON.stringify({ id: 'one', text: 'A document.' })}\n`);
    await run();
    const cache = new DatabaseSync(join(folder, 'data/facts.db'));
    expect(cache.prepare('UPDATE seen SET sha = ?').run('0'.repeat(64)).changes).toBe(3);
    cache.close();
    const reason = 'changed while it was being indexed; run it again';
    // The facts of a.plain are not known for other bytes, so it is read.
    expect((await run()).problems).toEqual(['words.txt', 'corpus.jsonl'].map((path) => ({ path, reason })));
    expect(await run({ rebuild: true })).toMatchObject({ indexed: 3, problems: [] });
    clock.mockRestore();
    put('a.plain', fn('delta'));
    expect(await run()).toMatchObject({ indexed: 1, unchanged: 2, problems: [] });
    expect(await find('delta')).toEqual(['a.plain#L1-L2']);
  });

  it('finds the words of a changed file before the graph is linked', async () => {
    put('a.plain', fn('alpha'));
    await run();
    put('a.plain', fn('omega'));
    const found: Promise<string[]>[] = [];
    await run({
      onProgress: ({ phase, done }) => {
        if (phase === 'link' && done === 0) found.push(find('omega'));
      },
    });
    expect(await found[0]).toEqual(['a.plain#L1-L2']);
  });

  it('recreates a damaged facts cache', async () => {
    put('a.plain', fn('alpha'));
    await run();
    writeFileSync(join(folder, 'data/facts.db'), 'not a database '.repeat(500));
    parsed.length = 0;
    expect(await run()).toMatchObject({ indexed: 0, unchanged: 1, nodes: 2 });
    expect(parsed).toEqual(['a.plain']);
  });

  it('cites the commit only for unmodified files', async () => {
    put('a.plain', fn('alpha'));
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-C', join(folder, 'repo')];
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      ['commit', '-qm', 'one'],
    ])
      execFileSync('git', [...who, ...args]);
    put('new.plain', fn('beta'));
    const report = await run();
    expect(report).toMatchObject({ commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string, dirty: true });
    const [hits] = await searchIndex.search(ref, [{ kind: 'bm25', text: 'alpha beta', k: 5 }]);
    const commits = Object.fromEntries((hits ?? []).map(({ chunk }) => [chunk.path, chunk.commit]));
    expect(commits).toEqual({ 'a.plain': report.commit, 'new.plain': undefined });
  });

  it('reports a missing path', async () => {
    await expect(run({ root: join(folder, 'nowhere') })).rejects.toMatchObject({ code: 'path_not_found' });
  });
});

describe('a killed run', () => {
  it.each(['read 90', 'link 0', 'graph 100', 'chunks'])(
    'at "%s" is completed by the next one',
    async (point) => {
      // Enough chunks for several writes.
      for (let i = 0; i < 120; i++)
        put(`f${i}.plain`, Array.from({ length: 12 }, (_, n) => fn(`f${i}_${n}`, `f${i + 1}_${n}`)).join(''));
      const hook = join(__dirname, '../../../sqlite/src/testing/typescript-hook.cjs');
      const script = join(__dirname, 'testing/index-process.ts');
      const child = spawn(process.execPath, ['--conditions=quarry-source', '-r', hook, script, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      child.stdout.on('data', (data: Buffer) => {
        said += data.toString();
        if (said.includes(point)) child.kill('SIGKILL');
      });
      const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
      expect([signal, said]).toEqual(['SIGKILL', expect.stringContaining(point)]);
      expect(await run()).toMatchObject({ files: 120, chunks: 1440, nodes: 1560, edges: 1428, problems: [] });
      expect(await find('f7_3')).toContain('f7.plain#L10-L12');
      expect(await called('f7_3')).toContain('plain:f7_3|FUNCTION plain:f8_3|FUNCTION');
    },
  );
});

describe('two runs at once', () => {
  it('let the first one finish and reject the second one', async () => {
    for (let i = 0; i < 5; i++) put(`f${i}.plain`, fn(`f${i}`));
    const first = run();
    // The lock is taken after the tree is listed; both list at the same time.
    const second = run();
    const results = await Promise.allSettled([first, second]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { name: 'Fault', code: 'index_busy', retryable: true },
    });
    expect(await run()).toMatchObject({ files: 5, unchanged: 5 });
  });

  it('lock across processes, and release the lock when its holder is killed', async () => {
    const file = join(folder, 'other.lock');
    const holder = hold(file);
    await once(holder, 'message');
    expect(() => lockIndex(file)).toThrow(expect.objectContaining({ code: 'index_busy' }));
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    lockIndex(file)();
    lockIndex(file)();
  });

  it('report a lock file that is something else', () => {
    const file = join(folder, 'other.lock');
    writeFileSync(file, 'no database '.repeat(100));
    expect(() => lockIndex(file)).toThrow(expect.objectContaining({ code: 'store_unavailable' }));
    expect(readFileSync(file, 'utf8')).toContain('no database');
  });
});

/** Another process that takes the same lock as `lockIndex`. */
function hold(file: string): ChildProcess {
  const script = join(folder, 'hold.cjs');
  writeFileSync(
    script,
    `const { DatabaseSync } = require('node:sqlite');
     const database = new DatabaseSync(process.argv[2]);
     database.exec('BEGIN EXCLUSIVE');
     process.send('held');
     setInterval(() => database.isOpen, 1000);`,
  );
  return fork(script, [file], { stdio: 'ignore' });
}

describe('the plain language of this spec', () => {
  it('is a pure function of path and text, as facts must be', () => {
    const facts: FileFacts = extractPlain('a', fn('x'));
    expect(sha256(JSON.stringify(facts))).toBe(sha256(JSON.stringify(extractPlain('a', fn('x')))));
  });
});
