import type { Section } from '@quarry/turn';
import type { IndexedFile } from '../port';
import { rootsOf } from '../roots';
import { REF, documentFile, file, pagedChunk } from './fixtures';
import type { Check } from './suite';

/** Section trees of documents, and the pages and positions of their chunks. */
export function sectionsConformance(check: Check): void {
  check('returns section trees exactly, all of them and by path', async ({ index }) => {
    const files = [documentFile('b.pdf', 3), documentFile('a/ä.pdf', 2), documentFile('a.pdf', 4)];
    await index.write(REF, { files: [...files, file('plain.ts', ['walrus'])] });
    const [b, umlaut, a] = files.map((one) => one.sections ?? []);
    expect(await index.sections(REF)).toEqual([...(a ?? []), ...(umlaut ?? []), ...(b ?? [])]);
    expect(
      await index.sections(REF, { paths: ['b.pdf', 'never.pdf', 'a.pdf', 'plain.ts', 'b.pdf'] }),
    ).toEqual([...(a ?? []), ...(b ?? [])]);
    expect(await index.sections(REF, { paths: [] })).toEqual([]);
  });

  check('returns the root sections of all or of some files', async ({ index }) => {
    const files = [
      documentFile('a.pdf', 4),
      documentFile('many.jsonl', 2, ['one', 'two']),
      documentFile('z.pdf', 1),
    ];
    await index.write(REF, { files });
    const ids = (sections: readonly Section[]) => sections.map(({ id }) => id);
    expect(await index.sections(REF, { rootsOnly: true })).toEqual(
      files.flatMap(({ sections = [] }) => rootsOf(sections)),
    );
    expect(ids(await index.sections(REF, { rootsOnly: true, paths: ['many.jsonl', 'none.pdf'] }))).toEqual([
      'many.jsonl#one',
      'many.jsonl#two',
    ]);
    expect(await index.sections(REF, { rootsOnly: true, paths: [] })).toEqual([]);
  });

  check('replaces and removes section trees with their files', async ({ index }) => {
    await index.write(REF, {
      files: [documentFile('a.pdf', 5), documentFile('b.pdf', 5), documentFile('c.pdf', 5)],
    });
    const shorter = documentFile('a.pdf', 2);
    const { sections: _, ...bare } = documentFile('b.pdf', 5);
    await index.write(REF, { files: [shorter, { ...bare, hash: 'bare' }], remove: ['c.pdf'] });
    expect(await index.sections(REF)).toEqual(shorter.sections);
    expect(await index.sections(REF, { rootsOnly: true })).toHaveLength(1);
  });

  check('returns no sections for files without sections, and none for missing files', async ({ index }) => {
    const missing = { code: 'index_missing' };
    await expect(index.sections(REF)).rejects.toMatchObject(missing);
    await expect(index.sections(REF, { rootsOnly: true, paths: ['a.pdf'] })).rejects.toMatchObject(missing);
    await index.write(REF, {
      files: [file('a.ts', ['walrus']), { path: 'b.pdf', hash: 'h', chunks: [], sections: [] }],
    });
    expect(await index.sections(REF)).toEqual([]);
    expect(await index.sections(REF, { rootsOnly: true })).toEqual([]);
  });

  check('keeps the pages, sections and positions of a chunk', async ({ index, bm25 }) => {
    const paged = pagedChunk('a.pdf');
    await index.write(REF, { files: [{ path: 'a.pdf', hash: 'h', chunks: [paged] }] });
    expect((await bm25('zebra')).map((hit) => hit.chunk)).toEqual([paged]);
    const [hits] = await index.search(REF, [{ kind: 'path', path: 'a.pdf', k: 3 }]);
    expect(hits?.map((hit) => hit.chunk)).toEqual([paged]);
  });

  check('exports section trees, and importing them reproduces the snapshot', async ({ index }) => {
    const files = [
      documentFile('a.pdf', 3),
      file('b.ts', ['walrus']),
      { ...documentFile('c.pdf', 40), chunks: [pagedChunk('c.pdf')] },
    ];
    await index.write(REF, { files });
    const copy = { ...REF, snapshot: 'copy' };
    const exported: IndexedFile[] = [];
    for await (const { vectors: _, ...one } of index.export(REF)) exported.push(one);
    expect(exported).toEqual(files);
    await index.write(copy, { files: exported });
    expect(await index.sections(copy)).toEqual(await index.sections(REF));
  });

  check('accepts many trees of thousands of sections at once', async ({ index }) => {
    const files = Array.from({ length: 6 }, (_, i) => documentFile(`large-${i}.pdf`, 5_000));
    expect(JSON.stringify(files[0]?.sections).length).toBeGreaterThan(1_500_000);
    await index.write(REF, { files });
    expect(await index.sections(REF, { paths: ['large-3.pdf'] })).toEqual(files[3]?.sections);
    expect(await index.sections(REF, { rootsOnly: true })).toHaveLength(6);
    expect(await index.sections(REF)).toHaveLength(30_000);
    let exported = 0;
    for await (const one of index.export(REF)) exported += one.sections?.length ?? 0;
    expect(exported).toBe(30_000);
    await index.write(REF, { files: [documentFile('large-3.pdf', 2)] });
    expect(await index.sections(REF)).toHaveLength(25_002);
  });
}
