import { nearestNames } from '@quarry/pipeline';
import type { Chunk } from '@quarry/search-index';

const MOST_NEAR = 3;
const MOST_CANDIDATES = 5_000;
/** Shorter names differ in too little to be one another's misspelling. */
const MIN_LENGTH = 5;
/** Share of the pairs of letters that two spellings have in common. */
const MIN_SHARED = 0.7;

/** Names in the chunks that are spelled like one that occurs nowhere, nearest first, whatever their case. */
export function nearSpellings(name: string, chunks: readonly Chunk[]): readonly string[] {
  if (name.length < MIN_LENGTH) return [];
  const known = new Map<string, string>();
  for (const { symbol, text } of chunks) {
    for (const [word] of `${symbol ?? ''} ${text}`.matchAll(/[\p{L}_$][\p{L}\p{N}_$]{3,79}/gu)) {
      const key = word.toLowerCase();
      if (Math.abs(word.length - name.length) > name.length / 3) continue;
      // Of the spellings of one word, the one that is written as the name is: `RoundRobin` for `RoundRobbin`.
      if (!known.has(key) || capitalsOf(word) === capitalsOf(name)) known.set(key, word);
      if (known.size >= MOST_CANDIDATES) break;
    }
  }
  const alike = [...known.values()].filter((word) => sharedPairs(word, name) >= MIN_SHARED);
  return nearestNames(name, alike, MOST_NEAR);
}

function capitalsOf(word: string): string {
  return word.replace(/[^\p{Lu}]/gu, '');
}

/** Twice the pairs in common, divided by all pairs. */
function sharedPairs(one: string, other: string): number {
  const [first, second] = [pairsOf(one), pairsOf(other)];
  const shared = first.filter((pair) => second.includes(pair)).length;
  return (2 * shared) / Math.max(1, first.length + second.length);
}

function pairsOf(word: string): readonly string[] {
  const lower = word.toLowerCase();
  return Array.from({ length: lower.length - 1 }, (_, at) => lower.slice(at, at + 2));
}
