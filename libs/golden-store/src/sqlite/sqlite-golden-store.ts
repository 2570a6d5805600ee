import { FileStore } from '@quarry/sqlite';
import type { GoldenRun, GoldenRunHead } from '../golden-run';
import type { GoldenSet, GoldenSetHead } from '../golden-set';
import type { GoldenStore, Pending } from '../port';
import { isOpen, runHead, setHead, storedRun, storedSet, wholeRun, wholeSet, type Stored } from '../stored';
import { GOLDEN_SCHEMA } from './schema';

type Head = Pick<Stored, 'head'>;

/** Golden sets and runs in one SQLite file. All statements except those of `pending` name the tenant. */
export class SqliteGoldenStore extends FileStore implements GoldenStore {
  constructor(file: string) {
    super(file, GOLDEN_SCHEMA);
  }

  async sets(tenant: string): Promise<readonly GoldenSetHead[]> {
    return this.use()
      .read((sql) => sql.all<Head>('SELECT head FROM golden_set WHERE tenant = ? ORDER BY name', [tenant]))
      .map(setHead);
  }

  async set(tenant: string, name: string): Promise<GoldenSet | null> {
    const found = this.use().read((sql) =>
      sql.get<Stored>('SELECT head, body FROM golden_set WHERE tenant = ? AND name = ?', [tenant, name]),
    );
    return found ? wholeSet(found) : null;
  }

  async saveSet(set: GoldenSet): Promise<boolean> {
    const { tenant, name, id, revision } = set;
    const { head, body } = storedSet(set);
    const scheduled = set.schedule === null ? 0 : 1;
    return this.use().write((sql) => {
      const done =
        revision === 1
          ? sql.run(
              `INSERT INTO golden_set (tenant, name, id, revision, scheduled, head, body)
               VALUES (?, ?, ?, 1, ?, ?, ?) ON CONFLICT DO NOTHING`,
              [tenant, name, id, scheduled, head, body],
            )
          : sql.run(
              `UPDATE golden_set SET revision = ?, scheduled = ?, head = ?, body = ?
               WHERE tenant = ? AND name = ? AND id = ? AND revision = ?`,
              [revision, scheduled, head, body, tenant, name, id, revision - 1],
            );
      return done.changes === 1;
    });
  }

  async deleteSet(tenant: string, name: string, revision?: number): Promise<boolean> {
    return this.use().write((sql) => {
      const found = sql.get<{ readonly id: string }>(
        'SELECT id FROM golden_set WHERE tenant = ? AND name = ? AND revision = ifnull(?, revision)',
        [tenant, name, revision ?? null],
      );
      if (!found) return false;
      sql.run('DELETE FROM golden_set WHERE tenant = ? AND name = ?', [tenant, name]);
      sql.run('DELETE FROM golden_run WHERE tenant = ? AND set_id = ?', [tenant, found.id]);
      return true;
    });
  }

  async runs(tenant: string, setId: string): Promise<readonly GoldenRunHead[]> {
    return this.use()
      .read((sql) =>
        sql.all<Head>(
          'SELECT head FROM golden_run WHERE tenant = ? AND set_id = ? ORDER BY created_at DESC, id DESC',
          [tenant, setId],
        ),
      )
      .map(runHead);
  }

  async run(tenant: string, id: string): Promise<GoldenRun | null> {
    const found = this.use().read((sql) =>
      sql.get<Stored>('SELECT head, body FROM golden_run WHERE tenant = ? AND id = ?', [tenant, id]),
    );
    return found ? wholeRun(found) : null;
  }

  async saveRun(run: GoldenRun): Promise<boolean> {
    const { tenant, id, setId, version, createdAt } = run;
    const { head, body } = storedRun(run);
    const open = isOpen(run) ? 1 : 0;
    return this.use().write((sql) => {
      const done =
        version === 1
          ? sql.run(
              `INSERT INTO golden_run (tenant, id, set_id, version, created_at, open, head, body)
               VALUES (?, ?, ?, 1, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
              [tenant, id, setId, createdAt, open, head, body],
            )
          : sql.run(
              `UPDATE golden_run SET version = ?, open = ?, head = ?, body = ?
               WHERE tenant = ? AND id = ? AND version = ?`,
              [version, open, head, body, tenant, id, version - 1],
            );
      return done.changes === 1;
    });
  }

  async deleteRun(tenant: string, id: string): Promise<boolean> {
    return this.use().write(
      (sql) => sql.run('DELETE FROM golden_run WHERE tenant = ? AND id = ?', [tenant, id]).changes === 1,
    );
  }

  async pending(): Promise<Pending> {
    return this.use().read((sql) => ({
      runs: sql.all<Head>('SELECT head FROM golden_run WHERE open = 1 ORDER BY created_at, id').map(runHead),
      sets: sql
        .all<Head>('SELECT head FROM golden_set WHERE scheduled = 1 ORDER BY tenant, name')
        .map(setHead),
    }));
  }
}
