import type { Neo4jConnection } from './connection';
import { neo4j } from './driver';

/** Files and symbols that one transaction deletes with all their relationships. */
const BATCH = { files: 200, symbols: 2_000 };

const HIDE =
  'MATCH (snap:QuarrySnapshot {id: $snapshot}) SET snap.live = false, snap.version = snap.version + 1';
/** Locks first and reads `live` after it: another process may have rebuilt the snapshot meanwhile. */
const LOCKED = `
  MATCH (snap:QuarrySnapshot {id: $snapshot}) SET snap.version = snap.version + 1
  WITH snap WHERE NOT snap.live`;
const TAKE_FILES = `${LOCKED}
  MATCH (f:QuarryFile {snapshot: $snapshot}) WITH f LIMIT $most DETACH DELETE f RETURN count(*) AS taken`;
const TAKE_SYMBOLS = `${LOCKED}
  MATCH (s:QuarrySymbol {snapshot: $snapshot}) WITH s LIMIT $most DETACH DELETE s RETURN count(*) AS taken`;
const TAKE_SNAPSHOT = `${LOCKED} DELETE snap`;

/**
 * Deletes a snapshot: it is unknown at once, and its content is deleted in batches. After an interruption, the next
 * write to the snapshot or the next call completes the deletion.
 */
export async function discardSnapshot(connection: Neo4jConnection, snapshot: string): Promise<void> {
  await connection.write((cypher) => cypher(HIDE, { snapshot }));
  await removeLeftovers(connection, snapshot);
}

/** Removes the remaining content of a hidden snapshot, then the snapshot. Does nothing for a visible one. */
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
