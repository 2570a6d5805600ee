import {
  cpSync,
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
import type { Embedder } from '@quarry/embedder';
import { openGraphStore, type GraphStore } from '@quarry/graph-store';
import { openSearchIndex, type SearchIndex } from '@quarry/search-index';
import { Fault } from '@quarry/turn';
import { strToU8, zipSync } from 'fflate';
import { importRoslyn, type ImportReport } from './import-roslyn';

const FIXTURE = join(__dirname, '../../../../test/fixtures/roslyn-bundle/develop');
const SAMPLE = join(
  __dirname,
  '../../../../../shared/data/roslynindexer/bundles/Release_FAKE_UNIVERSAL_4.60.zip',
);

let folder: string;
let searchIndex: SearchIndex;
let graphStore: GraphStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-import-'));
  searchIndex = openSearchIndex(`sqlite:${folder}/search`);
  graphStore = openGraphStore(`sqlite:${folder}/graph`);
});

afterEach(async () => {
  await searchIndex.close();
  await graphStore.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (path: string): Promise<ImportReport> =>
  importRoslyn(path, { maskerFor: () => null, searchIndex, graphStore });

function zip(files: Readonly<Record<string, string>>): string {
  const path = join(folder, 'bundle.zip');
  writeFileSync(
    path,
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
  return path;
}

const chunk = (more: object = {}): string =>
  JSON.stringify([{ Id: 1, File: 'a.cs', Class: 'A', Member: 'M', Text: 'namespace N { }', ...more }]);

describe('a realistic bundle', () => {
  it('imports nodes and edges under canonical keys', async () => {
    const { ref } = await run(FIXTURE);
    const keys = [
      'csharp:Shop.Invoicing.InvoiceService|TYPE',
      'csharp:Shop.Invoicing.InvoiceService.Cancel(int)|METHOD',
      'csharp:Shop.Invoicing.InvoiceService.Cancel(int,string)|METHOD',
      'csharp:Shop.Data.ShopContext.Invoices|FIELD',
      'csharp:Shop.Report.Build|METHOD',
      'csharp:Shop.Data.Invoice|ENTITY',
      'dbo.Invoice|TABLE',
      'dbo.Invoice_Cancel|PROC',
      'dbo.Line "Total"|SQL_FUNCTION',
      'dbo.view_Open|VIEW',
    ];
    const nodes = await graphStore.nodes(ref, [...keys, 'dbo.OldInvoice|SYNONYM']);
    expect(nodes.map(({ key }) => key)).toEqual(keys);
    expect(nodes.find(({ key }) => key === 'dbo.Invoice|TABLE')).toMatchObject({
      path: 'db/Invoice.sql',
      startLine: 1,
      endLine: 4,
      signature: 'CREATE TABLE dbo.Invoice (',
      text: 'CREATE TABLE dbo.Invoice (\n    InvoiceId INT NOT NULL PRIMARY KEY,\n    Status TINYINT NOT NULL\n);\n',
    });
    const { edges } = await graphStore.walk(ref, keys, { depth: 3, maxNodes: 100, edgeKinds: [] });
    expect(
      edges
        .filter(({ kind }) => kind !== 'DEFINES')
        .map(({ from, kind, to }) => [from, kind, to])
        .sort(),
    ).toEqual([
      ['csharp:Shop.Data.ShopContext.Invoices|FIELD', 'MAPS_TO', 'dbo.Invoice|TABLE'],
      [
        'csharp:Shop.Invoicing.InvoiceService.Cancel(int)|METHOD',
        'CALLS',
        'csharp:Shop.Invoicing.InvoiceService.Cancel(int,string)|METHOD',
      ],
      [
        'csharp:Shop.Invoicing.InvoiceService.Cancel(int,string)|METHOD',
        'EXECUTES',
        'dbo.Invoice_Cancel|PROC',
      ],
      ['dbo.Invoice_Cancel|PROC', 'WRITES_TO', 'dbo.Invoice|TABLE'],
    ]);
  });

  it('imports searchable chunks with path, symbol, node and commit', async () => {
    const { ref } = await run(FIXTURE);
    const [hits] = await searchIndex.search(ref, [{ kind: 'bm25', text: 'Stock_Restore', k: 5 }]);
    expect(hits![0]!.chunk).toMatchObject({
      id: 'db/Invoice_Cancel.sql#dbo.Invoice_Cancel|PROC',
      path: 'db/Invoice_Cancel.sql',
      startLine: 1,
      endLine: 3,
      language: 'sql',
      kind: 'definition',
      symbol: 'dbo.Invoice_Cancel',
      nodeKey: 'dbo.Invoice_Cancel|PROC',
      commit: '0123456789abcdef0123456789abcdef01234567',
    });
    const [methods] = await searchIndex.search(ref, [{ kind: 'bm25', text: 'reason repository', k: 5 }]);
    expect(methods![0]!.chunk.nodeKey).toBe('csharp:Shop.Invoicing.InvoiceService.Cancel(int,string)|METHOD');
    expect(await searchIndex.describe(ref)).toMatchObject({
      commit: '0123456789abcdef0123456789abcdef01234567',
      bm25: true,
      embedder: null,
    });
  });

  it('reports problems', async () => {
    const report = await run(FIXTURE);
    expect(report.problems).toEqual([
      'regular_code_bundle/chunks.json: chunk 4: its path points outside the repository, named Report.cs',
      'regular_code_bundle/chunks.json: chunk 4: its path points outside the repository, named Report.cs',
      'regular_code_bundle/chunks.json: chunk 6 has no text, left out',
      'sql_code_bundle/docs/sql_bodies.jsonl:3: not a JSON record with a key, left out',
      'sql_code_bundle/graph/nodes.csv: row 4: its body docs/bodies/missing.sql is missing',
      'sql_code_bundle/graph/edges.csv: row 6 lacks one of its ends, left out',
      'dbo.OldInvoice|SYNONYM: the graph has no such kind (SYNONYM), left out',
      'edge dbo.Gone|PROC → dbo.Invoice|TABLE: its source is not a node of the bundle, left out',
      'repo_meta.json says branch feature/cancel, but the bundle is named develop: the bundle name is used',
    ]);
    expect(report).toMatchObject({
      ref: { repository: 'Shop', snapshot: 'develop' },
      branch: 'feature/cancel',
      files: 7,
      chunks: 9,
      dangling: 3,
      embedded: 0,
      pendingVectors: 9,
    });
  });

  it('replaces the content of the snapshot, and is idempotent', async () => {
    const ref = { repository: 'r', snapshot: 's' };
    await importRoslyn(zip({ 'regular_code_bundle/chunks.json': chunk() }), {
      maskerFor: () => null,
      ref,
      searchIndex,
      graphStore,
    });
    const first = await importRoslyn(FIXTURE, { maskerFor: () => null, ref, searchIndex, graphStore });
    const manifest = await searchIndex.manifest(ref);
    expect([...manifest.keys()]).not.toContain('a.cs');
    expect(await graphStore.nodes(ref, ['csharp:N.A.M|METHOD'])).toEqual([]);
    expect(await importRoslyn(FIXTURE, { maskerFor: () => null, ref, searchIndex, graphStore })).toEqual(
      first,
    );
    expect(await searchIndex.manifest(ref)).toEqual(manifest);
  });
});

describe('vectors', () => {
  it('come from the embedder, whose model is stored; if it fails, search uses BM25 and the report says so', async () => {
    const embedder: Embedder = {
      id: 'letters@1',
      dimension: 4,
      embed: async (texts) => texts.map((text) => Float32Array.of(text.length, 1, 0, 0)),
      close: async () => {},
    };
    const ref = { repository: 'r', snapshot: 's' };
    const report = await importRoslyn(FIXTURE, {
      maskerFor: () => null,
      ref,
      searchIndex,
      graphStore,
      embedder,
    });
    expect(report).toMatchObject({ embedded: 9, pendingVectors: 0 });
    expect((await searchIndex.describe(ref))?.embedder).toEqual({ id: 'letters@1', dimension: 4 });

    const another = { ...embedder, id: 'words@1' };
    await expect(
      importRoslyn(FIXTURE, { maskerFor: () => null, ref, searchIndex, graphStore, embedder: another }),
    ).rejects.toMatchObject({ code: 'index_other_model' });

    const failing: Embedder = {
      ...embedder,
      embed: () => Promise.reject(new Fault('embedder_unavailable', 'The model is unavailable.')),
    };
    const other = { repository: 'r', snapshot: 't' };
    const poor = await importRoslyn(FIXTURE, {
      maskerFor: () => null,
      ref: other,
      searchIndex,
      graphStore,
      embedder: failing,
    });
    expect(poor).toMatchObject({ embedded: 0, pendingVectors: 9 });
    expect(poor.problems.at(-1)).toBe('The model is unavailable.');
  });
});

describe('an invalid or malicious bundle', () => {
  it.each([
    ['an empty zip', () => zip({})],
    ['another zip', () => zip({ 'readme.txt': 'hello' })],
    ['a zip whose chunks are not a list', () => zip({ 'regular_code_bundle/chunks.json': '{"a": 1}' })],
    ['broken chunks', () => zip({ 'regular_code_bundle/chunks.json': '[{"Id": 1,' })],
    ['chunks without text', () => zip({ 'regular_code_bundle/chunks.json': '[{}, null, 3]' })],
    [
      'a file that is not a zip',
      () => (writeFileSync(join(folder, 'x.zip'), 'PK but not really'), join(folder, 'x.zip')),
    ],
    ['a bomb', () => zip({ 'regular_code_bundle/chunks.json': ' '.repeat(8_000_000) })],
    ['an empty folder', () => (mkdirSync(join(folder, 'empty')), join(folder, 'empty'))],
  ])('%s is rejected with the expected format', async (_, make) => {
    await expect(run(make())).rejects.toMatchObject({
      code: 'import_invalid',
      message: expect.stringContaining('expected a folder or .zip made by RoslynIndexer') as string,
    });
  });

  it('does not trust the declared sizes of a zip', async () => {
    const path = zip({ 'regular_code_bundle/chunks.json': `[${' '.repeat(3_000_000)}]` });
    const bytes = readFileSync(path);
    for (let i = 0; i < bytes.length - 30; i++) {
      if (bytes.readUInt32LE(i) === 0x04034b50) bytes.writeUInt32LE(100, i + 22);
      if (bytes.readUInt32LE(i) === 0x02014b50) bytes.writeUInt32LE(100, i + 24);
    }
    writeFileSync(path, bytes);
    await expect(run(path)).rejects.toMatchObject({ code: 'import_invalid' });
  });

  it('reports a missing path', async () => {
    await expect(run(join(folder, 'nowhere.zip'))).rejects.toMatchObject({ code: 'path_not_found' });
  });

  it('leaves out entries that point outside the bundle, and never writes a file', async () => {
    const report = await run(
      zip({
        '../evil/chunks.json': chunk(),
        '/abs/chunks.json': chunk(),
        'b\\regular_code_bundle\\chunks.json': chunk(),
      }),
    );
    expect(report).toMatchObject({ chunks: 1, ref: { repository: 'imported', snapshot: 'b' } });
    expect(report.problems.filter((problem) => problem.includes('points outside the bundle'))).toEqual([
      '"../evil/chunks.json": points outside the bundle, left out',
      '"/abs/chunks.json": points outside the bundle, left out',
    ]);
    expect(existsSync(join(folder, '../evil'))).toBe(false);
  });

  it('does not follow links in a folder', async () => {
    cpSync(FIXTURE, join(folder, 'copy'), { recursive: true });
    symlinkSync('/etc', join(folder, 'copy/docs'));
    expect((await run(join(folder, 'copy'))).problems).toContain('docs: a link, not followed');
  });

  it('reduces paths of any style to paths inside the repository', async () => {
    const odd = ['C:\\Windows\\x.cs', '/etc/passwd.cs', '..\\..\\up.cs', 'a/../../b.cs', '', 'ok/./c.cs'];
    const chunks = odd.map((RepoRelativePath, Id) => ({
      Id,
      RepoRelativePath,
      Class: 'A',
      Member: `M${Id}`,
      Text: 'x',
    }));
    const { ref } = await run(zip({ 'regular_code_bundle/chunks.json': JSON.stringify(chunks) }));
    expect([...(await searchIndex.manifest(ref)).keys()].sort()).toEqual([
      'b.cs',
      'ok/c.cs',
      'passwd.cs',
      'unknown',
      'up.cs',
      'x.cs',
    ]);
  });

  it('treats identical chunks as different members', async () => {
    const item = { File: 'a.cs', Class: 'A', Member: 'M', Text: 'same' };
    const { ref } = await run(
      zip({
        'regular_code_bundle/chunks.json': JSON.stringify([{ ...item, Id: 1 }, { ...item, Id: 2 }, item]),
      }),
    );
    const keys = ['csharp:A.M|METHOD', 'csharp:A.M~2|METHOD', 'csharp:A.M~3|METHOD'];
    expect((await graphStore.nodes(ref, keys)).map(({ key }) => key)).toEqual(keys);
  });

  it('can be cancelled', async () => {
    const signal = AbortSignal.abort();
    await expect(
      importRoslyn(FIXTURE, { maskerFor: () => null, searchIndex, graphStore, signal }),
    ).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

const onSample = existsSync(SAMPLE) ? it : it.skip;
describe('the public sample bundle (skipped if the data folder is not next to the project)', () => {
  onSample('is imported completely', async () => {
    const report = await run(SAMPLE);
    expect(report).toMatchObject({
      ref: { repository: 'Fake', snapshot: 'Release_FAKE_UNIVERSAL_4.60' },
      branch: 'Release_FAKE_UNIVERSAL_4.90',
      commit: null,
      files: 210,
      chunks: 210,
      dangling: 0,
    });
    expect(report.problems).toEqual([
      'graph/nodes.csv is missing: nodes are taken from the bodies and the code',
      'repo_meta.json says branch Release_FAKE_UNIVERSAL_4.90, but the bundle is named Release_FAKE_UNIVERSAL_4.60: the bundle name is used',
      'repo_meta.json: "efghf411edb1756d9e8d10721be7b16b9649b34f" is not a commit id, left out',
    ]);
    const { nodes, edges } = await graphStore.walk(report.ref, ['dbo.proc_GenerateInvoice|PROC'], {
      depth: 1,
      maxNodes: 50,
      edgeKinds: ['USES', 'EXECUTES'],
    });
    expect(nodes.map(({ key }) => key).sort()).toEqual(
      [
        'csharp:Fake.InvoiceGenerator.InvoiceGenerator.GenerateInvoice|METHOD',
        'dbo.proc_Extra_054|PROC',
        'dbo.view_Extra_073|VIEW',
        'dbo.proc_GenerateInvoice|PROC',
        'dbo.table_Invoices|TABLE',
        'dbo.table_Payments|TABLE',
      ].sort(),
    );
    expect(
      edges.filter(({ from }) => from === 'dbo.proc_GenerateInvoice|PROC').map(({ kind, to }) => [kind, to]),
    ).toEqual([
      ['USES', 'dbo.table_Invoices|TABLE'],
      ['USES', 'dbo.table_Payments|TABLE'],
    ]);
  });
});
