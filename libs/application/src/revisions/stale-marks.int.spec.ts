import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { RepositoryRegistry } from '@quarry/repositories';
import { openSearchIndex, type SearchIndex } from '@quarry/search-index';
import { openTurn, type Evidence, type PassageState } from '@quarry/turn';
import { openTurnArchive, type TurnArchive } from '@quarry/turn-archive';
import type { StaleAnswer } from './stale-answer';
import { updateStaleMarks } from './stale-marks';

const linesOf = (name: string): readonly string[] =>
  [1, 2, 3, 4, 5].map((n) => `const ${name}${n} = compute${name}(${n});`);
const FILES = ['alpha', 'beta', 'gamma', 'delta'] as const;
type File = (typeof FILES)[number];

describe('marks of stale answers', () => {
  let folder: string;
  let index: SearchIndex;
  let archive: TurnArchive;
  let records: RecordStore;
  let registry: RepositoryRegistry;
  let stale: StaleAnswer[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-stale-'));
    index = openSearchIndex(`sqlite:${join(folder, 'index')}`);
    archive = openTurnArchive(`sqlite:${join(folder, 'turns.db')}`);
    records = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
    registry = new RepositoryRegistry(records);
    stale = [];
    await write(Object.fromEntries(FILES.map((name) => [`${name}.ts`, linesOf(name)])));
  });
  afterEach(async () => {
    await Promise.all([index.close(), archive.close(), records.close()]);
    rmSync(folder, { recursive: true });
  });

  let runs = 0;
  /** An indexing run: replaces these files, and removes those without lines. */
  async function write(
    files: Readonly<Record<string, readonly string[] | null>>,
    snapshot = 'current',
  ): Promise<void> {
    const ref = { repository: 'shop', snapshot };
    const kept = Object.entries(files).flatMap(([path, lines]) => {
      if (!lines) return [];
      const text = lines.join('\n');
      const place = { id: `${path}#L1`, path, startLine: 1, endLine: lines.length };
      const chunk = { ...place, text, language: 'text', kind: 'window', contentHash: text } as const;
      return [{ path, hash: `hash of ${text}`, chunks: [chunk] }];
    });
    const remove = Object.keys(files).filter((path) => !files[path]);
    await index.write(ref, { files: kept, remove, meta: {} });
    runs += 1;
    const told = { by: 'cli', job: null, files: 4, chunks: 4, nodes: 0, edges: 0, pendingVectors: 0 };
    const rest = { embedder: null, commit: null, dirty: false, root: null, secrets: 0 };
    await registry.indexed(
      ref,
      { ...told, ...rest, indexedAt: 1_000 + runs },
      { failed: [], secretPlaces: [] },
    );
  }

  /** A kept answer that cites all lines of these files. */
  async function keep(id: string, files: readonly File[], snapshot = 'current'): Promise<void> {
    const evidence = files.map((name, at): Evidence => {
      const place = { path: `${name}.ts`, startLine: 1, endLine: 5, text: linesOf(name).join('\n') };
      return {
        ...place,
        ...{ n: at + 1, pass: 1, kind: 'chunk', id: name, relevance: 1, foundBy: '', query: '' },
      };
    });
    const asked = { id, tenant: 'acme', session: 's', pipeline: 'code@d', question: id, isEnglish: true };
    const turn = openTurn({
      ...{ ...asked, askedAt: 1, deadline: 2 },
      options: { depth: 'auto', budget: {}, repository: 'shop', snapshot },
    });
    const citations = evidence.map(({ n, path }) => ({ n, path, startLine: 1, endLine: 5, pass: 1 }));
    const answer = { text: '', english: '', citations, removedCitations: [], writtenBy: '' };
    await archive.save({ turn: { ...turn, evidence, answer }, events: [] });
  }

  const update = async (): Promise<number> => {
    const onStale = async (answer: StaleAnswer): Promise<void> => void stale.push(answer);
    return (await updateStaleMarks({ archive, index, registry, onStale })).compared;
  };
  const states = async (): Promise<Readonly<Record<string, PassageState | null>>> =>
    Object.fromEntries(
      (await archive.list('acme', {}, { limit: 99 })).map(({ id, staleness }) => [id, staleness]),
    );
  const told = (): readonly string[] =>
    stale.splice(0).map(({ turn, before, staleness }) => `${turn.id}: ${before} → ${staleness}`);

  it('looks only at answers that cite a changed file', async () => {
    await keep('one', ['alpha']);
    await keep('two', ['beta', 'gamma']);
    await keep('three', ['gamma']);
    expect(await update()).toBe(3);
    expect(await states()).toEqual({ one: 'fresh', two: 'fresh', three: 'fresh' });
    expect(await update()).toBe(0);

    await write({ 'delta.ts': ['// not cited'] });
    expect(await update()).toBe(0);
    await write({ 'beta.ts': ['// first', ...linesOf('beta')] });
    expect(await update()).toBe(1);
    expect(await states()).toEqual({ one: 'fresh', two: 'moved', three: 'fresh' });
    await write({ 'gamma.ts': [...linesOf('gamma').slice(0, 4), 'const other = 1;'] });
    expect(await update()).toBe(2);
    expect(await states()).toEqual({ one: 'fresh', two: 'changed', three: 'changed' });
    await write({ 'gamma.ts': linesOf('gamma'), 'alpha.ts': null });
    expect(await update()).toBe(3);
    expect(await states()).toEqual({ one: 'gone', two: 'moved', three: 'fresh' });
    expect(await update()).toBe(0);
    expect(told()).toEqual([
      'two: fresh → moved',
      'two: moved → changed',
      'three: fresh → changed',
      expect.any(String),
      expect.any(String),
    ]);
  });

  it('follows lines to another file, and looks again when that one changes', async () => {
    await keep('one', ['alpha']);
    await update();
    await write({ 'alpha.ts': null, 'moved.ts': linesOf('alpha') });
    expect(await update()).toBe(1);
    expect(await states()).toEqual({ one: 'moved' });
    await write({ 'moved.ts': ['// nothing'] });
    expect(await update()).toBe(1);
    expect(await states()).toEqual({ one: 'gone' });
    expect(told()).toEqual(['one: fresh → moved', 'one: moved → gone']);
  });

  it('compares with the newest snapshot; an answer about an older one is stale without a notification', async () => {
    await write({ 'alpha.ts': linesOf('alpha') }, 'v1');
    await write({ 'alpha.ts': ['// rewritten'] });
    await keep('about v1', ['alpha'], 'v1');
    expect(await update()).toBe(1);
    expect(await states()).toEqual({ 'about v1': 'gone' });
    expect(told()).toEqual([]);
  });

  it('notifies of an answer that became stale before it was compared', async () => {
    await keep('one', ['alpha']);
    await write({ 'alpha.ts': null });
    await update();
    expect(told()).toEqual(['one: null → gone']);
  });

  it('has no state where the repository is gone, and one again when it is back', async () => {
    await keep('one', ['alpha']);
    await update();
    await registry.forget({ repository: 'shop', snapshot: 'current' });
    expect(await update()).toBe(1);
    expect(await states()).toEqual({ one: null });
    expect(await update()).toBe(0);
    await write({ 'alpha.ts': linesOf('alpha') });
    expect(await update()).toBe(1);
    expect(await states()).toEqual({ one: 'fresh' });
    expect(told()).toEqual([]);
  });

  it('stores no mark if the notification fails', async () => {
    await keep('one', ['alpha']);
    await update();
    await write({ 'alpha.ts': null });
    const onStale = () => Promise.reject(new Error('away'));
    await expect(updateStaleMarks({ archive, index, registry, onStale })).rejects.toThrow('away');
    expect(await states()).toEqual({ one: 'fresh' });
    expect(await update()).toBe(1);
    expect(told()).toEqual(['one: fresh → gone']);
  });
});
