import { Fault } from '@quarry/turn';
import { REF, MODEL, L2, file, paths } from './fixtures';
import type { Check } from './suite';

/** Snapshots: when they come into existence, their meta data, and their visibility. */
export function snapshotsConformance(check: Check): void {
  check('treats a snapshot that was never written as missing', async ({ index }) => {
    expect(await index.describe(REF)).toBeNull();
    expect(await index.manifest(REF)).toEqual(new Map());
    const missing = { code: 'index_missing' };
    await expect(index.search(REF, [])).rejects.toMatchObject(missing);
    await expect(index.pendingVectors(REF, 1)).rejects.toMatchObject(missing);
    await expect(index.setVectors(REF, [])).rejects.toMatchObject(missing);
    expect(await index.describe(REF)).toBeNull();
  });

  check('creates a snapshot on the first write and describes it', async ({ index, vectorIndex }) => {
    await index.ping();
    await index.write(REF, {});
    expect(await index.describe(REF)).toMatchObject({
      files: 0,
      chunks: 0,
      pendingVectors: 0,
      embedder: null,
      bm25: true,
      commit: null,
      root: null,
      chunking: null,
      vectorIndex,
    });
    await index.write(REF, {
      files: [file('src/a.ts', ['alpha', 'beta']), file('src/b.ts', ['gamma'])],
      meta: { commit: 'c0ffee', root: '/srv/shop', embedder: MODEL },
    });
    const info = await index.describe(REF);
    expect(info).toMatchObject({
      files: 2,
      chunks: 3,
      pendingVectors: 3,
      commit: 'c0ffee',
      root: '/srv/shop',
    });
    expect(info?.embedder).toEqual(MODEL);
    expect(await index.manifest(REF)).toEqual(
      new Map([
        ['src/a.ts', 'hash of alpha|beta'],
        ['src/b.ts', 'hash of gamma'],
      ]),
    );
  });

  check('keeps the meta data that a write leaves out', async ({ index }) => {
    const kept = { root: '/srv', embedder: MODEL, chunking: { tokens: 256, overlap: 32 }, vectorIndex: L2 };
    await index.write(REF, { meta: { ...kept, commit: 'one' } });
    await index.write(REF, { meta: { commit: null } });
    expect(await index.describe(REF)).toMatchObject({ ...kept, commit: null });
  });

  check('keeps snapshots and repositories apart', async ({ index, bm25 }) => {
    const others = [
      { repository: 'acme/shop', snapshot: 'next' },
      { repository: 'acme', snapshot: 'shop/main' },
    ];
    await index.write(REF, { files: [file('a.ts', ['walrus'])] });
    for (const other of others) {
      expect(await index.describe(other)).toBeNull();
      await index.write(other, { files: [file('x.ts', ['walrus']), file('y.ts', ['walrus'])] });
    }
    await index.write(REF, { remove: ['x.ts'] });
    expect(paths(await bm25('walrus'))).toEqual(['a.ts']);
    for (const other of others) expect(await index.describe(other)).toMatchObject({ files: 2 });
  });

  check('makes writes visible to another client', async ({ index, store, bm25 }) => {
    const other = await store.open();
    await index.write(REF, { files: [file('a.ts', ['walrus'])], meta: { root: '/srv' } });
    expect(await other.describe(REF)).toMatchObject({ chunks: 1, root: '/srv' });
    await other.write(REF, { files: [file('b.ts', ['walrus'])] });
    await other.close();
    expect(paths(await bm25('walrus'))).toEqual(['a.ts', 'b.ts']);
  });

  check(
    'keeps the imprint of a run across later writes, and hides it from the meta data',
    async ({ index, store }) => {
      expect(await index.imprint(REF)).toBeNull();
      await index.write(REF, { files: [file('a.ts', ['walrus'])], meta: { root: '/srv' } });
      expect(await index.imprint(REF)).toBeNull();
      const before = await index.describe(REF);
      const imprint = { ...REF, run: 1_700_000_000_123, counts: { files: 1, chunks: 1 } };
      await index.write(REF, { imprint: { ...imprint, counts: null } });
      await index.write(REF, { imprint });
      expect({ ...(await index.describe(REF)), updatedAt: 0 }).toEqual({ ...before, updatedAt: 0 });
      await index.write(REF, {
        files: [file('b.ts', ['seal'])],
        remove: ['a.ts'],
        meta: { commit: 'c0ffee' },
      });
      const other = await store.open();
      expect(await other.imprint(REF)).toEqual(imprint);
      expect(await other.imprint({ ...REF, snapshot: 'other' })).toBeNull();
      await other.close();
    },
  );

  check('can be closed twice, and throws a fault afterwards', async ({ index }) => {
    await index.write(REF, {});
    await index.close();
    await index.close();
    await expect(index.describe(REF)).rejects.toThrow(Fault);
  });
}
