import type { Sql } from '@quarry/sqlite';
import { bytesOfNumbers, DEAD, FREE, lengthsOf, SLOTS } from './layout';

/** The state of a block's slots, and their totals. */
export interface Block {
  readonly id: number;
  /** Slots with a chunk, and slots whose chunk was removed. */
  live: number;
  dead: number;
  /** Terms of all its chunks. */
  tokens: number;
  /** Size of its postings, in 16-bit numbers. */
  entries: number;
  /** For each slot `FREE`, `DEAD`, or the number of the chunk's terms plus one. */
  readonly lengths: Uint32Array;
}

interface BlockRow {
  readonly id: number;
  readonly live: number;
  readonly dead: number;
  readonly tokens: number;
  readonly entries: number;
  readonly lengths: Uint8Array;
}

const COLUMNS = 'id, live, dead, tokens, entries, lengths';

export function newBlock(id: number): Block {
  return { id, live: 0, dead: 0, tokens: 0, entries: 0, lengths: new Uint32Array(SLOTS) };
}

export function readBlock(sql: Sql, id: number): Block | null {
  const row = sql.get<BlockRow>(`SELECT ${COLUMNS} FROM posting_block WHERE id = ?`, [id]);
  return row ? blockOf(row) : null;
}

/** Every block that holds a chunk, in order. */
export function liveBlocks(sql: Sql): Block[] {
  return sql.all<BlockRow>(`SELECT ${COLUMNS} FROM posting_block WHERE live > 0 ORDER BY id`).map(blockOf);
}

export function writeBlock(sql: Sql, { id, live, dead, tokens, entries, lengths }: Block): void {
  sql.run(`INSERT OR REPLACE INTO posting_block (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`, [
    id,
    live,
    dead,
    tokens,
    entries,
    bytesOfNumbers(lengths),
  ]);
}

/** The first stored block with a free slot, except those in `without`; null without one. */
export function roomyBlock(sql: Sql, without: readonly number[]): number | null {
  const row = sql.get<{ id: number }>(
    `SELECT id FROM posting_block WHERE live + dead < ${SLOTS}
     AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT 1`,
    [JSON.stringify(without)],
  );
  return row?.id ?? null;
}

export function nextBlockId(sql: Sql): number {
  return sql.get<{ id: number }>('SELECT coalesce(max(id) + 1, 0) AS id FROM posting_block')?.id ?? 0;
}

/** Number of terms of the chunk in a slot; null without one. */
export function lengthAt({ lengths }: Block, slot: number): number | null {
  const state = lengths[slot] ?? FREE;
  return state === FREE || state === DEAD ? null : state - 1;
}

function blockOf(row: BlockRow): Block {
  return { ...row, lengths: lengthsOf(row.lengths) };
}
