import { FileStore, type Sql } from '@quarry/sqlite';
import type {
  HistoryRow,
  HistoryStore,
  SessionInfo,
  SessionSummary,
  StoredRow,
  TurnRecord,
  TurnStats,
} from '../port';
import { HISTORY_SCHEMA } from './schema';

interface TurnRow {
  readonly seq: number;
  readonly body: string;
}

type RecordRow = Omit<TurnRecord, 'stats'> & { readonly stats: string | null };

/** Conversations in one SQLite file. Every statement contains the tenant. */
export class SqliteHistoryStore extends FileStore implements HistoryStore {
  constructor(file: string) {
    super(file, HISTORY_SCHEMA);
  }

  async append(row: HistoryRow): Promise<StoredRow> {
    return this.use().write((sql) => {
      const known = findTurn(sql, row.tenant, row.turnId);
      if (known) return known;
      const seq = nextSeq(sql, row.tenant, row.session);
      sql.run(
        `INSERT INTO turn (tenant, turn_id, session, seq, asked_at, body, pipeline, outcome, stats)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          row.tenant,
          row.turnId,
          row.session,
          seq,
          Math.trunc(row.askedAt),
          JSON.stringify(row),
          row.pipeline,
          row.outcome,
          row.stats ? JSON.stringify(row.stats) : null,
        ],
      );
      return { ...row, seq };
    });
  }

  async rows(
    tenant: string,
    session: string,
    after = 0,
    limit = Number.MAX_SAFE_INTEGER,
  ): Promise<readonly StoredRow[]> {
    return this.use().read((sql) =>
      sql
        .all<TurnRow>(
          'SELECT seq, body FROM turn WHERE tenant = ? AND session = ? AND seq > ? ORDER BY seq LIMIT ?',
          [tenant, session, after, limit],
        )
        .map(storedRow),
    );
  }

  async row(tenant: string, turnId: string): Promise<StoredRow | null> {
    return this.use().read((sql) => findTurn(sql, tenant, turnId));
  }

  async records(tenant: string, since = 0): Promise<readonly TurnRecord[]> {
    return this.use()
      .read((sql) =>
        sql.all<RecordRow>(
          'SELECT pipeline, outcome, asked_at AS askedAt, stats FROM turn WHERE tenant = ? AND asked_at >= ? ORDER BY asked_at, seq',
          [tenant, since],
        ),
      )
      .map(({ stats, ...row }) => ({
        ...row,
        stats: stats === null ? null : (JSON.parse(stats) as TurnStats),
      }));
  }

  async summary(tenant: string, session: string): Promise<SessionSummary | null> {
    const found = this.use().read((sql) =>
      sql.get<{ body: string; version: number; up_to: number }>(
        'SELECT body, version, up_to FROM summary WHERE tenant = ? AND session = ?',
        [tenant, session],
      ),
    );
    return found ? { text: found.body, version: found.version, upTo: found.up_to } : null;
  }

  async saveSummary(tenant: string, session: string, summary: SessionSummary): Promise<boolean> {
    const { text, version, upTo } = summary;
    return this.use().write((sql) => {
      const done =
        version === 1
          ? sql.run(
              'INSERT INTO summary (tenant, session, version, up_to, body) VALUES (?, ?, 1, ?, ?) ON CONFLICT DO NOTHING',
              [tenant, session, upTo, text],
            )
          : sql.run(
              `UPDATE summary SET version = version + 1, up_to = ?, body = ?
               WHERE tenant = ? AND session = ? AND version = ?`,
              [upTo, text, tenant, session, version - 1],
            );
      return done.changes === 1;
    });
  }

  async sessions(tenant: string, session?: string): Promise<readonly SessionInfo[]> {
    return this.use()
      .read((sql) =>
        sql.all<SessionInfo>(
          `SELECT session, count(*) AS turns, max(asked_at) AS lastAskedAt FROM turn
         WHERE tenant = :tenant AND session = ifnull(:session, session)
         GROUP BY session ORDER BY lastAskedAt DESC, session`,
          { tenant, session: session ?? null },
        ),
      )
      .map((row) => ({ ...row }));
  }

  async deleteSession(tenant: string, session: string): Promise<boolean> {
    return this.use().write((sql) => {
      const turns = sql.run('DELETE FROM turn WHERE tenant = ? AND session = ?', [tenant, session]);
      const summaries = sql.run('DELETE FROM summary WHERE tenant = ? AND session = ?', [tenant, session]);
      return turns.changes + summaries.changes > 0;
    });
  }
}

function findTurn(sql: Sql, tenant: string, turnId: string): StoredRow | null {
  const found = sql.get<TurnRow>('SELECT seq, body FROM turn WHERE tenant = ? AND turn_id = ?', [
    tenant,
    turnId,
  ]);
  return found ? storedRow(found) : null;
}

function nextSeq(sql: Sql, tenant: string, session: string): number {
  const last = sql.get<{ seq: number | null }>(
    'SELECT max(seq) AS seq FROM turn WHERE tenant = ? AND session = ?',
    [tenant, session],
  );
  return (last?.seq ?? 0) + 1;
}

function storedRow({ seq, body }: TurnRow): StoredRow {
  return { ...(JSON.parse(body) as HistoryRow), seq };
}
