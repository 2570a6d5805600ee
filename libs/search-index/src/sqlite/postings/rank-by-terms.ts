import type { Sql } from '@quarry/sqlite';
import { Fault, type PlanFilter } from '@quarry/turn';
import { matchTerms } from '../../analysis';
import { isOwn, withoutOwnLanguages, type CodeLanguage } from '../../language-terms';
import { readMeta } from '../meta';
import { fewPassing, narrowing } from '../narrowing';
import type { Narrowing, Ranked } from '../ranked';
import type { PostingLists } from './posting-lists';
import type { SnapshotCache } from '../snapshot-cache';
import { TermScores, type Scores } from './score-terms';

/** Growth factor of the number of candidates if too few of them passed the filter. */
const WIDER = 4;
/** Up to this number of chunks that pass a filter, they are looked up first. */
const FEW = 1_000;

/** Ranks chunks by BM25, best first, ties by chunk id. @throws Fault `bm25_missing` */
export function rankByTerms(
  sql: Sql,
  text: string,
  cache: SnapshotCache,
  filter: PlanFilter | undefined,
  limit: number,
  where: string,
): Ranked[] {
  checkTerms(sql, where);
  const { postings } = cache;
  const terms = withoutOwnLanguages(matchTerms(text), (language) =>
    isOwnOf([languageCounts(sql, postings, language)]),
  );
  if (terms.length === 0 || limit === 0) return [];
  return bestOf(sql, new TermScores(sql, postings, terms), filter, limit);
}

/** @throws Fault `bm25_missing` */
export function checkTerms(sql: Sql, where: string): void {
  if (readMeta(sql).bm25) return;
  throw new Fault(
    'bm25_missing',
    `${where} was imported without text statistics, so it cannot be searched by BM25. Use semantic search, or index the sources.`,
  );
}

/** The chunks with the highest scores that pass the filter, best first, ties by chunk id. */
export function bestOf(
  sql: Sql,
  scores: TermScores,
  filter: PlanFilter | undefined,
  limit: number,
): Ranked[] {
  const condition = narrowing(filter);
  const few = fewPassing(sql, condition, FEW);
  if (few) return inOrder(sql, scores.of(few), condition).slice(0, limit);
  for (let wanted = condition.sql === '' ? limit : limit * WIDER; ; wanted *= WIDER) {
    // With all chunks that tie with the last one, so that ids decide which of them come first.
    const best = scores.best(wanted);
    const passing = inOrder(sql, best.scores, condition);
    if (passing.length >= limit || best.isAll) return passing.slice(0, limit);
  }
}

/** How many chunks are code of a language, by their language or by the keyword that they contain. */
export interface LanguageCounts {
  readonly chunks: number;
  readonly named: number;
  readonly withKeyword: number;
}

export function languageCounts(
  sql: Sql,
  postings: PostingLists,
  { name, keyword }: CodeLanguage,
): LanguageCounts {
  const count = (statement: string, values: string[] = []) =>
    sql.get<{ n: number }>(statement, values)?.n ?? 0;
  return {
    chunks: count('SELECT count(*) AS n FROM chunk'),
    named: count('SELECT count(*) AS n FROM chunk WHERE language = ?', [name]),
    withKeyword: postings.of(sql, [keyword])[0]?.having ?? 0,
  };
}

/** Whether most chunks of all indexes are code of the language. */
export function isOwnOf(counts: readonly LanguageCounts[]): boolean {
  const sum = (of: (each: LanguageCounts) => number) => counts.reduce((total, each) => total + of(each), 0);
  const chunks = sum((each) => each.chunks);
  return (
    isOwn(
      sum(({ named }) => named),
      chunks,
    ) ||
    isOwn(
      sum(({ withKeyword }) => withKeyword),
      chunks,
    )
  );
}

/** Those that pass the condition, by score, then by chunk id in the database's collation. */
function inOrder(sql: Sql, candidates: Scores, condition: Narrowing): Ranked[] {
  return sql
    .all<{ id: number }>(
      `SELECT chunk.id AS id FROM json_each(:ids) AS candidate CROSS JOIN chunk ON chunk.id = candidate.value
       WHERE TRUE ${condition.sql} ORDER BY chunk.key`,
      { ids: JSON.stringify([...candidates.keys()]), ...condition.values },
    )
    .map(({ id }) => ({ id, score: candidates.get(id) ?? 0 }))
    .sort((a, b) => b.score - a.score);
}
