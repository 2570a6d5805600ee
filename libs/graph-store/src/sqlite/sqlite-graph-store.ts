import { setImmediate as breathe } from 'node:timers/promises';
import { batches, SnapshotFolder, type Sql } from '@quarry/sqlite';
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
import { edgesAt } from './edges-at';
import { exportedFiles } from './export';
import { removeFile, replaceFile } from './files';
import { listNodes } from './list';
import { lookupName } from './lookup';
import { nodeSymbols, readNodes, withNode } from './nodes';
import { GRAPH_SCHEMA } from './schema';
import { walkGraph } from './walk';

/**
 * Items of one transaction: large enough to be fast, small enough that other work in this process can run in between.
 */
const BATCH = { nodesAndEdges: 5_000, removed: 200 };

/** The code graph in SQLite, one file per snapshot in `folder`. */
export class SqliteGraphStore implements GraphStore {
  private readonly snapshots: SnapshotFolder;

  constructor(folder: string) {
    this.snapshots = new SnapshotFolder(folder, GRAPH_SCHEMA);
  }

  static discard(folder: string, ref: SnapshotRef): Promise<void> {
    return SnapshotFolder.using(folder, GRAPH_SCHEMA, (snapshots) => {
      snapshots.discard(ref);
    });
  }

  /** Lets a new snapshot begin as a copy of another; false if it exists already, or the other one does not. */
  static startFrom(folder: string, ref: SnapshotRef, from: SnapshotRef): Promise<boolean> {
    return SnapshotFolder.using(folder, GRAPH_SCHEMA, (snapshots) =>
      snapshots.startFrom(ref, from, (sql) => sql.run('DELETE FROM imprint')),
    );
  }

  /** Moves a snapshot to the file that it shares with others of its repository; false if there is nothing to move. */
  static pack(folder: string, ref: SnapshotRef): Promise<boolean> {
    return SnapshotFolder.using(folder, GRAPH_SCHEMA, (snapshots) => snapshots.pack(ref));
  }

  /** Reads the whole file of a snapshot, if there is one. @throws Fault `index_damaged` */
  static check(folder: string, ref: SnapshotRef): Promise<void> {
    return SnapshotFolder.using(folder, GRAPH_SCHEMA, (snapshots) => {
      snapshots.existing(ref)?.verify();
    });
  }

  async ping(): Promise<void> {
    // A file exists or is created; the call that needs it reports a damaged one.
  }

  async describe(
    ref: SnapshotRef,
  ): Promise<{ readonly files: number; readonly nodes: number; readonly edges: number } | null> {
    return this.read(ref, null, (sql) => {
      const count = (counted: string) =>
        sql.get<{ n: number }>(`SELECT count(*) AS n FROM ${counted}`)?.n ?? 0;
      return {
        files: count('file'),
        nodes: count('(SELECT DISTINCT symbol_id FROM node)'),
        edges: count('(SELECT DISTINCT from_id, to_id, kind FROM edge)'),
      };
    });
  }

  async imprint(ref: SnapshotRef): Promise<Imprint | null> {
    return this.read(ref, null, (sql) => {
      const row = sql.get<{ body: string }>('SELECT body FROM imprint');
      return row ? (JSON.parse(row.body) as Imprint) : null;
    });
  }

  async manifest(ref: SnapshotRef): Promise<ReadonlyMap<string, string>> {
    return this.read(ref, new Map<string, string>(), (sql) => {
      const rows = sql.all<{ path: string; digest: string }>('SELECT path, digest FROM file');
      return new Map(rows.map((row) => [row.path, row.digest]));
    });
  }

  async write(ref: SnapshotRef, change: GraphChange): Promise<void> {
    this.snapshots.forWriting(ref);
    const size = (file: GraphFile) => file.nodes.length + file.edges.length;
    for (const files of batches(change.files ?? [], BATCH.nodesAndEdges, size))
      await this.commit(ref, (sql) => files.forEach((file) => replaceFile(sql, file)));
    for (const paths of batches(change.remove ?? [], BATCH.removed))
      await this.commit(ref, (sql) => paths.forEach((path) => removeFile(sql, path)));
    const { imprint } = change;
    if (imprint)
      await this.commit(ref, (sql) =>
        sql.run('INSERT OR REPLACE INTO imprint (one, body) VALUES (1, ?)', [JSON.stringify(imprint)]),
      );
  }

  async *export(ref: SnapshotRef): AsyncIterable<GraphFile> {
    const view = this.snapshots.existing(ref)?.view();
    if (!view) return;
    try {
      yield* exportedFiles(view);
    } finally {
      view.close();
    }
  }

  async nodes(ref: SnapshotRef, keys: readonly NodeKey[]): Promise<readonly GraphNode[]> {
    return this.read(ref, [], (sql) => {
      const ids = nodeSymbols(sql, keys);
      const nodes = readNodes(sql, ids);
      return ids.flatMap((id) => withNode(nodes.get(id), {}));
    });
  }

  async lookup(
    ref: SnapshotRef,
    names: readonly string[],
    limit: number,
  ): Promise<readonly (readonly (GraphNode & { readonly match: 'exact' | 'partial' })[])[]> {
    const most = Math.max(0, Math.floor(limit) || 0);
    const nothing = names.map(() => []);
    return this.read(ref, nothing, (sql) =>
      names.map((name) => {
        const found = lookupName(sql, name, most);
        const nodes = readNodes(
          sql,
          found.map(({ id }) => id),
        );
        return found.flatMap(({ id, match }) => withNode(nodes.get(id), { match }));
      }),
    );
  }

  async edgesAt(ref: SnapshotRef, keys: readonly NodeKey[], query: EdgeQuery): Promise<EdgePage> {
    return this.read<EdgePage>(ref, { edges: [], total: 0 }, (sql) => edgesAt(sql, keys, query));
  }

  async list(ref: SnapshotRef, query: ListQuery): Promise<NodePage> {
    return this.read<NodePage>(ref, { nodes: [], next: null }, (sql) => listNodes(sql, query));
  }

  async walk(ref: SnapshotRef, entries: readonly NodeKey[], options: WalkOptions): Promise<Subgraph> {
    return this.read<Subgraph>(ref, { nodes: [], edges: [] }, (sql) => walkGraph(sql, entries, options));
  }

  async close(): Promise<void> {
    this.snapshots.close();
  }

  private read<Result>(ref: SnapshotRef, unknown: Result, work: (sql: Sql) => Result): Result {
    const database = this.snapshots.existing(ref);
    return database ? database.read(work) : unknown;
  }

  private async commit(ref: SnapshotRef, work: (sql: Sql) => void): Promise<void> {
    this.snapshots.forWriting(ref).write(work);
    await breathe();
  }
}
