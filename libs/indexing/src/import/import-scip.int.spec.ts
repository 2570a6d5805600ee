import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraphStore, type GraphEdge, type GraphStore } from '@quarry/graph-store';
import { openSearchIndex, type SearchIndex } from '@quarry/search-index';
import { importIndex } from './import-index';
import { loadReaders, type Readers } from '../readers';
import { indexRepository } from '../run/index-repository';
import type { IndexReport } from '../run/options';
import type { ScipImportReport } from './import-scip';
import { SCIP_FIXTURES } from '../scip/testing/fixtures';

const REF = { repository: 'serialize-error', snapshot: 'current' };

let readers: Readers;
let folder: string;
let searchIndex: SearchIndex;
let graphStore: GraphStore;

beforeAll(async () => {
  readers = await loadReaders();
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-scip-'));
  cpSync(join(SCIP_FIXTURES, 'serialize-error'), join(folder, 'code'), { recursive: true });
  searchIndex = openSearchIndex(`sqlite:${folder}/search`);
  graphStore = openGraphStore(`sqlite:${folder}/graph`);
});

afterEach(async () => {
  await searchIndex.close();
  await graphStore.close();
  rmSync(folder, { recursive: true, force: true });
});

const stores = () => ({
  searchIndex,
  graphStore,
  scipFile: join(folder, 'scip.db'),
  lockFile: join(folder, 'index.lock'),
});

const index = (): Promise<IndexReport> =>
  indexRepository({
    ...stores(),
    ...readers,
    root: join(folder, 'code'),
    ref: REF,
    embedder: null,
    masker: null,
    cacheFile: join(folder, 'facts.db'),
  });

async function run(path = join(folder, 'code/index.scip')): Promise<ScipImportReport> {
  const { format, report } = await importIndex(path, { ...stores(), maskerFor: () => null });
  if (format !== 'scip') throw new Error('it was not imported as a SCIP index');
  return report;
}

async function edges(): Promise<readonly GraphEdge[]> {
  const all: GraphEdge[] = [];
  for await (const file of graphStore.export(REF)) all.push(...file.edges);
  return all;
}

const imported = async () => (await edges()).filter(({ provenance }) => provenance === 'scip');

it('adds the references of the index to an indexed folder, under the name of the project', async () => {
  await index();
  expect(await imported()).toEqual([]);
  const report = await run();
  expect(report).toMatchObject({ ref: REF, tool: 'scip-typescript 0.4.0', files: 2, problems: [] });
  expect(await imported()).toHaveLength(report.edges);
  expect(await imported()).toContainEqual({
    from: 'javascript:index.destroyCircular|FUNCTION',
    to: 'javascript:index.isErrorLike|FUNCTION',
    kind: 'CALLS',
    line: 67,
    provenance: 'scip',
  });
});

it('survives the next runs for unchanged files; a changed file has the edges of Quarry again', async () => {
  await index();
  await run();
  const before = await edges();
  expect((await index()).scip).toEqual({ files: 2, outdated: [] });
  expect(await edges()).toEqual(before);

  appendFileSync(join(folder, 'code/index.js'), '\nexport const more = () => isErrorLike(1);\n');
  expect((await index()).scip).toEqual({ files: 1, outdated: ['index.js'] });
  const files = new Set((await imported()).map(({ from }) => from.replace(/\..*/, '')));
  expect([...files]).toEqual(['javascript:error-constructors']);
  expect((await edges()).map(({ from }) => from)).toContain('javascript:index.more|FUNCTION');
  expect((await index()).scip).toBeNull();
});

it('can be imported again, which changes nothing', async () => {
  await index();
  const first = await run();
  const before = await edges();
  expect(await run()).toEqual({ ...first, contradicted: 0 });
  expect(await edges()).toEqual(before);
});

it('needs an index of its folder', async () => {
  await expect(run()).rejects.toMatchObject({
    code: 'index_missing',
    message: expect.stringContaining('Run `quarry index PATH` first') as string,
  });
});

it('rejects a damaged index, and leaves the graph as it was', async () => {
  await index();
  const before = await edges();
  const damaged = join(folder, 'damaged.scip');
  copyFileSync(join(folder, 'code/index.scip'), damaged);
  truncateSync(damaged, 20_000);
  await expect(run(damaged)).rejects.toMatchObject({
    code: 'import_invalid',
    message: expect.stringContaining('damaged.scip is not a readable SCIP index') as string,
  });
  expect(await edges()).toEqual(before);
});

it('leaves out files that changed since they were indexed, and says so', async () => {
  await index();
  writeFileSync(join(folder, 'code/error-constructors.js'), 'export default new Map();\n');
  const { files, problems } = await run();
  expect(files).toBe(1);
  expect(problems).toEqual([expect.stringMatching(/^"error-constructors\.js": has changed since/)]);
});

it('ignores paths outside of the folder', async () => {
  await index();
  const hostile = join(folder, 'hostile.scip');
  const path = Buffer.from('../../../etc/passwd');
  writeFileSync(hostile, Buffer.concat([Buffer.from([0x12, path.length + 2, 0x0a, path.length]), path]));
  const report = await importIndex(hostile, { ...stores(), maskerFor: () => null, ref: REF });
  expect(report).toMatchObject({
    format: 'scip',
    report: { files: 0, problems: ['"../../../etc/passwd": is not in the code graph, left out'] },
  });
});
