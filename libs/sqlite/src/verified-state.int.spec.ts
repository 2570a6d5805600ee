import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database';
import { openDatabase } from './open-database';
import { COUNTERS } from './testing/counters';
import { VerifiedState } from './verified-state';

/** Longer than a tick of the clock that stamps files: a change right after another one would have the same time. */
const TICK_MS = 30;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-verified-'));
  file = join(folder, 'counters.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** 3,000 rows in one transaction: about 1.6 MB. */
function fill(): void {
  const database = openDatabase(file, COUNTERS);
  database.write((sql) => {
    for (let n = 0; n < 3_000; n++)
      sql.run('INSERT INTO pair VALUES (?, ?, ?)', [n, 'left', 'z'.repeat(500)]);
  });
  database.close();
}

/** Overwrites pages in the middle, as a failing disk or another program does. */
async function damage(): Promise<void> {
  await sleep(TICK_MS);
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 4096 * 100, 4096 * 130);
  writeFileSync(file, bytes);
}

const isCurrent = (): boolean => new VerifiedState(file).isCurrent();
const readAll = (database: Database): unknown => database.read((sql) => sql.all('SELECT * FROM pair'));

it('a file that was closed after a write is not verified again', async () => {
  fill();
  expect(isCurrent()).toBe(true);
  await damage();
  // As if the damage had left no trace in the file's times.
  new VerifiedState(file).note();
  openDatabase(file, COUNTERS).close();
});

it('damage that a read finds is reported by the next opening', async () => {
  fill();
  await damage();
  new VerifiedState(file).note();
  const database = openDatabase(file, COUNTERS);
  database.write((sql) => sql.run("INSERT INTO pair VALUES (9999, 'left', '')"));
  expect(() => readAll(database)).toThrow(expect.objectContaining({ code: 'index_damaged' }));
  database.close();
  expect(() => openDatabase(file, COUNTERS)).toThrow(expect.objectContaining({ code: 'index_damaged' }));
});

it('what another program changed is verified when it is opened', async () => {
  fill();
  await damage();
  expect(() => openDatabase(file, COUNTERS)).toThrow(expect.objectContaining({ code: 'index_damaged' }));
});

it('what is found whole is not verified again, also after a read', async () => {
  fill();
  await sleep(TICK_MS);
  utimesSync(file, new Date(), new Date());
  expect(isCurrent()).toBe(false);
  const database = openDatabase(file, COUNTERS);
  expect(isCurrent()).toBe(true);
  readAll(database);
  database.close();
  expect(isCurrent()).toBe(true);
});

it('a small file is verified at every opening', () => {
  openDatabase(file, COUNTERS).close();
  expect(isCurrent()).toBe(false);
  expect(readdirSync(folder)).toEqual(['counters.db']);
});

it('a state that changes while it is verified is not noted', async () => {
  fill();
  await sleep(TICK_MS);
  appendFileSync(file, '');
  utimesSync(file, new Date(), new Date());
  new VerifiedState(file).noteAfter(() => appendFileSync(file, 'more'));
  expect(isCurrent()).toBe(false);
});

it('a file that took the name of another one is verified', async () => {
  fill();
  const state = new VerifiedState(file);
  await sleep(TICK_MS);
  writeFileSync(`${file}.new`, readFileSync(file));
  renameSync(`${file}.new`, file);
  state.note();
  expect(isCurrent()).toBe(false);
});

it('verify() reads all of a file that opening did not', async () => {
  fill();
  await damage();
  new VerifiedState(file).note();
  const database = openDatabase(file, COUNTERS);
  expect(() => database.verify()).toThrow(/is damaged \(.+\)\. .*--rebuild/);
  database.close();
  expect(isCurrent()).toBe(false);
});
