import type { Evidence, PassageState, Turn } from '@quarry/turn';
import type { Seen } from '../citation';
import { archivedOf, ASKED_AT, idsOf, type Check } from './suite';

const TURN = { tenant: 'acme', id: 't1' };

/** A turn about `shop@current` that cites these files, in their order, from 1. */
export function citing(paths: readonly string[], change: Partial<Turn> = {}): Partial<Turn> {
  const places = paths.map((path, at) => ({ n: at + 1, path, startLine: 1, endLine: 2, pass: 1 }));
  const evidence = places.map((place): Evidence => {
    const found = { relevance: 1, foundBy: 'bm25', query: 'q' };
    return { ...place, ...found, id: `${place.path}#L1-L2`, kind: 'chunk', text: 'text' };
  });
  return {
    evidence,
    answer: { text: '', english: '', citations: places, removedCitations: [], writtenBy: 'a-model' },
    options: { depth: 'auto', budget: {}, repository: 'shop', snapshot: 'current' },
    ...change,
  };
}

const seen = (path: string, hash: string | null, place: string | null = null): Seen => ({
  ...{ path, hash, place },
  placeHash: place === null ? null : `hash of ${place}`,
});

/** The index from cited files to turns. */
export function citations(check: Check): void {
  check('indexes the cited files of a saved turn, not yet compared', async ({ archive }) => {
    await archive.save(archivedOf('t1', citing(['a.ts', 'b.ts'])));
    await archive.save(archivedOf('t2', { evidence: citing(['c.ts']).evidence ?? [] }));
    expect(await archive.citedRepositories()).toEqual(['shop']);
    expect(await archive.uncompared(10)).toEqual([TURN]);
    expect((await archive.seen('shop')).map(({ path }) => path).toSorted()).toEqual(['a.ts', 'b.ts']);
    expect(await archive.citations(TURN)).toEqual({
      citations: [
        { n: 1, repository: 'shop', seen: seen('a.ts', null), state: null },
        { n: 2, repository: 'shop', seen: seen('b.ts', null), state: null },
      ],
      staleness: null,
    });
    expect(await archive.citations({ tenant: 'acme', id: 't2' })).toEqual({ citations: [], staleness: null });
    expect(await archive.citations({ tenant: 'rival', id: 't1' })).toBeNull();
    expect(await archive.indexEarlier(10)).toBe(0);
  });

  check('finds the turns that cite a file in one state of it, and marks them', async ({ archive }) => {
    for (const id of ['t1', 't2', 't3']) await archive.save(archivedOf(id, citing(['a.ts', `${id}.ts`])));
    const mark = (id: string, hash: string, state: PassageState | null) =>
      archive.mark(
        { tenant: 'acme', id },
        {
          citations: [{ n: 1, repository: 'shop', seen: seen('a.ts', hash, 'b.ts'), state }],
          staleness: state,
        },
      );
    await mark('t1', 'h1', 'moved');
    await mark('t2', 'h1', 'fresh');
    await mark('t3', 'h2', null);
    const names = async (value: Seen) =>
      (await archive.citing('shop', [value, seen('none', 'h1')])).map(({ id }) => id).toSorted();
    expect(await names(seen('a.ts', 'h1', 'b.ts'))).toEqual(['t1', 't2']);
    expect(await names(seen('a.ts', 'h2', 'b.ts'))).toEqual(['t3']);
    expect(await names(seen('a.ts', 'h1'))).toEqual([]);
    expect(await archive.citing('other', [seen('a.ts', 'h1', 'b.ts')])).toEqual([]);
    expect(await archive.seen('shop')).toHaveLength(5);
    // The second citation of each is not compared yet.
    expect((await archive.uncompared(10)).map(({ id }) => id).toSorted()).toEqual(['t1', 't2', 't3']);
    expect(await archive.uncompared(2)).toHaveLength(2);
    expect(await archive.citations(TURN)).toMatchObject({
      citations: [
        { n: 1, state: 'moved' },
        { n: 2, state: null },
      ],
      staleness: 'moved',
    });
  });

  check('lists turns by the state of their citations', async ({ archive }) => {
    const states = ['fresh', 'moved', 'changed', 'gone', null] as const;
    for (const [at, state] of states.entries()) {
      const id = `t${at}`;
      await archive.save(archivedOf(id, citing(['a.ts'], { askedAt: ASKED_AT + at })));
      await archive.mark({ tenant: 'acme', id }, { citations: [], staleness: state });
    }
    const all = await archive.list('acme', {}, { limit: 10 });
    expect(all.map(({ staleness }) => staleness)).toEqual([null, 'gone', 'changed', 'moved', 'fresh']);
    expect(await idsOf(archive, { staleness: ['moved', 'gone'] })).toEqual(['t3', 't1']);
    expect(await idsOf(archive, { staleness: ['fresh'], since: ASKED_AT + 1 })).toEqual([]);
    expect(await idsOf(archive, { staleness: [] })).toEqual([]);
    expect(await idsOf(archive, { staleness: ['fresh'] }, 'rival')).toEqual([]);
    await archive.mark({ tenant: 'acme', id: 't0' }, { citations: [], staleness: null });
    expect(await idsOf(archive, { staleness: ['fresh'] })).toEqual([]);
  });

  check('knows nothing of the citations of a deleted or pruned turn', async ({ archive }) => {
    for (const id of ['t1', 't2']) {
      await archive.save(archivedOf(id, citing(['a.ts'])));
      await archive.mark({ tenant: 'acme', id }, { citations: [], staleness: 'gone' });
    }
    await archive.delete('acme', ['t1']);
    await archive.save(archivedOf('t1', citing(['a.ts'])));
    await archive.mark(TURN, { citations: [], staleness: 'gone' });
    expect(await archive.citations(TURN)).toBeNull();
    expect(await archive.uncompared(10)).toEqual([{ tenant: 'acme', id: 't2' }]);
    expect(await idsOf(archive, { staleness: ['gone'] })).toEqual(['t2']);
    await archive.prune(ASKED_AT + 1);
    expect(await archive.citedRepositories()).toEqual([]);
    expect(await archive.uncompared(10)).toEqual([]);
    expect(await archive.seen('shop')).toEqual([]);
  });
}
