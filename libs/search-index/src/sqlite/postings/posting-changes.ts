import type { Sql } from '@quarry/sqlite';
import type { Chunk } from '../../port';
import { lengthAt, newBlock, nextBlockId, readBlock, roomyBlock, writeBlock, type Block } from './blocks';
import { termsOfChunk } from './fields';
import { addEntry, bytesOfNumbers, DEAD, FREE, SLOTS } from './layout';
import { purge } from './purge';

/** Share of dead slots at which a block's postings are purged, so that the slots can be reused. */
const MOST_DEAD = SLOTS / 4;

/**
 * The keyword changes of one transaction. Postings are collected by term and written once, in `flush`: a term of many
 * chunks is one row per block. Removed chunks are marked; their postings are purged when a quarter of the block is
 * dead.
 */
export class PostingChanges {
  private readonly blocks = new Map<number, Block>();
  private readonly added = new Map<number, Map<string, number[]>>();
  private open: Block | null = null;
  private cursor = 0;

  constructor(private readonly sql: Sql) {}

  /** Allocates a row id for a new chunk. */
  allocate(): number {
    for (;;) {
      this.open ??= this.roomy();
      const { id, lengths } = this.open;
      for (; this.cursor < SLOTS; this.cursor++)
        if (lengths[this.cursor] === FREE) return id * SLOTS + this.cursor;
      this.open = null;
    }
  }

  /** Indexes the chunk of a row whose slot is free. */
  add(id: number, chunk: Chunk): void {
    const block = this.block(Math.floor(id / SLOTS));
    const slot = id % SLOTS;
    const { frequencies, length } = termsOfChunk(chunk);
    block.lengths[slot] = length + 1;
    block.live++;
    block.tokens += length;
    const terms = this.termsOf(block.id);
    for (const [term, frequency] of frequencies) {
      const entries = terms.get(term) ?? [];
      addEntry(entries, slot, frequency);
      terms.set(term, entries);
    }
  }

  remove(id: number): void {
    const block = this.block(Math.floor(id / SLOTS));
    const length = lengthAt(block, id % SLOTS);
    if (length === null) return;
    block.lengths[id % SLOTS] = DEAD;
    block.live--;
    block.dead++;
    block.tokens -= length;
  }

  /** @param isThorough removed chunks leave no keyword behind */
  flush(isThorough = false): void {
    for (const [block, terms] of this.added)
      for (const [term, entries] of inOrder(terms)) {
        this.block(block).entries += entries.length;
        this.sql.run(
          `INSERT INTO posting (block, term, entries) VALUES (?, ?, ?)
           ON CONFLICT DO UPDATE SET entries = CAST(entries || excluded.entries AS BLOB)`,
          [block, term, bytesOfNumbers(Uint16Array.from(entries))],
        );
      }
    for (const block of this.blocks.values()) {
      if (block.dead > 0 && (isThorough || block.live === 0 || block.dead >= MOST_DEAD))
        purge(this.sql, block);
      writeBlock(this.sql, block);
    }
    this.added.clear();
    this.blocks.clear();
    this.open = null;
  }

  private block(id: number): Block {
    const block = this.blocks.get(id) ?? readBlock(this.sql, id) ?? newBlock(id);
    this.blocks.set(id, block);
    return block;
  }

  /** The first stored block with room that this transaction has not filled meanwhile, otherwise a new one. */
  private roomy(): Block {
    this.cursor = 0;
    const stored = roomyBlock(this.sql, [...this.blocks.keys()]);
    const touched = [...this.blocks.values()].filter(({ live, dead }) => live + dead < SLOTS);
    const known = touched.reduce<Block | null>(
      (first, one) => (first && first.id < one.id ? first : one),
      null,
    );
    if (known && (stored === null || known.id < stored)) return known;
    return this.block(stored ?? Math.max(nextBlockId(this.sql), 1 + Math.max(-1, ...this.blocks.keys())));
  }

  private termsOf(block: number): Map<string, number[]> {
    const terms = this.added.get(block) ?? new Map<string, number[]>();
    this.added.set(block, terms);
    return terms;
  }
}

/** In the order in which they are stored, so that neighbours share the pages that a write reads and changes. */
function inOrder(terms: ReadonlyMap<string, number[]>): [string, number[]][] {
  return [...terms].sort(([a], [b]) => (a < b ? -1 : 1));
}
