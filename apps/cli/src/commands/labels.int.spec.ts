import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runIndex } from '@quarry/indexer/run';
import { openStores, readConfig } from '@quarry/platform';
import { LabelStore } from '@quarry/repositories';
import { SOURCES } from '../../../../test/api/gateway-under-test';
import { FILES, writeFiles } from '../../../../test/security/labelled-shop';
import { ended } from '../testing/recorded-terminal';
import { addImport } from './import';
import { addLabels } from './labels';

const BUNDLE = resolve(__dirname, '../../../../test/fixtures/roslyn-bundle/develop');

describe('quarry labels', () => {
  let folder: string;
  let root: string;
  let data: string;
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-labels-')));
    [root, data] = [join(folder, 'shop'), join(folder, 'data')];
    writeFiles(root, FILES);
    const listener = {
      signal: new AbortController().signal,
      progress: () => undefined,
      note: () => undefined,
    };
    await runIndex(
      readConfig({ dataDir: data, embedderUrl: 'none' }, {}),
      { root, by: 'cli' },
      listener,
      SOURCES,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const labels = (...argv: readonly string[]) => ended(addLabels, 'labels', ...argv, '--data', data);
  const write = (yaml: string): void => writeFileSync(join(root, 'quarry-labels.yaml'), yaml);

  it('says what is without labels', async () => {
    const { code, out, err } = await labels('show', 'payroll/bonus.ts');
    expect({ code, out }).toEqual({
      code: 0,
      out: 'payroll/bonus.ts: no label: only callers who read everything\n',
    });
    expect(err).toMatch(/shop@current has no labels: quarry labels refresh/);
  });

  it('puts a labels file in force without indexing, and shows who may read a file', async () => {
    write(
      'default: {sensitivity: internal}\nrules: [{paths: [payroll/], groups: [finance, board], sensitivity: confidential}]\n',
    );
    const refreshed = await labels('refresh');
    expect(refreshed.out).toBe(
      'shop@current: labels are in force; 0 views are up to date\n' +
        '     13  any group, cleared for internal\n' +
        '      3  (finance or board), cleared for confidential\n',
    );
    expect(refreshed.err).toMatch(/QUARRY_LABELS is not enforce here/);
    expect((await labels('show', 'payroll/bonus.ts')).out).toBe(
      'payroll/bonus.ts: (finance or board), cleared for confidential\n',
    );
    const missing = await labels('show', 'payroll/none.ts', '--json');
    expect(JSON.parse(missing.out)).toEqual({
      path: 'payroll/none.ts',
      indexed: false,
      label: { groups: [['finance', 'board']], sensitivity: 'confidential' },
    });
  });

  it('refuses a file with errors, and changes nothing', async () => {
    write('rules:\n  - {paths: [payroll/], group: [finance]}\n');
    const { code, err } = await labels('refresh');
    expect(code).not.toBe(0);
    expect(err).toContain(
      'quarry-labels.yaml:2:25: "group" is unknown; supported: paths, groups, sensitivity',
    );
    expect((await labels('show', 'payroll/bonus.ts')).out).toContain('finance or board');
    expect((await labels('refresh', '--file', join(folder, 'none.yaml'))).err).toMatch(
      /cannot be read \(ENOENT\)/,
    );
    expect((await labels('refresh', '--repository', 'nothing')).err).toMatch(
      /There is no repository 'nothing'/,
    );
  });

  it('keeps the AclTags of an imported bundle, by file', async () => {
    const bundle = join(folder, 'develop');
    cpSync(BUNDLE, bundle, { recursive: true });
    const chunks = join(bundle, 'regular_code_bundle/chunks.json');
    const records = JSON.parse(readFileSync(chunks, 'utf8')) as Record<string, unknown>[];
    const [first] = records;
    first!['AclTags'] = ['Security', 'Finance'];
    writeFileSync(chunks, JSON.stringify(records));
    const imported = await ended(
      ...([addImport, 'import', bundle, '--repository', 'bundle', '--no-vectors', '--data', data] as const),
    );
    expect(imported.err).toMatch(
      /AclTags restrict 1 files to readers of Finance, Security, once QUARRY_LABELS is enforce/,
    );
    const stores = await openStores(readConfig({ dataDir: data, embedderUrl: 'none' }, {}));
    try {
      const ref = { repository: 'bundle', snapshot: 'develop' };
      const paths = [...(await stores.searchIndex.manifest(ref)).keys()];
      const of = (await new LabelStore(stores.recordStore).pathLabels(ref))?.of;
      expect(paths.filter((path) => of?.of(path))).toHaveLength(1);
      const [tagged = ''] = paths.filter((path) => of?.of(path));
      expect((await labels('show', tagged, '--repository', 'bundle')).out).toBe(
        `${tagged}: (Finance or Security)\n`,
      );
    } finally {
      await stores.close();
    }
  });
});
