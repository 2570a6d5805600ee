import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openGraphStore, type GraphFile } from '@quarry/graph-store';
import { openSearchIndex } from '@quarry/search-index';
import type { Linker } from '../link/linker';
import { loadReaders, type Readers } from '../readers';
import { indexRepository } from './index-repository';

const ref = { repository: 'shop', snapshot: 'main' };
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
beforeAll(async () => {
  readers = await loadReaders();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-relinked-'));
  linked = [];
  for (const [path, text] of Object.entries(FILES)) put(path, text);
});
afterEach(() => rmSync(folder, { recursive: true }));

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
    const found = readers.link.changed?.(change) ?? null;
    if (found) linked.push(found.graph.map(({ path }) => path));
    return found;
  },
};

/** Indexes the folder and returns the graph and the ids of all chunks. */
async function run(
  data: string,
): Promise<{ readonly graph: readonly GraphFile[]; readonly keys: readonly string[] }> {
  const searchIndex = openSearchIndex(`sqlite:${folder}/${data}/search`);
  const graphStore = openGraphStore(`sqlite:${folder}/${data}/graph`);
  try {
    await indexRepository({
      ...{ root: join(folder, 'repo'), ref, searchIndex, graphStore, embedder: null, masker: null, link },
      extractFor: readers.extractFor,
      cacheFile: join(folder, data, 'facts.db'),
      lockFile: join(folder, data, 'index.lock'),
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

  it('link only files that a change concerns', async () => {
    await run('data');
    put('src/base.ts', FILES['src/base.ts'].replace('return 1', 'return 2'));
    await run('data');
    put('src/base.ts', FILES['src/base.ts'].replace('total', 'sum'));
    await run('data');
    await run('data');
    expect(linked).toEqual([['all'], ['src/base.ts'], ['src/base.ts', 'src/use.ts']]);
  });

  it.each<[string, () => void]>([
    ['the cache is lost', () => rmSync(join(folder, 'data/facts.db'))],
    ['the graph is lost', () => rmSync(join(folder, 'data/graph'), { recursive: true })],
    [
      'the cache is of the version before',
      () => {
        const cache = new DatabaseSync(join(folder, 'data/facts.db'));
        cache.exec(`DROP TRIGGER facts_forgotten; DROP TABLE outline; DROP TABLE linked_graph; DROP TABLE linked_file;
          PRAGMA user_version = 4`);
        cache.close();
        rmSync(join(folder, 'data/facts.db-verified'), { force: true });
      },
    ],
    [
      'a run was interrupted after it began to write the graph',
      () => {
        const cache = new DatabaseSync(join(folder, 'data/facts.db'));
        cache.exec("UPDATE mark SET value = '' WHERE name LIKE 'linked %'");
        cache.close();
        rmSync(join(folder, 'data/facts.db-verified'), { force: true });
      },
    ],
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
