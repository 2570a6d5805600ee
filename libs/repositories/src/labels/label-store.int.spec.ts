import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { LabelStore } from './label-store';
import { readLabelRules } from './read-rules';

const REF = { repository: '@acme/shop', snapshot: 'main' };
const RULES = readLabelRules('rules:\n  - {paths: [a/], groups: [x, y]}\n');
const COUNTS = { files: 1, chunks: 2, nodes: 3, edges: 4, pendingVectors: 0 };

describe('LabelStore', () => {
  let folder: string;
  let records: RecordStore;
  let store: LabelStore;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-label-store-'));
    records = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
    store = new LabelStore(records);
  });
  afterEach(async () => {
    await records.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives labels a version that changes with every part of them', async () => {
    expect(await store.labels(REF)).toBeNull();
    expect(await store.pathLabels(REF)).toBeNull();
    const first = await store.put(REF, { rules: RULES });
    expect(first).toMatchObject({ problem: null, groups: ['x', 'y'] });
    expect((await store.put(REF, { rules: RULES })).version).toBe(first.version);
    const stated = await store.put(REF, { stated: { 'a/b.cs': [['Security']] } });
    expect(stated).toMatchObject({ rules: RULES, groups: ['Security', 'x', 'y'] });
    expect((await store.pathLabels(REF))?.of.of('a/b.cs')?.groups).toEqual([['x', 'y'], ['Security']]);
    const broken = await store.put(REF, { rules: 'quarry-labels.yaml:1:1: no' });
    expect(await store.pathLabels(REF)).toBeNull();
    expect(new Set([first, stated, broken].map(({ version }) => version)).size).toBe(3);
    // An import does not make a labels file readable.
    await store.put(REF, { stated: {} });
    expect(await store.pathLabels(REF)).toBeNull();
    expect((await store.put(REF, { rules: RULES })).version).toBe(first.version);
    expect(await store.labels({ ...REF, snapshot: 'other' })).toBeNull();
  });

  it('applies no labels while another process changes them', async () => {
    await store.put(REF, { rules: RULES });
    const other = { ...REF, snapshot: 'v2' };
    await store.put(other, { rules: RULES, stated: { 'a/b': [['z']] } });
    const labels = (await store.labels(REF))!;
    const [record] = (await records.list('labels', 'acme', { limit: 10 })).filter(
      ({ value }) => (value as typeof labels).version === labels.version,
    );
    // The rules of one version with the stated groups of another.
    await records.save({
      ...record!,
      revision: record!.revision + 1,
      value: { ...labels, version: 'of others' },
    });
    expect(await store.pathLabels(REF)).toBeNull();
  });

  it('applies no labels if an import states groups for more files than a record holds', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30_000 }, (_, n) => [`src/${'x'.repeat(40)}${n}.cs`, [['Security']]]),
    );
    expect((await store.put(REF, { stated: many })).problem).toMatch(
      /^The import states groups for 30000 files/,
    );
    expect(await store.pathLabels(REF)).toBeNull();
    // A labels file does not say what the import would have said.
    await store.put(REF, { rules: RULES });
    expect(await store.pathLabels(REF)).toBeNull();
    await store.put(REF, { stated: {} });
    expect(await store.pathLabels(REF)).not.toBeNull();
  });

  it('wants a view once, until it is filled, and again after it was deleted', async () => {
    const labels = await store.put(REF, { rules: RULES });
    const audience = { groups: ['x'], sensitivity: 'public' };
    const view = await store.want(REF, audience, labels);
    expect(view).toMatchObject({ ...REF, audience, counts: null });
    expect(await store.want(REF, audience, labels)).toEqual(view);
    expect(await store.wanted()).toEqual([view]);
    await store.filled(view, COUNTS);
    expect(await store.wanted()).toEqual([]);
    expect(await store.want(REF, audience, labels)).toEqual({ ...view, counts: COUNTS });
    await store.retired(view);
    expect(await store.wanted()).toEqual([]);
    await store.want(REF, audience, labels);
    expect(await store.wanted()).toEqual([view]);
    expect(await store.view(REF.repository, view.id)).toEqual(view);
    expect(await store.view('shop', view.id)).toBeNull();
    expect(await store.views({ ...REF, snapshot: 'other' })).toEqual([]);
  });

  it('has at most 64 views of a snapshot under the same labels', async () => {
    const labels = await store.put(REF, { rules: RULES });
    const groups = Array.from({ length: 64 }, (_, n) => [`g${n}`]);
    for (const each of groups) await store.want(REF, { groups: each, sensitivity: 'public' }, labels);
    const further = { groups: ['further'], sensitivity: 'public' };
    await expect(store.want(REF, further, labels)).rejects.toMatchObject({ code: 'bad_request' });
    // Known ones still work, and so do those under other labels.
    await store.want(REF, { groups: ['g1'], sensitivity: 'public' }, labels);
    await store.want(REF, further, { ...labels, version: 'v2' });
  });
});
