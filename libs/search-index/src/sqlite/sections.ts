import type { Sql } from '@quarry/sqlite';
import type { Section } from '@quarry/turn';

/** Paths that one statement names. */
const PATHS = 500;

/** The section trees of these stored files, or of all, by path. */
export function readSections(sql: Sql, paths: readonly string[] | undefined): Section[] {
  if (!paths) return trees(sql, '', []);
  const wanted = [...new Set(paths)].sort();
  const found: Section[] = [];
  for (let from = 0; from < wanted.length; from += PATHS) {
    const some = wanted.slice(from, from + PATHS);
    found.push(...trees(sql, `WHERE path IN (${some.map(() => '?').join(', ')})`, some));
  }
  return found;
}

/** The tree of a stored file; undefined where it has none. */
export function sectionsOfFile(sql: Sql, fileId: number): Section[] | undefined {
  const row = sql.get<{ body: string }>('SELECT body FROM sections WHERE file_id = ?', [fileId]);
  return row && (JSON.parse(row.body) as Section[]);
}

function trees(sql: Sql, where: string, values: readonly string[]): Section[] {
  return sql
    .all<{ body: string }>(
      `SELECT body FROM sections JOIN file ON file.id = file_id ${where} ORDER BY path`,
      [...values],
    )
    .flatMap(({ body }) => JSON.parse(body) as Section[]);
}
