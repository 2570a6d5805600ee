import type { NodeKey, SnapshotRef } from '@quarry/turn';
import type { GraphFile, GraphNode, GraphStore, Subgraph, WalkOptions } from '../port';
import { parseAddress } from './address';
import { Neo4jConnection, type Cypher } from './connection';
import { discardSnapshot } from './discard';
import { exportedFiles } from './export';
import { SETTING } from './faults';
import { snapshotId } from './identity';
import { lookupNames, type Found } from './lookup';
import { readCounts, readManifest, readNodes } from './read';
import { walkGraph } from './walk';
import { writeChange } from './write';

/**
 * The code graph in Neo4j 5, many snapshots in one database, and many installations by namespace.
 *
 * Every wait is bounded, and once the server was not reached all calls fail at once for two seconds (but not `ping`).
 * Reads see what is committed at the moment of each statement: during a write to the same snapshot a walk may see files
 * of before and after it. Why it is stored so: ADR 9.
 */
export class Neo4jGraphStore implements GraphStore {
  private readonly connection: Neo4jConnection;
  private readonly namespace: string;

  /** @throws Fault `store_unknown` where the URL is malformed; nothing is connected to yet */
  constructor(url: string) {
    const address = parseAddress(SETTING, url);
    this.connection = new Neo4jConnection(address);
    this.namespace = address.namespace;
  }

  /** Deletes a snapshot, in batches; also what an interrupted deletion left. */
  static async discard(url: string, ref: SnapshotRef): Promise<void> {
    const address = parseAddress(SETTING, url);
    const connection = new Neo4jConnection(address);
    try {
      await discardSnapshot(connection, snapshotId(address.namespace, ref));
    } finally {
      await connection.close();
    }
  }

  async ping(): Promise<void> {
    await this.connection.ping();
  }

  async describe(
    ref: SnapshotRef,
  ): Promise<{ readonly files: number; readonly nodes: number; readonly edges: number } | null> {
    return this.read(ref, readCounts);
  }

  async manifest(ref: SnapshotRef): Promise<ReadonlyMap<string, string>> {
    return this.read(ref, readManifest);
  }

  async write(
    ref: SnapshotRef,
    change: { readonly files?: readonly GraphFile[]; readonly remove?: readonly string[] },
  ): Promise<void> {
    await writeChange({ connection: this.connection, namespace: this.namespace, ref }, change);
  }

  export(ref: SnapshotRef): AsyncIterable<GraphFile> {
    return exportedFiles(this.connection, this.namespace, ref);
  }

  async nodes(ref: SnapshotRef, keys: readonly NodeKey[]): Promise<readonly GraphNode[]> {
    return this.read(ref, (cypher, snapshot) => readNodes(cypher, snapshot, keys));
  }

  async lookup(
    ref: SnapshotRef,
    names: readonly string[],
    limit: number,
  ): Promise<readonly (readonly Found[])[]> {
    return this.read(ref, (cypher, snapshot) => lookupNames(cypher, snapshot, names, limit));
  }

  async walk(ref: SnapshotRef, entries: readonly NodeKey[], options: WalkOptions): Promise<Subgraph> {
    return this.read(ref, (cypher, snapshot) => walkGraph(cypher, snapshot, entries, options));
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  private read<Result>(
    ref: SnapshotRef,
    work: (cypher: Cypher, snapshot: string) => Promise<Result>,
  ): Promise<Result> {
    const snapshot = snapshotId(this.namespace, ref);
    return this.connection.read((cypher) => work(cypher, snapshot));
  }
}
