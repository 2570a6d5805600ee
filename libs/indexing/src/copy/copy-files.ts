import { Fault } from '@quarry/turn';
import type { CopiedFiles, CopyOptions, CopyProgress } from './options';

/** How to copy the files of one kind of store. */
interface FileCopy<File extends { readonly path: string }> {
  readonly phase: CopyProgress['phase'];
  /** Path → hash, in the source and in the copy. */
  readonly source: ReadonlyMap<string, string>;
  readonly stored: ReadonlyMap<string, string>;
  readonly files: AsyncIterable<File>;
  readonly hashOf: (file: File) => string;
  /**
   * The weight that a file adds to a batch, and the limit of a batch: bounds memory and the work that an interrupted
   * run repeats.
   */
  readonly weigh: (file: File) => number;
  readonly most: number;
  readonly write: (files: readonly File[]) => Promise<void>;
  readonly remove: (paths: readonly string[]) => Promise<void>;
  /** Called for every file, also for those that the copy already has. */
  readonly seen?: (file: File, isStored: boolean) => Promise<void>;
}

/**
 * Synchronizes the files of a store with those of another: removes files that the source no longer has, then writes
 * files with a different hash, in batches. After an interruption, the next run continues from there.
 */
export async function copyFiles<File extends { readonly path: string }>(
  copy: FileCopy<File>,
  { onProgress, signal }: Pick<CopyOptions, 'onProgress' | 'signal'>,
): Promise<CopiedFiles> {
  const { phase, source, stored } = copy;
  const gone = [...stored.keys()].filter((path) => !source.has(path));
  checkNotCancelled(signal);
  if (gone.length > 0) await copy.remove(gone);
  let batch: File[] = [];
  let weight = 0;
  let done = 0;
  let written = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await copy.write(batch);
    written += batch.length;
    batch = [];
    weight = 0;
  };
  for await (const file of copy.files) {
    checkNotCancelled(signal);
    const isStored = stored.get(file.path) === copy.hashOf(file);
    await copy.seen?.(file, isStored);
    done++;
    if (isStored) continue;
    batch.push(file);
    weight += copy.weigh(file);
    if (weight < copy.most) continue;
    await flush();
    onProgress?.({ phase, done, total: source.size });
  }
  await flush();
  onProgress?.({ phase, done, total: source.size });
  return { files: done, written, removed: gone.length };
}

function checkNotCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new Fault('cancelled', 'the copy was interrupted; run the same command again to continue.');
}
