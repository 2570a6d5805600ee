import type { Imprint, NodeKey, SnapshotRef } from '@quarry/turn';
import type {
  EdgePage,
  EdgeQuery,
  GraphChange,
  GraphFile,
  GraphNode,
  GraphStore,
  ListQuery,
  NodePage,
  Subgraph,
  WalkOptions,
} from '../port';
import { parseAddress } from './address';
import { Neo4jConnection } from './connection';
import { discardSnapshot } from './discard';
import { edgesAt } from './edges-at';
import { exportedFiles } from './export';
import { SETTING } from './faults';
import { snapshotId } from './identity';
import { listNodes } from './list';
import { lookupNames, type Found } from './lookup';
import { readCounts, readImprint, readManifest, readNodes } from './read';
import { walkGraph } from './walk';
import { writeChange } from './write';

/**
 * The code graph in Neo4j 5: many snapshots in one database, and many installations, separated by namespace.
 *
 * Every wait is bounded, and if the server is unreachable, all calls fail immediately for two seconds (except `ping`).
 * Reads see the committed state at each statement: during a write to the same snapshot, a walk may see files from
 * before and after it. ADR 9 explains the data model.
 */
export class Neo4jGraphStore implements GraphStore {
  private readonly connection: Neo4jConnection;
  private readonly namespace: string;

  /** @throws Fault `store_unknown` for a malformed URL; does not connect yet */
  constructor(url: string) {
    const address = parseAddress(SETTING, url);
    this.connection = new Neo4jConnection(address);
    this.namespace = address.namespace;
  }

  /** Deletes a snapshot, in batches, including the remains of an interrupted deletion. */
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
    return readCounts(this.connection, this.idOf(ref));
  }

  async imprint(ref: SnapshotRef): Promise<Imprint | null> {
    return readImprint(this.connection, this.idOf(ref));
  }

  async manifest(ref: SnapshotRef): Promise<ReadonlyMap<string, string>> {
    return readManifest(this.connection, this.idOf(ref));
  }

  async write(ref: SnapshotRef, change: GraphChange): Promise<void> {
    await writeChange({ connection: this.connection, namespace: this.namespace, ref }, change);
  }

  export(ref: SnapshotRef): AsyncIterable<GraphFile> {
    return exportedFiles(this.connection, this.namespace, ref);
  }

  async nodes(ref: SnapshotRef, keys: readonly NodeKey[]): Promise<readonly GraphNode[]> {
    return readNodes(this.connection, this.idOf(ref), keys);
  }

  async lookup(
    ref: SnapshotRef,
    names: readonly string[],
    limit: number,
  ): Promise<readonly (readonly Found[])[]> {
    return lookupNames(this.connection, this.idOf(ref), names, limit);
  }

  async edgesAt(ref: SnapshotRef, keys: readonly NodeKey[], query: EdgeQuery): Promise<EdgePage> {
    return edgesAt(this.connection, this.idOf(ref), keys, query);
  }

  async list(ref: SnapshotRef, query: ListQuery): Promise<NodePage> {
    return listNodes(this.connection, this.idOf(ref), query);
  }

  async walk(ref: SnapshotRef, entries: readonly NodeKey[], options: WalkOptions): Promise<Subgraph> {
    return walkGraph(this.connection, this.idOf(ref), entries, options);
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  private idOf(ref: SnapshotRef): string {
    return snapshotId(this.namespace, ref);
  }
}
