import type { Sql } from '@quarry/sqlite';
import type { Section } from '@quarry/turn';
import { rootsOf } from '../roots';

export function insertSections(sql: Sql, fileId: number, sections: readonly Section[]): void {
  sql.run('INSERT INTO sections (file_id, roots, body) VALUES (?, ?, ?)', [
    fileId,
    JSON.stringify(rootsOf(sections)),
    JSON.stringify(sections),
  ]);
}

/** The section trees of these stored files, or of all, by path. With `rootsOnly`, no tree is read. */
export function readSections(
  sql: Sql,
  { paths, rootsOnly = false }: { readonly paths?: readonly string[]; readonly rootsOnly?: boolean },
): Section[] {
  const named = paths ? 'WHERE path IN (SELECT value FROM json_each(?))' : '';
  return sql
    .all<{ body: string }>(
      `SELECT ${rootsOnly ? 'roots' : 'body'} AS body FROM sections JOIN file ON file.id = file_id ${named} ORDER BY path`,
      paths ? [JSON.stringify(paths)] : [],
    )
    .flatMap(({ body }) => JSON.parse(body) as Section[]);
}

/** The tree of a stored file; undefined if it has none. */
export function sectionsOfFile(sql: Sql, fileId: number): Section[] | undefined {
  const row = sql.get<{ body: string }>('SELECT body FROM sections WHERE file_id = ?', [fileId]);
  return row && (JSON.parse(row.body) as Section[]);
}
