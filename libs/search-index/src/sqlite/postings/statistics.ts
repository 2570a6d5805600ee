import type { Sql } from '@quarry/sqlite';
import type { PostingLists } from './posting-lists';

/** Counts of one index, or sums of several. */
export interface TermStatistics {
  readonly chunks: number;
  /** Terms of all chunks. */
  readonly tokens: number;
  /** For each term, in order, the chunks that contain it. */
  readonly having: readonly number[];
}

export function readStatistics(sql: Sql, postings: PostingLists, terms: readonly string[]): TermStatistics {
  const blocks = postings.blocks(sql);
  return {
    chunks: blocks.reduce((sum, { live }) => sum + live, 0),
    tokens: blocks.reduce((sum, { tokens }) => sum + tokens, 0),
    having: postings.of(sql, terms).map(({ having }) => having),
  };
}

/** The sums over several indexes, of the same terms. */
export function sumStatistics(parts: readonly TermStatistics[]): TermStatistics {
  return {
    chunks: parts.reduce((sum, { chunks }) => sum + chunks, 0),
    tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
    having: (parts[0]?.having ?? []).map((_, at) =>
      parts.reduce((sum, { having }) => sum + (having[at] ?? 0), 0),
    ),
  };
}
