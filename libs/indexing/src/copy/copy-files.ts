import { Fault } from '@quarry/turn';
import type { CopiedFiles, CopyOptions, CopyProgress } from './options';

/** How the files of one kind of store are copied. */
interface FileCopy<File extends { readonly path: string }> {
  readonly phase: CopyProgress['phase'];
  /** Path → hash, in the source and in the copy. */
  readonly source: ReadonlyMap<string, string>;
  readonly stored: ReadonlyMap<string, string>;
  readonly files: AsyncIterable<File>;
  readonly hashOf: (file: File) => string;
  /** What a file adds to a batch, and how much a batch may hold: what memory holds, and what an interrupted run repeats. */
  readonly weigh: (file: File) => number;
  readonly most: number;
  readonly write: (files: readonly File[]) => Promise<void>;
  readonly remove: (paths: readonly string[]) => Promise<void>;
  /** Sees every file, also those that the copy has already. */
  readonly seen?: (file: File, isStored: boolean) => Promise<void>;
}

/**
 * Makes the files of a store those of another: takes out what the source has no more, then writes what has another hash, in batches.
 * Interrupted, the next run goes on from there.
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
    throw new Fault(
      'cancelled',
      'the copy is as far as it got; run the same command again to go on from there.',
    );
}
