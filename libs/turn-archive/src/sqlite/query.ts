import type { Parameters } from '@quarry/sqlite';
import type { TurnCursor, TurnFilter } from '../archived-turn';
import { phrasesOf } from '../words';

/** A statement with the values of its `?`. */
export interface Query {
  readonly statement: string;
  readonly values: Extract<Parameters, readonly unknown[]>;
}

/** A turn about several repositories has no single one: they are in its head. */
const ABOUT = `EXISTS (SELECT 1 FROM (SELECT ? AS wanted) WHERE repository = wanted OR (repository IS NULL AND wanted IN
  (SELECT about.value ->> 'repository' FROM json_each(head, '$.scope') AS about)))`;

/**
 * The statement of a list; null if nothing can match, e.g. if the text to search for contains no word. Values are
 * always parameters.
 */
export function listQuery(
  tenant: string,
  filter: TurnFilter,
  { limit, after }: { readonly limit: number; readonly after?: TurnCursor },
): Query | null {
  const match = filter.text === undefined ? null : matchOf(filter.text);
  if (match === '') return null;
  const { ids, session, pipeline, outcome, stopRule, repository, key, since, until } = filter;
  const conditions: readonly (readonly [string, string | number | undefined | null])[] = [
    ['tenant = ?', tenant],
    ['id IN (SELECT value FROM json_each(?))', ids && JSON.stringify(ids)],
    ['session = ?', session],
    ['pipeline = ?', pipeline],
    ['outcome = ?', outcome],
    ['stop_rule = ?', stopRule],
    [ABOUT, repository],
    ['key = ?', key],
    ['asked_at >= ?', since],
    ['asked_at < ?', until],
    ['number IN (SELECT rowid FROM words WHERE words MATCH ?)', match],
  ];
  const states = filter.staleness && [...new Set(filter.staleness)];
  const stale = states ? ` AND staleness IN (${states.map(() => '?').join(', ')})` : '';
  const used = conditions.flatMap(([condition, value]) =>
    value === undefined || value === null ? [] : [{ condition, value }],
  );
  const place = after ? ' AND (asked_at, id) < (?, ?)' : '';
  return {
    statement: `SELECT head, staleness FROM turn WHERE deleted = 0 AND ${used.map(({ condition }) => condition).join(' AND ')}${stale}${place}
      ORDER BY asked_at DESC, id DESC LIMIT ?`,
    values: [
      ...used.map(({ value }) => value),
      ...(states ?? []),
      ...(after ? [after.askedAt, after.id] : []),
      limit,
    ],
  };
}

/** In FTS5's query syntax. Words contain letters and digits only, so that they cannot contain syntax. */
function matchOf(text: string): string {
  return phrasesOf(text)
    .map((words) => `"${words.join(' ')}" *`)
    .join(' AND ');
}
