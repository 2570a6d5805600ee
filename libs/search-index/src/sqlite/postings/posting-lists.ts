import { WhileUnchanged, type Sql } from '@quarry/sqlite';
import { liveBlocks, type Block } from './blocks';
import { countEntries, DEAD, eachEntry, entriesOf } from './layout';

/** The postings of one term in one block. */
export interface PostingList {
  /** Which of the blocks. */
  readonly place: number;
  readonly entries: Uint16Array;
}

/** The postings of one term, by block, and the number of chunks that contain it. */
export interface TermPostings {
  readonly lists: readonly PostingList[];
  readonly having: number;
}

/** Postings that are kept, in bytes: those of a few hundred words that many of a million chunks contain. */
const MOST_KEPT = 67_108_864;

/**
 * The postings of a snapshot. Those of the terms that were read last stay in memory until the file changes: the longest
 * ones are of words that questions share.
 */
export class PostingLists {
  /** The blocks that hold a chunk, in order, and what was read since they are as they are. */
  private readonly read = new WhileUnchanged((sql) => ({
    blocks: liveBlocks(sql),
    terms: new Map<string, TermPostings>(),
    bytes: 0,
  }));

  /** Every block that holds a chunk, in order. */
  blocks(sql: Sql): readonly Block[] {
    return this.read.of(sql).blocks;
  }

  /** The postings of the terms, in their order. */
  of(sql: Sql, terms: readonly string[]): TermPostings[] {
    const { blocks, terms: kept } = this.read.of(sql);
    const missing = terms.filter((term) => !kept.has(term));
    const found = new Map([
      ...terms.flatMap((term): [string, TermPostings][] => {
        const known = kept.get(term);
        return known ? [[term, known]] : [];
      }),
      ...readTerms(sql, blocks, missing),
    ]);
    this.keep(sql, found);
    return terms.map((term) => found.get(term) ?? { lists: [], having: 0 });
  }

  /** The terms that were read longest ago make room. */
  private keep(sql: Sql, found: ReadonlyMap<string, TermPostings>): void {
    const read = this.read.of(sql);
    const forget = (term: string): void => {
      read.bytes -= bytesOf(read.terms.get(term));
      read.terms.delete(term);
    };
    for (const [term, postings] of found) {
      forget(term);
      read.terms.set(term, postings);
      read.bytes += bytesOf(postings);
    }
    for (const term of read.terms.keys()) {
      if (read.bytes <= MOST_KEPT) return;
      forget(term);
    }
  }
}

function bytesOf(postings: TermPostings | undefined): number {
  return (postings?.lists ?? []).reduce((sum, { entries }) => sum + entries.byteLength, 0);
}

function readTerms(
  sql: Sql,
  blocks: readonly Block[],
  terms: readonly string[],
): ReadonlyMap<string, TermPostings> {
  const places = new Map(blocks.map((block, place) => [block.id, place]));
  const found = terms.map(() => ({ lists: [] as PostingList[], having: 0 }));
  if (terms.length > 0)
    for (const row of sql.all<{ block: number; term: number; entries: Uint8Array }>(
      // CROSS JOIN: one lookup per block and term, in the order of blocks.
      `SELECT posting.block AS block, term.key AS term, entries
       FROM json_each(?) AS wanted CROSS JOIN json_each(?) AS term
       CROSS JOIN posting ON posting.block = wanted.value AND posting.term = term.value`,
      [JSON.stringify(blocks.map(({ id }) => id)), JSON.stringify(terms)],
    )) {
      const place = places.get(row.block);
      const postings = found[row.term];
      if (place === undefined || !postings) continue;
      const entries = entriesOf(row.entries);
      postings.lists.push({ place, entries });
      postings.having += countLive(blocks[place]!, entries);
    }
  return new Map(terms.map((term, at) => [term, found[at]!]));
}

function countLive({ lengths, dead }: Block, entries: Uint16Array): number {
  if (dead === 0) return countEntries(entries);
  let live = 0;
  eachEntry(entries, (slot) => {
    if (lengths[slot] !== DEAD) live++;
  });
  return live;
}
