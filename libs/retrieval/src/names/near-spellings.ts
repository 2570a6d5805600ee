import { nearestNames } from '@quarry/pipeline';
import type { Chunk } from '@quarry/search-index';

const MOST_NEAR = 3;
const MOST_CANDIDATES = 5_000;
/** Share of a name's letters that may differ: more than a typing error is another name. */
const MIN_LENGTH = 4;

/** Names in the chunks that are spelled like one that occurs nowhere, nearest first. */
export function nearSpellings(name: string, chunks: readonly Chunk[]): readonly string[] {
  if (name.length < MIN_LENGTH) return [];
  const known = new Set<string>();
  for (const { symbol, text } of chunks) {
    for (const [word] of `${symbol ?? ''} ${text}`.matchAll(/[\p{L}_$][\p{L}\p{N}_$]{3,79}/gu)) {
      if (Math.abs(word.length - name.length) <= name.length / 2) known.add(word);
      if (known.size >= MOST_CANDIDATES) break;
    }
  }
  return nearestNames(name, known, MOST_NEAR);
}
