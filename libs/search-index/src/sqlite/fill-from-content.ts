import type { Sql } from '@quarry/sqlite';
import type { Chunk } from '../port';
import { CodeChanges } from './codes/code-changes';
import { PostingChanges } from './postings/posting-changes';
import { vectorOf } from './vectors';

/** Chunks, or vectors, in memory at once. */
const PAGE = 1_000;

/** Builds the keywords from the chunks of a snapshot in an older format. Takes as long as analyzing all of its text. */
export function fillKeywords(sql: Sql): void {
  for (const page of pages<{ id: number; body: string }>(
    sql,
    'SELECT chunk_id AS id, body FROM document',
    'chunk_id',
  )) {
    const postings = new PostingChanges(sql);
    for (const { id, body } of page) postings.add(id, JSON.parse(body) as Chunk);
    postings.flush();
  }
}

/** Builds the codes from the vectors of a snapshot in an older format. */
export function fillCodes(sql: Sql): void {
  for (const page of pages<{ id: number; embedding: Uint8Array }>(
    sql,
    'SELECT id, embedding FROM vector',
    'id',
  )) {
    const codes = new CodeChanges(sql);
    for (const { id, embedding } of page) codes.set(id, vectorOf(embedding));
    codes.flush();
  }
}

function* pages<Row extends { readonly id: number }>(sql: Sql, select: string, id: string): Generator<Row[]> {
  for (let after = -1; ;) {
    const page = sql.all<Row>(`${select} WHERE ${id} > ? ORDER BY ${id} LIMIT ?`, [after, PAGE]);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}
