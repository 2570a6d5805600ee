import type { Sql } from '@quarry/sqlite';

/** The list number of a vector that is in no list yet: it is compared with every query. */
export const UNLISTED = -1;

/** Deletes the lists; every vector is then compared with every query. */
export function forgetLists(sql: Sql): void {
  sql.run('DELETE FROM centroid');
  sql.run('DELETE FROM training');
  sql.run('UPDATE vector SET list = ? WHERE list <> ?', [UNLISTED, UNLISTED]);
}
