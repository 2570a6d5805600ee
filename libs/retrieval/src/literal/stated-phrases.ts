import { isPage, type Chunk, type SearchReader } from '@quarry/search-index';
import {
  isTestPath,
  literalWords,
  quotedTexts,
  states,
  type PlanFilter,
  type SnapshotRef,
} from '@quarry/turn';

/** Words of a query that may itself be a text of the index, at least and at most. */
const WORDS = { least: 4, most: 12 } as const;
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
  const quoted = quotedTexts(query);
  if (quoted.length > 0) return quoted;
  const { length } = literalWords(query);
  return length >= WORDS.least && length <= WORDS.most && !query.includes('?') ? [query] : [];
}

/** What one query looks for. */
interface Phrased {
  readonly query: string;
  /** The question that the query was made of: it has the quotes. */
  readonly question?: string | undefined;
  readonly filter?: PlanFilter | undefined;
}

/**
 * For each query the passages in which one of its phrases stands word for word, whatever stands between the words (a
 * message that is put together over several lines), or that write it with values in it. Code comes first, then pages,
 * then tests.
 */
export async function statingPhrases(
  index: SearchReader,
  ref: SnapshotRef,
  asked: readonly Phrased[],
): Promise<readonly (readonly Chunk[])[]> {
  const wanted = asked.flatMap(({ query, question = query, filter }, at) =>
    phrasesIn(question).map((phrase) => ({ at, phrase, filter })),
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
    const stating = (lists[n] ?? []).map(({ chunk }) => chunk).filter(({ text }) => states(phrase, text));
    found[at]?.push(...stating.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, MOST));
  });
  return found;
}

function rankOf(chunk: Chunk): number {
  return isTestPath(chunk.path) ? 2 : Number(isPage(chunk));
}
