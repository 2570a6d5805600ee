import type { Chunk, SearchReader } from '@quarry/search-index';
import { isTestPath, PAGE_LANGUAGES, type PlanFilter, type SnapshotRef } from '@quarry/turn';

/** A text in quotes: a message, as a program prints it. */
const QUOTED = /["“]([^"“”\n]{8,300})["”]|`([^`\n]{8,300})`/g;
/** Words of a text in quotes, and of a query that may itself be such a text, at least. */
const WORDS = { quoted: 3, whole: 4 } as const;
/** Words of a query that may itself be a text of the index, at most. */
const MOST_WORDS = 12;
/** Hits of the keyword search that are read. */
const READ = 100;
/** Hits that lead, at most. */
const MOST = 3;

/**
 * Texts of a query that may stand in the index word for word: those in quotes, otherwise the query itself unless it is
 * a question.
 * @example
 * phrasesIn('Why do I get "the cart is locked by a worker"?'); // ['the cart is locked by a worker']
 */
export function phrasesIn(query: string): readonly string[] {
  const quoted = [...query.matchAll(QUOTED)]
    .map(([, one, other]) => one ?? other ?? '')
    .filter((text) => wordsOf(text).length >= WORDS.quoted);
  if (quoted.length > 0) return quoted;
  const { length } = wordsOf(query);
  const isText = length >= WORDS.whole && length <= MOST_WORDS && !query.includes('?');
  return isText ? [query] : [];
}

/** What one query looks for. */
interface Phrased {
  readonly query: string;
  readonly filter?: PlanFilter | undefined;
}

/**
 * For each query the passages in which one of its phrases stands word for word, whatever stands between the words: a
 * message that is put together over several lines. Code comes first, then pages, then tests.
 */
export async function statingPhrases(
  index: SearchReader,
  ref: SnapshotRef,
  asked: readonly Phrased[],
): Promise<readonly (readonly Chunk[])[]> {
  const wanted = asked.flatMap(({ query, filter }, at) =>
    phrasesIn(query).map((phrase) => ({ at, phrase, filter })),
  );
  if (wanted.length === 0) return asked.map(() => []);
  const lists = await index.search(
    ref,
    wanted.map(({ phrase, filter }) => ({
      kind: 'bm25',
      text: phrase,
      k: READ,
      ...(filter ? { filter } : {}),
    })),
  );
  const found = asked.map((): Chunk[] => []);
  wanted.forEach(({ at, phrase }, n) => {
    const words = ` ${wordsOf(phrase).join(' ')} `;
    const stating = (lists[n] ?? [])
      .map(({ chunk }) => chunk)
      .filter(({ text }) => ` ${wordsOf(text).join(' ')} `.includes(words));
    found[at]?.push(...stating.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, MOST));
  });
  return found;
}

function rankOf({ path, language }: Chunk): number {
  if (isTestPath(path)) return 2;
  return PAGE_LANGUAGES.some((page) => page === language) ? 1 : 0;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
