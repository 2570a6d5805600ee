import type { ExportedFile, IndexedFile } from '../port';
import { REF, hashOf, file } from './fixtures';
import type { Check } from './suite';

/** Exports of a whole snapshot. */
export function exportsConformance(check: Check): void {
  check(
    'exports every file with its vectors, and importing them reproduces the snapshot',
    async ({ index, embed }) => {
      const files = Array.from({ length: 30 }, (_, i) =>
        file(`src/f${String(i).padStart(2, '0')}.ts`, i === 7 ? [] : [`walrus ${i}`, 'the same']),
      );
      await index.write(REF, { files });
      await embed({ 'the same': [1, 0, 0, 0], 'walrus 3': [0, 1, 0, 0] });
      const exported: ExportedFile[] = [];
      for await (const one of index.export(REF)) exported.push(one);
      expect(exported.map(({ vectors: _, ...rest }) => rest)).toEqual(files);
      expect([...(exported[3]?.vectors.keys() ?? [])].sort()).toEqual([
        hashOf('the same'),
        hashOf('walrus 3'),
      ]);
      expect(exported[3]?.vectors.get(hashOf('walrus 3'))).toEqual(Float32Array.of(0, 1, 0, 0));
      expect(exported[7]?.vectors.size).toBe(0);
      await expect(
        index
          .export({ ...REF, snapshot: 'other' })
          [Symbol.asyncIterator]()
          .next(),
      ).rejects.toMatchObject({ code: 'index_missing' });
    },
  );

  check(
    'exports the snapshot as of the start of the export, without later writes',
    async ({ index, store }) => {
      const files = Array.from({ length: 600 }, (_, i) =>
        file(`src/f${String(i).padStart(3, '0')}.ts`, [`walrus ${i}`]),
      );
      await index.write(REF, { files });
      const writer = await store.open();
      const exported: IndexedFile[] = [];
      for await (const { vectors: _, ...rest } of index.export(REF)) {
        if (exported.length === 1)
          await writer.write(REF, {
            files: [file('src/f500.ts', ['otter']), file('src/zebra.ts', ['zebra'])],
            remove: ['src/f599.ts'],
          });
        exported.push(rest);
      }
      await writer.close();
      expect(exported).toEqual(files);
    },
  );

  check('releases its resources if an export is not read to its end', async ({ index }) => {
    const files = Array.from({ length: 20 }, (_, i) => file(`src/f${i}.ts`, [`walrus ${i}`]));
    await index.write(REF, { files });
    for await (const one of index.export(REF)) if (one.path !== '') break;
    await index.write(REF, { remove: ['src/f7.ts'] });
    expect(await index.describe(REF)).toMatchObject({ files: 19 });
  });
}
