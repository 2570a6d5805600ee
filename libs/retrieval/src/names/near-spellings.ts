import { misspelledNames, nearestNames } from '@quarry/pipeline';
import type { Chunk } from '@quarry/search-index';
import { namePartsOf } from '@quarry/turn';

const MOST_NEAR = 3;
const MOST_CANDIDATES = 5_000;
/** Shorter names differ in too little to be one another's misspelling. */
const MIN_LENGTH = 5;

/**
 * Names in the chunks of which one that occurs nowhere is a misspelling, nearest first, whatever their case. Of a
 * qualified name each part is one that occurs, or is put right.
 */
export function nearSpellings(name: string, chunks: readonly Chunk[]): readonly string[] {
  if (name.length < MIN_LENGTH) return [];
  const parts = namePartsOf(name);
  if (parts.length < 2) return alike(name, wordsLike(name, chunks));
  const right = parts.map((part) => alike(part, wordsLike(part, chunks))[0]);
  return right.every((part) => part !== undefined) ? [right.join('.')] : [];
}

function alike(name: string, words: readonly string[]): readonly string[] {
  const misspelled = words.filter((word) => misspelledNames(name, [word]).length > 0);
  return nearestNames(name, misspelled, MOST_NEAR);
}

/** The words of the chunks that are about as long as a name. */
function wordsLike(name: string, chunks: readonly Chunk[]): readonly string[] {
  const known = new Map<string, string>();
  for (const { symbol, text } of chunks) {
    for (const [word] of `${symbol ?? ''} ${text}`.matchAll(/[\p{L}_$][\p{L}\p{N}_$]{2,79}/gu)) {
      const key = word.toLowerCase();
      if (Math.abs(word.length - name.length) > name.length / 3) continue;
      // Of the spellings of one word, the one that is written as the name is: `RoundRobin` for `RoundRobbin`.
      if (!known.has(key) || capitalsOf(word) === capitalsOf(name)) known.set(key, word);
      if (known.size >= MOST_CANDIDATES) break;
    }
  }
  return [...known.values()];
}

function capitalsOf(word: string): string {
  return word.replace(/[^\p{Lu}]/gu, '');
}
