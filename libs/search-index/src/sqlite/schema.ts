import { sqlOver, type SnapshotOptions } from '@quarry/sqlite';
import { fillCodes, fillKeywords } from './fill-from-content';

/** Filters and kNN scan narrow `chunk` rows; the chunk itself is stored separately, as JSON. */
const TABLES = `
  CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, hash TEXT NOT NULL) STRICT;
  CREATE TABLE vector (id INTEGER PRIMARY KEY, content_hash TEXT NOT NULL UNIQUE, embedding BLOB NOT NULL) STRICT;
  CREATE TABLE chunk (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    file_id INTEGER NOT NULL REFERENCES file,
    language TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    vector_id INTEGER REFERENCES vector
  ) STRICT;
  CREATE INDEX chunk_of_file ON chunk (file_id);
  CREATE INDEX chunk_by_content ON chunk (content_hash);
  CREATE INDEX chunk_by_vector ON chunk (vector_id);
  CREATE TABLE document (chunk_id INTEGER PRIMARY KEY REFERENCES chunk, body TEXT NOT NULL) STRICT;
  CREATE TABLE meta (one INTEGER PRIMARY KEY CHECK (one = 1), body TEXT NOT NULL) STRICT;
`;

/**
 * Inverted lists: a vector is in the list of the nearest centroid, or in none (-1). `training` records the parameters.
 */
const LISTS = `
  ALTER TABLE vector ADD COLUMN list INTEGER NOT NULL DEFAULT -1;
  CREATE INDEX vector_of_list ON vector (list);
  CREATE TABLE centroid (list INTEGER PRIMARY KEY, embedding BLOB NOT NULL) STRICT;
  CREATE TABLE training (one INTEGER PRIMARY KEY CHECK (one = 1), vectors INTEGER NOT NULL, settings TEXT NOT NULL) STRICT;
`;

/** The snapshot's content at the end of the last run. */
const SEAL = `
  CREATE TABLE seal (one INTEGER PRIMARY KEY CHECK (one = 1), digest TEXT NOT NULL) STRICT;
`;

/**
 * The section tree of each document, as JSON. Its nodes of level 0 are stored again, so that a list of documents reads
 * no tree.
 */
const SECTIONS = `
  CREATE TABLE sections (file_id INTEGER PRIMARY KEY REFERENCES file, roots TEXT NOT NULL, body TEXT NOT NULL) STRICT;
`;

/**
 * Keywords and vectors in a form that is fast to search. Postings of 4,096 chunks are grouped by term
 * (`postings/layout.ts`); `entries` is their size in 16-bit numbers. Codes are the vectors in 8 bits, 1,024 per row
 * (`codes/layout.ts`); `stamp` changes with every change. Ids of removed vectors are reused. Before, keywords were in
 * an FTS5 table `terms`.
 */
const POSTINGS_AND_CODES = `
  DROP TABLE IF EXISTS terms;
  CREATE TABLE posting_block (
    id INTEGER PRIMARY KEY,
    live INTEGER NOT NULL,
    dead INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    lengths BLOB NOT NULL
  ) STRICT;
  CREATE TABLE posting (
    block INTEGER NOT NULL,
    term TEXT NOT NULL,
    entries BLOB NOT NULL,
    PRIMARY KEY (block, term)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE code_block (id INTEGER PRIMARY KEY, stamp TEXT NOT NULL, codes BLOB NOT NULL) STRICT;
  CREATE TABLE free_vector (id INTEGER PRIMARY KEY) STRICT;
  CREATE INDEX chunk_by_language ON chunk (language);
`;

/** Keywords of an older analysis: {@link fillKeywords} builds them again from the chunks. Vectors and codes stay. */
const ANALYSIS = `
  DELETE FROM posting;
  DELETE FROM posting_block;
`;

/** What the seal records of each file, so that a run reads only those that it changed. */
const SEALED_FILES = `
  CREATE TABLE sealed_file (file_id INTEGER PRIMARY KEY REFERENCES file, digest TEXT NOT NULL) STRICT;
`;

/**
 * What the end of a run has to look at, so that it costs what changed: vectors whose chunk was removed, files that are
 * not sealed yet (their digest is empty), and the sum over those that are.
 */
const ENDS_OF_RUNS = `
  CREATE TABLE loose_vector (id INTEGER PRIMARY KEY) STRICT;
  INSERT INTO loose_vector SELECT id FROM vector WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE vector_id = vector.id);
  INSERT INTO sealed_file SELECT id, '' FROM file WHERE NOT EXISTS (SELECT 1 FROM sealed_file WHERE file_id = file.id);
  CREATE INDEX unsealed_file ON sealed_file (file_id) WHERE digest = '';
  CREATE TABLE sealed_sum (one INTEGER PRIMARY KEY CHECK (one = 1), sum TEXT NOT NULL) STRICT;
`;

/**
 * The migration that each version of the format added. A change of `analyze` needs another {@link ANALYSIS} at the
 * end, and its version as `WITH_KEYWORDS`.
 */
const VERSIONS = [TABLES, LISTS, SEAL, SECTIONS, POSTINGS_AND_CODES, ANALYSIS, SEALED_FILES, ENDS_OF_RUNS];
/** The first version with codes. */
const WITH_CODES = 5;
/** The first version with the keywords of today's `analyze`. */
const WITH_KEYWORDS = 6;

/** How a snapshot's file is opened. */
export const SEARCH_SCHEMA: SnapshotOptions = {
  applicationId: 0x51535231,
  schemaVersion: VERSIONS.length,
  migrate: (connection, from) => {
    connection.exec(VERSIONS.slice(from).join(''));
    const sql = sqlOver(connection);
    if (from < WITH_KEYWORDS) fillKeywords(sql);
    if (from < WITH_CODES) fillCodes(sql);
  },
  // Codes take a fifth of a snapshot, and few of their pages stay the same when a vector is added.
  derived: { remove: (sql) => sql.run('DELETE FROM code_block'), restore: fillCodes },
  loadVector: true,
  remedy: 'Build it again with `quarry index PATH --rebuild`, or delete the file and index again.',
};
