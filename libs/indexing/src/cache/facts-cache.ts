import { rmSync } from 'node:fs';
import { openDatabase } from '@quarry/sqlite';
import type { OcrShare } from '@quarry/documents';
import type { Database } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';
import type { FoundSecret } from '@quarry/secrets';
import type { FileFacts } from '../facts';
import { codeOf, factsOf, type FlowCode } from '../flow/flow-code';
import { packFlow, unpackFlow } from '../flow/pack-flow';
import { outlineOf, type Outline } from '../link/outline';
import { FACTS_SCHEMA } from './facts-schema';
import { packed, unpacked } from './packed';
import { ReadPages } from './read-pages';
import { StoredLinks } from './stored-links';
import { isAging, SeenFiles } from './seen-files';

/** Number of runs after which unused facts are removed: enough to switch back and forth between branches. */
const KEPT_RUNS = 20;

/** What the cache knows of a file's facts without unpacking them. */
export interface KnownFacts {
  /** What their reader could not read; null if it read everything. */
  readonly problem: string | null;
}

/** A file and the hash of its content. */
export interface FactsKey {
  readonly path: string;
  readonly hash: string;
}

/** The result of reading a document. Every run reports it, although the document is read once. */
export interface DocumentReading {
  /** Why it could not be read; absent if it was read. */
  readonly refused?: string;
  /** No readable text was found; an HTML page may then be indexed as plain text. */
  readonly noText?: boolean;
  readonly remarks: readonly string[];
  /** What OCR contributed; absent if it was not asked, or had nothing to read. */
  readonly ocr?: OcrShare;
  /** Number of pages without text that OCR was not asked about; absent for 0. */
  readonly textless?: number;
}

/** The result of a search for secrets; it never contains a value. */
export interface SecretScan {
  /** Digest of the masked text; null if nothing was found. */
  readonly digest: string | null;
  readonly found: readonly FoundSecret[];
}

/**
 * Caches the facts of files by path and hash, so that a run parses only changed files, and keeps marks that a run
 * leaves for the next one. It can be deleted at any time. A damaged cache, or one of a newer Quarry, is recreated.
 */
export class FactsCache {
  readonly #run: number;
  /** Files that need not be opened, because they have not changed. */
  readonly seen: SeenFiles;
  /** Pages that OCR has read. */
  readonly ocr: ReadPages;
  /** What linking found out, for the next run. */
  readonly links: StoredLinks;

