import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openHistoryStore } from '../adapters';
import { historyStoreConformance, rowOf } from '../conformance';
import { startAppenders } from '../testing/appenders';

historyStoreConformance({
  name: 'sqlite',
  create: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-history-'));
    return {
      open: async () => openHistoryStore(`sqlite:${join(folder, 'history.db')}`),
      dispose: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
});

describe('SqliteHistoryStore', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-history-'));
    file = join(folder, 'data/history.db');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps its content across a restart', async () => {
    const first = openHistoryStore(`sqlite:${file}`);
    await first.append(rowOf('t1'));
    await first.saveSummary('acme', 's1', { text: 'so far', version: 1, upTo: 1 });
    await first.close();
    const second = openHistoryStore(`sqlite:${file}`);
    expect(await second.rows('acme', 's1')).toEqual([{ ...rowOf('t1'), seq: 1 }]);
    expect(await second.summary('acme', 's1')).toEqual({ text: 'so far', version: 1, upTo: 1 });
    await second.close();
  });

  it('loses no acknowledged turn and leaves no gap when two writing processes are killed', async () => {
    const appenders = startAppenders(`sqlite:${file}`, ['a', 'b']);
    await appenders.untilEachWrote(15);
    const acknowledged = await appenders.kill();
    const history = openHistoryStore(`sqlite:${file}`);
    const rows = await history.rows('acme', 's1');
    await history.close();
    const ids = new Set(rows.map((row) => row.turnId));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, i) => i + 1));
  });

  it('reports a damaged file with a remedy, and continues once it is moved aside', async () => {
    const first = openHistoryStore(`sqlite:${file}`);
    await first.append(rowOf('t1'));
    await first.close();
    writeFileSync(file, 'no database '.repeat(500));
    const history = openHistoryStore(`sqlite:${file}`);
    const failure: unknown = await history.append(rowOf('t2')).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'index_damaged' });
    expect(String(failure)).toContain(file);
    expect(String(failure)).toMatch(/restore the file from a backup.*move it.*aside/);
    expect(String(failure)).not.toContain('--rebuild');
    renameSync(file, `${file}.damaged`);
    expect(await history.append(rowOf('t2'))).toMatchObject({ seq: 1 });
    await history.close();
  });

  it('migrates a file of format 1, with all its content', async () => {
    const first = openHistoryStore(`sqlite:${file}`);
    await first.append(rowOf('t1'));
    await first.close();
    const old = new DatabaseSync(file);
    old.exec(`
      DROP INDEX turn_by_time;
      ALTER TABLE turn DROP COLUMN pipeline;
      ALTER TABLE turn DROP COLUMN outcome;
      ALTER TABLE turn DROP COLUMN stats;
      PRAGMA user_version = 1;`);
    old.close();
    const history = openHistoryStore(`sqlite:${file}`);
    expect(await history.rows('acme', 's1')).toEqual([{ ...rowOf('t1'), seq: 1 }]);
    const { pipeline, outcome, askedAt } = rowOf('t1');
    expect(await history.records('acme')).toEqual([{ pipeline, outcome, askedAt, stats: null }]);
    await history.close();
  });

  it('is selected by its scheme only', () => {
    expect(() => openHistoryStore('postgres://user:secret@host')).toThrow(
      expect.objectContaining({
        code: 'store_unknown',
        message: expect.stringContaining('sqlite:') as string,
      }),
    );
  });
});
