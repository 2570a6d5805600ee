import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraphStore } from '@quarry/graph-store';
import { openSearchIndex } from '@quarry/search-index';
import { openReaders, type SafeReaders } from '../readers';
import { indexRepository } from '../run/index-repository';

const HOOK = join(__dirname, '../../../sqlite/src/testing/typescript-hook.cjs');
const SOURCES = { execArgv: ['--conditions=quarry-source', '-r', HOOK] };

/** Makes the grammars abort or run on without a long line: 100 KB over many lines. */
const HOSTILE = [
  ['Generic.cs', `class A { void F() { ${'a<\n'.repeat(50_000)} } }`],
  ['Lambda.java', `class B { void g() { ${'a=>\n'.repeat(33_000)} } }`],
] as const;
const GOOD = 'namespace N { class Good { } }';
const MANY = Array.from({ length: 60_000 }, (_, i) => `class C${i} { int f${i}; }`).join('\n');

let readers: SafeReaders;
afterEach(() => readers.close());

const read = (path: string, text: string) => Promise.resolve(readers.extractFor(path)?.(path, text));

describe('openReaders', () => {
  it('returns the same facts as the readers of this thread', async () => {
    readers = openReaders(SOURCES);
    const [good, sql] = await Promise.all([
      read('Good.cs', GOOD),
      read('a.sql', 'CREATE TABLE dbo.T (id int)'),
    ]);
    expect(good?.nodes.map((node) => node.qualifiedName)).toEqual(['Good.cs', 'N.Good']);
    expect(sql?.nodes.map((node) => node.key)).toContain('dbo.T|TABLE');
    expect(readers.extractFor('a.txt')).toBeNull();
  });

  it.each(HOSTILE)('gives up on %s, reports it, and reads the next file', async (path, text) => {
    readers = openReaders({ ...SOURCES, processorMs: 4_000 });
    const [bad, ...good] = await Promise.all([read(path, text), read('x.cs', GOOD), read('y.cs', GOOD)]);
    expect(bad?.problem).toMatch(/gave up|Syntax error/);
    expect(bad?.nodes[0]).toMatchObject({ key: `file:${path}|FILE`, kind: 'FILE' });
    for (const one of good) expect(one?.nodes.map((node) => node.qualifiedName)).toContain('N.Good');
    expect((await read('z.cs', GOOD))?.problem).toBeUndefined();
  });

  it('limits the CPU time of a file', async () => {
    readers = openReaders({ ...SOURCES, processorMs: 1 });
    expect(await read('a.cs', MANY)).toMatchObject({
      language: 'csharp',
      problem: expect.stringContaining('did not end within 0.001 s of CPU time') as string,
    });
  });

  it('gives up on a file that exceeded its limit between two checks', async () => {
    // Less than any file takes: the system may count no CPU time for a short one.
    readers = openReaders({ ...SOURCES, processorMs: -1 });
    expect((await read('a.cs', GOOD))?.problem).toContain('did not end within -0.001 s of CPU time');
  });

  it('limits the memory of a file', async () => {
    readers = openReaders({ ...SOURCES, memoryMb: 16 });
    expect((await read('a.cs', MANY))?.problem).toMatch(/gave up.*memory/);
  });

  it('rejects waiting and later files once closed', async () => {
    readers = openReaders(SOURCES);
    const waiting = read('a.cs', GOOD).catch((error: unknown) => error);
    await readers.close();
    expect(await waiting).toMatchObject({ code: 'cancelled' });
    await expect(read('a.cs', GOOD)).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('ends with a cancelled run, whatever the parser does', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-parser-'));
    const searchIndex = openSearchIndex(`sqlite:${folder}/search`);
    const graphStore = openGraphStore(`sqlite:${folder}/graph`);
    try {
      mkdirSync(join(folder, 'repo'));
      for (const [path, text] of HOSTILE) writeFileSync(join(folder, 'repo', path), text);
      readers = openReaders({ ...SOURCES, processorMs: 600_000 });
      const stop = new AbortController();
      const run = indexRepository({
        ...readers,
        root: join(folder, 'repo'),
        ref: { repository: 'r', snapshot: 's' },
        searchIndex,
        graphStore,
        masker: null,
        embedder: null,
        cacheFile: join(folder, 'facts.db'),
        lockFile: join(folder, 'index.lock'),
        signal: stop.signal,
      });
      setTimeout(() => {
        stop.abort();
      }, 1_000);
      await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    } finally {
      await searchIndex.close();
      await graphStore.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('does not keep an idle process alive', async () => {
    readers = openReaders(SOURCES);
    const script = join(__dirname, 'testing/read-once-process.ts');
    const child = spawn(process.execPath, [...SOURCES.execArgv, script, HOOK], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
