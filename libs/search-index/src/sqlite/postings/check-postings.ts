import type { Sql } from '@quarry/sqlite';
import { lengthAt, readBlock } from './blocks';
import { eachEntry, entriesOf, FREE, SLOTS } from './layout';

/** Reports damaged keywords: compares slots with the chunks, and postings with the slots and their expected size. */
export function checkPostings(sql: Sql): string[] {
  let chunks = 0;
  let missing = 0;
  let left = 0;
  let wrong = 0;
  for (const { id } of sql.all<{ id: number }>('SELECT id FROM posting_block ORDER BY id')) {
    const block = readBlock(sql, id);
    if (!block || block.lengths.length !== SLOTS) {
      wrong++;
      continue;
    }
    const present = new Set(
      sql
        .all<{ id: number }>('SELECT id FROM chunk WHERE id >= ? AND id < ?', [id * SLOTS, (id + 1) * SLOTS])
        .map((row) => row.id % SLOTS),
    );
    chunks += present.size;
    let tokens = 0;
    for (let slot = 0; slot < SLOTS; slot++) {
      const length = lengthAt(block, slot);
      tokens += length ?? 0;
      if (length === null && present.has(slot)) missing++;
      if (length !== null && !present.has(slot)) left++;
    }
    const stored = readEntries(sql, id, block.lengths);
    if (tokens !== block.tokens || stored === null || stored !== block.entries) wrong++;
  }
  const all = sql.get<{ n: number }>('SELECT count(*) AS n FROM chunk')?.n ?? 0;
  missing += all - chunks;
  return [
    ...(missing > 0 ? [`${missing} chunks without their keywords`] : []),
    ...(left > 0 ? [`${left} keywords without a chunk`] : []),
    ...(wrong > 0 ? [`${wrong} incomplete blocks of keywords`] : []),
  ];
}

/** Size of the block's postings in 16-bit numbers; null if one belongs to a slot that was never used. */
function readEntries(sql: Sql, block: number, lengths: Uint32Array): number | null {
  let count = 0;
  let odd = 0;
  for (const { entries } of sql.all<{ entries: Uint8Array }>('SELECT entries FROM posting WHERE block = ?', [
    block,
  ])) {
    count += entries.byteLength / 2;
    eachEntry(entriesOf(entries), (slot, frequency) => {
      if (lengths[slot] === FREE || !(frequency > 0)) odd++;
    });
  }
  return odd > 0 ? null : count;
}
