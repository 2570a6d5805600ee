import type { Neo4jConnection } from './connection';
import { neo4j } from './driver';

/** Files and symbols that one transaction deletes with all their relationships. */
const BATCH = { files: 200, symbols: 2_000 };

const HIDE =
  'MATCH (snap:QuarrySnapshot {id: $snapshot}) SET snap.live = false, snap.version = snap.version + 1';
/** The lock comes first and `live` is read after it: another process may have built the snapshot anew meanwhile. */
const LOCKED = `
  MATCH (snap:QuarrySnapshot {id: $snapshot}) SET snap.version = snap.version + 1
  WITH snap WHERE NOT snap.live`;
const TAKE_FILES = `${LOCKED}
  MATCH (f:QuarryFile {snapshot: $snapshot}) WITH f LIMIT $most DETACH DELETE f RETURN count(*) AS taken`;
const TAKE_SYMBOLS = `${LOCKED}
  MATCH (s:QuarrySymbol {snapshot: $snapshot}) WITH s LIMIT $most DETACH DELETE s RETURN count(*) AS taken`;
const TAKE_SNAPSHOT = `${LOCKED} DELETE snap`;

/**
 * Deletes a snapshot: it is unknown at once, and what it held goes in batches. Where this is interrupted, the next write
 * to the snapshot or the next call completes it first.
 */
export async function discardSnapshot(connection: Neo4jConnection, snapshot: string): Promise<void> {
  await connection.write((cypher) => cypher(HIDE, { snapshot }));
  await removeLeftovers(connection, snapshot);
}

/** Removes what a hidden snapshot still holds, then the snapshot. Harmless on one that is not hidden. */
export async function removeLeftovers(connection: Neo4jConnection, snapshot: string): Promise<void> {
  const batch = async (statement: string, most: number) =>
    connection.write(async (cypher) => {
      const [row] = await cypher<{ taken: number }>(statement, { snapshot, most: neo4j().int(most) });
      return row?.taken ?? 0;
    });
  while ((await batch(TAKE_FILES, BATCH.files)) > 0);
  while ((await batch(TAKE_SYMBOLS, BATCH.symbols)) > 0);
  await connection.write((cypher) => cypher(TAKE_SNAPSHOT, { snapshot }));
}
