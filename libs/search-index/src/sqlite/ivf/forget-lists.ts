import type { Sql } from '@quarry/sqlite';

/** Where a vector is that no list has yet: it is compared with every query. */
export const UNLISTED = -1;

/** Takes the lists away; every vector is then compared with every query. */
export function forgetLists(sql: Sql): void {
  sql.run('DELETE FROM centroid');
  sql.run('DELETE FROM training');
  sql.run('UPDATE vector SET list = ? WHERE list <> ?', [UNLISTED, UNLISTED]);
}
