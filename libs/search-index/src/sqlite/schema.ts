import type { OpenOptions } from '@quarry/sqlite';

/**
 * Narrow `chunk` rows are what filters and kNN run over; the chunk itself lies apart, as JSON. `terms` holds analysed text
 * only (contentless): the `ascii` tokenizer splits at the spaces between terms and changes nothing in them.
 */
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
  CREATE VIRTUAL TABLE terms USING fts5 (name, path, text, content = '', contentless_delete = 1, tokenize = 'ascii');
  CREATE TABLE meta (one INTEGER PRIMARY KEY CHECK (one = 1), body TEXT NOT NULL) STRICT;
`;

/** Inverted lists: a vector is in the list of the nearest centroid, or in none (-1). `training` says what they were made of. */
const LISTS = `
  ALTER TABLE vector ADD COLUMN list INTEGER NOT NULL DEFAULT -1;
  CREATE INDEX vector_of_list ON vector (list);
  CREATE TABLE centroid (list INTEGER PRIMARY KEY, embedding BLOB NOT NULL) STRICT;
  CREATE TABLE training (one INTEGER PRIMARY KEY CHECK (one = 1), vectors INTEGER NOT NULL, settings TEXT NOT NULL) STRICT;
`;

/** What the snapshot held when the last run ended. */
const SEAL = `
  CREATE TABLE seal (one INTEGER PRIMARY KEY CHECK (one = 1), digest TEXT NOT NULL) STRICT;
`;

/** The section tree of each document, as JSON; its nodes of level 0 once more, so that a list of documents reads no tree. */
const SECTIONS = `
  CREATE TABLE sections (file_id INTEGER PRIMARY KEY REFERENCES file, roots TEXT NOT NULL, body TEXT NOT NULL) STRICT;
`;

/** What each version of the format added to the one before. */
const VERSIONS = [TABLES, LISTS, SEAL, SECTIONS];

/** How a snapshot's file is opened. */
export const SEARCH_SCHEMA: OpenOptions = {
  applicationId: 0x51535231,
  schemaVersion: VERSIONS.length,
  migrate: (connection, from) => connection.exec(VERSIONS.slice(from).join('')),
  loadVector: true,
  remedy: 'Build it again with `quarry index PATH --rebuild`, or delete the file and index again.',
};
