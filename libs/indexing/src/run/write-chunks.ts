import { setImmediate as breathe } from 'node:timers/promises';
import type { IndexedFile } from '@quarry/search-index';
import { chunkFile } from '../chunk/chunk-file';
import { textSections } from '../chunk/text-sections';
import { decode } from '../source/decode';
import { languageByExtension } from '../source/language-by-extension';
import type { Remark } from '../source/remark';
import type { SectionSummaries } from '../summaries/section-summaries';
import { hashBy } from '../summaries/stored-hash';
import { checkCancelled } from '../progress/cancelled';
import type { ChangedFile } from './changes';
import type { CutOptions, IndexOptions } from './options';
import { readContent } from './file-content';

/** Chunks per write; the run can be cancelled between two writes. */
const BATCH = 500;

/**
 * Chunks the files and writes them. They are read a second time, so that memory contains a batch instead of all texts.
 * @returns files that changed between the two reads; they are left to the next run
 */
export async function writeChunks(
  files: readonly ChangedFile[],
  commit: string | null,
  options: Pick<IndexOptions, 'searchIndex' | 'ref' | 'onProgress' | 'signal'> &
    CutOptions & { readonly summaries: SectionSummaries | null },
): Promise<readonly Remark[]> {
  const { searchIndex, ref, onProgress, signal, summaries } = options;
  const moved: Remark[] = [];
  let batch: IndexedFile[] = [];
  let chunks = 0;
  // The stored version of such a file may contain its secrets.
  let masked = false;
  for (const [i, { file, hash, nodes }] of files.entries()) {
    const { source, facts } = file;
    checkCancelled(signal);
    const again = await readContent(source);
    const decoded = decode(again.content);
    if (again.hash !== file.bytes || decoded.kind !== 'text') {
      moved.push({ path: source.path, reason: 'changed while it was being indexed; run it again' });
      continue;
    }
    const { text } = file.isMasked ? await options.secrets.mask(source.path, decoded.text) : decoded;
    masked ||= file.isMasked;
    const tree = textSections(source.path, text);
    const { sections, by } =
      tree && summaries ? await summaries.summarize(tree, text) : { sections: tree, by: null };
    const cut = chunkFile({
      path: source.path,
      text,
      language: facts?.get().language ?? languageByExtension(source.path),
      facts: { nodes },
      window: options.window,
      urlOf: options.urlOf,
      ...(sections ? { sections } : {}),
      ...(commit === null || source.modified ? {} : { commit }),
    });
    batch.push({
      path: source.path,
      hash: hashBy(hash, by),
      chunks: cut,
      ...(sections ? { sections } : {}),
    });
    chunks += cut.length;
    if (chunks >= BATCH || i === files.length - 1) {
      await searchIndex.write(ref, { files: batch, purge: masked });
      batch = [];
      masked = false;
      chunks = 0;
      onProgress?.({ phase: 'chunks', done: i + 1, total: files.length });
    }
    // Counting tokens is synchronous.
    await breathe();
  }
  if (batch.length > 0) await searchIndex.write(ref, { files: batch, purge: masked });
  return moved;
}