  private constructor(private readonly database: Database) {
    this.#run = database.write((sql) => {
      const next =
        Number(sql.get<{ value: string }>("SELECT value FROM mark WHERE name = 'run'")?.value ?? 0) + 1;
      sql.run("INSERT OR REPLACE INTO mark VALUES ('run', ?)", [String(next)]);
      sql.run('DELETE FROM facts WHERE run < ?', [next - KEPT_RUNS]);
      sql.run('DELETE FROM reading WHERE run < ?', [next - KEPT_RUNS]);
      sql.run('DELETE FROM scan WHERE run < ?', [next - KEPT_RUNS]);
      return next;
    });
    this.seen = new SeenFiles(database, this.#run);
    this.ocr = new ReadPages(database);
    this.links = new StoredLinks(database, this.#run);
  }

  static open(file: string): FactsCache {
    try {
      return new FactsCache(openDatabase(file, FACTS_SCHEMA));
    } catch (error) {
      if (!(error instanceof Fault) || !/^index_(damaged|newer)$/.test(error.code)) throw error;
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      return new FactsCache(openDatabase(file, FACTS_SCHEMA));
    }
  }

  /** Looks up many files at once, in the given order; null for those whose facts are not cached. */
  known(files: readonly FactsKey[]): readonly (KnownFacts | null)[] {
    const rows = this.database.read((sql) =>
      files.map(({ path, hash }) =>
        sql.get<KnownFacts & { readonly run: number }>(
          'SELECT problem, run FROM facts WHERE path = ? AND hash = ?',
          [path, hash],
        ),
      ),
    );
    const aging = files.filter((_, n) => isAging(rows[n]?.run, this.#run));
    if (aging.length > 0)
      this.database.write((sql) => {
        for (const { path, hash } of aging)
          sql.run('UPDATE facts SET run = ? WHERE path = ? AND hash = ?', [this.#run, path, hash]);
      });
    return rows.map((row) => (row ? { problem: row.problem } : null));
  }

  /** The facts of a known file; null if they are not cached. */
  facts({ path, hash }: FactsKey): FileFacts | null {
    return this.database.read((sql) => {
      const row = sql.get<Body>('SELECT body FROM facts WHERE path = ? AND hash = ?', [path, hash]);
      if (!row) return null;
      const facts = unpacked<FileFacts>(row.body);
      const apart = sql.get<Body>('SELECT body FROM flow WHERE path = ? AND hash = ?', [path, hash]);
      const code = apart && unpackFlow(apart.body);
      const flow = code ? factsOf(code) : facts.flow;
      return flow ? { ...facts, flow } : facts;
    });
  }

  /** The outlines of known files, in the given order. @throws Fault `store_unavailable` if one is not cached */
  outlines(files: readonly FactsKey[]): readonly Outline[] {
    return this.apart(files, {
      table: 'outline',
      unpack: unpacked<Outline>,
      from: outlineOf,
      pack: packed,
    });
  }

  /** Where values go in known files, in the given order. @throws Fault `store_unavailable` if one is not cached */
  flows(files: readonly FactsKey[]): readonly (FlowCode | undefined)[] {
    return this.apart(files, {
      table: 'flow',
      unpack: unpackFlow,
      from: ({ flow }) => flow && codeOf(flow),
      pack: packFlow,
    });
  }

  /** A part of the facts of many files; an older version did not keep it apart. */
  private apart<Part>(
    files: readonly FactsKey[],
    { table, unpack, from, pack }: Apart<Part>,
  ): readonly Part[] {
    const rows = this.database.read((sql) =>
      files.map(({ path, hash }) =>
        sql.get<Body>(`SELECT body FROM ${table} WHERE path = ? AND hash = ?`, [path, hash]),
      ),
    );
    const made: (FactsKey & { readonly part: Part })[] = [];
    const parts = rows.map((row, n) => {
      if (row) return unpack(row.body);
      const key = files[n]!;
      const facts = this.facts(key);
      if (!facts)
        throw new Fault(
          'store_unavailable',
          `the facts of ${key.path} vanished from the cache during the run; index again`,
        );
      const part = from(facts);
      made.push({ ...key, part });
      return part;
    });
    if (made.length > 0)
      this.database.write((sql) => {
        for (const { path, hash, part } of made)
          sql.run(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?)`, [path, hash, pack(part)]);
      });
    return parts;
  }

  put(entries: readonly { readonly hash: string; readonly facts: FileFacts }[]): void {
    this.database.write((sql) => {
      for (const { hash, facts } of entries) {
        const { flow, ...rest } = facts;
        const { path } = facts;
        sql.run('INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?)', [
          ...[path, hash, facts.problem ?? null, packed(rest), this.#run],
        ]);
        const outline = packed(outlineOf(facts));
        sql.run('INSERT OR REPLACE INTO outline VALUES (?, ?, ?)', [path, hash, outline]);
        sql.run('INSERT OR REPLACE INTO flow VALUES (?, ?, ?)', [path, hash, packFlow(flow && codeOf(flow))]);
      }
    });
  }

  forgetFacts(path: string, hash: string): void {
    this.database.write((sql) => sql.run('DELETE FROM facts WHERE path = ? AND hash = ?', [path, hash]));
  }

  /** The result of a search for secrets, by its key of content and rules; null if the content was not searched yet. */
  scan(key: string): SecretScan | null {
    return this.remembered<SecretScan>('scan', 'key', key);
  }

  setScan(key: string, scan: SecretScan): void {
    this.database.write((sql) =>
      sql.run('INSERT OR REPLACE INTO scan VALUES (?, ?, ?)', [key, JSON.stringify(scan), this.#run]),
    );
  }

  /** The result of reading a document, by its hash; null if it was never read. */
  reading(hash: string): DocumentReading | null {
    return this.remembered<DocumentReading>('reading', 'hash', hash);
  }

  setReading(hash: string, reading: DocumentReading): void {
    this.database.write((sql) =>
      sql.run('INSERT OR REPLACE INTO reading VALUES (?, ?, ?)', [hash, JSON.stringify(reading), this.#run]),
    );
  }

  /** A model's summary, by a key of model and text. Summaries cost money and never expire. */
  summary(key: string): string | null {
    return (
      this.database.read((sql) => sql.get<{ text: string }>('SELECT text FROM summary WHERE key = ?', [key]))
        ?.text ?? null
    );
  }

  setSummary(key: string, text: string): void {
    this.database.write((sql) => sql.run('INSERT OR REPLACE INTO summary VALUES (?, ?)', [key, text]));
  }

  summaries(): readonly { readonly key: string; readonly text: string }[] {
    return this.database.read((sql) =>
      sql.all<{ key: string; text: string }>('SELECT key, text FROM summary'),
    );
  }

  forgetSummary(key: string): void {
    this.database.write((sql) => sql.run('DELETE FROM summary WHERE key = ?', [key]));
  }

  mark(name: string): string | null {
    return (
      this.database.read((sql) => sql.get<{ value: string }>('SELECT value FROM mark WHERE name = ?', [name]))
        ?.value ?? null
    );
  }

  setMark(name: string, value: string): void {
    this.database.write((sql) => sql.run('INSERT OR REPLACE INTO mark VALUES (?, ?)', [name, value]));
  }

  close(): void {
    this.database.close();
  }

  private remembered<Body>(table: 'scan' | 'reading', column: 'key' | 'hash', key: string): Body | null {
    const row = this.database.read((sql) =>
      sql.get<{ body: string; run: number }>(`SELECT body, run FROM ${table} WHERE ${column} = ?`, [key]),
    );
    if (isAging(row?.run, this.#run))
      this.database.write((sql) =>
        sql.run(`UPDATE ${table} SET run = ? WHERE ${column} = ?`, [this.#run, key]),
      );
    return row ? (JSON.parse(row.body) as Body) : null;
  }
}

interface Body {
  readonly body: Uint8Array;
}

/** How a part of the facts is kept apart from them, because it is read of all files. */
interface Apart<Part> {
  readonly table: 'outline' | 'flow';
  readonly unpack: (body: Uint8Array) => Part;
  readonly from: (facts: FileFacts) => Part;
  readonly pack: (part: Part) => Uint8Array;
}
