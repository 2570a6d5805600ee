import type { GraphEdge } from '@quarry/graph-store';
import type { Database, Sql } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';
import type { FileLinks, LinkState, ProjectLinks } from '../link/link-state';
import type { Relinked } from '../link/change';
import { packed, unpacked } from './packed';
import { isAging } from './seen-files';

/** Runs after which a graph that no run has used is forgotten. */
const KEPT_RUNS = 20;

/** Raised when linking changes, so that every file is linked again. */
export const LINKS_FORMAT = 11;

export const LINKS_SCHEMA = `
  CREATE TABLE linked_graph (
    graph TEXT PRIMARY KEY, format INTEGER NOT NULL, body BLOB NOT NULL, run INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE linked_file (
    graph TEXT NOT NULL, path TEXT NOT NULL, hash TEXT NOT NULL, others TEXT NOT NULL, dependencies BLOB NOT NULL,
    inferred BLOB NOT NULL, linked BLOB NOT NULL,
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
  readonly others: string;
  readonly dependencies: Uint8Array;
}

const SELECT_FILE = 'SELECT path, others, dependencies FROM linked_file';

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

  /** Path → hash of the content whose facts were linked; null if nothing is known about the graph. */
  hashes(graph: string): ReadonlyMap<string, string> | null {
    return this.database.read((sql) => {
      if (!sql.get('SELECT 1 FROM linked_graph WHERE graph = ? AND format = ?', [graph, LINKS_FORMAT]))
        return null;
      const rows = sql.all<{ path: string; hash: string }>(
        'SELECT path, hash FROM linked_file WHERE graph = ?',
        [graph],
      );
      return new Map(rows.map(({ path, hash }) => [path, hash]));
    });
  }

  /** What is known about a file. */
  file(graph: string, path: string): FileLinks | undefined {
    const row = this.database.read((sql) =>
      sql.get<FileRow>(`${SELECT_FILE} WHERE graph = ? AND path = ?`, [graph, path]),
    );
    return row && this.linksIn(graph, row);
  }

  /** Everything about a graph whose {@link hashes} are known. */
  state(graph: string): LinkState {
    return this.database.read((sql) => {
      const row = sql.get<{ body: Uint8Array }>('SELECT body FROM linked_graph WHERE graph = ?', [graph]);
      if (!row) throw new Fault('internal', `nothing is known about the links of ${graph}`);
      const { settings, attached, flow } = unpacked<StoredProject>(row.body);
      const rows = sql.all<FileRow>(`${SELECT_FILE} WHERE graph = ?`, [graph]);
      return {
        ...{ settings, attached: new Map(attached), flow: Uint32Array.from(flow) },
        files: new Map(rows.map((file) => [file.path, this.linksIn(graph, file)])),
      };
    });
  }

  /** What is known about a graph is known about another one, too, which begins as its copy. */
  copy(from: string, to: string): void {
    this.database.write((sql) => {
      for (const table of ['linked_graph', 'linked_file'])
        sql.run(`DELETE FROM ${table} WHERE graph = ?`, [to]);
      const graph = 'INSERT INTO linked_graph SELECT ?, format, body, ? FROM linked_graph WHERE graph = ?';
      sql.run(graph, [to, this.run, from]);
      const columns = 'path, hash, others, dependencies, inferred, linked';
      sql.run(`INSERT INTO linked_file SELECT ?, ${columns} FROM linked_file WHERE graph = ?`, [to, from]);
    });
  }

  /** Replaces what is known about a graph. */
  set(graph: string, { hashes, state }: LinkedGraph): void {
    this.database.write((sql) => {
      sql.run('DELETE FROM linked_file WHERE graph = ?', [graph]);
      this.putProject(sql, graph, state);
      putFiles(sql, graph, hashes, state.files);
    });
  }

  /**
   * Replaces what is known about some files, and forgets those that are gone.
   * @param hashes of at least these files
   */
  change(
    graph: string,
    hashes: ReadonlyMap<string, string>,
    { files, project }: Pick<Relinked, 'files' | 'project'>,
    gone: readonly string[],
  ): void {
    this.database.write((sql) => {
      for (const path of gone) sql.run('DELETE FROM linked_file WHERE graph = ? AND path = ?', [graph, path]);
      if (project) this.putProject(sql, graph, project);
      putFiles(sql, graph, hashes, files);
    });
  }

  private putProject(sql: Sql, graph: string, { settings, attached, flow }: ProjectLinks): void {
    const stored: StoredProject = { settings, attached: [...attached], flow: [...flow] };
    const row = [graph, LINKS_FORMAT, packed(stored), this.run];
    sql.run('INSERT OR REPLACE INTO linked_graph VALUES (?, ?, ?, ?)', row);
  }

  private linksIn(graph: string, { path, others, dependencies }: FileRow): FileLinks {
    return new StoredFileLinks(others, numbersIn(dependencies), (column) => {
      const row = this.database.read((sql) =>
        sql.get<{ body: Uint8Array }>(
          `SELECT ${column} AS body FROM linked_file WHERE graph = ? AND path = ?`,
          [graph, path],
        ),
      );
      return row && row.body.length > 0 ? unpacked(row.body) : null;
    });
  }
}

/** Read when it is asked for: most files are not linked again. */
class StoredFileLinks implements FileLinks {
  constructor(
    readonly others: string,
    readonly dependencies: Uint32Array,
    private readonly read: (column: 'inferred' | 'linked') => unknown,
  ) {}

  get inferred(): readonly GraphEdge[] {
    return (this.read('inferred') ?? []) as readonly GraphEdge[];
  }

  get linked(): FileLinks['linked'] {
    const { edges, keys } = this.read('linked') as StoredLinked;
    return { edges, keys: keys && new Map(keys) };
  }
}

interface StoredProject {
  readonly settings: string;
  readonly attached: readonly (readonly [number, string])[];
  readonly flow: readonly number[];
}

interface StoredLinked {
  readonly edges: readonly GraphEdge[];
  readonly keys?: readonly (readonly [string, string])[];
}

function putFiles(
  sql: Sql,
  graph: string,
  hashes: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, FileLinks>,
): void {
  for (const [path, { dependencies, inferred, others, linked }] of files) {
    const stored: StoredLinked = { edges: linked.edges, ...(linked.keys && { keys: [...linked.keys] }) };
    sql.run('INSERT OR REPLACE INTO linked_file VALUES (?, ?, ?, ?, ?, ?, ?)', [
      ...[graph, path, hashes.get(path) ?? '', others],
      new Uint8Array(dependencies.buffer, dependencies.byteOffset, dependencies.byteLength),
      // Most files have none.
      inferred.length === 0 ? new Uint8Array() : packed(inferred),
      packed(stored),
    ]);
  }
}

/** A copy, because the bytes of a row need not be aligned. */
function numbersIn(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.slice().buffer);
}
