import { Fault } from '@quarry/turn';
import type { Session } from 'neo4j-driver';

/** Raise it when the data model changes; each snapshot stores its own. */
export const FORMAT = 1;

/**
 * The data model. A `(:QuarrySnapshot)` marks an existing snapshot; its version is the lock of its writers.
 * `(:QuarryFile)-[:QUARRY_HAS]->(:QuarrySymbol)` is a node that a file owns, with its text: several files may own one
 * of the same key. `(:QuarrySymbol)-[:QUARRY_EDGE]->(:QuarrySymbol)` is an edge that a file (`file`) owns. A symbol
 * without a file is only referenced: edges to it wait for its definition.
 *
 * Identities are digests (see `identity.ts`), because an index accepts no value above 8 kB and a name may be longer.
 */
const SCHEMA: Readonly<Record<string, string>> = {
  quarry_snapshot_id:
    'CREATE CONSTRAINT quarry_snapshot_id IF NOT EXISTS FOR (n:QuarrySnapshot) REQUIRE n.id IS UNIQUE',
  quarry_file_id: 'CREATE CONSTRAINT quarry_file_id IF NOT EXISTS FOR (n:QuarryFile) REQUIRE n.id IS UNIQUE',
  quarry_symbol_id:
    'CREATE CONSTRAINT quarry_symbol_id IF NOT EXISTS FOR (n:QuarrySymbol) REQUIRE n.id IS UNIQUE',
  quarry_file_snapshot: 'CREATE INDEX quarry_file_snapshot IF NOT EXISTS FOR (n:QuarryFile) ON (n.snapshot)',
  quarry_symbol_snapshot:
    'CREATE INDEX quarry_symbol_snapshot IF NOT EXISTS FOR (n:QuarrySymbol) ON (n.snapshot)',
  quarry_symbol_folded: 'CREATE INDEX quarry_symbol_folded IF NOT EXISTS FOR (n:QuarrySymbol) ON (n.folded)',
  quarry_has_named: 'CREATE INDEX quarry_has_named IF NOT EXISTS FOR ()-[r:QUARRY_HAS]-() ON (r.named)',
  quarry_has_back: 'CREATE INDEX quarry_has_back IF NOT EXISTS FOR ()-[r:QUARRY_HAS]-() ON (r.back)',
  quarry_has_long: 'CREATE INDEX quarry_has_long IF NOT EXISTS FOR ()-[r:QUARRY_HAS]-() ON (r.oversized)',
  quarry_has_part: 'CREATE TEXT INDEX quarry_has_part IF NOT EXISTS FOR ()-[r:QUARRY_HAS]-() ON (r.part)',
  quarry_edge_file: 'CREATE INDEX quarry_edge_file IF NOT EXISTS FOR ()-[r:QUARRY_EDGE]-() ON (r.file)',
};

/** Another process created the same at the same time. */
const MADE_BY_ANOTHER = /\.(EquivalentSchemaRuleAlreadyExists|ConstraintAlreadyExists|IndexAlreadyExists)$/;
const SECONDS_TO_FILL = 100;

/**
 * Creates missing constraints and indexes, and waits until they are online. Without missing ones, no permission to
 * change the schema is needed.
 */
export async function ensureSchema(session: Session): Promise<void> {
  const wanted = Object.keys(SCHEMA);
  const { records } = await session.executeRead((tx) =>
    tx.run("SHOW INDEXES YIELD name, state WHERE name IN $wanted AND state = 'ONLINE' RETURN name", {
      wanted,
    }),
  );
  const online = new Set(records.map((record) => String(record.get('name'))));
  const missing = wanted.filter((name) => !online.has(name));
  if (missing.length === 0) return;
  for (const name of missing)
    await session
      .executeWrite((tx) => tx.run(SCHEMA[name] ?? ''))
      .catch((error: unknown) => {
        if (!MADE_BY_ANOTHER.test(codeOf(error))) throw error;
      });
  await session.executeRead((tx) => tx.run('CALL db.awaitIndexes($seconds)', { seconds: SECONDS_TO_FILL }));
}

/** @throws Fault `index_newer` for a snapshot in a format that this Quarry does not support yet */
export function refuseNewer(format: number): void {
  if (format > FORMAT)
    throw new Fault(
      'index_newer',
      'This graph was written by a newer Quarry. Update Quarry, or rebuild it with `quarry index PATH --rebuild`.',
    );
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
