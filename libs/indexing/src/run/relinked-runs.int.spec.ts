import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { openGraphStore, ScipFiles, startGraphSnapshot, type GraphFile } from '@quarry/graph-store';
import { openSearchIndex, startSearchSnapshot } from '@quarry/search-index';
import type { FileFacts } from '../facts';
import { factsOf } from '../flow/flow-code';
import { unpackFlow } from '../flow/pack-flow';
import type { Linker } from '../link/linker';
import { loadReaders, type Readers } from '../readers';
import { indexRepository } from './index-repository';

const MAIN = { repository: 'shop', snapshot: 'main' };
const NEXT = { repository: 'shop', snapshot: 'next' };
const FILES = {
  'src/base.ts': 'export class Base {\n  total() {\n    return 1;\n  }\n}\n',
  'src/use.ts':
    "import { Base } from './base';\nexport function use(base: Base) {\n  return base.total();\n}\n",
  'src/other.ts': 'export function other() {\n  return 1;\n}\n',
  'app/tax.py': 'def tax():\n    return 1\n\n\ndef run(f=tax):\n    return f()\n',
  'A.cs': 'namespace N { public partial class A { void F() { } } }\n',
  'B.cs': 'namespace N { public partial class A { void G() { } } }\n',
};

let readers: Readers;
let folder: string;
/** Paths of the files that each run linked, `all` before those of a run that linked all. */
let linked: string[][];
/** What each run read of all files, in turn. */
let reads: string[];
beforeAll(async () => {
  readers = await loadReaders();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-relinked-'));
  linked = [];
  reads = [];
  for (const [path, text] of Object.entries(FILES)) put(path, text);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Before format 7, the flow of a file was among its facts. */
function flowsIntoFacts(cache: DatabaseSync): void {
  cache.exec('DROP TRIGGER facts_forgotten');
  const joined = cache.prepare('UPDATE facts SET body = ? WHERE path = ? AND hash = ?');
  const rows = cache
    .prepare(
      'SELECT path, hash, facts.body AS facts, flow.body AS flow FROM facts JOIN flow USING (path, hash)',
    )
    .all() as { path: string; hash: string; facts: Uint8Array; flow: Uint8Array }[];
  for (const { path, hash, facts, flow } of rows) {
    const rest = JSON.parse(zstdDecompressSync(facts).toString()) as FileFacts;
    const code = unpackFlow(flow);
    const whole = JSON.stringify({ ...rest, flow: code && factsOf(code) });
    joined.run(zstdCompressSync(whole), path, hash);
  }
  cache.exec('DROP TABLE flow');
}

/** As a run leaves it that is interrupted while it writes the graph. */
function unmark(): void {
  const cache = new DatabaseSync(join(folder, 'data/facts.db'));
  cache.exec("UPDATE mark SET value = '' WHERE name LIKE 'linked %'");
  cache.close();
  rmSync(join(folder, 'data/facts.db-verified'), { force: true });
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, 'repo', path)), { recursive: true });
  writeFileSync(join(folder, 'repo', path), text);
}

const link: Linker = {
  all: (facts) => {
    linked.push(['all']);
    return readers.link.all(facts);
  },
  changed: (change) => {
    const noted =
      <Result>(what: string, read: () => Result) =>
      () => {
        reads.push(what);
        return read();
      };
    const outlines = noted('outlines', change.outlines);
    const flows = noted('flows', change.flows);
    const found = readers.link.changed?.({ ...change, outlines, flows }) ?? null;
    if (found) linked.push(found.graph.map(({ path }) => path));
    return found;
  },
};

/**
 * Indexes the folder and returns the graph and the ids of all chunks.
 * @param from the snapshot as whose copy this one begins
 */
async function run(
  data: string,
  ref = MAIN,
  from: typeof MAIN | null = null,
): Promise<{ readonly graph: readonly GraphFile[]; readonly keys: readonly string[] }> {
  const [search, graphs] = [`sqlite:${folder}/${data}/search`, `sqlite:${folder}/${data}/graph`];
  const searchIndex = openSearchIndex(search);
  const graphStore = openGraphStore(graphs);
  try {
    await indexRepository({
      ...{ root: join(folder, 'repo'), ref, searchIndex, graphStore, embedder: null, masker: null, link },
      extractFor: readers.extractFor,
      cacheFile: join(folder, data, 'facts.db'),
      lockFile: join(folder, data, 'index.lock'),
      scipFile: join(folder, data, 'scip.db'),
      startFromOther: async () => {
        if (!from || !(await startSearchSnapshot(search, ref, from))) return null;
        return (await startGraphSnapshot(graphs, ref, from)) ? from : null;
      },
    });
    const graph: GraphFile[] = [];
    for await (const file of graphStore.export(ref)) graph.push(file);
    const keys: string[] = [];
    for await (const { chunks } of searchIndex.export(ref))
      keys.push(...chunks.map((chunk) => JSON.stringify(chunk)));
    return { graph, keys: keys.toSorted() };
  } finally {
    await searchIndex.close();
    await graphStore.close();
  }
}

