import type { Sql } from '@quarry/sqlite';
import type { PassageState } from '@quarry/turn';
import {
  seenIn,
  seenText,
  type KeptCitation,
  type KeptCitations,
  type Seen,
  type TurnName,
} from '../citation';

export interface Numbered {
  readonly number: number;
}

/** Turns that were saved before there was an index of citations. */
export const EARLIER = `SELECT number, packed FROM turn JOIN body USING (number) WHERE cited = 0 AND deleted = 0 LIMIT ?`;

export const UNCOMPARED = `SELECT tenant, id FROM turn WHERE number IN
  (SELECT DISTINCT number FROM citation INDEXED BY citation_uncompared WHERE compared = 0 LIMIT ?)`;

/** Jumps from one name to the next, in place of reading every citation. */
const REPOSITORIES = `WITH RECURSIVE cited (name) AS (
    SELECT min(repository) FROM citation
    UNION ALL SELECT (SELECT min(repository) FROM citation WHERE repository > name) FROM cited WHERE name IS NOT NULL
  ) SELECT name FROM cited WHERE name IS NOT NULL`;

export function insert(sql: Sql, number: number, citations: readonly KeptCitation[]): void {
  for (const { n, repository, seen: decided, state } of citations)
    sql.run(
      `INSERT INTO citation (number, n, repository, seen, compared, state) VALUES (?, ?, ?, ?, 0, ?)
       ON CONFLICT DO NOTHING`,
      [number, n, repository, seenText(decided), state],
    );
}

/** As {@link insert}, for a turn that was stored without them, unless it was deleted or indexed meanwhile. */
export function insertEarlier(sql: Sql, number: number, citations: readonly KeptCitation[]): void {
  const { changes } = sql.run('UPDATE turn SET cited = 1 WHERE number = ? AND cited = 0 AND deleted = 0', [
    number,
  ]);
  if (changes > 0) insert(sql, number, citations);
}

export function repositories(sql: Sql): readonly string[] {
  return sql.all<{ readonly name: string }>(REPOSITORIES).map(({ name }) => name);
}

export function seen(sql: Sql, repository: string): readonly Seen[] {
  return sql
    .all<{
      readonly seen: string;
    }>('SELECT DISTINCT seen FROM citation WHERE repository = ?', [repository])
    .map((row) => seenIn(row.seen));
}

export function citing(sql: Sql, repository: string, values: readonly Seen[]): readonly TurnName[] {
  return sql.all<TurnName>(
    `SELECT tenant, id FROM turn WHERE number IN
       (SELECT number FROM citation WHERE repository = ? AND seen IN (SELECT value FROM json_each(?)))`,
    [repository, JSON.stringify(values.map(seenText))],
  );
}

export function read(sql: Sql, turn: TurnName): KeptCitations | null {
  const row = stored(sql, turn);
  if (!row) return null;
  const citations = sql.all<Omit<KeptCitation, 'seen'> & { readonly seen: string }>(
    'SELECT n, repository, seen, state FROM citation WHERE number = ? ORDER BY n',
    [row.number],
  );
  return {
    citations: citations.map((each) => ({ ...each, seen: seenIn(each.seen) })),
    staleness: row.staleness,
  };
}

export function mark(sql: Sql, turn: TurnName, { citations, staleness }: KeptCitations): void {
  const row = stored(sql, turn);
  if (!row) return;
  for (const { n, seen: decided, state } of citations)
    sql.run('UPDATE citation SET seen = ?, compared = 1, state = ? WHERE number = ? AND n = ?', [
      seenText(decided),
      state,
      row.number,
      n,
    ]);
  if (staleness !== row.staleness)
    sql.run('UPDATE turn SET staleness = ? WHERE number = ?', [staleness, row.number]);
}

function stored(
  sql: Sql,
  { tenant, id }: TurnName,
): (Numbered & { readonly staleness: PassageState | null }) | undefined {
  return sql.get('SELECT number, staleness FROM turn WHERE tenant = ? AND id = ? AND deleted = 0', [
    tenant,
    id,
  ]);
}
