import type { Sql } from '@quarry/sqlite';
import type { Block } from './blocks';
import { addEntry, bytesOfNumbers, DEAD, eachEntry, entriesOf, FREE } from './layout';

/** Removes the postings of removed chunks from a block and frees their slots. The caller writes the block itself. */
export function purge(sql: Sql, block: Block): void {
  const { id, lengths } = block;
  if (block.live === 0) {
    sql.run('DELETE FROM posting WHERE block = ?', [id]);
    block.entries = 0;
  } else
    for (const { term, entries } of sql.all<{ term: string; entries: Uint8Array }>(
      'SELECT term, entries FROM posting WHERE block = ?',
      [id],
    )) {
      const before = entriesOf(entries);
      const kept: number[] = [];
      eachEntry(before, (slot, frequency) => {
        if (lengths[slot] !== DEAD) addEntry(kept, slot, frequency);
      });
      block.entries -= before.length - kept.length;
      if (kept.length === 0) sql.run('DELETE FROM posting WHERE block = ? AND term = ?', [id, term]);
      else if (kept.length < before.length)
        sql.run('UPDATE posting SET entries = ? WHERE block = ? AND term = ?', [
          bytesOfNumbers(Uint16Array.from(kept)),
          id,
          term,
        ]);
    }
  lengths.forEach((state, slot) => {
    if (state === DEAD) lengths[slot] = FREE;
  });
  block.dead = 0;
}
