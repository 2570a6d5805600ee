import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from './database';
import { openDatabase } from './open-database';
import { COUNTERS } from './testing/counters';
import type { View } from './view';

let folder: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-view-'));
  database = openDatabase(join(folder, 'counters.db'), COUNTERS);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const insert = (n: number) =>
  database.write((sql) => sql.run('INSERT INTO pair VALUES (?, ?, ?)', [n, '', '']));
const numbers = (view: View) =>
  view.read((sql) => sql.all<{ n: number }>('SELECT n FROM pair ORDER BY n').map(({ n }) => n));

describe('View', () => {
  it('shows the previous state of the file, and blocks no writer', () => {
    insert(1);
    const view = database.view();
    insert(2);
    database.write((sql) => sql.run('DELETE FROM pair WHERE n = 1'));
    expect(numbers(view)).toEqual([1]);
    const later = database.view();
    expect(numbers(later)).toEqual([2]);
    view.close();
    insert(3);
    expect(numbers(later)).toEqual([2]);
    later.close();
  });

  it('outlives the database that it was created from', () => {
    insert(1);
    const view = database.view();
    database.close();
    expect(numbers(view)).toEqual([1]);
    view.close();
    expect(() => database.view()).toThrow(expect.objectContaining({ code: 'store_unavailable' }));
  });

  it('writes nothing, and names its file in errors', () => {
    const view = database.view();
    expect(() => view.read((sql) => sql.run('DELETE FROM pair'))).toThrow(
      expect.objectContaining({ code: 'store_unavailable', message: expect.stringContaining('counters.db') }),
    );
    view.close();
  });
});
