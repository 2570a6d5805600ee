import { batches } from '@quarry/sqlite';
import type { SnapshotRef } from '@quarry/turn';
import type { GraphChange, GraphFile } from '../port';
import type { Cypher, Neo4jConnection } from './connection';
import { removeLeftovers } from './discard';
import { idOf, snapshotId } from './identity';
import { rowsOf, type NodeRow, type Rows } from './rows';
import { FORMAT, refuseNewer } from './schema';

/** `nodesAndEdges` and `removed` per transaction, `rows` and `bytes` per statement. */
const BATCH = { nodesAndEdges: 5_000, removed: 100, rows: 2_000, bytes: 4_000_000 };

/** Writes to one snapshot, from all processes, wait for each other: this lock is held until the transaction ends. */
const LOCK = `
  MERGE (snap:QuarrySnapshot {id: $snapshot})
  ON CREATE SET snap.live = true, snap.format = $format, snap.version = 0,
    snap.namespace = $namespace, snap.repository = $repository, snap.name = $name
  SET snap.version = snap.version + 1
  RETURN snap.live AS live, snap.format AS format`;

const KNOWN_FILES = 'UNWIND $files AS id MATCH (f:QuarryFile {id: id}) RETURN f.id AS id';
const TAKE_EDGES = `
  UNWIND $files AS id MATCH (a)-[e:QUARRY_EDGE {file: id}]->(b)
  WITH e, a.id AS from, b.id AS to DELETE e RETURN DISTINCT from, to`;
const TAKE_NODES = `
  UNWIND $files AS id MATCH (:QuarryFile {id: id})-[d:QUARRY_HAS]->(s)
  WITH d, s.id AS id DELETE d RETURN DISTINCT id`;
const TAKE_FILES = 'UNWIND $files AS id MATCH (f:QuarryFile {id: id}) DELETE f';
const TAKE_UNUSED = `
  UNWIND $symbols AS id MATCH (s:QuarrySymbol {id: id}) WHERE NOT EXISTS { (s)--() } DELETE s`;

const PUT_IMPRINT = 'MATCH (snap:QuarrySnapshot {id: $snapshot}) SET snap.imprint = $imprint';

const PUT_FILES = `
  UNWIND $rows AS row MERGE (f:QuarryFile {id: row.id})
  SET f.snapshot = $snapshot, f.path = row.path, f.digest = row.digest`;
const PUT_SYMBOLS = `
  UNWIND $rows AS row MERGE (s:QuarrySymbol {id: row.id})
  ON CREATE SET s.snapshot = row.snapshot, s.key = row.key, s.folded = row.folded`;
const PUT_NODES = `
  UNWIND $rows AS row MATCH (f:QuarryFile {id: row.file}) MATCH (s:QuarrySymbol {id: row.symbol})
  CREATE (f)-[d:QUARRY_HAS]->(s) SET d = row.own`;
const PUT_EDGES = `
  UNWIND $rows AS row MATCH (a:QuarrySymbol {id: row.from}) MATCH (b:QuarrySymbol {id: row.to})
  CREATE (a)-[e:QUARRY_EDGE]->(b) SET e = row.own`;

/** The snapshot of a write. */
export interface Target {
  readonly connection: Neo4jConnection;
  readonly namespace: string;
  readonly ref: SnapshotRef;
}

/** Each transaction contains whole files of any size; statements are bounded. */
export async function writeChange(target: Target, change: GraphChange): Promise<void> {
  const id = snapshotId(target.namespace, target.ref);
  await locked(target, id, async () => undefined);
  const size = (file: GraphFile) => file.nodes.length + file.edges.length;
  for (const files of batches(change.files ?? [], BATCH.nodesAndEdges, size)) {
    // Of files with the same path, the last one wins.
    const rows = rowsOf(id, [...new Map(files.map((file) => [file.path, file])).values()]);
    await locked(target, id, (cypher) => replaceFiles(cypher, id, rows));
  }
  for (const paths of batches(change.remove ?? [], BATCH.removed)) {
    const gone = paths.map((path) => idOf(id, 'file', path));
    await locked(target, id, async (cypher) => {
      const symbols = await takeContents(cypher, gone);
      await cypher(TAKE_FILES, { files: gone });
      await takeUnused(cypher, symbols);
    });
  }
  const { imprint } = change;
  if (imprint)
    await locked(target, id, async (cypher) => {
      await cypher(PUT_IMPRINT, { snapshot: id, imprint: JSON.stringify(imprint) });
    });
}

/** Runs `work` in a transaction with exclusive access to the snapshot, and creates the snapshot if it is missing. */
async function locked(
  { connection, namespace, ref }: Target,
  snapshot: string,
  work: (cypher: Cypher) => Promise<void>,
): Promise<void> {
  const names = { namespace, repository: ref.repository, name: ref.snapshot };
  const lock = { snapshot, format: FORMAT, ...names };
  const attempt = () =>
    connection.write(async (cypher) => {
      const [found] = await cypher<{ live: boolean; format: number }>(LOCK, lock);
      refuseNewer(found?.format ?? FORMAT);
      if (found?.live !== true) return false;
      await work(cypher);
      return true;
    });
  while (!(await attempt())) await removeLeftovers(connection, snapshot);
}

async function replaceFiles(cypher: Cypher, snapshot: string, rows: Rows): Promise<void> {
  const symbols = await takeContents(
    cypher,
    rows.files.map((file) => file.id),
  );
  await inBatches(cypher, PUT_FILES, rows.files, { snapshot });
  await inBatches(cypher, PUT_SYMBOLS, rows.symbols);
  await inBatches(cypher, PUT_NODES, rows.nodes, {}, (row: NodeRow) => row.own.body.length);
  await inBatches(cypher, PUT_EDGES, rows.edges);
  await takeUnused(cypher, symbols);
}

/** Removes the contributions of files, and returns the symbols that may now be unused. */
async function takeContents(cypher: Cypher, files: readonly string[]): Promise<ReadonlySet<string>> {
  const known = await cypher<{ id: string }>(KNOWN_FILES, { files });
  const symbols = new Set<string>();
  for (const { id } of known) {
    const edges = await cypher<{ from: string; to: string }>(TAKE_EDGES, { files: [id] });
    for (const { from, to } of edges) symbols.add(from).add(to);
    const nodes = await cypher<{ id: string }>(TAKE_NODES, { files: [id] });
    for (const node of nodes) symbols.add(node.id);
  }
  return symbols;
}

/**
 * Symbols without a file and without edges. A symbol that edges of other files point to stays, and is walked again when
 * its definition returns.
 */
async function takeUnused(cypher: Cypher, symbols: ReadonlySet<string>): Promise<void> {
  for (const some of batches([...symbols], BATCH.rows)) await cypher(TAKE_UNUSED, { symbols: some });
}

async function inBatches<Row>(
  cypher: Cypher,
  statement: string,
  rows: readonly Row[],
  parameters: Readonly<Record<string, unknown>> = {},
  bytes: (row: Row) => number = () => 0,
): Promise<void> {
  const weigh = (row: Row) => Math.max(1, (bytes(row) * BATCH.rows) / BATCH.bytes);
  for (const some of batches(rows, BATCH.rows, weigh)) await cypher(statement, { ...parameters, rows: some });
}
