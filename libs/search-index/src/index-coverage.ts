import { withPlainYears } from '@quarry/arithmetic';
import {
  otherMonths,
  type PlanFilter,
  type SimilarChunk,
  type SnapshotRef,
  type IndexCoverage,
} from '@quarry/turn';
import { queryTerms } from './analysis';
import { isPage } from './code-order/code-features';
import { asksWhatCodeDoes } from './code-order/order-code';
import { containedTerms, wantedTerms } from './contained-terms';
import { rrf } from './fusion';
import { isOwn, languageOf } from './language-terms';
import { searchedText } from './query-concepts';
import type { Chunk, Hit, SearchReader, SearchQuery } from './port';

/** Hits per search that compete for the best passages, and the number of best passages. */
const HITS = 50;
const BEST = 5;
/** Words that are searched for one by one: a question has fewer, a pasted page has more. */
const MOST_WORDS = 48;

export interface CoverageRequest {
  /** Chunks in the snapshot. */
  readonly chunks: number;
  readonly question: string;
  /** The question's vector and its model; null to compare words only. */
  readonly meaning: { readonly vector: Float32Array; readonly embedder: string } | null;
  readonly filter?: PlanFilter;
}

/**
 * Measures how well a snapshot with text statistics covers a question: its nearest chunk, the share of its words in the
 * best passages, and the words that no chunk contains. Runs at most two batches of queries; the second only for words
 * that the first hits lack.
 * @throws Fault `index_missing`, and the faults of `SearchReader.search`
 *
 * @example
 * const coverage = await measureCoverage(index, ref, { chunks: 1200, question: 'Who signs invoices?', meaning: null });
 * if (coverage.absent.length > 0) console.log(`No chunk contains ${coverage.absent.join(', ')}`);
 */
export async function measureCoverage(
  index: Pick<SearchReader, 'search'>,
  ref: SnapshotRef,
  { chunks, question: asked, meaning, filter }: CoverageRequest,
): Promise<IndexCoverage> {
  // No chunk contains `FY2022`, although many are about it.
  const question = withPlainYears(asked);
  const only = filter ? { filter } : {};
  const lists = await index.search(ref, [
    { kind: 'bm25', text: searchedText(asked), k: HITS, ...only },
    ...(meaning ? [{ kind: 'knn', vector: meaning.vector, k: HITS, ...only } satisfies SearchQuery] : []),
  ]);
  const terms = queryTerms(question);
  const wanted = wantedTerms(terms);
  const best = bestOf(lists).map((chunk) => containedTerms(readable(chunk), wanted));
  const unseen = wordsOf(question, terms).filter(({ of }) => !of.some((term) => holds(best, term)));
  const searched = unseen.slice(0, MOST_WORDS);
  const months = otherMonths(question);
  const spellings = (word: string): string =>
    [word, ...months.filter((month) => word.toLowerCase().startsWith(month))].join(' ');
  const found =
    searched.length === 0
      ? []
      : await index.search(
          ref,
          searched.map(({ word }) => ({ kind: 'bm25', text: spellings(word), k: 1, ...only })),
        );
  const nearest = lists[1]?.[0];
  const isAbsent = (word: string, at: number): boolean =>
    (found[at] ?? []).length === 0 && !namesLanguageOf(word, lists.flat());
  return {
    chunks,
    ...(meaning && nearest ? { nearest: { cosine: nearest.score, embedder: meaning.embedder } } : {}),
    ...(asksWhatCodeDoes(asked) ? similarIn(lists[1] ?? []) : {}),
    together: terms.length === 0 ? 0 : terms.filter((term) => holds(best, term)).length / terms.length,
    terms: terms.length,
    absent: searched.flatMap(({ word }, at) => (isAbsent(word, at) ? [word] : [])),
  };
}

/** The hits by meaning, if most of them are code. */
function similarIn(hits: readonly Hit[]): Pick<IndexCoverage, 'similar'> {
  const isCode = hits.filter(({ chunk }) => !isPage(chunk)).length * 2 > hits.length;
  return isCode ? { similar: hits.map(similarOf) } : {};
}

function similarOf({ chunk: { path, startLine, endLine }, score }: Hit): SimilarChunk {
  return { path, startLine, endLine, cosine: Math.round(score * 1_000) / 1_000 };
}

/** Whether a word names the language that most hits are written in: code seldom contains its name. */
function namesLanguageOf(word: string, hits: readonly Hit[]): boolean {
  const languages = queryTerms(word).flatMap((term) => languageOf(term) ?? []);
  return languages.some(({ name, keyword }) => {
    const wanted = wantedTerms([keyword]);
    const written = hits.filter(
      ({ chunk }) => chunk.language === name || containedTerms(chunk.text, wanted).has(keyword),
    );
    return isOwn(written.length, hits.length);
  });
}

/** The best chunks of both lists, by reciprocal rank fusion: scores of different lists are not comparable. */
function bestOf(lists: readonly (readonly Hit[])[]): readonly Chunk[] {
  const chunks = new Map(lists.flat().map(({ chunk }) => [chunk.id, chunk]));
  const fused = rrf(
    lists.map((hits) => hits.map(({ chunk }) => chunk.id)),
    { limit: BEST },
  );
  return fused.flatMap(({ id }) => chunks.get(id) ?? []);
}

function readable({ path, symbol, title, text }: Chunk): string {
  return `${path} ${symbol ?? ''} ${title ?? ''} ${text}`;
}

function holds(passages: readonly ReadonlySet<string>[], term: string): boolean {
  return passages.some((passage) => passage.has(term));
}

/** The words of a question that contain its terms, each once, as written. */
function wordsOf(
  question: string,
  terms: readonly string[],
): readonly { readonly word: string; readonly of: readonly string[] }[] {
  const wanted = new Set(terms);
  const words = new Set(question.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []);
  return [...words].flatMap((word) => {
    const of = queryTerms(word).filter((term) => wanted.has(term));
    return of.length === 0 ? [] : [{ word, of }];
  });
}
