import type { Database, Sql } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';
import { checkCodes } from './codes/check-codes';
import { readMeta } from './meta';
import { checkPostings } from './postings/check-postings';
import { SEARCH_SCHEMA } from './schema';
import { isSealBroken } from './seal';

/** Rows that must not exist, and the damage that they show. */
const IMPOSSIBLE: readonly (readonly [what: string, statement: string])[] = [
  [
    'chunks without a file',
    'SELECT count(*) AS n FROM chunk WHERE NOT EXISTS (SELECT 1 FROM file WHERE file.id = chunk.file_id)',
  ],
  [
    'chunks without their text',
    'SELECT count(*) AS n FROM chunk WHERE NOT EXISTS (SELECT 1 FROM document WHERE chunk_id = chunk.id)',
  ],
  [
    'texts without a chunk',
    'SELECT count(*) AS n FROM document WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.id = chunk_id)',
  ],
  [
    'section trees without a file',
    'SELECT count(*) AS n FROM sections WHERE NOT EXISTS (SELECT 1 FROM file WHERE file.id = file_id)',
  ],
  [
    'chunks whose vector is missing, or belongs to another text',
    `SELECT count(*) AS n FROM chunk LEFT JOIN vector ON vector.id = vector_id
     WHERE vector_id IS NOT NULL AND vector.content_hash IS NOT chunk.content_hash`,
  ],
  [
    'vectors in a list that does not exist',
    'SELECT count(*) AS n FROM vector WHERE list >= 0 AND NOT EXISTS (SELECT 1 FROM centroid WHERE centroid.list = vector.list)',
  ],
];

/**
 * Verifies a whole snapshot. SQLite checks pages and indexes. Then the rows are compared: chunks, texts, keywords and
 * vectors belong together; vectors have the model's dimension; files, chunks and section trees are those of the last
 * run.
 * @throws Fault `index_damaged` that says what is wrong and what to do
 */
export function checkSnapshot(database: Database): void {
  const wrong = database.read((sql) => [
    ...pages(sql),
    ...rows(sql),
    ...checkPostings(sql),
    ...vectors(sql),
    ...content(sql),
  ]);
  if (wrong.length === 0) return;
  throw new Fault(
    'index_damaged',
    `${database.file} is damaged (${wrong.join('; ')}). ${SEARCH_SCHEMA.remedy}`,
  );
}

function pages(sql: Sql): string[] {
  return sql
    .all<{ integrity_check: string }>('PRAGMA integrity_check(3)')
    .map((row) => row.integrity_check.split('\n').join(' '))
    .filter((verdict) => verdict !== 'ok');
}

function rows(sql: Sql): string[] {
  return IMPOSSIBLE.flatMap(([what, statement]) => {
    const n = sql.get<{ n: number }>(statement)?.n ?? 0;
    return n > 0 ? [`${n} ${what}`] : [];
  });
}

function vectors(sql: Sql): string[] {
  const bytes = 4 * (readMeta(sql).embedder?.dimension ?? 0);
  let wrongDimension = 0;
  let nonFinite = 0;
  for (let after = -1; ;) {
    const page = sql.all<{ id: number; embedding: Uint8Array }>(
      'SELECT id, embedding FROM vector WHERE id > ? ORDER BY id LIMIT 1000',
      [after],
    );
    for (const { embedding } of page) {
      if (embedding.byteLength !== bytes) wrongDimension++;
      else if (!new Float32Array(embedding.slice().buffer).every(Number.isFinite)) nonFinite++;
    }
    const last = page.at(-1);
    if (!last) break;
    after = last.id;
  }
  // Codes are derived from the stored vectors: skip them if those are damaged.
  if (wrongDimension + nonFinite === 0) return checkCodes(sql);
  return [
    ...(wrongDimension > 0 ? [`${wrongDimension} vectors with another dimension than the model`] : []),
    ...(nonFinite > 0 ? [`${nonFinite} vectors that contain NaN or Infinity`] : []),
  ];
}

function content(sql: Sql): string[] {
  return isSealBroken(sql) ? ['files, chunks or section trees that differ from the last run'] : [];
}
