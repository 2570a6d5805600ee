import type { OpenOptions } from '@quarry/sqlite';

/**
 * `symbol` numbers the keys of nodes and of edges' targets. Several files may contain a node of the same key (a partial
 * class): each has its row in `node`, and reads return the best. `partial_name` finds substrings of names.
 */
const TABLES = `
  CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, digest TEXT NOT NULL) STRICT;
  CREATE TABLE symbol (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, folded TEXT NOT NULL) STRICT;
  CREATE INDEX symbol_by_folded ON symbol (folded);
  CREATE TABLE node (
    id INTEGER PRIMARY KEY,
    symbol_id INTEGER NOT NULL REFERENCES symbol,
    file_id INTEGER NOT NULL REFERENCES file,
    defined INTEGER NOT NULL,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    qualified TEXT NOT NULL,
    folded TEXT NOT NULL,
    reversed TEXT NOT NULL,
    UNIQUE (symbol_id, file_id)
  ) STRICT;
  CREATE INDEX node_of_file ON node (file_id);
  CREATE INDEX node_by_name ON node (folded_name);
  CREATE INDEX node_by_qualified ON node (folded);
  CREATE INDEX node_by_ending ON node (reversed);
  CREATE TABLE document (node_id INTEGER PRIMARY KEY REFERENCES node, body TEXT NOT NULL) STRICT;
  CREATE VIRTUAL TABLE partial_name USING fts5 (
    folded, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
  CREATE TABLE edge (
    from_id INTEGER NOT NULL REFERENCES symbol,
    to_id INTEGER NOT NULL REFERENCES symbol,
    kind TEXT NOT NULL,
    file_id INTEGER NOT NULL REFERENCES file,
    line INTEGER,
    PRIMARY KEY (from_id, to_id, kind, file_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX edge_backwards ON edge (to_id, kind, from_id);
  CREATE INDEX edge_of_file ON edge (file_id);
`;

/** The imprint of the last run, as JSON. */
const IMPRINT = `
  CREATE TABLE imprint (one INTEGER PRIMARY KEY CHECK (one = 1), body TEXT NOT NULL) STRICT;
`;

/** How sure an inferred edge is; null for one that the code states. */
const CONFIDENCE = `
  ALTER TABLE edge ADD COLUMN confidence REAL;
`;

/** Who states an edge; null for Quarry itself. */
const PROVENANCE = `
  ALTER TABLE edge ADD COLUMN provenance TEXT;
`;

/** With all that a read of incoming edges needs, so that none of them is looked up in the table. */
const COVERING = `
  DROP INDEX edge_backwards;
  CREATE INDEX edge_backwards ON edge (to_id, kind, from_id, file_id, line, confidence, provenance);
`;

/** The migration that each version of the format added. */
const VERSIONS = [TABLES, IMPRINT, CONFIDENCE, PROVENANCE, COVERING];

/** How a snapshot's file is opened. */
export const GRAPH_SCHEMA: OpenOptions = {
  applicationId: 0x51475231,
  schemaVersion: VERSIONS.length,
  migrate: (connection, from) => {
    connection.exec(VERSIONS.slice(from).join(''));
  },
  remedy: 'Build it again with `quarry index PATH --rebuild`, or delete the file and index again.',
};
