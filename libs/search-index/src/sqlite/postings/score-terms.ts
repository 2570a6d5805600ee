import type { Sql } from '@quarry/sqlite';
import { liveBlocks, type Block } from './blocks';
import { DEAD, eachEntry, entriesOf, FREE, SLOTS } from './layout';

/** BM25's constants: how soon repeated occurrences saturate, and how much long texts are penalized. */
const K1 = 1.2;
const B = 0.75;

/** The score of every chunk; 0: it contains none of the terms. */
export interface Scores {
  /** By block, in the order of `blocks`, then by slot. */
  readonly values: Float64Array;
  readonly blocks: readonly number[];
  /** Number of chunks with a score. */
  readonly found: number;
}

/** The postings of some terms, in their order, with what their rarity and the length of texts are computed from. */
export interface Postings {
  readonly blocks: readonly Block[];
  readonly lists: readonly (readonly PostingList[])[];
  readonly statistics: TermStatistics;
}

interface PostingList {
  readonly block: Block;
  readonly place: number;
  readonly entries: Uint16Array;
}

/** Counts of one index, or sums of several. */
export interface TermStatistics {
  readonly chunks: number;
  /** Terms of all chunks. */
  readonly tokens: number;
  /** For each term, in order, the chunks that contain it. */
  readonly having: readonly number[];
}

export function readPostings(sql: Sql, terms: readonly string[]): Postings {
  const blocks = liveBlocks(sql);
  const places = new Map(blocks.map((block, place) => [block.id, place]));
  const lists = terms.map((): PostingList[] => []);
  for (const row of sql.all<{ block: number; at: number; entries: Uint8Array }>(
    // CROSS JOIN: one lookup per block and term.
    `SELECT posting.block AS block, term.key AS at, entries
     FROM json_each(?) AS wanted CROSS JOIN json_each(?) AS term
     CROSS JOIN posting ON posting.block = wanted.value AND posting.term = term.value`,
    [JSON.stringify(blocks.map(({ id }) => id)), JSON.stringify(terms)],
  )) {
    const place = places.get(row.block) ?? 0;
    const block = blocks[place];
    if (block) lists[row.at]?.push({ block, place, entries: entriesOf(row.entries) });
  }
  const statistics = {
    chunks: blocks.reduce((sum, { live }) => sum + live, 0),
    tokens: blocks.reduce((sum, { tokens }) => sum + tokens, 0),
    having: lists.map((list) => list.reduce((sum, { block, entries }) => sum + countLive(block, entries), 0)),
  };
  return { blocks, lists, statistics };
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

/**
 * BM25 of every chunk that contains one of the terms, over frequencies that are multiplied by the columns' weights. The
 * weight of a term is Lucene's `ln(1 + (N − n + 0.5) / (n + 0.5))`, which is positive even for a term of every chunk;
 * the rest is Robertson's formula. Terms are added in their order, so that equal chunks get equal scores.
 *
 * @param statistics of all indexes that are searched together
 */
export function scoreTerms(
  { blocks, lists, statistics: own }: Postings,
  { chunks, tokens, having }: TermStatistics = own,
): Scores {
  const usualLength = tokens / chunks;
  const values = new Float64Array(blocks.length * SLOTS);
  let found = 0;
  for (const [at, list] of lists.entries()) {
    const holders = having[at] ?? 0;
    const idf = Math.log(1 + (chunks - holders + 0.5) / (holders + 0.5));
    for (const { block, place, entries } of list) {
      const { lengths } = block;
      const base = place * SLOTS;
      eachEntry(entries, (slot, frequency) => {
        const state = lengths[slot]!;
        if (state === DEAD || state === FREE) return;
        const before = values[base + slot]!;
        if (before === 0) found++;
        const lengthNorm = K1 * (1 - B + (B * (state - 1)) / usualLength);
        values[base + slot] = before + idf * ((frequency * (K1 + 1)) / (frequency + lengthNorm));
      });
    }
  }
  return { values, blocks: blocks.map(({ id }) => id), found };
}

function countLive({ lengths, dead }: Block, entries: Uint16Array): number {
  let live = 0;
  eachEntry(entries, (slot) => {
    if (dead === 0 || lengths[slot] !== DEAD) live++;
  });
  return live;
}
