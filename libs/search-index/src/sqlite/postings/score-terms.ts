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

/**
 * BM25 of every chunk that contains one of the terms, over frequencies that are multiplied by the columns' weights. The
 * weight of a term is Lucene's `ln(1 + (N − n + 0.5) / (n + 0.5))`, which is positive even for a term of every chunk;
 * the rest is Robertson's formula. Terms are added in their order, so that equal chunks get equal scores.
 */
export function scoreTerms(sql: Sql, terms: readonly string[]): Scores {
  const blocks = liveBlocks(sql);
  const places = new Map(blocks.map((block, place) => [block.id, place]));
  const lists = terms.map((): { block: Block; place: number; entries: Uint16Array }[] => []);
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
  const chunks = blocks.reduce((sum, { live }) => sum + live, 0);
  const usualLength = blocks.reduce((sum, { tokens }) => sum + tokens, 0) / chunks;
  const values = new Float64Array(blocks.length * SLOTS);
  let found = 0;
  for (const list of lists) {
    const having = list.reduce((sum, { block, entries }) => sum + countLive(block, entries), 0);
    const idf = Math.log(1 + (chunks - having + 0.5) / (having + 0.5));
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
