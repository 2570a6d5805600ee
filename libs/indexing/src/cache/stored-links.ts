import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { GraphEdge } from '@quarry/graph-store';
import type { Database, Sql } from '@quarry/sqlite';
import type { FileLinks, LinkState } from '../link/link-state';
import { isAging } from './seen-files';

/** Runs after which a graph that no run has used is forgotten. */
const KEPT_RUNS = 20;

/** Raised when linking changes, so that every file is linked again. */
export const LINKS_FORMAT = 1;

export const LINKS_SCHEMA = `
  CREATE TABLE linked_graph (
    graph TEXT PRIMARY KEY, format INTEGER NOT NULL, body BLOB NOT NULL, run INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE linked_file (
    graph TEXT NOT NULL, path TEXT NOT NULL, hash TEXT NOT NULL, others TEXT NOT NULL, dependencies BLOB NOT NULL,
    inferred BLOB NOT NULL,
    PRIMARY KEY (graph, path)
  ) STRICT;`;

/** A linked graph: what it was linked from, and what linking found out. */
export interface LinkedGraph {
  /** Path → hash of the content whose facts were linked. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly state: LinkState;
}

interface FileRow {
  readonly path: string;
  readonly hash: string;
  readonly others: string;
  readonly dependencies: Uint8Array;
}

/** What linking found out about the graphs of snapshots, so that a run links only what changed. */
export class StoredLinks {
  constructor(
    private readonly database: Database,
    private readonly run: number,
  ) {
    database.write((sql) => {
      const unused = 'SELECT graph FROM linked_graph WHERE run < ?';
      sql.run(`DELETE FROM linked_file WHERE graph IN (${unused})`, [run - KEPT_RUNS]);
      sql.run('DELETE FROM linked_graph WHERE run < ?', [run - KEPT_RUNS]);
    });
  }

  /** Marks a graph as used in this run. */
  keep(graph: string): void {
    const row = this.database.read((sql) =>
      sql.get<{ run: number }>('SELECT run FROM linked_graph WHERE graph = ?', [graph]),
    );
    if (isAging(row?.run, this.run))
      this.database.write((sql) =>
        sql.run('UPDATE linked_graph SET run = ? WHERE graph = ?', [this.run, graph]),
      );
  }

  get(graph: string): LinkedGraph | null {
    return this.database.read((sql) => {
      const row = sql.get<{ body: Uint8Array }>(
        'SELECT body FROM linked_graph WHERE graph = ? AND format = ?',
        [...[graph, LINKS_FORMAT]],
      );
      if (!row) return null;
      const { settings, attached, flow } = JSON.parse(zstdDecompressSync(row.body).toString()) as {
        settings: string;
        attached: [number, string][];
        flow: number[];
      };
      const hashes = new Map<string, string>();
      const files = new Map<string, FileLinks>();
      for (const { path, hash, others, dependencies } of sql.all<FileRow>(
        'SELECT path, hash, others, dependencies FROM linked_file WHERE graph = ?',
        [graph],
      )) {
        hashes.set(path, hash);
        files.set(
          path,
          new StoredFileLinks(others, numbersIn(dependencies), () => this.inferred(graph, path)),
        );
      }
      return {
        hashes,
        state: { settings, attached: new Map(attached), flow: Uint32Array.from(flow), files },
      };
    });
  }

  /** Replaces what is known about a graph. */
  set(graph: string, { hashes, state }: LinkedGraph): void {
    this.database.write((sql) => {
      sql.run('DELETE FROM linked_file WHERE graph = ?', [graph]);
      putAll(sql, graph, this.run, hashes, state);
    });
  }

  /** Replaces what is known about some files, and forgets those that are gone. */
  change(graph: string, { hashes, state }: LinkedGraph, gone: readonly string[]): void {
    this.database.write((sql) => {
      for (const path of gone) sql.run('DELETE FROM linked_file WHERE graph = ? AND path = ?', [graph, path]);
      putAll(sql, graph, this.run, hashes, state);
    });
  }

  private inferred(graph: string, path: string): readonly GraphEdge[] {
    const row = this.database.read((sql) =>
      sql.get<{ inferred: Uint8Array }>('SELECT inferred FROM linked_file WHERE graph = ? AND path = ?', [
        graph,
        path,
      ]),
    );
    return row && row.inferred.length > 0
      ? (JSON.parse(zstdDecompressSync(row.inferred).toString()) as GraphEdge[])
      : [];
  }
}

/** Read when it is asked for: most files are not linked again. */
class StoredFileLinks implements FileLinks {
  constructor(
    readonly others: string,
    readonly dependencies: Uint32Array,
    private readonly read: () => readonly GraphEdge[],
  ) {}

  get inferred(): readonly GraphEdge[] {
    return this.read();
  }
}

function putAll(
  sql: Sql,
  graph: string,
  run: number,
  hashes: ReadonlyMap<string, string>,
  state: LinkState,
): void {
  const body = JSON.stringify({
    ...state,
    attached: [...state.attached],
    flow: [...state.flow],
    files: undefined,
  });
  sql.run('INSERT OR REPLACE INTO linked_graph VALUES (?, ?, ?, ?)', [
    graph,
    LINKS_FORMAT,
    zstdCompressSync(body),
    run,
  ]);
  for (const [path, { dependencies, inferred, others }] of state.files)
    sql.run('INSERT OR REPLACE INTO linked_file VALUES (?, ?, ?, ?, ?, ?)', [
      ...[graph, path, hashes.get(path) ?? '', others],
      new Uint8Array(dependencies.buffer, dependencies.byteOffset, dependencies.byteLength),
      // Most files have none.
      inferred.length === 0 ? new Uint8Array() : zstdCompressSync(JSON.stringify(inferred)),
    ]);
}

/** A copy, because the bytes of a row need not be aligned. */
function numbersIn(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.slice().buffer);
}
