import { FileStore } from '@quarry/sqlite';
import type { RecordCursor, RecordStore, StoredRecord } from '../port';
import { RECORD_SCHEMA } from './schema';

interface Row {
  readonly collection: string;
  readonly tenant: string;
  readonly id: string;
  readonly revision: number;
  readonly created_at: number;
  readonly tag: string | null;
  readonly value: string;
}

/** Records in one SQLite file. Every statement except that of `tagged` contains the tenant. */
export class SqliteRecordStore extends FileStore implements RecordStore {
  constructor(file: string) {
    super(file, RECORD_SCHEMA);
  }

  async get<T>(collection: string, tenant: string, id: string): Promise<StoredRecord<T> | null> {
    const row = this.use().read((sql) =>
      sql.get<Row>('SELECT * FROM record WHERE collection = ? AND tenant = ? AND id = ?', [
        collection,
        tenant,
        id,
      ]),
    );
    return row ? recordOf<T>(row) : null;
  }

  async save(record: StoredRecord): Promise<boolean> {
    const { collection, tenant, id, revision, createdAt, tag } = record;
    const value = JSON.stringify(record.value);
    return this.use().write((sql) => {
      const done =
        revision === 1
          ? sql.run(
              `INSERT INTO record (collection, tenant, id, revision, created_at, tag, value)
               VALUES (?, ?, ?, 1, ?, ?, ?) ON CONFLICT DO NOTHING`,
              [collection, tenant, id, createdAt, tag, value],
            )
          : sql.run(
              `UPDATE record SET revision = ?, tag = ?, value = ?
               WHERE collection = ? AND tenant = ? AND id = ? AND revision = ?`,
              [revision, tag, value, collection, tenant, id, revision - 1],
            );
      return done.changes === 1;
    });
  }

  async delete(collection: string, tenant: string, id: string): Promise<boolean> {
    return this.use().write(
      (sql) =>
        sql.run('DELETE FROM record WHERE collection = ? AND tenant = ? AND id = ?', [collection, tenant, id])
          .changes === 1,
    );
  }

  async list<T>(
    collection: string,
    tenant: string,
    { limit, after }: { readonly limit: number; readonly after?: RecordCursor },
  ): Promise<readonly StoredRecord<T>[]> {
    const from = after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' };
    return this.use()
      .read((sql) =>
        sql.all<Row>(
          `SELECT * FROM record WHERE collection = ? AND tenant = ? AND (created_at, id) < (?, ?)
           ORDER BY created_at DESC, id DESC LIMIT ?`,
          [collection, tenant, from.createdAt, from.id, limit],
        ),
      )
      .map((row) => recordOf<T>(row));
  }

  async tagged<T>(collection: string, tag: string, limit: number): Promise<readonly StoredRecord<T>[]> {
    return this.use()
      .read((sql) =>
        sql.all<Row>(
          'SELECT * FROM record WHERE collection = ? AND tag = ? ORDER BY created_at, id LIMIT ?',
          [collection, tag, limit],
        ),
      )
      .map((row) => recordOf<T>(row));
  }
}

function recordOf<T>({ created_at: createdAt, value, ...row }: Row): StoredRecord<T> {
  return { ...row, createdAt, value: JSON.parse(value) as T };
}
