import type { SeenFiles } from '../cache/seen-files';
import { digestOf } from '../documents/corpus';
import type { SourceFile } from '../source/source-tree';

/** SHA-256 of a file's bytes; an unchanged file is not read for it. */
export type ShaOf = (source: SourceFile) => Promise<string>;

/** @param isFresh true: every file is read, whatever is remembered */
export function shaOf(seen: SeenFiles, isFresh: boolean): ShaOf {
  return async (source) => {
    const known = isFresh ? null : seen.get([source])[0];
    if (known) return known.sha;
    const sha = await digestOf(source.absolute);
    seen.put([{ source, sha, text: null }]);
    return sha;
  };
}
