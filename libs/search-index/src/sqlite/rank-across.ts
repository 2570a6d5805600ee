import type { Database, Sql } from '@quarry/sqlite';
import { matchTerms } from '../analysis';
import { languageOf, withoutOwnLanguages, type CodeLanguage } from '../language-terms';
import { mergeParts } from '../merge-parts';
import type { Chunk, PartHit, RankedQuery } from '../port';
import { bestOf, checkTerms, isOwnOf, languageCounts, type LanguageCounts } from './postings/rank-by-terms';
import { TermScores } from './postings/score-terms';
import { readStatistics, sumStatistics, type TermStatistics } from './postings/statistics';
import { rank } from './ranking';
import type { Ranked } from './ranked';
import type { SnapshotCache } from './snapshot-cache';
import { storedChunk } from './stored-chunk';

/** One snapshot of a search over several. */
export interface AcrossPart {
  readonly queries: readonly (RankedQuery | null)[];
  /** Its name in messages. */
  readonly where: string;
  readonly database: () => Database;
  readonly cache: (database: Database) => SnapshotCache;
}

type Words = Extract<RankedQuery, { kind: 'bm25' }>;

/**
 * One list per query over all parts, as from one index. Each file is read twice: first what it knows of the words, then
 * its best chunks, with the sums over all files.
 * @throws Fault `bm25_missing`, `index_other_model`
 */
export function rankAcross(parts: readonly AcrossPart[]): readonly (readonly PartHit[])[] {
  const count = parts[0]?.queries.length ?? 0;
  const plans = Array.from({ length: count }, (_, at) => planOf(parts, at));
  const lists = parts.map((part) => {
    const database = part.database();
    const cache = part.cache(database);
    return database.read((sql) =>
      part.queries.map((query, at) => hitsOf(sql, part, query, plans[at], cache)),
    );
  });
  return plans.map(({ limit }, at) =>
    mergeParts(
      lists.map((each) => each[at] ?? []),
      limit,
    ),
  );
}

/** What the parts need to know of each other for a query. */
interface Plan {
  readonly limit: number;
  /** The terms of a keyword query, and their statistics over all parts; null for a vector. */
  readonly words: { readonly terms: readonly string[]; readonly statistics: TermStatistics } | null;
}

function planOf(parts: readonly AcrossPart[], at: number): Plan {
  const searched = parts.filter(({ queries }) => queries[at]);
  const query = searched[0]?.queries[at];
  const limit = Number.isFinite(query?.k) ? Math.max(0, Math.floor(query?.k ?? 0)) : 0;
  if (query?.kind !== 'bm25') return { limit, words: null };
  const all = matchTerms(query.text);
  const languages = new Map(all.flatMap((term) => languageEntry(term)));
  const known = searched.map(({ database: open, cache, where }) => {
    const database = open();
    return database.read((sql) => {
      checkTerms(sql, where);
      const { postings } = cache(database);
      const counts = new Map(
        [...languages].map(([name, language]) => [name, languageCounts(sql, postings, language)]),
      );
      return { counts, statistics: readStatistics(sql, postings, all) };
    });
  });
  const countsOf = (name: string): LanguageCounts[] => known.flatMap(({ counts }) => counts.get(name) ?? []);
  const terms = withoutOwnLanguages(all, ({ name }) => isOwnOf(countsOf(name)));
  const { having, ...sums } = sumStatistics(known.map(({ statistics }) => statistics));
  const kept = terms.map((term) => having[all.indexOf(term)] ?? 0);
  return { limit, words: { terms, statistics: { ...sums, having: kept } } };
}

function languageEntry(term: string): [string, CodeLanguage][] {
  const language = languageOf(term);
  return language ? [[language.name, language]] : [];
}

function hitsOf(
  sql: Sql,
  { where }: AcrossPart,
  query: RankedQuery | null,
  plan: Plan | undefined,
  cache: SnapshotCache,
): readonly { readonly chunk: Chunk; readonly score: number }[] {
  if (!query || !plan || plan.limit === 0) return [];
  const found = query.kind === 'bm25' ? byWords(sql, query, plan, cache) : rank(sql, query, cache, where);
  return found.map(({ id, score }) => ({ chunk: storedChunk(sql, id), score }));
}

function byWords(sql: Sql, { filter }: Words, { words, limit }: Plan, cache: SnapshotCache): Ranked[] {
  if (!words || words.terms.length === 0) return [];
  return bestOf(sql, new TermScores(sql, cache.postings, words.terms, words.statistics), filter, limit);
}
