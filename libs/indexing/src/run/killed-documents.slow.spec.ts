import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDocumentReader } from '@quarry/documents';
import { openGraphStore } from '@quarry/graph-store';
import { openSearchIndex } from '@quarry/search-index';
import { indexRepository } from './index-repository';
import { SOURCES } from './testing/papers';

const PAGES = 40;
const LONG = 'This part says at some length what came of the year and why it came so. '.repeat(12);

const page = (n: number): string =>
  `<!doctype html><html><head><title>Page ${n}</title></head><body><h1>Page ${n}</h1>` +
  ['Aims', 'Means', 'Ends'].map((title) => `<h2>${title}</h2><p>${title} of ${n}. ${LONG}</p>`).join('') +
  '</body></html>';

it.each(['documents 1\n', 'documents 17\n', 'documents 39\n'])(
  'a run killed between documents ("%s") leaves complete ones, and the next run completes it',
  async (point) => {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-killed-'));
    mkdirSync(join(folder, 'repo'));
    for (let n = 0; n < PAGES; n++) writeFileSync(join(folder, `repo/p${n}.html`), page(n));
    const script = join(__dirname, 'testing/index-process.ts');
    const child = spawn(process.execPath, [...SOURCES, script, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString();
      if (said.includes(point)) child.kill('SIGKILL');
    });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect([signal, said]).toEqual(['SIGKILL', expect.stringContaining(point)]);

    const ref = { repository: 'demo', snapshot: 'main' };
    const searchIndex = openSearchIndex(`sqlite:${folder}/data/search`);
    const graphStore = openGraphStore(`sqlite:${folder}/data/graph`);
    try {
      // Every stored document is complete: four sections each.
      const left = await searchIndex.manifest(ref);
      expect(left.size).toBeGreaterThan(0);
      expect(left.size).toBeLessThanOrEqual(PAGES);
      expect(await searchIndex.sections(ref)).toHaveLength(left.size * 4);
      const report = await indexRepository({
        root: join(folder, 'repo'),
        ref,
        searchIndex,
        graphStore,
        masker: null,
        embedder: null,
        extractFor: () => null,
        link: { all: () => ({ graph: [], state: null }) },
        openDocuments: () => openDocumentReader({ execArgv: SOURCES }),
        cacheFile: join(folder, 'data/facts.db'),
        lockFile: join(folder, 'data/index.lock'),
      });
      expect(report).toMatchObject({
        files: PAGES,
        indexed: PAGES - left.size,
        unchanged: left.size,
        sections: PAGES * 4,
        formats: { html: PAGES },
        problems: [],
        skipped: [],
      });
    } finally {
      await searchIndex.close();
      await graphStore.close();
      rmSync(folder, { recursive: true });
    }
  },
  120_000,
);
