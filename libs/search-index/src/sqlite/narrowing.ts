import type { Sql } from '@quarry/sqlite';
import { cleanPrefix, type PlanFilter } from '@quarry/turn';
import type { Narrowing } from './ranked';

/** Conditions on `chunk`. A path prefix matches itself and everything below it: `src/a` does not match `src/ab`. */
export function narrowing(filter: PlanFilter | undefined): Narrowing {
  const prefixes = (filter?.pathPrefixes ?? []).map(cleanPrefix);
  const languages = filter?.languages ?? [];
  const conditions: string[] = [];
  const values: Record<string, string> = {};
  if (prefixes.length > 0 && !prefixes.includes('')) {
    // Over files, once per query, not once per chunk. '0' is the character after '/'.
    conditions.push(`AND chunk.file_id IN (SELECT file.id FROM json_each(:prefixes) AS prefix, file
      WHERE file.path = prefix.value OR (file.path >= prefix.value || '/' AND file.path < prefix.value || '0'))`);
    values.prefixes = JSON.stringify(prefixes);
  }
  if (languages.length > 0) {
    conditions.push('AND chunk.language IN (SELECT value FROM json_each(:languages))');
    values.languages = JSON.stringify(languages.map((language) => language.toLowerCase()));
  }
  return { sql: conditions.join(' '), values };
}

/** Ids of the chunks that pass, if there is a condition and they are at most `most`; otherwise null. */
export function fewPassing(sql: Sql, { sql: condition, values }: Narrowing, most: number): number[] | null {
  if (condition === '') return null;
  const rows = sql.all<{ id: number }>(
    `SELECT chunk.id AS id FROM chunk WHERE TRUE ${condition} LIMIT :most`,
    {
      most: most + 1,
      ...values,
    },
  );
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/** True if there is a condition and at most `most` chunks pass. */
export function passesAtMost(sql: Sql, narrowing: Narrowing, most: number): boolean {
  return fewPassing(sql, narrowing, most) !== null;
}
