import type { SourceFile } from '../source/source-tree';
import type { IndexOptions } from './options';

/** Removes files that no longer exist. @returns their number, without the documents of a corpus */
export async function removeVanished(
  stored: ReadonlyMap<string, string>,
  { files, corpora }: Record<'files' | 'corpora', readonly { readonly source: SourceFile }[]>,
  { searchIndex, ref }: Pick<IndexOptions, 'searchIndex' | 'ref'>,
): Promise<number> {
  const present = new Set(files.map(({ source }) => source.path));
  const corpusPaths = new Set(corpora.map(({ source }) => source.path));
  const vanished = [...stored.keys()].filter(
    (key) =>
      !present.has(key) && !corpusPaths.has(key) && !foldersOf(key).some((folder) => corpusPaths.has(folder)),
  );
  // Without metadata, so that the vectors of a moved file are still available for it.
  if (vanished.length > 0) await searchIndex.write(ref, { remove: vanished });
  return vanished.filter((key) => !foldersOf(key).some((folder) => stored.has(folder))).length;
}

/** Every path that ends before a `/` of this one. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('/'));
}