describe('runs that link what changed', () => {
  it('leave the index that a run from scratch leaves', async () => {
    await run('data');
    const steps: (() => void)[] = [
      () => put('src/base.ts', FILES['src/base.ts'].replace('total', 'sum')),
      () => put('src/use.ts', FILES['src/use.ts'].replace('total', 'sum')),
      () => put('src/base.ts', `// first\n${FILES['src/base.ts']}`),
      () => rmSync(join(folder, 'repo/A.cs')),
      () => put('A.cs', FILES['A.cs']),
      () => put('app/tax.py', `# first\n${FILES['app/tax.py']}`),
      () => put('app/tax.py', FILES['app/tax.py'].replace('f=tax', 'f=None')),
      () => rmSync(join(folder, 'repo/src/base.ts')),
    ];
    for (const [n, step] of steps.entries()) {
      step();
      linked = [];
      const now = await run('data');
      expect([n, linked]).not.toEqual([n, [['all']]]);
      expect([n, now]).toEqual([n, await run(`scratch-${n}`)]);
    }
  });

  it('take a call from a route whose handler has it no longer', async () => {
    const top = "import { other } from './other';\nconst api = express();\napi.get('/one', () => {\n";
    const callers = ({ graph }: Awaited<ReturnType<typeof run>>): readonly string[] =>
      graph.flatMap(({ edges }) =>
        edges.flatMap(({ from, to }) => (to.includes('src/other.other') ? [from] : [])),
      );
    put('src/api.ts', `${top}  other();\n});\n`);
    expect(callers(await run('data'))).toContainEqual(expect.stringContaining('route:GET /one'));
    put('src/api.ts', `${top}});\nother();\n`);
    const now = await run('data');
    expect(callers(now)).not.toContainEqual(expect.stringContaining('route:'));
    expect(now).toEqual(await run('scratch'));
  });

  it('link only files that a change concerns', async () => {
    await run('data');
    put('src/base.ts', FILES['src/base.ts'].replace('return 1', 'return 2'));
    await run('data');
    put('src/base.ts', FILES['src/base.ts'].replace('total', 'sum'));
    await run('data');
    await run('data');
    expect(linked).toEqual([['all'], ['src/base.ts'], ['src/base.ts', 'src/use.ts']]);
  });

  it.each([
    ['a comment: nothing', 'app/tax.py', 'def run', '# first\ndef run', []],
    ['a name: outlines', 'A.cs', 'void F', 'void H', ['outlines']],
    ['a call: outlines and flows', 'app/tax.py', 'return f()', 'return f() or tax()', ['outlines', 'flows']],
  ] as const)('read of other files after %s', async (_what, path, before, after, expected) => {
    await run('data');
    put(path, FILES[path].replace(before, after));
    const now = await run('data');
    expect(reads).toEqual(expected);
    expect(now).toEqual(await run('scratch'));
  });

  it('of a snapshot that begins as a copy of another one link only what differs', async () => {
    await run('data');
    put('src/base.ts', FILES['src/base.ts'].replace('total', 'sum'));
    const next = await run('data', NEXT, MAIN);
    expect(linked).toEqual([['all'], ['src/base.ts', 'src/use.ts']]);
    expect(next).toEqual(await run('scratch', NEXT));
    put('src/base.ts', FILES['src/base.ts']);
    linked = [];
    await run('data', MAIN);
    await run('data', NEXT);
    expect(linked).toEqual([['src/base.ts', 'src/use.ts']]);
  });

  it.each<[string, () => Promise<void> | void]>([
    ['that was not linked to its end', () => unmark()],
    [
      'with edges of a SCIP index',
      async () => {
        const scip = new ScipFiles(join(folder, 'data/scip.db'));
        scip.put(MAIN, [{ path: 'src/use.ts', sha: 'of another content' }]);
        await scip.close();
      },
    ],
  ])('of a snapshot that begins as a copy of one %s link all', async (_what, change) => {
    await run('data');
    await change();
    put('src/other.ts', `${FILES['src/other.ts']}// end\n`);
    const next = await run('data', NEXT, MAIN);
    expect(linked).toEqual([['all'], ['all']]);
    expect(next).toEqual(await run('scratch', NEXT));
  });

  it.each<[string, () => void]>([
    ['the cache is lost', () => rmSync(join(folder, 'data/facts.db'))],
    ['the graph is lost', () => rmSync(join(folder, 'data/graph'), { recursive: true })],
    [
      'the cache is of the version before',
      () => {
        const cache = new DatabaseSync(join(folder, 'data/facts.db'));
        flowsIntoFacts(cache);
        cache.exec('UPDATE linked_graph SET format = format - 1; PRAGMA user_version = 6');
        cache.close();
        rmSync(join(folder, 'data/facts.db-verified'), { force: true });
      },
    ],
    [
      'the cache is of format 4',
      () => {
        const cache = new DatabaseSync(join(folder, 'data/facts.db'));
        flowsIntoFacts(cache);
        cache.exec(`DROP TABLE outline; DROP TABLE linked_graph; DROP TABLE linked_file;
          PRAGMA user_version = 4`);
        cache.close();
        rmSync(join(folder, 'data/facts.db-verified'), { force: true });
      },
    ],
    ['a run was interrupted after it began to write the graph', () => unmark()],
  ])('link all where %s, and continue from there', async (_what, lose) => {
    await run('data');
    lose();
    put('src/other.ts', `${FILES['src/other.ts']}// end\n`);
    const whole = await run('data');
    expect(linked).toEqual([['all'], ['all']]);
    expect(whole).toEqual(await run('scratch'));
    linked = [];
    put('src/other.ts', FILES['src/other.ts']);
    await run('data');
    expect(linked).toEqual([['src/other.ts']]);
  });
});
