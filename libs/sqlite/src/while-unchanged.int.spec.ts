import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from './database';
import { openDatabase, type OpenOptions } from './open-database';
import { WhileUnchanged } from './while-unchanged';

const OPTIONS: OpenOptions = {
  applicationId: 0x51740002,
  schemaVersion: 1,
  migrate: (connection) => {
    connection.exec('CREATE TABLE note (text TEXT NOT NULL) STRICT');
  },
  remedy: 'Delete it.',
};
let folder: string;
let own: Database;
let other: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-unchanged-'));
  own = openDatabase(join(folder, 'notes.db'), OPTIONS);
  other = openDatabase(join(folder, 'notes.db'), OPTIONS);
});

afterEach(() => {
  own.close();
  other.close();
  rmSync(folder, { recursive: true, force: true });
});

it('computes a value once per state of the file, also if another connection changes it', () => {
  let computed = 0;
  const count = new WhileUnchanged((sql) => {
    computed++;
    return sql.get<{ n: number }>('SELECT count(*) AS n FROM note')?.n;
  });
  const now = () => own.read((sql) => count.of(sql));
  const add = (database: Database) => {
    database.write((sql) => sql.run("INSERT INTO note VALUES ('paid')"));
  };
  expect([now(), now(), computed]).toEqual([0, 0, 1]);
  add(own);
  expect([now(), now(), computed]).toEqual([1, 1, 2]);
  add(other);
  expect([now(), now(), computed]).toEqual([2, 2, 3]);
  other.write((sql) => sql.run('DELETE FROM note'));
  expect([now(), now(), computed]).toEqual([0, 0, 4]);
});

it('keeps the value of the state that a transaction reads while another one writes', () => {
  const count = new WhileUnchanged((sql) => sql.get<{ n: number }>('SELECT count(*) AS n FROM note')?.n);
  own.read((sql) => {
    expect(count.of(sql)).toBe(0);
    other.write((each) => each.run("INSERT INTO note VALUES ('paid')"));
    expect(count.of(sql)).toBe(0);
  });
  expect(own.read((sql) => count.of(sql))).toBe(1);
});
