import { archivedOf, ASKED_AT, idsOf, promptOf, type Check } from './suite';

/** Deletions are complete, and permanent. */
export function deleting(check: Check): void {
  check('deletes turns with their prompts, and no others', async ({ archive }) => {
    for (const id of ['t1', 't2', 't3']) {
      await archive.save(archivedOf(id));
      await archive.savePrompt('acme', id, promptOf(`h-${id}`));
    }
    await archive.delete('acme', ['t1', 't3', 'never-there']);
    await archive.delete('acme', []);
    expect(await idsOf(archive)).toEqual(['t2']);
    expect(await archive.load('acme', 't1')).toBeNull();
    expect(await archive.prompts('acme', 't1')).toEqual([]);
    expect(await archive.prompts('acme', 't2')).toHaveLength(1);
    expect(await archive.deleted('acme', ['t1', 't2', 'never-there', 't3'])).toEqual([
      't1',
      'never-there',
      't3',
    ]);
  });

  check('stores nothing of a turn that was deleted before it was saved', async ({ archive }) => {
    await archive.delete('acme', ['t1']);
    await archive.save(archivedOf('t1'));
    await archive.savePrompt('acme', 't1', promptOf('h1'));
    expect(await archive.load('acme', 't1')).toBeNull();
    expect(await archive.prompts('acme', 't1')).toEqual([]);
    expect(await idsOf(archive)).toEqual([]);
    expect(await idsOf(archive, { text: 'question' })).toEqual([]);
  });

  check('gives a deletion precedence over a concurrent save', async ({ archive, store }) => {
    const other = await store.open();
    for (let round = 0; round < 5; round++) {
      const id = `t${round}`;
      await Promise.all([
        archive.save(archivedOf(id)),
        archive.savePrompt('acme', id, promptOf('h1')),
        other.delete('acme', [id]),
      ]);
      expect(await archive.load('acme', id)).toBeNull();
      expect(await archive.prompts('acme', id)).toEqual([]);
    }
    expect(await idsOf(archive)).toEqual([]);
    await other.close();
  });

  check('prunes older turns of every tenant', async ({ archive }) => {
    await archive.save(archivedOf('old', { askedAt: ASKED_AT - 1 }));
    await archive.save(archivedOf('old', { askedAt: ASKED_AT - 1, tenant: 'rival' }));
    await archive.save(archivedOf('new'));
    await archive.savePrompt('acme', 'old', promptOf('h1', { at: ASKED_AT - 1 }));
    await archive.savePrompt('acme', 'new', promptOf('h2'));
    await archive.delete('acme', ['gone']);
    expect(await archive.prune(ASKED_AT)).toBe(2);
    expect(await archive.prune(ASKED_AT)).toBe(0);
    expect(await idsOf(archive)).toEqual(['new']);
    expect(await archive.load('rival', 'old')).toBeNull();
    expect(await archive.prompts('acme', 'old')).toEqual([]);
    expect(await archive.prompts('acme', 'new')).toHaveLength(1);
    expect(await idsOf(archive, { text: 'old' })).toEqual([]);
    // Recent deletions are remembered; old ones need not be.
    expect(await archive.deleted('acme', ['gone'])).toEqual(['gone']);
    await archive.prune(Date.now() + 60_000);
    expect(await archive.deleted('acme', ['gone'])).toEqual([]);
    expect(await idsOf(archive)).toEqual([]);
  });
}
