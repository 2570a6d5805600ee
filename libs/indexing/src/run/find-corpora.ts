import { isCorpus, mayBeCorpus } from '../documents/corpus';
import type { Remark } from '../source/remark';
import type { SourceFile } from '../source/source-tree';
import { checkCancelled } from '../progress/cancelled';
import type { CutOptions } from './options';
import type { ShaOf } from './sha-of';
import { corpusHash, type Corpus } from './write-documents';

export interface SortedFiles {
  readonly corpora: readonly Corpus[];
  /** All other files within the size limit. */
  readonly others: readonly SourceFile[];
  readonly skipped: readonly Remark[];
}

/** Separates files with one document per line from all others. Possible corpora are listed whatever their size. */
export async function findCorpora(
  files: readonly SourceFile[],
  options: CutOptions & { readonly maxBytes: number; readonly shaOf: ShaOf; readonly signal?: AbortSignal },
): Promise<SortedFiles> {
  const { maxBytes, signal } = options;
  const corpora: Corpus[] = [];
  const others: SourceFile[] = [];
  const skipped: Remark[] = [];
  for (const source of files) {
    if (!mayBeCorpus(source.path)) {
      others.push(source);
      continue;
    }
    checkCancelled(signal);
    try {
      if (await isCorpus(source.absolute)) {
        corpora.push({ source, hash: corpusHash(source.path, await options.shaOf(source), options) });
      } else if (source.bytes <= maxBytes) others.push(source);
      else
        skipped.push({
          path: source.path,
          reason: `${source.bytes} bytes, more than the limit of ${maxBytes}, and not a corpus: its lines are not documents with id and text`,
        });
    } catch (error) {
      skipped.push({ path: source.path, reason: `cannot be read (${String(error)})` });
    }
  }
  return { corpora, others, skipped };
}
