import { sha256 } from '../source/decode';
import type { Summaries } from './summarizer';

/** Separates a stored hash from the model that summarised the file's sections. */
const BY = '+';

/** The stored hash of a file whose sections a model has summarised; null: not summarised, or not completely. */
export function hashBy(hash: string, model: string | null): string {
  return model === null ? hash : `${hash}${BY}${sha256(model).slice(0, 16)}`;
}

/**
 * The stored hashes from the perspective of a run that wants these summaries: a file with summaries by another author
 * counts as changed.
 * @param summarised paths of the files whose sections are summarised
 */
export function storedFor(
  stored: ReadonlyMap<string, string>,
  summarised: ReadonlySet<string>,
  wanted: Summaries,
): ReadonlyMap<string, string> {
  if (wanted === 'extractive') return stored;
  return new Map(
    [...stored].map(([path, hash]) => {
      const [plain = '', by] = hash.split(BY);
      if (wanted === undefined || !summarised.has(path)) return [path, plain];
      return [path, by !== undefined && hashBy(plain, wanted.id) === hash ? plain : hash + BY];
    }),
  );
}
