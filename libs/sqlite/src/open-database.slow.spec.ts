import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@quarry/turn';
import type { Database } from './database';
import { openDatabase } from './open-database';
import { COUNTERS } from './testing/counters';
import { spawnTypescript } from './testing/spawn-typescript';
import { VerifiedState } from './verified-state';

const WRITER = join(__dirname, 'testing/writer-process.ts');
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-sqlite-'));
  file = join(folder, 'deep/er/counters.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function insert(database: Database, n: number, side = 'left'): void {
  database.write((sql) => sql.run('INSERT INTO pair VALUES (?, ?, ?)', [n, side, 'z'.repeat(500)]));
}

function count(database: Database): number | undefined {
  return database.read((sql) => sql.get<{ n: number }>('SELECT count(*) AS n FROM pair')?.n);
}

function faultOf(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('no fault was thrown');
}

function fill(rows: number): void {
  const database = openDatabase(file, COUNTERS);
  for (let n = 0; n < rows; n++) insert(database, n);
  database.close();
}

describe('openDatabase', () => {
  it('creates folders and file, and reads back what was written', () => {
    fill(3);
    const again = openDatabase(file, COUNTERS);
    expect(count(again)).toBe(3);
    again.close();
  });

  it.each([
    ['normal', 1],
    ['full', 2],
  ] as const)('runs in WAL with durability %s', (durability, synchronous) => {
    const database = openDatabase(file, { ...COUNTERS, durability });
    database.read((sql) => {
      expect(sql.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
      expect(sql.get('PRAGMA synchronous')).toEqual({ synchronous });
    });
    database.close();
  });

  it('migrates an older file once and keeps its rows', () => {
    fill(2);
    const from: number[] = [];
    const next = {
      ...COUNTERS,
      schemaVersion: 3,
      migrate: (connection: DatabaseSync, version: number) => {
        from.push(version);
        connection.exec("ALTER TABLE pair ADD COLUMN extra TEXT DEFAULT 'new'");
      },
    };
    openDatabase(file, next).close();
    const database = openDatabase(file, next);
    expect(from).toEqual([1]);
    expect(database.read((sql) => sql.all('SELECT extra FROM pair'))).toEqual([
      { extra: 'new' },
      { extra: 'new' },
    ]);
    database.close();
  });

  it('leaves an older file unchanged if the migration fails', () => {
    fill(2);
    const failing = {
      ...COUNTERS,
      schemaVersion: 2,
      migrate: (connection: DatabaseSync) => {
        connection.exec('DROP TABLE pair');
        throw new Fault('internal', 'half way');
      },
    };
    expect(() => openDatabase(file, failing)).toThrow('half way');
    const database = openDatabase(file, COUNTERS);
    expect(count(database)).toBe(2);
    database.close();
  });

  it('rejects a newer file and does not change it', () => {
    openDatabase(file, { ...COUNTERS, schemaVersion: 7 }).close();
    const before = readFileSync(file);
    const fault = faultOf(() => openDatabase(file, COUNTERS));
    expect(fault).toMatchObject({ code: 'index_newer', retryable: false });
    expect(fault.message).toContain(file);
    expect(fault.message).toMatch(/format 7.*up to 1.*Update Quarry/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('rejects a database of another program', () => {
    fill(0);
    const fault = faultOf(() => openDatabase(file, { ...COUNTERS, applicationId: 0x51740002 }));
    expect(fault.code).toBe('index_damaged');
    expect(fault.message).toMatch(/database of another program.*--rebuild/);
  });

  it('loads sqlite-vec if requested, and no other extension afterwards', () => {
    const database = openDatabase(file, { ...COUNTERS, loadVector: true });
    const version = database.read((sql) => sql.get<{ v: string }>('SELECT vec_version() AS v'));
    expect(version?.v).toMatch(/^v\d/);
    expect(() => database.read((sql) => sql.get("SELECT load_extension('nothing')"))).toThrow(
      /not authorized/,
    );
    database.close();
  });

  it('reports that a folder in place of the file cannot be opened', () => {
    expect(faultOf(() => openDatabase(folder, COUNTERS))).toMatchObject({ code: 'store_unavailable' });
    writeFileSync(join(folder, 'plain'), '');
    const below = faultOf(() => openDatabase(join(folder, 'plain/x.db'), COUNTERS));
    expect(below).toMatchObject({ code: 'store_unavailable' });
    expect(below.message).toContain('plain');
  });
});

describe('a damaged file', () => {
  it.each([
    [
      'text',
      () => writeFileSync(file, 'This is not a database at all, however long the text may be. '.repeat(50)),
    ],
    ['a cut-off file', () => truncateSync(file, Math.floor(statSync(file).size / 2))],
    [
      'overwritten pages',
      () => {
        const bytes = readFileSync(file);
        bytes.fill(0x5a, 4096 * 3, 4096 * 9);
        writeFileSync(file, bytes);
      },
    ],
    [
      'an overwritten header',
      () => {
        const bytes = readFileSync(file);
        bytes.fill(0, 0, 100);
        writeFileSync(file, bytes);
      },
    ],
  ])('is refused, with its name and the remedy: %s', (_what, damage) => {
    fill(300);
    damage();
    const fault = faultOf(() => openDatabase(file, COUNTERS));
    expect(fault.code).toBe('index_damaged');
    expect(fault.message).toContain(file);
    expect(fault.message).toContain('`quarry index PATH --rebuild`');
    expect(fault.message).not.toContain('\n');
  });

  it('is reported if the damage happens while it is open', () => {
    fill(3_000);
    const database = openDatabase(file, COUNTERS);
    // A commit of another connection, so that pages must be reread.
    const other = openDatabase(file, COUNTERS);
    insert(other, 5_000);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4096);
    writeFileSync(file, bytes);
    const fault = faultOf(() => database.read((sql) => sql.all('SELECT * FROM pair')));
    expect(fault.code).toBe('index_damaged');
    database.close();
    other.close();
  });
});

describe('Database', () => {
  it('rolls back the whole of a write that throws', () => {
    const database = openDatabase(file, COUNTERS);
    expect(() =>
      database.write((sql) => {
        sql.run('INSERT INTO pair VALUES (1, ?, ?)', ['left', '']);
        throw new Fault('internal', 'no');
      }),
    ).toThrow('no');
    expect(count(database)).toBe(0);
    insert(database, 1);
    expect(count(database)).toBe(1);
    database.close();
  });

  it('accepts named and positional values, and returns changes and ids', () => {
    const database = openDatabase(file, COUNTERS);
    insert(database, 1);
    insert(database, 2);
    const done = database.write((sql) =>
      sql.run('UPDATE pair SET filler = :f WHERE n > :n', { f: 'new', n: 0 }),
    );
    expect(done.changes).toBe(2);
    expect(database.read((sql) => sql.get('SELECT filler FROM pair WHERE n = ?', [2]))).toEqual({
      filler: 'new',
    });
    expect(database.read((sql) => sql.get('SELECT filler FROM pair WHERE n = :n', { n: 9 }))).toBeUndefined();
    database.close();
  });

  it('can be closed twice, and reports later use', () => {
    const database = openDatabase(file, COUNTERS);
    database.close();
    database.close();
    expect(faultOf(() => count(database))).toMatchObject({ code: 'store_unavailable' });
  });

  it('allows reads during a write', () => {
    fill(1);
    const writer = openDatabase(file, COUNTERS);
    const reader = openDatabase(file, COUNTERS);
    writer.write((sql) => {
      sql.run('INSERT INTO pair VALUES (2, ?, ?)', ['left', '']);
      expect(count(reader)).toBe(1);
    });
    expect(count(reader)).toBe(2);
    reader.close();
    writer.close();
  });
});

describe('a full disk', () => {
  it('is reported at once, with the free space and a remedy, and loses nothing', () => {
    fill(3);
    const database = openDatabase(file, COUNTERS);
    // SQLite's own limit: the same error as a full disk.
    database.read((sql) => sql.get('PRAGMA max_page_count = 8'));
    const fault = faultOf(() => {
      for (let n = 10; n < 1_000; n++) insert(database, n);
    });
    expect(fault).toMatchObject({ code: 'store_unavailable', retryable: false });
    expect(fault.message).toMatch(
      /^The disk of .* is full \(\d+ KiB left\): .*counters\.db \(\d+ KiB\) cannot grow\. Free some room/,
    );
    expect(count(database)).toBeGreaterThanOrEqual(3);
    database.close();
  });
});

describe('other processes', () => {
  it('keeps every acknowledged row complete if the writer is killed during its work', async () => {
    for (const round of [1, 2, 3]) {
      const child = spawnTypescript(WRITER, [file, '1000000']);
      let said = '';
      child.stdout.on('data', (data: Buffer) => (said += data.toString()));
      while (said.split('\n').length < 40 * round) {
        await sleep(5);
        expect(child.exitCode).toBeNull();
      }
      child.kill('SIGKILL');
      await once(child, 'close');
      const acknowledged = Number(said.trimEnd().split('\n').at(-1));
      const database = openDatabase(file, COUNTERS);
      const rows = database.read((sql) =>
        sql.all<{ n: number; sides: number }>('SELECT n, count(*) AS sides FROM pair GROUP BY n ORDER BY n'),
      );
      database.close();
      expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
      expect(rows.every((row, i) => row.n === i + 1 && row.sides === 2)).toBe(true);
    }
  });

  it('verifies a file that a killed writer left, until it was closed in order', async () => {
    const child = spawnTypescript(WRITER, [file, '1000000']);
    const size = (): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    // The log is moved into the file every 1,000 pages; what is above 512 KiB is not verified without a reason.
    while (size() < 2 * 524_288) {
      await sleep(5);
      expect(child.exitCode).toBeNull();
    }
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(new VerifiedState(file).isCurrent()).toBe(false);
    openDatabase(file, COUNTERS).close();
    openDatabase(file, COUNTERS).close();
    expect(new VerifiedState(file).isCurrent()).toBe(true);
  });

  it('takes four writers that create the same file at the same moment, and a reader meanwhile', async () => {
    const children = Array.from({ length: 4 }, () => spawnTypescript(WRITER, [file, '50']));
    const ends = Promise.all(
      children.map(async (child) => {
        let errors = '';
        child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
        const [code] = (await once(child, 'close')) as [number | null];
        return `${code} ${errors}`;
      }),
    );
    const reader = openDatabase(file, COUNTERS);
    while (children.some((child) => child.exitCode === null && child.signalCode === null)) {
      // Both sides of a pair, or neither: a reader never sees half a transaction.
      expect((count(reader) ?? 1) % 2).toBe(0);
      await sleep(5);
    }
    expect(await ends).toEqual(['0 ', '0 ', '0 ', '0 ']);
    expect(count(reader)).toBe(400);
    reader.close();
  });
});
