import { WhileUnchanged, type Sql } from '@quarry/sqlite';

/** The row ids of the vectors in each inverted list; those that were read stay in memory until the file changes. */
export class ListMembers {
  private readonly read = new WhileUnchanged(() => new Map<number, Int32Array>());

  of(sql: Sql, lists: readonly number[]): Int32Array[] {
    const known = this.read.of(sql);
    return lists.map((list) => {
      const members = known.get(list) ?? membersOf(sql, list);
      known.set(list, members);
      return members;
    });
  }
}

function membersOf(sql: Sql, list: number): Int32Array {
  const rows = sql.all<{ id: number }>('SELECT id FROM vector WHERE list = ?', [list]);
  return Int32Array.from(rows, ({ id }) => id);
}
